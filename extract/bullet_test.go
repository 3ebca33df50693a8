package extract

import (
	"fmt"
	"testing"

	"verde/page"
)

// TestTypedLines checks lines whose layout is typed: signs before items and before labels are of neither, and of a
// paragraph of two lines the labels are told from the values.
func TestTypedLines(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		body func(i int) string
		want map[string]string // of the third page
	}{
		{"dashes before items", func(i int) string {
			out := "<h2>You will need</h2><ul>"
			for k := range 2 + i%3 {
				out += fmt.Sprintf("<li>- %d oz flour %c</li>", 3+i+k, 'a'+i)
			}
			return out + "</ul>"
		}, map[string]string{"You will need": "5 oz flour c|6 oz flour c|7 oz flour c|8 oz flour c"}},
		{"ticks before labels", func(i int) string {
			return fmt.Sprintf("<p>✓ Memory: %d presets</p><p>✔ Keys: %d keys</p><p>► Weight: %d kg</p>", 100+7*i, 40+i, 5+i)
		}, map[string]string{"Memory": "114 presets", "Keys": "42 keys", "Weight": "7 kg"}},
		{"signs that are values", func(i int) string {
			return fmt.Sprintf("<table><tr><td>Least</td><td>- %d °C</td></tr><tr><td>Trend</td><td>▼ %d.1</td></tr></table><p><b>Genre</b> <i>• Rock %d</i></p><h4>Coldest</h4><p>- %d °C</p>", 11+i, 6+i, i, 20+i)
		}, map[string]string{"Coldest": "- 22 °C", "Least": "- 13 °C", "Trend": "▼ 8.1", "Genre": "Rock 2"}},
		{"paragraph of two lines", func(i int) string {
			return fmt.Sprintf("<p><strong>Needles:</strong> %d.5 mm (US %d)<br><strong>Gauge:</strong> %d sts and %d rows to 10 cm and 4 inches</p>", 2+i, i+3, 13+i, 17+i)
		}, map[string]string{"Needles": "4.5 mm (US 5)", "Gauge": "15 sts and 19 rows to 10 cm and 4 inches"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var pages []*page.Page
			for i := range 8 {
				pages = append(pages, document(fmt.Sprintf("http://things.example/%d", i), fmt.Sprintf("<h1>Thing %c%d</h1>%s<p>Footer</p>", 'A'+i, i*i, tt.body(i))))
			}
			w, _, err := Learn(pages, Options{})
			if err != nil {
				t.Fatal(err)
			}
			r, err := w.Extract(pages[2])
			if err != nil {
				t.Fatal(err)
			}
			compareFields(t, &r, tt.want)
		})
	}
}
