package siteexpand

import "testing"

// A case that is told twice is one of doubt if it was so once.
func TestDoubtStays(t *testing.T) {
	t.Parallel()
	var r Report
	r.Diagnose(false, Mixed, "look", "one %d", 1)
	r.Diagnose(true, Mixed, "look", "two")
	r.Diagnose(false, Mixed, "look", "three")
	r.Diagnose(false, OneSample, "look", "four")
	if len(r.Diagnoses) != 2 || !r.Diagnoses[0].Doubt || r.Diagnoses[0].Detail != "one 1" || r.Diagnoses[1].Doubt {
		t.Errorf("%+v", r.Diagnoses)
	}
}
