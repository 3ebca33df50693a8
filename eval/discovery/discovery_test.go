package discovery

import (
	"fmt"
	"maps"
	"strings"
	"testing"
)

// Worked by hand: two sources, one of them with a list, a site of prose, one without a
// label, and a source that no query led to.
func TestGrade(t *testing.T) {
	t.Parallel()
	labels := map[string]bool{"a.example": true, "b.example": true, "c.example": true, "blog.example": false}
	urls := []Seen{
		{URL: "http://a.example/1", Site: "a.example", Clustered: true, Downloaded: true, Matched: true, Positive: true, Source: true},
		{URL: "http://a.example/2", Site: "a.example", Clustered: true, Source: true},
		{URL: "http://b.example/list", Site: "b.example", Clustered: true, Downloaded: true, Matched: true},
		{URL: "http://blog.example/1", Site: "blog.example", Clustered: true, Downloaded: true, Matched: true, Positive: true},
		{URL: "http://new.example/1", Site: "new.example"},
	}
	want := []string{
		"results 5 1.00 right 3 of 4 sites 4 sources 2 P 0.75 R 0.67",
		"in clusters 4 0.80 right 3 of 4 sites 3 sources 2 P 0.75 R 0.67",
		"downloaded 3 0.60 right 2 of 3 sites 3 sources 2 P 0.67 R 0.67",
		"matched 3 0.60 right 2 of 3 sites 3 sources 2 P 0.67 R 0.67",
		"positive 2 0.40 right 1 of 2 sites 2 sources 1 P 0.50 R 0.33",
		"of accepted sites 2 0.40 right 2 of 2 sites 1 sources 1 P 1.00 R 0.33",
	}
	for i, s := range Grade(urls, labels) {
		if got := fmt.Sprintf("%s %d %.2f right %d of %d sites %d sources %d P %.2f R %.2f", s.Step, s.URLs, s.Share, s.Right, s.Labelled, s.Sites, s.Sources, *s.Precision, *s.Recall); got != want[i] {
			t.Errorf("%s, want %s", got, want[i])
		}
	}
	for _, s := range Grade(nil, nil) {
		if s.Precision != nil || s.Recall != nil || s.Share != 0 {
			t.Errorf("of nothing: %+v", s)
		}
	}
}

func TestReadLabels(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"site,label\nA.example,1\nhttp://b.example/x?y=1,no\n":                               "map[a.example:true b.example:false]",
		"a.example, yes, said Ann\n# no more\nb.example,other\n":                             "map[a.example:true b.example:false]",
		"\ufeffa.example,TRUE\na.example,1\n":                                                "map[a.example:true]",
		` [{"host": "a.example", "role": "site"}, {"host": "blog.example", "role": "blog"}]`: "map[a.example:true blog.example:false]",
		"a.example,1\na.example,0\n":                                                         "line 2: a.example has two labels",
		"a.example,1\nb.example,maybe\n":                                                     `line 2: label "maybe"`,
		"a.example,0\n":                                                                      "no site is labelled",
		"a.example\n":                                                                        "line 1: \"a.example\" has no label",
		"a.example,1\n:,1\n":                                                                 "line 2:",
		`[{"host": 3}]`:                                                                      "cannot unmarshal",
		"":                                                                                   "no site is labelled",
	} {
		got, err := ReadLabels(strings.NewReader(text))
		told := fmt.Sprint(maps.Clone(got))
		if err != nil {
			told = err.Error()
		}
		if !strings.Contains(told, want) {
			t.Errorf("%q: %s, want %s", text, told, want)
		}
	}
}
