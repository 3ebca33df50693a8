package query

import (
	"slices"
	"testing"
)

// Codes are asked for beside the words of a language, by turns where there are several columns of them.
func TestCodes(t *testing.T) {
	t.Parallel()
	records := []Record{
		{"1", map[string][]string{"name": {"Relovine"}, "class": {"Antibiotic"}, "maker": {"Arvenox"}, "page": {"https://a.example/100381"}, "atc": {"J01CA04"}, "cas": {"87845-73-9"}, "approved": {"May 3, 1998"}, "mass": {"365.4 g/mol"}, "category": {"B2"}}},
		{"2", map[string][]string{"name": {"Tosabine"}, "class": {"Antibiotic"}, "maker": {"Belmira"}, "page": {"https://a.example/100382"}, "atc": {"N02BA01"}, "cas": {"66475-42-5"}, "approved": {"June 7, 1991"}, "mass": {"180.2 g/mol"}, "category": {"B2"}}},
		{"3", map[string][]string{"name": {"Domirole"}, "class": {"Diuretic"}, "maker": {"Arvenox"}, "page": {"https://a.example/100383"}, "atc": {"C03AA03"}, "cas": {"14057-45-3"}, "approved": {"July 9, 1974"}, "mass": {"297.7 g/mol"}, "category": {"C1"}}},
	}
	if got := NewCodes(records, "name"); !slices.Equal(got, []string{"atc", "cas"}) {
		t.Errorf("columns of codes: %q", got)
	}
	if got := NewCodes(records[:1], "name"); got == nil || len(got) > 0 {
		t.Errorf("columns of codes by one record: %#v", got)
	}
	p := Profile{Identifier: "name", Attributes: []Attribute{{Name: "class", Score: 1}, {Name: "maker", Score: 1}}}
	queries := Build(Instances(records, p, 3, 1, nil), "medicine", nil, Options{OneOf: 3})
	if len(queries) != 3 {
		t.Fatalf("%d queries", len(queries))
	}
	for i, q := range queries {
		if last := q.OneOf[len(q.OneOf)-1]; last.Attribute != []string{"atc", "cas"}[i%2] || len(q.OneOf) != 3 {
			t.Errorf("query %d: %+v", i, q.OneOf)
		}
	}
	p.Simple = true
	queries = Build(Instances(records, p, 3, 1, nil), "medicine", nil, Options{Required: 1})
	if len(queries) != 3 {
		t.Fatalf("%d queries by the name alone", len(queries))
	}
	for i, q := range queries {
		if len(q.OneOf) > 0 || q.Optional[len(q.Optional)-1].Attribute != []string{"atc", "cas"}[i%2] {
			t.Errorf("query %d by the name alone: the code is not kept for judging: %+v", i, q)
		}
	}
}

func TestCodeLike(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"J01CA04": true, "NOR-012": true, "Fl(2) W 10s": true, "IMO 9143506": true, "50-78-2": true,
		"B12": false, "12 Main Street": false, "9780140439588": false, "(212) 555-1234": false, "$12.99": false, "6.5 hours": false, "365.4 g/mol": false, "20/28 mpg": false, "May 3, 1998": false, "Arvenox": false, "09:00-17:00": false, "9:30": false,
	} {
		if codeLike(text) != want {
			t.Errorf("codeLike(%q) is %v", text, !want)
		}
	}
}
