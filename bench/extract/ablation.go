package main

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"verde/eval/swde"
	"verde/extract"
	"verde/extract/accuracy"
	"verde/page"
)

// samplePages is how many pages of a site are aligned, as in the baselines.
const samplePages = 10

// trial is a row of the ablation table.
type trial struct {
	name string
	opt  extract.Options
}

func trials() []trial {
	out := []trial{{"dca", extract.Options{Method: extract.MethodDCA}}, {"verde", extract.Options{}}}
	for _, x := range []struct {
		name string
		bit  extract.Improvement
	}{
		{"Monotone", extract.Monotone}, {"RepeatedValues", extract.RepeatedValues}, {"Alike", extract.Alike}, {"NoSparse", extract.NoSparse},
		{"InlineLabels", extract.InlineLabels}, {"Lists", extract.Lists}, {"Constants", extract.Constants}, {"Outliers", extract.Outliers},
		{"Loose", extract.Loose}, {"FreeText", extract.FreeText}, {"HeaderRows", extract.HeaderRows}, {"Variants", extract.Variants},
		{"Groups", extract.Groups}, {"RowLabels", extract.RowLabels}, {"Series", extract.Series}, {"Embedded", extract.Embedded}, {"Prose", extract.Prose},
		{"Templates", extract.Templates},
	} {
		out = append(out, trial{"verde without " + x.name, extract.Options{Off: x.bit}})
	}
	return append(out, trial{"verde, θOT .3", extract.Options{OptionalSupport: .3}})
}

// task is a way to get records from the pages of a site.
type task struct {
	name string
	run  func(s *swde.Site, opt extract.Options) ([]extract.Record, error)
}

func tasks() []task {
	return []task{
		{"table", func(s *swde.Site, opt extract.Options) ([]extract.Record, error) {
			t, err := extract.Align(s.Pages[:samplePages], opt)
			if err != nil {
				return nil, err
			}
			return t.Records(), nil
		}},
		{"wrapper, same pages", func(s *swde.Site, opt extract.Options) ([]extract.Record, error) {
			return unseen(s.Pages[:samplePages], s.Pages[:samplePages], opt)
		}},
		{"wrapper, other half", func(s *swde.Site, opt extract.Options) ([]extract.Record, error) {
			return unseen(s.Pages[:samplePages/2], s.Pages[samplePages/2:samplePages], opt)
		}},
		{"wrapper, the halves the other way round", func(s *swde.Site, opt extract.Options) ([]extract.Record, error) {
			return unseen(s.Pages[samplePages/2:samplePages], s.Pages[:samplePages/2], opt)
		}},
	}
}

// changes are redesigns of a site that leave its texts as they are.
func changes() []task {
	var out []task
	for _, c := range []struct {
		name      string
		what, now string
	}{
		{"all classes renamed", `(?i)class="([^"]+)"`, `class="new-$1"`},
		{"all classes and ids renamed", `(?i)(class|\bid)="([^"]+)"`, `$1="new-$2"`},
		{"everything in two more elements", `(?i)<body[^>]*>`, `$0<div class="shell"><div id="app">`},
		{"span renamed to em", `(?i)<(/?)span`, `<${1}em`},
	} {
		what := regexp.MustCompile(c.what)
		out = append(out, task{"wrapper, other half, " + c.name, func(s *swde.Site, opt extract.Options) ([]extract.Record, error) {
			var changed []*page.Page
			for _, p := range s.Pages[samplePages/2 : samplePages] {
				changed = append(changed, &page.Page{URL: p.URL, Status: p.Status, Body: what.ReplaceAll(p.Body, []byte(c.now))})
			}
			return unseen(s.Pages[:samplePages/2], changed, opt)
		}})
	}
	return out
}

// unseen learns on some pages and reads others.
func unseen(learn, apply []*page.Page, opt extract.Options) ([]extract.Record, error) {
	w, _, err := extract.Learn(learn, opt)
	if err != nil {
		return nil, err
	}
	var out []extract.Record
	for _, p := range apply {
		r, err := w.Extract(p)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.URL, err)
		}
		out = append(out, r)
	}
	return out, nil
}

// swde measures all sites and prints a table: a row a trial, a column a vertical.
func (x *setting) swde(dir string) error {
	sites, err := swde.Read(dir)
	if err != nil {
		return err
	}
	sites = slices.DeleteFunc(sites, func(s *swde.Site) bool { return !strings.Contains(s.Name, x.only) || len(s.Pages) < samplePages })
	if len(sites) == 0 {
		return fmt.Errorf("no site of %d pages in %s matches %q", samplePages, dir, x.only)
	}
	rows := trials()
	if x.single || x.verbose {
		rows = []trial{{"as given", x.options}}
	}
	for _, t := range tasks() {
		fmt.Printf("\n%s\n\n", t.name)
		header(sites)
		for _, row := range rows {
			if err := x.row(t, row, sites); err != nil {
				return err
			}
		}
	}
	for _, t := range changes() {
		fmt.Printf("\n%s\n\n", t.name)
		header(sites)
		for _, row := range rows[:min(2, len(rows))] {
			if err := x.row(t, row, sites); err != nil {
				return err
			}
		}
	}
	return x.many(sites, rows)
}

func verticalsOf(sites []*swde.Site) []string {
	set := map[string]bool{}
	for _, s := range sites {
		set[s.Vertical] = true
	}
	return slices.Sorted(maps.Keys(set))
}

func header(sites []*swde.Site) {
	vs := verticalsOf(sites)
	fmt.Printf("| | P | R | F | all values | %s | columns, median | constant, median | named | ms a site |\n|%s\n", strings.Join(vs, " | "), strings.Repeat(" --- |", len(vs)+9))
}

// row measures one trial on all sites.
func (x *setting) row(t task, row trial, sites []*swde.Site) error {
	f, n := map[string]float64{}, map[string]float64{}
	var all []accuracy.Score
	var columns, constant []int
	supported, named := 0, 0
	start := time.Now()
	for _, s := range sites {
		records, err := t.run(s, row.opt)
		if err != nil {
			return fmt.Errorf("%s: %w", s.Name, err)
		}
		count, fixed, human := supportedColumns(records)
		columns, constant = append(columns, count), append(constant, fixed)
		supported, named = supported+count, named+human
		scores := accuracy.Grade(records, s.Truth, accuracy.Exact)
		m := accuracy.Mean(accuracy.InOrder(scores))
		f[s.Vertical], n[s.Vertical] = f[s.Vertical]+m.F, n[s.Vertical]+1
		all = append(all, m)
		if x.verbose {
			x.detail(s, m, scores, records)
		}
	}
	ms := float64(time.Since(start).Microseconds()) / 1000
	total := accuracy.Mean(all)
	fmt.Printf("| %s | %.3f | %.3f | %.3f | %.3f |", row.name, total.Precision, total.Recall, total.F, total.All)
	for _, v := range verticalsOf(sites) {
		fmt.Printf(" %.3f |", f[v]/n[v])
	}
	slices.Sort(columns)
	slices.Sort(constant)
	fmt.Printf(" %d | %d | %.0f %% | %.0f |\n", columns[len(columns)/2], constant[len(constant)/2], 100*float64(named)/float64(max(1, supported)), ms/float64(len(all)))
	return nil
}

// minSupport is the share of the pages from which a column counts.
const minSupport = .3

// numbered is the label of a column that has no name.
var numbered = regexp.MustCompile(`^(t\d+)?c\d+$`)

// supportedColumns counts the columns on enough records whose values differ,
// those that show the same wherever they are, and those of the first kind that
// have a name.
func supportedColumns(records []extract.Record) (all, constant, named int) {
	on, first, differs := make(map[string]int), make(map[string][]string), make(map[string]bool)
	for _, r := range records {
		for _, label := range r.Labels {
			if on[label]++; on[label] == 1 {
				first[label] = r.Values[label]
			}
			differs[label] = differs[label] || !slices.Equal(first[label], r.Values[label])
		}
	}
	for label, n := range on {
		if float64(n) < minSupport*float64(len(records)) {
			continue
		}
		if !differs[label] {
			constant++
			continue
		}
		all++
		if !numbered.MatchString(label) {
			named++
		}
	}
	return all, constant, named
}

func (x *setting) detail(s *swde.Site, m accuracy.Score, scores map[string]accuracy.Score, records []extract.Record) {
	fmt.Printf("  %s P %.3f R %.3f F %.3f\n", s.Name, m.Precision, m.Recall, m.F)
	for _, a := range slices.Sorted(maps.Keys(scores)) {
		if sc := scores[a]; sc.F < .999 || x.only != "" {
			fmt.Printf("   %s P %.3f R %.3f F %.3f as %q\n", a, sc.Precision, sc.Recall, sc.F, sc.Column)
			explain(s, a, sc, records)
		}
	}
}

// manyPages is how many pages a wrapper for a large site is learned on at most.
const manyPages = 30

// many learns on a part of the sites with many pages and reads the rest.
func (x *setting) many(sites []*swde.Site, rows []trial) error {
	sites = slices.DeleteFunc(slices.Clone(sites), func(s *swde.Site) bool { return len(s.Pages) <= 2*manyPages })
	if len(sites) == 0 {
		return nil
	}
	learned := func(n int) task {
		return task{fmt.Sprintf("learned on %d pages, read on the others", n), func(s *swde.Site, opt extract.Options) ([]extract.Record, error) {
			return unseen(s.Pages[:n], s.Pages[n:], opt)
		}}
	}
	for _, t := range []task{
		learned(samplePages),
		learned(manyPages),
		{"all pages aligned", func(s *swde.Site, opt extract.Options) ([]extract.Record, error) {
			t, err := extract.Align(s.Pages, opt)
			if err != nil {
				return nil, err
			}
			return t.Records(), nil
		}},
	} {
		fmt.Printf("\n%s\n\n", t.name)
		header(sites)
		for _, row := range rows[:min(2, len(rows))] {
			if err := x.row(t, row, sites); err != nil {
				return err
			}
		}
	}
	return nil
}

// explain lists the pages where an attribute is wrong.
func explain(s *swde.Site, attribute string, sc accuracy.Score, records []extract.Record) {
	for _, r := range records {
		got, want := r.Values[sc.Column], s.Truth[attribute][r.URL]
		if len(got)+len(want) > 0 && !slices.ContainsFunc(got, func(v string) bool { return slices.Contains(want, v) }) {
			fmt.Printf("    %s want %.80q got %.80q\n", r.URL, want, got)
		}
	}
}
