package record

import (
	"slices"
	"testing"
)

func TestDoubt(t *testing.T) {
	t.Parallel()
	field := func(label string, confidence float64) Field { return Field{Label: label, Confidence: confidence} }
	sure := Record{Fields: []Field{field("Author", .9), field("Year", .5), field("edited by hand", 0)}}
	unsure := Record{Fields: []Field{field("c7", .4)}, Groups: []Group{{Label: "Offers", Rows: []Row{{field("c7", .4), field("c8", .1)}, {field("Price", .99), field("c8", .1)}}}}}
	for _, tt := range []struct {
		records          []Record
		fields, doubtful int
		labels           []string
		most             bool
	}{
		{},
		{[]Record{sure}, 3, 0, nil, false},
		{[]Record{unsure}, 5, 4, []string{"c7", "c8"}, true},
		{[]Record{sure, unsure}, 8, 4, []string{"c7", "c8"}, false},
	} {
		var d Doubt
		for i := range tt.records {
			d.Add(&tt.records[i])
		}
		if d.Fields != tt.fields || d.Doubtful != tt.doubtful || !slices.Equal(d.Labels, tt.labels) || d.Most() != tt.most {
			t.Errorf("%v: %+v, most %t; want %+v", tt.records, d, d.Most(), tt)
		}
	}
}
