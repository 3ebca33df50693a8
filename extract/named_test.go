package extract

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"verde/page"
)

// priced are pages of things whose price has no label, with a label that another
// column is to be called.
func priced(n int) []*page.Page {
	var out []*page.Page
	for i := range n {
		out = append(out, document(fmt.Sprintf("http://things.example/%d", i),
			fmt.Sprintf("<h1>Thing %c</h1><div>$%d.50</div><table><tr><th>Price</th><td>as of May %d</td></tr><tr><th>Maker</th><td>Maker %d of 9</td></tr></table>", 'A'+i, 10+i, i+1, i)))
	}
	return out
}

// Examples name the column that holds them, and the label that it had or gets is no
// other's.
func TestName(t *testing.T) {
	t.Parallel()
	pages := priced(6)
	w, _, err := Learn(pages[:5], Options{})
	if err != nil {
		t.Fatal(err)
	}
	records := readAll(t, w, pages[:5])
	named, err := w.Name([]Example{{"Price", "USD 12.50"}, {"By", "Maker 3 of 9"}, {"By", "Maker 1 of 9"}}, records)
	if err != nil || len(named) != 2 || named[1].Was != "Maker" {
		t.Fatalf("%+v, %v", named, err)
	}
	data, err := json.Marshal(w)
	if err != nil {
		t.Fatal(err)
	}
	kept := new(Wrapper)
	if err := json.Unmarshal(data, kept); err != nil {
		t.Fatal(err)
	}
	for _, x := range []*Wrapper{w, kept} {
		r := readAll(t, x, pages[5:])[0]
		if got := r.ByLabel(); strings.Join(got["Price"], "|") != "$15.50" || strings.Join(got["By"], "|") != "Maker 5 of 9" || got["Maker"] != nil || len(got) != len(records[0].ByLabel()) {
			t.Errorf("%q", got)
		}
	}
}

func TestNameRefuses(t *testing.T) {
	t.Parallel()
	pages := priced(5)
	w, _, err := Learn(pages, Options{})
	if err != nil {
		t.Fatal(err)
	}
	before := w.Columns[0].Label
	records := readAll(t, w, pages)
	for _, tt := range []struct {
		examples []Example
		want     string
	}{
		{[]Example{{"a", "Maker 2"}}, `example a=Maker 2: no column holds it; the nearest is Maker, with "Maker 2 of 9" on http://things.example/2`},
		{[]Example{{"a", "zebra"}}, "example a=zebra: no column holds it on the 5 pages that were looked at, nor anything like it"},
		{[]Example{{"a", "Maker 2 of 9"}, {"a", "$12.50"}}, "no column holds it"},
		{[]Example{{"a", "Maker 2 of 9"}, {"b", "Maker 1 of 9"}}, "example b=Maker 1 of 9: that is the column of a too"},
	} {
		if _, err := w.Name(tt.examples, records); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v: error %v, want %s", tt.examples, err, tt.want)
		}
	}
	if w.Columns[0].Label != before {
		t.Error("the wrapper has changed")
	}
}
