package integrate

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"verde/integrate/clean"
)

// Both sites number their records from 1 on, in their own order, and have a common size for many of them: a
// number or size in common is no evidence. Ten of fifty entities are on both sites, under their names.
func TestSequenceNumbers(t *testing.T) {
	t.Parallel()
	const n, both = 50, 10
	site := func(host string, from int) Table {
		out := Table{Site: host}
		for i := range n {
			k := from + i // entity
			if i < both {
				k = i
			}
			out.Records = append(out.Records, Record{URL: fmt.Sprintf("http://%s/%d", host, k), Values: map[string][]string{
				"name": {fmt.Sprintf("%s %s", []string{"Alm", "Berg", "Cor", "Dal", "Eck"}[k%5]+strconv.Itoa(k), "of the "+[]string{"hills", "vale", "shore"}[k%3])},
				"size": {[]string{"small", "large", "huge"}[(k/7)%3]},
				"No.":  {strconv.Itoa((7*i)%n + 1)},
				"made": {[]string{"by hand", "by machine"}[(k/11)%2]},
			}})
		}
		return out
	}
	a, b := site("a.example", 100), site("b.example", 200)
	for i := range b.Records { // in another order, so that the same entities have other numbers
		b.Records[i].Values["No."] = []string{strconv.Itoa((11*i+3)%n + 1)}
	}
	r, err := Integrate([]Table{a, b}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	joined := 0
	for _, e := range r.Entities {
		if len(e.URLs) < 2 {
			continue
		}
		joined++
		x, y := e.URLs[0], e.URLs[1]
		if x[len("http://a.example/"):] != y[len("http://b.example/"):] {
			t.Errorf("%s and %s are one entity", x, y)
		}
	}
	if joined != both {
		t.Errorf("%d entities are on both sites, want %d", joined, both)
	}
	for _, a := range r.Attributes {
		if a.Name == "No." && a.Shared() {
			t.Error("the numbers of the records are taken for something that both say of their entities")
		}
	}
}

// Numbers whose difference exceeds an int are no sequence.
func TestHugeNumbers(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		first string
		want  bool
	}{{"0", true}, {"-9223372036854775800", false}, {"x", false}} {
		col := clean.Column{Cells: []clean.Cell{{Texts: []clean.Text{{Clean: tt.first}}}}}
		for i := range 20 {
			n := strconv.Itoa(i + 1)
			if tt.first[0] == '-' {
				n = strconv.Itoa(math.MaxInt - i)
			}
			col.Cells = append(col.Cells, clean.Cell{Row: i + 1, Texts: []clean.Text{{Clean: n}}})
		}
		if got := isSequence(&col); got != tt.want {
			t.Errorf("from %s on: %v, want %v", tt.first, got, tt.want)
		}
	}
}

// A unit of all numbers of a site is shown with them, also where another site writes none, and does not make
// them differ.
func TestUnitIsShown(t *testing.T) {
	t.Parallel()
	site := func(host, unit string) (out Table) {
		out.Site = host
		for i := range 20 {
			out.Records = append(out.Records, Record{URL: fmt.Sprintf("http://%s/%d", host, i), Values: map[string][]string{
				"name": {fmt.Sprintf("%s %s", []string{"Alm", "Berg", "Cor", "Dal", "Eck"}[i%5], []string{"hills", "vale", "shore", "moor"}[i/5])},
				"size": {strconv.Itoa(13*i+7) + unit},
			}})
		}
		return out
	}
	r, err := Integrate([]Table{site("a.example", " GRT"), site("b.example", "")}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Entities) != 20 {
		t.Errorf("%d entities, want 20", len(r.Entities))
	}
	for _, x := range r.Fused {
		if x.Attribute == "size" && (len(x.Groups) != 1 || len(x.Groups[0].Claims) != 2 || !strings.HasSuffix(x.Groups[0].Value, " GRT")) {
			t.Errorf("%+v, want one value of both sites with its unit", x.Groups)
		}
	}
}
