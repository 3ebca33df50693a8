package focused

import (
	"fmt"
	"slices"
	"testing"

	"verde/internal/sitetest"
	"verde/siteexpand"
)

// The pages of a manual have one template and one form of name, and each names the page above it: filters are below one chapter, in groups, tools
// below another. Of one group most filters may be.
func TestPlacedElsewhere(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		name  string
		up    string // format of the link to the page above
		group func(i int) int
		apart bool
	}{
		{"link elements", "<link rel=up href=%s>", func(i int) int { return i % 3 }, true},
		{"anchors", "<a rel=Up href=%s>Up</a>", func(i int) int { return i % 3 }, true},
		{"one large group", "<link rel=up href=%s>", func(i int) int { return min(i%8, 1) }, true},
		{"not named", "<a href=%s>Up</a>", func(i int) int { return i % 3 }, false},
	} {
		pages, lists := map[string]string{}, map[string][]string{}
		var filters, tools []string
		page := func(at, up, body string) {
			pages[at] = "<body>" + fmt.Sprintf(x.up, up) + "<h1>" + at + "</h1>" + body
			lists[up] = append(lists[up], at)
		}
		for i := range 48 {
			at := fmt.Sprintf("/%s.html", words(i, "place"))
			body := fmt.Sprintf("<p class=text>%s</p><p class=text>%s</p>", words(i, "a"), words(i, "b"))
			if i%2 == 0 {
				page(at, fmt.Sprintf("/filters-%d.htm", x.group(i/2)), body)
				filters = append(filters, at)
			} else {
				page(at, fmt.Sprintf("/tools-%d.htm", x.group(i/2)), body)
				tools = append(tools, at)
			}
		}
		for i := range 3 {
			for _, kind := range []string{"filters", "tools"} {
				at := fmt.Sprintf("/%s-%d.htm", kind, i)
				page(at, "/"+kind+".htm", sitetest.Anchors("ul class=toc", lists[at]...))
			}
		}
		for _, at := range []string{"/filters.htm", "/tools.htm"} {
			page(at, "/", sitetest.Anchors("ul class=toc", lists[at]...))
		}
		pages["/"] = "<h1>Manual</h1>" + sitetest.Anchors("ul class=toc", lists["/"]...)
		for _, samples := range [][]string{{filters[1]}, {filters[1], filters[2]}, {filters[3], filters[5], filters[7]}} {
			t.Run(fmt.Sprint(x.name, len(samples)), func(t *testing.T) {
				t.Parallel()
				got, _, _ := sitetest.Expand(t, Method{}, pages, siteexpand.Options{}, samples...)
				want := slices.Sorted(slices.Values(filters))
				if !x.apart {
					want = slices.Sorted(slices.Values(append(slices.Clone(filters), tools...)))
				}
				if !slices.Equal(got, want) {
					t.Errorf("found %d of %d: %v", len(got), len(want), got)
				}
			})
		}
	}
}

// Of a type whose pages name what is above them here and there only, those that do not are where the others are, for all that is known. Where one sample tells
// by its place alone, that is said.
func TestUnplaced(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		name   string
		placed func(i int) string // link to the page above
		doubt  bool
	}{
		{"some name nothing", func(i int) string { return []string{"<link rel=up href=/all.htm>", ""}[i%2] }, false},
		{"in two places", func(i int) string { return fmt.Sprintf("<link rel=up href=/group-%d.htm>", i/2%3) }, true},
	} {
		pages, all := map[string]string{}, []string{}
		for i := range 30 {
			at := fmt.Sprintf("/%s.html", words(i, "place"))
			pages[at] = "<body>" + x.placed(i) + "<h1>" + at + "</h1><p class=text>" + words(i, "a") + "</p>" + sitetest.Anchors("p class=nav", "/all.htm")
			all = append(all, at)
		}
		for i := range 3 {
			pages[fmt.Sprintf("/group-%d.htm", i)] = fmt.Sprintf("<body><link rel=up href=/part-%d.htm><h1>Group</h1>", i)
			pages[fmt.Sprintf("/part-%d.htm", i)] = "<body><link rel=up href=/all.htm><h1>Part</h1>" + sitetest.Anchors("p", fmt.Sprintf("/group-%d.htm", i))
		}
		pages["/all.htm"] = "<body><link rel=up href=/><h1>All</h1>" + sitetest.Anchors("ul class=toc", all...) + sitetest.Anchors("ol class=parts", "/part-0.htm", "/part-1.htm", "/part-2.htm")
		pages["/"] = "<body><h1>Home</h1>" + sitetest.Anchors("p", "/all.htm")
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			got, report, _ := sitetest.Expand(t, Method{}, pages, siteexpand.Options{}, all[2])
			if !x.doubt && len(got) != len(all) {
				t.Errorf("found %d of %d: %v", len(got), len(all), got)
			}
			doubt := slices.ContainsFunc(report.Report.Diagnoses, func(d siteexpand.Diagnosis) bool { return d.Doubt && d.Case == siteexpand.OneSample })
			if doubt != x.doubt {
				t.Errorf("doubt %v, want %v: %d found, %+v", doubt, x.doubt, len(got), report.Report.Diagnoses)
			}
		})
	}
}
