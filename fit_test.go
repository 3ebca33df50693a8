package verde

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"verde/catalog"
	"verde/query"
	"verde/vertical"
)

// The domain is that of the queries that were asked in the vertical's words; what
// a dump was asked is somebody else's.
func TestCheckSameDomain(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	cat, err := catalog.Open(ctx, filepath.Join(t.TempDir(), "c.sqlite"))
	if err != nil {
		t.Fatal(err)
	}
	defer cat.Close()
	x := &Explorer{Catalog: cat}
	book, film := &vertical.Vertical{Domain: " nba  player"}, &vertical.Vertical{Domain: "film"}
	add := func(round int, p plan, name, domain string) {
		t.Helper()
		q := query.Build([]query.Instance{{Values: []query.Value{{Text: name}}}}, domain, []string{"team"}, query.Options{})
		if err := cat.AddQueries(ctx, round, p.String(), q); err != nil {
			t.Fatal(err)
		}
	}
	for _, v := range []*vertical.Vertical{book, film} {
		if err := checkSameDomain(ctx, x.Catalog, v); err != nil {
			t.Errorf("nothing is asked: %v", err)
		}
	}
	add(1, givenPlan, "Ray Allen", "film")
	add(2, planFor(book, x.Options), "Vince Carter", "nba player")
	if err := checkSameDomain(ctx, x.Catalog, book); err != nil {
		t.Error(err)
	}
	if err, wrong := checkSameDomain(ctx, x.Catalog, film), new(vertical.Error); !errors.As(err, &wrong) || !strings.Contains(err.Error(), `"film": this run asks for "nba player"`) {
		t.Errorf("another domain: %v", err)
	}
}
