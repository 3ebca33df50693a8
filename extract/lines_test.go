package extract

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"verde/page"
)

// TestLabelLines checks lines of label and value that br elements end, in a paragraph
// before others that are alike among themselves: the facts before the reviews.
func TestLabelLines(t *testing.T) {
	t.Parallel()
	labels := []string{"Stock", "Edition", "Publisher", "Costs"}
	value := func(i, k int) string {
		return []string{"Usually ships in some twenty four hours from here, no. ", "bound in ", "Workman and Sons ", "$"}[k] + fmt.Sprint(10*i+k)
	}
	var pages []*page.Page
	for i := range 8 {
		body := fmt.Sprintf("<div class=main><font size=+2>Book %d</font><p>", i)
		for k, label := range labels {
			if (i+k)%5 > 0 {
				body += fmt.Sprintf("<font color=gray>%s</font> <font color=black>%s</font><br>\n", label, value(i, k))
			}
		}
		for k := range 3 {
			body += fmt.Sprintf("<p><b>May %d, 2010</b> %s</p>", i+k+1, strings.Repeat(fmt.Sprintf("Reader %d%d liked it. ", i, k), 6))
		}
		pages = append(pages, document(fmt.Sprintf("http://books.example/%d", i), body+"</div><address>Write to us</address>"))
	}
	w, table, err := Learn(pages[:6], Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range append(table.Records(), readAll(t, w, pages[6:])...) {
		for k, label := range labels {
			var want []string
			if (i+k)%5 > 0 {
				want = []string{value(i, k)}
			}
			if got := r.Texts(label); !slices.Equal(got, want) {
				t.Errorf("page %d: %s is %q, want %q", i, label, got, want)
			}
		}
	}
}

// TestLinkedLines checks lines of "Label: value" in a paragraph, some of whose values are links.
func TestLinkedLines(t *testing.T) {
	t.Parallel()
	labels := []string{"Nation", "School", "Subject", "Town", "Known for"}
	facts := func(i int) map[string]string {
		out := make(map[string]string)
		for k, label := range labels {
			if (i+k)%4 > 0 {
				out[label] = fmt.Sprintf("%s %d", []string{"Land", "Academy of", "Theory", "New", "the survey of ring nebulae"}[k], 10+i*(k+2)%7)
			}
		}
		return out
	}
	checkFacts(t, facts, func(i int) string {
		var lines []string
		for k, label := range labels {
			if v := facts(i)[label]; v != "" && k == 4 {
				lines = append(lines, label+": "+v)
			} else if v != "" {
				lines = append(lines, fmt.Sprintf("%s: <a href='/x/%d'>%s</a>", label, i, v))
			}
		}
		return "<p class=facts>" + strings.Join(lines, "<br>") + "</p>"
	})
}
