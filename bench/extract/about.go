package extract

import (
	"context"
	"maps"
	"slices"

	"verde/bench/table"
	"verde/extract"
	"verde/pageeval"
)

// Of a site so many pages are read, as somebody does who tries.
const aboutPages = 10

// about learns the weights of the evidence for what columns are about, and measures what they
// tell of families and verticals that they were not learned on. A column is about the entity
// if most of its fields are true values, of whichever attribute.
func about() *table.Table {
	return &table.Table{
		Name: "extract-about", About: "Whether columns are about the entity of their page, by the probability that they are",
		Columns: []string{"left out", "columns", "others", "AUC", "Brier", "Brier of the mean", "said, is (columns)"}, Key: []string{"left out"}, Bold: "AUC",
		Packages: measured, Needs: []table.Need{table.Corpora, table.Webbox, table.Sites}, Minutes: 6,
		Measure: func(ctx context.Context, r *table.Run) error {
			all, err := columnsAbout(ctx, r)
			if err != nil {
				return err
			}
			q := question{command: "go run ./bench/run extract-about", asked: "columns", wrong: "others", evidence: len(extract.AboutEvidence{}), learnt: alike}
			if err := q.measure(r, all); err != nil {
				return err
			}
			return q.withoutEvidence(r, all)
		},
	}
}

// aboutEvidence are the names of [extract.AboutEvidence].
var aboutEvidence = [len(extract.AboutEvidence{})]string{"confidence", "different values", "links", "links to neighbours"}

// withoutEvidence puts how well all families are told where one kind of evidence is not looked at.
func (q *question) withoutEvidence(r *table.Run, all []judged) error {
	for i, name := range aboutEvidence {
		blind := slices.Clone(all)
		for k := range blind {
			blind[k].evidence[i] = 0
		}
		var together []told
		for _, family := range distinct(blind, func(j judged) string { return j.family }) {
			of, err := q.withoutEach(blind, family)
			if err != nil {
				return err
			}
			together = append(together, of...)
		}
		if err := r.Put(q.command, q.figures("all, and "+name, together)); err != nil {
			return err
		}
	}
	return nil
}

// columnsAbout reads sites of which all true values are known: those of the generated webs, and
// documentation whose whole schemas were written down.
func columnsAbout(ctx context.Context, r *table.Run) ([]judged, error) {
	out, err := documentationAbout(r)
	if err != nil {
		return nil, err
	}
	err = eachOfWebs(ctx, r, aboutPages, func(family, vertical string, s webSite) error {
		x, err := judgeAbout(s)
		out = append(out, of(x, family, vertical)...)
		return err
	})
	return out, err
}

func judgeAbout(s webSite) ([]judged, error) {
	w, t, err := extract.Learn(s.pages, extract.Options{})
	if err != nil {
		return nil, err
	}
	type seen struct{ fields, right int }
	by := make(map[string]*seen) // label
	for _, r := range t.Records() {
		if r.Template > 0 {
			continue
		}
		for label, texts := range r.ByLabel() {
			if by[label] == nil {
				by[label] = new(seen)
			}
			by[label].fields++
			for _, pages := range s.truth {
				if rightly(texts, pages[r.URL]) {
					by[label].right++
					break
				}
			}
		}
	}
	var out []judged
	for k := range w.Columns {
		if c, x := &w.Columns[k], by[w.Columns[k].Label]; c.About > 0 && x != nil {
			var f pageeval.Features
			e := c.AboutEvidence()
			copy(f[:], e[:])
			out = append(out, judged{evidence: f, right: 2*x.right > x.fields})
		}
	}
	return out, nil
}

func documentationAbout(r *table.Run) ([]judged, error) {
	var out []judged
	err := eachDocumented(r, func(s webSite) error {
		x, err := judgeAbout(s)
		out = append(out, of(x, "documentation", s.host)...)
		return err
	})
	return out, err
}

// alike takes as many columns of each family, evenly spread: how many of all are about the entity is a matter of what
// the pages of a family have around it, and no family knows how it is elsewhere.
func alike(all []judged) []judged {
	by := make(map[string][]judged)
	least := len(all)
	for _, j := range all {
		by[j.family] = append(by[j.family], j)
	}
	for _, of := range by {
		least = min(least, len(of))
	}
	var out []judged
	for _, family := range slices.Sorted(maps.Keys(by)) {
		for k := range least {
			out = append(out, by[family][k*len(by[family])/least])
		}
	}
	return out
}
