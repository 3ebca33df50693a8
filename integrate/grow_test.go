package integrate

import (
	"errors"
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// grow takes tables into pages one by one, and keeps what comes of it, by record URL and ID
// as a catalog does.
type grown struct {
	pages    Pages
	entityOf map[string]string // URL -> ID
	fused    map[[2]string][]string
	to       map[string]string
	read     int // pages
}

func newGrown(t *testing.T, r *Result) *grown {
	t.Helper()
	g := &grown{pages: pagesOf(t, r), entityOf: ids(r), fused: make(map[[2]string][]string), to: make(map[string]string)}
	g.values(r.Fused)
	return g
}

func (g *grown) values(fused []Fused) {
	for i := range fused {
		var held []string
		for _, x := range fused[i].Groups {
			if x.Chosen {
				held = append(held, x.Value)
			}
		}
		g.fused[[2]string{fused[i].Entity, fused[i].Attribute}] = held
	}
}

func (g *grown) grow(t *testing.T, table Table, opt Options) *Growth {
	t.Helper()
	read := g.pages.Reader()
	x, err := Grow(func(keys []string) (map[string][]byte, error) {
		g.read += len(keys)
		return read(keys)
	}, table, opt)
	if err != nil {
		t.Fatal(err)
	}
	maps.Copy(g.pages, x.Pages)
	maps.Copy(g.entityOf, ids(&x.Result))
	for _, r := range x.Redirects {
		g.to[r.From] = r.To
	}
	g.values(x.Fused)
	return x
}

// A site that is taken in makes what integrating all sites makes, but for entities that are
// in doubt; IDs stay; and the report tells of all sites.
func TestGrow(t *testing.T) {
	t.Parallel()
	tables := library(6, 150, 30)
	before := must(t, tables[:4], Options{})
	g := newGrown(t, before)
	old := maps.Clone(g.entityOf)
	g.grow(t, tables[4], Options{})
	last := g.grow(t, tables[5], Options{})

	whole := must(t, tables, Options{Known: known(before)})
	sum, all := last.Report(), whole.Report()
	if d := cmp.Diff([]int{all.Sites, all.Records, len(all.Columns)}, []int{sum.Sites, sum.Records, len(sum.Columns)}); d != "" {
		t.Errorf("sites, records, columns (-whole +grown):\n%s", d)
	}
	if len(sum.Doubts) > maxDoubts || math.Abs(float64(sum.Entities-all.Entities)) > float64(all.Entities)/100 || sum.Joined == 0 {
		t.Errorf("%d entities of %d, %d joined of %d", sum.Entities, all.Entities, sum.Joined, all.Joined)
	}
	counted := make(map[string]bool)
	for _, id := range g.entityOf {
		counted[id] = true
	}
	if len(counted) != sum.Entities {
		t.Errorf("%d entities, the report has %d", len(counted), sum.Entities)
	}
	compareGrown(t, g, whole)
	for url, id := range old {
		if now := g.entityOf[url]; now != id && g.to[id] != now {
			t.Errorf("%s had %s, has %s, and nothing leads there", url, id, now)
		}
	}
}

// band is the log-odds by which links may differ between a site taken in and all integrated.
const band = 1

// compareGrown compares entities record by record: where they differ, some link of them is
// in doubt.
func compareGrown(t *testing.T, g *grown, whole *Result) {
	t.Helper()
	of := make(map[string][]string)
	for url, id := range g.entityOf {
		of[id] = append(of[id], url)
	}
	held := make(map[[2]string][]string)
	for i := range whole.Fused {
		f := &whole.Fused[i]
		for _, x := range f.Groups {
			if x.Chosen {
				held[[2]string{f.Entity, f.Attribute}] = append(held[[2]string{f.Entity, f.Attribute}], x.Value)
			}
		}
	}
	differ, values, checked := 0, 0, 0
	for i := range whole.Entities {
		e := &whole.Entities[i]
		want := slices.Sorted(slices.Values(e.URLs))
		got := of[g.entityOf[e.URLs[0]]]
		slices.Sort(got)
		if slices.Equal(got, want) {
			for _, a := range whole.Attributes {
				if a.Basis == ByValues {
					continue
				}
				k := [2]string{g.entityOf[e.URLs[0]], a.Name}
				if checked++; !slices.Equal(held[[2]string{e.ID, a.Name}], g.fused[k]) {
					values++
				}
			}
			continue
		}
		if differ++; !doubtful(t, whole, append(got, want...)) {
			t.Errorf("of %q there are %q, none of them in doubt", want, got)
		}
	}
	if differ > len(whole.Entities)/50 || values > checked/50 || checked == 0 {
		t.Errorf("%d of %d entities differ, %d of %d values", differ, len(whole.Entities), values, checked)
	}
}

// doubtful reports whether the log-odds of two of the records are near to where they count.
func doubtful(t *testing.T, r *Result, urls []string) bool {
	t.Helper()
	for i, a := range urls {
		for _, b := range urls[i+1:] {
			x, err := r.Explain(a, b)
			if err != nil {
				t.Fatal(err)
			}
			if a != b && math.Abs(x.Odds-linkOdds) <= band+1 {
				return true
			}
		}
	}
	return false
}

// What a site reads is by its own records: of ten times as many others it reads little more.
func TestGrowCost(t *testing.T) {
	t.Parallel()
	var reads []int
	for _, n := range []int{150, 1500} {
		tables := library(3, n, 20)
		tables[2].Records = tables[2].Records[:60]
		g := newGrown(t, must(t, tables[:2], Options{}))
		g.grow(t, tables[2], Options{})
		reads = append(reads, g.read)
	}
	if reads[1] > 3*reads[0] {
		t.Errorf("a site of 60 records reads %d pages of 300 records, and %d of 3000", reads[0], reads[1])
	}
}

// pagesOf collects the pages of a result.
func pagesOf(t *testing.T, r *Result) Pages {
	t.Helper()
	out := make(Pages)
	last := ""
	for p, err := range r.Pages() {
		if err != nil {
			t.Fatal(err)
		}
		out[p.Key], last = p.Body, p.Key
	}
	if last != stateKey {
		t.Errorf("the last page is %s", last)
	}
	return out
}

// A page that can't be written is told, and what nothing can grow without is not given.
func TestPagesFail(t *testing.T) {
	t.Parallel()
	r := must(t, library(2, 60, 15), Options{})
	r.r.curve[0].odds = []float64{math.Inf(1)}
	var failed error
	for p, err := range r.Pages() {
		if failed = err; err == nil && p.Key == stateKey {
			t.Error("there is a page with numbers that can't be written")
		}
	}
	if failed == nil {
		t.Error("no error")
	}
}

// What can't grow is told, with the reason.
func TestWhole(t *testing.T) {
	t.Parallel()
	tables := library(4, 60, 15)
	pages := pagesOf(t, must(t, tables[:3], Options{}))
	changed := maps.Clone(pages)
	delete(changed, SiteKey("s01.example"))
	big := library(1, 400, 0)[0]
	big.Site = "big.example"
	apart := library(1, 60, 0)[0]
	apart.Site = "apart.example"
	for i := range apart.Records {
		apart.Records[i].Values = map[string][]string{"x": {name(99, uint64(i), 2)}}
	}
	sites := []string{"s00.example", "s01.example", "s02.example"}
	for _, tt := range []struct {
		name  string
		pages Pages
		table Table
		opt   Options
	}{
		{"first", Pages{}, tables[3], Options{}},
		{"twice as many", pages, big, Options{}},
		{"nothing in common", pages, apart, Options{}},
		{"another granularity", pages, tables[3], Options{Same: Work}},
		{"a decision", pages, tables[3], Options{Decisions: []Decision{{What: "same", A: "http://s00.example/1", B: "http://s01.example/40"}}}},
		{"a name", pages, tables[3], Options{Names: map[ColumnName]string{{"s00.example", "a0"}: "title"}}},
		{"the same site again", pages, tables[2], Options{}},
	} {
		if _, err := Grow(tt.pages.Reader(), tt.table, tt.opt); !errors.Is(err, ErrWhole) {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
	if _, err := Current(Pages(changed).Reader(), sites, Options{}); !errors.Is(err, ErrWhole) {
		t.Errorf("a site that has changed: %v", err)
	}
	if _, err := Current(Pages(pages).Reader(), sites[:2], Options{}); !errors.Is(err, ErrWhole) {
		t.Errorf("a site that is gone: %v", err)
	}
	if fresh, err := Current(Pages(pages).Reader(), append(sites, "z.example", "new.example"), Options{}); err != nil || !slices.Equal(fresh, []string{"new.example", "z.example"}) {
		t.Errorf("new sites %q, %v", fresh, err)
	}
	old := maps.Clone(pages)
	data, err := packJSON(map[string]any{"Method": method - 1, "Odds": "as it was then",
		"Report": map[string]any{"model": map[string]any{"weights": [][]float64{{-3, -1, 1, 2, 3}}}}}) // of five levels
	if err != nil {
		t.Fatal(err)
	}
	old[stateKey] = data
	if _, err := Grow(Pages(old).Reader(), tables[3], Options{}); !errors.Is(err, ErrWhole) {
		t.Errorf("of another method: %v", err)
	}
	torn := maps.Clone(pages)
	torn[stateKey] = torn[stateKey][:20]
	if _, err := Grow(Pages(torn).Reader(), tables[3], Options{}); err == nil || errors.Is(err, ErrWhole) {
		t.Errorf("of a page that is torn: %v", err)
	}
}
