package extract

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"verde/page"
)

// TestPivot checks of rows that they are columns where texts in them, or above them, name what each has, and only there;
// a wrapper that was written down and read again does the same.
func TestPivot(t *testing.T) {
	t.Parallel()
	names := []string{"Length", "Beam", "Draught", "Builder", "Port"}
	value := func(i, k int) string { return fmt.Sprintf("%s %d", names[k][:1], 17*i+5*k+3) }
	for _, tt := range []struct {
		name   string
		body   func(i int) string
		fields map[string]string // of the fourth page, a text of each
		rows   int               // of its groups
	}{
		{"spreadsheet with its numbers and letters", func(i int) string {
			out := "<table><tr><th></th><th>A</th><th>B</th><th>C</th></tr>"
			for k := range names {
				if (i+k)%4 > 0 {
					out += fmt.Sprintf("<tr><th>%d</th><td>%s</td><td>%s</td><td></td></tr>", strings.Count(out, "<tr>"), names[k], value(i, k))
				}
			}
			return out + "</table>"
		}, map[string]string{"Length": "L 54", "Draught": "D 64", "Port": "P 74"}, 0},
		{"data for scripts, with codes and words", func(i int) string {
			var facts []string
			for k := range names {
				if (i+k)%4 == 0 {
					continue
				}
				facts = append(facts, fmt.Sprintf(`{"key":"%s","label":"%s of ship","values":["%s","%s x"]}`, strings.ToLower(names[k][:3]), names[k], value(i, k), value(i, k)))
			}
			return `<script type="application/json" id="__APP_DATA__">{"entry":{"facts":[` + strings.Join(facts, ",") + `]}}</script>`
		}, map[string]string{"Length of ship": "L 54|L 54 x", "Port of ship": "P 74|P 74 x"}, 0},
		{"data for scripts, with units", func(i int) string {
			var facts []string
			for k := range names {
				if (i+k)%4 > 0 {
					facts = append(facts, fmt.Sprintf(`{"label":"%s","value":"%d","unit":"%s"}`, names[k], 17*i+5*k+3, []string{"m", "kg", "cm", "°C", "km"}[k]))
				}
			}
			return `<script type="application/json" id="__APP_DATA__">{"entry":{"facts":[` + strings.Join(facts, ",") + `]}}</script>`
		}, map[string]string{"Length": "54 m", "Draught": "64 cm", "Port": "74 km"}, 0},
		{"list for each label, with a remark to all", func(i int) string {
			out := "<h2>Statements</h2>"
			for k := range names {
				out += fmt.Sprintf("<div class=group><div class=name>%s</div><div class=list>", names[k])
				for n := range 1 + (i+k)%3 {
					out += fmt.Sprintf("<div class=item><div class=value>%s%c</div><div class=remark>1 reference</div></div>", value(i, k), 'a'+n)
				}
				out += "</div></div>"
			}
			return out
		}, map[string]string{"Length": "L 54a", "Beam": "B 59a|B 59b", "Draught": "D 64a|D 64b|D 64c"}, 0},
		{"offers of shops that many pages have, below headings", func(i int) string {
			out := "<table><tr><th>Shop</th><th>Price</th></tr>"
			for k := range names {
				out += fmt.Sprintf("<tr><td>%s</td><td>$%d</td></tr>", names[k], 17*i+5*k+3)
			}
			return out + "</table>"
		}, map[string]string{"Length": ""}, 5},
		{"offers that a publisher marks up", func(i int) string {
			var offers []string
			for k := range names {
				offers = append(offers, fmt.Sprintf(`{"@type":"Offer","seller":{"@type":"Organization","name":"%s"},"price":"%d.50"}`, names[k], 17*i+5*k+3))
			}
			return `<script type="application/ld+json">{"@type":"Product","name":"x","offers":[` + strings.Join(offers, ",") + `]}</script>`
		}, map[string]string{"Length": ""}, 5},
		{"options that all programs have", func(i int) string {
			out := "<div class=options>"
			for k := range names {
				out += fmt.Sprintf("<div class=option><b>%s</b><p>says how the %s is given to it</p></div>", names[k], names[k])
			}
			for k := range 4 {
				out += fmt.Sprintf("<div class=option><b>own%d</b><p>what number %d alone has</p></div>", 17*i+k, 4*i+k)
			}
			return out + "</div>"
		}, map[string]string{"Length": ""}, 9},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var pages []*page.Page
			for i := range 8 {
				pages = append(pages, document(fmt.Sprintf("http://ships.example/%d", i), fmt.Sprintf("<h1>Ship %c%d</h1>", 'A'+i, i*i)+tt.body(i)))
			}
			learned, _, err := Learn(pages, Options{})
			if err != nil {
				t.Fatal(err)
			}
			text, err := learned.Text()
			if err != nil {
				t.Fatal(err)
			}
			var kept Wrapper
			if err := json.Unmarshal(text, &kept); err != nil {
				t.Fatal(err)
			}
			if d := learned.Drift(readAll(t, learned, pages)); d.Drifted() || len(d.Lost) > 0 {
				t.Errorf("drift on the pages that were learned from: %+v", d)
			}
			for _, w := range []*Wrapper{learned, &kept} {
				r, err := w.Extract(pages[3])
				if err != nil {
					t.Fatal(err)
				}
				compareFields(t, &r, tt.fields)
				rows := 0
				for _, g := range r.Groups {
					rows += len(g.Rows)
				}
				if rows != tt.rows {
					t.Errorf("%d rows, expected %d: %v", rows, tt.rows, r.Groups)
				}
			}
		})
	}
}

// compareFields compares a record's own fields with texts that are joined by |.
func compareFields(t *testing.T, r *Record, want map[string]string) {
	t.Helper()
	for _, label := range slices.Sorted(maps.Keys(want)) {
		if got := strings.Join(field(r, label), "|"); got != want[label] {
			t.Errorf("%s: %q, expected %q, of %v", label, got, want[label], r.ByLabel())
		}
	}
}

// field is the texts of a record's own field.
func field(r *Record, label string) (out []string) {
	for _, f := range r.Fields {
		if f.Label == label {
			for _, v := range f.Values {
				out = append(out, v.Text)
			}
		}
	}
	return out
}
