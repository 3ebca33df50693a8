package loop

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"verde/bench/table"
	"verde/keywords"
	"verde/language"
	"verde/record"
	"verde/values"
	"verde/vertical"
)

// learned measures what a vertical is learned to be, from the starts of table
// verticals.
func learned() *table.Table {
	return &table.Table{
		Name: "verticals-learned", About: "What is learned of a vertical, held against what its site was made from",
		Columns: []string{"vertical", "family", "start site", "pages found", "name", "attributes", "true", "not true", "keywords", "of labels"},
		Key:     []string{"vertical", "family", "start site"}, Packages: measured, Needs: []table.Need{table.Corpora, table.Webbox}, Minutes: 25,
		Measure: func(ctx context.Context, r *table.Run) error { return eachStart(ctx, r, learnFrom) },
	}
}

// learnFrom measures one row: what verde learn writes of a start.
func learnFrom(ctx context.Context, r *table.Run, w *web, host string, f table.Figures) error {
	dir := filepath.Join(r.Work, "learned-"+strings.TrimSuffix(host, ".example"))
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	file := filepath.Join(dir, "vertical.json")
	if _, err := r.Verde(ctx, []string{"HTTP_PROXY=" + w.Proxy.String()}, "learn", w.sites[host], "--domain", domains[w.world.Vertical], "--run", dir, "-o", file, "--delay", "0", "--quiet"); err != nil {
		return err
	}
	v, err := vertical.Load(file)
	if err != nil {
		return err
	}
	records, err := readRecords(filepath.Join(dir, "records.jsonl"))
	if err != nil {
		return err
	}
	truth, err := w.Entities(ctx)
	if err != nil {
		return err
	}
	shown := map[string]map[string][]string{} // true values by page
	for _, e := range truth[host] {
		shown[e.URL] = e.Record
	}
	var own map[string]string
	words := map[string]bool{}
	all, err := w.Sites(ctx)
	if err != nil {
		return err
	}
	for _, s := range all {
		if s.OfVertical() {
			addWords(words, s.Labels)
		}
		if s.Host == host {
			own = s.Labels
		}
	}
	g := grading{records, shown, own}
	f["pages found"], f["name"] = table.Value(fmt.Sprintf("%d of %d", v.Pages, len(truth[host]))), table.Value(v.Identifier)
	var wrong []string
	for _, a := range v.Attributes {
		if !g.isTrue(a.Name) {
			wrong = append(wrong, a.Name)
		}
	}
	f["attributes"], f["true"], f["not true"] = table.Count(len(v.Attributes)), table.Count(len(v.Attributes)-len(wrong)), table.Value(strings.Join(wrong, ", "))
	right := 0
	for _, k := range v.Keywords {
		if words[stem(k)] {
			right++
		}
	}
	f["keywords"], f["of labels"] = table.Value(strings.Join(v.Keywords, ", ")), table.Count(right)
	return r.Put(fmt.Sprintf("verde learn START --domain %s --delay 0", domains[w.world.Vertical]), f)
}

// addWords adds the stems of an attribute's words and of its labels' words.
func addWords(to map[string]bool, labels map[string]string) {
	for attribute, label := range labels {
		for _, word := range keywords.Tokens(strings.ReplaceAll(attribute, "_", " ") + " " + label) {
			to[stem(word)] = true
		}
	}
}

// grading is what columns are held against.
type grading struct {
	records []record.Record
	shown   map[string]map[string][]string // true values by page and attribute
	labels  map[string]string              // by attribute, those that values were invented for too
}

// isTrue reports whether a column is an attribute of the entities: it has a label that
// the site was made with, or on most pages where it has a value and anything is known to
// be true, a value of it is one of the true ones, and no column has these under their label: a
// breadcrumb that repeats the author is none.
func (g grading) isTrue(column string) bool {
	bare := strings.TrimRight(column, " 0123456789")
	for _, label := range g.labels {
		if values.Fold(label) == values.Fold(column) || values.Fold(label) == values.Fold(bare) {
			return true
		}
	}
	pages, right := 0, map[string]int{}
	for _, r := range g.records {
		texts := r.Texts(column)
		if truth := g.shown[r.URL]; truth == nil || len(texts) == 0 {
			continue
		} else {
			pages++
			for attribute, list := range truth {
				if slices.ContainsFunc(texts, func(t string) bool {
					return slices.ContainsFunc(list, func(u string) bool { return values.Same(t, u) })
				}) {
					right[attribute]++
				}
			}
		}
	}
	for attribute, n := range right {
		if 2*n > pages && !g.reads(g.labels[attribute]) {
			return true
		}
	}
	return false
}

// reads reports whether a label that the site was made with is that of a column.
func (g grading) reads(label string) bool {
	return label != "" && slices.ContainsFunc(g.records, func(r record.Record) bool {
		return slices.ContainsFunc(r.Labels(), func(l string) bool { return values.Fold(l) == values.Fold(label) })
	})
}

// readRecords reads a file of records.
func readRecords(path string) ([]record.Record, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out []record.Record
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var r record.Record
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", path, len(out)+1, err)
		}
		out = append(out, r)
	}
	return out, lines.Err()
}

// stem is what forms of a word have in common.
func stem(word string) string {
	return language.Named("en").Stem(word)
}
