package focused

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"verde/internal/sitetest"
	"verde/siteexpand"
)

// Chapters and sections of a manual have one template and one form of name: that they differ, only their bodies' classes say. A class that only some
// of a kind have tells no kind, and one sample has none to share it with: lists have to show the others apart.
func TestDeclaredKinds(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		name              string
		chapter, sections string // format of the body's class by number
		listed            bool   // apart
		apart             int    // by so many samples or more, 0 for never
	}{
		{"kinds", "page chapter n%d", "page section n%d", false, 2},
		{"kinds listed apart", "page chapter n%d", "page section n%d", true, 1},
		{"nothing declared", "", "", false, 0},
		{"categories of one kind", "page post category-%d", "page post category-%d", false, 0},
	} {
		pages := map[string]string{}
		class := func(format string, n int) string {
			if format == "" {
				return "<body>"
			}
			return "<body class=\"" + strings.ReplaceAll(format, "%d", fmt.Sprint(n)) + "\">"
		}
		var chapters, sections, all []string
		for i := range 24 {
			at := fmt.Sprintf("/%s.html", words(i, "chapter"))
			format := x.chapter
			if i%2 > 0 {
				format, sections = x.sections, append(sections, at)
			} else {
				chapters = append(chapters, at)
			}
			all = append(all, at)
			pages[at] = class(format, i%3) + sitetest.Anchors("p class=nav", "/") + fmt.Sprintf("<h1>%s</h1><p class=text>%s</p><p class=text>%s</p>", words(i, "title"), words(i, "a"), words(i, "b"))
		}
		pages["/"] = class("page home", 9) + "<h1>Manual</h1>" + sitetest.Anchors("ul class=toc", all...)
		if x.listed {
			pages["/"] = class("page home", 9) + "<h1>Manual</h1>" + sitetest.Anchors("ul class=toc", chapters...) + sitetest.Anchors("ol class=more", sections...)
		}
		for _, samples := range [][]string{{chapters[1]}, {chapters[0], chapters[4]}, {chapters[2], chapters[5], chapters[7]}} {
			t.Run(fmt.Sprint(x.name, len(samples)), func(t *testing.T) {
				t.Parallel()
				got, _, _ := sitetest.Expand(t, Method{}, pages, siteexpand.Options{}, samples...)
				want := slices.Sorted(slices.Values(all))
				if x.apart > 0 && len(samples) >= x.apart {
					want = slices.Sorted(slices.Values(chapters))
				}
				if !slices.Equal(got, want) {
					t.Errorf("found %d of %d: %v", len(got), len(want), got)
				}
			})
		}
	}
}
