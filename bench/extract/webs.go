package extract

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"verde/bench/table"
	"verde/bench/webs"
	"verde/eval/articles"
	"verde/eval/webbox"
	"verde/extract/accuracy"
)

// generated reads the entity pages of generated webs as "verde extract" does. Which
// pages these are is taken from the web's truth, so that nothing but reading is
// measured.
func generated() *table.Table {
	return &table.Table{
		Name: "extract-webs", About: "Records of all entity pages of generated webs, by the command",
		Columns: []string{"family", "vertical", "sites", "pages", "strict P", "strict R", "median strict R", "worst site", "triples R", "worst attributes"}, Key: []string{"family", "vertical"}, Bold: "strict R",
		Packages: []string{"cmd/verde", "eval/webbox"}, Needs: []table.Need{table.Corpora, table.Webbox}, Minutes: 18,
		Measure: func(ctx context.Context, r *table.Run) error {
			noise := filepath.Join(r.Work, "noise")
			if _, _, err := articles.CopyNoise(table.Corpora.Path("articles"), noise); err != nil {
				return err
			}
			for _, family := range webs.All(r) {
				for _, vertical := range family.Verticals {
					f := table.Figures{"family": table.Value(family.Name), "vertical": table.Value(vertical)}
					if skip, err := r.Skip(f); err != nil || skip {
						if err != nil {
							return err
						}
						continue
					}
					r.Sayf("family %s, %s", family.Name, vertical)
					if err := readWeb(ctx, r, family.World(vertical, noise, 1), f); err != nil {
						return err
					}
					if err := r.Put("go run ./bench/run extract-webs (verde extract SITE.warc; webbox score --seed 1)", f); err != nil {
						return err
					}
				}
			}
			return nil
		},
	}
}

// readWeb reads the entity pages of one web, a site at a time, and fills in the
// figures.
func readWeb(ctx context.Context, r *table.Run, world webbox.World, f table.Figures) error {
	dir, err := os.MkdirTemp(r.Work, "web")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir) // it is in a folder for what is made on the way
	serving, stop := context.WithCancel(ctx)
	web, done, err := webbox.Serve(serving, table.Webbox.Path(), world)
	if err != nil {
		stop()
		return err
	}
	all, pages, err := readSites(ctx, r, web, dir)
	stop()
	done()
	if err != nil {
		return err
	}
	scored, err := webbox.Score(ctx, table.Webbox.Path(), world, all)
	if err != nil {
		return err
	}
	f["pages"] = table.Count(pages)
	webFigures(scored, f)
	return nil
}

// readSites has verde read each site's pages, and gives the file with all records.
func readSites(ctx context.Context, r *table.Run, web *webbox.Web, dir string) (file string, pages int, err error) {
	sites, err := web.Sites(ctx)
	if err != nil {
		return "", 0, err
	}
	entities, err := web.Entities(ctx)
	if err != nil {
		return "", 0, err
	}
	file = filepath.Join(dir, "records.jsonl")
	records, err := os.Create(file)
	if err != nil {
		return "", 0, err
	}
	defer records.Close()
	for _, s := range sites {
		if !s.OfVertical() {
			continue
		}
		var urls []string
		for _, e := range entities[s.Host] {
			urls = append(urls, e.URL)
		}
		archive := filepath.Join(dir, s.Host+".warc")
		if err := save(ctx, web, urls, archive); err != nil {
			return "", 0, err
		}
		out, err := r.Verde(ctx, nil, "extract", archive, "--quiet")
		if err != nil {
			return "", 0, err
		}
		if _, err := records.WriteString(out); err != nil {
			return "", 0, err
		}
		pages += len(urls)
	}
	return file, pages, records.Close()
}

// save writes the pages at URLs into an archive.
func save(ctx context.Context, web *webbox.Web, urls []string, name string) error {
	out, err := os.Create(name)
	if err != nil {
		return err
	}
	defer out.Close()
	if err := web.Archive(ctx, urls, out); err != nil {
		return err
	}
	return out.Close()
}

// poor is the recall of an attribute on a site below which it is named.
const poor = .96

// webFigures fills in what was scored.
func webFigures(s *webbox.Scored, f table.Figures) {
	hosts := slices.Sorted(maps.Keys(s.Sites))
	f["sites"], f["strict P"], f["strict R"], f["triples R"] = table.Count(len(hosts)), table.Fixed(s.Strict.Precision, 3), table.Fixed(s.Strict.Recall, 3), table.Fixed(s.Triples.Recall, 3)
	if len(hosts) == 0 {
		return
	}
	var recalls []float64
	var below []string
	for _, host := range hosts {
		site := s.Sites[host]
		recalls = append(recalls, site.Strict.Recall)
		for _, attribute := range slices.Sorted(maps.Keys(site.Attributes)) {
			if a := site.Attributes[attribute]; a.Recall < poor {
				below = append(below, fmt.Sprintf("%s of %s %.2f", attribute, strings.TrimSuffix(host, ".example"), a.Recall))
			}
		}
	}
	median, worst, at := accuracy.Spread(recalls)
	f["median strict R"], f["worst site"] = table.Fixed(median, 3), table.Value(fmt.Sprintf("%s %.3f", strings.TrimSuffix(hosts[at], ".example"), worst))
	f["worst attributes"] = table.Value(strings.Join(below, ", "))
}
