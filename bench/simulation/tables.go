// Package simulation asks where runs that machines share bend first: by a simulation of a
// thousand workers and a million sites, with what a real database works for each step.
//
// The simulation is of discrete events: a site is taken, read as slowly as politeness asks,
// and settled, by workers that send heartbeats; the database does each step by one of its
// processors, one after the other. What a page needs (a look-up before it is asked for, an
// entry after) and what idle workers ask is taken as a steady load. Sites have the sizes of
// those in the archive. Time is the simulation's: nothing sleeps.
package simulation

import (
	"context"
	"fmt"
	"os"
	"strconv"

	"verde/bench/stores"
	"verde/bench/table"
	"verde/internal/cluster"
)

// Tables are those of this package.
func Tables() []*table.Table {
	return []*table.Table{{
		Name: "database-steps", About: "What PostgreSQL works for each step of a shared run",
		Columns: []string{"step", "µs, processors of the server"}, Key: []string{"step"}, Packages: []string{"internal/cluster", "catalog"}, Needs: []table.Need{stores.Database}, Minutes: 3, Measure: steps,
	}, {
		Name: "simulation", About: "A simulation of many workers, 1,000 sites for each, with a database of 16 processors",
		Columns: []string{"workers", "sites", "hours", "hours, least", "pages a second", "database, % of its processors", "heartbeat, s, 1 of 100", "leases lost"},
		Key:     []string{"workers"}, Packages: []string{"internal/cluster", "catalog"}, Minutes: 3, Measure: simulate,
	}}
}

// named are the steps, by what they are.
func (c *costs) named() []struct {
	name string
	cost *float64
} {
	return []struct {
		name string
		cost *float64
	}{
		{"heartbeat with eight sites", &c.Beat}, {"a second of a worker that has nothing to do", &c.Idle}, {"a second of a job under way, for all workers", &c.Running},
		{"a page looked for in the archive", &c.Lookup}, {"a page entered there", &c.Store}, {"a site taken and given back", &c.Lease}, {"a site's job and source", &c.Site}, {"a record of it", &c.Record},
	}
}

func steps(ctx context.Context, r *table.Run) error {
	address := os.Getenv(stores.Database.Variable)
	c, err := measureCosts(ctx, address)
	if err != nil {
		return err
	}
	for _, s := range c.named() {
		if err := r.Put("go run ./bench/run database-steps", table.Figures{"step": table.Value(s.name), "µs, processors of the server": table.Fixed(1e6**s.cost, 3)}); err != nil {
			return err
		}
	}
	return nil
}

// sizes are how many workers are simulated.
var sizes = []int{10, 30, 100, 200, 300, 500, 1000}

// sitesEach is how many sites there are for each worker.
const sitesEach = 1000

func simulate(_ context.Context, r *table.Run) error {
	rows, err := r.Store.Read("database-steps")
	if err != nil {
		return err
	}
	var c costs
	for _, s := range c.named() {
		for _, o := range rows {
			if string(o.Figures["step"]) == s.name {
				micro, err := strconv.ParseFloat(string(o.Figures["µs, processors of the server"]), 64)
				if err != nil {
					return err
				}
				*s.cost = micro / 1e6
			}
		}
	}
	if c.Site == 0 {
		return fmt.Errorf("measure database-steps first")
	}
	for _, n := range sizes {
		f := table.Figures{"workers": table.Count(n), "sites": table.Count(n * sitesEach)}
		if skip, err := r.Skip(f); err != nil {
			return err
		} else if skip {
			continue
		}
		r.Sayf("%d workers", n)
		o := world{costs: c, Workers: n, Slots: 8, Sites: n * sitesEach, Processors: 16, Delay: 1, Lease: cluster.DefaultLease.Seconds(), Seed: 1}.run()
		f["hours"], f["hours, least"] = table.Fixed(o.Hours, 1), table.Fixed(o.Least, 1)
		f["pages a second"], f["database, % of its processors"] = table.Fixed(o.Pages, 0), table.Fixed(100*o.Busy, 1)
		f["heartbeat, s, 1 of 100"], f["leases lost"] = table.Fixed(o.LongBeat, 3), table.Count(o.Lost)
		if err := r.Put("go run ./bench/run simulation", f); err != nil {
			return err
		}
	}
	return nil
}
