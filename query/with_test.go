package query

import (
	"fmt"
	"slices"
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
	p := Analyze(records, titles, nil)
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
	if p := Analyze(books, bookTitles, nil); p.With != nil {
		t.Errorf("names that differ need %v", p.With)
	}
	for _, r := range records { // nothing tells them apart but what only this site has
		delete(r.Values, "year")
		r.Values["maker"] = []string{"Acme"}
		r.Values["engine"] = r.Values["maker"]
	}
	if p := Analyze(records, nil, nil); len(p.With) > 0 {
		t.Errorf("%q with %v", p.Identifier, p.With)
	}
}

// Of what tells an instance from others of its name one form is required, of whatever
// value; without a choice all values are, and the name alone never.
func TestBuildNamed(t *testing.T) {
	t.Parallel()
	job := Instance{ID: "i", Named: 3, Values: []Value{{"title", "Analyst"}, {"company", "Acme"}, {"place", "Austin, TX"}, {"kind", "Full time"}, {"pay", "$5"}}, Forms: []Value{{"place", "Austin"}}}
	car := Instance{ID: "i", Named: 2, Values: []Value{{"model", "Vibe"}, {"year", "2009"}, {"maker", "Pontiac"}}}
	for _, test := range []struct {
		in                 Instance
		opt                Options
		required, oneOf, n string
		simple             bool
	}{
		{job, Options{}, "Analyst, Acme, Austin, TX", "", "Analyst Acme Austin, TX", true},
		{job, Options{Required: 1}, "Analyst, Acme, Austin, TX", "", "Analyst Acme Austin, TX", true},
		{job, Options{Required: 4}, "Analyst, Acme, Austin, TX, Full time", "", "Analyst Acme Austin, TX", false},
		{job, Options{Required: 2, OneOf: 3}, "Analyst", "Acme, Austin, TX, Austin", "Analyst Acme Austin, TX", false},
		{job, Options{Required: 4, OneOf: 4}, "Analyst", "Acme, Austin, TX, Austin", "Analyst Acme Austin, TX", false},
		{car, Options{Required: 2, OneOf: 3}, "Vibe, 2009", "", "Vibe 2009", true},
	} {
		q := Build([]Instance{test.in}, "job", nil, test.opt)[0]
		list := func(values []Value) string { return strings.Join(texts(values), ", ") }
		if list(q.Required) != test.required || list(q.OneOf) != test.oneOf || q.Name() != test.n || q.Simple() != test.simple || q.ByNameAlone() {
			t.Errorf("%+v: %+v, named %q", test.opt, q, q.Name())
		}
	}
	if q := (Query{}); q.Name() != "" {
		t.Errorf("a query for nothing asks for %q", q.Name())
	}
}

// operas are works of one name by several composers, whose names differ, but for one
// family.
func operas() []Record {
	composers := []string{"Niccolò Piccinni", "Leonardo Vinci", "Johann Adolph Hasse", "Baldassare Galuppi", "Carlo Scarlatti", "Domenico Scarlatti", "Pietro Scarlatti"}
	var out []Record
	for i, work := range []string{"Artaserse", "Olimpiade", "Demofoonte", "Ezio"} {
		for j, c := range composers {
			out = append(out, Record{Source: fmt.Sprint(i, j), Values: map[string][]string{"work": {work}, "composer": {c}, "place": {"Rome, Italy"}}})
		}
	}
	return out
}

// What tells entities of one name apart is asked for, and found, as other sites may write it.
func TestQualifiers(t *testing.T) {
	t.Parallel()
	a := NewQualifiers(operas(), "work", []string{"composer", "place"})
	for _, test := range []struct{ column, text, want string }{
		{"composer", "Niccolò Piccinni", "Niccolò Piccinni; piccinni niccolò; piccinni"},
		{"composer", "Hasse, Johann Adolph", "Hasse, Johann Adolph; johann adolph hasse; hasse"},
		{"composer", "Carlo Scarlatti", "Carlo Scarlatti; scarlatti carlo; c scarlatti"},
		{"place", "Rome, Italy", "Rome, Italy; Rome"},
		{"year", "1730", "1730"},
		{"title", "Emma (1815)", "Emma (1815); Emma"},
		{"composer", "???", "???"},
	} {
		if got := strings.Join(a.Forms(test.column, test.text), "; "); got != test.want {
			t.Errorf("%s %q: %s, want %s", test.column, test.text, got, test.want)
		}
	}
	for _, test := range []struct {
		column, text, shown string
		want                bool
	}{
		{"composer", "Niccolò Piccinni", "Piccinni, Niccolò", true},
		{"composer", "Niccolò Piccinni", "N. Piccinni", true},
		{"composer", "Niccolò Piccinni", "Piccinni", true},
		{"composer", "Niccolò Piccinni", "Luigi Piccinni", false},
		{"composer", "Carlo Scarlatti", "Scarlatti", false},
		{"composer", "Carlo Scarlatti", "Scarlatti, D.", false},
		{"place", "Rome", "Rome, Italy", true},
		{"place", "Rome, Italy", "Rome", true},
		{"place", "Rome, Italy", "Naples, Italy", false},
		{"year", "1730", "1731", false},
		{"composer", "???", "???", true},
		{"composer", "???", "!!", false},
	} {
		if got := a.Shows(test.column, test.text)(test.shown); got != test.want {
			t.Errorf("%s %q shown as %q: %v", test.column, test.text, test.shown, got)
		}
	}
	p := Profile{Identifier: "work", With: []string{"composer"}}
	for _, simple := range []bool{false, true} {
		p.Simple = simple
		in := Instances(operas(), p, 50, 1, nil)
		if n := map[bool]int{false: 28, true: 4}[simple]; len(in) != n {
			t.Errorf("simply %v: %d asked for, want %d", simple, len(in), n)
		}
		unknown := append(operas(), Record{Source: "x", Values: map[string][]string{"work": {"Siroe"}, "composer": {"???"}}})
		if got := Instances(unknown, p, 50, 1, nil); !slices.ContainsFunc(got, func(g Instance) bool { return g.Values[0].Text == "Siroe" && g.Named == 1 }) {
			t.Errorf("simply %v: one by %q is asked for by more than its name, or not at all", simple, "???")
		}
		q := Build(in[:1], "opera", nil, Options{Required: 1, OneOf: 3})[0]
		if q.ByNameAlone() != simple || simple != (len(q.OneOf) == 0) || simple == (len(q.OneOf) == 3) {
			t.Errorf("simply %v: %+v", simple, q)
		}
	}
}

// What pages are titled with names their entities, also where some share a name and another column is
// each one's own; that column does where titles say nothing of either.
func TestNamesInTitles(t *testing.T) {
	t.Parallel()
	var records []Record
	titles := map[string]string{}
	for i := range 60 {
		name, town := fmt.Sprintf("Castle %c", 'A'+i%20), fmt.Sprintf("Town %c", 'A'+i/20)
		if i >= 40 {
			name = fmt.Sprintf("Palace %c%c", 'A'+i%20, 'a'+i%20)
		}
		r := Record{Source: fmt.Sprint(i), Values: map[string][]string{"name": {name}, "town": {town}, "address": {fmt.Sprintf("Market Street no. %d, %s", i, town)}, "kind": {[]string{"ruin", "museum"}[i%2]}}}
		records, titles[r.Source] = append(records, r), name+" | Castles"
	}
	if p := Analyze(records, titles, nil); p.Identifier != "name" || fmt.Sprint(p.With) != "[town]" {
		t.Errorf("titled by names: named by %q with %v", p.Identifier, p.With)
	}
	for source := range titles {
		titles[source] = "Castles"
	}
	if p := Analyze(records, titles, nil); p.Identifier != "address" {
		t.Errorf("titled alike: named by %q with %v", p.Identifier, p.With)
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

// A name that one entity of a site has alone is asked for without what tells namesakes apart, of every three once by
// itself.
func TestInstancesAlone(t *testing.T) {
	t.Parallel()
	records := operas()
	for i := range 26 {
		records = append(records, Record{Source: fmt.Sprint("x", i), Values: map[string][]string{"work": {"Opera " + string(rune('A'+i))}, "composer": {"Johann Adolph Hasse"}, "place": {"Rome, Italy"}}})
	}
	p := Profile{Identifier: "work", With: []string{"composer"}, Attributes: []Attribute{{Name: "composer", Score: 1}}}
	counts := map[[2]bool]int{}
	for _, in := range Instances(records, p, len(records), 1, nil) {
		q := Build([]Instance{in}, "opera", nil, Options{Required: 2, OneOf: 3})[0]
		unique := strings.HasPrefix(in.Values[0].Text, "Opera ")
		counts[[2]bool{unique, q.ByNameAlone()}]++
		if !unique && in.Named != 2 {
			t.Errorf("a name of several is asked for by %v", in.Values[:in.Named])
		}
	}
	alone, others := counts[[2]bool{true, true}], counts[[2]bool{true, false}]
	if alone < 5 || alone > 15 || alone+others != 26 || counts[[2]bool{false, true}] > 0 {
		t.Errorf("asked for alone or not, of one or of several: %v", counts)
	}
}
