package extract

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"verde/page"
)

// Bold lines among those of one block are labels of what stands below them, however many
// of them a page has.
func TestBoldLines(t *testing.T) {
	t.Parallel()
	genres, houses := []string{"seria", "buffa", "comique"}, []string{"Scala", "Fenice", "Regio", "Savoy", "Garnier"}
	facts := func(i int) map[string]string {
		f := map[string]string{"Composer": fmt.Sprintf("Composer %c", 'A'+i*7%23), "Acts": fmt.Sprint(1 + i*3%5)}
		if i%3 > 0 {
			f["Genre"] = genres[i/3%3]
		}
		if i%4 > 1 {
			f["Venue"] = houses[i%5]
		}
		return f
	}
	var pages []*page.Page
	for i := range 18 {
		var body strings.Builder
		for _, label := range []string{"Composer", "Genre", "Venue", "Acts"} {
			if v := facts(i)[label]; v != "" {
				fmt.Fprintf(&body, "<b>%s</b><br>%s<br><br>", label, v)
			}
		}
		pages = append(pages, document(fmt.Sprintf("http://operas.example/%d", i), fmt.Sprintf("<h1>Opera %d</h1>%s<p>Footer</p>", i, body.String())))
	}
	w, table, err := Learn(pages[:12], Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range append(table.Records(), readAll(t, w, pages[12:])...) {
		for _, label := range []string{"Composer", "Genre", "Venue", "Acts"} {
			var want []string
			if v := facts(i)[label]; v != "" {
				want = []string{v}
			}
			if got := r.Texts(label); !slices.Equal(got, want) {
				t.Errorf("page %d: %s is %q, want %q", i, label, got, want)
			}
		}
	}
}

// TestBoldList checks that lines of a block are no labels of each other where all of them are bold, though many pages
// have some of them.
func TestBoldList(t *testing.T) {
	t.Parallel()
	ports := []string{"UART", "SPI", "CAN", "LIN", "USB", "I2S", "SDIO", "QSPI"}
	facts := func(i int) map[string]string {
		var of []string
		for k, port := range ports {
			if k < 3 && (i+2*k)%3 > 0 || (3*i+k)%5 == 0 {
				of = append(of, port)
			}
		}
		return map[string]string{"Ports": strings.Join(of, "|"), "Pins": fmt.Sprint(8 + i*12%52), "Core": fmt.Sprint("Core ", i*5%7)}
	}
	checkFacts(t, facts, func(i int) string {
		body := "<table>"
		for _, label := range []string{"Core", "Ports", "Pins"} {
			body += fmt.Sprintf("<tr><td><font>%s</font></td><td><font><b>%s</b></font></td></tr>", label, strings.ReplaceAll(facts(i)[label], "|", "<br>"))
		}
		return body + "</table>"
	})
}
