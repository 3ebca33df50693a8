package watch

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"verde/catalog"
)

var noon = time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)

func TestNext(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		state State
		now   time.Time
		want  time.Time
	}{
		{"never before", State{}, noon, noon},
		{"broken off", State{Began: noon.Add(-time.Minute)}, noon, noon},
		{"ended", State{Began: noon, Ended: noon.Add(time.Hour)}, noon.Add(time.Hour), noon.Add(24 * time.Hour)},
		{"took longer than the interval", State{Began: noon, Ended: noon.Add(30 * time.Hour)}, noon.Add(30 * time.Hour), noon.Add(30 * time.Hour)},
		{"many were missed", State{Began: noon, Ended: noon.Add(time.Hour)}, noon.Add(240 * time.Hour), noon.Add(240 * time.Hour)},
	} {
		if got := test.state.Next(24*time.Hour, test.now); !got.Equal(test.want) {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

// A turn that was broken off goes on under its date; what it finds is compared with what
// was there when the last comparison was made.
func TestBegin(t *testing.T) {
	t.Parallel()
	first := State{}.Begin(noon, []string{"a"})
	if d := cmp.Diff(State{Began: noon, Compared: noon, Sites: []string{"a"}}, first); d != "" {
		t.Errorf("first (-want +got):\n%s", d)
	}
	if d := cmp.Diff(first, first.Begin(noon.Add(time.Hour), []string{"a", "b"})); d != "" {
		t.Errorf("broken off (-want +got):\n%s", d)
	}
	first.Ended = noon.Add(time.Minute)
	if d := cmp.Diff(State{Began: noon.Add(time.Hour), Compared: noon, Sites: []string{"a"}}, first.Begin(noon.Add(time.Hour), []string{"b"})); d != "" {
		t.Errorf("the next, not compared (-want +got):\n%s", d)
	}
}

func TestState(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "watch.json")
	if s, err := Load(path); err != nil || !s.Began.IsZero() {
		t.Errorf("no file: %+v, %v", s, err)
	}
	want := State{Began: noon, Compared: noon, Sites: []string{"a"}, Untold: map[string][]string{"webhook": {"b"}}}
	if err := want.Save(path); err != nil {
		t.Fatal(err)
	}
	if got, err := Load(path); err != nil || cmp.Diff(want, got) != "" {
		t.Errorf("%+v, %v", got, err)
	}
	if err := os.WriteFile(path, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(path); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("damaged: %v", err)
	}
}

// hands is a clock that goes on when it is waited for.
type hands struct {
	now  time.Time
	stop func() // called when noon of the tenth is passed
}

func (h *hands) Now() time.Time { return h.now }

func (h *hands) Wait(ctx context.Context, until time.Time) error {
	if until.After(noon.AddDate(0, 0, 6)) {
		h.stop()
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if until.After(h.now) {
		h.now = until
	}
	return nil
}

// Turns begin a day after each other whatever they take, fail or not; one that takes
// more than a day is followed at once; the end of the context ends all.
func TestLoop(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	clock := &hands{now: noon, stop: stop}
	var state State
	var began, told []string
	takes := []time.Duration{time.Hour, 30 * time.Hour, time.Minute, time.Minute}
	err := Loop(ctx, clock, 24*time.Hour, func() (State, error) { return state, nil }, func(context.Context) error {
		n := len(began)
		began = append(began, clock.now.Format("2 15:04"))
		state = state.Begin(clock.now, nil)
		clock.now = clock.now.Add(takes[min(n, len(takes)-1)])
		state.Ended = clock.now
		if n == 2 {
			return errors.New("down")
		}
		return nil
	}, func(next time.Time, err error) { told = append(told, fmt.Sprint(next.Format("2 15:04"), " ", err)) })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if d := cmp.Diff([]string{"4 12:00", "5 12:00", "6 18:00", "7 18:00", "8 18:00", "9 18:00"}, began); d != "" {
		t.Errorf("began (-want +got):\n%s", d)
	}
	if d := cmp.Diff([]string{"5 12:00 <nil>", "6 18:00 <nil>", "7 18:00 down", "8 18:00 <nil>", "9 18:00 <nil>", "10 18:00 <nil>"}, told); d != "" {
		t.Errorf("told (-want +got):\n%s", d)
	}
}

// A turn that leaves no trace, or not that it ended, is followed by the next an interval
// after it began, whatever the turn before has left.
func TestLoopWithoutTrace(t *testing.T) {
	t.Parallel()
	full := errors.New("the disk is full")
	for _, test := range []struct {
		name  string
		state State // before, and after all turns
	}{
		{"none before", State{}},
		{"one ended long ago", State{Began: noon.AddDate(0, 0, -9), Ended: noon.AddDate(0, 0, -8)}},
		{"one was broken off", State{Began: noon.AddDate(0, 0, -9)}},
	} {
		ctx, stop := context.WithCancel(t.Context())
		clock := &hands{now: noon, stop: stop}
		var began []string
		err := Loop(ctx, clock, 48*time.Hour, func() (State, error) { return test.state, nil }, func(context.Context) error {
			if began = append(began, clock.now.Format("2 15:04")); len(began) > 9 {
				stop() // it would go on without end
			}
			clock.now = clock.now.Add(time.Hour)
			return full
		}, func(next time.Time, err error) {
			if !errors.Is(err, full) || !strings.Contains(err.Error(), "not kept that it ended") || next.Sub(clock.now) != 47*time.Hour {
				t.Errorf("%s: next %v, %v", test.name, next, err)
			}
		})
		if d := cmp.Diff([]string{"4 12:00", "6 12:00", "8 12:00", "10 12:00"}, began); d != "" || !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v, began (-want +got):\n%s", test.name, err, d)
		}
		stop()
	}
	if err := Loop(t.Context(), &hands{now: noon}, time.Hour, func() (State, error) { return State{}, full }, nil, nil); !errors.Is(err, full) {
		t.Errorf("no state: error %v", err)
	}
}

func TestWall(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		if err := (Wall{}).Wait(t.Context(), began.Add(36*time.Hour)); err != nil || time.Since(began) != 36*time.Hour {
			t.Errorf("%v, %v", time.Since(began), err)
		}
		ctx, cancel := context.WithTimeoutCause(t.Context(), time.Hour, errors.New("enough"))
		defer cancel()
		if err := (Wall{}).Wait(ctx, (Wall{}).Now().Add(36*time.Hour)); err == nil || err.Error() != "enough" {
			t.Errorf("error %v", err)
		}
	})
}

func TestReport(t *testing.T) {
	t.Parallel()
	var all []catalog.EntityDifference
	for i := range MaxDifferences {
		all = append(all, catalog.EntityDifference{Entity: fmt.Sprint("e", i/2), Change: "changed", Attribute: "price"})
	}
	all = append(all, catalog.EntityDifference{Entity: "n", Change: "new"}, catalog.EntityDifference{Entity: "o", Change: "gone"}, catalog.EntityDifference{Entity: "e0", Change: "new", Attribute: "year"})
	r := Report{Run: "books", Began: noon}
	if r.Any() {
		t.Error("something changed in nothing")
	}
	r.Compare(all)
	if want := (Entities{New: 1, Changed: MaxDifferences / 2, Gone: 1}); r.Entities != want || len(r.Differences) != MaxDifferences || r.More != 3 || !r.Any() {
		t.Errorf("%+v, %d and %d more", r.Entities, len(r.Differences), r.More)
	}
	if !(&Report{Pages: Pages{Gone: 1}}).Any() || !(&Report{Sites: []string{"a"}}).Any() || (&Report{Pages: Pages{Visited: 9}, Incomplete: []string{"x"}}).Any() {
		t.Error("what counts as a change is something else")
	}
	for range MaxDifferences + 2 {
		r.Add(catalog.Change{URL: "http://a.example/1"})
	}
	if len(r.Changes) != MaxDifferences || r.More != 5 {
		t.Errorf("%d changes and %d more", len(r.Changes), r.More)
	}
	dir := filepath.Join(t.TempDir(), "watch")
	r = Report{Run: "books", Began: noon}
	name, err := r.Keep(dir)
	if err != nil || name != "20260304T120000Z.json" {
		t.Fatal(name, err)
	}
	data, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil || bytes.Contains(data, []byte("null")) || !bytes.Contains(data, []byte(`"run": "books"`)) {
		t.Errorf("%s, %v", data, err)
	}
}

// A command gets the report as it is on its standard input, and is told which; its
// failure is an error. Without a shell nothing is made of what a shell would read.
func TestCommand(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("the commands are those of Unix")
	}
	for _, test := range []struct {
		line  string
		shell bool
		out   string
		err   string
	}{
		{line: "cat", out: "a report"},
		{line: "echo  $VERDE_RUN ;", out: "$VERDE_RUN ;\n"},
		{line: `echo "$VERDE_RUN/$VERDE_REPORT"; exit 0`, shell: true, out: "books/r.json\n"},
		{line: "false", err: "command false: exit status 1"},
		{line: "exit 3", shell: true, err: "exit status 3"},
		{line: "true"},
	} {
		c, err := NewCommand(test.line, test.shell)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		c.Run, c.Out = "books", &out
		err = c.Tell(t.Context(), "r.json", []byte("a report"))
		if (err == nil) != (test.err == "") || err != nil && !strings.Contains(err.Error(), test.err) || out.String() != test.out {
			t.Errorf("%s: %q, %v", test.line, out.String(), err)
		}
	}
	for _, line := range []string{"  ", "no-such-program-at-all x"} {
		if _, err := NewCommand(line, false); err == nil {
			t.Errorf("%q is a command", line)
		}
	}
}

// A webhook is asked again as long as it is busy, with the same id, signed as the
// standard says; what it refuses is an error.
func TestWebhook(t *testing.T) {
	t.Parallel()
	key := []byte("0123456789abcdef")
	var answers []int
	var ids []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(r.Header.Get("webhook-id") + "." + r.Header.Get("webhook-timestamp") + "." + string(body)))
		if want := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)); err != nil || r.Header.Get("webhook-signature") != want || string(body) != "a report" || r.Header.Get("Content-Type") != "application/json" {
			t.Errorf("%s with %v, %v", body, r.Header, err)
		}
		ids = append(ids, r.Header.Get("webhook-id")+" "+r.Header.Get("webhook-timestamp"))
		w.WriteHeader(answers[0])
		answers = answers[1:]
	}))
	defer server.Close()
	for _, test := range []struct {
		answers []int
		err     string
	}{
		{[]int{200}, ""},
		{[]int{503, 429, 204}, ""},
		{[]int{404}, "answered 404"},
		{[]int{302}, "answered 302"},
		{[]int{500, 500, 500}, "answered 500"},
	} {
		w, err := NewWebhook(server.URL, "whsec_"+base64.StdEncoding.EncodeToString(key))
		if err != nil {
			t.Fatal(err)
		}
		w.client.RetryWaitMin, w.client.RetryWaitMax, w.client.RetryMax = time.Microsecond, time.Microsecond, 2
		w.now = func() time.Time { return noon }
		answers, ids = test.answers, nil
		err = w.Tell(t.Context(), "20260304T120000Z.json", []byte("a report"))
		if (err == nil) != (test.err == "") || err != nil && !strings.Contains(err.Error(), test.err) || len(answers) > 0 {
			t.Errorf("%v: %v, %d answers left", test.answers, err, len(answers))
		}
		for _, id := range ids {
			if id != fmt.Sprint("verde_20260304T120000Z ", noon.Unix()) {
				t.Errorf("id %s", id)
			}
		}
	}
	for _, wrong := range [][2]string{{"hooks.example", ""}, {"ftp://hooks.example", ""}, {"http://", ""}, {"http://a.example", "whsec_?"}} {
		if _, err := NewWebhook(wrong[0], wrong[1]); err == nil {
			t.Errorf("%q is taken", wrong)
		}
	}
}

// A server that asks to be left alone for longer than there is time is left alone, and
// one whose time has too many digits is not asked the faster for it.
func TestRetryAfter(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Retry-After", "3600")
		w.WriteHeader(http.StatusTooManyRequests)
	}))
	defer server.Close()
	w, err := NewWebhook(server.URL, "")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if err := w.Tell(ctx, "1.json", nil); err == nil || !strings.Contains(err.Error(), "answered 429") {
		t.Errorf("error %v", err)
	}
	resp := &http.Response{StatusCode: http.StatusServiceUnavailable, Header: http.Header{"Retry-After": {"9223372036854775"}}}
	if got := w.client.Backoff(hookWait, hookMaxWait, 0, resp); got < hookWait {
		t.Errorf("it is waited for %v", got)
	}
}

// teller takes reports as long as it is willing.
type teller struct {
	took []string
	most int
}

func (t *teller) Tell(_ context.Context, name string, report []byte) error {
	if len(t.took) >= t.most {
		return errors.New("not now")
	}
	t.took = append(t.took, name+" "+string(report))
	return nil
}

// What is not taken is told again, in order; what was removed is passed over.
func TestTellAll(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"1", "3"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("report "+name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	busy := &teller{most: 1}
	left, err := TellAll(t.Context(), dir, []string{"1", "2", "3"}, busy)
	if d := cmp.Diff([]string{"3"}, left); d != "" || err == nil || !strings.Contains(err.Error(), "not now") {
		t.Errorf("left %q, %v", left, err)
	}
	busy.most = 9
	if left, err = TellAll(t.Context(), dir, left, busy); len(left) != 0 || err != nil {
		t.Errorf("left %q, %v", left, err)
	}
	if d := cmp.Diff([]string{"1 report 1", "3 report 3"}, busy.took); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// A teller that takes nothing keeps nothing from another one, neither now nor later; who
// is not told in a turn has no part in it.
func TestTellEach(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	dead, live := &teller{}, &teller{most: 9}
	tellers := map[string]Teller{"command": dead, "webhook": live}
	s := State{Untold: map[string][]string{"other": {"0"}}}
	for _, name := range []string{"1", "2", "3"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("report"), 0o600); err != nil {
			t.Fatal(err)
		}
		s.Add(name, tellers)
		if err := s.Tell(t.Context(), dir, tellers); err == nil || !strings.Contains(err.Error(), "not now") {
			t.Errorf("error %v", err)
		}
	}
	if d := cmp.Diff([]string{"1 report", "2 report", "3 report"}, live.took); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if d := cmp.Diff(map[string][]string{"other": {"0"}, "command": {"1", "2", "3"}}, s.Untold); d != "" {
		t.Errorf("untold (-want +got):\n%s", d)
	}
	dead.most = 9
	if err := s.Tell(t.Context(), dir, tellers); err != nil || len(dead.took) != 3 || len(s.Untold) != 1 {
		t.Errorf("took %q, untold %v, %v", dead.took, s.Untold, err)
	}
}
