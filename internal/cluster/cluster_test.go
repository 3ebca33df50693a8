//go:build cluster

package cluster

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/riverqueue/river"

	"verde/catalog"
	"verde/fetch"
	"verde/fetch/bucket"
	"verde/harvest"
	"verde/internal/postgrestest"
	"verde/record"
	"verde/steering"
	"verde/steering/listtest"
)

// database gives a new database with the tables that machines share.
func database(t *testing.T) *Database {
	t.Helper()
	address := postgrestest.New(t)
	log := slog.New(slog.DiscardHandler)
	if _, err := Connect(t.Context(), address, log); err == nil || !strings.Contains(err.Error(), "verde migrate") {
		t.Errorf("a database without tables: %v", err)
	}
	for range 2 { // the second time there is nothing to do
		if err := Migrate(t.Context(), address, log); err != nil {
			t.Fatal(err)
		}
	}
	d, err := Connect(t.Context(), address, log)
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

// sleep leaves a process and what it holds as they are once it was silent for a lease.
func (a *leases) sleep(t *testing.T) {
	t.Helper()
	a.mu.Lock()
	a.heard = a.heard.Add(-a.lease)
	a.mu.Unlock()
	if _, err := a.db.pool.Exec(t.Context(), "UPDATE verde.hosts SET until = until - $1::interval WHERE starts_with(holder, $2)", a.lease, a.id+" "); err != nil {
		t.Fatal(err)
	}
}

// A site is one process's at a time, for one run; what it leaves, the next one finds; and
// one that was silent for too long has lost it, by its own clock and in the database.
func TestLeases(t *testing.T) {
	t.Parallel()
	d := database(t)
	a, b := process(d, "a", DefaultLease), process(d, "b", DefaultLease)
	for _, l := range []*leases{a, b} {
		if err := l.beat(t.Context(), firstBeat); err != nil {
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
	left = fetch.SiteState{Last: time.Now().Add(-time.Second), Until: time.Now().Add(time.Hour)}
	same.end(t.Context())
	if take(two) != nil {
		t.Fatal("it was taken before its host may be asked")
	}
	if _, err := d.pool.Exec(t.Context(), "UPDATE verde.hosts SET not_before = now()"); err != nil { // an hour later
		t.Fatal(err)
	}
	second := take(two)
	if second == nil {
		t.Fatal("nobody has it, and it can't be had")
	}
	if last, _ := second.Before(); time.Since(last) < time.Second || time.Since(last) > time.Minute {
		t.Errorf("the last request was %v ago", time.Since(last))
	}
	settles := func(h *hold) error {
		return pgx.BeginFunc(t.Context(), d.pool, func(tx pgx.Tx) error { return h.holds(t.Context(), tx, "s.example") })
	}
	if err := settles(two); err != nil {
		t.Error(err)
	}
	b.sleep(t)
	if second.Valid() {
		t.Error("valid, though the database was not heard of for longer than a lease")
	}
	if err := settles(two); !errors.Is(err, fetch.ErrLeaseLost) {
		t.Errorf("a site that was lost is settled: %v", err)
	}
	_, third := a.begin(t.Context(), "a three", state)
	if err := a.beat(t.Context(), firstBeat); err != nil {
		t.Fatal(err)
	}
	left = fetch.SiteState{}
	if take(third) == nil {
		t.Fatal("what a silent process has lost can't be had")
	}
	within, end := a.Apart(context.WithValue(t.Context(), holdKey{}, third))
	for _, site := range []string{"s.example", "index.example"} {
		if _, err := a.Acquire(within, site); err != nil {
			t.Fatal(err)
		}
	}
	end()
	if len(a.held) != 1 || a.held[key{"a three", "s.example"}] == nil {
		t.Errorf("a part of a job has left %v", a.held)
	}
	third.end(t.Context())
	if l, _, err := third.take(t.Context(), "late.example"); l != nil || !errors.Is(err, context.Canceled) || len(a.held) != 0 {
		t.Errorf("a job that has ended takes a site: %v, %v, %v", l, err, a.held)
	}
	if err := b.beat(t.Context(), firstBeat); err != nil { // it wakes
		t.Fatal(err)
	}
	if second.Valid() || !errors.Is(context.Cause(ctx), fetch.ErrLeaseLost) {
		t.Errorf("it woke, and goes on: %v, %v", second.Valid(), context.Cause(ctx))
	}
}

// A host may ask for any pause: what is kept of it has a bound.
func TestPause(t *testing.T) {
	t.Parallel()
	for _, until := range []time.Time{{}, time.Now().Add(-time.Hour), time.Now().Add(time.Minute), time.Now().Add(math.MaxInt64)} {
		if got := pauseOf(fetch.SiteState{Until: until}); got < 0 || got > longestPause {
			t.Errorf("%v: %v", until, got)
		}
	}
	d := database(t)
	a, b := process(d, "a", time.Minute), process(d, "b", time.Minute)
	_, one := a.begin(t.Context(), "a one", func(string) fetch.SiteState { return fetch.SiteState{Until: time.Now().Add(math.MaxInt64)} })
	_, two := b.begin(t.Context(), "b one", nil)
	if err := a.beat(t.Context(), firstBeat); err != nil {
		t.Fatal(err)
	}
	if l, _, err := one.take(t.Context(), "s.example"); l == nil || err != nil {
		t.Fatal(l, err)
	}
	if err := a.beat(t.Context(), firstBeat); err != nil {
		t.Fatal(err)
	}
	one.end(t.Context())
	if l, wait, err := two.take(t.Context(), "s.example"); l != nil || err != nil || wait < longestPause-time.Minute || wait > longestPause {
		t.Error(l, wait, err)
	}
}

// What a dead worker has left in the bucket is deleted, and nothing that the index leads to,
// that is new, or that belongs to another database.
func TestTidy(t *testing.T) {
	t.Parallel()
	d := database(t)
	folder := t.TempDir()
	b, err := bucket.Open(t.Context(), (&url.URL{Scheme: "file", Path: folder}).String())
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	in := "warc/books/" + d.instance + "/"
	keep := []string{in + "new-00001.warc.gz", in + "w-00001.warc.gz", "warc/books/other/w-00001.warc.gz", "warc/other/" + d.instance + "/w-00001.warc.gz", "another"}
	for _, name := range append(keep, in+"w-00002.warc.gz", in+"w-00003.warc.gz.tmp", "warc/other/"+d.instance+"/w-00002.warc.gz") {
		if err := b.Put(t.Context(), name, []byte("x")); err != nil {
			t.Fatal(err)
		}
		old := time.Now().Add(-2 * tidyAge)
		if err := os.Chtimes(filepath.Join(folder, filepath.FromSlash(name)), old, old); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chtimes(filepath.Join(folder, filepath.FromSlash(keep[0])), time.Time{}, time.Now()); err != nil {
		t.Fatal(err)
	}
	for run, object := range map[string]string{"books": keep[1], "other": keep[3]} {
		if err := indexOf(d, run).Add(t.Context(), []fetch.Capture{{URL: "http://a.example/", Site: "a.example", Object: object, Line: "line"}}); err != nil {
			t.Fatal(err)
		}
	}
	for _, statement := range []string{
		"INSERT INTO verde.workers VALUES ('new', now(), '1', 0, '15 s'), ('old', now() - interval '2 days', '1', 0, '15 s')",
		"INSERT INTO verde.hosts VALUES ('now', '', 1, now(), '-infinity', NULL), ('paused', '', 1, '-infinity', now() + interval '1 hour', NULL), ('old', '', 1, '-infinity', '-infinity', now() - interval '2 days')",
	} {
		if _, err := d.pool.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := d.tidy(t.Context(), b, time.Now().Add(-tidyAge)); err != nil || got != (tidied{workers: 1, hosts: 1, objects: 3}) {
		t.Errorf("%+v, %v", got, err)
	}
	var left []string
	for o, err := range b.List(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		left = append(left, o.Name)
	}
	if slices.Sort(keep); !slices.Equal(left, keep) {
		t.Errorf("left %q, want %q", left, keep)
	}
}

// Errors of what machines share are no site's, whatever they are wrapped in; those of what
// a site says are.
func TestPasses(t *testing.T) {
	t.Parallel()
	for err, want := range map[error]bool{
		&fetch.StoreError{Err: errors.New("the bucket is away")}: true,
		&openError{errors.New("there is no file x.model")}:       true,
		&pgconn.PgError{Code: "57P01"}:                           true,  // the server is stopped
		&pgconn.PgError{Code: "22021"}:                           false, // a text that is none
		fetch.ErrLeaseLost:                                       true,
		context.DeadlineExceeded:                                 true,
		errors.New("site x is no candidate of round 1"):          false,
	} {
		if got := passes(fmt.Errorf("reading a.example: %w", err)); got != want {
			t.Errorf("%v: %v", err, got)
		}
	}
}

// Beginning a run that is under way changes nothing, and tells so; one that was ended
// goes on.
func TestBegin(t *testing.T) {
	t.Parallel()
	d := database(t)
	for i, want := range []bool{true, false} {
		if begun, err := d.Begin(t.Context(), Run{Name: "books", Body: json.RawMessage(fmt.Sprint(i)), Priority: 1 + i}); begun != want || err != nil {
			t.Error(begun, err)
		}
	}
	r, err := d.Run(t.Context(), "books")
	if err != nil || string(r.Body) != "0" || r.Priority != 1 || r.Epoch != 1 {
		t.Errorf("%+v, %v", r, err)
	}
	p := place{"books", 1, 1}
	for _, why := range []string{"the bucket is away\x00", ""} {
		if err := d.tell(t.Context(), p, why); err != nil {
			t.Error(err)
		}
		if r, err := d.Run(t.Context(), "books"); err != nil || r.Error != strings.TrimSuffix(why, "\x00") {
			t.Errorf("%+v, %v", r, err)
		}
	}
	if err := d.Cancel(t.Context(), "books"); err != nil {
		t.Error(err)
	}
	if begun, err := d.Begin(t.Context(), Run{Name: "books", Body: json.RawMessage("2"), Priority: 1}); !begun || err != nil {
		t.Error(begun, err)
	}
}

// A site has one job at a time, which visits all that was asked for until it began, for the
// run as it is; what becomes of the jobs is told, also of those that nobody knows any more.
func TestRefresh(t *testing.T) {
	t.Parallel()
	d := database(t)
	w := NewWorker(d, Options{Lease: DefaultLease})
	const day = 24 * time.Hour
	now := time.Now().Truncate(time.Millisecond)
	asked := func(after, age time.Duration, downloads int) Refresh {
		return Refresh{Asked: now.Add(after), Since: now.Add(after - age), Search: downloads > 0, Downloads: downloads}
	}
	do := func(statement string, args ...any) {
		t.Helper()
		if tag, err := d.pool.Exec(t.Context(), statement, args...); err != nil || tag.RowsAffected() == 0 {
			t.Fatal(tag, err)
		}
	}
	sites := []string{"b.example", "a.example"}
	if _, _, err := d.Refresh(t.Context(), "books", sites, asked(0, day, 0)); !errors.Is(err, ErrNoRun) {
		t.Errorf("no run: %v", err)
	}
	if _, err := d.Begin(t.Context(), Run{Name: "books", Body: json.RawMessage("1"), Priority: 2}); err != nil {
		t.Fatal(err)
	}
	if _, _, err := d.Refresh(t.Context(), "books", sites, asked(0, day, 0)); !errors.Is(err, ErrRunning) {
		t.Errorf("a run under way: %v", err)
	}
	if err := d.Cancel(t.Context(), "books"); err != nil {
		t.Fatal(err)
	}
	var first []int64
	for _, test := range []struct {
		name  string
		ready string // done before
		ask   Refresh
		want  Refresh // of the job of b.example
		epoch int
		less  int
	}{
		{"first", "", asked(0, 14*day, 0), asked(0, 14*day, 0), 1, 0},
		{"more", "", asked(time.Minute, 7*day, 50), asked(time.Minute, 7*day, 50), 1, 0},
		{"less", "", asked(2*time.Minute, 14*day, 0), asked(time.Minute, 7*day, 50), 1, 0},
		{"later", "", asked(3*time.Minute, 7*day, 0), asked(3*time.Minute, 7*day, 50), 1, 0},
		{"another epoch", "UPDATE verde.runs SET epoch = 2", asked(3*time.Minute, 14*day, 0), asked(3*time.Minute, 7*day, 50), 2, 0},
		{"one under way, the same", "UPDATE verde.river_job SET state = 'running' WHERE args ->> 'site' = 'b.example'", asked(4*time.Minute, 7*day, 50), asked(3*time.Minute, 7*day, 50), 2, 0},
		{"one under way, younger pages", "", asked(5*time.Minute, day, 0), asked(3*time.Minute, 7*day, 50), 2, 1},
		{"one under way, further search", "", asked(6*time.Minute, 7*day, 60), asked(3*time.Minute, 7*day, 50), 2, 1},
	} {
		if test.ready != "" {
			do(test.ready)
		}
		jobs, less, err := d.Refresh(t.Context(), "books", sites, test.ask)
		if err != nil || less != test.less {
			t.Errorf("%s: %d sites visited for less, %v", test.name, less, err)
		}
		if first == nil {
			first = jobs
		}
		if !slices.Equal(first, jobs) || len(jobs) != 2 {
			t.Errorf("%s: jobs %d, want those of the first, %d", test.name, jobs, first)
		}
		var args refreshArgs
		if err := d.pool.QueryRow(t.Context(), "SELECT args FROM verde.river_job WHERE id = $1", jobs[1]).Scan(&args); err != nil {
			t.Fatal(err)
		}
		if got := args.Wanted; args.Site != "b.example" || args.Epoch != test.epoch || !got.Since.Equal(test.want.Since) || got.Search != test.want.Search || got.Downloads != test.want.Downloads {
			t.Errorf("%s: %+v, want %+v", test.name, args, test.want)
		}
	}
	err := w.refreshSite(t.Context(), &river.Job[refreshArgs]{Args: refreshArgs{Run: "books", Site: "a.example", Epoch: 1}})
	if cancel := new(river.JobCancelError); !errors.As(err, &cancel) {
		t.Errorf("a job of a run that was gone on with: %v", err)
	}
	const died = "UPDATE verde.river_job SET state = 'running', attempted_by = '{gone}', attempt = $2 WHERE id = $1"
	do(died, first[0], siteAttempts)
	do(died, first[1], siteAttempts-1)
	if err := w.reapOnce(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	var state, queue string
	if err := d.pool.QueryRow(t.Context(), "SELECT state::text, queue FROM verde.river_job WHERE id = $1", first[1]).Scan(&state, &queue); err != nil || state != "available" || queue != suspectQueue {
		t.Errorf("after four deaths: %s in %s, %v", state, queue, err)
	}
	do(`UPDATE verde.river_job SET state = 'completed', finalized_at = now(), metadata = '{"output": {"sites": 1, "pages": 5, "gone": 2, "incomplete": {"page status 500": 1}}}' WHERE id = $1`, first[1])
	sum, err := d.Refreshed(t.Context(), append(first, 4711))
	want := harvest.RefreshReport{Sites: 1, Pages: 5, Gone: 2, Incomplete: map[string]int{"page status 500": 1, "site given up": 1, "site's report is gone": 1}}
	if diff := cmp.Diff(want, sum); err != nil || diff != "" {
		t.Errorf("%v (-want +got)\n%s", err, diff)
	}
}

// A site that wants to be left alone for longer than is waited for holds up nobody, and
// counts as incomplete.
func TestRefreshLeftAlone(t *testing.T) {
	t.Parallel()
	d := database(t)
	client, err := fetch.New(fetch.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w := NewWorker(d, Options{Lease: DefaultLease, Open: func(context.Context, Run, Shared) (*Session, error) {
		return &Session{Client: client, Close: client.Close}, nil
	}})
	if _, err := d.Begin(t.Context(), Run{Name: "books", Body: json.RawMessage("1"), Priority: 2}); err != nil {
		t.Fatal(err)
	}
	if err := d.Cancel(t.Context(), "books"); err != nil {
		t.Fatal(err)
	}
	if _, err := d.pool.Exec(t.Context(), "INSERT INTO verde.hosts (host, holder, token, until, not_before) VALUES ('a.example', 'x', 1, '-infinity', now() + interval '20 h')"); err != nil {
		t.Fatal(err)
	}
	jobs, _, err := d.Refresh(t.Context(), "books", []string{"a.example"}, Refresh{Asked: time.Now(), Since: time.Now()})
	if err != nil {
		t.Fatal(err)
	}
	within, end := context.WithTimeout(t.Context(), time.Minute)
	defer end()
	worked := make(chan error, 1)
	go func() { worked <- w.Work(within) }()
	sum, err := d.Refreshed(within, jobs)
	end()
	if ended := <-worked; ended != nil {
		t.Error(ended)
	}
	want := harvest.RefreshReport{Sites: 1, Incomplete: map[string]int{"site wants to be left alone": 1}}
	if diff := cmp.Diff(want, sum); err != nil || diff != "" {
		t.Errorf("%v (-want +got)\n%s", err, diff)
	}
}

// What is done to a run between its rounds waits for whoever does the like, and is not done
// to a run that is under way.
func TestStep(t *testing.T) {
	t.Parallel()
	d := database(t)
	if _, err := d.Begin(t.Context(), Run{Name: "books", Body: json.RawMessage("1"), Priority: 2}); err != nil {
		t.Fatal(err)
	}
	cat, err := catalog.OpenDatabase(t.Context(), d.address, "books")
	if err != nil {
		t.Fatal(err)
	}
	defer cat.Close()
	w := NewWorker(d, Options{Lease: DefaultLease})
	if err := w.Step(t.Context(), "books", cat, func(context.Context) error { return nil }); !errors.Is(err, ErrRunning) {
		t.Errorf("under way: %v", err)
	}
	if err := d.Cancel(t.Context(), "books"); err != nil {
		t.Fatal(err)
	}
	var order []string
	other := make(chan error)
	err = w.Step(t.Context(), "books", cat, func(ctx context.Context) error {
		began := make(chan struct{})
		go func() {
			close(began)
			other <- NewWorker(d, Options{Lease: DefaultLease}).Step(t.Context(), "books", cat, func(context.Context) error {
				order = append(order, "second")
				return nil
			})
		}()
		<-began
		if err := cat.PutSite(ctx, catalog.Source{Site: "a.example", State: catalog.Expanded}, nil, nil); err != nil {
			return err
		}
		order = append(order, "first")
		return nil
	})
	if err := errors.Join(err, <-other); err != nil || !slices.Equal(order, []string{"first", "second"}) {
		t.Errorf("%q, %v", order, err)
	}
	// Nor is it done where the memory for it is not.
	records := []record.Record{record.FromTexts("http://a.example/1", map[string][]string{"title": {"Emma"}})}
	if err := cat.PutSite(t.Context(), catalog.Source{Site: "a.example", State: catalog.Expanded}, []catalog.Page{{URL: "http://a.example/1", Status: "fetched"}}, records); err != nil {
		t.Fatal(err)
	}
	small := NewWorker(d, Options{Lease: DefaultLease, Memory: MemoryFor(1) - 1})
	if err := small.Step(t.Context(), "books", cat, func(context.Context) error { return errors.New("it is") }); err == nil || !strings.Contains(err.Error(), "one catalog of 1 values takes") {
		t.Errorf("without the memory: %v", err)
	}
	// Who has lost the run stores nothing.
	err = w.Step(t.Context(), "books", cat, func(ctx context.Context) error {
		if _, err := d.pool.Exec(ctx, "UPDATE verde.hosts SET token = token + 1 WHERE host = $1", stepOf("books")); err != nil {
			return err
		}
		return cat.PutSite(ctx, catalog.Source{Site: "b.example", State: catalog.Expanded}, nil, nil)
	})
	if !errors.Is(err, fetch.ErrLeaseLost) {
		t.Errorf("another has it: %v", err)
	}
}

func indexOf(d *Database, run string) captures { return captures{d, run, func(Point) {}} }

// The index of an archive gives what it was given, in order, and nothing of another run;
// an object is not indexed twice.
func TestCaptures(t *testing.T) {
	t.Parallel()
	d := database(t)
	at := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	books, other := indexOf(d, "books"), indexOf(d, "other")
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
	if err != nil || len(got) != 2 || got[0].Line != "line 0" || got[1].Line != "line 2" || !got[0].At.Equal(at.Add(2*time.Second)) || time.Since(got[0].Stored).Abs() > time.Hour {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err := other.Lines(t.Context(), long); err != nil || len(got) != 0 {
		t.Errorf("of another run: %+v, %v", got, err)
	}
	if failing, err := books.Failing(t.Context(), "a.example", got[0].Stored); err != nil || len(failing) != 0 {
		t.Errorf("stored since: failing %q, %v", failing, err)
	}
	failing, err := books.Failing(t.Context(), "a.example", got[0].Stored.Add(time.Hour))
	if err != nil || len(failing) != 1 || failing[0] != "http://a.example/b" {
		t.Errorf("failing %q, %v", failing, err)
	}
}

// The database keeps decisions as a folder does, and none of a run that there is not.
func TestDecisions(t *testing.T) {
	t.Parallel()
	d := database(t)
	listtest.Run(t, func(t *testing.T) steering.Lists {
		run := strings.ToLower(rand.Text())
		if _, err := d.Begin(t.Context(), Run{Name: run, Body: json.RawMessage(`{}`), Priority: 2}); err != nil {
			t.Fatal(err)
		}
		return d.Decisions(run)
	})
	if err := steering.Ask(t.Context(), d.Decisions("none"), steering.Query{Name: "Emma"}); !errors.Is(err, ErrNoRun) {
		t.Errorf("error %v", err)
	}
}

// What is known to a round is there for all until another round's comes, and is kept by the
// one that has the run's lease.
func TestKnowledge(t *testing.T) {
	t.Parallel()
	d := database(t)
	if _, err := d.Begin(t.Context(), Run{Name: "books", Body: json.RawMessage(`{}`), Priority: 2}); err != nil {
		t.Fatal(err)
	}
	k := knowledge{d, "books"}
	put := func(ctx context.Context, round, n int) error {
		return k.Put(ctx, round, []byte(`{"round":`+fmt.Sprint(round)+`}`), n, func(place int) ([]byte, error) { return fmt.Appendf(nil, `["%d \u0000"]`, place), nil })
	}
	for round, n := range map[int]int{1: 3, 2: 2000} {
		if err := put(t.Context(), round, n); err != nil {
			t.Fatal(err)
		}
		if about, err := k.About(t.Context(), round); err != nil || string(about) != fmt.Sprintf(`{"round":%d}`, round) {
			t.Errorf("%s, %v", about, err)
		}
		if about, err := k.About(t.Context(), 3-round); err != nil || about != nil {
			t.Errorf("of another round: %s, %v", about, err)
		}
		if got, err := k.Values(t.Context(), round, []int{2, 0, 2, 1}); err != nil || len(got) != 4 || string(got[0]) != `["2 \u0000"]` || string(got[3]) != `["1 \u0000"]` {
			t.Errorf("%q, %v", got, err)
		}
		if got, err := k.Values(t.Context(), round, []int{n}); err != nil || len(got) != 0 {
			t.Errorf("of none: %q, %v", got, err)
		}
	}
	l := process(d, "a", DefaultLease)
	if err := l.beat(t.Context(), firstBeat); err != nil {
		t.Fatal(err)
	}
	ctx, h := l.begin(t.Context(), "a", func(string) fetch.SiteState { return fetch.SiteState{} })
	h.guards = stepOf("books")
	if err := put(ctx, 3, 1); !errors.Is(err, fetch.ErrLeaseLost) {
		t.Errorf("without the lease: %v", err)
	}
	if about, err := k.About(t.Context(), 3); err != nil || about != nil {
		t.Errorf("without the lease: %s, %v", about, err)
	}
}
