package extract

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"verde/bench/table"
	"verde/bench/webs"
	"verde/eval/articles"
	"verde/eval/golden"
	"verde/eval/static"
	"verde/eval/swde"
	"verde/eval/webbox"
	"verde/extract"
	"verde/extract/accuracy"
	"verde/fetch"
	"verde/page"
)

// set is pages with a way to measure how well they are read.
type set struct {
	name    string
	measure func(opt extract.Options) (float64, error) // F
}

// group is sets that have something in common: none of it may decide on what is
// right for another group.
type group struct {
	name string
	sets []set
}

// measure gives the mean F of the group's sets.
func (g group) measure(ctx context.Context, opt extract.Options) (float64, error) {
	var f []float64
	for _, s := range g.sets {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		x, err := s.measure(opt)
		if err != nil {
			return 0, fmt.Errorf("%s, %s: %w", g.name, s.name, err)
		}
		f = append(f, x)
	}
	return mean(f), nil
}

// groupNames are those of all groups: the verticals of SWDE, and others.
var groupNames = append(slices.Clone(verticals), "two templates", "schemas", "static sites", "webs A", "webs B", "more webs B")

// groups reads all of them.
func groups(ctx context.Context, work string) ([]group, error) {
	out, err := swdeGroups()
	if err != nil {
		return nil, err
	}
	noise := filepath.Join(work, "noise")
	if _, _, err := articles.CopyNoise(table.Corpora.Path("articles"), noise); err != nil {
		return nil, err
	}
	some, others := []string{"book", "movie", "auto"}, []string{"camera", "job", "nbaplayer"}
	for _, more := range []func() (group, error){
		func() (group, error) { return schemaGroup(work) },
		func() (group, error) { return staticGroup(ctx) },
		func() (group, error) { return webGroup(ctx, work, noise, "webs A", "", others) },
		func() (group, error) { return webGroup(ctx, work, noise, "webs B", table.Templates.Path(), some) },
		func() (group, error) {
			return webGroup(ctx, work, noise, "more webs B", table.Templates.Path(), others)
		},
	} {
		g, err := more()
		if err != nil {
			return nil, err
		}
		out = append(out, g)
	}
	return out, nil
}

// swdeGroups are the verticals of SWDE, and pairs of sites of one vertical whose pages come together. Of each
// site F is the mean of that of the aligned pages, and of the second half read by the wrapper of the first.
func swdeGroups() ([]group, error) {
	sites, err := swde.Read(table.Corpora.Path("swde"))
	if err != nil {
		return nil, err
	}
	var out []group
	mixed := group{name: "two templates"}
	for _, v := range verticals {
		g := group{name: v}
		var before *swde.Site
		for _, s := range sites {
			if s.Vertical != v || len(s.Pages) < samplePages {
				continue
			}
			g.sets = append(g.sets, set{s.Name, func(opt extract.Options) (float64, error) { return sampleAndHalf(s, opt) }})
			if main := before; main != nil {
				mixed.sets = append(mixed.sets, set{main.Name + " with " + s.Name, func(opt extract.Options) (float64, error) { return amongOthers(main, s, opt) }})
			}
			before = s
		}
		out = append(out, g)
	}
	return append(out, mixed), nil
}

// fewPages are as many as another template has among the samplePages of a site's: too few for most
// supports, and enough for a table of their own.
const fewPages = 4

// amongOthers gives the mean F of two sites whose pages are read as one's, of the second one few.
func amongOthers(main, other *swde.Site, opt extract.Options) (float64, error) {
	var pages []*page.Page
	for _, p := range main.Pages[:samplePages] {
		pages = append(pages, &page.Page{URL: main.Name + "/" + p.URL, Status: p.Status, Body: p.Body})
	}
	for _, p := range other.Pages[:fewPages] {
		pages = append(pages, &page.Page{URL: other.Name + "/" + p.URL, Status: p.Status, Body: p.Body})
	}
	got, err := aligned(pages, opt)
	if err != nil {
		return 0, err
	}
	var f []float64
	for _, s := range []*swde.Site{main, other} {
		var own []extract.Record
		for _, r := range got.records {
			if url, ok := strings.CutPrefix(r.URL, s.Name+"/"); ok {
				r.URL = url
				own = append(own, r)
			}
		}
		f = append(f, accuracy.Mean(accuracy.InOrder(accuracy.Grade(own, s.Truth, accuracy.Exact))).F)
	}
	return mean(f), nil
}

func sampleAndHalf(s *swde.Site, opt extract.Options) (float64, error) {
	var f []float64
	for _, t := range []task{samples(), halves()[1]} {
		got, err := t.run(s, opt)
		if err != nil {
			return 0, err
		}
		f = append(f, accuracy.Mean(accuracy.InOrder(got.grade(s.Truth))).F)
	}
	return mean(f), nil
}

// schemaGroup are the first draws of pages of the sites with whole schemas.
func schemaGroup(work string) (group, error) {
	g := group{name: "schemas"}
	out, err := os.MkdirTemp(work, "golden")
	if err != nil {
		return g, err
	}
	defer os.RemoveAll(out) // it is in a folder for what is made on the way
	if err := golden.Write(table.Sites.Path(), out, 1); err != nil {
		return g, err
	}
	truth, err := accuracy.Read(os.DirFS(filepath.Join(out, "truth")))
	if err != nil {
		return g, err
	}
	for site, values := range truth {
		pages, err := folder(filepath.Join(out, "pages", site.Name))
		if err != nil {
			return g, err
		}
		g.sets = append(g.sets, set{site.Name, func(opt extract.Options) (float64, error) {
			got, err := aligned(pages, opt)
			return accuracy.FullSchema(got.records, values, minSupport).F, err
		}})
	}
	return g, nil
}

// staticGroup are the sites with data of their own, one half read by the wrapper
// of the other.
func staticGroup(ctx context.Context) (group, error) {
	g := group{name: "static sites"}
	sites, err := static.Read(ctx, table.Corpora.Path("sites", "sites.json"), table.Sites.Path(), static.Hidden)
	if err != nil {
		return g, err
	}
	for _, s := range sites {
		learn, apply := alternate(s.Pages)
		g.sets = append(g.sets, set{s.Name, func(opt extract.Options) (float64, error) {
			got, err := unseen(learn, apply, opt)
			return accuracy.Mean(accuracy.InOrder(gradeClear(got, s))).F, err
		}})
	}
	return g, nil
}

// webGroup are ten pages of each site of generated webs with one family of templates, "" being the first.
func webGroup(ctx context.Context, work, noise, name, templates string, verticals []string) (group, error) {
	g := group{name: name}
	for _, vertical := range verticals {
		world := webbox.World{Truth: table.Corpora.Path("swde-truth"), Noise: noise, Vertical: vertical, Seed: 1, Templates: templates}
		sets, err := webSets(ctx, world, work)
		if err != nil {
			return g, err
		}
		g.sets = append(g.sets, sets...)
	}
	return g, nil
}

// webSets are pages of the sites of one web.
func webSets(ctx context.Context, world webbox.World, work string) ([]set, error) {
	sites, err := webPages(ctx, world, work, samplePages)
	if err != nil {
		return nil, err
	}
	var out []set
	for _, s := range sites {
		out = append(out, set{s.host, func(opt extract.Options) (float64, error) {
			got, err := aligned(s.pages, opt)
			return accuracy.Mean(accuracy.InOrder(got.grade(s.truth))).F, err
		}})
	}
	return out, nil
}

// webSite is a site of a generated web.
type webSite struct {
	host   string
	labels map[string]string // what it calls each attribute
	pages  []*page.Page
	truth  accuracy.Truth
}

// eachOfWebs calls do for each site of all generated webs, with most of its pages; an error says of which site it is.
func eachOfWebs(ctx context.Context, r *table.Run, most int, do func(family, vertical string, s webSite) error) error {
	noise := filepath.Join(r.Work, "noise")
	if _, _, err := articles.CopyNoise(table.Corpora.Path("articles"), noise); err != nil {
		return err
	}
	for _, family := range webs.All(r) {
		for _, vertical := range family.Verticals {
			r.Sayf("family %s, %s", family.Name, vertical)
			sites, err := webPages(ctx, family.World(vertical, noise, 1), r.Work, most)
			if err != nil {
				return err
			}
			for _, s := range sites {
				if err := do(family.Name, vertical, s); err != nil {
					return fmt.Errorf("%s: %w", s.host, err)
				}
			}
		}
	}
	return nil
}

// eachDocumented calls do for each site of documentation whose whole schema was written down.
func eachDocumented(r *table.Run, do func(s webSite) error) error {
	dir, err := os.MkdirTemp(r.Work, "golden")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir) // it is in a folder for what is made on the way
	if err := golden.Write(table.Sites.Path(), dir, draws[0]); err != nil {
		return err
	}
	schemas, err := accuracy.Read(os.DirFS(filepath.Join(dir, "truth")))
	if err != nil {
		return err
	}
	for site, truth := range schemas {
		pages, err := folder(filepath.Join(dir, "pages", site.Name))
		if err == nil {
			err = do(webSite{host: site.Name, pages: pages, truth: truth})
		}
		if err != nil {
			return fmt.Errorf("%s: %w", site.Name, err)
		}
	}
	return nil
}

// webPages reads most pages of each site of a web, evenly spread.
func webPages(ctx context.Context, world webbox.World, work string, most int) ([]webSite, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	web, _, err := webbox.Serve(ctx, table.Webbox.Path(), world)
	if err != nil {
		return nil, err
	}
	sites, err := web.Sites(ctx)
	if err != nil {
		return nil, err
	}
	entities, err := web.Entities(ctx)
	if err != nil {
		return nil, err
	}
	var out []webSite
	for _, s := range sites {
		if !s.OfVertical() {
			continue
		}
		all := entities[s.Host]
		n := min(most, len(all))
		var urls []string
		truth := accuracy.Truth{}
		for k := range n {
			e := all[k*len(all)/n]
			urls = append(urls, e.URL)
			for attribute, values := range e.Record {
				if truth[attribute] == nil {
					truth[attribute] = map[string][]string{}
				}
				truth[attribute][e.URL] = values
			}
		}
		archive := filepath.Join(work, s.Host+".warc")
		if err := save(ctx, web, urls, archive); err != nil {
			return nil, err
		}
		pages, err := saved(archive)
		if err := os.Remove(archive); err != nil {
			return nil, err
		}
		if err != nil {
			return nil, err
		}
		out = append(out, webSite{s.Host, s.Labels, pages, truth})
	}
	return out, nil
}

// saved reads the pages of an archive.
func saved(archive string) ([]*page.Page, error) {
	var out []*page.Page
	for p, err := range fetch.Pages(archive) {
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}
