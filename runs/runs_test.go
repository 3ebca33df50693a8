package runs

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"verde/fetch"
	"verde/progress"
)

// explorer is a work that holds the folder's archive as an exploration does, tells a
// step, and then does what it is told.
func explorer(began chan<- Task, goOn <-chan Outcome) Work {
	return func(ctx context.Context, t Task) Outcome {
		client, err := fetch.New(fetch.Options{Archive: filepath.Join(t.Folder, "archive"), IgnoreRobots: true})
		if err != nil {
			return Outcome{Err: err}
		}
		defer client.Close()
		if err := (Order{Args: t.Args, Began: time.Unix(1, 0)}).Write(t.Folder); err != nil {
			return Outcome{Err: err}
		}
		t.Progress(progress.Event{Phase: progress.Asking, Round: 1, Of: 3, Total: 7})
		fmt.Fprintln(t.Log, "begun")
		began <- t
		select {
		case out := <-goOn:
			if err := (Order{Args: t.Args, Began: time.Unix(1, 0), Ended: time.Unix(2, 0)}).Write(t.Folder); err != nil {
				return Outcome{Err: err}
			}
			return out
		case <-ctx.Done():
			return Outcome{Err: ctx.Err()}
		}
	}
}

// stand is what tests hold of a state.
type stand struct {
	Status   Status
	Here     bool
	Stopping string
	Paused   bool
	Lacks    string
	Failed   bool
}

func stands(t *testing.T, r *Runs, folder string) stand {
	t.Helper()
	s, err := r.State(folder)
	if err != nil {
		t.Fatal(err)
	}
	return stand{s.Status, s.Here, s.Stopping, s.Paused, s.Outcome.Lacks, s.Outcome.Err != nil}
}

// A run is started, paused, gone on with as it was asked, and ended; at each step it
// stands as it should, for this process and for others.
func TestRun(t *testing.T) {
	t.Parallel()
	began, goOn := make(chan Task), make(chan Outcome)
	r, other := New(explorer(began, goOn)), New(nil)
	defer r.Close()
	folder := filepath.Join(t.TempDir(), "books")
	check := func(when string, got, want any) {
		t.Helper()
		if d := cmp.Diff(want, got); d != "" {
			t.Fatalf("%s (-want +got):\n%s", when, d)
		}
	}
	is := func(when string, err, want error) {
		t.Helper()
		if !errors.Is(err, want) {
			t.Fatalf("%s: error %v, want %v", when, err, want)
		}
	}
	check("before", stands(t, r, folder), stand{Status: Stopped})
	is("pausing what is not there", r.Pause(folder), ErrIdle)
	is("going on with what was never asked", r.Resume(folder), ErrNoOrder)
	args := []string{"--domain=book", "http://a.example/1"}
	is("starting", r.Start(folder, args), nil)
	check("its task", (<-began).Args, args)
	check("under way", stands(t, r, folder), stand{Status: UnderWay, Here: true})
	check("seen from elsewhere", stands(t, other, folder), stand{Status: UnderWay})
	s, err := r.State(folder)
	if err != nil || s.View.Phase != progress.Asking || s.View.Total != 7 || s.Log != "begun\n" {
		t.Errorf("%+v, %v", s, err)
	}
	is("starting it twice", r.Start(folder, args), ErrUnderWay)
	is("starting it elsewhere", other.Start(folder, args), ErrElsewhere)
	is("pausing it elsewhere", other.Pause(folder), ErrElsewhere)
	is("pausing", r.Pause(folder), nil)
	out, err := r.Wait(t.Context(), folder)
	is("waiting", err, nil)
	is("what it came to", out.Err, context.Canceled)
	check("paused", stands(t, r, folder), stand{Status: Stopped, Paused: true})

	is("going on", r.Resume(folder), nil)
	task := <-began
	check("its task, again", task.Args, args)
	if task.Enough() {
		t.Error("nobody has ended it")
	}
	is("ending", r.End(folder), nil)
	if !task.Enough() {
		t.Error("it is not told to end")
	}
	check("ending", stands(t, r, folder), stand{Status: UnderWay, Here: true, Stopping: "ending"})
	goOn <- Outcome{Lacks: "a page"}
	if _, err := r.Wait(t.Context(), folder); err != nil {
		t.Fatal(err)
	}
	check("ended", stands(t, r, folder), stand{Status: Ended, Lacks: "a page"})
	check("ended, seen from elsewhere", stands(t, other, folder), stand{Status: Ended})
	is("ending it twice", r.End(folder), ErrIdle)
}

// Closing pauses what is under way, and nothing begins any more.
func TestClose(t *testing.T) {
	t.Parallel()
	began := make(chan Task)
	r := New(explorer(began, nil))
	a, b := filepath.Join(t.TempDir(), "a"), filepath.Join(t.TempDir(), "b")
	for _, folder := range []string{a, b} {
		if err := r.Start(folder, nil); err != nil {
			t.Fatal(err)
		}
		<-began
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{a, b} {
		if got := stands(t, r, folder); got.Status != Stopped || got.Here || !got.Paused || got.Failed {
			t.Errorf("%+v", got)
		}
	}
	if err := r.Start(a, nil); !errors.Is(err, ErrClosed) {
		t.Errorf("error %v", err)
	}
}

// No more runs than are allowed are under way at a time; one that is paused makes room.
func TestMost(t *testing.T) {
	t.Parallel()
	began := make(chan Task, 3)
	r := New(explorer(began, nil))
	r.Most = 2
	defer r.Close()
	dir := t.TempDir()
	a, b, c := filepath.Join(dir, "a"), filepath.Join(dir, "b"), filepath.Join(dir, "c")
	for _, folder := range []string{a, b} {
		if err := r.Start(folder, nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.Start(c, nil); !errors.Is(err, ErrFull) {
		t.Errorf("a third: %v", err)
	}
	<-began
	<-began
	if err := r.Pause(a); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Wait(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	if err := r.Start(c, nil); err != nil {
		t.Errorf("after a pause: %v", err)
	}
}

// Only a run that somebody has paused is: one whose own work was broken off has failed.
func TestBrokenOff(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	r := New(func(context.Context, Task) Outcome { return Outcome{Err: fmt.Errorf("asking: %w", context.Canceled)} })
	defer r.Close()
	if err := r.Start(folder, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Wait(t.Context(), folder); err != nil {
		t.Fatal(err)
	}
	if got := stands(t, r, folder); got.Paused || !got.Failed {
		t.Errorf("%+v", got)
	}
}

// A fault in one run is told and leaves the process alone.
func TestFault(t *testing.T) {
	t.Parallel()
	r := New(func(context.Context, Task) Outcome { panic("oh") })
	defer r.Close()
	if err := r.Start(t.TempDir(), nil); err != nil {
		t.Fatal(err)
	}
	for folder := range r.active {
		if out, err := r.Wait(t.Context(), folder); err != nil || out.Err == nil || !strings.Contains(out.Err.Error(), "oh") {
			t.Errorf("%v, %v", out, err)
		}
	}
}

func TestStatusWithoutOrder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if got, err := StatusOf(dir); err != nil || got != Stopped {
		t.Errorf("an empty folder: %s, %v", got, err)
	}
	if err := os.WriteFile(filepath.Join(dir, "report.json"), []byte("{}"), 0o666); err != nil {
		t.Fatal(err)
	}
	if got, err := StatusOf(dir); err != nil || got != Ended {
		t.Errorf("a folder with a report: %s, %v", got, err)
	}
}

func TestRepeatable(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		args []string
		want bool
	}{
		{[]string{"--domain=book", "http://a.example/-"}, true},
		{[]string{"--dump=-"}, false},
		{[]string{"-"}, false},
		{nil, true},
	} {
		if err := (Order{Args: test.args}).Repeatable(); (err == nil) != test.want {
			t.Errorf("%q: %v", test.args, err)
		}
	}
}

func TestTail(t *testing.T) {
	t.Parallel()
	var l tail
	line := strings.Repeat("ä", 50) + "\n"
	for range 1000 {
		fmt.Fprint(&l, line)
	}
	got := l.String()
	if len(got) > maxTail || len(got) < maxTail-2*len(line) || slices.ContainsFunc(slices.Collect(strings.Lines(got)), func(s string) bool { return s != line }) {
		t.Errorf("%d bytes, from %q", len(got), got[:100])
	}
	l = tail{}
	fmt.Fprint(&l, "x"+strings.Repeat("ä", maxTail))
	if got := l.String(); len(got) > maxTail || strings.Trim(got, "ä") != "" {
		t.Errorf("%d bytes, from %q", len(got), got[:10])
	}
}
