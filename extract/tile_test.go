package extract

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"verde/page"
)

// TestTiles checks that a label below its value names it, in tiles of which some
// pages lack some, on learned and on other pages.
func TestTiles(t *testing.T) {
	t.Parallel()
	labels := []string{"Runs", "Wickets", "Matches", "Catches"}
	var pages []*page.Page
	for i := range 8 {
		body := fmt.Sprintf("<h1>Player %d</h1><div class=grid>", i)
		for k, label := range labels {
			if (i+k)%5 > 0 {
				body += fmt.Sprintf("<div class=tile><div class=big>%d</div><div class=small>%s</div></div>", 100*k+i, label)
			}
		}
		pages = append(pages, document(fmt.Sprintf("http://cricket.example/%d", i), body+"</div><p>Back to the list</p>"))
	}
	w, table, err := Learn(pages[:6], Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range append(table.Records(), readAll(t, w, pages[6:])...) {
		for k, label := range labels {
			var want []string
			if (i+k)%5 > 0 {
				want = []string{fmt.Sprint(100*k + i)}
			}
			if got := r.Texts(label); !slices.Equal(got, want) {
				t.Errorf("page %d: %s is %q, want %q", i, label, got, want)
			}
		}
	}
}

// TestTilesInRows checks that rows of a layout which hold several labels with their values are no tiles themselves, where
// the first of a row is missing on some pages and the others move on.
func TestTilesInRows(t *testing.T) {
	t.Parallel()
	labels := []string{"Opened", "Span", "Deck", "Toll", "Height", "Owner", "Lanes", "Clearance", "Piers"}
	var pages []*page.Page
	want := make([]map[string]string, 12)
	for i := range want {
		want[i] = make(map[string]string)
		body := "<table>"
		for k, label := range labels {
			if k%3 == 0 && i%4 == 3 {
				continue
			}
			if len(want[i])%3 == 0 {
				body += "<tr>"
			}
			want[i][label] = fmt.Sprint(100*k + (7*i*i+k)%90)
			body += fmt.Sprintf("<td><font size=1>%s</font><br><font size=3>%s</font></td>", label, want[i][label])
		}
		pages = append(pages, document(fmt.Sprintf("http://bridges.example/%d", i), fmt.Sprintf("<h1>Bridge %d</h1>%s</table><p>Back to the list</p>", i, body)))
	}
	w, table, err := Learn(pages[:10], Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range append(table.Records(), readAll(t, w, pages[10:])...) {
		for _, label := range labels {
			if got, want := strings.Join(r.Texts(label), "|"), want[i][label]; got != want {
				t.Errorf("page %d: %s is %q, want %q", i, label, got, want)
			}
		}
	}
}

// TestNumbersAboveLabels checks that numbers before labels are values where no value stands behind, whatever one row has there.
func TestNumbersAboveLabels(t *testing.T) {
	t.Parallel()
	labels := []string{"Reviews", "Photos", "Fans", "Followers"}
	value := func(i, k int) string { return fmt.Sprint(3 + (i*7+k*13)%90 + k/3*100) }
	var pages []*page.Page
	for i := range 12 {
		body := fmt.Sprintf("<h1>Person %c</h1><table>", 'A'+i)
		for k, label := range labels {
			body += fmt.Sprintf("<tr><td>%s</td><td>%s</td>%s</tr>", value(i, k), label, strings.Repeat("<td>all</td>", k/3))
		}
		pages = append(pages, document(fmt.Sprintf("http://persons.example/%d", i), body+"</table>"))
	}
	for i, r := range mostLearned(t, pages) {
		for k, label := range labels[:3] {
			if got := r.Texts(label); !slices.Equal(got, []string{value(i, k)}) {
				t.Errorf("page %d: %s is %q, want %q", i, label, got, value(i, k))
			}
		}
	}
}
