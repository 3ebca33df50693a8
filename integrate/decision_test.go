package integrate

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestDecisions(t *testing.T) {
	t.Parallel()
	tables := library(3, 60, 10)
	one, two, other := "http://s00.example/30", "http://s01.example/30", "http://s01.example/31"
	before := must(t, tables, Options{})
	if x, err := before.Explain(one, two); err != nil || !x.Same {
		t.Fatalf("%+v, %v", x, err)
	}
	id := entityOf(before, one)
	decisions := []Decision{
		{What: "different", A: one, B: two}, {What: "same", A: one, B: other},
		{What: "column", Site: "s00.example", Label: "e0", Attribute: "price"}, {What: "column", Site: "s01.example", Label: "e1", Attribute: "price"},
		{What: "value", Entity: id, Attribute: "price", Value: "$1"},
	}
	known := knownOf(before)
	after := must(t, tables, Options{Decisions: decisions, Known: known})
	if x, err := after.Explain(one, two); err != nil || x.Same {
		t.Errorf("different: %+v, %v", x, err)
	}
	if x, err := after.Explain(one, other); err != nil || !x.Same {
		t.Errorf("same: %+v, %v", x, err)
	}
	k := slices.IndexFunc(after.Attributes, func(a Attribute) bool { return a.Name == "price" })
	if k < 0 || len(after.Attributes[k].Columns) != 2 {
		t.Errorf("attributes %+v", after.Attributes)
	}
	i := slices.IndexFunc(after.Fused, func(f Fused) bool { return f.Entity == id && f.Attribute == "price" })
	if i < 0 || !after.Fused[i].Decided || after.Fused[i].Groups[0].Value != "$1" || !after.Fused[i].Groups[0].Chosen {
		t.Errorf("value of %s: %+v", id, after.Fused)
	}
	// A further site changes nothing of what was decided.
	more := must(t, library(4, 60, 10), Options{Decisions: decisions, Known: knownOf(after)})
	if x, err := more.Explain(one, two); err != nil || x.Same {
		t.Errorf("different, with another site: %+v, %v", x, err)
	}
}

// If more pairs are in doubt than are reported, decided ones make room for others.
func TestDoubtsAfterDecisions(t *testing.T) {
	t.Parallel()
	tables := library(2, 1000, 0)
	random := rand.New(rand.NewPCG(1, 2))
	for i, r := range tables[1].Records { // the same books in other words, more and less
		if k := random.IntN(4); k > 0 {
			r.Values["a1"] = []string{name(1, uint64(i), 3-k) + " " + name(77, uint64(i), k)}
		}
		if random.IntN(2) == 0 {
			r.Values["b1"] = []string{name(78, uint64(i/3), 2)}
		}
		if random.IntN(2) == 0 {
			r.Values["c1"] = []string{fmt.Sprintf("%d/1/2020", 13+i%7)}
		}
	}
	var decisions []Decision
	decided := map[[2]string]bool{}
	for turn := range 2 {
		doubts := must(t, tables, Options{Decisions: decisions}).Report().Doubts
		if turn == 0 && len(doubts) != maxDoubts || len(doubts) == 0 {
			t.Fatalf("%d pairs are in doubt after %d decisions", len(doubts), len(decisions))
		}
		for _, d := range doubts {
			if pair := [2]string{d.A, d.B}; decided[pair] {
				t.Errorf("%q are decided, and in doubt again", pair)
			} else {
				decided[pair] = true
			}
			decisions = append(decisions, Decision{What: []string{"same", "different"}[len(decisions)%2], A: d.B, B: d.A})
		}
	}
}

// A value that a person decided stays: also where no site has one, and when another entity has taken over the
// ID, however many runs ago.
func TestDecidedValueStays(t *testing.T) {
	t.Parallel()
	tables := library(3, 60, 10)
	url := "http://s00.example/30"
	first := must(t, tables, Options{})
	id := entityOf(first, url)
	var attribute string
	for _, a := range first.Attributes {
		if !slices.ContainsFunc(first.Fused, func(f Fused) bool { return f.Entity == id && f.Attribute == a.Name }) {
			attribute = a.Name
		}
	}
	if attribute == "" { // all are there: take one away
		attribute = first.Attributes[0].Name
		for _, table := range tables {
			for _, r := range table.Records {
				if entityOf(first, r.URL) != id {
					continue
				}
				for _, col := range first.Attributes[0].Columns {
					if c := first.Columns[col]; c.Site == table.Site {
						delete(r.Values, c.Label)
					}
				}
			}
		}
	}
	known := knownOf(first)
	for i := range known {
		if known[i].ID == id {
			known[i].Was = []string{"before"}
		}
	}
	decisions := []Decision{{What: "value", Entity: "before", Attribute: attribute, Value: "given"}}
	for run := range 3 {
		r := must(t, tables, Options{Decisions: decisions, Known: known})
		known = knownOf(r)
		id := entityOf(r, url)
		i := slices.IndexFunc(r.Fused, func(f Fused) bool { return f.Entity == id && f.Attribute == attribute })
		if i < 0 || !r.Fused[i].Decided || r.Fused[i].Groups[0].Value != "given" || !r.Fused[i].Groups[0].Chosen {
			t.Fatalf("run %d: %s of %s is not what was given", run, attribute, id)
		}
	}
}

// Decisions without effect are reported, and no others.
func TestIdle(t *testing.T) {
	t.Parallel()
	tables := library(3, 60, 10)
	first := must(t, tables, Options{})
	one, two := "http://s00.example/30", "http://s01.example/31"
	id, attribute := entityOf(first, one), first.Attributes[0].Name
	idle := []Decision{
		{What: "same", A: one, B: "http://gone.example/1"}, {What: "column", Site: "s00.example", Label: "no such", Attribute: "x"},
		{What: "value", Entity: "e0", Attribute: attribute, Value: "x"}, {What: "value", Entity: id, Attribute: "no such", Value: "x"},
	}
	decisions := append([]Decision{{What: "different", A: one, B: two}, {What: "column", Site: "s00.example", Label: "e0", Attribute: "price"},
		{What: "value", Entity: id, Attribute: attribute, Value: "x"}}, idle...)
	if d := cmp.Diff(idle, must(t, tables, Options{Decisions: decisions, Known: knownOf(first)}).Idle); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestContradictions(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name      string
		decisions []Decision
		want      string // in the error; "" for none
	}{
		{"none", nil, ""},
		{"twice", []Decision{{What: "same", A: "a", B: "b", Line: 1}, {What: "same", A: "b", B: "a", Line: 2}}, ""},
		{"through a third", []Decision{{What: "same", A: "a", B: "b", Line: 1}, {What: "same", A: "b", B: "c", Line: 2}, {What: "different", A: "a", B: "c", Line: 3}}, "lines 2 and 3"},
		{"columns", []Decision{{What: "column", Site: "s", Label: "l", Attribute: "x", Line: 4}, {What: "column", Site: "s", Label: "l", Attribute: "y", Line: 5}}, "lines 4 and 5"},
		{"values", []Decision{{What: "value", Entity: "e", Attribute: "x", Value: "1", Line: 1}, {What: "value", Entity: "e", Attribute: "x", Value: "2", Line: 2}}, "lines 1 and 2"},
		{"of no kind", []Decision{{What: "perhaps", Line: 7}}, "line 7"},
		{"of one record", []Decision{{What: "same", A: "a", Line: 7}}, "line 7"},
		{"no site", []Decision{{What: "column", Label: "a", Line: 7}}, "line 7"},
		{"no value", []Decision{{What: "value", Entity: "a", Attribute: "b", Line: 7}}, "line 7"},
	} {
		_, err := Integrate(nil, Options{Decisions: test.decisions})
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %q", test.name, err, test.want)
		}
	}
	if _, err := Integrate(nil, Options{Granularity: "much"}); err == nil {
		t.Error("no error for a granularity that there isn't")
	}
}
