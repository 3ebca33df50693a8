package record

import "slices"

// Doubtful tells whether the values are likelier not what the label says than that they are.
func (f *Field) Doubtful() bool { return f.Confidence > 0 && f.Confidence < 0.5 }

// Doubt counts the doubtful fields of records. The zero Doubt has seen none.
type Doubt struct {
	Fields, Doubtful int
	Labels           []string // of the doubtful ones, each once
}

// Add adds a record. Cost: linear in its fields.
func (d *Doubt) Add(r *Record) {
	for f := range r.All {
		d.Fields++
		if f.Doubtful() {
			if d.Doubtful++; !slices.Contains(d.Labels, f.Label) {
				d.Labels = append(d.Labels, f.Label)
			}
		}
	}
}

// Most tells whether most of the fields are doubtful. On none of 35 types of real sites and of
// 200 generated ones more than a sixth are.
func (d *Doubt) Most() bool { return 2*d.Doubtful > d.Fields }
