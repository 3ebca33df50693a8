package query

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The worked example of VerDE §IV.
func ExampleQuery_Render() {
	in := Instance{Values: []Value{{"title", "Great Expectations"}, {"author", "Charles Dickens"}, {"publisher", "Penguin"}}}
	q := Build([]Instance{in}, "book", []string{"publish", "write"}, Options{})[0]
	fmt.Println(q.Render(Plain))
	fmt.Println(q.Render(Google))
	fmt.Println(q.Render(Bleve))
	// Output:
	// "Great Expectations" AND "Charles Dickens" "book" "publish" "write"
	// "Great Expectations" "Charles Dickens" ("book" OR "publish" OR "write")
	// +"Great Expectations" +"Charles Dickens" "book" "publish" "write"
}

func TestRender(t *testing.T) {
	t.Parallel()
	q := Query{Required: []Value{{"t", `say "no" OR -x \" (all)`}, {"a", "  O'Neill\n & Sons "}}, Any: []string{"nba player", "team"}}
	for d, want := range map[Dialect]string{
		Plain:       `"say no OR -x (all)" AND "O'Neill & Sons" "nba player" "team"`,
		Google:      `"say no OR -x (all)" "O'Neill & Sons" ("nba player" OR "team")`,
		Bing:        `"say no OR -x (all)" AND "O'Neill & Sons" AND ("nba player" OR "team")`,
		Brave:       `"say no OR -x (all)" AND "O'Neill & Sons" AND ("nba player" OR "team")`,
		DuckDuckGo:  `"say no OR -x (all)" "O'Neill & Sons" nba player team`,
		Conjunctive: `"say no OR -x (all)" "O'Neill & Sons"`,
		Ranked:      `"say no OR -x (all)" "O'Neill & Sons" nba player team`,
		SearXNG:     `"say no OR -x (all)" AND "O'Neill & Sons" nba player team`,
		QueryString: `+"say no OR -x (all)" +"O'Neill & Sons" "nba player" "team"`,
		Bleve:       `+"say no OR -x (all)" +"O'Neill & Sons" "nba player" "team"`,
		PostgreSQL:  `"say no OR -x (all)" "O'Neill & Sons"`,
	} {
		if got := q.Render(d); got != want {
			t.Errorf("%s:\n got %s\nwant %s", d, got, want)
		}
		if p, err := ParseDialect(strings.ToUpper(string(d))); err != nil || p != d {
			t.Errorf("ParseDialect(%q) = %v, %v", d, p, err)
		}
	}
	q = Query{Required: []Value{{"t", "Emma"}}, OneOf: []Value{{"a", "Jane Austen"}, {"p", "Penguin"}}, Any: []string{"book", "novel"}}
	for d, want := range map[Dialect]string{
		Plain:       `"Emma" AND ("Jane Austen" OR "Penguin") "book" "novel"`,
		Google:      `"Emma" ("Jane Austen" OR "Penguin") ("book" OR "novel")`,
		Bing:        `"Emma" AND ("Jane Austen" OR "Penguin") AND ("book" OR "novel")`,
		Brave:       `"Emma" AND ("Jane Austen" OR "Penguin") AND ("book" OR "novel")`,
		DuckDuckGo:  `"Emma" ("Jane Austen" OR "Penguin") book novel`,
		Conjunctive: `"Emma" Jane Austen`,
		Ranked:      `"Emma" Jane Austen Penguin book novel`,
		SearXNG:     `"Emma" AND ("Jane Austen" OR "Penguin") book novel`,
		QueryString: `+"Emma" +("Jane Austen" OR "Penguin") "book" "novel"`,
		Bleve:       `+"Emma" "Jane Austen" "Penguin" "book" "novel"`,
		PostgreSQL:  `"Emma" "Jane Austen" or "Emma" "Penguin"`,
	} {
		if got := q.Render(d); got != want {
			t.Errorf("%s:\n got %s\nwant %s", d, got, want)
		}
	}
	q = Query{Required: []Value{{"t", "LM317T"}}, Spellings: []string{"LM 317T", "LM317 T"}, OneOf: []Value{{"m", "Acme"}, {"p", "TO-220"}}, Any: []string{"part"}}
	for d, want := range map[Dialect]string{
		Plain:       `("LM317T" OR "LM 317T" OR "LM317 T") AND ("Acme" OR "TO-220") "part"`,
		Google:      `("LM317T" OR "LM 317T" OR "LM317 T") ("Acme" OR "TO-220") "part"`,
		Bing:        `("LM317T" OR "LM 317T" OR "LM317 T") AND ("Acme" OR "TO-220") AND "part"`,
		Brave:       `("LM317T" OR "LM 317T" OR "LM317 T") AND ("Acme" OR "TO-220") AND "part"`,
		DuckDuckGo:  `("LM317T" OR "LM 317T" OR "LM317 T") ("Acme" OR "TO-220") part`,
		Conjunctive: `"LM317 T" Acme`,
		Ranked:      `"LM317 T" Acme TO-220 part`,
		SearXNG:     `("LM317T" OR "LM 317T" OR "LM317 T") AND ("Acme" OR "TO-220") part`,
		QueryString: `+("LM317T" OR "LM 317T" OR "LM317 T") +("Acme" OR "TO-220") "part"`,
		Bleve:       `+"LM317 T" "Acme" "TO-220" "part"`,
		PostgreSQL:  `"LM317T" "Acme" or "LM317T" "TO-220" or "LM 317T" "Acme" or "LM 317T" "TO-220" or "LM317 T" "Acme" or "LM317 T" "TO-220"`,
	} {
		if got := q.Render(d); got != want {
			t.Errorf("%s:\n got %s\nwant %s", d, got, want)
		}
	}
	if _, err := ParseDialect("altavista"); err == nil {
		t.Error("an unknown dialect is accepted")
	}
}

func TestParse(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		text, required, any string
	}{
		{`"Emma" AND ("Jane Austen" OR "Penguin") "book" "novel"`, "Emma|(Jane Austen|Penguin)", "book|novel"},
		{`"Emma" ("Jane Austen" OR "Penguin" OR "Virago") ("book" OR "novel")`, "Emma|(Jane Austen|Penguin|Virago)", "book|novel"},
		{`"Great Expectations" AND "Charles Dickens" "book" "publish"`, "Great Expectations|Charles Dickens", "book|publish"},
		{`"Great Expectations" "Charles Dickens" ("book" OR "publish")`, "Great Expectations|Charles Dickens", "book|publish"},
		{`jane eyre book`, "", "jane|eyre|book"},
		{`"unclosed phrase`, "unclosed phrase", ""},
		{``, "", ""},
	} {
		q := Parse(test.text)
		var required []string
		for _, v := range q.Required {
			required = append(required, v.Text)
		}
		if len(q.OneOf) > 0 {
			required = append(required, "("+strings.Join(texts(q.OneOf), "|")+")")
		}
		if got := strings.Join(required, "|"); got != test.required || strings.Join(q.Any, "|") != test.any {
			t.Errorf("Parse(%q): required %q, any %q", test.text, got, q.Any)
		}
		if q.ID == "" {
			t.Errorf("Parse(%q) has no ID", test.text)
		}
	}
	if Parse("a").ID == Parse("b").ID {
		t.Error("queries of different words have one ID")
	}
	in := Instance{Values: []Value{{"t", "Emma"}, {"a", "Jane Austen"}, {"p", "Penguin"}}}
	code := Instance{Values: []Value{{"t", "LM 317T"}, {"a", "Acme"}, {"p", "TO 220"}}, Spellings: Spellings("LM 317T")}
	for i, opt := range []Options{{}, {OneOf: 2}, {}, {OneOf: 2}} {
		built := Build([]Instance{in, code}, "book", []string{"novel"}, opt)[min(i/2, 1)]
		for _, d := range []Dialect{Plain, Google, Bing, SearXNG} {
			if parsed := Parse(built.Render(d)); parsed.ID != built.ID {
				t.Errorf("%+v: the ID changes when %s is written and read: %s, %s", opt, built.Render(d), built.ID, parsed.ID)
			}
		}
	}
}

func texts(list []Value) []string {
	var out []string
	for _, v := range list {
		out = append(out, v.Text)
	}
	return out
}

func TestOneOf(t *testing.T) {
	t.Parallel()
	in := Instance{Values: []Value{{"t", "Emma"}, {"a", "Jane Austen"}, {"p", "Penguin"}, {"f", "Paperback"}}}
	q := Build([]Instance{in}, "book", nil, Options{OneOf: 2})[0]
	got := ""
	for _, c := range q.Cases() {
		got += strings.Join(texts(c.Required), "+") + " " + strings.Join(texts(c.Optional), ",") + "; "
	}
	if want := "Emma+Jane Austen Penguin,Paperback; Emma+Penguin Jane Austen,Paperback; "; got != want {
		t.Errorf("cases\n got %s\nwant %s", got, want)
	}
	for _, opt := range []Options{{}, {OneOf: 1}, {Required: 1, OneOf: 3}} {
		if q := Build([]Instance{in}, "book", nil, opt)[0]; len(q.OneOf) > 0 || len(q.Cases()) != 1 {
			t.Errorf("%+v: a choice of %v", opt, q.OneOf)
		}
	}
	short := Build([]Instance{{Values: in.Values[:2]}}, "book", nil, Options{OneOf: 3})[0]
	if len(short.OneOf) > 0 || len(short.Required) != 2 {
		t.Errorf("one value is no choice: %+v", short)
	}
}

// books is a table as extraction makes them: good columns among noise.
func books() ([]Record, map[string]string) {
	titles := map[string]string{}
	var records []Record
	for i := range 40 {
		source := fmt.Sprintf("http://e.org/%d", i)
		name := fmt.Sprintf("The %s of %s", []string{"House", "Secret", "Garden", "Winter", "Voyage"}[i%5], []string{"Ada", "Bo", "Cyd", "Dee", "Eli", "Fay", "Gus", "Hal"}[i/5])
		titles[source] = name + " - Example Books"
		r := Record{source, map[string][]string{
			"Title":     {name},
			"Author":    {fmt.Sprintf("Author Number%c", 'A'+i%13)},
			"Price":     {fmt.Sprintf("$%d.99", i)},
			"Published": {fmt.Sprintf("May %d, 2010", i%28+1)},
			"ISBN":      {fmt.Sprintf("97800000000%02d", i)},
			"Shop":      {"Example Books"},
			"Crumbs":    {"Books > " + name},
			"Blurb":     {strings.Repeat(fmt.Sprintf("prose %d ", i), 40)},
			"Format":    {[]string{"Paperback", "Hardcover"}[i%2]},
			"c17":       {"See also", "More like this"},
		}}
		if i%4 == 0 {
			r.Values["Series"] = []string{"A Series"}
		}
		records = append(records, r)
	}
	return records, titles
}

func TestAnalyze(t *testing.T) {
	t.Parallel()
	records, titles := books()
	for _, titles := range []map[string]string{titles, nil} {
		p := Analyze(records, titles, nil)
		if p.Identifier != "Title" {
			t.Errorf("identifier %q, want Title", p.Identifier)
		}
		if len(p.Attributes) == 0 || p.Attributes[0].Name != "Author" {
			t.Errorf("attributes %+v, want Author first", p.Attributes)
		}
		for _, a := range p.Attributes {
			if a.Name == "Shop" || a.Name == "Blurb" || a.Name == "Crumbs" || a.Name == "c17" || a.Name == "Price" {
				t.Errorf("attribute %s is taken for one worth asking with", a.Name)
			}
		}
	}
	if p := Analyze(nil, nil, nil); p.Identifier != "" || len(p.Attributes) != 0 {
		t.Errorf("no records give %+v", p)
	}
}

func TestInstances(t *testing.T) {
	t.Parallel()
	records, titles := books()
	p := Analyze(records, titles, nil)
	skip := func(name string) bool { return strings.HasPrefix(name, "The House") }
	a, b := Instances(records, p, 10, 7, skip), Instances(records, p, 10, 7, skip)
	if d := cmp.Diff(a, b); d != "" {
		t.Errorf("two calls differ:\n%s", d)
	}
	if len(a) != 10 {
		t.Fatalf("%d instances, want 10", len(a))
	}
	for _, in := range a {
		if skip(in.Values[0].Text) || in.Values[0].Attribute != "Title" || len(in.Values) < 2 || in.ID == "" {
			t.Errorf("instance %+v", in)
		}
	}
	if all := Instances(records, p, 1000, 7, nil); len(all) != len(records) {
		t.Errorf("%d instances of %d records", len(all), len(records))
	}
	if c := Instances(records, p, 10, 8, nil); cmp.Equal(a, c) {
		t.Error("the seed changes nothing")
	}
}

func TestUsable(t *testing.T) {
	t.Parallel()
	for v, want := range map[string]bool{"Emma": true, "1984": false, "it": false, "$12.50": false, "May 5, 2010": false, "Catch-22": true, "212 pounds": false, "6 ft 0 in": false, "12 Monkeys": true,
		strings.Repeat("word ", 20): false, "http://e.org/": false, "": false, "罪と罰": true, "Jane Doe:": false, "評者：": false} {
		if got := Usable(v); got != want {
			t.Errorf("Usable(%q) = %v", v, got)
		}
	}
}

func TestBare(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"No Way Out (1987)": "No Way Out", "Emma (Penguin) (2nd ed.)": "Emma (Penguin)", "(Untitled)": "(Untitled)",
		"Plain": "Plain", "9 (2009)": "9 (2009)"} {
		if got := Bare(name); got != want {
			t.Errorf("Bare(%q) = %q, want %q", name, got, want)
		}
	}
}

// Things with short names and well-known authors come first more often than
// not, and nothing is left out.
func TestReach(t *testing.T) {
	t.Parallel()
	var records []Record
	for i := range 40 {
		long, short := fmt.Sprintf("The long and winding story of number %c%c", 'a'+i%26, 'a'+i/26), fmt.Sprintf("Story %c%c", 'a'+i%26, 'a'+i/26)
		for _, name := range []string{long, short} {
			records = append(records, Record{Source: name, Values: map[string][]string{"Title": {name}, "Author": {fmt.Sprintf("Somebody %c%c", 'a'+len(records)%26, 'a'+len(records)/26)}}})
		}
		if i%4 == 0 { // an author of ten books
			records[len(records)-1].Values["Author"] = []string{"Well Known"}
		}
	}
	p := Rate(records, "Title")
	const draws, picked = 200, 10
	short, known := 0, 0
	for seed := range uint64(draws) {
		for _, in := range Instances(records, p, picked, seed, nil) {
			if strings.HasPrefix(in.Values[0].Text, "Story") {
				short++
			}
			if len(in.Values) > 1 && in.Values[1].Text == "Well Known" {
				known++
			}
		}
	}
	// By weight: 30 short names of 1/4, 10 known of 4/4, 40 long of 1/64, so that
	// at the first pick .97 are short and .55 known; later picks have fewer left.
	if share := float64(short) / (draws * picked); share < .9 {
		t.Errorf("%.2f of the instances have short names", share)
	}
	if share := float64(known) / (draws * picked); share < .35 || share > .55 {
		t.Errorf("%.2f of the instances are of a well-known author, of a share of .12 of the records", share)
	}
	if all := Instances(records, p, 1000, 7, nil); len(all) != len(records) {
		t.Errorf("%d instances of %d records", len(all), len(records))
	}
}

// A value that two columns show is asked with once.
func TestInstancesTellValuesApart(t *testing.T) {
	t.Parallel()
	var records []Record
	for i := range 20 {
		author := fmt.Sprintf("Somebody %c", 'a'+i/2)
		records = append(records, Record{Values: map[string][]string{"Title": {fmt.Sprintf("Story %c", 'a'+i)}, "Author": {author}, "By": {strings.ToUpper(author)}, "House": {fmt.Sprintf("House %c", 'a'+i/3)}}})
	}
	for _, in := range Instances(records, Rate(records, "Title"), 20, 1, nil) {
		if len(in.Values) != 3 {
			t.Errorf("values %+v, want a title, an author and a house", in.Values)
		}
	}
}

// What nearly all records have in common is a part of the site ("Print: Home"): it is no
// attribute and nothing to ask with. A property that many share is an attribute.
func TestConstantColumns(t *testing.T) {
	t.Parallel()
	var records []Record
	for i := range 40 {
		letters := string(rune('A'+i/8)) + string(rune('K'+i%8))
		v := map[string][]string{"title": {"Model " + letters}, "maker": {"Maker " + letters[:1]}, "Print": {"Home"}, "colour": {[]string{"black", "black", "black", "silver"}[i%4]}}
		if i == 7 {
			v["Print"] = []string{"Start page"}
		}
		records = append(records, Record{Source: letters, Values: v})
	}
	p := Analyze(records, nil, nil)
	var ask []string
	for _, a := range p.Attributes {
		ask = append(ask, a.Name)
	}
	if p.Identifier != "title" || strings.Join(ask, " ") != "maker colour" || strings.Join(attributeNames(p.Columns), " ") != "colour maker title" {
		t.Errorf("%s, asked with %v, columns %v", p.Identifier, ask, attributeNames(p.Columns))
	}
}

// attributeNames are the names of attributes.
func attributeNames(attributes []Attribute) (names []string) {
	for _, a := range attributes {
		names = append(names, a.Name)
	}
	return names
}
