package serve

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"

	"verde/internal/cluster"
)

// sharing are machines that a server shows, with a site of a hostile name.
func sharing(context.Context) (cluster.Overview, error) {
	return cluster.Overview{
		Runs:    []cluster.RunState{{Name: "books", State: cluster.Running, Error: "w1: the bucket is away " + hostile, Round: 2, Sites: 9, Open: 4}},
		Workers: []cluster.WorkerState{{ID: "w1", Version: "1", Seen: 3, Sites: 2}, {ID: "w2", Version: "1", Seen: 300, Silent: true}},
		Queues:  []cluster.QueueState{{Queue: "sites", Waiting: 3, Running: 2, Scheduled: 1}},
		Hosts:   []cluster.HostState{{Site: hostile, Holder: "w1 books 1"}, {Site: "b.example", Pause: 90}},
	}, nil
}

// serving is a server of no runs.
func serving(t *testing.T, opt Options) *Server {
	t.Helper()
	s, err := New(t.Context(), nil, opt)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Workers, queues and sites are shown where the server knows a database, to people and to
// programs; a database that is away is said, and other pages stay.
func TestMachines(t *testing.T) {
	t.Parallel()
	s := serving(t, Options{Machines: sharing})
	body := get(s, "/machines").Body.String()
	for _, want := range []string{"w1", "silent: others do its sites", "read by w1 books 1", "left alone for 1m30s", "the bucket is away", `href="/machines" aria-current="page"`} {
		if !strings.Contains(body, want) {
			t.Errorf("no %q in\n%s", want, body)
		}
	}
	if strings.Contains(body, "<script>alert") || strings.Contains(body, "\u202e") {
		t.Error("a hostile name is shown as it is")
	}
	var o cluster.Overview
	if err := json.Unmarshal(get(s, "/api/v1/machines").Body.Bytes(), &o); err != nil || len(o.Workers) != 2 || !o.Workers[1].Silent || o.Queues[0].Scheduled != 1 {
		t.Errorf("%+v, %v", o, err)
	}
	away := serving(t, Options{Machines: func(context.Context) (cluster.Overview, error) {
		return cluster.Overview{}, errors.New("the database is away")
	}})
	if w := get(away, "/machines"); w.Code != http.StatusInternalServerError || !strings.Contains(w.Body.String(), "the database is away") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if w := get(away, "/"); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `href="/machines"`) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if w := get(serving(t, Options{}), "/machines"); w.Code != http.StatusNotFound {
		t.Error(w.Code)
	}
}
