package accuracy

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"verde/extract"
)

// Graded is one site with its scores.
type Graded struct {
	Site      Site
	Pages     int // records that were graded
	Exact     map[string]Score
	Contained map[string]Score // as Containment has it
	Schema    *Schema          // nil where the truth lists some attributes only
	Wrong     []Wrong          // the cells that cost Exact something, if they are to be listed
}

// GradeSite grades the records of a site both ways.
func GradeSite(site Site, records []extract.Record, truth Truth) Graded {
	return Graded{Site: site, Pages: len(records), Exact: Grade(records, truth, Exact), Contained: Grade(records, truth, Containment)}
}

// GradeUnseenSite grades the records of a site that were read by a wrapper, see
// [GradeUnseen].
func GradeUnseenSite(site Site, learned, unseen []extract.Record, truth Truth) Graded {
	return Graded{Site: site, Pages: len(unseen), Exact: GradeUnseen(learned, unseen, truth, Exact), Contained: GradeUnseen(learned, unseen, truth, Containment)}
}

// Markdown writes a table of sites: a row an attribute, and the means of each
// site, each vertical and all sites, of which every site weighs the same.
// Texts of pages in it are escaped.
func Markdown(w io.Writer, sites []Graded) error {
	var b strings.Builder
	b.WriteString("| vertical | site | attribute | P | R | F | all values | F by containment | column |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n")
	line := func(vertical, site, attribute string, exact, contained Score) {
		fmt.Fprintf(&b, "| %s | %s | %s | %.3f | %.3f | %.3f | %.3f | %.3f | %s |\n", cell(vertical), cell(site), cell(attribute),
			exact.Precision, exact.Recall, exact.F, exact.All, contained.F, cell(exact.Column))
	}
	type sums struct{ exact, contained []Score }
	verticals := make(map[string]*sums)
	var all sums
	for _, g := range sites {
		for _, attribute := range slices.Sorted(maps.Keys(g.Exact)) {
			line(g.Site.Vertical, g.Site.Name, attribute, g.Exact[attribute], g.Contained[attribute])
		}
		exact, contained := Mean(InOrder(g.Exact)), Mean(InOrder(g.Contained))
		line(g.Site.Vertical, g.Site.Name, fmt.Sprintf("**mean**, %d pages", g.Pages), exact, contained)
		v := verticals[g.Site.Vertical]
		if v == nil {
			v = new(sums)
			verticals[g.Site.Vertical] = v
		}
		for _, s := range []*sums{v, &all} {
			s.exact, s.contained = append(s.exact, exact), append(s.contained, contained)
		}
	}
	if len(verticals) > 1 {
		for _, name := range slices.Sorted(maps.Keys(verticals)) {
			v := verticals[name]
			line(name, fmt.Sprintf("**mean of %d**", len(v.exact)), "", Mean(v.exact), Mean(v.contained))
		}
	}
	line("**all**", fmt.Sprintf("**mean of %d**", len(sites)), "", Mean(all.exact), Mean(all.contained))
	extremes(&b, sites)
	schemas(&b, sites)
	missed(&b, sites)
	wrongs(&b, sites)
	_, err := io.WriteString(w, b.String())
	return err
}

// Spread tells what a mean of F over sites hides: the median, and the lowest
// with the number of its site. There has to be one.
func Spread(f []float64) (median, worst float64, at int) {
	for i, x := range f {
		if x < f[at] {
			at = i
		}
	}
	sorted := slices.Sorted(slices.Values(f))
	return (sorted[(len(f)-1)/2] + sorted[len(f)/2]) / 2, f[at], at
}

// extremes adds the median and the worst of several sites.
func extremes(b *strings.Builder, sites []Graded) {
	if len(sites) < 2 {
		return
	}
	var f []float64
	for _, g := range sites {
		f = append(f, Mean(InOrder(g.Exact)).F)
	}
	median, worst, at := Spread(f)
	fmt.Fprintf(b, "\nMedian F %.3f; worst site %s with %.3f.\n", median, cell(sites[at].Site.String()), worst)
}

// schemas adds a table of the full schemas, if there are any.
func schemas(b *strings.Builder, sites []Graded) {
	head := "\n| site | columns | attributes | correct | P | R | F |\n| --- | --- | --- | --- | --- | --- | --- |\n"
	for _, g := range sites {
		if s := g.Schema; s != nil {
			fmt.Fprintf(b, "%s| %s | %d | %d | %d | %.3f | %.3f | %.3f |\n", head, cell(g.Site.String()), s.Columns, s.Golden, s.Correct, s.Precision, s.Recall, s.F)
			head = ""
		}
	}
}

// missed adds a table of the attributes and columns that full schemas differ in,
// if wrong cells are listed.
func missed(b *strings.Builder, sites []Graded) {
	head := "\n| site | attribute without a column | column with most of its values | share |\n| --- | --- | --- | --- |\n"
	for _, g := range sites {
		if g.Schema == nil || g.Wrong == nil {
			continue
		}
		for _, attribute := range slices.Sorted(maps.Keys(g.Schema.Missed)) {
			x := g.Schema.Missed[attribute]
			fmt.Fprintf(b, "%s| %s | %s | %s | %.3f |\n", head, cell(g.Site.String()), cell(attribute), cell(x.Column), x.All)
			head = ""
		}
		if len(g.Schema.Extra) > 0 {
			fmt.Fprintf(b, "\nColumns of %s that are no attribute's: %s.\n", cell(g.Site.String()), cell(strings.Join(g.Schema.Extra, "; ")))
		}
	}
}

// wrongs adds a table of the wrong cells, if there are any.
func wrongs(b *strings.Builder, sites []Graded) {
	head := "\n| site | attribute | column | page | expected | found | where it is instead |\n| --- | --- | --- | --- | --- | --- | --- |\n"
	for _, g := range sites {
		for _, w := range g.Wrong {
			fmt.Fprintf(b, "%s| %s | %s | %s | %s | %s | %s | %s |\n", head, cell(g.Site.String()), cell(w.Attribute), cell(w.Column), cell(w.Page),
				listed(w.Expected), listed(w.Found), listed(w.Elsewhere))
			head = ""
		}
	}
}

// longest is how much of a text is shown of a wrong cell, in characters: enough
// to find it on the page.
const longest = 100

// listed joins texts for a cell of a table, each cut.
func listed(texts []string) string {
	var out []string
	for _, t := range texts {
		if r := []rune(t); len(r) > longest {
			t = string(r[:longest]) + "…"
		}
		out = append(out, cell(t))
	}
	return strings.Join(out, " ¶ ")
}

// cell escapes a text for a cell of a table.
func cell(s string) string {
	return strings.NewReplacer("|", `\|`, "\n", " ", "\r", " ", "<", "&lt;").Replace(s)
}
