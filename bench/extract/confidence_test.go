package extract

import (
	"testing"

	"verde/extract"
	"verde/extract/accuracy"
	"verde/record"
)

func TestRightly(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		texts, want []string
		right       bool
	}{
		{[]string{"Jane AUSTEN"}, []string{"jane austen", "B"}, true},
		{[]string{"Lyon, Rhône"}, []string{"Lyon", "Rhône"}, true},
		{[]string{"B", "C"}, []string{"A", "B"}, false},
		{[]string{"B"}, nil, false},
	} {
		if got := rightly(tt.texts, tt.want); got != tt.right {
			t.Errorf("%q for %q: %t", tt.texts, tt.want, got)
		}
	}
}

func TestAttributes(t *testing.T) {
	t.Parallel()
	var records []extract.Record
	truth := accuracy.Truth{"author": {}, "year": {}}
	for i, url := range []string{"a", "b", "c", "d"} {
		truth["author"][url], truth["year"][url] = []string{"Ann"}, []string{"1900"}
		texts := map[string][]string{"c1": {"Ann"}, "Year": {"wrong"}, "title": {"1900"}, "once": {"no"}}
		if i == 0 {
			texts["once"], texts["c1"] = []string{"1900"}, []string{"other"}
		}
		records = append(records, record.FromTexts(url, texts))
	}
	got := attributes(records, truth, map[string]string{"year": "year", "author": "title"})
	if len(got) != 3 || got["c1"] != "author" || got["Year"] != "year" || got["title"] != "year" {
		t.Errorf("columns hold %v", got)
	}
}

func TestAreaUnderCurve(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		all  []told
		want float64
	}{
		{[]told{{.9, true}, {.1, false}}, 1},
		{[]told{{.9, false}, {.1, true}}, 0},
		{[]told{{.5, false}, {.5, true}}, .5},
		{[]told{{.2, false}, {.5, true}, {.6, false}, {.9, true}}, .75},
	} {
		if got := areaUnderCurve(tt.all); got != tt.want {
			t.Errorf("%v: %v, want %v", tt.all, got, tt.want)
		}
	}
	if got := reliability([]told{{.4, true}, {.2, false}, {.995, true}}); got != "0.300 0.500 (2), 0.995 1.000 (1)" {
		t.Errorf("reliability %q", got)
	}
}
