package gpp

import (
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"verde/page"
)

var update = flag.Bool("update", false, "write testdata anew")

// drawn reads a layout that is written as lines, each an element indented below the one that
// it is in: its name and attributes, its left and top edge, width and height, and for a
// link where it leads.
func drawn(t *testing.T, drawing string) *page.Layout {
	t.Helper()
	l := &page.Layout{}
	var above []int
	for line := range strings.Lines(drawing) {
		text := strings.TrimLeft(strings.TrimRight(line, "\n"), "\t")
		if text == "" {
			continue
		}
		depth := strings.IndexFunc(line, func(r rune) bool { return r != '\t' })
		f := strings.Fields(text)
		b := page.Box{Parent: -1}
		var attributes string
		b.Name, attributes, _ = strings.Cut(f[0], "[")
		for a := range strings.SplitSeq(strings.TrimSuffix(attributes, "]"), ",") {
			if a != "" {
				b.Attributes = append(b.Attributes, html.Attribute{Key: a})
			}
		}
		if _, err := fmt.Sscan(strings.Join(f[1:5], " "), &b.X, &b.Y, &b.Width, &b.Height); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if len(f) > 5 {
			b.Link = "http://e.org" + f[5]
		}
		if above = above[:depth]; depth > 0 {
			b.Parent = above[depth-1]
		}
		above = append(above, len(l.Boxes))
		l.Boxes = append(l.Boxes, b)
	}
	return l
}

// text writes lists out.
func text(lists []webList, p *paths) string {
	var b strings.Builder
	for _, l := range lists {
		how := "rows"
		if l.column {
			how = "column"
		}
		fmt.Fprintf(&b, "%s from %d by %s\n", how, l.left, p.name(l.path))
		for _, u := range l.links {
			fmt.Fprintf(&b, "\t%s\n", strings.TrimPrefix(u, "http://e.org"))
		}
	}
	return b.String()
}

// The lists of a page that was drawn by hand are those that a person sees, but for what is
// nested.
func TestListsOfDrawing(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/*.boxes")
	if err != nil || len(files) == 0 {
		t.Fatal("no drawings", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			drawing, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			p := new(paths)
			got := text(listsOf(drawn(t, string(drawing)), p, page.TagAttr), p)
			golden := strings.TrimSuffix(file, ".boxes") + ".lists"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("lists (-want +got):\n%s", diff)
			}
		})
	}
}

// What makes two elements a list, one condition after the other.
func TestConditions(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, first, second string // children of one element
		list                bool
	}{
		{"below", "a 8 0 50 10 /1", "a 8 20 80 10 /2", true},
		{"beside", "a 8 0 50 10 /1", "a 80 0 80 10 /2", true},
		{"less than half a pixel off", "a 8.3 0 50 10 /1", "a 7.9 20 80 10 /2", true},
		{"a pixel off", "a 8 0 50 10 /1", "a 9 20 80 10 /2", false},
		{"by no edge", "a 8 0 50 10 /1", "a 90 20 80 10 /2", false},
		{"other elements", "a 8 0 50 10 /1", "area 8 20 80 10 /2", false},
		{"other attributes", "a[class] 8 0 50 10 /1", "a 8 20 80 10 /2", false},
		{"the second not shown", "a 8 0 50 10 /1", "a 8 20 0 0 /2", false},
		{"left of the page", "a -900 0 50 10 /1", "a -900 20 80 10 /2", false},
		{"partly left of the page", "a -9 0 50 10 /1", "a -9 20 80 10 /2", true},
		{"not a number", "a NaN 0 50 10 /1", "a NaN 20 80 10 /2", false},
		{"endless", "a 8 0 +Inf 10 /1", "a 8 20 +Inf 10 /2", false},
		{"negative width", "a 8 0 -50 10 /1", "a 8 20 -80 10 /2", false},
		{"far away", "a 1e300 0 50 10 /1", "a 1e300 20 80 10 /2", false},
		{"the second without a link", "a 8 0 50 10 /1", "a 8 20 80 10", false},
	} {
		p := new(paths)
		got := listsOf(drawn(t, "div 0 0 600 600\n\t"+test.first+"\n\t"+test.second+"\n"), p, page.TagAttr)
		if len(got) > 0 != test.list {
			t.Errorf("%s: %s", test.name, text(got, p))
		}
	}
}

// Layouts that no browser gives are read in time, and without harm.
func TestHostileBoxes(t *testing.T) {
	t.Parallel()
	const many = 1_000_000
	link := func(i int) string { return fmt.Sprintf("http://e.org/%d", i) }
	for name, box := range map[string]func(i int) page.Box{
		"all in a column": func(i int) page.Box {
			return page.Box{Parent: min(i, 1) - 1, Name: "a", Link: link(i), X: 8, Y: float64(i), Width: 1, Height: 1}
		},
		"one in the other": func(i int) page.Box {
			return page.Box{Parent: i - 1, Name: "a", Link: link(i), X: 8, Y: 8, Width: 1, Height: 1}
		},
		"each of its own": func(i int) page.Box {
			return page.Box{Parent: min(i, 1) - 1, Name: fmt.Sprint("x", i), Link: link(i), X: float64(i), Y: float64(i), Width: 1, Height: 1}
		},
		"pairs of deep ones": func(i int) page.Box {
			return page.Box{Parent: max(-1, i-1-i%2), Name: "a", Link: link(i), X: float64(i % 2), Y: 8, Width: 1, Height: 1}
		},
		"nothing is a number": func(i int) page.Box {
			return page.Box{Parent: math.MinInt, Name: "a", Link: link(i), X: math.NaN(), Y: math.Inf(-1), Width: math.Inf(1), Height: -1}
		},
		"parents behind": func(i int) page.Box {
			return page.Box{Parent: i + 1, Name: "a", Link: link(i), X: -math.MaxFloat64, Y: math.MaxFloat64, Width: math.MaxFloat64, Height: math.MaxFloat64}
		},
	} {
		t.Run(name, func(t *testing.T) {
			n := many
			if testing.Short() {
				n = many / 50
			}
			l := &page.Layout{Boxes: make([]page.Box, n)}
			for i := range l.Boxes {
				l.Boxes[i] = box(i)
			}
			links := 0
			for _, list := range listsOf(l, new(paths), page.TagAttr) {
				links += len(list.links)
			}
			if links > n {
				t.Errorf("%d links of %d boxes", links, n)
			}
		})
	}
}

// Paths have a number each, and of long ones the end is spelled out.
func TestPaths(t *testing.T) {
	t.Parallel()
	p := new(paths)
	html := p.of(nil, "html")
	a, b := p.of(&html, "body"), p.of(&html, "body")
	if a != b || p.name(a) != "html/body" {
		t.Errorf("%d and %d: %s", a, b, p.name(a))
	}
	id := a
	for range 10_000 {
		id = p.of(&id, "section[class]")
	}
	if got := p.name(id); len(got) > maxName+len("section[class]/") {
		t.Errorf("a name of %d bytes", len(got))
	}
	for n := 1 << 24; n > 0; n /= 2 { // up to the bound of [page.Paths]
		for _, c := range []string{"a", "b", "c", "d"} {
			p.Intern(strings.Repeat(c, n))
		}
	}
	rest := p.of(&a, "p")
	if q := p.of(&rest, "a"); q != rest || p.name(rest) != "..." {
		t.Errorf("over the bound: %d and %d, %s", rest, q, p.name(rest))
	}
	if p.of(&html, "body") != a {
		t.Error("a path that was there has another number over the bound")
	}
}
