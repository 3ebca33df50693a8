package extract

import (
	"fmt"
	"slices"
	"testing"

	"verde/page"
)

// TestNumberedRows checks tables and lists whose rows begin with their numbers: those of attributes are read as without them,
// whatever stands above the columns, and those of groups keep them, as they may be ranks.
func TestNumberedRows(t *testing.T) {
	t.Parallel()
	labels := []string{"Rig", "Builder", "Port", "Length", "Draught"}
	value := func(i, k int) string {
		return []string{[]string{"ketch", "sloop", "yawl"}[i%3], fmt.Sprintf("Yard %d", i*i%7), []string{"Bergen", "Hull", "Kiel"}[i*i%3], fmt.Sprintf("%d m", 9+i), fmt.Sprintf("%d.%d m", 1+i%2, i)}[k]
	}
	for _, form := range []struct{ name, before, row, after string }{
		{"sheet", "<table><thead><tr><th><th>A<th>B</thead><tbody>", "<tr><th><div>%d</div><td>%s<td>%s", "</table>"},
		{"table with headings", "<table><tr><th>No.<th>Parameter<th>Data", "<tr><td>%d.<td>%s<td>%s", "</table>"},
		{"table", "<table>", "<tr><td>%d<td>%s<td>%s", "</table>"},
		{"boxes", "<section>", "<div class=row><i>%d)</i><div>%s</div><div>%s</div></div>", "</section>"},
	} {
		var pages []*page.Page
		for i := range 12 {
			facts, n := "", 0
			for k, label := range labels {
				if (i+2*k)%5 > 0 {
					n++
					facts += fmt.Sprintf(form.row, n, label, value(i, k))
				}
			}
			pages = append(pages, document(fmt.Sprintf("http://ships.example/%d", i), fmt.Sprintf("<title>Ship %d</title><h1>Ship %[1]d</h1>", i)+form.before+facts+form.after+"<p>All ships</p>"))
		}
		w, table, err := Learn(pages[:8], Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range append(table.Records(), readAll(t, w, pages[8:])...) {
			for k, label := range labels {
				var want []string
				if (i+2*k)%5 > 0 {
					want = []string{value(i, k)}
				}
				if got := r.Texts(label); !slices.Equal(got, want) {
					t.Errorf("%s, page %d: %q is %q, want %q", form.name, i, label, got, want)
				}
			}
		}
	}
	var pages []*page.Page
	for i := range 12 {
		rows := ""
		for n := range 3 + i%3 {
			rows += fmt.Sprintf("<tr><td>%d<td>Crew %c<td>%d h", n+1, 'A'+(i*i+5*n*n+i*n)%9, 10*i+n)
		}
		pages = append(pages, document(fmt.Sprintf("http://games.example/%d", i), fmt.Sprintf("<title>Race %d</title><h1>Race %[1]d</h1><table><tr><th>Rank<th>Crew<th>Time%s</table>", i, rows)))
	}
	_, table, err := Learn(pages, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range table.Records() {
		if got, want := r.Texts("Rank"), []string{"1", "2", "3", "4", "5"}[:3+i%3]; !slices.Equal(got, want) {
			t.Errorf("ranks of race %d: %q, want %q", i, got, want)
		}
	}
}

// TestTooltips checks that what describes a label while one points at it stands for no value.
func TestTooltips(t *testing.T) {
	t.Parallel()
	var pages []*page.Page
	for i := range 10 {
		body := ""
		for k, label := range []string{"Depth", "Area", "Inflow"} {
			body += fmt.Sprintf("<div><button>%s</button><div role=tooltip>What is this?</div><div><span>%d m</span></div></div>", label, i*i+10*k)
		}
		pages = append(pages, document(fmt.Sprintf("http://lakes.example/%d", i), fmt.Sprintf("<title>Lake %d</title><h1>Lake %[1]d</h1><section>%s</section>", i, body)))
	}
	_, table, err := Learn(pages, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range table.Records() {
		if got, want := r.Texts("Area"), []string{fmt.Sprintf("%d m", i*i+10)}; !slices.Equal(got, want) {
			t.Errorf("lake %d: area %q, want %q", i, got, want)
		}
	}
}
