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
func TestTeach(t *testing.T) {
	t.Parallel()
	pages := priced(6)
	w, _, err := Learn(pages[:5], Options{})
	if err != nil {
		t.Fatal(err)
	}
	records := readAll(t, w, pages[:5])
	named, errs := w.Teach([]Example{{"Price", "USD 12.50"}, {"By", "Maker 3 of 9"}, {"By", "Maker 1 of 9"}}, pages[:5])
	if len(errs) > 0 || len(named) != 2 || named[1].Was != "Maker" || named[1].Made {
		t.Fatalf("%+v, %v", named, errs)
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

func TestTeachRefuses(t *testing.T) {
	t.Parallel()
	pages := priced(5)
	w, _, err := Learn(pages, Options{})
	if err != nil {
		t.Fatal(err)
	}
	before := w.Columns[0].Label
	for _, tt := range []struct {
		examples []Example
		want     string
	}{
		{[]Example{{"a", "Maker 2"}}, `example a=Maker 2: no column holds it; the nearest is Maker, with "Maker 2 of 9" on http://things.example/2; on http://things.example/2 it is a part of "Maker 2 of 9"`},
		{[]Example{{"a", "zebra"}}, "example a=zebra: no column holds it on the 5 pages that were looked at, nor anything like it"},
		{[]Example{{"a", "Maker 2 of 9"}, {"a", "$12.50"}}, "example a=Maker 2 of 9: no column can be made for it"},
	} {
		if named, errs := w.Teach(tt.examples, pages); len(named) > 0 || len(errs) != 1 || !strings.Contains(errs[0].Error(), tt.want) {
			t.Errorf("%v: %v, errors %v, want %s", tt.examples, named, errs, tt.want)
		}
	}
	if w.Columns[0].Label != before {
		t.Error("the wrapper has changed")
	}
	named, errs := w.Teach([]Example{{"a", "Maker 2 of 9"}, {"b", "Maker 1 of 9"}}, pages)
	if want := "example b=Maker 1 of 9: that is the column of a too"; len(named) != 1 || len(errs) != 1 || errs[0].Error() != want {
		t.Errorf("%v, errors %v, want %s", named, errs, want)
	}
}

// TestTeachMakes checks that columns are made for what alignment has left out: a text
// that all learned pages have, one that a single page has, and a value for machines.
func TestTeachMakes(t *testing.T) {
	t.Parallel()
	var pages []*page.Page
	for i := range 8 {
		note := ""
		if i%5 == 2 {
			note = fmt.Sprintf("<em class=note>Signed by hand, copy %d</em>", i)
		}
		pages = append(pages, document(fmt.Sprintf("http://things.example/%d", i), fmt.Sprintf(
			`<meta name=stock content=plenty><div class=top><b>Shop</b></div><h1>Thing %c</h1>%s<div class=in>Made in France</div><table><tr><th>Maker</th><td>Maker %d of 9</td></tr></table>`, 'A'+i, note, i)))
	}
	w, _, err := Learn(pages[:6], Options{})
	if err != nil {
		t.Fatal(err)
	}
	named, errs := w.Teach([]Example{{"Origin", "Made in France"}, {"Note", "Signed by hand, copy 2"}, {"Stock", "plenty"}}, pages[:6])
	if len(errs) > 0 || len(named) != 3 || !named[0].Made || !named[1].Made || !named[2].Made {
		t.Fatalf("%+v, %v", named, errs)
	}
	for i, r := range readAll(t, w, pages) {
		want := map[string]string{"Origin": "Made in France", "Stock": "plenty", "Maker": fmt.Sprintf("Maker %d of 9", i)}
		if i%5 == 2 {
			want["Note"] = fmt.Sprintf("Signed by hand, copy %d", i)
		}
		for _, label := range []string{"Origin", "Note", "Stock", "Maker"} {
			if got := strings.Join(r.Texts(label), "|"); got != want[label] {
				t.Errorf("page %d: %s is %q, want %q", i, label, got, want[label])
			}
		}
	}
}
