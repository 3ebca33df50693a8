package integrate

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
)

// Entity is a set of records about one thing, one of each site unless a person decided otherwise.
type Entity struct {
	ID      string
	Was     []string // IDs that it has taken over, in this run or an earlier one
	Anchor  string   // URL of the record that gave the ID
	Records []int32  // numbers of its records, ascending
	URLs    []string // of its records, in the same order
	// Probability that the least certain of its records belongs to it; 1 for an entity of one record.
	Probability float64
}

// Known is an entity of the previous run.
type Known struct {
	ID     string
	Was    []string // IDs that lead to it
	Anchor string
	URLs   []string
}

// Redirect tells which entity has taken over an ID.
type Redirect struct{ From, To string }

// identifier makes an ID from the URL of an entity's first record.
func identifier(url string) string {
	sum := sha256.Sum256([]byte(url))
	return "e" + hex.EncodeToString(sum[:8])
}

// identify gives clusters their IDs. An ID stays with the record that gave it, or if that is gone, with the first
// remaining record of its entity. If a cluster has several IDs, the oldest stays, and the others are redirected to
// it, as are those that were redirected to them.
func (c *Corpus) identify(clusters []Cluster, known []Known) ([]Entity, []Redirect) {
	of := make(map[string]int, len(c.urls))
	for i, cl := range clusters {
		for _, r := range cl.Records {
			of[c.urls[r]] = i
		}
	}
	out := make([]Entity, len(clusters))
	var redirects []Redirect
	for _, k := range known {
		for _, u := range append([]string{k.Anchor}, k.URLs...) {
			i, ok := of[u]
			if !ok {
				continue
			}
			was := k.Was
			if out[i].ID == "" {
				out[i].ID, out[i].Anchor = k.ID, k.Anchor
			} else if out[i].ID != k.ID {
				was = append(slices.Clone(was), k.ID)
			}
			out[i].Was = append(out[i].Was, was...)
			break
		}
	}
	taken := make(map[string]bool)
	for i := range out {
		taken[out[i].ID] = true
	}
	for i, cl := range clusters {
		e := &out[i]
		e.Records, e.Probability = cl.Records, cl.Probability
		for _, r := range cl.Records {
			e.URLs = append(e.URLs, c.urls[r])
		}
		for _, u := range slices.Sorted(slices.Values(e.URLs)) {
			if e.ID == "" && !taken[identifier(u)] {
				e.ID, e.Anchor = identifier(u), u
			}
		}
		for n := 0; e.ID == ""; n++ { // all of its records have given IDs to others
			if id := identifier(e.URLs[0] + strings.Repeat("#", n+1)); !taken[id] {
				e.ID, e.Anchor = id, e.URLs[0]
			}
		}
		taken[e.ID] = true
	}
	for i := range out {
		// An ID that an entity got back, as its records are separate again, is no redirect any more.
		e := &out[i]
		e.Was = slices.DeleteFunc(unique(e.Was), func(id string) bool { return taken[id] })
		for _, id := range e.Was {
			redirects = append(redirects, Redirect{id, e.ID})
		}
	}
	slices.SortFunc(out, func(a, b Entity) int { return cmp.Compare(a.ID, b.ID) })
	return out, redirects
}
