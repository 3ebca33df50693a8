// Package steering keeps what persons decide of a run: which sites are sources and how
// much of one is wanted, which records and columns are the same, which values hold.
//
// The one idea: decisions are lines of three lists beside the run, which people can read;
// whatever works on the run reads them when it begins something new. So a run obeys without
// being stopped, and whoever decides needs no lock of it. Several processes may decide at a
// time: a list is changed by one of them. A run's folder has the lists as files, see
// [Folder], to edit and to copy into another folder; a database that machines share keeps
// those of its runs.
package steering

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"verde/integrate"
)

// The lists of a run, by the names of their files in its folder.
const (
	SitesFile    = "sites.decisions.jsonl"
	MatchingFile = "integrate.decisions.jsonl"
	QueriesFile  = "queries.decisions.jsonl"
)

// What may be decided of a site.
const (
	Accept = "accept" // it is read, whatever its pages look like to the judge
	Refuse = "refuse" // it is not read, and what was read of it leaves the catalog
	Doubt  = "doubt"  // the same, but it is told as doubtful
)

// Leave is the word for leaving a site to the judge again, see [Site.Put].
const Leave = "leave"

// ByHand begins the reason of a site's state that a person has decided.
const ByHand = "decided by hand"

// Site is what a person has decided of a site. It wins over what the judge finds.
type Site struct {
	Site   string `json:"site"`
	Decide string `json:"decide,omitempty"` // [Accept], [Refuse], [Doubt], or "" to leave it to the judge
	Scope  string `json:"scope,omitempty"`  // which of the offered scopes is read (see [verde/siteexpand.Scope]); "" for the method's choice
	Why    string `json:"why,omitempty"`    // for people
}

// Bounds of what a decision says, in bytes: of a name, and of a reason.
const (
	maxName = 2048
	maxWhy  = 1000
)

// Check tells whether the decision can be meant.
func (s Site) Check() error {
	switch {
	case s.Site == "":
		return errors.New("a decision on a site names it")
	case len(s.Site) > maxName || len(s.Scope) > maxName || len(s.Why) > maxWhy:
		return fmt.Errorf("a decision on a site has at most %d bytes, its reason %d", maxName, maxWhy)
	case s.Decide != "" && s.Decide != Accept && s.Decide != Refuse && s.Decide != Doubt:
		return fmt.Errorf("%q: a site is left to the judge (\"\"), or there are %s, %s and %s", s.Decide, Accept, Refuse, Doubt)
	}
	return nil
}

// Put decides anew whether the site is a source. The reason of another decision goes with
// it, and so does any with [Leave].
func (s *Site) Put(decide string) {
	if decide == Leave {
		decide = ""
	}
	if decide != s.Decide || decide == "" {
		s.Why = ""
	}
	s.Decide = decide
}

// IsOut reports whether the site is not to be read.
func (s Site) IsOut() bool { return s.Decide == Refuse || s.Decide == Doubt }

// Reason is why the site is in its state.
func (s Site) Reason() string {
	if s.Why == "" {
		return ByHand
	}
	return ByHand + ": " + s.Why
}

// Query is an entity that a person wants to be asked for.
type Query struct {
	Name string `json:"name"`
	With string `json:"with,omitempty"` // another value of it, as its maker
}

// Check tells whether the query can be meant.
func (q Query) Check() error {
	switch {
	case strings.TrimSpace(q.Name) == "":
		return errors.New("a query needs the name of an entity")
	case len(q.Name) > maxName || len(q.With) > maxName:
		return fmt.Errorf("a name has at most %d bytes", maxName)
	}
	return nil
}

// Steering is all that was decided of a run.
type Steering struct {
	Queries  []Query              // in their order
	Sites    map[string]Site      // by site
	Matching []integrate.Decision // in their order
}

// Read reads the decisions of a run. The error tells the list and line.
func Read(ctx context.Context, lists Lists) (s Steering, err error) {
	if s.Sites, err = readSites(linesOf(ctx, lists(SitesFile))); err != nil {
		return Steering{}, err
	}
	err = lists(QueriesFile).Read(ctx, func(line []byte, _ int) error {
		var q Query
		if err := json.Unmarshal(line, &q); err != nil {
			return err
		}
		s.Queries = append(s.Queries, q)
		return q.Check()
	})
	if err != nil {
		return Steering{}, err
	}
	s.Matching, err = ReadMatching(ctx, lists(MatchingFile))
	return s, err
}

// lines calls each for every line of a list.
type lines func(each func(line []byte, n int) error) error

func linesOf(ctx context.Context, list List) lines {
	return func(each func([]byte, int) error) error { return list.Read(ctx, each) }
}

func readSites(all lines) (map[string]Site, error) {
	sites := make(map[string]Site)
	err := all(func(line []byte, _ int) error {
		var d Site
		if err := json.Unmarshal(line, &d); err != nil {
			return err
		}
		sites[d.Site] = d // the last one holds
		return d.Check()
	})
	return sites, err
}

// ReadMatching reads a list of decisions on records, columns and values.
func ReadMatching(ctx context.Context, list List) ([]integrate.Decision, error) {
	return readMatching(linesOf(ctx, list))
}

func readMatching(all lines) (out []integrate.Decision, err error) {
	err = all(func(line []byte, n int) error {
		var d integrate.Decision
		if err := json.Unmarshal(line, &d); err != nil {
			return err
		}
		d.Line = n
		out = append(out, d)
		return d.Check()
	})
	if err != nil {
		return nil, err
	}
	if err := integrate.CheckDecisions(out); err != nil {
		return nil, fmt.Errorf("on records, columns and values: %w", err)
	}
	return out, nil
}

// ChangeSite changes what is decided of a site: change is given what was decided before,
// with the site's name, and what it leaves there is kept unless it gives an error. Nobody
// else decides meanwhile, in this process or another. Cost: the decisions are read.
func ChangeSite(ctx context.Context, lists Lists, site string, change func(*Site) error) error {
	return lists(SitesFile).Write(ctx, func(draft Draft) error {
		sites, err := readSites(draft.Read)
		if err != nil {
			return err
		}
		d := sites[site]
		d.Site = site
		if err := change(&d); err != nil {
			return err
		}
		if err := d.Check(); err != nil {
			return err
		}
		return draft.Append(d)
	})
}

// Ask has a run ask for one more entity, when it goes on the next time.
func Ask(ctx context.Context, lists Lists, q Query) error {
	if err := q.Check(); err != nil {
		return err
	}
	return lists(QueriesFile).Write(ctx, func(draft Draft) error { return draft.Append(q) })
}

// Match keeps a decision on records, columns or values in a list, in place of those on
// the very same things, if it goes with the others. It reports whether the list has
// changed: not if this was decided before.
func Match(ctx context.Context, list List, d integrate.Decision) (changed bool, err error) {
	err = list.Write(ctx, func(draft Draft) error {
		changed, err = match(draft, d)
		return err
	})
	return changed, err
}

func match(draft Draft, d integrate.Decision) (changed bool, err error) {
	all, err := readMatching(draft.Read)
	if err != nil {
		return false, err
	}
	others := slices.DeleteFunc(slices.Clone(all), func(o integrate.Decision) bool { return about(o) == about(d) })
	if len(all) == len(others)+1 {
		for _, o := range all {
			if o.Line = 0; o == d {
				return false, nil
			}
		}
	}
	d.Line = len(all) + 1
	if err := integrate.CheckDecisions(append(others, d)); err != nil {
		return false, fmt.Errorf("%w; take the other one back first", err)
	}
	if len(others) == len(all) {
		return true, draft.Append(d)
	}
	return true, replace(draft, append(others, d))
}

// Unmatch takes decisions on the things that d is about out of a list, and reports
// whether there were any.
func Unmatch(ctx context.Context, list List, d integrate.Decision) (changed bool, err error) {
	err = list.Write(ctx, func(draft Draft) error {
		all, err := readMatching(draft.Read)
		if err != nil {
			return err
		}
		left := slices.DeleteFunc(slices.Clone(all), func(o integrate.Decision) bool { return about(o) == about(d) })
		if changed = len(left) < len(all); !changed {
			return nil
		}
		return replace(draft, left)
	})
	return changed, err
}

func replace(draft Draft, all []integrate.Decision) error {
	out := make([]any, len(all))
	for i, d := range all {
		out[i] = d
	}
	return draft.Replace(out)
}

// about is a decision without what it says: the things that it is about.
func about(d integrate.Decision) integrate.Decision {
	switch d.What {
	case "same", "different":
		d.What = ""
		d.A, d.B = min(d.A, d.B), max(d.A, d.B)
	case "column":
		d.Attribute = ""
	case "value":
		d.Value = ""
	}
	d.Line = 0
	return d
}
