package verde_test

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"iter"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"verde"
	"verde/catalog"
	"verde/page"
	"verde/pageeval"
	"verde/query"
	"verde/search"
	"verde/values"
)

// attributes are what pages of a site show, by label: each a value for the i-th thing.
type attributes map[string]func(i int) string

// traps is a web of sources of one vertical and of sites that are easily taken for such.
type traps struct {
	name    func(i int) string
	sources []attributes
	others  map[string]attributes // forums, events and things of another kind that are called the same
	pages   map[string]string     // by URL
}

const things = 48

// oneOf gives each thing one of some values, in an order that no other list of another length has.
func oneOf(list ...string) func(i int) string {
	return func(i int) string { return list[(i*5+i/len(list))%len(list)] }
}

// number gives each thing a number in a form.
func number(form string, from, step, of int) func(i int) string {
	return func(i int) string { return fmt.Sprintf(form, from+i*step%of) }
}

func works() *traps {
	composer, premiere := oneOf("Ada Holmboe", "Carl Rautio", "Edith Vann", "Ivo Janek", "Lena Marsh", "Otto Brandt", "Pia Sorel"), oneOf("Leipzig", "Vienna", "Helsinki", "Boston", "Prague")
	year, genre, key := number("%d", 1840, 37, 110), oneOf("Overture", "Symphonic poem", "Suite", "Ballet"), oneOf("C major", "D minor", "E flat major", "G minor", "A major", "B flat major")
	return &traps{
		name: func(i int) string {
			return "The " + []string{"Northern", "Silent", "Golden", "Broken", "Distant", "Hidden", "Winter", "Crimson"}[i%8] + " " + []string{"Bell", "Shore", "Garden", "Voyage", "Mirror", "Crown"}[i/8]
		},
		sources: []attributes{
			{"Composer": composer, "Premiere": premiere, "Year": year, "Genre": genre, "Key": key},
			{"Written by": composer, "Composed": year, "Tonality": key},
			{"By": composer, "First performed in": premiere},
			{"Composer": composer, "Form": genre, "Date": year},
			{"Composer of the work": composer, "Tonality": key, "Form": genre},
		},
		others: map[string]attributes{
			"horses.example":   {"Sire": oneOf("Red Duke", "Old Tom", "Galliard"), "Dam": oneOf("Lady Jane", "Belle"), "Foaled": number("%d", 1985, 7, 30), "Colour": oneOf("Bay", "Grey", "Chestnut"), "Trainer": oneOf("J. Cole", "M. Stubbs", "P. Hart", "L. Ray")},
			"concerts.example": {"Date": number("%d May 2023", 1, 1, 28), "Hall": oneOf("Great Hall", "City Theatre", "Chapel"), "City": oneOf("Boston", "Lyon", "Oslo"), "Conductor": oneOf("R. Stein", "A. Ito")},
			"forum.example":    {"Started by": oneOf("anna7", "bert", "cleo99", "dan"), "Last post": number("%d June 2022", 1, 1, 28), "Board": oneOf("Chat", "Help")},
		},
	}
}

func farms() *traps {
	county, power := oneOf("Devon", "Cumbria", "Fife", "Powys", "Kerry", "Antrim", "Dorset"), number("%d MW", 12, 13, 240)
	operator, model, year := oneOf("Aeolus Energy", "Bright Power", "Celtic Wind", "Dunmore Renewables", "Eastgate"), oneOf("Vestas V80", "Siemens SWT", "Nordex N90", "Enercon E-70"), number("%d", 1995, 3, 27)
	return &traps{
		name: func(i int) string {
			return []string{"Harrow", "Black", "Stone", "Crow", "Long", "White", "Fallow", "Burnt"}[i%8] + " " + []string{"Moor", "Ridge", "Hill", "Fell", "Down", "Edge"}[i/8]
		},
		sources: []attributes{
			{"Operator": operator, "County": county, "Capacity": power, "Turbine": model, "Opened": year},
			{"Run by": operator, "Installed power": power, "Type": model},
			{"Owner": operator, "Region": county},
			{"Operator": operator, "Located in": county, "Commissioned": year},
			{"Operator of it": operator, "Turbine model": model, "In service since": year},
		},
		others: map[string]attributes{
			"hills.example": {"County": county, "Height": number("%d m", 300, 17, 600), "Parent peak": oneOf("Great Fell", "High Seat", "Old Man"), "Grid reference": number("NY %d", 100, 7, 900), "First climbed by": oneOf("A. Lund", "B. Orme", "C. Pratt")},
			"walks.example": {"County": county, "Date": number("%d May 2023", 1, 1, 28), "Guide": oneOf("R. Stein", "A. Ito"), "Meeting point": oneOf("Car park", "Visitor centre", "Station")},
			"forum.example": {"Started by": oneOf("anna7", "bert", "cleo99", "dan"), "Last post": number("%d June 2022", 1, 1, 28), "Board": oneOf("Chat", "Help")},
		},
	}
}

// make makes the pages: of each source those of two thirds of the things, of the others those of all.
func (w *traps) make() {
	w.pages = map[string]string{}
	for n, shown := range w.sources {
		w.site(fmt.Sprintf("source%d.example", n), n, shown, func(i int) bool { return (i+n)%3 > 0 })
	}
	for host, shown := range w.others {
		w.site(host, len(host), shown, func(int) bool { return true })
	}
}

// site makes the pages of a site in one of three layouts.
func (w *traps) site(host string, layout int, shown attributes, has func(i int) bool) {
	layouts := [][3]string{{"<table>", "<tr><th>%s<td>%s", "</table>"}, {"<dl>", "<dt>%s<dd>%s", "</dl>"}, {"<ul>", "<li><b>%s:</b> %s", "</ul>"}}
	list := ""
	for i := range things {
		if !has(i) {
			continue
		}
		l := layouts[layout%3]
		body := l[0]
		for _, label := range slices.Sorted(maps.Keys(shown)) {
			body += fmt.Sprintf(l[1], label, shown[label](i))
		}
		path := "/" + host[:3] + "/" + strings.ReplaceAll(values.Fold(w.name(i)), " ", "-")
		w.pages["http://"+host+path] = fmt.Sprintf("<title>%[1]s - %[2]s</title><a href=/>Start</a> <a href=/about>About</a><h1>%[1]s</h1>%[3]s<p>Somebody wrote to us of %[1]s and of %[4]s on a day in spring.</p>",
			w.name(i), host, body+l[2], w.sources[0][slices.Sorted(maps.Keys(w.sources[0]))[1]](i))
		list += fmt.Sprintf("<li><a href=%s>%s</a>", path, w.name(i))
	}
	w.pages["http://"+host+"/"] = "<title>" + host + "</title><ul>" + list + "</ul>"
	w.pages["http://"+host+"/about"] = "<title>About</title><a href=/>Start</a><p>We are few and like what we do."
}

// Fetch implements [page.Fetcher].
func (w *traps) Fetch(_ context.Context, url string) (*page.Page, error) {
	if body, ok := w.pages[url]; ok {
		return &page.Page{URL: url, Requested: url, Status: 200, ContentType: "text/html", Body: []byte("<html>" + body)}, nil
	}
	return nil, &page.Error{URL: url, Reason: page.Status, Status: 404}
}

// Name implements [search.Engine].
func (w *traps) Name() string { return "traps" }

// Search implements [search.Engine]: the pages that have what is required, those titled with the name first.
func (w *traps) Search(_ context.Context, q query.Query) iter.Seq2[search.Result, error] {
	type hit struct{ url, title string }
	var hits []hit
	for _, url := range slices.Sorted(maps.Keys(w.pages)) {
		doc, err := page.Parse(bytes.TrimSpace([]byte(w.pages[url])))
		if err != nil || !q.Admits(page.Host(url)) {
			continue
		}
		content := goquery.NewDocumentFromNode(doc)
		text := " " + values.Fold(strings.Join(slices.Collect(page.Texts(content.Selection)), " . ")) + " "
		lacks := func(v query.Value) bool { return !strings.Contains(text, " "+values.Fold(v.Text)+" ") }
		if !slices.ContainsFunc(q.Required, lacks) && (len(q.OneOf) == 0 || !slices.ContainsFunc(q.OneOf, func(v query.Value) bool { return !lacks(v) })) {
			hits = append(hits, hit{url, content.Find("title").Text()})
		}
	}
	titled := func(h hit) int { return strings.Index(values.Fold(h.title)+"\x00", values.Fold(q.Required[0].Text)) }
	slices.SortStableFunc(hits, func(a, b hit) int { return -cmp.Compare(min(titled(a), 0), min(titled(b), 0)) })
	return func(yield func(search.Result, error) bool) {
		for i, h := range hits[:min(len(hits), 30)] {
			if !yield(search.Result{QueryID: q.ID, Engine: w.Name(), Rank: i + 1, URL: h.url, Title: h.title}, nil) {
				return
			}
		}
	}
}

// All sources are found, also such as share two attributes with the first, and nothing that has no more than the names in
// common, or the place, however much its pages look like data. Where too few sites are known to tell, that is said.
func TestTraps(t *testing.T) {
	if testing.Short() {
		t.Skip("what runs at the same time here does so in TestWholeLoop and TestInterrupted")
	}
	t.Parallel()
	for noun, w := range map[string]*traps{"work": works(), "windfarm": farms()} {
		for _, sources := range []int{len(w.sources), 2} {
			t.Run(fmt.Sprint(noun, sources), func(t *testing.T) {
				t.Parallel()
				w := &traps{name: w.name, sources: w.sources[:sources], others: w.others}
				cat := w.explore(t, noun)
				met := 0
				for _, s := range must(cat.Sources(t.Context()))(t) {
					other := w.others[s.Site] != nil
					in := s.State == catalog.Expanded && !slices.ContainsFunc(s.Doubts, func(d catalog.Doubt) bool { return d.Case == verde.NotCorroborated })
					if met++; other == in {
						t.Errorf("%s is %s %q, doubts %v, attributes %q", s.Site, s.State, s.Reason, s.Doubts, s.Attributes)
					}
					n := 0
					for _, err := range cat.Records(t.Context(), s.Site) {
						if n++; err != nil {
							t.Fatal(err)
						}
					}
					if (n > 0) != (s.State == catalog.Expanded) {
						t.Errorf("%s is %s with %d records", s.Site, s.State, n)
					}
				}
				if met != len(w.sources)+len(w.others) {
					t.Errorf("%d sites were met", met)
				}
			})
		}
	}
}

// explore makes the pages, and explores them from the first source on.
func (w *traps) explore(t *testing.T, noun string) *catalog.Catalog {
	t.Helper()
	w.make()
	classifier, err := pageeval.Default()
	if err != nil {
		t.Fatal(err)
	}
	cat, err := catalog.Open(t.Context(), filepath.Join(t.TempDir(), "c.sqlite"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cat.Close() })
	x := &verde.Explorer{Domain: noun, Pages: w, Engines: []search.Engine{w}, Catalog: cat, Classifier: classifier}
	v, err := x.Learn(t.Context(), []string{"http://source0.example/sou/" + strings.ReplaceAll(values.Fold(w.name(1)), " ", "-")})
	if err != nil {
		t.Fatal(err)
	}
	if _, err = x.Explore(t.Context(), v); err != nil {
		t.Fatal(err)
	}
	return cat
}
