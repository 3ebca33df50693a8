package expand

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"verde/bench/table"
	"verde/eval"
	"verde/eval/sites"
	"verde/page"
)

// A flat site is a small part of a real one, whose pages keep what they show and get
// URLs that say nothing of it: so many pages, so many of them entities, among the first
// that a crawl from the front page meets.
const (
	flatPages    = 200
	flatEntities = 60
	flatMet      = 1500
)

func flat() *table.Table {
	return &table.Table{
		Name: "expand-flat", About: "The default method on parts of real sites whose URLs say nothing",
		Columns: []string{"samples", "types", "draws", "P", "R", "F1", "downloads"}, Key: []string{"samples"}, Bold: "F1",
		Packages: measured, Needs: []table.Need{table.Corpora, table.Sites}, Minutes: 6,
		Measure: func(ctx context.Context, r *table.Run) error {
			dir := filepath.Join(r.Work, "flat")
			if err := flatten(ctx, r, dir); err != nil {
				return err
			}
			for n := 1; n <= 3; n++ {
				rows, err := runs{n, 3, nil}.measureOf(ctx, r, filepath.Join(dir, "sites.json"), dir)
				if err != nil {
					return err
				}
				s := eval.Summarize(rows)
				if err := r.Put("go run ./bench/run expand-flat", with(scores(s.Mean), "samples", fmt.Sprint(n), "types", fmt.Sprint(len(s.Types)), "draws", fmt.Sprint(s.Draws))); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// flatten makes the flat sites and their description below dir.
func flatten(ctx context.Context, r *table.Run, dir string) error {
	types, _, err := sites.Read(table.Corpora.Path("sites", "sites.json"), table.Sites.Path(), "")
	if err != nil {
		return err
	}
	defer sites.Close(types)
	var described []map[string]string
	for _, t := range types {
		r.Sayf("%s", t.Name)
		entities, err := flattenType(ctx, &t, filepath.Join(dir, t.Name))
		if err != nil {
			return err
		}
		if len(entities) < flatEntities {
			continue // too few are near the front page
		}
		if err := os.WriteFile(filepath.Join(dir, t.Name+".reachable.txt"), []byte(strings.Join(entities, "\n")), 0o600); err != nil {
			return err
		}
		described = append(described, map[string]string{"name": t.Name, "root": t.Name, "base_url": "http://" + t.Name + ".example/"})
	}
	text, err := json.Marshal(described)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "sites.json"), text, 0o600)
}

// flattenType writes the flat site of a type, and lists the files of its entities.
func flattenType(ctx context.Context, t *sites.EntityType, dir string) (entities []string, err error) {
	entity := map[string]bool{}
	for _, u := range t.Pages() {
		entity[u] = true
	}
	front := t.Site.URL("index.html")
	met, from, text := []string{front}, map[string]string{front: ""}, map[string]*page.Page{}
	for i := 0; i < len(met) && i < flatMet; i++ {
		p, err := t.Site.Fetch(ctx, met[i])
		if err != nil {
			if ctx.Err() != nil {
				return nil, err
			}
			continue // a dead link
		}
		text[met[i]] = p
		rewrite(p, func(to string) string {
			if _, ok := from[to]; !ok {
				met, from[to] = append(met, to), met[i]
			}
			return ""
		})
	}
	var ours, others []string
	for _, u := range met {
		switch {
		case text[u] == nil:
		case entity[u]:
			ours = append(ours, u)
		default:
			others = append(others, u)
		}
	}
	random := rand.New(rand.NewPCG(1, 1))
	for _, list := range [][]string{ours, others} {
		random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	}
	var kept []string
	names := map[string]string{}
	keep := func(u string) { // with the pages that lead to it
		for ; u != "" && names[u] == ""; u = from[u] {
			names[u] = fmt.Sprintf("n%d.html", 1000+random.IntN(1e9))
			kept = append(kept, u)
		}
	}
	for _, u := range ours[:min(len(ours), flatEntities)] {
		keep(u)
	}
	for i := 0; i < len(others) && len(kept) < flatPages; i++ {
		keep(others[i])
	}
	names[front] = "index.html"
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	for _, u := range kept {
		if entity[u] {
			entities = append(entities, names[u])
		}
		body := rewrite(text[u], func(to string) string { return names[to] })
		if err := os.WriteFile(filepath.Join(dir, names[u]), body, 0o600); err != nil {
			return nil, err
		}
	}
	return entities, nil
}

var (
	link = regexp.MustCompile(`(?is)(<(?:a|area|link)\s(?:[^>]*?\s)?)href\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)`)
	base = regexp.MustCompile(`(?is)<base\s[^>]*>`)
)

// rewrite gives the text of a page with each link led to the file that name gives for its
// normal URL, or nowhere for "".
func rewrite(p *page.Page, name func(url string) string) []byte {
	at, err := url.Parse(p.URL)
	if err != nil {
		return p.Body
	}
	return link.ReplaceAllFunc(base.ReplaceAll(p.Body, nil), func(tag []byte) []byte {
		parts := link.FindSubmatch(tag)
		to, err := at.Parse(strings.TrimSpace(strings.Trim(string(parts[2]), `"'`)))
		if err != nil {
			return parts[1]
		}
		to.RawQuery, to.Fragment = "", ""
		normal, err := page.Normalize(to.String())
		if err != nil {
			return parts[1]
		}
		file := name(normal)
		if file == "" {
			return parts[1]
		}
		return fmt.Appendf(nil, `%shref="%s"`, parts[1], file)
	})
}
