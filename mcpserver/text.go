package mcpserver

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
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

// quotes bounds several texts, and what they take together.
func quotes(texts []string) []string {
	out, bytes := make([]string, 0, min(len(texts), maxList)), 0
	for i, t := range texts {
		t = quote(t)
		if bytes += sizeOf(t); i == maxList || bytes > maxTexts {
			return append(out, andMore(len(texts)-i))
		}
		out = append(out, t)
	}
	return out
}

func andMore(n int) string { return fmt.Sprintf("… (%d more)", n) }

// quoted bounds the texts under labels.
func quoted(texts map[string][]string) map[string][]string {
	return labelled(texts, quotes, func(n int) []string { return []string{andMore(n)} })
}

// meanings bounds what labels mean.
func meanings(attributes map[string]string) map[string]string {
	return labelled(attributes, quote, andMore)
}

// labelled bounds labels with what stands under them, in alphabetic order. Labels that
// look alike when they are quoted are told apart by numbers; "…" says how many there are
// besides.
func labelled[V any](all map[string]V, bound func(V) V, more func(int) V) map[string]V {
	out, bytes := make(map[string]V, min(len(all), maxLabels)), 0
	for i, label := range slices.Sorted(maps.Keys(all)) {
		name, v := quote(label), bound(all[label])
		if bytes += sizeOf(name) + sizeOf(v); i == maxLabels || bytes > maxValues {
			out["…"] = more(len(all) - i)
			break
		}
		for n := 2; ; n++ {
			if _, taken := out[name]; !taken {
				break
			}
			name = fmt.Sprintf("%s (%d)", quote(label), n)
		}
		out[name] = v
	}
	return out
}
