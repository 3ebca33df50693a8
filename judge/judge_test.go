package judge

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"verde/catalog"
	"verde/known"
	"verde/page"
	"verde/pageeval"
	"verde/query"
	"verde/record"
)

func TestDecide(t *testing.T) {
	t.Parallel()
	of := func(shape, id string, p float64, links int, schema ...uint64) PageJudgement {
		return PageJudgement{Entity: id, Verdict: catalog.Verdict{URL: "http://s.example/" + shape + id, QueryID: id, Matched: true, SemiStructured: p >= pageeval.Threshold, Probability: p},
			Shape: shape, Links: links, Schema: schema}
	}
	titled := func(list ...PageJudgement) []PageJudgement {
		for i := range list {
			list[i].Titled = true
		}
		return list
	}
	named := func(list ...PageJudgement) []PageJudgement {
		for i := range list {
			list[i].Named = true
		}
		return titled(list...)
	}
	alternate := func(v PageJudgement) PageJudgement {
		v.Alternate = true
		return v
	}
	in := func(language string, v PageJudgement) PageJudgement {
		v.Language, v.Shape = language, "a"
		return v
	}
	at := func(url string, v PageJudgement) PageJudgement { // of another address than the others of its shape
		v.URL = "http://s.example/" + url
		return v
	}
	printed := func(v PageJudgement, print uint64) PageJudgement {
		v.Simhash = print
		return v
	}
	for name, test := range map[string]struct {
		judged []PageJudgement
		state  string
		want   string // how the samples' URLs begin, or what the reason has
	}{
		"two instances":       {[]PageJudgement{of("a", "1", .9, 20), of("a", "2", .8, 20)}, catalog.Accepted, "http://s.example/a"},
		"data for sure first": {[]PageJudgement{of("a", "1", .4, 20, 1, 2), of("a", "2", .4, 20, 1, 2), of("a", "3", .4, 20, 1, 2), of("b", "1", .9, 20, 3, 4), of("b", "2", .9, 20, 3, 4)}, catalog.Accepted, "http://s.example/b"},
		"sure print versions": {[]PageJudgement{of("a", "1", .4, 20, 1, 2), of("a", "2", .4, 20, 1, 2), of("b", "1", .9, 4, 3, 4), of("b", "2", .9, 4, 3, 4)}, catalog.Accepted, "http://s.example/a"},
		"one instance twice":  {[]PageJudgement{of("a", "1", .9, 20), of("b", "1", .8, 20)}, catalog.Refused, "1 of 1 instances"},
		"data among prose": {[]PageJudgement{of("a", "1", .9, 20), of("a", "2", .9, 20), of("a", "3", 0, 9), of("a", "4", 0, 9), of("a", "5", 0, 9),
			of("a", "6", 0, 9), of("a", "7", 0, 9)}, catalog.Refused, "2 of 7 instances"},
		"data among pages about others": {append(titled(of("a", "1", .9, 20), of("a", "2", .9, 20)), of("a", "3", 0, 9), of("a", "4", 0, 9), of("a", "5", 0, 9),
			of("a", "6", 0, 9), of("a", "7", 0, 9)), catalog.Accepted, "http://s.example/a"},
		"data among titled prose": {titled(of("a", "1", .9, 20), of("a", "2", .9, 20), of("a", "3", 0, 9), of("a", "4", 0, 9), of("a", "5", 0, 9),
			of("a", "6", 0, 9), of("a", "7", 0, 9)), catalog.Refused, "2 of 7 instances"},
		"data among longer titles": {append(named(of("a", "1", .9, 20), of("a", "2", .9, 20)), titled(of("a", "3", 0, 9), of("a", "4", 0, 9), of("a", "5", 0, 9),
			of("a", "6", 0, 9), of("a", "7", 0, 9))...), catalog.Accepted, "http://s.example/a"},
		"data among prose named so": {named(of("a", "1", .9, 20), of("a", "2", .9, 20), of("a", "3", 0, 9), of("a", "4", 0, 9), of("a", "5", 0, 9),
			of("a", "6", 0, 9), of("a", "7", 0, 9)), catalog.Refused, "2 of 7 instances"},
		"print views of the same shape": {[]PageJudgement{of("a", "1", .8, 20, 2, 3), of("a", "2", .8, 20, 2, 3), at("print/3", of("a", "3", .99, 1, 2, 3)), at("print/4", of("a", "4", .99, 1, 2, 3))},
			catalog.Accepted, "http://s.example/a"},
		"pages with another canonical one": {[]PageJudgement{of("a", "1", .8, 20, 2, 3), of("a", "2", .8, 2, 2, 3), at("print/3", alternate(of("a", "3", .99, 20, 2, 3)))},
			catalog.Accepted, "http://s.example/a"},
		"pages in two languages": {[]PageJudgement{in("fr", of("fr/", "1", .99, 20, 2, 3)), in("en", of("en/", "2", .8, 20, 2, 3)), in("en", of("en/", "3", .8, 20, 2, 3)), in("fr", of("fr/", "3", .9, 20, 2, 3)), in("en", of("en/", "4", .8, 20, 2, 3))},
			catalog.Accepted, "http://s.example/en/"},
		"all with another canonical one": {[]PageJudgement{alternate(of("a", "1", .8, 2, 2, 3)), alternate(of("a", "2", .8, 2, 2, 3))}, catalog.Accepted, "http://s.example/a"},
		"one title is not enough": {append(titled(of("a", "1", .9, 20)), of("a", "2", .9, 20), of("a", "3", 0, 9), of("a", "4", 0, 9), of("a", "5", 0, 9),
			of("a", "6", 0, 9), of("a", "7", 0, 9)), catalog.Refused, "2 of 7 instances"},
		"an open question":        {[]PageJudgement{of("a", "1", .3, 20), of("a", "2", .4, 20)}, catalog.Accepted, "http://s.example/a"},
		"print versions":          {[]PageJudgement{of("p", "1", .99, 1, 1), of("p", "2", .99, 1, 1), of("a", "1", .8, 20, 2, 3), of("a", "2", .8, 20, 2, 3)}, catalog.Accepted, "http://s.example/a"},
		"shelves":                 {[]PageJudgement{of("x", "1", .9, 20, 2, 3), of("y", "2", .9, 20, 2, 3)}, catalog.Accepted, "http://s.example/"},
		"unlike templates":        {[]PageJudgement{of("x", "1", .9, 20, 2, 3), of("y", "2", .9, 20, 4, 5)}, catalog.Refused, "1 of 1 instances"},
		"one page, two addresses": {[]PageJudgement{printed(of("a", "1", .9, 20), 0xff00), printed(of("a", "2", .9, 20), 0xff07)}, catalog.Refused, "1 of 1 instances"},
		"one page, two shelves":   {[]PageJudgement{printed(of("x", "1", .9, 20, 2, 3), 0xff00), printed(of("y", "2", .9, 20, 2, 3), 0xff00)}, catalog.Refused, "1 of 1 instances"},
		"two pages that differ":   {[]PageJudgement{printed(of("a", "1", .9, 20), 0xff00), printed(of("a", "2", .9, 20), 0xff0f)}, catalog.Accepted, "http://s.example/a"},
		"three of ten are enough": {[]PageJudgement{of("a", "1", .9, 20), of("a", "2", .9, 20), of("a", "3", .9, 20), of("a", "4", 0, 9), of("a", "5", 0, 9), of("a", "6", 0, 9),
			of("a", "7", 0, 9), of("a", "8", 0, 9), of("a", "9", 0, 9), of("a", "10", 0, 9)}, catalog.Accepted, "http://s.example/a"},
		"three of eleven are not": {[]PageJudgement{of("a", "1", .9, 20), of("a", "2", .9, 20), of("a", "3", .9, 20), of("a", "4", 0, 9), of("a", "5", 0, 9), of("a", "6", 0, 9),
			of("a", "7", 0, 9), of("a", "8", 0, 9), of("a", "9", 0, 9), of("a", "10", 0, 9), of("a", "11", 0, 9)}, catalog.Refused, "3 of 11 instances"},
		"print versions come last": {[]PageJudgement{of("a", "1", .8, 20, 2, 3), of("a", "2", .8, 20, 2, 3), of("z", "1", .99, 1, 1), of("z", "2", .99, 1, 1)}, catalog.Accepted, "http://s.example/a"},
		"ten links are as good as twenty": {[]PageJudgement{of("a", "1", .8, 10, 2, 3), of("a", "2", .8, 10, 2, 3), of("b", "1", .8, 20, 1), of("b", "2", .8, 20, 1)},
			catalog.Accepted, "http://s.example/a"},
		"nine links are not": {[]PageJudgement{of("a", "1", .8, 9, 2, 3), of("a", "2", .8, 9, 2, 3), of("b", "1", .8, 10, 1), of("b", "2", .8, 10, 1)},
			catalog.Accepted, "http://s.example/b"},
		"nothing was there": {[]PageJudgement{{Verdict: catalog.Verdict{URL: "http://s.example/1", QueryID: "1"}, Entity: "1", Shape: "a"}}, catalog.Refused, "none of 1 pages"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			judged := map[string]PageJudgement{}
			for _, v := range test.judged {
				judged[v.URL] = v
			}
			src := decide(judged, 2, 3)
			if src.State != test.state {
				t.Fatalf("%s (%s), want %s", src.State, src.Reason, test.state)
			}
			if src.State == catalog.Refused && !strings.Contains(src.Reason, test.want) {
				t.Errorf("reason %q, want %q in it", src.Reason, test.want)
			}
			if src.State == catalog.Accepted && (len(src.Samples) == 0 || src.SampleURL != src.Samples[0]) {
				t.Errorf("samples %q, of which the first is %s", src.Samples, src.SampleURL)
			}
			for _, url := range src.Samples {
				if !strings.HasPrefix(url, test.want) {
					t.Errorf("sample %s, want one that begins with %s", url, test.want)
				}
			}
		})
	}
}

func TestScoreParts(t *testing.T) {
	t.Parallel()
	judged := map[string]PageJudgement{}
	for id, v := range map[string]PageJudgement{
		"1": {Simhash: 0xff00, Schema: page.HashedSchema{1, 2}}, "2": {Simhash: 0xff01, Schema: page.HashedSchema{1, 2}}, // near duplicates
		"3": {Simhash: 0xf, Schema: page.HashedSchema{1, 2, 3, 4}},
		"4": {}, // prose
	} {
		v.Entity, v.Verdict = id, catalog.Verdict{URL: "http://s.example/" + id, QueryID: id, Matched: true, Probability: .8, SemiStructured: true}
		if id == "4" {
			v.Probability, v.SemiStructured = 0, false
		}
		judged[v.URL] = v
	}
	got := decide(judged, 2, 3)
	want := catalog.ScoreParts{Probability: .8, Instances: 2, Met: 3, Agreement: .75, Duplicates: 1}
	if d := cmp.Diff(want, *got.Parts, cmpopts.EquateApprox(0, 1e-12)); d != "" {
		t.Errorf("parts (-want +got):\n%s", d)
	}
	if score := .8 * 2 / 3 * .75 * .75; math.Abs(got.Score-score) > 1e-12 || got.Evaluated != 3 {
		t.Errorf("score %v of %d pages, want %v of 3", got.Score, got.Evaluated, score)
	}
	if (catalog.ScoreParts{}).Score() != 0 {
		t.Error("nothing met has a score")
	}
}

// lined are pages with a name and columns of values.
func lined(columns int) (out []record.Record) {
	for i := range 12 {
		r := record.Record{URL: fmt.Sprintf("http://s.example/of/%d", i), Fields: []record.Field{{Label: "h1", Values: []record.Value{{Text: fmt.Sprintf("Thing %c%c", 'A'+i, 'z'-i)}}}}}
		for k := range columns {
			r.Fields = append(r.Fields, record.Field{Label: fmt.Sprintf("column %d", k), Values: []record.Value{{Text: fmt.Sprintf("Value %c", 'a'+(i+k)%4)}}})
		}
		out = append(out, r)
	}
	return out
}

// A site whose pages line up columns of values needs no second attribute, however many
// queries led to its pages about something else; others do, however sure the classifier is of them.
func TestRejectReason(t *testing.T) {
	t.Parallel()
	one, two := map[string]string{"h1": "name"}, map[string]string{"h1": "name", "by": "author"}
	for name, test := range map[string]struct {
		probabilities []float64 // of the pages judged, each met by another query
		columns       int       // of values, on pages that were read
		attributes    map[string]string
		known         []string // attributes, the identifying one first
		want          string   // in the reason
	}{
		"data":                            {[]float64{.99, .98, .97}, 6, one, []string{"name", "author"}, ""},
		"data among pages about others":   {[]float64{.99, .98, .97, 0, 0, 0}, 6, one, []string{"name", "author"}, ""},
		"sure, of what stands around":     {[]float64{.99, .98, .97}, 0, one, []string{"name", "author"}, "nothing else"},
		"nothing repeats names":           {[]float64{.99, .98, .97}, 6, nil, []string{"name", "author"}, "no column"},
		"open questions":                  {[]float64{.45, .45, .45}, 0, one, []string{"name", "author"}, "nothing else"},
		"open questions that agree":       {[]float64{.45, .45, .45}, 0, two, []string{"name", "author"}, ""},
		"open questions, nothing to ask":  {[]float64{.45, .45, .45}, 0, one, []string{"name"}, "nothing else"},
		"one page of data among doubtful": {[]float64{.9, .3, .25}, 0, one, []string{"name", "author"}, "nothing else"},
	} {
		judged := map[string]PageJudgement{}
		for i, p := range test.probabilities {
			id := fmt.Sprint(i)
			judged[id] = PageJudgement{Entity: id, Verdict: catalog.Verdict{URL: id, QueryID: id, Matched: true, SemiStructured: p >= pageeval.Threshold, Probability: p}, Schema: page.HashedSchema{1}}
		}
		src := decide(judged, 2, 3)
		if src.State != catalog.Accepted {
			t.Fatalf("%s: refused before it is read: %s", name, src.Reason)
		}
		src.Attributes = test.attributes
		var others []query.Attribute
		for _, name := range test.known[1:] {
			others = append(others, query.Attribute{Name: name})
		}
		if got := known.New(query.Profile{Identifier: "name", Attributes: others}).RejectReason(src, lined(test.columns), nil); got == "" != (test.want == "") || !strings.Contains(got, test.want) {
			t.Errorf("%s: %q, want %q in it", name, got, test.want)
		}
	}
}

// Which template a site is judged by does not depend on how the templates are called, also where each of three goes
// before another one: few that are data for sure, many that may be, and some that may be with many links.
func TestBestTemplate(t *testing.T) {
	t.Parallel()
	for _, shapes := range []string{"abc", "acb", "bac", "bca", "cab", "cba"} {
		judged := map[string]PageJudgement{}
		for k, of := range []struct {
			pages, links int
			sure         bool
		}{{2, 2, true}, {10, 2, false}, {3, 10, false}} {
			for i := range of.pages {
				p := PageJudgement{Entity: fmt.Sprint(i), Shape: shapes[k : k+1], Links: of.links, Schema: []uint64{uint64(k)}}
				p.URL, p.Matched, p.SemiStructured, p.Probability = fmt.Sprintf("http://s.example/%c/%d", shapes[k], i), true, of.sure, .4
				judged[p.URL] = p
			}
		}
		if best := bestTemplate(statsByTemplate(judged)); best.shape != shapes[:1] {
			t.Errorf("called %s: %s", shapes, best.shape)
		}
	}
}
