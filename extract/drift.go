package extract

import "math"

// Drift is what has changed between the pages that a wrapper was learned on
// and those that it has read.
type Drift struct {
	Pages int      // records that were looked at
	Match float64  // mean share of the mandatory landmarks that they show
	Kept  int      // columns of data that most pages had and that are still there
	Lost  []string // labels of those that are missing too often to be chance
}

// Bounds of drift.
const (
	firmSupport = .5   // share of the learned pages that had a column whose loss counts
	lostChance  = .001 // chance of so few values, above which they are no loss
	driftMatch  = .6   // share of the mandatory landmarks below which it is another template
	driftLost   = .3   // share of the firm columns that are lost
)

// Drifted tells whether the template is another one than was learned: few of
// its landmarks are left, or many of its columns are lost.
func (d Drift) Drifted() bool {
	return d.Pages > 0 && (d.Match < driftMatch || float64(len(d.Lost)) > driftLost*float64(d.Kept+len(d.Lost)))
}

// Drift compares records that the wrapper has read, best of pages of one time,
// with what it learned. A column is lost if the chance of so few values in so
// many records is below .1 %, for a column as frequent as it was (binomial, with
// one page more that has it and one that has not, since few pages may have been
// learned on). With one record or two hardly anything is lost.
//
// Cost: linear in the records, times columns.
func (w *Wrapper) Drift(records []Record) Drift {
	d := Drift{Pages: len(records)}
	if len(records) == 0 {
		return d
	}
	for _, r := range records {
		d.Match += r.Match / float64(len(records))
	}
	w.losses(&d, records, 0)
	for k, other := range w.Others {
		other.losses(&d, records, k+1)
	}
	return d
}

// losses counts the columns of one template, whose number is given, on the
// records that are of it.
func (w *Wrapper) losses(d *Drift, records []Record, template int) {
	found, all := make(map[string]int), 0
	for _, r := range records {
		if r.Template != template {
			continue
		}
		all++
		for _, label := range r.Labels() {
			found[label]++
		}
	}
	for k := range w.Columns {
		c := &w.Columns[k]
		if !c.Kind.Data() || c.SameAs != "" || c.Support < firmSupport || all == 0 {
			continue
		}
		n := float64(w.Pages)
		if atMost(found[c.Label], all, (c.Support*n+1)/(n+2)) < lostChance {
			d.Lost = append(d.Lost, c.Label)
		} else {
			d.Kept++
		}
	}
}

// atMost is the chance of k successes or fewer in n trials with chance p, which
// is neither 0 nor 1. Cost: linear in k.
func atMost(k, n int, p float64) float64 {
	sum := 0.
	top, _ := math.Lgamma(float64(n + 1))
	for i := range k + 1 {
		x, _ := math.Lgamma(float64(i + 1))
		y, _ := math.Lgamma(float64(n - i + 1))
		sum += math.Exp(top - x - y + float64(i)*math.Log(p) + float64(n-i)*math.Log1p(-p))
	}
	return sum
}
