package query

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// shelf is ten books: names that all pages have, authors of two books each that
// nine have, prices, a blurb that is a sentence, a binding of two kinds, and a
// shelf mark that three have.
func shelf() ([]Record, map[string]string) {
	var records []Record
	titles := map[string]string{}
	for i := range 10 {
		name := "Book " + string(rune('A'+i)) + " of Letters"
		r := Record{Source: fmt.Sprint(i), Values: map[string][]string{
			"name": {name}, "price": {fmt.Sprintf("$%d.50", 10+i)}, "binding": {[]string{"Hardcover", "Paperback"}[i%2]}, "none": {},
			"blurb": {strings.Repeat("word ", 11) + string(rune('a'+i))},
		}}
		if i < 9 {
			r.Values["author"] = []string{"Author " + string(rune('A'+i/2))}
		}
		if i < 3 {
			r.Values["mark"] = []string{"Mark " + strings.Repeat(string(rune('a'+i)), 3)}
		}
		records = append(records, r)
		titles[r.Source] = name + " - Shop"
	}
	return records, titles
}

// What the figures of a column are made of, worked out by hand.
func TestRate(t *testing.T) {
	t.Parallel()
	records, titles := shelf()
	got := map[string]*column{}
	for _, c := range rate(records, titles) {
		got[c.Name] = c
	}
	if len(got) != 6 || got["none"] != nil {
		t.Errorf("%d columns", len(got))
	}
	for _, want := range []struct {
		name                              string
		coverage, distinct, names, usable float64
		numeric, length, score            float64
	}{
		// distinct above .97 halves the score, less than five values too
		{"name", 1, 1, 1, 1, 0, 17, 1 * 1 * .9 * 1.2 * .5},
		{"author", .9, 5. / 9, 0, 1, 0, 8, .9 * 1 * (1 - 2./9) * 1.2},
		{"price", 1, 1, 0, 0, 1, 6, 0}, // not usable
		{"binding", 1, .2, 0, 1, 0, 9, 1 * 1 * .5 * 1.2 * .5},
		{"blurb", 1, 1, 0, 0, 0, 56, 0}, // too many words
		{"mark", .3, 1, 0, 1, 0, 8, .3 * 1 * (1 - 1./3) * 1.2 * .5 * .5},
	} {
		c := got[want.name]
		for what, pair := range map[string][2]float64{"coverage": {c.Coverage, want.coverage}, "distinct": {c.Distinct, want.distinct}, "names": {c.Names, want.names},
			"usable": {c.usable, want.usable}, "numeric": {c.numeric, want.numeric}, "length": {c.length, want.length}, "score": {c.Score, want.score}} {
			if math.Abs(pair[0]-pair[1]) > 1e-9 {
				t.Errorf("%s of %s is %v, want %v", what, want.name, pair[0], pair[1])
			}
		}
		if got, want := c.identifies(), want.name == "name" || want.name == "blurb"; got != want {
			t.Errorf("%s names entities: %v", c.Name, got)
		}
	}
}

// Each bound of a column that may name entities holds.
func TestIdentifies(t *testing.T) {
	t.Parallel()
	seen := map[string]int{"a": 1, "b": 1}
	at := column{Attribute: Attribute{Coverage: MinIdentifying, Distinct: MinIdentifying}, named: minUsable, seen: seen}
	if !at.identifies() {
		t.Error("a column at all bounds does not name entities")
	}
	for what, change := range map[string]func(*column){
		"one value":  func(c *column) { c.seen = map[string]int{"a": 2} },
		"no names":   func(c *column) { c.named -= .01 },
		"few pages":  func(c *column) { c.Coverage -= .01 },
		"few values": func(c *column) { c.Distinct -= .01 },
	} {
		c := at
		if change(&c); c.identifies() {
			t.Errorf("%s: it names entities", what)
		}
	}
}

// Of two columns that may name entities, agreement with titles counts twice, and
// length against it: four hundred characters as much as the whole coverage.
func TestAnalyzeWeighs(t *testing.T) {
	t.Parallel()
	make := func(short, long int) []Record {
		var records []Record
		for i := range 10 {
			letter := string(rune('A' + i))
			records = append(records, Record{Source: fmt.Sprint(i), Values: map[string][]string{
				"a": {"Long " + strings.Repeat(strings.ToLower(letter), long)}, "b": {"Short " + strings.Repeat(strings.ToLower(letter), short)}}})
		}
		return records
	}
	if p := Analyze(make(5, 60), nil, nil); p.Identifier != "b" {
		t.Errorf("of a longer and a shorter column %q names entities", p.Identifier)
	}
	records := make(5, 60)
	titles := map[string]string{}
	for _, r := range records {
		titles[r.Source] = r.Values["a"][0] + " | Shop"
	}
	if p := Analyze(records, titles, nil); p.Identifier != "a" {
		t.Errorf("of a column in the titles and another %q names entities", p.Identifier)
	}
}

func TestUsableBounds(t *testing.T) {
	t.Parallel()
	for v, want := range map[string]bool{
		"ab": false, "abc": true, strings.Repeat("a", 80): true, strings.Repeat("a", 81): false,
		strings.TrimSpace(strings.Repeat("ab ", 10)): true, strings.TrimSpace(strings.Repeat("ab ", 11)): false,
		"http://a.example/": false, "1234": false, "a12": false, "ab1": true, "3 kilograms": true, "30 kilograms": true, "300 kilograms": false, "$300 off": false,
	} {
		if got := Usable(v); got != want {
			t.Errorf("%q is worth asking for: %v", v, got)
		}
	}
}

func TestSharing(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		distinct float64
		values   int
		want     float64
	}{{.5, 5, 1}, {.97, 5, 1}, {.98, 5, .5}, {.5, 4, .5}, {1, 4, .25}} {
		if got := sharing(test.distinct, test.values); got != test.want {
			t.Errorf("sharing(%v, %d) = %v, want %v", test.distinct, test.values, got, test.want)
		}
	}
}

// Nine titles of ten that begin or end with one word are dressed, fewer are not.
func TestDressed(t *testing.T) {
	t.Parallel()
	for with, want := range map[int]bool{10: true, 9: true, 8: false, 0: false} {
		titles := map[string]string{}
		for i := range 10 {
			titles[fmt.Sprint(i)] = fmt.Sprintf("book%d letter%d", i, i)
			if i < with {
				titles[fmt.Sprint(i)] = fmt.Sprintf("book%d shop", i)
			}
		}
		if got := titlesDecorated(titles); got != want {
			t.Errorf("with %d of 10: %v", with, got)
		}
	}
	if titlesDecorated(map[string]string{"1": "book shop"}) {
		t.Error("one title tells of a word that all have")
	}
}

// A column that repeats the name on more than half of the pages that have both is
// a copy of it.
func TestCopies(t *testing.T) {
	t.Parallel()
	for same, want := range map[int]bool{6: true, 5: false, 0: false} {
		var records []Record
		for i := range 12 {
			r := Record{Values: map[string][]string{"name": {fmt.Sprintf("Book number%d", i)}, "path": {"Books"}}}
			if i < same {
				r.Values["path"] = []string{fmt.Sprintf("Home Book number%d", i)}
			}
			if i >= 10 { // pages that lack one count for neither
				delete(r.Values, []string{"name", "path"}[i-10])
			}
			records = append(records, r)
		}
		if got := copies(records, "path", "name"); got != want {
			t.Errorf("the same on %d of 10 pages: %v", same, got)
		}
	}
}

// Of two columns that may name entities and have as many different values, the one
// that more records have does.
func TestAnalyzeWeighsCoverage(t *testing.T) {
	t.Parallel()
	var records []Record
	for i := range 40 {
		name := "Name " + string(rune('A'+i%26)) + string(rune('a'+i/26))
		r := Record{Source: fmt.Sprint(i), Values: map[string][]string{"b": {name}}}
		if i > 0 {
			r.Values["a"] = []string{name}
		}
		records = append(records, r)
	}
	if p := Analyze(records, nil, nil); p.Identifier != "b" {
		t.Errorf("%q names entities, which one record lacks", p.Identifier)
	}
}

// A column that hardly any record has is not asked for, however good its values.
func TestRateNeedsCoverage(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]bool{11: false, 16: true} {
		var records []Record
		for i := range 40 {
			r := Record{Source: fmt.Sprint(i), Values: map[string][]string{}}
			if i < n {
				r.Values["rare"] = []string{[]string{"Virago Press", "Penguin Books"}[i%2]}
			}
			records = append(records, r)
		}
		if c := rate(records, nil); len(c) != 1 || (c[0].Score > 0) != want {
			t.Errorf("%d of 40 records: score %v", n, c[0].Score)
		}
	}
}

// A draw is positive and finite for every hash, so that each record has its turn.
func TestExponential(t *testing.T) {
	t.Parallel()
	for _, hash := range []uint64{0, 1 << 11, 1 << 63, math.MaxUint64} {
		if x := exponential(hash); !(x > 0) || math.IsInf(x, 0) {
			t.Errorf("hash %#x: %v", hash, x)
		}
	}
}

// What is said twice is one attribute, under the name that the page calls it; counts with their word, and words beside running text, are none.
func TestAnalyzeLeavesOut(t *testing.T) {
	t.Parallel()
	var records []Record
	for i := range 12 {
		maker := []string{"Acme", "Globex", "Initech"}[i%3]
		records = append(records, Record{Source: string(rune('a' + i)), Values: map[string][]string{
			"name":     {"Thing " + strings.Repeat(string(rune('a'+i)), 3)},
			"maker":    {maker},
			"path":     {maker},
			"comments": {strings.Repeat("1", 1+i%4) + " member comments"},
			"notes":    {[]string{"Jane Doe", "Ann Lee", "Tom Ray"}[i/4], strings.Repeat("running text ", 10)},
		}})
	}
	delete(records[0].Values, "maker") // the label is on fewer pages than the path
	for _, label := range []string{"maker", "path"} {
		var got []string
		for _, a := range Analyze(records, nil, map[string]int{label: 3, "notes": 12}).Attributes {
			got = append(got, a.Name)
		}
		if len(got) != 1 || got[0] != label {
			t.Errorf("%v, not %s, which is labelled", got, label)
		}
	}
}

// What pages call nothing is asked with only if it is worth more than what they call something.
func TestAnalyzeUnlabelled(t *testing.T) {
	t.Parallel()
	var records []Record
	for i := range 12 {
		values := map[string][]string{
			"name": {"Thing " + strings.Repeat(string(rune('a'+i)), 3)}, "Binding": {[]string{"Hardcover", "Paperback"}[i%2]},
			"tagline": {[]string{"Acme", "Globex", "Initech", "Umbrella", "Stark", "Wayne"}[i/2]},
		}
		if i%3 > 0 {
			values["talk"] = []string{[]string{"Jane Doe", "Ann Lee", "Tom Ray"}[i/4]}
		}
		records = append(records, Record{Source: string(rune('a' + i)), Values: values})
	}
	for _, test := range []struct {
		labels map[string]int
		want   string
	}{{nil, "tagline Binding talk"}, {map[string]int{"Binding": 12}, "tagline Binding"}, {map[string]int{"tagline": 12}, "tagline"}, {map[string]int{"talk": 8}, "tagline Binding talk"}} {
		var got []string
		for _, a := range Analyze(records, nil, test.labels).Attributes {
			got = append(got, a.Name)
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("labels %v: %v, want %s", test.labels, got, test.want)
		}
	}
}
