package verde_test

import (
	"context"
	"errors"
	"sync"
	"testing"
)

// lent is what is known, as a database keeps it for several processes.
type lent struct {
	mu     sync.Mutex
	round  int
	about  []byte
	values [][]byte
	asked  int
	lacks  bool // nothing was put
	away   error
}

func (l *lent) Put(_ context.Context, round int, about []byte, n int, value func(int) ([]byte, error)) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.round, l.about, l.values = round, about, nil
	for i := range n {
		v, err := value(i)
		if err != nil {
			return err
		}
		l.values = append(l.values, v)
	}
	return nil
}

func (l *lent) About(_ context.Context, round int) ([]byte, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if round != l.round || l.lacks {
		return nil, nil
	}
	return l.about, nil
}

func (l *lent) Values(_ context.Context, round int, places []int) (out [][]byte, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.asked++
	for _, i := range places {
		out = append(out, l.values[i])
	}
	return out, l.away
}

// A run whose sites are settled by names alone, with the values elsewhere, ends with the
// catalog of one that has all in memory, and so does one where nothing was put there.
func TestShelvedRun(t *testing.T) {
	if testing.Short() {
		t.Skip("a long run, of one goroutine after another")
	}
	t.Parallel()
	v := savedVertical(t, t.TempDir())
	end := func(k *lent) string {
		t.Helper()
		dir := t.TempDir()
		savedVertical(t, dir)
		x, _ := begin(t, dir)
		if k != nil {
			x.Knowledge = k
		}
		steps(t, x, v, 1000)
		return must(x.Catalog.Fingerprint(t.Context()))(t)
	}
	k := new(lent)
	want := end(nil)
	if got := end(k); got != want || k.asked == 0 {
		t.Errorf("another catalog with the values elsewhere, %d look-ups", k.asked)
	}
	if got := end(&lent{lacks: true}); got != want {
		t.Error("another catalog where nothing was put")
	}
}

// A site is not settled by values that could not be had, and is once they can.
func TestShelfAway(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	v := savedVertical(t, dir)
	x, _ := begin(t, dir)
	k := &lent{away: errors.New("the database is away")}
	x.Knowledge = k
	if opened := must(x.OpenRound(t.Context(), v, 1))(t); !opened {
		t.Fatal("nothing to ask")
	}
	failed := 0
	for _, c := range must(x.Catalog.Candidates(t.Context(), 1))(t) {
		if _, err := x.SettleSite(t.Context(), v, 1, c.Site); errors.Is(err, k.away) {
			failed++
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if failed == 0 {
		t.Error("no site needed values")
	}
	k.away = nil
	for _, c := range must(x.Catalog.Candidates(t.Context(), 1))(t) {
		if _, err := x.SettleSite(t.Context(), v, 1, c.Site); err != nil {
			t.Errorf("%s: %v", c.Site, err)
		}
	}
}
