package growth

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"runtime"

	"verde/bench/table"
	"verde/catalog"
	"verde/integrate"
	"verde/internal/stopwatch"
	"verde/known"
	"verde/query"
	"verde/record"
)

// What a process that settles sites keeps of a round's knowledge: all of it, as one
// machine does, or the names alone, as those do that share a run.
const (
	inMemory  = "in memory"
	elsewhere = "in the database"
)

// ofSite is how many records a made site has.
const ofSite = 1000

// knowledgeSizes are measured: what is all in memory takes eleven gigabytes for a million
// records while it is integrated (see growth), and is left out there.
var knowledgeSizes = []struct {
	values  string
	records int
}{{elsewhere, 10_000}, {elsewhere, 100_000}, {elsewhere, 1_000_000}, {inMemory, 10_000}, {inMemory, 100_000}}

func measureKnowledge(_ context.Context, r *table.Run) error {
	for _, s := range knowledgeSizes {
		f := table.Figures{"records": table.Count(s.records), "values": table.Value(s.values)}
		if skip, err := r.Skip(f); err != nil {
			return err
		} else if skip {
			continue
		}
		r.Sayf("%d records, %s", s.records, s.values)
		before, end := heap(), stopwatch.Start()
		e, lookups, err := entitiesOf(s.values, s.records)
		if err != nil {
			return err
		}
		built := end()
		f["MB kept"] = table.Fixed(heap()-before, 1)
		f["bytes a record"] = table.Fixed(1e6*(heap()-before)/float64(s.records), 0)
		f["s, processors, to make"] = table.Fixed(built.Processor, 1)
		*lookups, end = 0, stopwatch.Start()
		for k := range settledSites {
			settleSite(e, s.records, k)
		}
		took := end()
		f["ms, processors, a site"] = table.Fixed(1000*took.Processor/settledSites, 1)
		f["look-ups a site"] = table.Fixed(float64(*lookups)/settledSites, 1)
		f["MB kept then"] = table.Fixed(heap()-before, 1)
		if e.Err() != nil {
			return e.Err()
		}
		runtime.KeepAlive(e)
		if err := r.Put("go run ./bench/run knowledge", f); err != nil {
			return err
		}
	}
	return nil
}

// heap is what is in use, in MB.
func heap() float64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc) / 1e6
}

// entitiesOf makes what is known of so many records, and counts the look-ups of values.
func entitiesOf(values string, records int) (e *known.Entities, lookups *int, err error) {
	profile := query.Profile{Identifier: "title", Attributes: []query.Attribute{{Name: "author"}, {Name: "publisher"}}}
	lookups = new(int)
	if values == inMemory {
		e = known.New(profile)
	} else {
		about := fmt.Appendf(nil, `{"records":%d}`, records)
		e, err = known.NewShelved(profile, about, func(places []int) (out [][]byte, err error) {
			*lookups++
			for _, at := range places {
				b := newBook(uint64((at/ofSite/copies)*ofSite + at%ofSite))
				text, err := json.Marshal(b.valuesOn(at / ofSite))
				if err != nil {
					return nil, err
				}
				out = append(out, text)
			}
			return out, nil
		})
		if err != nil {
			return nil, nil, err
		}
	}
	var tables catalog.Tabulation
	for site := range records / ofSite {
		src := catalog.Source{Site: fmt.Sprintf("s%d.example", site), Role: catalog.Discovered, Round: 1,
			Attributes: map[string]string{label("title", site): "title", label("author", site): "author", label("publisher", site): "publisher"}}
		if err := e.AddSite(src, recordsOf(site)); err != nil {
			return nil, nil, err
		}
		for r, err := range recordsOf(site) {
			if err != nil {
				return nil, nil, err
			}
			if values == inMemory {
				r.Site = src.Site
				tables.Add(&r, nil)
			}
		}
	}
	if values == inMemory {
		var r *integrate.Result
		if r, err = integrate.Integrate(tables.Tables(), integrate.Options{Unfused: true}); err == nil {
			err = e.AddIntegration(r.Report(), known.HeldOf(r))
		}
	}
	return e, lookups, err
}

// valuesOn are those of on, under the names of the attributes.
func (b *book) valuesOn(site int) map[string][]string {
	out := make(map[string][]string)
	for _, name := range []string{"title", "author", "publisher"} {
		if texts := b.on(site)[label(name, site)]; len(texts) > 0 {
			out[name] = texts
		}
	}
	return out
}

// settledSites are read by what is known, each with settledPages pages of known entities and
// of others.
const (
	settledSites = 20
	settledPages = 178 // the median of the sites that there are
)

// settleSite has a site named and decided on by what is known.
func settleSite(e *known.Entities, records, k int) {
	r := rand.New(rand.NewPCG(uint64(k), 7))
	var list []record.Record
	for i := range settledPages {
		b := newBook(uint64(r.IntN(2 * max(1, records/copies))))
		list = append(list, record.FromTexts(fmt.Sprintf("http://new%d.example/%d", k, i), b.on(1_000_000+k)))
	}
	names := e.NameColumns(list, nil)
	e.RejectReason(catalog.Source{Site: "new.example", Attributes: names}, list, nil)
	e.OtherKinds(list, nil)
}
