package integration

import (
	"math"
	"strings"
	"testing"
	"testing/fstest"

	"verde/integrate"
)

// Elements a b c are of x, d e of y. {a b d} {c} {e} has three pairs, of which a-b is right, of four that there
// are; each a and b are with 2 of 3 right ones in the group and 2 of 3 of their kind, and so on.
func TestGroups(t *testing.T) {
	t.Parallel()
	groups := [][]string{{"a", "b", "d", "unknown"}, {"c"}, {"e"}}
	truth := map[string]string{"a": "x", "b": "x", "c": "x", "d": "y", "e": "y"}
	near(t, "pairs", Pairs(groups, truth), Score{1. / 3, 1. / 4, 2. / 7})
	p, r := (2./3+2./3+1./3+1+1)/5, (2./3+2./3+1./3+1./2+1./2)/5
	near(t, "b-cubed", BCubed(groups, truth), Score{p, r, 2 * p * r / (p + r)})
	near(t, "nothing", Pairs[string, string](nil, nil), Score{1, 1, 1})
	near(t, "nothing, b-cubed", BCubed[string, string](nil, nil), Score{1, 1, 1})
}

func near(t *testing.T, what string, got, want Score) {
	t.Helper()
	if math.Abs(got.Precision-want.Precision)+math.Abs(got.Recall-want.Recall)+math.Abs(got.F1-want.F1) > 1e-9 {
		t.Errorf("%s: %+v, want %+v", what, got, want)
	}
}

// Three sites have a title and two a date. Titles of s and t are joined with the date of u: one pair of three is
// right, of four that there are.
func TestColumns(t *testing.T) {
	t.Parallel()
	col := func(site, label string) []Column { return []Column{{site, label}} }
	truth := map[Column][]string{{"s", "1"}: {"title"}, {"t", "1"}: {"title"}, {"u", "1"}: {"title"}, {"u", "2"}: {"date"}, {"t", "2"}: {"date"}}
	got := Columns([][][]Column{{col("s", "1"), col("t", "1"), col("u", "2")}, {col("s", "other"), col("u", "1")}}, truth)
	near(t, "columns", got, Score{1. / 3, 1. / 4, 2. / 7})
	twins := Columns([][][]Column{{{{"s", "x"}, {"s", "1"}}, col("t", "1")}}, truth)
	near(t, "a twin", twins, Score{1, 1. / 4, 2. / 5})
}

// Films of one title are one if their directors' last names agree, whatever accents.
func TestTruth(t *testing.T) {
	t.Parallel()
	file := func(site, attribute string, lines ...string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte("movie\t" + site + "\t" + attribute + "\n3\t3\t3\t3\n" + strings.Join(lines, "\n") + "\n")}
	}
	c, err := Truth(fstest.MapFS{
		"movie-a-title.txt":    file("a", "title", "1\t1\tScarface", "2\t1\tSolaris", "3\t1\tUp"),
		"movie-a-director.txt": file("a", "director", "1\t1\tBrian De Palma", "2\t1\tAndrei Tarkovsky", "3\t1\t<NULL>"),
		"movie-b-title.txt":    file("b", "title", "1\t1\tScarface (1983)", "2\t1\tSolaris (2002)", "3\t1\tUp"),
		"movie-b-director.txt": file("b", "director", "1\t1\tde Pálma", "2\t1\tSteven Soderbergh", "3\t1\tPete Docter"),
	}, "movie", []string{"director"})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		a, b string
		same bool
	}{{"a/1", "b/1", true}, {"a/2", "b/2", false}, {"a/3", "b/3", true}} {
		if got := c.Entities[test.a] == c.Entities[test.b] && c.Entities[test.a] != ""; got != test.same {
			t.Errorf("%s %q and %s %q: one entity is %v", test.a, c.Entities[test.a], test.b, c.Entities[test.b], got)
		}
	}
	for _, table := range c.Tables {
		for _, r := range table.Records {
			for label := range r.Values {
				if strings.Contains(label, "title") || strings.Contains(label, "director") || len(r.Values) != 1 {
					t.Errorf("%s shows %q", r.URL, r.Values)
				}
			}
		}
	}
	if _, err := Truth(fstest.MapFS{}, "movie", nil); err == nil {
		t.Error("no error for no files")
	}
}

func TestServed(t *testing.T) {
	t.Parallel()
	c, err := Served(strings.NewReader(`{"a.example": [{"url": "http://a.example/1", "key": "k", "record": {"title": ["Dune"], "isbn": ["1"]}}]}`), []string{"isbn"})
	if err != nil || len(c.Tables) != 1 || c.Entities["http://a.example/1"] != "k" || len(c.Columns) != 1 {
		t.Errorf("%+v, %v", c, err)
	}
	if _, err := Served(strings.NewReader("no"), nil); err == nil {
		t.Error("no error for what is no JSON")
	}
	r, err := integrate.Integrate(c.Tables, integrate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if g := Grade(c, r); g.Records != 1 || g.Entities != 1 || g.Pairs == nil {
		t.Errorf("%+v", g)
	}
}
