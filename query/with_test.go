package query

import (
	"fmt"
	"strings"
	"testing"
)

// cars are 60 cars: twelve models of four makers in five years, a code and a price each, a
// kind of engine.
func cars() ([]Record, map[string]string) {
	var records []Record
	titles := map[string]string{}
	for i := range 60 {
		maker, model, year := []string{"Acme", "Globex", "Initech", "Umbrella"}[i%12/3], "Model "+string(rune('A'+i%12)), fmt.Sprint(2001+i/12)
		r := Record{Source: fmt.Sprint(i), Values: map[string][]string{"maker": {maker}, "model": {model}, "year": {year},
			"code": {fmt.Sprintf("X-%d-Y", 1000+i)}, "price": {fmt.Sprintf("$%d", 100+i)}, "engine": {[]string{"Petrol", "Diesel"}[i%2]}}}
		records, titles[r.Source] = append(records, r), strings.Join([]string{year, maker, model, "- Cars"}, " ")
	}
	return records, titles
}

// Where no column has other names for nearly all records, the name is told with what tells
// the others of the name apart, and asked for so.
func TestWith(t *testing.T) {
	t.Parallel()
	records, titles := cars()
	p := Analyze(records, titles)
	if p.Identifier != "model" || fmt.Sprint(p.With) != "[year]" {
		t.Fatalf("named by %q with %v", p.Identifier, p.With)
	}
	asked := map[string]bool{}
	for _, in := range Instances(records, p, 60, 1, func(name string) bool { return name == "Model A 2001" }) {
		if in.Named != 2 || in.Values[1].Attribute != "year" {
			t.Errorf("asks for %+v", in)
		}
		asked[NameOf(in.Values[:in.Named])] = true
	}
	if len(asked) != 59 || asked["Model A 2001"] {
		t.Errorf("%d asked for, want 59", len(asked))
	}
	books, bookTitles := shelf()
	if p := Analyze(books, bookTitles); p.With != nil {
		t.Errorf("names that differ need %v", p.With)
	}
	for _, r := range records { // nothing tells them apart but what only this site has
		delete(r.Values, "year")
		r.Values["maker"] = []string{"Acme"}
		r.Values["engine"] = r.Values["maker"]
	}
	if p := Analyze(records, nil); len(p.With) > 0 {
		t.Errorf("%q with %v", p.Identifier, p.With)
	}
}

// All that names an instance is required, and nothing is left to choose.
func TestBuildNamed(t *testing.T) {
	t.Parallel()
	in := Instance{ID: "i", Named: 3, Values: []Value{{"title", "Analyst"}, {"company", "Acme"}, {"place", "Austin"}, {"kind", "Full time"}, {"pay", "$5"}}}
	for _, test := range []struct {
		opt    Options
		want   string
		simple bool
	}{
		{Options{}, "Analyst, Acme, Austin", true},
		{Options{Required: 1}, "Analyst, Acme, Austin", true},
		{Options{Required: 2, OneOf: 4}, "Analyst, Acme, Austin", true},
		{Options{Required: 4, OneOf: 4}, "Analyst, Acme, Austin, Full time", false},
	} {
		q := Build([]Instance{in}, "job", nil, test.opt)[0]
		var got []string
		for _, v := range q.Required {
			got = append(got, v.Text)
		}
		if strings.Join(got, ", ") != test.want || len(q.OneOf) > 0 || q.Simple() != test.simple || q.ByNameAlone() || q.Name() != "Analyst Acme Austin" {
			t.Errorf("%+v: %+v", test.opt, q)
		}
	}
	if q := (Query{}); q.Name() != "" {
		t.Errorf("a query for nothing asks for %q", q.Name())
	}
}

func TestIsYear(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{"2009": true, " 1987 ": true, "1787": false, "20a9": false, "20091": false, "": false} {
		if isYear(text) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
}
