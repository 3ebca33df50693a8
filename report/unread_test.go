package report

import (
	"testing"

	"verde/catalog"
	"verde/estimate"
)

// Of a site that later rounds have held against their results these count, else those that led to it; of the training site and of doubtful ones none.
func TestCountUnread(t *testing.T) {
	t.Parallel()
	sources := []catalog.Source{
		{Site: "training.example", Role: catalog.Training, State: catalog.Expanded},
		{Site: "early.example", Role: catalog.Discovered, State: catalog.Expanded},
		{Site: "late.example", Role: catalog.Discovered, State: catalog.Expanded},
		{Site: "doubtful.example", Role: catalog.Discovered, State: catalog.Doubtful},
	}
	rounds := []Round{{}, {Recaptured: map[string]estimate.Recapture{
		"training.example": {Named: 50, Missing: map[string]string{"mill": "http://training.example/mill"}},
		"early.example":    {Named: 20, Sampled: 3, Missing: map[string]string{"mill": "http://early.example/mill"}},
	}}}
	settled := map[string]Site{"early.example": {EntityCount: estimate.EntityCount{Named: 4, Unread: 4}}, "late.example": {EntityCount: estimate.EntityCount{Named: 5, Unread: 2}}, "doubtful.example": {EntityCount: estimate.EntityCount{Named: 9}}}
	got := estimate.Pages(countUnread(sources, rounds, settled))
	if got.Named != 22 || got.Unread != 3 {
		t.Errorf("%d of %d, want 3 of 22", got.Unread, got.Named)
	}
}
