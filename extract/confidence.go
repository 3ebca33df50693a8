package extract

import (
	"maps"
	"slices"

	"verde/extract/leaves"
	"verde/extract/rules"
	"verde/extract/token"
)

// What is read wrong is so of a column as a rule, not of a page: a wrapper that was learned
// without a page reads the same there, right or wrong. So doubt belongs to columns.

// Evidence is by what columns are doubted, in this order: how alike their values are, since
// one thing is said in one form; whether nothing that pages show or embed names them;
// whether they are parts of others; and how many pages have them. Of shares it is the
// log-odds, with half a page added on either side (Jeffreys).
type Evidence [4]float64

// The weights of evidence are those of a logistic regression on columns whose true values
// are known; go run ./bench/run extract-confidence learns them, and measures on sites that
// they were not learned on how well they tell.
var (
	weightsOfEvidence = Evidence{.52, -2.50, -3.36, .37}
	withoutEvidence   = 3.02
)

// confidence is the probability that what is read in a column of this evidence is its label's.
func (e Evidence) confidence() float64 {
	return thousandths(logistic(withoutEvidence, weightsOfEvidence[:], e[:]))
}

// Evidence is that by which the column's Confidence was found; of a wrapper that was not just
// learned it is zero.
func (c *ColumnRule) Evidence() Evidence { return c.evidence }

// AboutEvidence is likewise that of About.
func (c *ColumnRule) AboutEvidence() AboutEvidence { return c.aboutEvidence }

// evidenceOf is the evidence for a column by the texts that each page has in it.
//
// Cost: linear in the texts, and the sets of types among them squared.
func evidenceOf(pages [][]string, nameless, part bool) Evidence {
	of := make(map[token.Types]int) // pages
	on := 0
	for _, texts := range pages {
		if len(texts) == 0 {
			continue
		}
		on++
		var types token.Types
		for _, text := range texts {
			types |= token.Of(text)
		}
		of[types]++
	}
	alike, pairs := 0., float64(on*(on-1))
	kinds := slices.Sorted(maps.Keys(of))
	for _, s := range kinds {
		for _, t := range kinds {
			n := of[t]
			if s == t {
				n--
			}
			alike += float64(of[s]*n) * float64(s.Similarity(t))
		}
	}
	e := Evidence{0, 0, 0, logOdds(float64(on)/float64(max(1, len(pages))), len(pages))}
	if pairs > 0 {
		e[0] = logOdds(alike/pairs, on)
	}
	if nameless {
		e[1] = 1
	}
	if part {
		e[2] = 1
	}
	return e
}

// weigh notes how sure each column of w is, by what it reads on pages of its template, in t.
func (w *Wrapper) weigh(t *Table) {
	labels := make(map[string]bool)
	for k := range w.Columns {
		labels[rules.Stem(w.Columns[k].called.Label)] = w.Columns[k].called.Label != ""
	}
	w.left, w.texts = w.leftover(t), w.countTexts(t)
	for k := range w.Columns {
		c := &w.Columns[k]
		if !c.Kind.Data() || c.SameAs != "" {
			continue
		}
		share := 0. // of template
		if at := slices.IndexFunc(w.left, func(l Leftover) bool { return l.Column == c.Label }); at >= 0 {
			share = w.left[at].Share
		}
		c.evidence = evidenceOf(t.Columns[k].byPage(), c.called.Nameless, c.PartOf != "" && !c.Value)
		c.Confidence = sure(c.evidence.confidence() * (1 - labelShare(t.Columns[k].byPage(), labels)) * (1 - share))
		if asked(c, t.Columns[k].Cells) {
			c.aboutEvidence = aboutEvidence(c.Confidence, t.Columns[k].Cells, t.Pages)
			c.About = c.aboutEvidence.about()
		}
		t.Columns[k].confidence, t.Columns[k].about = c.Confidence, c.About
	}
}

// labelShare is the share of the texts in a column that are labels, as the mean of the pages with any: labels of other columns, or such as end
// as labels do and come on several pages, as names that end so don't. It is 0 where nearly all are: what stands there is a way to the page,
// or names rows of embedded data, and hides no value.
func labelShare(pages [][]string, labels map[string]bool) float64 {
	share, on, of := 0., 0, make(map[string]int) // pages
	for _, texts := range pages {
		for _, text := range slices.Compact(slices.Sorted(slices.Values(texts))) {
			of[text]++
		}
	}
	for _, texts := range pages {
		n := 0
		for _, text := range texts {
			if rules.MayLabel(text) && (of[text] > 1 && leaves.EndsLabel.MatchString(text) && !leaves.Asks(text) || labels[rules.Stem(text)]) {
				n++
			}
		}
		on, share = on+min(1, len(texts)), share+float64(n)/float64(max(1, len(texts)))
	}
	if share /= float64(max(1, on)); share >= rules.NearlyAll {
		return 0
	}
	return share
}

// byPage are the texts of the column's values.
func (c *Column) byPage() [][]string {
	out := make([][]string, len(c.Cells))
	for i := range c.Cells {
		for k := range c.Cells[i].Values {
			out[i] = append(out[i], c.Cells[i].Values[k].Text)
		}
	}
	return out
}
