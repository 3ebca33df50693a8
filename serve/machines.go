package serve

import (
	"net/http"
	"time"

	"verde/internal/cluster"
)

// showMachines shows who works on the runs that machines share, what waits, and which
// sites somebody has.
func (s *Server) showMachines(r *http.Request) (*Page, error) {
	o, err := s.machines(r)
	return &Page{Title: "Machines", Template: "machines", Here: "machines", Data: machinesData{o, s.now().Format(time.TimeOnly)}}, err
}

// machinesData is what was seen at a time, which is told: where the database is away, a
// browser goes on to show what it had.
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
