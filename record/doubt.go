package record

import "slices"

// Doubtful reports whether the values are probably not what the label says.
func (f *Field) Doubtful() bool { return f.Confidence > 0 && f.Confidence < 0.5 }

// Doubt counts the doubtful fields of records. The zero Doubt has counted none.
type Doubt struct {
	Fields, Doubtful int
	Around           int             // fields that are probably about something else on the page than its entity
	Labels           []DoubtfulLabel // of the doubtful fields, each once
	Rest, RestPages  int             // texts that are in no field, and records with some
	Unlike           int             // records of pages that show none of their template's texts
	UnlikePage       string          // the first of these
	Partial          int             // records of pages of which a part was left out
	PartialPage, Why string          // the first of these, and what it says of it
}

// DoubtfulLabel is a label of doubtful fields, the first page with one, and how many there are.
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
	if r.Partial != "" {
		if d.Partial++; d.Partial == 1 {
			d.PartialPage, d.Why = r.URL, r.Partial
		}
	}
	if len(r.Rest) > 0 {
		d.RestPages++
	}
	for _, f := range r.Rest {
		d.Rest += len(f.Values)
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

// Most reports whether most fields are doubtful. On none of 35 types of real sites and of 200 generated ones
// are more than a sixth.
func (d *Doubt) Most() bool { return 2*d.Doubtful > d.Fields }

// doubtfulShare is the share of doubtful fields from which on a site is reported. It is a sixteenth, rounded:
// of the steps tried (a sixteenth, a tenth, a half) only the first reports more than one of seven sites with
// more than .05 of their values wrong; it reports none of 142 generated sites whose values are read, and 1 of
// 20 of SWDE.
const doubtfulShare = .06

// Many reports whether so many fields are doubtful that people should look at them.
func (d *Doubt) Many() bool { return float64(d.Doubtful) > doubtfulShare*float64(d.Fields) }
