package query

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"verde/values"
)

// numbered gives n names, with an upper-case letter pair that no two share for %s.
func numbered(n int, format string) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf(format, word(i))
	}
	return out
}

// word is a word of its own for each number.
func word(i int) string { return string(rune('A'+i/26)) + string(rune('a'+i%26)) + "na" }

// What all names of a site share at either end is left out, as far as what remains
// is a name.
func TestCore(t *testing.T) {
	t.Parallel()
	titles := []string{"羅生門", "山椒大夫", "高瀬舟", "人間失格", "走れメロス", "痴人の愛"}
	var unspaced, ends []string
	for _, title := range titles {
		unspaced, ends = append(unspaced, "書籍『"+title+"』"), append(ends, title+"（単行本）")
	}
	for what, c := range map[string]struct {
		names      []string
		name, want string
	}{
		"nothing shared":             {numbered(20, "%s"), "Emma", "Emma"},
		"a last word":                {numbered(20, "2010 %s Overview"), "2009 Pontiac Vibe Overview", "2009 Pontiac Vibe"},
		"two, in other letters":      {numbered(20, "%s TECH SPECS"), "Pontiac Vibe Tech Specs", "Pontiac Vibe"},
		"a site's name":              {numbered(20, "%s - Shop"), "Emma - Shop", "Emma"},
		"first words":                {numbered(20, "The City of %s"), "The City of Paris", "Paris"},
		"a title":                    {numbered(20, "GM %s Smith"), "GM Magnus Carlsen", "Magnus Carlsen"},
		"one in ten has another":     {append(numbered(18, "%s Overview"), "Imprint", "About us"), "Vibe Overview", "Vibe"},
		"one in five has another":    {append(numbered(16, "%s Overview"), "Ab c", "De f", "Gh i", "Jk l"), "Vibe Overview", "Vibe Overview"},
		"without blanks":             {unspaced, "書籍『羅生門』", "羅生門"},
		"without blanks, at the end": {ends, "高瀬舟（単行本）", "高瀬舟"},
		"too few to tell":            {numbered(4, "%s Overview"), "Vibe Overview", "Vibe Overview"},
		"numbers would remain":       {[]string{"BMW 116", "BMW 118", "BMW 320", "BMW 330", "BMW 520", "BMW 530"}, "BMW 320", "BMW 320"},
		"this one has nothing else":  {numbered(20, "%s Overview"), "Overview", "Overview"},
		"a part in parentheses":      {numbered(20, "%s (novel)"), "Emma (1815)", "Emma"},
		"a year in parentheses":      {nil, "2010 Acura MDX (used)", "2010 Acura MDX"},
		"another site's name stands": {numbered(20, "%s Overview"), "Pontiac Vibe Specs", "Pontiac Vibe Specs"},
	} {
		if got := NewNames(c.names).Core(c.name); got != c.want {
			t.Errorf("%s: %q is %q, want %q", what, c.name, got, c.want)
		}
	}
}

func TestShared(t *testing.T) {
	t.Parallel()
	first, last := NewNames(numbered(20, "The City of %s Tech Specs")).Shared()
	if first != "the city of" || last != "tech specs" {
		t.Errorf("%q and %q", first, last)
	}
}

// The order of words is none of a name's.
func TestKey(t *testing.T) {
	t.Parallel()
	s := NewNames(numbered(20, "%s Smith Overview"))
	for _, c := range [][2]string{{"CARLSEN Magnus", "Magnus Carlsen"}, {"Carlsen, Magnus", "Magnus Carlsen"}, {"Vibe Pontiac Overview", "Pontiac Vibe"}, {"the the", "The"}} {
		if a, b := s.Key(c[0]), s.Key(c[1]); a != b {
			t.Errorf("%q and %q have the keys %q and %q", c[0], c[1], a, b)
		}
	}
	if s.Key("Magnus Carlsen") == s.Key("Henrik Carlsen") {
		t.Error("two names have one key")
	}
}

// A description is asked by the part that tells it from the others of its site.
func TestAsked(t *testing.T) {
	t.Parallel()
	var cameras []string
	for i, maker := range []string{"Canon PowerShot", "Nikon Coolpix", "Sony Cyber-shot", "Canon PowerShot"} {
		for j := range 10 {
			cameras = append(cameras, fmt.Sprintf("%s SD%d0%d %d MP Digital Camera with %dx Wide Angle Optical Image Stabilized Zoom and 3-Inch LCD", maker, i+1, j, 8+j%5, 3+j%2))
		}
	}
	var cars []string
	for i := range 40 {
		cars = append(cars, fmt.Sprintf("20%02d %s Boxster%s Base %s", 5+i%7, []string{"Porsche", "Audi", "BMW", "Ford"}[i%4], word(i), []string{"Convertible", "Sedan"}[i%2]))
	}
	for what, c := range map[string]struct {
		names              []string
		name, asked, short string
	}{
		"short":          {cameras, "Leica M9", "Leica M9", "M9"},
		"a code":         {cameras, cameras[3], "SD103", "SD103"},
		"words":          {cars, cars[0], cars[0], "Porsche Boxster" + word(0)},
		"nothing known":  {nil, "The Lord of the Rings", "The Lord of the Rings", "The Lord"},
		"too few to cut": {cars, "Emma", "Emma", "Emma"},
	} {
		s := NewNames(c.names)
		if what == "short" || what == "nothing known" {
			c.short = s.Short(c.name) // not of interest
		}
		if asked, short := s.Asked(c.name), s.Short(c.name); asked != c.asked || short != c.short {
			t.Errorf("%s: %q is asked as %q and %q, want %q and %q", what, c.name, asked, short, c.asked, c.short)
		}
	}
}

// Names that can't be asked as they stand name entities as well as others.
func TestAnalyzeNames(t *testing.T) {
	t.Parallel()
	for what, name := range map[string]string{
		"a year in front":  "2010 Pontiac %s",
		"a model's number": "DSC-%s-330 B",
		"26 words":         "Canon %s 12 MP " + strings.Repeat("with zoom and ", 7) + "LCD",
		"a shared end":     "%s Overview",
	} {
		var records []Record
		titles := map[string]string{}
		for i, n := range numbered(30, name) {
			url := fmt.Sprint("http://s.example/", i)
			records = append(records, Record{Source: url, Values: map[string][]string{
				"title": {n + " - Shop"}, "name": {n}, "maker": {"Maker " + word(i/3)}, "sold by": {"Seller " + word(29-i)}, "posted": {fmt.Sprintf("May %d, 2010", i+1)}}})
			titles[url] = n + " - Shop"
		}
		p := Analyze(records, titles, nil)
		if p.Identifier != "name" {
			t.Errorf("%s: %q names entities", what, p.Identifier)
		}
		asked := Instances(records, p, 5, 1, nil)
		if len(asked) != 5 {
			t.Fatalf("%s: %d instances", what, len(asked))
		}
		for _, in := range asked {
			if text := in.Values[0].Text; len(strings.Fields(text)) > maxWords || strings.HasSuffix(text, "Overview") {
				t.Errorf("%s: %q is asked for", what, text)
			}
		}
	}
}

// A profile that asks simply gives the shortest part of a name, each once.
func TestSimpleInstances(t *testing.T) {
	t.Parallel()
	var records []Record
	for i := range 30 {
		records = append(records, Record{Source: fmt.Sprint(i), Values: map[string][]string{"name": {fmt.Sprintf("2010 %s Vibe%s Base Sedan", []string{"Pontiac", "Saturn"}[i%2], word(i))}}})
	}
	var got []string
	for _, in := range Instances(records, Profile{Identifier: "name", Simple: true}, 40, 1, func(name string) bool { return name == "Saturn Vibe"+word(3) }) {
		got = append(got, in.Values[0].Text)
	}
	slices.Sort(got)
	if len(got) != 29 || got[0] != "Pontiac Vibe"+word(0) || slices.Contains(got, "Saturn Vibe"+word(3)) {
		t.Errorf("%d names: %q", len(got), got)
	}
}

// Every second person is asked for by the words of the name, the others in all its forms.
func TestPersonsByTurns(t *testing.T) {
	t.Parallel()
	var records []Record
	for i := range 20 {
		records = append(records, Record{Source: fmt.Sprint(i), Values: map[string][]string{"name": {word(i) + " " + word(99-i)}, "club": {"Club " + word(i%2)}}})
	}
	byWords, inForms := 0, 0
	for _, in := range Instances(records, Profile{Identifier: "name"}, 12, 1, nil) {
		if in.Words {
			byWords++
		}
		if len(in.Spellings) == 3 {
			inForms++
		}
	}
	if byWords != 6 || inForms != 6 {
		t.Errorf("%d by words, %d in all forms", byWords, inForms)
	}
}

// Names of one entity in several forms, and of others.
func TestLike(t *testing.T) {
	t.Parallel()
	var combined []string
	for i, given := range []string{"Nadia", "Sofia", "Bohdan", "Ximena", "Maria"} {
		for _, family := range []string{"Abna", "Kowalczyk", "Sokolov", "Brandvold", word(i)} {
			combined = append(combined, given+" "+family)
		}
	}
	persons, films := NewNames(combined), NewNames(append(numbered(40, "The Trek of %s"), numbered(40, "%s Star Trek")...))
	for _, c := range []struct {
		of    *Names
		a, b  string
		alike bool
	}{
		{persons, "Nadia Kowalczyk", "Kowalczyk, Nadia S.", true},
		{persons, "Nadia S. Kowalczyk", "Nadia B. Kowalczyk", false},
		{persons, "Nadia Sofia Abna", "Nadia Abna", true},
		{persons, "Nadia Sofia Abna", "Nadia Maria Abna", false},
		{persons, "N. Abna", "Nadia Abna", true},
		{persons, "Nadia", "Nadia Abna", false},
		{films, "Star Trek", "Star Trek: Generations", false},
		{films, "Abna Star Trek", "Abna Star Trek 2", false},
		{films, "Abna Star Trek", "Star Trek Abna", true},
		{films, "Abna", "Abna Trek", true},
		{films, "Trek", "Abna Trek", false},
		{films, "Emma", "Sofia", false},
	} {
		for _, o := range []*Names{c.of, new(Names)} {
			if got := o.Like(values.Wording(c.a), c.of, values.Wording(c.b)); got != c.alike {
				t.Errorf("%q and %q: %t", c.a, c.b, got)
			}
		}
	}
}

func FuzzNames(f *testing.F) {
	f.Add("2009 Pontiac Vibe Overview", "Overview")
	f.Add("(", "\xff -")
	f.Fuzz(func(t *testing.T, name, end string) {
		s := NewNames(append(numbered(20, "%s "+strings.ReplaceAll(end, "%", "%%")), name))
		core := s.Core(name)
		if Key(core) == "" && Key(name) != "" {
			t.Errorf("nothing is left of %q", name)
		}
		if short := s.Short(name); short != clean(short) {
			t.Errorf("%q is asked as %q", name, short)
		}
	})
}

// What a page calls a name may be a book.
func TestKeyOfText(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	const words = 300_000
	for i := range 2 * words {
		fmt.Fprintf(&text, "w%d ", i%words)
	}
	if got := strings.Count(Key(text.String()), " ") + 1; got != words {
		t.Errorf("%d words, want %d", got, words)
	}
}

// A word of two characters is a name that can be asked for, one character is everywhere.
func TestUsableUnspaced(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{"京都": true, "門": false, "銀河鉄道の夜": true, strings.Repeat("長い説明文", 9): false} {
		if got := Usable(text); got != want {
			t.Errorf("Usable(%q) = %v", text, got)
		}
	}
}

// What all names share without a blank is left out only where a name is asked for in its shortest form, and for finding it.
func TestRoot(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		of   string // how a site makes names of words
		name string
		root string
	}{
		{"python3-%s-dev", "python3-flask-dev", "flask"},
		{"lib_%s.js", "lib_flask.js", "flask"},
		{"MPI_%s", "MPI_Flask", "Flask"},
		{"The %s-kit Overview", "The Flask-kit Overview", "Flask"},
		{"%s", "six-pack", "six-pack"},
		{"%s-dev", "dev", "dev"},
		{"C%s", "Cflask", "Cflask"},
		{"lib-%s", "lib-Objective-C++", "Objective-C++"},
		{"%s 1.0", "v1.0-flask 1.0", "v1.0-flask"},
	} {
		var names []string
		for _, word := range []string{"requests", "flask", "numpy", "pandas", "click", "urllib"} {
			names = append(names, fmt.Sprintf(c.of, word))
		}
		s := NewNames(names)
		if got := s.Root(c.name); got != c.root {
			t.Errorf("root of %q beside %q: %q, want %q", c.name, names[0], got, c.root)
		}
		if got := s.Short(c.name); got != c.root {
			t.Errorf("%q is asked as %q in its shortest form, want %q", c.name, got, c.root)
		}
		if key := Key(c.root); !slices.Contains(s.Keys(c.name), key) {
			t.Errorf("keys of %q: %q lack %q", c.name, s.Keys(c.name), key)
		}
	}
}

// One query does for the words of a name in any order and for a code however it is parted.
func TestAskedKey(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"Nadia Kowalczyk", "KOWALCZYK, Nadia", true},
		{"Nadia Kowalczyk", "Nadia B. Kowalczyk", false},
		{"AL32H072RC", "AL32 H072-RC", true},
		{"A12B", "B12A", false},
		{"Duran Duran", "Duran", false},
	} {
		if got := AskedKey(c.a) == AskedKey(c.b); got != c.same {
			t.Errorf("%q and %q: %v", c.a, c.b, got)
		}
	}
}
