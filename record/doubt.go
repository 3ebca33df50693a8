package record

import "slices"

// Doubtful tells whether the values are likelier not what the label says than that they are.
func (f *Field) Doubtful() bool { return f.Confidence > 0 && f.Confidence < 0.5 }

// Doubt counts the doubtful fields of records. The zero Doubt has seen none.
type Doubt struct {
	Fields, Doubtful int
	Around           int             // fields that are likelier about what stands around the entity than about it
	Labels           []DoubtfulLabel // of the doubtful ones, each once
	Unlike           int             // records of pages that show none of their template's texts
	UnlikePage       string          // the first of these
}

// DoubtfulLabel is a label of doubtful fields, how many they are, and the first page with one.
type DoubtfulLabel struct {
	Label, Page string
	Fields      int
}

// Add adds a record. Cost: linear in its fields, times the labels of doubtful ones.
func (d *Doubt) Add(r *Record) {
	if r.Match == 0 {
		if d.Unlike++; d.Unlike == 1 {
			d.UnlikePage = r.URL
		}
	}
	for f := range r.All {
		d.Fields++
		if f.About > 0 && f.About < 0.5 {
			d.Around++
		}
		if !f.Doubtful() {
			continue
		}
		d.Doubtful++
		k := slices.IndexFunc(d.Labels, func(x DoubtfulLabel) bool { return x.Label == f.Label })
		if k < 0 {
			k, d.Labels = len(d.Labels), append(d.Labels, DoubtfulLabel{Label: f.Label, Page: r.URL})
		}
		d.Labels[k].Fields++
	}
}

// Most tells whether most of the fields are doubtful. On none of 35 types of real sites and of
// 200 generated ones more than a sixth are.
func (d *Doubt) Most() bool { return 2*d.Doubtful > d.Fields }

// manyShare is the share of the fields that may be doubtful. It is a sixteenth, rounded: of the steps that were tried, that, a tenth and a half, the first alone told more than one
// of seven sites with more than .05 of their values wrong, and it tells none of 142 generated sites whose values are read, and 1 of 20 of SWDE.
const manyShare = .06

// Many tells whether more than that are doubtful.
func (d *Doubt) Many() bool { return float64(d.Doubtful) > manyShare*float64(d.Fields) }
