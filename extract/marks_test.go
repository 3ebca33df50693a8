package extract

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"verde/page"
)

// TestMarksOfLabelsInValues checks that a value with a label of its own keeps what may part labels from values in other texts: a
// colon without a blank, dots, a headword in brackets, or a title that explains it.
func TestMarksOfLabelsInValues(t *testing.T) {
	t.Parallel()
	facts := func(i int) map[string]string {
		return map[string]string{"Gene": fmt.Sprintf("HGNC:%d", 100+7*i), "Term": fmt.Sprintf("GO:%d", 1000+77*i), "Motto": fmt.Sprintf("And then.... %d", 5*i), "State": fmt.Sprintf("【新品】%c", 'A'+i*5%23)}
	}
	order := []string{"Gene", "Term", "Motto", "State"}
	for name, form := range map[string]string{
		"cells":       "<tr><th>%s</th><td>%s</td></tr>",
		"terms":       "<dl><dt>%s</dt><dd>%s</dd></dl>",
		"blocks":      "<div><div>%s</div><div>%s</div></div>",
		"spans":       "<div><span>%s</span> <span>%s</span></div>",
		"bold labels": "<p><b>%s:</b> %s</p>",
		"titles":      "<tr><th>%[1]s</th><td title='All about its %[1]s'>%[2]s</td></tr>",
		"in a line":   "<p>%[1]s: <span title='All about its %[1]s'>%[2]s</span></p>",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkFacts(t, facts, func(i int) string {
				body := ""
				for _, label := range order {
					body += fmt.Sprintf(form, label, facts(i)[label])
				}
				if form[1] == 't' {
					body = "<table>" + body + "</table>"
				}
				return body
			})
		})
	}
}

// TestMarksOfLabelsInTitles checks that what titles begin with is no label of the rest, though many of them do.
func TestMarksOfLabelsInTitles(t *testing.T) {
	t.Parallel()
	for _, form := range []string{"Category:Town %c", "【中古】Town %c", "Once more.... Town %c"} {
		var pages []*page.Page
		for i := range 8 {
			pages = append(pages, document(fmt.Sprintf("http://towns.example/%d", i), fmt.Sprintf("<h1>"+form+"</h1><p>Mayor: Mr %c</p>", 'A'+i, 'K'+i*3%8)))
		}
		for i, r := range mostLearned(t, pages) {
			if want := fmt.Sprintf(form, 'A'+i); !slices.Contains(r.Texts("h1"), want) {
				t.Errorf("page %d: no %q in %q", i, want, r.ByLabel())
			}
		}
	}
}

// TestValuesByTurns checks that a list of values of which every other one comes again on other pages has no labels behind them.
func TestValuesByTurns(t *testing.T) {
	t.Parallel()
	for name, form := range map[string]string{"items": "<li>%s</li>", "paragraphs": "<p>%s</p>", "lines": "%s<br>", "rows": "<tr><td>%s</td></tr>"} {
		values := func(i int) []string {
			return []string{fmt.Sprintf("Car %c", 'A'+i), []string{"Red", "Green"}[i%2], fmt.Sprintf("%d km", 77*i+3), []string{"Manual", "Automatic"}[i/2%2]}
		}
		var pages []*page.Page
		for i := range 9 {
			body := ""
			for _, value := range values(i) {
				body += fmt.Sprintf(form, value)
			}
			pages = append(pages, document(fmt.Sprintf("http://cars.example/%d", i), fmt.Sprintf("<h1>No %d</h1><table>%s</table>", i*37, body)))
			if name != "rows" {
				pages[i] = document(pages[i].URL, fmt.Sprintf("<h1>No %d</h1><div>%s</div>", i*37, body))
			}
		}
		for i, r := range mostLearned(t, pages) {
			for _, label := range r.Labels() {
				if slices.Contains([]string{"Red", "Green", "Manual", "Automatic"}, label) {
					t.Errorf("%s, page %d: %s is a label of %q", name, i, label, r.Texts(label))
				}
			}
		}
	}
}

// TestMarksOfTermsInCells checks that what a cell says has the mark between a term and what it means, though one between a label and
// its value is left out.
func TestMarksOfTermsInCells(t *testing.T) {
	t.Parallel()
	for _, mark := range []string{" - ", ": "} {
		var pages []*page.Page
		for i := range 6 {
			rows := ""
			for k := range 2 + i%3 {
				rows += fmt.Sprintf("<tr><td>v%d.mode%d</td><td>Mode no %d<ul><li><b>m%d</b>%sMiddle</li><li><b>large</b>%sLarge</li></ul></td></tr>", i, k, 7*i+k, k, mark, mark)
			}
			pages = append(pages, document(fmt.Sprintf("http://modes.example/%d", i), fmt.Sprintf("<h1>Unit %c</h1><table><tr><th>Setting</th><th>Description</th></tr>%s</table>", 'A'+i, rows)))
		}
		for i, r := range mostLearned(t, pages) {
			said := ""
			for _, g := range r.Groups {
				for _, row := range g.Rows {
					for _, f := range row {
						for _, v := range f.Values {
							said += v.Text + "|"
						}
					}
				}
			}
			if want := "large" + mark + "Large"; strings.Count(said, want) != 2+i%3 {
				t.Errorf("page %d: not %d times %q in %q", i, 2+i%3, want, said)
			}
		}
	}
}
