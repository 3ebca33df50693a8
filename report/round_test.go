package report

import (
	"strings"
	"testing"
	"verde/evidence"
	"verde/query"
	"verde/search"

	"github.com/google/go-cmp/cmp"
)

// What is missing of a round is named by engine and reason; that it has no
// results is no reason while most of its queries have some.
func TestMissing(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		round Round
		want  map[string]int
	}{
		{Round{Led: 3, Empty: 3}, map[string]int{}},
		{Round{Led: 3, Empty: 2, Failed: 2}, map[string]int{"search without results": 2}},
		{Round{NotInDump: 9}, map[string]int{}},
		{Round{Led: 1, Cut: 9, Failures: map[string]int{"a: over the budget": 9}}, map[string]int{"search a: over the budget": 9}},
		{Round{Failed: 2, Failures: map[string]int{"a: timeout": 2}, InPart: map[string]int{"b": 1}}, map[string]int{"search a: timeout": 2}},
	} {
		got := map[string]int{}
		test.round.missing(got)
		if d := cmp.Diff(test.want, got); d != "" {
			t.Errorf("%+v (-want +got):\n%s", test.round, d)
		}
	}
}

// Answers had in part are in the estimate of what is missing where there is one, unless so few are whole that a site which
// only the missing part knows may not have been found by them.
func TestAnsweredInPart(t *testing.T) {
	t.Parallel()
	none := 0.
	for _, test := range []struct {
		name    string
		rounds  []Round
		support []int
		want    map[string]int
	}{
		{"nothing asked", nil, nil, map[string]int{}},
		{"no estimate", []Round{{Led: 30, InPart: map[string]int{"a": 1}}}, []int{9, 9, 9}, map[string]int{"search a: in part": 1}},
		{"an estimate", []Round{{Led: 30, InPart: map[string]int{"a": 9}}, {Led: 10, InPart: map[string]int{"a": 8, "b": 2}, Unseen: &none}}, []int{9, 12, 20, 30}, map[string]int{}},
		{"most, and the others find every site", []Round{{Led: 60, InPart: map[string]int{"a": 40}, Unseen: &none}}, []int{9, 12, 20, 30}, map[string]int{}},
		{"most, and few queries lead to a site", []Round{{Led: 60, InPart: map[string]int{"a": 40}, Unseen: &none}}, []int{2, 3, 5, 30}, map[string]int{"search a: in part": 40}},
		{"most, and few queries led to a site when it was found", []Round{{Led: 60, InPart: map[string]int{"a": 40}, Reached: map[string]int{"s0.example": 20, "s1.example": 20, "s2.example": 20}, Unseen: &none}}, []int{2, 3, 5, 30}, map[string]int{}},
		{"all of one engine's", []Round{{Led: 30, InPart: map[string]int{"a": 30}, Unseen: &none}, {Led: 10, InPart: map[string]int{"a": 10, "b": 2}, Unseen: &none}}, []int{20, 30, 50, 60}, map[string]int{"search a: in part": 40}},
		{"the estimate was taken back", []Round{{Led: 30, Unseen: &none}, {Led: 10, InPart: map[string]int{"a": 1}}}, []int{9, 12, 20, 30}, map[string]int{"search a: in part": 1}},
	} {
		got := map[string]int{}
		answeredInPart(test.rounds, found(test.support...), got)
		if d := cmp.Diff(test.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, d)
		}
	}
}

func TestElsewhere(t *testing.T) {
	t.Parallel()
	results := new(evidence.Results)
	var queries []query.Query
	for _, line := range []string{"home: http://known.example/1", "other: http://new.example/1", "both: http://known.example/1 http://also.example/2",
		"found again: http://known.example/1 http://known.example/2", "nothing:", "of one site: http://new.example/3",
		"news: http://new.example/4 http://news.example/5", "prose: http://new.example/6"} {
		id, urls, _ := strings.Cut(line, ":")
		q := query.Query{ID: id, Required: []query.Value{{Attribute: "name", Text: id}, {Attribute: "author", Text: "x"}}}
		if id == "other" {
			q.OneOf = []query.Value{{Attribute: "price", Text: "y"}, {Attribute: "price", Text: "z"}}
		}
		if id == "of one site" {
			q.Site = "new.example"
		}
		queries = append(queries, q)
		results.AddQuery(q)
		for url := range strings.FieldsSeq(urls) {
			title := "" // nobody knows
			switch id {
			case "news":
				title = "What happened today"
			case "prose": // longer than a title that is kept
				title = strings.Repeat("What happened today. ", 20)
			case "both":
				title = "Both | A Site"
			}
			results.Add(q, search.Result{URL: url, Title: title})
		}
	}
	known := func(site string) bool { return site != "new.example" }
	var r Round
	r.CountElsewhere(queries, results, known)
	if r.Elsewhere != 2 || len(r.Attributes) != 2 || r.Attributes["author"] != (Tried{6, 2}) || r.Attributes["price"] != (Tried{1, 1}) || len(r.Names) != 1 || r.Names["name"] != (Tried{6, 2}) {
		t.Errorf("%d queries led elsewhere, with attributes %v, by %v", r.Elsewhere, r.Attributes, r.Names)
	}
}
