package extract

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/PuerkitoBio/goquery"

	"verde/bench/table"
	"verde/eval/static"
	"verde/eval/swde"
	"verde/extract"
	"verde/page"
)

// namedTypes are the types whose columns' names are looked at: of SWDE the first
// site of each vertical, and static sites. They were chosen before the names were
// looked at.
var namedTypes = []string{
	"auto-aol", "book-amazon", "camera-amazon", "job-careerbuilder", "movie-imdb", "nbaplayer-espn", "restaurant-fodors",
	"cricket-teams", "playersb-players", "pokechan-pokemon", "copenlu-publications", "reiskoch-recipes",
}

// origin is what a column is named by.
type origin uint8

const (
	byNothing  origin = iota // a class, an id or a number, or a value of one page
	byText                   // a text that most of the pages with the column show
	byHeading                // it is the name or title of the entity
	byMachines               // itemprop, property, the name of a meta element, or a key of embedded data
	origins
)

// words are what the columns of a page may be named by.
type words struct {
	texts    map[string]bool // whole texts, and what stands before a colon, folded
	running  []string        // texts that may begin with a label, or have one before a part
	machines map[string]bool // itemprop, property, names of meta elements and keys of JSON-LD
}

var (
	jsonKey = regexp.MustCompile(`"([^"\\]+)"\s*:`)
	// repeated is what tells columns of one name, and parts of one value, apart.
	repeated = regexp.MustCompile(`( \d+)?(, part( \d+)?)?$`)
	// underHeading is a label with the heading above it, where several columns have it.
	underHeading = regexp.MustCompile(`^(.+) \((.+)\)$`)
	// heading are the names of columns that hold the name of the entity.
	heading = []string{"name", "title", "h1"}
)

// foldLabel makes labels equal that differ in letters' case, blanks and a colon.
func foldLabel(s string) string {
	return strings.ToLower(strings.TrimRight(strings.Join(strings.Fields(s), " "), " :：.-–—"))
}

// longestLabel bounds what is a label, in bytes.
const longestLabel = 200

// wordsOf reads a page.
func wordsOf(p *page.Page) (*words, error) {
	root, err := p.Parse()
	if err != nil {
		return nil, err
	}
	w := &words{texts: map[string]bool{}, machines: map[string]bool{}}
	doc := goquery.NewDocumentFromNode(root)
	doc.Find("[itemprop], [property], meta[name]").Each(func(_ int, s *goquery.Selection) {
		for _, name := range []string{s.AttrOr("itemprop", ""), s.AttrOr("property", "")} {
			w.machines[foldLabel(name)] = true
			w.machines[foldLabel(name[strings.LastIndexByte(name, ':')+1:])] = true // "og:url" names it "url"
		}
		if goquery.NodeName(s) == "meta" {
			w.machines[foldLabel(s.AttrOr("name", ""))] = true
		}
	})
	doc.Find(`script[type="application/ld+json"]`).Each(func(_ int, s *goquery.Selection) {
		for _, m := range jsonKey.FindAllStringSubmatch(s.Text(), -1) {
			w.machines[foldLabel(m[1])] = true
		}
	})
	doc.Find("script, style, template, noscript").Remove()
	doc.Find("body *").Each(func(_ int, s *goquery.Selection) {
		w.note(s.Text())
		for n := s.Nodes[0].FirstChild; n != nil; n = n.NextSibling {
			if n.FirstChild == nil {
				w.note(n.Data)
			}
		}
	})
	return w, nil
}

// note notes a text.
func (w *words) note(text string) {
	if len(text) > 10*longestLabel {
		return // of many elements
	}
	text = strings.Join(strings.Fields(text), " ")
	if before, _, ok := strings.Cut(strings.ReplaceAll(text, "：", ":"), ":"); ok {
		w.texts[foldLabel(before)] = true
	}
	if len(text) <= longestLabel {
		w.texts[foldLabel(text)] = true
	}
	w.running = append(w.running, strings.ToLower(text))
}

// shows reports whether a text of the page is the label or begins with it, or of a part of a text has it somewhere.
func (w *words) shows(label string, part bool) bool {
	return w.texts[label] || slices.ContainsFunc(w.running, func(t string) bool {
		return strings.HasPrefix(t, label+" ") || part && len(wordsAlone(label)) > 2 && strings.Contains(wordsAlone(t), wordsAlone(label))
	})
}

// wordsAlone is a text's words with a blank around each.
func wordsAlone(text string) string {
	mark := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) }
	return " " + strings.Join(strings.FieldsFunc(text, mark), " ") + " "
}

// originOf tells what a column, or a part of one, is named by, from the pages that have it.
func originOf(label string, part bool, on []*words) origin {
	for _, name := range []string{label, repeated.ReplaceAllString(label, "")} {
		above := ""
		if m := underHeading.FindStringSubmatch(name); m != nil {
			name, above = m[1], foldLabel(m[2])
		}
		name = foldLabel(name)
		_, key, embedded := strings.Cut(name, ":")
		shown, marked := 0, 0
		for _, w := range on {
			if w.shows(name, part) && (above == "" || w.shows(above, false)) || above != "" && w.texts[name+" ("+above+")"] {
				shown++
			}
			if w.machines[name] || embedded && (w.machines[key] || w.machines[key[strings.LastIndexByte(key, '.')+1:]]) {
				marked++
			}
		}
		switch {
		case slices.Contains(heading, name):
			return byHeading
		case 2*shown > len(on):
			return byText
		case 2*marked > len(on):
			return byMachines
		}
	}
	return byNothing
}

// names tells what columns are named by.
func names() *table.Table {
	return &table.Table{
		Name: "extract-names", About: "What columns are named by",
		Columns: []string{"type", "columns", "by a text", "as name or title", "by itemprop or JSON-LD", "by class, id or number", "named", "not named"}, Key: []string{"type"}, Bold: "named",
		Packages: append([]string{"eval/static"}, measured...), Needs: []table.Need{table.Corpora, table.Sites}, Minutes: 2,
		Measure: func(ctx context.Context, r *table.Run) error {
			types, err := typesToName(ctx)
			if err != nil {
				return err
			}
			const command = "go run ./bench/run extract-names"
			var shares []float64
			for _, name := range namedTypes {
				pages, ok := types[name]
				if !ok {
					return fmt.Errorf("%s: no pages", name)
				}
				r.Sayf("%s", name)
				f, share, err := nameFigures(pages)
				if err != nil {
					return fmt.Errorf("%s: %w", name, err)
				}
				f["type"] = table.Value(name)
				shares = append(shares, share)
				if err := r.Put(command, f); err != nil {
					return err
				}
			}
			return r.Put(command, table.Figures{"type": "mean of all", "named": table.Fixed(mean(shares), 2)})
		},
	}
}

// typesToName reads the pages of the types, with all that they embed.
func typesToName(ctx context.Context) (map[string][]*page.Page, error) {
	out := map[string][]*page.Page{}
	shops, err := swde.Read(table.Corpora.Path("swde"))
	if err != nil {
		return nil, err
	}
	for _, s := range shops {
		out[s.Name] = s.Pages[:min(samplePages, len(s.Pages))]
	}
	sites, err := static.Read(ctx, table.Corpora.Path("sites", "sites.json"), table.Sites.Path(), static.All)
	if err != nil {
		return nil, err
	}
	for _, s := range sites {
		out[s.Name] = s.Pages
	}
	return out, nil
}

// nameFigures reads pages of one type and tells what the columns that count are
// named by.
func nameFigures(pages []*page.Page) (table.Figures, float64, error) {
	got, err := aligned(pages, extract.Options{})
	if err != nil {
		return nil, 0, err
	}
	read := map[string]*words{}
	for _, p := range pages {
		if read[p.URL], err = wordsOf(p); err != nil {
			return nil, 0, err
		}
	}
	on, part := map[string][]*words{}, map[string]bool{}
	for _, rec := range got.records {
		for _, f := range rec.Fields {
			part[f.Label] = len(f.Values) > 0 && f.Values[0].PartOf != ""
		}
		for _, label := range rec.Labels() {
			on[label] = append(on[label], read[rec.URL])
		}
	}
	var counts [origins]int
	var not []string
	columns := supported(got.records)
	for _, label := range columns {
		by := originOf(label, part[label], on[label])
		counts[by]++
		if by == byNothing {
			not = append(not, label)
		}
	}
	share := 1 - float64(counts[byNothing])/float64(max(1, len(columns)))
	return table.Figures{"columns": table.Count(len(columns)), "by a text": table.Count(counts[byText]), "as name or title": table.Count(counts[byHeading]),
		"by itemprop or JSON-LD": table.Count(counts[byMachines]), "by class, id or number": table.Count(counts[byNothing]), "named": table.Fixed(share, 2),
		"not named": table.Value(strings.Join(not, "; "))}, share, nil
}
