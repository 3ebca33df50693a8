package integrate

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"
)

// guide makes tables of three sites that list the same 120 walks, each with a name and a length. Site 2 writes
// grades and lands in another language, a tenth of them wrongly. Makers determine lands, of which there are fewer.
func guide(grades, lands [2][]string) []Table {
	var out []Table
	for s := range 3 {
		t := Table{Site: fmt.Sprintf("s%02d.example", s)}
		for e := range uint64(120) {
			random := rand.New(rand.NewPCG(e, 7))
			noise := rand.New(rand.NewPCG(e, uint64(s)))
			grade, land := random.IntN(4), random.IntN(5)
			if noise.IntN(10) == 0 {
				grade = noise.IntN(4)
			}
			v := map[string][]string{
				fmt.Sprint("name", s): {name(1, e, 3)}, fmt.Sprint("length", s): {fmt.Sprint(10+random.IntN(900), " km")},
				fmt.Sprint("grade", s): {grades[s/2][grade]}, fmt.Sprint("land", s): {lands[s/2][land]},
			}
			if s == 0 {
				v["maker0"] = []string{words[land/2]}
			} else {
				v[fmt.Sprint("other", s)] = []string{words[10+noise.IntN(4)]}
			}
			t.Records = append(t.Records, Record{URL: fmt.Sprintf("http://%s/%d", t.Site, e), Values: v})
		}
		out = append(out, t)
	}
	return out
}

var (
	grades = [2][]string{{"easy", "moderate", "hard", "extreme"}, {"leicht", "mittel", "schwer", "extrem"}}
	lands  = [2][]string{{"Austria", "Germany", "Spain", "Norway", "Poland"}, {"Österreich", "Deutschland", "Spanien", "Norwegen", "Polen"}}
)

// attributesOf writes attributes as the labels of their columns.
func attributesOf(r *Result) map[string]bool {
	out := make(map[string]bool)
	for _, a := range r.Attributes {
		var labels []string
		for _, c := range a.Columns {
			labels = append(labels, r.Columns[c].Label)
		}
		out[strings.Join(labels, " ")] = true
	}
	return out
}

// Categorical columns in two languages are one attribute, their values are compared by what they correspond to,
// and columns that merely depend on each other stay separate.
func TestOneToOneMapping(t *testing.T) {
	t.Parallel()
	r := must(t, guide(grades, lands), Options{})
	got := attributesOf(r)
	for _, want := range []string{"grade0 grade1 grade2", "land0 land1 land2"} {
		if !got[want] {
			t.Errorf("%s is no attribute of %v", want, got)
		}
	}
	for labels := range got {
		if strings.Contains(labels, "maker0 ") || strings.Contains(labels, "other1 other2") {
			t.Errorf("%s are one attribute", labels)
		}
	}
	says := make(map[string]string)
	for _, c := range r.Columns {
		for k, v := range c.Says {
			says[k] = v
		}
	}
	for i := range grades[0] {
		if says[grades[1][i]] != grades[0][i] {
			t.Errorf("%s stands for %q", grades[1][i], says[grades[1][i]])
		}
	}
	for _, f := range r.Fused {
		if strings.HasPrefix(f.Attribute, "land") && len(f.Groups) > 1 {
			t.Fatalf("%s has %v", f.Entity, f.Groups)
		}
	}
}

// Where sites share few records, columns are joined by the evidence of all pairs of them together, and their
// values correspond although no pair suffices alone.
func TestMappingOfSparseSites(t *testing.T) {
	t.Parallel()
	tables := guide(grades, lands)
	for i := range tables {
		tables[i].Records = tables[i].Records[:40]
	}
	r := must(t, tables, Options{})
	if got := attributesOf(r); !got["grade0 grade1 grade2"] || !got["land0 land1 land2"] {
		t.Errorf("attributes are %v", got)
	}
	says := make(map[string]string)
	for _, c := range r.Columns {
		maps.Copy(says, c.Says)
	}
	for _, words := range [][2][]string{grades, lands} {
		for i := range words[0] {
			if says[words[1][i]] != words[0][i] {
				t.Errorf("%s stands for %q", words[1][i], says[words[1][i]])
			}
		}
	}
}

// Numbers may correspond to words, but not to numbers: these are compared as numbers.
func TestMappingOfNumbers(t *testing.T) {
	t.Parallel()
	r := must(t, guide([2][]string{grades[0], {"1", "1–2", "2", "2–3"}}, [2][]string{{"1", "2", "3", "4", "5"}, {"15", "13", "19", "11", "17"}}), Options{})
	if got := attributesOf(r); !got["grade0 grade1 grade2"] || got["land0 land1 land2"] {
		t.Errorf("attributes are %v", got)
	}
}

// Two columns with one value on nearly all records coincide on most records by chance: their rare values do not
// correspond.
func TestMappingByChance(t *testing.T) {
	t.Parallel()
	var o observations
	most := func(i int) []int32 {
		if k := i % 60; k < 4 { // both rare ones are together twice
			return []int32{int32(2 + k%2)}
		}
		return []int32{1}
	}
	for i := range 300 {
		o.a, o.b, o.columns = append(o.a, most(i)), append(o.b, most(i+2)), append(o.columns, [2]int32{0, 1})
	}
	o.entities = len(o.a)
	if m, _ := o.measure(0); m.Pairs != 300 || m.Agreement < minOneToOne || m.Kappa >= strictKappa || m.Accepted {
		t.Errorf("%+v", m)
	}
}

// A group with two notations, each on a site of its own, has two values that correspond to one of the other
// group; of two values of one column only one does.
func TestMappingOfTwoNotations(t *testing.T) {
	t.Parallel()
	var o observations
	for i := range int32(80) {
		site := i % 2
		o.a, o.b, o.columns = append(o.a, []int32{10*site + i/2%4}), append(o.b, []int32{100 + i/2%4}), append(o.columns, [2]int32{site, 2})
	}
	table, agree := o.greedyMapping()
	if len(table) != 8 || agree != 80 {
		t.Errorf("%v hold on %v of 80", table, agree)
	}
	for i := range o.b {
		o.b[i] = []int32{100 + (o.b[i][0]-100)/2} // half as many kinds
	}
	if table, agree := o.greedyMapping(); len(table) != 4 || agree != 40 {
		t.Errorf("%v hold on %v of 80", table, agree)
	}
}

// A record with a thousand values of a categorical column is left out when mappings are learned, so that no
// page makes them expensive; the column's other records count.
func TestLongListsSkipped(t *testing.T) {
	t.Parallel()
	tables := guide(grades, lands)
	long := make([]string, maxValues)
	for i := range long {
		long[i] = fmt.Sprint("kind ", words[i%len(words)], i)
	}
	tables[0].Records[0].Values["grade0"] = long
	c := Read(tables)
	n := c.firstRecord[1]
	f := categorical{columnGroups: &columnGroups{Corpus: c}, categories: make(map[int32]map[int32][]int32), canonical: make(map[int32]map[int32]int32), isText: make(map[int32]bool)}
	records := make([]int32, n)
	for r := range records {
		records[r] = int32(r)
	}
	f.collectSite(0, records)
	for col, cells := range f.categories {
		if c.columns[col].Label != "grade0" {
			continue
		}
		if _, ok := cells[0]; ok || len(cells) != int(n)-1 {
			t.Errorf("%d of %d records, of the first %v", len(cells), n, cells[0])
		}
		return
	}
	t.Error("grade0 has few values")
}
