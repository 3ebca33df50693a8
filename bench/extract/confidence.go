package extract

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"verde/bench/table"
	"verde/eval/swde"
	"verde/extract"
	"verde/extract/accuracy"
	"verde/page"
	"verde/pageeval"
	"verde/values"
)

// judged is a field of which it is known whether it is right.
type judged struct {
	family, vertical string
	evidence         pageeval.Features // the first of them
	right            bool
}

// Of a site as many pages are read as twice those that a wrapper is learned on by default.
const (
	judgedPages  = 60
	judgedLearnt = 30
)

// confidence learns the weights of the evidence for columns, and measures what they tell
// of families and verticals that they were not learned on.
func confidence() *table.Table {
	return &table.Table{
		Name: "extract-confidence", About: "Whether fields are right, by the confidence in them",
		Columns: []string{"left out", "fields", "wrong", "AUC", "Brier", "Brier of the mean", "said, is (fields)"}, Key: []string{"left out"}, Bold: "AUC",
		Packages: measured, Needs: []table.Need{table.Corpora, table.Webbox}, Minutes: 6,
		Measure: func(ctx context.Context, r *table.Run) error {
			all, err := judgedFields(ctx, r)
			if err != nil {
				return err
			}
			q := question{command: "go run ./bench/run extract-confidence", asked: "fields", wrong: "wrong", evidence: len(extract.Evidence{}), learnt: slices.Clone[[]judged]}
			return q.measure(r, all)
		},
	}
}

// question is what is asked of columns or their fields, and answered by a logistic regression on evidence.
type question struct {
	command      string
	asked, wrong string                  // what is counted, and of that what is not so
	evidence     int                     // how many kinds there are
	learnt       func([]judged) []judged // which of what is judged the weights are learned from
}

// measure puts how well the evidence tells of each family and vertical, learned without them, and the weights learned from all.
func (q *question) measure(r *table.Run, all []judged) error {
	var together []told
	for _, family := range distinct(all, func(j judged) string { return j.family }) {
		of, err := q.withoutEach(all, family)
		if err != nil {
			return err
		}
		together = append(together, of...)
		if err := r.Put(q.command, q.figures("family "+family+", each vertical", of)); err != nil {
			return err
		}
	}
	if err := r.Put(q.command, q.figures("all", together)); err != nil {
		return err
	}
	c, err := fitEvidence(q.learnt(all))
	if err != nil {
		return err
	}
	return r.Put(q.command, table.Figures{"left out": "none: weights", q.said(): table.Value(weightsOf(c, q.evidence))})
}

// withoutEach says of each vertical of a family what the others teach.
func (q *question) withoutEach(all []judged, family string) ([]told, error) {
	var out []told
	for _, vertical := range distinct(all, func(j judged) string { return j.vertical }) {
		x, err := leftOutOf(all, family, vertical, q.learnt)
		if err != nil {
			return nil, err
		}
		out = append(out, x...)
	}
	return out, nil
}

func (q *question) said() string { return "said, is (" + q.asked + ")" }

// judgedFields reads sites of SWDE and of the generated webs, and judges the fields of
// columns that hold an attribute.
func judgedFields(ctx context.Context, r *table.Run) ([]judged, error) {
	var out []judged
	sites, err := swde.Read(table.Corpora.Path("swde"))
	if err != nil {
		return nil, err
	}
	for _, s := range sites {
		x, err := judge(s.Pages, s.Truth, nil)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.Name, err)
		}
		out = append(out, of(x, "SWDE", s.Vertical)...)
	}
	err = eachOfWebs(ctx, r, judgedPages, func(family, vertical string, s webSite) error {
		x, err := judge(s.pages, s.truth, s.labels)
		out = append(out, of(x, family, vertical)...)
		return err
	})
	return out, err
}

func of(x []judged, family, vertical string) []judged {
	for i := range x {
		x[i].family, x[i].vertical = family, vertical
	}
	return x
}

// A column holds an attribute if the site calls the attribute so, or if leastRight of the
// fields are right for it, and fewestRight at least: fewer may be chance.
const (
	leastRight  = .3
	fewestRight = 2
)

// judge judges the fields of the columns that hold an attribute. A field is right if each
// of its texts is a true value, or all together are.
func judge(pages []*page.Page, truth accuracy.Truth, labels map[string]string) ([]judged, error) {
	var read, sample []*page.Page
	for i := range min(judgedPages, len(pages)) {
		read = append(read, pages[i*len(pages)/min(judgedPages, len(pages))])
	}
	for i := range min(judgedLearnt, len(read)) {
		sample = append(sample, read[i*len(read)/min(judgedLearnt, len(read))])
	}
	w, _, err := extract.Learn(sample, extract.Options{})
	if err != nil {
		return nil, err
	}
	records, err := readAll(w, read)
	if err != nil {
		return nil, err
	}
	held := attributes(records, truth, labels)
	wrappers := append([]*extract.Wrapper{w}, w.Others...)
	var out []judged
	for _, r := range records {
		texts := r.ByLabel()
		for _, c := range wrappers[r.Template].Columns {
			if attribute := held[c.Label]; attribute != "" && c.Kind.Data() && c.SameAs == "" && len(texts[c.Label]) > 0 {
				out = append(out, judged{evidence: features(c.Evidence()), right: rightly(texts[c.Label], truth[attribute][r.URL])})
			}
		}
	}
	return out, nil
}

// attributes gives for labels the attribute that their columns hold.
func attributes(records []extract.Record, truth accuracy.Truth, labels map[string]string) map[string]string {
	found, right := map[string]int{}, map[string]map[string]int{}
	for _, r := range records {
		for label, texts := range r.ByLabel() {
			found[label]++
			for attribute, pages := range truth {
				if rightly(texts, pages[r.URL]) {
					if right[label] == nil {
						right[label] = map[string]int{}
					}
					right[label][attribute]++
				}
			}
		}
	}
	out := map[string]string{}
	for label, n := range found {
		for attribute := range truth {
			best, x := out[label], right[label][attribute]
			if x >= fewestRight && float64(x) >= leastRight*float64(n) && (x > right[label][best] || x == right[label][best] && (best == "" || attribute < best)) {
				out[label] = attribute
			}
		}
		for attribute, own := range labels {
			if len(truth[attribute]) > 0 && values.Fold(own) == values.Fold(label) && label != "title" { // that is the title of the pages, whatever the site calls so
				out[label] = attribute
			}
		}
	}
	return out
}

// rightly tells whether texts are true values.
func rightly(texts, want []string) bool {
	fold := func(s string) string { return strings.ReplaceAll(values.Fold(s), " ", "") }
	isTrue := map[string]bool{}
	for _, v := range want {
		isTrue[fold(v)] = true
	}
	if fold(strings.Join(texts, "")) == fold(strings.Join(want, "")) {
		return len(want) > 0
	}
	return !slices.ContainsFunc(texts, func(s string) bool { return !isTrue[fold(s)] })
}

// told is what was said of a field, and what is so.
type told struct {
	said  float64
	right bool
}

// leftOutOf says of the fields of a family and vertical what the others teach, of which learnt takes some.
func leftOutOf(all []judged, family, vertical string, learnt func([]judged) []judged) ([]told, error) {
	var others, own []judged
	for _, j := range all {
		switch {
		case j.family == family && j.vertical == vertical:
			own = append(own, j)
		case j.family != family && j.vertical != vertical:
			others = append(others, j)
		}
	}
	if len(own) == 0 {
		return nil, nil
	}
	c, err := fitEvidence(learnt(others))
	if err != nil {
		return nil, fmt.Errorf("without family %s and %s: %w", family, vertical, err)
	}
	out := make([]told, len(own))
	for i, j := range own {
		out[i] = told{math.Round(1000*c.Probability(j.evidence)) / 1000, j.right}
	}
	return out, nil
}

func features(e extract.Evidence) (f pageeval.Features) {
	copy(f[:], e[:])
	return f
}

// fitEvidence learns weights. The regression is that of the classifier of pages, of whose
// features most are not used.
func fitEvidence(of []judged) (*pageeval.Classifier, error) {
	x, y := make([]pageeval.Features, len(of)), make([]bool, len(of))
	for i, j := range of {
		x[i], y[i] = j.evidence, j.right
	}
	return pageeval.Fit(x, y, pageeval.FitOptions{})
}

// weightsOf are the weights of n kinds of evidence that is not standardised.
func weightsOf(c *pageeval.Classifier, n int) string {
	odds := func(f pageeval.Features) float64 {
		p := c.Probability(f)
		return math.Log(p / (1 - p))
	}
	none := odds(pageeval.Features{})
	text := fmt.Sprintf("%.2f without evidence", none)
	for i := range n {
		var f pageeval.Features
		f[i] = 1
		text += fmt.Sprintf(", %.2f", odds(f)-none)
	}
	return text
}

// figures are how well what was said tells right from wrong, and how true it is.
func (q *question) figures(name string, all []told) table.Figures {
	wrong, squares := 0, 0.
	for _, x := range all {
		is := 1.
		if !x.right {
			wrong, is = wrong+1, 0
		}
		squares += (x.said - is) * (x.said - is)
	}
	n := float64(max(1, len(all)))
	share := float64(wrong) / n
	return table.Figures{"left out": table.Value(name), q.asked: table.Count(len(all)), q.wrong: table.Count(wrong), "AUC": table.Fixed(areaUnderCurve(all), 3),
		"Brier": table.Fixed(squares/n, 4), "Brier of the mean": table.Fixed(share*(1-share), 4), q.said(): table.Value(reliability(all))}
}

// areaUnderCurve is the chance that of a right and a wrong field the right one is thought surer,
// ties being half.
func areaUnderCurve(all []told) float64 {
	slices.SortFunc(all, func(x, y told) int { return cmp.Compare(x.said, y.said) })
	area, below, right := 0., 0, 0
	for i := 0; i < len(all); {
		r, w := 0, 0
		for said := all[i].said; i < len(all) && all[i].said == said; i++ {
			if all[i].right {
				r++
			} else {
				w++
			}
		}
		area += float64(r) * (float64(below) + float64(w)/2)
		below, right = below+w, right+r
	}
	return area / float64(max(1, below*right))
}

// reliability is, for ranges of what was said, its mean, the share that is right, and the
// number of fields.
func reliability(all []told) string {
	var out []string
	ranges := []float64{0, .5, .7, .8, .9, .95, .98, .99, 1.1}
	for i, to := range ranges[1:] {
		n, right, said := 0, 0, 0.
		for _, x := range all {
			if ranges[i] <= x.said && x.said < to {
				n, said = n+1, said+x.said
				if x.right {
					right++
				}
			}
		}
		if n > 0 {
			out = append(out, fmt.Sprintf("%.3f %.3f (%d)", said/float64(n), float64(right)/float64(n), n))
		}
	}
	return strings.Join(out, ", ")
}

// distinct are the names of some fields, sorted.
func distinct[T any](all []T, name func(T) string) []string {
	var out []string
	for _, j := range all {
		out = append(out, name(j))
	}
	slices.Sort(out)
	return slices.Compact(out)
}
