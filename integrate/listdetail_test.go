package integrate

import (
	"testing"

	"verde/integrate/compare"
)

// A value of a list is no detail of another one, though it contains all of its words.
func TestDetailsOfList(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		records [2]int32
		groups  int
	}{{[2]int32{1, 1}, 2}, {[2]int32{1, 2}, 1}} {
		lex := compare.NewLexicon()
		var x Fused
		var values, firsts []*compare.Value
		texts := []string{"Comedy", "Romantic Comedy"}
		for _, text := range texts {
			v := lex.Value(text, compare.Form{Kind: compare.Text})
			lex.Count(append([]int32{v.Whole}, v.Words...))
			values = append(values, v)
		}
		lex.Weigh(100)
		for i, v := range values {
			x.addClaim(&Corpus{lex: lex}, &Attribute{Detailed: true}, Claim{Record: test.records[i], Label: "genre", Text: texts[i], value: v}, &firsts)
		}
		if len(x.Groups) != test.groups {
			t.Errorf("records %v: %d groups, want %d", test.records, len(x.Groups), test.groups)
		}
	}
}
