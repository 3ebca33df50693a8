//go:build cluster

package cluster

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"verde/fetch"
)

// database gives a new database with the tables that machines share.
func database(t *testing.T) *Database {
	t.Helper()
	server := os.Getenv("VERDE_TEST_DATABASE")
	if server == "" {
		t.Skip("VERDE_TEST_DATABASE names no PostgreSQL database")
	}
	name := "verde_test_" + strings.ToLower(rand.Text())
	do := func(statement string) {
		admin, err := pgx.Connect(context.Background(), server)
		if err != nil {
			t.Fatal(err)
		}
		defer admin.Close(context.Background())
		if _, err := admin.Exec(context.Background(), statement); err != nil {
			t.Fatal(err)
		}
	}
	do("CREATE DATABASE " + name)
	t.Cleanup(func() { do("DROP DATABASE " + name + " WITH (FORCE)") })
	u, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	u.Path = "/" + name
	log := slog.New(slog.DiscardHandler)
	if _, err := Connect(t.Context(), u.String(), log); err == nil || !strings.Contains(err.Error(), "verde migrate") {
		t.Errorf("a database without tables: %v", err)
	}
	for range 2 { // the second time there is nothing to do
		if err := Migrate(t.Context(), u.String(), log); err != nil {
			t.Fatal(err)
		}
	}
	d, err := Connect(t.Context(), u.String(), log)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return d
}

// process is the leases of a worker that renews them only when it is told to.
func process(d *Database, id string, lease time.Duration) *leases {
	w := NewWorker(d, Options{Lease: lease})
	w.leases.id = id
	return w.leases
}

// A site is one process's at a time, for one run; what it leaves, the next one finds; and
// one that was silent for too long has lost it, by its own clock and in the database.
func TestLeases(t *testing.T) {
	t.Parallel()
	d := database(t)
	const short = 600 * time.Millisecond
	a, b := process(d, "a", short), process(d, "b", short)
	for _, l := range []*leases{a, b} {
		if err := l.beat(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	left := fetch.SiteState{}
	state := func(string) fetch.SiteState { return left }
	_, one := a.begin(t.Context(), "a one", state)
	_, same := a.begin(t.Context(), "a one", state)
	_, other := a.begin(t.Context(), "a two", state)
	ctx, two := b.begin(t.Context(), "b one", state)
	take := func(h *hold) *lease {
		t.Helper()
		l, wait, err := h.take(t.Context(), "s.example")
		if err != nil || l == nil && wait <= 0 {
			t.Fatal(l, wait, err)
		}
		return l
	}
	first := take(one)
	if first == nil || !first.Valid() || take(same) != first {
		t.Fatal("a process does not have what it has")
	}
	if take(other) != nil || take(two) != nil {
		t.Fatal("another run, or another process, has it, too")
	}
	one.end(t.Context())
	if take(two) != nil {
		t.Fatal("it was given away while a job of the same run uses it")
	}
	left = fetch.SiteState{Last: time.Now().Add(-time.Second), Until: time.Now().Add(300 * time.Millisecond)}
	same.end(t.Context())
	if take(two) != nil {
		t.Fatal("it was taken before its host may be asked")
	}
	time.Sleep(320 * time.Millisecond) // what its host asked for
	second := take(two)
	if second == nil {
		t.Fatal("nobody has it, and it can't be had")
	}
	if last, _ := second.Before(); time.Since(last) < time.Second || time.Since(last) > 3*time.Second {
		t.Errorf("the last request was %v ago", time.Since(last))
	}
	settles := func(h *hold) error {
		return pgx.BeginFunc(t.Context(), d.pool, func(tx pgx.Tx) error { return h.holds(t.Context(), tx, "s.example") })
	}
	if err := settles(two); err != nil {
		t.Error(err)
	}
	time.Sleep(short) // silent
	if second.Valid() {
		t.Error("valid, though the database was not heard of for longer than a lease")
	}
	if err := settles(two); !errors.Is(err, fetch.ErrLeaseLost) {
		t.Errorf("a site that was lost is settled: %v", err)
	}
	_, third := a.begin(t.Context(), "a three", state)
	if err := a.beat(t.Context()); err != nil {
		t.Fatal(err)
	}
	left = fetch.SiteState{}
	if take(third) == nil {
		t.Fatal("what a silent process has lost can't be had")
	}
	if err := b.beat(t.Context()); err != nil { // it wakes
		t.Fatal(err)
	}
	if second.Valid() || !errors.Is(context.Cause(ctx), fetch.ErrLeaseLost) {
		t.Errorf("it woke, and goes on: %v, %v", second.Valid(), context.Cause(ctx))
	}
}

// The index of an archive gives what it was given, in order, and nothing of another run;
// an object is not indexed twice.
func TestCaptures(t *testing.T) {
	t.Parallel()
	d := database(t)
	at := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	books, other := d.Captures("books"), d.Captures("other")
	long := "http://a.example/" + strings.Repeat("x", 5000)
	var list []fetch.Capture
	for i, url := range []string{long, "http://a.example/b", long} {
		list = append(list, fetch.Capture{URL: url, Site: "a.example", At: at.Add(time.Duration(2-i) * time.Second), Object: "o", Offset: int64(i), Transient: i > 0, Line: fmt.Sprint("line ", i)})
	}
	list = append(list, fetch.Capture{URL: long, Site: "a.example", At: at, Object: "o", Offset: 9, Note: true, Line: "note"})
	for range 2 {
		if err := books.Add(t.Context(), list); err != nil {
			t.Fatal(err)
		}
	}
	got, err := books.Lines(t.Context(), long)
	if err != nil || len(got) != 2 || got[0].Line != "line 2" || got[1].Line != "line 0" || !got[1].At.Equal(at.Add(2*time.Second)) {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err := other.Lines(t.Context(), long); err != nil || len(got) != 0 {
		t.Errorf("of another run: %+v, %v", got, err)
	}
	failing, err := books.Failing(t.Context(), "a.example", at.Add(time.Hour))
	if err != nil || len(failing) != 1 || failing[0] != "http://a.example/b" {
		t.Errorf("failing %q, %v", failing, err)
	}
}
