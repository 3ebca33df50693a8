package integrate

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"iter"
	"maps"
	"slices"
)

// Report is what was concluded, without the entities themselves.
type Report struct {
	Sites      int         `json:"sites"`
	Records    int         `json:"records"`
	Entities   int         `json:"entities"`
	Joined     int         `json:"joined"` // entities with records of several sites
	Attributes []Attribute `json:"attributes"`
	Columns    []Column    `json:"columns"` // attributes refer to them by index, from 0
	Overlaps   []Overlap   `json:"overlaps"`
	Alone      []string    `json:"alone"`
	Redirects  []Redirect  `json:"redirects"`
	Compared   []string    `json:"compared"` // attributes that records were compared by, in the order of the model
	Model      Model       `json:"model"`
	Idle       []Decision  `json:"idle,omitempty"` // decisions without effect
	Cut        Cut         `json:"cut"`
	Doubts     []Doubt     `json:"doubts,omitempty"` // undecided pairs of records, the greatest doubt first, 50 at most
}

// Doubt is a pair of records of two sites, each the other's best match, that may or may not be one entity.
type Doubt struct {
	A    string  `json:"a"` // URL
	B    string  `json:"b"`
	P    float64 `json:"p"`    // that they are one entity's
	Same bool    `json:"same"` // they are in one entity
}

// Report summarises a result. Cost: linear in the records.
func (r *Result) Report() Report {
	report := Report{Entities: len(r.Entities), Attributes: r.Attributes, Columns: r.Columns, Overlaps: r.Shared, Alone: r.Alone, Redirects: r.Redirects, Model: r.Model, Idle: r.Idle, Cut: r.Cut}
	sites := make(map[string]bool)
	for _, e := range r.Entities {
		here := make(map[string]bool)
		for _, rec := range e.Records {
			sites[r.Site(rec)], here[r.Site(rec)] = true, true
			report.Records++
		}
		if len(here) > 1 {
			report.Joined++
		}
	}
	report.Sites = len(sites)
	report.Doubts = r.doubts()
	for _, k := range r.Compared {
		report.Compared = append(report.Compared, r.Attributes[k].Name)
	}
	return report
}

// doubts returns the pairs in doubt.
func (r *Result) doubts() (out []Doubt) {
	entity := make(map[int32]string)
	for _, e := range r.Entities {
		for _, rec := range e.Records {
			entity[rec] = e.ID
		}
	}
	for _, l := range r.doubtful {
		out = append(out, Doubt{A: r.resolver.urls[l.a], B: r.resolver.urls[l.b], P: probability(l.odds), Same: entity[l.a] == entity[l.b]})
	}
	return out
}

// method goes into each fingerprint. It is increased when the same input leads to another result than before
// (TestMethod).
const method = 43

// Fingerprint is a hash of all that a result depends on but the known IDs. tables are as [IntegrateEach] takes
// them; the order of their records does not matter. Cost: linear in the cells.
func Fingerprint(tables iter.Seq2[Table, error], opt Options) (string, error) {
	sum := sha256.New()
	e := json.NewEncoder(sum) // a hash does not fail, and texts can be encoded
	here := make(map[string]bool)
	for t, err := range tables {
		if err != nil {
			return "", err
		}
		here[t.Site] = true
		_ = e.Encode([]any{t.Site, len(t.Records), t.Relations, t.Titles, t.Parts})
		records := slices.Clone(t.Records)
		slices.SortStableFunc(records, func(a, b Record) int { return cmp.Compare(a.URL, b.URL) })
		for _, r := range records {
			_ = e.Encode(r)
		}
	}
	_ = e.Encode([]any{method, cmp.Or(opt.Granularity, Auto), len(here), opt.Decisions})
	for _, n := range opt.names() {
		if here[n.Site] {
			_ = e.Encode([]string{n.Site, n.Label, opt.Names[n]})
		}
	}
	return hex.EncodeToString(sum.Sum(nil)[:16]), nil
}

// names returns the columns whose names are known, in order.
func (o *Options) names() []ColumnName {
	return slices.SortedFunc(maps.Keys(o.Names), func(a, b ColumnName) int {
		return cmp.Or(cmp.Compare(a.Site, b.Site), cmp.Compare(a.Label, b.Label))
	})
}
