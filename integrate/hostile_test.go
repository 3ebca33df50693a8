package integrate

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"verde/integrate/compare"
)

// A word of thousands of records makes no candidate pairs, even if records have nothing else, but is counted: a
// token of f records would make f² pairs.
func TestFrequentTokens(t *testing.T) {
	t.Parallel()
	const n = 3 * maxFrequency
	tokens := make([][]int32, n)
	for i := range tokens {
		tokens[i] = []int32{0, 1 + int32(i/2)}
	}
	x := newIndex(1+n/2, tokens)
	if got := x.records(0); len(got) > 0 || !x.isFrequent(0) {
		t.Errorf("a token of %d records brings %d together", n, len(got))
	}
	if got := x.records(1); len(got) != 2 || x.isFrequent(1) {
		t.Errorf("a token of two records brings %d together", len(got))
	}
	var equal []Table
	for s := range 2 {
		e := Table{Site: fmt.Sprint(s, ".example")}
		for i := range 10 * maxFrequency {
			e.Records = append(e.Records, Record{URL: fmt.Sprint("http://", e.Site, "/", i), Values: map[string][]string{"a": {"red"}, "b": {fmt.Sprint("size ", i%2)}, "c": {"cloth"}}})
		}
		equal = append(equal, e)
	}
	c := Read(equal)
	if got := c.Seeds(); len(got) > 0 {
		t.Errorf("%d pairs of records with equal values are beyond doubt", len(got))
	}
	all := []Attribute{{Columns: []int{0, 1}}}
	if b := c.findCandidates(c.align(all)); len(b.cross)+len(b.own) > 0 {
		t.Errorf("%d and %d candidates of equal values", len(b.cross), len(b.own))
	}
}

// Sites of 5,000 columns that all have a word in common are not compared column by column.
func TestManyColumns(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long of what is as parallel elsewhere")
	}
	t.Parallel()
	const columns, records = 5000, 4
	var tables []Table
	for s := range 2 {
		e := Table{Site: fmt.Sprint(s, ".example")}
		for i := range records {
			values := make(map[string][]string, columns)
			for k := range columns {
				values[fmt.Sprint("column ", k)] = []string{fmt.Sprint("same ", i, " of ", k%7)}
			}
			e.Records = append(e.Records, Record{URL: fmt.Sprint("http://", e.Site, "/", i), Values: values})
		}
		tables = append(tables, e)
	}
	c := Read(tables)
	var seeds []Pair
	for i := range int32(records) {
		seeds = append(seeds, Pair{a: i, b: records + i})
	}
	if got := len(c.candidateColumns(seeds, equalityHints)); got > 20*maxColumnsPerHint*maxColumnsPerHint {
		t.Errorf("%d pairs of columns are compared", got)
	}
}

// The beginning of a value of 10 MB counts, and claims have all of it.
func TestHugeValue(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long of what is as parallel elsewhere")
	}
	t.Parallel()
	tables := library(3, 40, 5)
	huge := strings.Repeat("word ", 2<<20)
	label := "b1"
	for i := range tables[1].Records {
		tables[1].Records[i].Values[label] = []string{tables[1].Records[i].Values[label][0] + " " + huge}
	}
	r := must(t, tables, Options{})
	if r.Cut.Texts == 0 {
		t.Error("nothing is told of texts that are cut")
	}
	for _, record := range r.resolver.cells {
		for _, cell := range record {
			for _, v := range cell.values {
				if len(v.Text) > compare.MaxBytes || len(v.Words) > compare.MaxWords {
					t.Fatalf("%d bytes and %d words are compared", len(v.Text), len(v.Words))
				}
			}
		}
	}
	for i := range r.Fused {
		for _, g := range r.Fused[i].Groups {
			for _, c := range g.Claims {
				if len(c.Text) > compare.MaxBytes {
					t.Fatalf("%d bytes are shown", len(c.Text))
				}
			}
		}
	}
}

// Sites of one record, the same everywhere, are no evidence of anything and are reported to share no records.
func TestOneRecord(t *testing.T) {
	t.Parallel()
	var tables []Table
	for s := range 6 {
		site := fmt.Sprint(s, ".example")
		tables = append(tables, Table{Site: site, Records: []Record{{URL: "http://" + site, Values: map[string][]string{"title": {"The Amber Fjord"}, "by": {"Ida Holm"}}}}})
	}
	r := must(t, tables, Options{})
	if len(r.Entities) != 6 || len(r.Attributes) != 0 || len(r.Alone) != 6 {
		t.Errorf("%d entities, %d attributes, alone %q", len(r.Entities), len(r.Attributes), r.Alone)
	}
}

// Two attributes of similar values stay two: the usual price of an edition, and its price now.
func TestOneDomain(t *testing.T) {
	t.Parallel()
	tables := library(3, 120, 10)
	for s := range tables {
		for i := range tables[s].Records {
			r := &tables[s].Records[i]
			e := len(number(r.URL)) + i + s*10
			delete(r.Values, fmt.Sprint("e", s))
			r.Values[fmt.Sprint("list", s)] = []string{fmt.Sprintf("$%d.95", 20+e%37)}
			r.Values[fmt.Sprint("price", s)] = []string{fmt.Sprintf("$%d.95", 20+e%37-e%11)}
		}
	}
	r := must(t, tables, Options{})
	for _, a := range r.Attributes {
		kinds := make(map[string]bool)
		for _, c := range a.Columns {
			kinds[strings.TrimRight(r.Columns[c].Label, "0123456789")] = true
		}
		if len(kinds) != 1 {
			t.Errorf("one attribute of %v", kinds)
		}
	}
}

// A site without records, and one of records without values, do not change the result of the others.
func TestEmptySite(t *testing.T) {
	t.Parallel()
	urls := func(r *Result) (out []string) {
		for _, e := range r.Entities {
			out = append(out, strings.Join(e.URLs, " "))
		}
		slices.Sort(out)
		return out
	}
	tables := library(3, 40, 30)
	alone := urls(must(t, tables, Options{}))
	empty := Table{Site: "zz.example"}
	if got := urls(must(t, append(slices.Clone(tables), empty), Options{})); !slices.Equal(got, alone) {
		t.Errorf("with a site without records: %d entities, without it %d", len(got), len(alone))
	}
	empty.Records = []Record{{URL: "http://zz.example/1"}, {URL: "http://zz.example/2", Values: map[string][]string{"a": {""}}}}
	got := urls(must(t, append(slices.Clone(tables), empty), Options{}))
	rest := slices.DeleteFunc(got, func(s string) bool { return strings.HasPrefix(s, "http://zz.example/") && !strings.Contains(s, " ") })
	if !slices.Equal(rest, alone) {
		t.Errorf("with records without values: %d entities of the other sites, without them %d", len(rest), len(alone))
	}
	if r := must(t, nil, Options{}); len(r.Entities) != 0 {
		t.Errorf("no site at all has %d entities", len(r.Entities))
	}
}
