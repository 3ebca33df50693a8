//go:build cluster

package main

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"os/exec"
	"sync"
	"syscall"
	"testing"
	"time"

	"verde/internal/cluster"
)

// Workers that are killed cost nothing but time: one of three each second, ten times at most.
func TestClusterKill(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	x.alone()
	slow(x, 15*time.Millisecond)
	x.begin("books")
	workers := map[string]*exec.Cmd{}
	for _, who := range []string{"a", "b", "c"} {
		workers[who] = x.start(who)
	}
	names := []string{"a", "b", "c"}
	most := sized(10, 4)
	kills, next := 0, time.Now().Add(time.Second)
	x.end(func() {
		if kills == most || time.Now().Before(next) {
			return
		}
		who := names[rand.N(len(names))]
		workers[who].Process.Kill()
		workers[who].Wait()
		next = time.Now().Add(time.Second)
		kills++
		workers[who] = x.start(who)
	}, "books")
	t.Logf("%d kills", kills)
	if kills < sized(3, 2) {
		t.Errorf("%d kills", kills)
	}
	x.same("books")
	x.checks("books")
}

// A worker that sleeps for three leases sends nothing to sites that others have by then,
// and what it had begun is done once.
func TestClusterSleep(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	x.alone()
	slow(x, 15*time.Millisecond)
	x.begin("books")
	sleeper := x.start("sleeper")
	x.start("other")
	x.atWork("sleeper")
	for range sized(2, 1) {
		if err := sleeper.Process.Signal(syscall.SIGSTOP); err != nil {
			t.Fatal(err)
		}
		time.Sleep(3 * trialLease)
		if err := sleeper.Process.Signal(syscall.SIGCONT); err != nil {
			t.Fatal(err)
		}
		time.Sleep(500 * time.Millisecond)
	}
	x.end(nil, "books")
	if x.served["sleeper"] == 0 || x.served["other"] == 0 {
		t.Errorf("requests by %v", x.served)
	}
	x.same("books")
	x.checks("books")
}

// A page that kills its process costs its own site alone, and the run ends.
func TestClusterPoison(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	const host = "isbnhall.example"
	var mu sync.Mutex
	workers := map[string]*exec.Cmd{}
	kills := 0
	x.before = func(_ http.ResponseWriter, r *http.Request, who string) bool {
		if r.Host != "search.demo.test" {
			time.Sleep(5 * time.Millisecond)
		}
		if r.Host != host || r.URL.Path == "/robots.txt" {
			return false
		}
		mu.Lock()
		defer mu.Unlock()
		if cmd := workers[who]; cmd != nil {
			cmd.Process.Kill()
			kills++
			workers[who] = nil
		}
		return false
	}
	x.begin("books")
	revive := func() {
		for _, who := range []string{"a", "b"} {
			mu.Lock()
			dead := workers[who] == nil
			mu.Unlock()
			if dead {
				cmd := x.start(who)
				mu.Lock()
				workers[who] = cmd
				mu.Unlock()
			}
		}
	}
	revive()
	x.end(revive, "books")
	rows, err := x.pool.Query(t.Context(), "SELECT site, state FROM verde.candidates WHERE run = 'books'")
	if err != nil {
		t.Fatal(err)
	}
	var site, state string
	failed, expanded := 0, 0
	for rows.Next() {
		if err := rows.Scan(&site, &state); err != nil {
			t.Fatal(err)
		}
		switch {
		case state == "failed" && site == host:
			failed++
		case state == "failed":
			t.Errorf("%s failed, too", site)
		case state == "expanded":
			expanded++
		}
	}
	if failed == 0 || expanded < 3 || kills < 5*failed { // each round that it is a candidate of
		t.Errorf("%d kills, %d failed, %d expanded", kills, failed, expanded)
	}
	x.checks("books")
}

// Wherever a worker dies, between what is done and what is stored, its run ends as one by
// itself: 25 deaths at named points, two workers at a time, in as many runs of two rounds
// as that takes. What a dead worker had is another's within two leases.
func TestClusterPoints(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	x.alone()
	points := cluster.Points()
	deaths := sized(25, len(points))
	type worker struct {
		dies cluster.Point
		gone chan struct{}
	}
	started, died := 0, 0
	start := func() *worker {
		w := &worker{gone: make(chan struct{})}
		if started < deaths {
			w.dies = points[5*started%len(points)] // sites' between rounds', else one site may be at its fifth and last death
		}
		started++
		x.dies = w.dies
		cmd := x.start(fmt.Sprint("w", started))
		go func() { cmd.Wait(); close(w.gone) }()
		return w
	}
	workers := []*worker{start(), start()}
	late := 0.0
	look := func() {
		for i, w := range workers {
			select {
			case <-w.gone:
				if w.dies == "" {
					t.Fatal("a worker ended that was not to")
				}
				died++
				workers[i] = start()
			default:
			}
		}
		var seen float64
		const orphans = `SELECT coalesce(max(extract(epoch FROM now() - w.seen)), 0)::float8 FROM verde.river_job j JOIN verde.workers w ON w.id = j.attempted_by[array_upper(j.attempted_by, 1)] WHERE j.state = 'running'`
		if err := x.pool.QueryRow(t.Context(), orphans).Scan(&seen); err != nil {
			t.Fatal(err)
		}
		late = max(late, seen)
	}
	var runs []string
	for died < deaths && len(runs) < 2*deaths {
		run := fmt.Sprint("books", len(runs))
		runs = append(runs, run)
		x.begin(run)
		x.end(look, run)
		x.same(run)
	}
	x.checks(runs...)
	if died < deaths {
		t.Errorf("%d deaths in %d runs", died, len(runs))
	}
	if late > (2 * trialLease).Seconds() {
		t.Errorf("a job was left for %.1f s, which is more than two leases", late)
	}
	t.Logf("%d deaths in %d runs; a job was left for %.1f s at most", died, len(runs), late)
}
