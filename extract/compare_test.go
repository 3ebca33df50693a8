package extract

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"verde/page"
)

// TestCompared checks grids that compare the entity of the page with others, which stand in any order: a column each
// in tables of cells with headings or without, and in blocks, and a row each.
func TestCompared(t *testing.T) {
	t.Parallel()
	order := []string{"Maker", "Rating", "Formula", "Zoom", "Price"}
	for name, form := range map[string]struct {
		table, row, head, label, name, cell, end string
		rows                                     bool
	}{
		"headings":   {"<table>", "<tr>%s</tr>", "<th></th>", "<th>%s</th>", "<th>%s</th>", "<td>%s</td>", "</table>", false},
		"cells":      {"<table>", "<tr>%s</tr>", "<td>Model</td>", "<td>%s</td>", "<td><b>%s</b></td>", "<td>%s</td>", "</table>", false},
		"with notes": {"<table>", "<tr>%s</tr>", "<th></th>", "<th>%s</th>", "<th><a href=/x>%s</a><br>see also</th>", "<td>%s</td>", "</table>", false},
		"blocks":     {"<div>", "<div class=row>%s</div>", "<div class=label></div>", "<div class=label>%s</div>", "<div class=name>%s</div>", "<div class=value>%s</div>", "</div>", false},
		"rows":       {"<table>", "<tr>%s</tr>", "<th>Model</th>", "<th>%s</th>", "<td>%s</td>", "<td>%s</td>", "</table>", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkFacts(t, metals, func(i int) string {
				others := []int{i, (i + 5) % 18, (i + 9) % 18}
				others[0], others[i%3] = others[i%3], others[0] // in any order
				grid := [][]string{{form.head}}
				for _, label := range order {
					grid = append(grid, []string{fmt.Sprintf(form.label, label)})
				}
				for _, o := range others {
					grid[0] = append(grid[0], fmt.Sprintf(form.name, fmt.Sprintf("Thing %d", o)))
					for k, label := range order {
						grid[k+1] = append(grid[k+1], fmt.Sprintf(form.cell, metals(o)[label]))
					}
				}
				var b strings.Builder
				for n := range grid {
					row := grid[n]
					if form.rows {
						if row = nil; n > len(others) {
							break
						}
						for k := range grid {
							row = append(row, grid[k][n])
						}
					}
					fmt.Fprintf(&b, form.row, strings.Join(row, ""))
				}
				return form.table + b.String() + form.end
			})
		})
	}
}

// TestComparedInTitle checks that the name of the heading tells the page's own column where the title names another one, too.
func TestComparedInTitle(t *testing.T) {
	t.Parallel()
	names := strings.Fields("Amber Basilisk Cobalt Delphinium Ember Fluorite Garnet Heliodor")
	price := func(i int) string { return fmt.Sprintf("$%d.50", 10+i*7) }
	var pages []*page.Page
	for i, name := range names {
		k := (i + 3) % len(names)
		pages = append(pages, document(fmt.Sprintf("http://things.example/%d", i), fmt.Sprintf(`<title>%s against %s</title><h1>%[1]s</h1><table>
<tr><th></th><th>%[1]s</th><th>%[2]s</th></tr><tr><th>Price</th><td>%[3]s</td><td>%[4]s</td></tr><tr><th>Weight</th><td>%[5]d kg</td><td>%[6]d kg</td></tr></table>`,
			name, names[k], price(i), price(k), i+2, k+2)))
	}
	table, err := Align(pages, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range table.Records() {
		if got := r.Texts("Price"); !slices.Equal(got, []string{price(i)}) {
			t.Errorf("page %d: the price is %q, want %s", i, got, price(i))
		}
	}
}
