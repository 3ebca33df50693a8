package harvest

import (
	"maps"
	"strings"
	"testing"

	"verde/catalog"
	"verde/record"
	"verde/siteexpand"
)

// Pages that are left out are neither pages nor records, and are counted
// beside what else was dropped; pages that have no record stay.
func TestLeaveOut(t *testing.T) {
	t.Parallel()
	before := map[string]int{"off site": 3}
	h := Harvest{
		Pages:   []catalog.Page{{URL: "a"}, {URL: "b"}, {URL: "gone", Status: "status 404"}, {URL: "c"}},
		Records: []record.Record{{URL: "a"}, {URL: "b"}, {URL: "c"}},
		Dropped: before,
	}
	h.LeaveOut(nil)
	if len(h.Pages) != 4 || len(h.Records) != 3 || len(h.Dropped) != 1 {
		t.Errorf("nothing is to be left out: %+v", h)
	}
	h.LeaveOut(map[string]bool{"b": true, "c": true, "d": true})
	if len(h.Pages) != 2 || h.Pages[0].URL != "a" || h.Pages[1].URL != "gone" || len(h.Records) != 1 || h.Records[0].URL != "a" {
		t.Errorf("pages %v, records %v", h.Pages, h.Records)
	}
	if len(h.Doubts) != 1 || h.Doubts[0].Case != OtherKind {
		t.Errorf("two of three pages are left out, and doubts are %v", h.Doubts)
	}
	few := Harvest{Records: []record.Record{{URL: "a"}, {URL: "b"}, {URL: "c"}}}
	if few.LeaveOut(map[string]bool{"b": true}); len(few.Doubts) != 0 || few.Dropped[OtherKind] != 1 {
		t.Errorf("one of three pages is left out, and doubts are %v", few.Doubts)
	}
	if want := map[string]int{"off site": 3, OtherKind: 2}; !maps.Equal(h.Dropped, want) || len(before) != 1 {
		t.Errorf("dropped %v, want %v; before %v", h.Dropped, want, before)
	}
}

// Most fields being doubtful is a doubt of the site.
func TestDoubtfulValues(t *testing.T) {
	t.Parallel()
	of := func(confidence ...float64) (h Harvest) {
		r := record.Record{}
		for _, c := range confidence {
			r.Fields = append(r.Fields, record.Field{Label: "x", Confidence: c})
		}
		h.Records = []record.Record{r}
		return h
	}
	for _, tt := range []struct {
		h    Harvest
		want int
	}{{of(.4, .9), 0}, {of(.4, .3, .9), 1}, {Harvest{}, 0}} {
		if tt.h.doubtValues(); len(tt.h.Doubts) != tt.want || tt.want > 0 && (tt.h.Doubts[0].Case != DoubtfulValues || tt.h.Doubts[0].Detail != "2 of 3 fields are likelier wrong than right") {
			t.Errorf("doubts %+v, want %d", tt.h.Doubts, tt.want)
		}
	}
}

// That pages may be of another kind is no doubt any more once all of them are left out.
func TestLeaveOutDoubted(t *testing.T) {
	t.Parallel()
	for left, want := range map[string]int{"b c": 0, "b": 1, "a": 1} {
		var h Harvest
		for _, url := range []string{"a", "b", "c", "d", "e", "f", "g"} {
			h.Pages, h.Records = append(h.Pages, catalog.Page{URL: url}), append(h.Records, record.Record{URL: url})
		}
		h.Doubts, h.Lacking = []catalog.Doubt{{Case: siteexpand.OtherForm}}, []string{"b", "c"}
		out := map[string]bool{}
		for url := range strings.FieldsSeq(left) {
			out[url] = true
		}
		if h.LeaveOut(out); len(h.Doubts) != want {
			t.Errorf("%q left out: %v", left, h.Doubts)
		}
	}
}
