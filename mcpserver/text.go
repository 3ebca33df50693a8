package mcpserver

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
)

// sizeOf is how much of an answer a value takes.
func sizeOf(v any) int {
	data, err := json.Marshal(v)
	if err != nil {
		return 0 // the answer as a whole will fail, and say so
	}
	return len(data)
}

// quote bounds a text from the web, and takes out what is not seen: control characters
// and marks of direction, in which a text could say something else than it shows.
func quote(s string) string {
	var b strings.Builder
	n := 0
	for i, r := range s {
		switch {
		case n == maxText:
			return fmt.Sprintf("%s… (%d bytes more)", b.String(), len(s)-i)
		case r == '\n' || r == '\t':
			r = ' '
		case unicode.IsControl(r) || unicode.In(r, unicode.Bidi_Control, unicode.Cf):
			continue
		}
		b.WriteRune(r)
		n++
	}
	return b.String()
}

// quotes bounds several texts.
func quotes(texts []string) []string {
	out := make([]string, 0, min(len(texts), maxList))
	for i, t := range texts {
		if i == maxList {
			return append(out, fmt.Sprintf("… (%d more)", len(texts)-i))
		}
		out = append(out, quote(t))
	}
	return out
}

// quoted bounds the texts under labels.
func quoted(texts map[string][]string) map[string][]string {
	out := make(map[string][]string, len(texts))
	for label, list := range texts {
		out[quote(label)] = quotes(list)
	}
	return out
}
