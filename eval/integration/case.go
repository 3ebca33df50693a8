package integration

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"

	"verde/extract/accuracy"
	"verde/integrate"
	"verde/internal/unionfind"
	"verde/values"
)

// Case is tables of several sites with the truth about them.
type Case struct {
	Name     string
	Tables   []integrate.Table
	Columns  map[Column][]string // true attributes of each column
	Entities map[string]string   // URL -> true entity; unknown ones are left out
	Names    map[string]string   // URL -> title or name as the site has it, folded: a baseline joins by it
	Works    map[string]string   // URL -> true work of which the entity is an edition; nil if there are none
}

// Truth reads true values in SWDE's format (VERTICAL-SITE-ATTRIBUTE.txt at the root of fsys) and makes tables of
// them with meaningless labels, without the hidden attributes. True entities follow from identifying attributes:
// the ISBN of books, the name of players, title and director of films; other verticals have true columns only.
func Truth(fsys fs.FS, vertical string, hide []string) (*Case, error) {
	truth, err := accuracy.Read(fsys)
	if err != nil {
		return nil, err
	}
	if len(truth) == 0 {
		return nil, fmt.Errorf("no true values of %s: files are named %s-SITE-ATTRIBUTE.txt", vertical, vertical)
	}
	c := &Case{Name: vertical, Columns: make(map[Column][]string), Entities: make(map[string]string), Names: make(map[string]string)}
	all := make(map[string]map[string][]string) // URL -> attribute -> values
	sites := make(map[string]accuracy.Truth)
	for s, t := range truth {
		sites[s.Name] = t
	}
	for site, t := range sites {
		c.add(site, t, hide, all)
	}
	slices.SortFunc(c.Tables, func(a, b integrate.Table) int { return strings.Compare(a.Site, b.Site) })
	for u, r := range all {
		for _, t := range [][]string{r["title"], r["name"], r["model"]} {
			if len(t) > 0 && c.Names[u] == "" {
				c.Names[u] = values.Fold(t[0])
			}
		}
	}
	switch vertical {
	case "book":
		c.Works = make(map[string]string)
		for u, r := range all {
			c.name(u, isbn(r["isbn_13"]))
			if w := work(r); w != "" {
				c.Works[u] = w
			}
		}
	case "nbaplayer":
		for u, r := range all {
			c.name(u, player(r["name"]))
		}
	case "movie":
		c.films(all)
	}
	return c, nil
}

func (c *Case) name(url, entity string) {
	if entity != "" {
		c.Entities[url] = entity
	}
}

// add makes the table of a site.
func (c *Case) add(site string, t accuracy.Truth, hide []string, all map[string]map[string][]string) {
	table := integrate.Table{Site: site}
	shown := make(map[string]map[string][]string)
	for n, attribute := range sortedKeys(t) {
		label := "column " + strconv.Itoa(n+1) + " of " + site // says nothing
		for page, texts := range t[attribute] {
			url := site + "/" + page
			if len(texts) == 0 {
				continue
			}
			if all[url] == nil {
				all[url], shown[url] = make(map[string][]string), make(map[string][]string)
			}
			all[url][attribute] = texts
			if !slices.Contains(hide, attribute) {
				shown[url][label] = texts
				c.Columns[Column{site, label}] = []string{attribute}
			}
		}
	}
	for url, values := range shown {
		table.Records = append(table.Records, integrate.Record{URL: url, Values: values})
	}
	c.Tables = append(c.Tables, table)
}

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K {
	out := make([]K, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// foldedWords are the words of a text without accents, which some sites leave out.
func foldedWords(s string) []string {
	marks := transform.Chain(norm.NFD, runes.Remove(runes.In(unicode.Mn)), norm.NFC)
	if t, _, err := transform.String(marks, s); err == nil {
		s = t
	}
	return values.Words(strings.ReplaceAll(s, "ı", "i"))
}

func isbn(texts []string) string {
	if len(texts) == 0 {
		return ""
	}
	digits := strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, texts[0])
	return digits[:min(13, len(digits))]
}

// work identifies a book's work by title and author, without subtitle and edition.
func work(r map[string][]string) string {
	if len(r["title"]) == 0 || len(r["author"]) == 0 {
		return ""
	}
	title := r["title"][0]
	if i := strings.IndexAny(title, ":("); i > 0 {
		title = title[:i]
	}
	author := foldedWords(r["author"][0])
	slices.Sort(author)
	return strings.Join(foldedWords(title), " ") + " / " + strings.Join(author, " ")
}

// player is a player's name without the number and position behind it.
func player(texts []string) string {
	if len(texts) == 0 {
		return ""
	}
	words := strings.Fields(texts[0])
	for i, w := range words {
		if i > 0 && values.HasDigit(w) {
			words = words[:i]
			break
		}
	}
	name := foldedWords(strings.Join(words, " "))
	slices.Sort(name)
	return strings.Join(name, " ")
}

// films identifies films by title, without the year, and the last name of a director that they share.
func (c *Case) films(all map[string]map[string][]string) {
	titles := make(map[string][]string)
	for u, r := range all {
		if len(r["title"]) > 0 {
			k := strings.Join(foldedWords(title(r["title"][0])), " ")
			titles[k] = append(titles[k], u)
		}
	}
	for k, urls := range titles {
		slices.Sort(urls)
		same := unionfind.Keyed[string]{}
		for _, u := range urls {
			ds := directors(all[u])
			for i := 1; i < len(ds); i++ {
				same.Union(ds[0], ds[i])
			}
		}
		roots := make(map[string]bool)
		for _, u := range urls {
			if ds := directors(all[u]); len(ds) > 0 {
				roots[same.Find(ds[0])] = true
			}
		}
		for _, u := range urls {
			if ds := directors(all[u]); len(ds) > 0 {
				c.name(u, k+" / "+same.Find(ds[0]))
			} else if len(roots) == 1 {
				c.name(u, k+" / "+sortedKeys(roots)[0])
			}
		}
	}
}

func title(s string) string {
	s = strings.TrimSuffix(s, " (re-release)")
	if i := strings.LastIndexByte(s, ' '); i > 0 {
		year := strings.Trim(s[i+1:], "()")
		if n, err := strconv.Atoi(year); err == nil && len(year) == 4 && n > 1000 {
			return s[:i]
		}
	}
	return s
}

func directors(r map[string][]string) (out []string) {
	for _, d := range r["director"] {
		if w := foldedWords(d); len(w) > 0 {
			out = append(out, w[len(w)-1])
		}
	}
	return out
}

// Served reads what the program webbox serves under /__truth/records: by host the records with url, key and record
// (values by attribute). Labels contain the host, so that they are different on each site.
func Served(in io.Reader, hide []string) (*Case, error) {
	hosts, err := readHosts(in)
	if err != nil {
		return nil, err
	}
	c := &Case{Name: "webbox", Columns: make(map[Column][]string), Entities: make(map[string]string)}
	for _, host := range sortedKeys(hosts) {
		t := integrate.Table{Site: host}
		for _, r := range hosts[host] {
			shown := make(map[string][]string)
			for a, texts := range r.Values {
				if !slices.Contains(hide, a) {
					label := host + " " + a
					shown[label] = texts
					c.Columns[Column{host, label}] = []string{a}
				}
			}
			t.Records = append(t.Records, integrate.Record{URL: r.URL, Values: shown})
			c.name(r.URL, r.Key)
		}
		c.Tables = append(c.Tables, t)
	}
	return c, nil
}

// host is the true records of a site of webbox.
type host []struct {
	URL    string              `json:"url"`
	Key    string              `json:"key"`
	Values map[string][]string `json:"record"`
}

func readHosts(in io.Reader) (hosts map[string]host, err error) {
	if err := json.NewDecoder(in).Decode(&hosts); err != nil {
		return nil, fmt.Errorf("reading the records that webbox shows: %w", err)
	}
	return hosts, nil
}
