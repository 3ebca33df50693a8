package serve

import (
	"net/http"
	"time"

	"verde/internal/cluster"
)

// showMachines shows the machines that work on shared runs, the jobs that wait, and the
// sites that are leased.
func (s *Server) showMachines(r *http.Request) (*Page, error) {
	o, err := s.machines(r)
	return &Page{Title: "Machines", Template: "machines", Here: "machines", Data: machinesData{o, s.now().Format(time.TimeOnly)}}, err
}

// machinesData is the overview with its time, since a browser goes on showing an old one while
// the database does not answer.
type machinesData struct {
	cluster.Overview
	At string
}

func (s *Server) machines(r *http.Request) (cluster.Overview, error) {
	if s.opt.Machines == nil {
		return cluster.Overview{}, notFound("this server knows no database that machines share: start it with verde serve --database")
	}
	return s.opt.Machines(r.Context())
}
