package extract

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"verde/page"
)

// film is what the pages of films are made of.
type film struct {
	title, director, released, country string
	genres                             []string
	plot                               []string
}

var films = []film{
	{"The General", "Buster Keaton", "1926", "", []string{"Comedy", "Action", "War"}, []string{"A train is stolen.", "Two sides fight for it."}},
	{"Metropolis", "Fritz Lang", "1927", "Germany", []string{"Drama"}, []string{"A city above and one below."}},
	{"Nosferatu", "F. W. Murnau", "1922", "Germany", []string{"Horror"}, nil},
	{"City Lights", "Charles Chaplin", "1931", "", []string{"Comedy", "Romance"}, []string{"A tramp loves a blind girl.", "He finds money.", "She sees him."}},
	{"Sunrise", "F. W. Murnau", "1927", "", []string{"Drama", "Romance"}, []string{"A man is led astray."}},
	{"Safety Last!", "Fred Newmeyer", "1923", "", []string{"Comedy"}, nil},
	{"M", "Fritz Lang", "1931", "Germany", []string{"Crime", "Thriller"}, []string{"A city hunts one man."}},
	{"Limite", "Mário Peixoto", "1931", "Brazil", []string{"Drama"}, []string{"Three people in a boat remember."}},
	{"Battleship Potemkin", "Sergei Eisenstein", "1925", "Russia", []string{"Drama", "History"}, []string{"A crew rebels."}},
	{"The Kid", "Charles Chaplin", "1921", "", []string{"Comedy"}, []string{"A tramp finds a child."}},
}

func (f film) page(i int) *page.Page {
	var b strings.Builder
	fmt.Fprintf(&b, `<div class="nav"><a href="/">Home</a> <a href="/all">All films</a></div><h1>%s</h1><table class="facts">`, f.title)
	row := func(label, value string) {
		if value != "" {
			fmt.Fprintf(&b, `<tr><td class="k">%s:</td><td class="v">%s</td></tr>`, label, value)
		}
	}
	row("Country", f.country)
	row("Director", f.director)
	row("Released", f.released)
	row("Colour", "Black and white")
	b.WriteString(`</table><h2>Genres</h2><ul class="genres">`)
	for _, g := range f.genres {
		fmt.Fprintf(&b, "<li>%s</li>", g)
	}
	b.WriteString(`</ul><h2>Plot</h2><div class="plot">`)
	for _, p := range f.plot {
		fmt.Fprintf(&b, "<p>%s</p>", p)
	}
	b.WriteString(`</div><div class="foot">All rights reserved.</div>`)
	return document(fmt.Sprintf("http://films.example/%d", i), b.String())
}

func filmPages() []*page.Page {
	var out []*page.Page
	for i, f := range films {
		out = append(out, f.page(i))
	}
	return out
}

// fact is what a record should say of a film.
type fact struct {
	label string
	of    func(f film) []string
}

var facts = []fact{
	{"name", func(f film) []string { return []string{f.title} }},
	{"Country", func(f film) []string { return some(f.country) }},
	{"Director", func(f film) []string { return some(f.director) }},
	{"Released", func(f film) []string { return some(f.released) }},
	{"Colour", func(film) []string { return []string{"Black and white"} }},
	{"Genres", func(f film) []string { return f.genres }},
}

func some(s string) []string {
	if s == "" {
		return nil
	}
	return []string{s}
}

// checkFilm compares a record with its film. The title is labelled by its
// element, as these pages have no title of their own.
func checkFilm(t *testing.T, r Record, f film) {
	t.Helper()
	for _, want := range facts {
		label := want.label
		if label == "name" {
			label = "h1"
		}
		if got := r.Texts(label); !slices.Equal(got, want.of(f)) {
			t.Errorf("%s: %s = %q, want %q (labels %q)", r.URL, label, got, want.of(f), r.Labels())
		}
	}
}

func TestAlign(t *testing.T) {
	t.Parallel()
	table, err := Align(filmPages(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range table.Records() {
		checkFilm(t, r, films[i])
	}
	kinds := map[string]Kind{"h1": MandatoryData, "Country": OptionalData, "Director": MandatoryData, "Colour": MandatoryData, "Genres": MandatoryData,
		"Home": MandatoryTemplate, "Director:": MandatoryTemplate, "Country:": OptionalTemplate}
	for k := range table.Columns {
		c := &table.Columns[k]
		if want, ok := kinds[c.Label]; ok && c.Kind != want {
			t.Errorf("%q is %s, want %s", c.Label, c.Kind, want)
		}
		delete(kinds, c.Label)
		if c.Constant != (c.Label == "Colour") {
			t.Errorf("%q: constant is %t", c.Label, c.Constant)
		}
	}
	if len(kinds) > 0 {
		t.Errorf("columns missing: %v", kinds)
	}
}

// TestWrapper learns on six films and reads the others, with the wrapper
// written out and read back, as a command does between runs.
func TestWrapper(t *testing.T) {
	t.Parallel()
	pages := filmPages()
	w, _, err := Learn(pages[:6], Options{})
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(w)
	if err != nil {
		t.Fatal(err)
	}
	kept := new(Wrapper)
	if err := json.Unmarshal(data, kept); err != nil {
		t.Fatal(err)
	}
	for i := 6; i < len(pages); i++ {
		for _, x := range []*Wrapper{w, kept} {
			r, err := x.Extract(pages[i])
			if err != nil {
				t.Fatal(err)
			}
			checkFilm(t, r, films[i])
		}
	}
	other, err := kept.Extract(document("http://films.example/help", "<h2>Help</h2><p>Write to us.</p>"))
	if err != nil {
		t.Fatal(err)
	}
	if other.Match > .5 {
		t.Errorf("a page of another template matches with %.2f", other.Match)
	}
}

// bare is a record without what depends on the order of pages.
func bare(r Record) string {
	data, err := json.Marshal(r.ByLabel())
	if err != nil {
		return err.Error()
	}
	return r.URL + string(data)
}

// TestOrderOfPages checks that the order in which pages are given does not
// matter.
func TestOrderOfPages(t *testing.T) {
	t.Parallel()
	want, err := Align(filmPages(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	byURL := make(map[string]string)
	for _, r := range want.Records() {
		byURL[r.URL] = bare(r)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		pages := filmPages()
		r.Shuffle(len(pages), func(i, j int) { pages[i], pages[j] = pages[j], pages[i] })
		table, err := Align(pages, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, rec := range table.Records() {
			if got := bare(rec); got != byURL[rec.URL] {
				t.Errorf("in another order\n got %s\nwant %s", got, byURL[rec.URL])
			}
		}
	}
}

// TestAddedPage checks that a further page lowers no other page's row.
func TestAddedPage(t *testing.T) {
	t.Parallel()
	pages := filmPages()
	for n := 4; n < len(pages); n++ {
		table, err := Align(pages[:n], Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range table.Records() {
			for _, want := range facts[1:4] {
				if got := r.Texts(want.label); !slices.Equal(got, want.of(films[i])) {
					t.Errorf("%d pages: %s of %s = %q", n, want.label, films[i].title, got)
				}
			}
		}
	}
}

// TestRenamedClasses checks that what a class is called does not matter, as
// long as no column is named after it.
func TestRenamedClasses(t *testing.T) {
	t.Parallel()
	pages := filmPages()
	want, err := Align(pages, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pages {
		p.Body = []byte(strings.NewReplacer(`"k"`, `"x7f3"`, `"v"`, `"q11z"`, `"facts"`, `"css-1ab"`).Replace(string(p.Body)))
	}
	got, err := Align(pages, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range got.Records() {
		if w := bare(want.Records()[i]); bare(r) != w {
			t.Errorf("with other classes\n got %s\nwant %s", bare(r), w)
		}
	}
}

// TestBadInput checks that whatever comes in gives a table or a named error,
// in bounded time.
func TestBadInput(t *testing.T) {
	t.Parallel()
	same := films[0].page(0)
	empty := document("http://films.example/empty", "")
	text := &page.Page{URL: "http://films.example/text", Body: []byte("no tags at all")}
	var many strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&many, "<p class=c%d>text %d</p>", i%7, i%4999)
	}
	long := document("http://films.example/long", many.String())
	deep := document("http://films.example/deep", strings.Repeat("<div>", 2000)+"x")
	var words strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&words, "<p>%d %s</p>", i, strings.Repeat("word ", 200))
	}
	huge := document("http://films.example/huge", words.String())
	rtl := document("http://films.example/rtl", "<table><tr><th>שם</th><td>דוד</td></tr><tr><th>名前</th><td>山田太郎</td></tr></table>")
	rtl2 := document("http://films.example/rtl2", "<table><tr><th>שם</th><td>משה</td></tr><tr><th>名前</th><td>鈴木一郎</td></tr></table>")
	for _, tt := range []struct {
		name    string
		pages   []*page.Page
		rows    int
		skipped int
		err     error
	}{
		{"no page", nil, 0, 0, ErrNoPages},
		{"only empty pages", []*page.Page{empty, empty}, 0, 0, ErrNoPages},
		{"one page", []*page.Page{same}, 1, 0, nil},
		{"two pages", filmPages()[:2], 2, 0, nil},
		{"identical pages", []*page.Page{same, same, same}, 3, 0, nil},
		{"empty pages among others", append(filmPages(), empty), 10, 1, nil},
		{"text without tags", []*page.Page{text, text}, 2, 0, nil},
		{"pages of two thousand levels", []*page.Page{deep, deep}, 2, 0, nil},
		{"10,000 leaves", []*page.Page{long, long, long}, 3, 0, nil},
		{"5 MB a page", []*page.Page{huge, huge}, 2, 0, nil},
		{"right to left and CJK", []*page.Page{rtl, rtl2}, 2, 0, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for _, method := range []string{MethodVerDE, MethodDCA} {
				start := time.Now()
				w, table, err := Learn(tt.pages, Options{Method: method})
				if took := time.Since(start); took > 5*time.Minute { // 2 s of a processor, which others may need as well
					t.Errorf("%s: took %v", method, took)
				}
				if !errors.Is(err, tt.err) {
					t.Fatalf("%s: error %v, want %v", method, err, tt.err)
				}
				if err != nil {
					continue
				}
				if len(table.Pages) != tt.rows || len(table.Skipped) != tt.skipped {
					t.Errorf("%s: %d rows and %d skipped, want %d and %d", method, len(table.Pages), len(table.Skipped), tt.rows, tt.skipped)
				}
				for _, s := range table.Skipped {
					if s.URL == "" || s.Reason == "" {
						t.Errorf("%s: skipped without a name: %+v", method, s)
					}
				}
				if r, err := w.Extract(tt.pages[0]); err != nil || r.Match < 1 {
					t.Errorf("%s: its own page gives match %.2f, error %v", method, r.Match, err)
				}
			}
		})
	}
}

// TestTwoPages checks that what only one of two pages has is a value.
func TestTwoPages(t *testing.T) {
	t.Parallel()
	table, err := Align(filmPages()[:2], Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range table.Records() {
		if got := r.Texts("h1"); !slices.Equal(got, []string{films[i].title}) {
			t.Errorf("title %q of %v", got, r.ByLabel())
		}
	}
}

// TestRightToLeft checks labels and values of scripts without case.
func TestRightToLeft(t *testing.T) {
	t.Parallel()
	var pages []*page.Page
	names := [][2]string{{"דוד", "山田太郎"}, {"משה", "鈴木一郎"}, {"יעקב", "佐藤花子"}}
	for i, n := range names {
		pages = append(pages, document(fmt.Sprintf("http://names.example/%d", i), fmt.Sprintf("<table><tr><th>שם</th><td>%s</td></tr><tr><th>名前：</th><td>%s</td></tr></table>", n[0], n[1])))
	}
	table, err := Align(pages, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range table.Records() {
		if !slices.Equal(r.Texts("שם"), names[i][:1]) || !slices.Equal(r.Texts("名前"), names[i][1:]) {
			t.Errorf("record %v, want %q", r.ByLabel(), names[i])
		}
	}
}

// TestMixedTemplates checks that up to 30 % of pages of another template do
// not spoil the table of the others.
func TestMixedTemplates(t *testing.T) {
	t.Parallel()
	pages := filmPages()
	for i := range 3 {
		pages = slices.Insert(pages, 3*i, document(fmt.Sprintf("http://films.example/news/%d", i),
			fmt.Sprintf(`<div id="news"><h3>News %d</h3><p class="lead">Something happened %d times.</p><p class="by">By reporter %d</p><blockquote>Quote %d</blockquote></div>`, i, i, i, i)))
	}
	table, err := Align(pages, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(table.Pages) != len(films) || len(table.Others) != 1 || len(table.Others[0].Pages) != 3 || len(table.Skipped) != 0 {
		t.Fatalf("%d pages aligned, %d other templates, %d skipped", len(table.Pages), len(table.Others), len(table.Skipped))
	}
	for i, r := range table.Records()[:len(films)] {
		checkFilm(t, r, films[i])
	}
	table, err = Align(pages[1:], Options{}) // two are too few to make a template
	if err != nil {
		t.Fatal(err)
	}
	if len(table.Pages) != len(films) || len(table.Others) != 0 || len(table.Skipped) != 2 {
		t.Errorf("%d pages aligned, %d other templates, %d skipped", len(table.Pages), len(table.Others), len(table.Skipped))
	}
}

// TestLabelsWithoutValues checks that a label which is spelt in several ways
// leaves no column behind where all that follows it is known by its looks, as a
// link that stands behind other labels too.
func TestLabelsWithoutValues(t *testing.T) {
	t.Parallel()
	var pages []*page.Page
	for i, label := range []string{"Team", "TEAM", "Teams:", "Teams:", "Team:"} {
		pages = append(pages, document(fmt.Sprintf("http://names.example/%d", i), fmt.Sprintf("<div><h2>%s</h2><ul><li><a href=/x>Player %d</a> Number %d.</ul></div>", label, i, i)))
	}
	table, err := Align(pages, Options{})
	if err != nil {
		t.Fatal(err)
	}
	checkTable(t, table)
	for i, r := range table.Records() {
		if got := fmt.Sprint(r.ByLabel()); !strings.Contains(got, fmt.Sprintf("Player %d", i)) || !strings.Contains(got, fmt.Sprintf("Number %d.", i)) {
			t.Errorf("page %d: %s", i, got)
		}
	}
}

func TestUnknownMethod(t *testing.T) {
	t.Parallel()
	if _, err := Align(filmPages(), Options{Method: "magic"}); err == nil || !strings.Contains(err.Error(), "magic") {
		t.Errorf("error %v", err)
	}
}

// FuzzAlign aligns random pages: no panic, a cell for every page, and a label
// for every column.
func FuzzAlign(f *testing.F) {
	f.Add("<p>a</p><p>b: c</p>", "<p>a</p><ul><li>x<li>y</ul>", "<table><tr><th>h<th>i<tr><td>1<td>2</table>")
	f.Add("", "text", "<br><br>")
	f.Fuzz(func(t *testing.T, x, y, z string) {
		pages := []*page.Page{document("x", x), document("y", y), document("z", z), document("x2", x)}
		for _, method := range []string{MethodVerDE, MethodDCA} {
			w, table, err := Learn(pages, Options{Method: method})
			if err != nil {
				if !errors.Is(err, ErrNoPages) {
					t.Fatal(err)
				}
				continue
			}
			labels := make(map[string]bool)
			for _, c := range table.Columns {
				if len(c.Cells) != len(table.Pages) || c.Label == "" || labels[strings.ToLower(c.Label)] {
					t.Fatalf("column %q with %d cells of %d", c.Label, len(c.Cells), len(table.Pages))
				}
				labels[strings.ToLower(c.Label)] = true
			}
			for _, p := range pages {
				if _, err := w.Extract(p); err != nil && !errors.Is(err, ErrNoPages) {
					if reason, ok := page.ReasonOf(err); !ok || reason != page.Unparseable {
						t.Fatal(err)
					}
				}
			}
		}
	})
}

// TestConstantItem checks that an item which all pages share is a value among items that
// are, though each has a class of its own, and that the beginning of a trail is none.
func TestConstantItem(t *testing.T) {
	t.Parallel()
	var pages []*page.Page
	for i := range 6 {
		pages = append(pages, document(fmt.Sprintf("http://players.example/%d", i), fmt.Sprintf(
			"<ul><li><a>Start</a></li><li><a>Group %d</a></li><li><a>Part %d</a></li></ul><hr><ul><li class=player>Player %c</li><li class=number>#%d</li><li class=position>Guard %d</li><li class=team><a>Celtics</a></li></ul><hr><ul><li><span>Height</span> %d cm</li><li><span>Weight</span> %d kg</li><li><span>Age</span> %d years</li></ul><p>All players</p>",
			i, i+7, 'A'+i, 20+i, i%2, 190+i, 90+i, 30-i)))
	}
	w, _, err := Learn(pages[:5], Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range readAll(t, w, pages) {
		got := r.ByLabel()
		if !slices.Equal(got["team"], []string{"Celtics"}) {
			t.Errorf("team is %q; %v", got["team"], got)
		}
		for label, texts := range got {
			if slices.Contains(texts, "Start") || slices.Contains(texts, "Weight") {
				t.Errorf("%s is %q", label, texts)
			}
		}
	}
}

// TestNavigationIsNoValue checks that the items of a menu that all pages but one have are
// no values, though there are brackets beside them.
func TestNavigationIsNoValue(t *testing.T) {
	t.Parallel()
	var pages []*page.Page
	for i := range 8 {
		var menu string
		for _, name := range []string{"Clustering", "Constants", "Datasets", "Integration"} {
			menu += fmt.Sprintf("<li><a>%s (<code>lib.%s</code>)</a></li>", name, strings.ToLower(name))
		}
		if i == 5 {
			menu = "<li>Nothing</li>"
		}
		pages = append(pages, document(fmt.Sprintf("http://lib.example/%d", i), fmt.Sprintf("<ul>%s</ul><h1>Function %c</h1><p>It does %d things.</p>%s", menu, 'A'+i, i+2, strings.Repeat("<ul><li><a>See (<code>x</code>)</a></li></ul>", i%3))))
	}
	table, err := Align(pages, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range table.Records() {
		for label, texts := range r.ByLabel() {
			if slices.Contains(texts, "Constants (") {
				t.Errorf("%s: %s is %q", r.URL, label, texts)
			}
		}
	}
}
