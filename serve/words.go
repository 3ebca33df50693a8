package serve

import (
	"cmp"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode"

	"verde/record"
)

// Bounds of texts, in characters.
const (
	maxText = 160   // in a list
	maxLong = 5_000 // where it is the thing that is looked at
)

// text is a text from the web for a list.
func text(s string) string { return cut(s, maxText) }

// long is a text from the web where it is what is looked at.
func long(s string) string { return cut(s, maxLong) }

// field is a text in a field of a form.
func field(s string) string { return cut(s, maxField) }

// logText is a run's log without control characters, but for line ends, and without
// bidirectional controls.
func logText(s string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)) {
			return -1
		}
		return r
	}, s)
}

// cut bounds a text in characters, and removes control characters and bidirectional
// controls, which could affect the page around it. Templates put each text into a bdi
// element besides.
func cut(s string, most int) string {
	var b strings.Builder
	n := 0
	for i, r := range s {
		switch {
		case n == most:
			return fmt.Sprintf("%s… (%d bytes more)", b.String(), len(s)-i)
		case r == '\n' || r == '\t':
			r = ' '
		case unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r):
			continue
		}
		b.WriteRune(r)
		n++
	}
	return b.String()
}

// joined is several texts as one.
func joined(texts []string) string { return text(strings.Join(texts, record.Between)) }

// share writes a probability or share.
func share(p float64) string { return fmt.Sprintf("%.2f", p) }

// at is the address of a page of a run: parts of the path, then, behind "?", keys and
// values.
func at(run *run, parts ...string) string {
	q := url.Values{}
	for i, p := range parts {
		if p == "?" {
			for k := i + 1; k+1 < len(parts); k += 2 {
				q.Add(parts[k], parts[k+1])
			}
			parts = parts[:i]
			break
		}
	}
	escaped := make([]string, len(parts))
	for i, p := range parts {
		escaped[i] = url.PathEscape(p)
	}
	return address(run, strings.Join(escaped, "/"), q)
}

// outside is the address of a page of the web, "" for one that a browser should not be
// sent to.
func outside(s string) string {
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" {
		return ""
	}
	return u.String()
}

func ago(t time.Time) string {
	if t.IsZero() {
		return "never"
	}
	switch d := time.Since(t); {
	case d < time.Minute:
		return "just now"
	case d < time.Hour:
		return many(int(d.Minutes()), "minute") + " ago"
	case d < 48*time.Hour:
		return many(int(d.Hours()), "hour") + " ago"
	}
	return t.Format(time.DateOnly)
}

// many writes a count with its noun: "1 page", "3 pages".
func many(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	if stem, ok := strings.CutSuffix(what, "y"); ok {
		what = stem + "ie"
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// address is that of a page of a run.
func address(run *run, path string, query url.Values) string {
	out := "/runs/" + url.PathEscape(run.Name) + "/" + path
	if len(query) > 0 {
		out += "?" + query.Encode()
	}
	return out
}

// byCount gives the keys of counts, the largest first.
func byCount(counts map[string]int) []string {
	return slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
}
