package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/mattn/go-runewidth"

	"verde/progress"
)

// screen is a terminal of some width: it keeps what a person would see, breaks
// lines as a terminal does, and knows the two controls that are used: up, and
// clear to the end.
type screen struct {
	mu       sync.Mutex
	width    int
	rows     [][]rune
	row, col int
	unknown  []string // controls
}

func (s *screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for text := string(p); text != ""; {
		if rest, ok := strings.CutPrefix(text, "\x1b["); ok {
			end := strings.IndexFunc(rest, func(r rune) bool { return r >= '@' })
			s.control(rest[:end], rest[end])
			text = rest[end+1:]
			continue
		}
		r := []rune(text)[0]
		text = text[len(string(r)):]
		s.put(r)
	}
	return len(p), nil
}

func (s *screen) control(arguments string, final byte) {
	n := 0
	fmt.Sscan(arguments, &n)
	switch {
	case final == 'A':
		s.row = max(0, s.row-n)
	case final == 'J' && n == 0:
		s.rows = s.rows[:min(len(s.rows), s.row+1)]
		if s.row < len(s.rows) {
			s.rows[s.row] = s.rows[s.row][:min(len(s.rows[s.row]), s.col)]
		}
	default:
		s.unknown = append(s.unknown, arguments+string(final))
	}
}

func (s *screen) put(r rune) {
	switch r {
	case '\r':
		s.col = 0
		return
	case '\n':
		s.row, s.col = s.row+1, 0
		return
	}
	if s.col+runewidth.RuneWidth(r) > s.width {
		s.row, s.col = s.row+1, 0
	}
	for len(s.rows) <= s.row {
		s.rows = append(s.rows, nil)
	}
	for len(s.rows[s.row]) <= s.col {
		s.rows[s.row] = append(s.rows[s.row], ' ')
	}
	s.rows[s.row][s.col] = r
	s.col += runewidth.RuneWidth(r)
}

func (s *screen) text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var b strings.Builder
	for _, row := range s.rows {
		b.WriteString(strings.TrimRight(string(row), " ") + "\n")
	}
	return strings.TrimRight(b.String(), "\n")
}

func searched(pages int) progress.Event {
	return progress.Event{Phase: progress.Searching, Site: "a.example", Done: pages}
}

// drawnOn is a status on a screen.
func drawnOn(ctx context.Context, tty *screen) *status {
	return &status{out: tty, ctx: ctx, kind: drawn, size: func() (int, int) {
		tty.mu.Lock()
		defer tty.mu.Unlock()
		return tty.width, 24
	}}
}

func TestStatus(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		tty := &screen{width: 40}
		s := drawnOn(t.Context(), tty)
		look := func(want ...string) {
			t.Helper()
			time.Sleep(2 * redrawn)
			synctest.Wait()
			if d := cmp.Diff(strings.Join(want, "\n"), tty.text()); d != "" {
				t.Errorf("screen (-want +got):\n%s", d)
			}
		}
		s.Write([]byte("before\n"))
		look("before") // nothing is told yet
		s.tell(searched(3))
		look("before", "searching a.example, 3 pages downloaded", "  at a.example", "  0s so far")
		s.Write([]byte("a log line\n"))
		look("before", "a log line", "searching a.example, 3 pages downloaded", "  at a.example", "  0s so far")
		s.Write([]byte("half a "))
		s.tell(searched(1234))
		look("before", "a log line", "searching a.example, 1234 pages downlo…", "  at a.example", "  1s so far")
		s.Write([]byte("line\nand more"))
		look("before", "a log line", "half a line", "searching a.example, 1234 pages downlo…", "  at a.example", "  1s so far")
		s.close()
		look("before", "a log line", "half a line", "and more")
		s.close() // as a deferred call does after an earlier one
		s.tell(searched(4))
		s.Write([]byte("\ndone\n"))
		look("before", "a log line", "half a line", "and more", "done")
		if len(tty.unknown) > 0 {
			t.Errorf("controls that not every terminal has: %q", tty.unknown)
		}
	})
}

// How far a command came that was stopped stays on the screen.
func TestStatusOfWhatIsStopped(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		tty := &screen{width: 80}
		ctx, cancel := context.WithCancel(t.Context())
		s := drawnOn(ctx, tty)
		s.tell(searched(3))
		time.Sleep(time.Second)
		cancel()
		s.Write([]byte("a last line\n"))
		s.close()
		fmt.Fprintln(tty, "verde: stopped")
		if d := cmp.Diff("a last line\nsearching a.example, 3 pages downloaded\n  at a.example\n  1s so far\nverde: stopped", tty.text()); d != "" {
			t.Errorf("screen (-want +got):\n%s", d)
		}
	})
}

// A terminal that gets another size is written to as what it is from then on,
// and what stands above is not touched.
func TestStatusIsResized(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		tty := &screen{width: 80}
		s := drawnOn(t.Context(), tty)
		s.Write([]byte("a log line\n"))
		s.tell(searched(3))
		for _, width := range []int{30, 80, 8, 200} {
			time.Sleep(time.Second)
			synctest.Wait()
			tty.mu.Lock()
			tty.width = width
			tty.mu.Unlock()
			time.Sleep(time.Second)
			synctest.Wait()
			lines := strings.Split(tty.text(), "\n")
			if len(lines) != 4 || lines[0] != "a log line" || !strings.HasPrefix(lines[1], "search") {
				t.Errorf("width %d: %q", width, lines)
			}
		}
		s.close()
		if got := tty.text(); got != "a log line" {
			t.Errorf("at the end: %q", got)
		}
	})
}

// Whoever writes while lines are redrawn, and however it ends, each line is
// there once.
func TestStatusLosesNothing(t *testing.T) {
	t.Parallel()
	for _, stopped := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			tty := &screen{width: 80}
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			s := drawnOn(ctx, tty)
			var wg sync.WaitGroup
			for i := range 8 {
				wg.Go(func() {
					for j := range 50 {
						s.tell(searched(50*i + j))
						fmt.Fprintf(s, "line %d of %d\n", j, i)
						time.Sleep(time.Duration(17*i+1) * time.Millisecond)
					}
				})
			}
			time.Sleep(3 * time.Second)
			if stopped {
				cancel()
			}
			s.close()
			wg.Wait()
			got := strings.Split(tty.text(), "\n")
			for i := range 8 {
				for j := range 50 {
					n := 0
					for _, line := range got {
						if line == fmt.Sprintf("line %d of %d", j, i) {
							n++
						}
					}
					if n != 1 {
						t.Fatalf("line %d of %d is there %d times", j, i, n)
					}
				}
			}
		})
	}
}

// Where nobody looks, a line now and then tells how far a command is.
func TestStatusInALog(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		kind statusKind
		want []string
	}{
		{silent, []string{"a warning"}},
		{plain, []string{"a warning", "searching a.example, 30 pages downloaded; at a.example; 30s so far", "searching a.example, 60 pages downloaded; at a.example; 1m so far"}},
	} {
		synctest.Test(t, func(t *testing.T) {
			var out bytes.Buffer
			s := &status{out: &out, ctx: t.Context(), kind: test.kind}
			s.tell(searched(0))
			s.Write([]byte("a warning\n"))
			time.Sleep(time.Second / 2)
			for i := range 70 {
				s.tell(searched(i + 1))
				time.Sleep(time.Second)
				synctest.Wait()
			}
			s.close()
			s.close()
			if d := cmp.Diff(strings.Join(test.want, "\n")+"\n", out.String()); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

// So do records, and one more tells how far a command came that was stopped.
func TestStatusAsRecords(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		ctx, cancel := context.WithCancel(t.Context())
		s := &status{out: &out, ctx: ctx, kind: records}
		s.tell(progress.Event{Phase: progress.Asking, Round: 1, Of: 3})
		time.Sleep(time.Second / 2)
		for i := range 41 {
			s.tell(progress.Event{Phase: progress.Asking, Done: i, Total: 60})
			time.Sleep(time.Second)
			synctest.Wait()
		}
		cancel()
		s.close()
		var got []map[string]any
		for line := range strings.Lines(out.String()) {
			var r map[string]any
			if err := json.Unmarshal([]byte(line), &r); err != nil {
				t.Fatalf("%q: %v", line, err)
			}
			delete(r, "time")
			got = append(got, r)
		}
		record := func(done, elapsed float64) map[string]any {
			return map[string]any{"level": "INFO", "msg": "progress", "phase": "asking", "round": 1., "rounds": 3., "done": done, "total": 60., "sites": 0.,
				"pages_read": 0., "pages": 0., "requests": 0., "elapsed": elapsed}
		}
		want := []map[string]any{record(29, 30), record(40, 41.5)}
		want[0]["part_left"] = map[string]any{"seconds": 32., "at_least": false}
		want[1]["part_left"] = map[string]any{"seconds": 20., "at_least": false}
		if d := cmp.Diff(want, got, cmp.Comparer(func(a, b float64) bool { return max(a-b, b-a) <= 1 })); d != "" {
			t.Errorf("(-want +got):\n%s", d)
		}
	})
}

// A run for one site tells of it.
func TestRecordOfOneSite(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		s := &status{out: &out, ctx: t.Context(), kind: records}
		s.tell(searched(3))
		time.Sleep(logged + time.Second)
		s.close()
		for _, want := range []string{`"phase":"searching"`, `"done":3`, `"slowest":"a.example"`, `"elapsed":30`} {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s lacks %s", out.String(), want)
			}
		}
	})
}

// A reason stays for a moment after the wait is over, and no longer.
func TestHolder(t *testing.T) {
	t.Parallel()
	start := time.Unix(1e9, 0)
	w := progress.Wait{Host: "a.example", Reason: progress.Delay, For: time.Second}
	var h holder
	for _, test := range []struct {
		at   time.Duration
		in   []progress.Wait
		want []progress.Wait
	}{
		{0, nil, nil},
		{time.Second, []progress.Wait{w}, []progress.Wait{w}},
		{2 * time.Second, nil, []progress.Wait{w}},
		{heldFor + 1100*time.Millisecond, nil, nil},
	} {
		if d := cmp.Diff(test.want, h.hold(test.in, start.Add(test.at))); d != "" {
			t.Errorf("after %v (-want +got):\n%s", test.at, d)
		}
	}
}
