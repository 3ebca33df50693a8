package record

import (
	"slices"
	"testing"
)

func TestDoubt(t *testing.T) {
	t.Parallel()
	field := func(label string, confidence float64) Field { return Field{Label: label, Confidence: confidence} }
	sure := Record{URL: "a", Fields: []Field{field("Author", .9), field("Year", .5), field("edited by hand", 0)}}
	unsure := Record{URL: "b", Fields: []Field{field("c7", .4)}, Groups: []Group{{Label: "Offers", Rows: []Row{{field("c7", .4), field("c8", .1)}, {field("Price", .99), field("c8", .1)}}}}}
	for _, tt := range []struct {
		records          []Record
		fields, doubtful int
		labels           []DoubtfulLabel
		most, many       bool
	}{
		{},
		{[]Record{sure}, 3, 0, nil, false, false},
		{[]Record{unsure}, 5, 4, []DoubtfulLabel{{"c7", "b", 2}, {"c8", "b", 2}}, true, true},
		{[]Record{sure, unsure}, 8, 4, []DoubtfulLabel{{"c7", "b", 2}, {"c8", "b", 2}}, false, true},
		{append(slices.Repeat([]Record{sure}, 24), unsure), 77, 4, []DoubtfulLabel{{"c7", "b", 2}, {"c8", "b", 2}}, false, false},
	} {
		var d Doubt
		for i := range tt.records {
			d.Add(&tt.records[i])
		}
		if unlike := len(tt.records); d.Unlike != unlike || unlike > 0 && d.UnlikePage != tt.records[0].URL {
			t.Errorf("%d of %d records without a match are told, first %s", d.Unlike, unlike, d.UnlikePage)
		}
		if d.Fields != tt.fields || d.Doubtful != tt.doubtful || !slices.Equal(d.Labels, tt.labels) || d.Most() != tt.most || d.Many() != tt.many {
			t.Errorf("%v: %+v, most %t, many %t; want %+v", tt.records, d, d.Most(), d.Many(), tt)
		}
	}
}

func TestDoubtPartial(t *testing.T) {
	t.Parallel()
	var d Doubt
	for _, r := range []Record{{URL: "a", Match: 1}, {URL: "b", Match: 1, Partial: "half"}, {URL: "c", Match: 1, Partial: "less"}} {
		d.Add(&r)
	}
	if d.Partial != 2 || d.PartialPage != "b" || d.Why != "half" {
		t.Errorf("%+v", d)
	}
}
