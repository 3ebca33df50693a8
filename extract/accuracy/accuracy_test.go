package accuracy

import (
	"math"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"verde/extract"
	"verde/record"
)

var files = fstest.MapFS{
	"book-shop-author.txt": {Data: []byte("\ufeffbook\tshop\tauthor\r\n4\t3\t4\t4\n0000\t1\tJohn &amp; Jane\n0001\t2\tAnn  Other\tBob\n0002\t1\t<NULL>\n0003\t1\tCid\n")},
	"mine.csv":             {Data: []byte("vertical,site,attribute,page,value\nbook,shop,price,0000,$5\nbook,shop,price,0001,\"$1,000\"\n,,size,a,3 cm\n")},
	"readme.md":            {Data: []byte("not read")},
}

func TestRead(t *testing.T) {
	t.Parallel()
	got, err := Read(files)
	if err != nil {
		t.Fatal(err)
	}
	want := map[Site]Truth{
		{"book", "shop"}: {
			"author": {"0000": {"John & Jane"}, "0001": {"Ann Other", "Bob"}, "0003": {"Cid"}},
			"price":  {"0000": {"$5"}, "0001": {"$1,000"}},
		},
		{}: {"size": {"a": {"3 cm"}}},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("truth (-want +got)\n%s", d)
	}
	if d := cmp.Diff([]string{"0000", "0001", "0003"}, got[Site{"book", "shop"}].Pages()); d != "" {
		t.Errorf("pages (-want +got)\n%s", d)
	}
}

func TestReadErrors(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ file, content, want string }{
		"no truth":       {"x.md", "", "no truth"},
		"no header":      {"a.txt", "0000\n", "a.txt: line 1"},
		"no value":       {"a.csv", "page,attribute\n", `no column "value"`},
		"empty csv":      {"a.csv", "", "a.csv: line 1"},
		"empty page":     {"a.csv", "page,attribute,value\np,a,v\n,a,v\n", "line 3"},
		"unclosed quote": {"a.csv", "page,attribute,value\np,a,\"v\n", "a.csv"},
		"endless line":   {"a.txt", "v\ts\ta\n" + strings.Repeat("x", maxTruthLine+1), "line 2"},
	} {
		if _, err := Read(fstest.MapFS{tt.file: {Data: []byte(tt.content)}}); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want %q", name, err, tt.want)
		}
	}
}

func recordOf(page string, values map[string][]string) extract.Record {
	return record.FromTexts(page, values)
}

// records are of four pages; "by" has authors, one of them among others, and
// one wrong.
var records = []extract.Record{
	recordOf("0000", map[string][]string{"by": {"John &amp; Jane"}, "price": {"$5 only"}}),
	recordOf("0001", map[string][]string{"by": {"Bob", "and", "Ann Other"}, "price": {"$1,000"}}),
	recordOf("0002", map[string][]string{"by": {"Nobody"}, "note": {"x"}}),
	recordOf("0003", map[string][]string{"note": {"Cid"}}),
}

func near(x, y float64) bool { return math.Abs(x-y) < 1e-9 }

func TestGrade(t *testing.T) {
	t.Parallel()
	truth, err := Read(files)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		match     Match
		attribute string
		want      Score
	}{
		{Exact, "author", Score{Precision: 3. / 5, Recall: 2. / 3, F: 2 * .6 * 2 / 3 / (.6 + 2./3), All: 3. / 4, Column: "by"}},
		{Exact, "price", Score{Precision: 1. / 2, Recall: 1. / 2, F: .5, All: 1. / 2, Column: "price"}},
		{Containment, "price", Score{Precision: 1, Recall: 1, F: 1, All: 1, Column: "price"}},
	} {
		got := Grade(records, truth[Site{"book", "shop"}], tt.match)[tt.attribute]
		if w := tt.want; got.Column != w.Column || !near(got.Precision, w.Precision) || !near(got.Recall, w.Recall) || !near(got.F, w.F) || !near(got.All, w.All) {
			t.Errorf("%s, match %d: %+v, want %+v", tt.attribute, tt.match, got, w)
		}
	}
	scores := Grade(records, truth[Site{"book", "shop"}], Containment)
	if got := Mean(InOrder(scores)); !near(got.Precision, .8) {
		t.Errorf("mean %+v", got)
	}
	if got := Grade(records, Truth{"size": {"elsewhere": {"1"}}}, Exact); len(got) > 0 {
		t.Errorf("an attribute of other pages is graded: %v", got)
	}
}

// The column is chosen on the pages that were learned from, however well another
// one would do on the others.
func TestGradeUnseen(t *testing.T) {
	t.Parallel()
	truth := Truth{
		"name":  {"a": {"Carp"}, "b": {"Pike"}, "c": {"Tench"}, "d": {"Roach"}},
		"size":  {"c": {"3"}},
		"shape": {"a": {"long"}, "c": {"round"}},
		"taste": {"a": {"mud"}},
	}
	learned := []extract.Record{
		recordOf("a", map[string][]string{"h1": {"Carp"}, "title": {"Carp"}}),
		recordOf("b", map[string][]string{"h1": {"Pike"}, "title": {"Fish"}}),
	}
	unseen := []extract.Record{
		recordOf("c", map[string][]string{"h1": {"Tench", "Fish"}, "title": {"Tench"}}),
		recordOf("d", map[string][]string{"title": {"Roach"}}),
	}
	got := GradeUnseen(learned, unseen, truth, Exact)
	want := map[string]Score{
		"name":  {Precision: .5, Recall: .5, F: .5, All: .5, Column: "h1"}, // title would have 1
		"shape": {},                                                        // no column had it
	} // a size was not there to choose by, and there is no taste to find
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}

func TestWrongs(t *testing.T) {
	t.Parallel()
	truth := Truth{"name": {"a": {"Carp"}, "b": {"Pike"}, "c": {"Tench"}, "d": {"Roach"}}}
	records := []extract.Record{
		recordOf("a", map[string][]string{"h1": {"Carp"}, "title": {"Carp"}}),
		recordOf("b", map[string][]string{"h1": {"Pike", "Fish"}, "title": {"Pike"}}),
		recordOf("c", map[string][]string{"title": {"The Tench"}}),
		recordOf("d", map[string][]string{"h1": {"Fish"}, "title": {"Roach"}, "note": {"Roach and chips"}}),
		recordOf("e", map[string][]string{"h1": {"Pond"}}),
	}
	got := Wrongs(records, truth, map[string]Score{"name": {Column: "h1"}})
	want := []Wrong{
		{"name", "h1", "b", []string{"Pike"}, []string{"Pike", "Fish"}, []string{"title"}},
		{"name", "h1", "c", []string{"Tench"}, nil, []string{"within title: The Tench"}},
		{"name", "h1", "d", []string{"Roach"}, []string{"Fish"}, []string{"title"}},
		{"name", "h1", "e", nil, []string{"Pond"}, nil},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}

func TestSpread(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		f             []float64
		median, worst float64
		at            int
	}{{[]float64{.5}, .5, .5, 0}, {[]float64{.9, .4, 1}, .9, .4, 1}, {[]float64{.2, 1, .2, .8}, .5, .2, 0}} {
		if median, worst, at := Spread(tt.f); !near(median, tt.median) || worst != tt.worst || at != tt.at {
			t.Errorf("%v: median %g, worst %g at %d", tt.f, median, worst, at)
		}
	}
}

func TestFullSchema(t *testing.T) {
	t.Parallel()
	golden := Truth{
		"author": {"0000": {"John & Jane"}, "0001": {"Ann Other", "Bob"}},
		"writer": {"0000": {"John & Jane"}, "0001": {"Ann Other", "Bob"}}, // one column can't be both
		"price":  {"0000": {"$5 only"}, "0001": {"$1,000"}},
		"absent": {"0000": {"7"}},
	}
	got := FullSchema(records, golden, 0)
	if got.Columns != 3 || got.Golden != 4 || got.Correct != 2 || !near(got.Precision, 2./3) || !near(got.Recall, .5) {
		t.Errorf("%+v", got)
	}
	// Of writer and author, the one that comes first took the column.
	if d := cmp.Diff(map[string]Score{"writer": {Precision: 3. / 5, Recall: 1, F: .75, All: 1, Column: "by"}, "absent": {Column: "by"}}, got.Missed, cmp.Comparer(near)); d != "" {
		t.Errorf("missed (-want +got)\n%s", d)
	}
	if d := cmp.Diff([]string{"note"}, got.Extra); d != "" {
		t.Errorf("extra columns (-want +got)\n%s", d)
	}
	if got := FullSchema(records, golden, .5); got.Golden != 3 || got.Correct != 2 {
		t.Errorf("columns and attributes on two of four pages: %+v", got)
	}
	if got := FullSchema(records, golden, .75); got.Columns != 1 || got.Golden != 0 || got.F != 0 {
		t.Errorf("columns and attributes on three of four pages: %+v", got)
	}
}

// TestFullSchemaParts checks that a column that holds an attribute whole is what finds it, and not a part of another one
// that says the same.
func TestFullSchemaParts(t *testing.T) {
	t.Parallel()
	var read []extract.Record
	for _, url := range []string{"a", "b"} {
		read = append(read, extract.Record{URL: url, Fields: []record.Field{
			{Label: "among", Values: []record.Value{{Text: url, PartOf: "sum"}}}, {Label: "players", Values: []record.Value{{Text: url}}},
		}})
	}
	got := FullSchema(read, Truth{"players": {"a": {"a"}, "b": {"b"}}}, 0)
	if got.Columns != 1 || got.Correct != 1 || len(got.Extra) != 0 {
		t.Errorf("%+v", got)
	}
}

// TestColonOfLabel checks that a true value that is a whole text node, with the colon of the
// label before it, is that which is read without it, and is no other value.
func TestColonOfLabel(t *testing.T) {
	t.Parallel()
	truth := Truth{}
	truth.add("isbn", "a", ": 9780316125581")
	truth.add("mark", "a", ":")
	for text, want := range map[string]bool{"9780316125581": true, ": 9780316125581": true, "978": false, "9780316125581:": false} {
		if got := Exact.right(asCompared(text), truth["isbn"]["a"]); got != want {
			t.Errorf("%q is right: %v", text, got)
		}
	}
	if got := truth["mark"]["a"]; len(got) != 1 || got[0] != ":" {
		t.Errorf("a colon alone is %q", got)
	}
}
