package serve

import (
	"encoding/json"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"verde/watch"
)

// A run is kept fresh as a form asks, by the command of the same name, until that is
// stopped; what was asked stands in the form from then on.
func TestWatch(t *testing.T) {
	t.Parallel()
	s, tasks := steered(t)
	run := s.all()[0]
	form := func(change ...string) url.Values {
		f := url.Values{"hours": {"6"}, "max-downloads": {"0"}, "rounds": {"2"}, "tell": {"yes"}}
		for i := 0; i < len(change); i += 2 {
			f.Set(change[i], change[i+1])
		}
		return f
	}
	page := func(want ...string) {
		t.Helper()
		body := get(s, base).Body.String()
		safe(t, body)
		for _, x := range want {
			if !strings.Contains(body, x) {
				t.Errorf("no %q in %s", x, body)
			}
		}
	}
	page("Keep it fresh", "were not visited again yet", `name="hours" type="number" min="1" max="8760" required value="24"`, "Tell what changed")
	for name, bad := range map[string]url.Values{
		"no time": form("hours", ""), "a time too short": form("hours", "0"), "more than a number": form("rounds", "1 --on-change=x"), "too much": form("max-downloads", "9999999"),
	} {
		if w := post(s, base+"watch", bad); w.Code != http.StatusBadRequest {
			t.Errorf("%s: %d", name, w.Code)
		}
	}
	if w := post(s, base+"watch/stop", url.Values{}); w.Code != http.StatusConflict {
		t.Errorf("nothing to stop: %d", w.Code)
	}
	f := form()
	f.Set("on-change", "rm -rf /") // no field of the form
	if w := post(s, base+"watch", f); w.Code != http.StatusSeeOther || w.Header().Get("Location") != base {
		t.Fatalf("%d: %s", w.Code, w.Body)
	}
	if got, want := strings.Join((<-tasks).Args, " "), "--every=6h --max-downloads=0 --rounds=2 --on-change=notify me"; got != want {
		t.Errorf("watched by %s, want %s", got, want)
	}
	if w := post(s, base+"watch", form()); w.Code != http.StatusConflict || !strings.Contains(w.Body.String(), "kept fresh already") {
		t.Errorf("twice: %d %s", w.Code, w.Body)
	}
	began := s.now().Add(-time.Hour)
	state := watch.State{Began: began, Ended: began.Add(time.Minute), Untold: map[string][]string{"command": {"a.json"}}}
	if err := state.Save(filepath.Join(run.Dir, "watch.json")); err != nil {
		t.Fatal(err)
	}
	page("it waits for its next turn, "+began.Add(6*time.Hour).Format("2006-01-02 15:04"), "1 report of changes not taken yet", "What the turns tell", "every 6 hours, at most 0 pages a site and 2 rounds")
	var told watching
	w := get(s, "/api/v1"+base+"watch")
	if err := json.NewDecoder(w.Body).Decode(&told); err != nil || !told.Here || told.Order.Hours != 6 || !told.Next.Equal(began.Add(6*time.Hour)) {
		t.Errorf("%+v, %v", told, err)
	}
	if w := say(s, "/api/v1"+base+"watch/stop", map[string]string{}); w.Code != http.StatusOK {
		t.Fatalf("%d: %s", w.Code, w.Body)
	}
	if _, err := s.opt.Steering.Watches.Wait(t.Context(), run.Dir); err != nil {
		t.Fatal(err)
	}
	page(`required value="6"`, `value="yes" checked`, "ended 59 minutes ago")
	if w := say(s, "/api/v1"+base+"watch", map[string]string{"hours": "1", "max-downloads": "10", "rounds": "0"}); w.Code != http.StatusOK {
		t.Fatalf("%d: %s", w.Code, w.Body)
	}
	if got := strings.Join((<-tasks).Args, " "); got != "--every=1h --max-downloads=10 --rounds=0" {
		t.Errorf("watched by %s", got)
	}
}
