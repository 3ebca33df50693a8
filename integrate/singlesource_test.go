package integrate

import (
	"fmt"
	"strings"
	"testing"
)

// A column of one site is an attribute under its own label, with the site's name if another attribute has that
// label. Prose, columns of few pages, of nearly one value, or without a label are none.
func TestSingleSource(t *testing.T) {
	t.Parallel()
	tables := library(2, 60, 0)
	for i, r := range tables[1].Records {
		r.Values["Hut"] = []string{words[i%7]}
		r.Values["a0"] = []string{fmt.Sprint(i*i%17, " beds")}
		r.Values["about"] = []string{name(9, uint64(i), 20)}
		r.Values["Spot"] = []string{fmt.Sprintf("%d.52961, %d.29560", 30+i%20, i)}
		r.Values["c13"] = []string{words[i%5]}
		r.Values["Breadcrumb 2"] = []string{words[i%6]}
		r.Values["Open"] = []string{map[bool]string{true: "by appointment", false: "daily"}[i%20 == 0]}
		if i%4 == 0 {
			r.Values["Award"] = []string{words[i%9]}
		}
	}
	r := must(t, tables, Options{})
	got := make(map[string]bool)
	for _, a := range r.Attributes {
		if a.Basis == OneSource {
			got[a.Name] = true
			if a.Sites != 1 || a.Shared() || r.Columns[a.Columns[0]].Reason == "" {
				t.Errorf("%+v, reason %q", a, r.Columns[a.Columns[0]].Reason)
			}
		}
	}
	for name, want := range map[string]bool{"Hut": true, "a0 (s01.example)": true, "about": false, "c13": false, "Breadcrumb 2": false, "Open": false, "Award": false, "Spot": true} {
		if got[name] != want {
			t.Errorf("%q is an attribute of one source: %t, want %t; there are %v", name, got[name], want, got)
		}
	}
	values := 0
	for _, f := range r.Fused {
		// nobody else has its latitudes: it is shown as a whole
		if f.Attribute == "Spot" && !strings.Contains(f.Groups[0].Value, ", ") {
			t.Errorf("a spot is %q", f.Groups[0].Value)
		}
		if f.Attribute == "Hut" && f.Groups[0].Claims[0].Site == "s01.example" {
			values++
		}
	}
	if values != 60 {
		t.Errorf("%d entities have a hut", values)
	}
	for _, k := range r.Compared {
		if !r.Attributes[k].Shared() {
			t.Errorf("records are compared by %+v", r.Attributes[k])
		}
	}
}
