package rules

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"verde/page"
)

// TestManyLines checks that dividing a page takes no more time than its size explains,
// whatever repeats on it. Each of these took eight seconds or more.
func TestManyLines(t *testing.T) {
	t.Parallel()
	const n = 60_000
	for name, tt := range map[string]struct {
		title, body string
		lines       int // the title's among them
	}{
		"headings side by side":       {"x", strings.Repeat("<h2>a</h2>", n), n + 1},
		"lists of one term":           {"x", strings.Repeat("<dl><dt>a</dl>", n), n + 1},
		"a term of many lines":        {"x", "<dl><dt>" + strings.Repeat("a<br>", n) + "<dd><dl><dt>b</dl></dl>", n + 2},
		"headings below a long title": {strings.Repeat("x ", n), strings.Repeat("<p>b</p><h2>a</h2>", n), 2*n + 1},
	} {
		p := &page.Page{URL: "http://large.example/", Status: 200, Body: []byte("<!DOCTYPE html><title>" + tt.title + "</title>" + tt.body)}
		root, err := p.Parse()
		if err != nil {
			t.Fatal(err)
		}
		c := NewCorpus()
		d := c.Read(p.URL, root)
		begun := time.Now()
		lines := c.outline(d)
		c.divide(d, lines, SectionLabels{c.Syms.Intern(NameSection): {Text: NameSection}})
		if took := time.Since(begun); len(lines) != tt.lines || took > 4*time.Second {
			t.Errorf("%s: %d lines after %v, want %d", name, len(lines), took, tt.lines)
		}
	}
}

// TestLongTitle checks which headings name the entity that the title names: what is below
// them is below its name.
func TestLongTitle(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		title, heading string
		want           bool
	}{
		{"Dune - a shop of books", "DUNE", true},
		{"Dune", "Dune by Frank Herbert", true},
		{"Solaris", "Dune", false},
		{"", "Dune", false},
		{"Dune" + strings.Repeat(" and others", 100), "Dune", false}, // lists what there is
	} {
		p := &page.Page{URL: "http://books.example/", Status: 200, Body: fmt.Appendf(nil, "<!DOCTYPE html><title>%s</title><div><h1>%s</h1><p>one</p></div>", tt.title, tt.heading)}
		root, err := p.Parse()
		if err != nil {
			t.Fatal(err)
		}
		c := NewCorpus()
		d, own := c.Read(p.URL, root), c.Syms.Intern(NameSection)
		lines := c.outline(d)
		c.divide(d, lines, SectionLabels{own: {Text: NameSection}})
		if got := lines[len(lines)-1].section == own; got != tt.want {
			t.Errorf("%.20s: %s names it: %v, want %v", tt.title, tt.heading, got, tt.want)
		}
	}
}
