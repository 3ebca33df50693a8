package integration

import (
	"slices"
	"strings"

	"verde/integrate"
)

// Report is how well a case was integrated.
type Report struct {
	Case       string   `json:"case"`
	Hidden     string   `json:"hidden,omitempty"`
	Records    int      `json:"records"`
	Entities   int      `json:"entities"`
	Attributes int      `json:"attributes"`
	Columns    Score    `json:"columns"`
	Pairs      *Score   `json:"pairs,omitempty"`
	BCubed     *Score   `json:"b_cubed,omitempty"`
	Works      *Score   `json:"works,omitempty"`     // pairs, where other editions are right too
	Majority   float64  `json:"majority,omitempty"`  // share of contested values of which most sources have the chosen one
	Contested  int      `json:"contested,omitempty"` // entities and attributes with several values
	Baseline   *Score   `json:"baseline,omitempty"`  // of records joined by equal title or name, folded
	Seconds    float64  `json:"seconds"`             // of wall time
	Alone      []string `json:"alone,omitempty"`     // sites without shared records
	Table      *Table   `json:"table,omitempty"`     // of a run
}

// Grade grades the result of integrating a case's tables.
func Grade(c *Case, r *integrate.Result) Report {
	out := Report{Case: c.Name, Entities: len(r.Entities), Attributes: len(r.Attributes), Alone: r.Alone}
	var attributes [][][]Column
	for _, a := range r.Attributes {
		var groups [][]Column
		for _, i := range a.Columns {
			col := &r.Columns[i]
			g := []Column{{col.Site, col.Label}}
			for _, twin := range col.Twins {
				g = append(g, Column{col.Site, twin})
			}
			groups = append(groups, g)
		}
		attributes = append(attributes, groups)
	}
	out.Columns = Columns(attributes, c.Columns)
	groups := make([][]string, len(r.Entities))
	for i, e := range r.Entities {
		groups[i] = e.URLs
		out.Records += len(e.URLs)
	}
	if len(c.Entities) > 0 {
		groups = append(groups, c.missing(groups)...)
		pairs, b := Pairs(groups, c.Entities), BCubed(groups, c.Entities)
		out.Pairs, out.BCubed = &pairs, &b
		if len(c.Names) > 0 {
			base := Pairs(byName(c.Names), c.Entities)
			out.Baseline = &base
		}
	}
	if c.Works != nil {
		// a pair is right if it is one edition's or one work's
		s := gradeWorks(groups, c)
		out.Works = &s
	}
	out.Majority, out.Contested = majority(r.Fused)
	return out
}

// missing returns each page that is in no group as a group of its own.
func (c *Case) missing(groups [][]string) (out [][]string) {
	here := make(map[string]bool)
	for _, g := range groups {
		for _, u := range g {
			here[u] = true
		}
	}
	for _, u := range sortedKeys(c.Entities) {
		if !here[u] {
			out = append(out, []string{u})
		}
	}
	return out
}

// gradeWorks grades pairs that are right if their entities or their works are the same; the pairs to find are
// those of one entity.
func gradeWorks(groups [][]string, c *Case) Score {
	var right, found, same float64
	for _, g := range groups {
		for i, a := range g {
			for _, b := range g[i+1:] {
				e, ok := c.Entities[a]
				f, ok2 := c.Entities[b]
				if !ok || !ok2 {
					continue
				}
				found++
				if e == f {
					same++
				}
				if e == f || c.Works[a] != "" && sameWork(c.Works[a], c.Works[b]) {
					right++
				}
			}
		}
	}
	sizes := make(map[string]int)
	for _, e := range c.Entities {
		sizes[e]++
	}
	want := 0.
	for _, n := range sizes {
		want += pairs(n)
	}
	s := NewScore(right, found, want)
	s.Recall = NewScore(same, 0, want).Recall
	s.F1 = 0
	if s.Precision+s.Recall > 0 {
		s.F1 = 2 * s.Precision * s.Recall / (s.Precision + s.Recall)
	}
	return s
}

// sameWork reports whether two works are one: one title begins with the other and the authors share a word.
func sameWork(a, b string) bool {
	ta, wa, _ := strings.Cut(a, " / ")
	tb, wb, _ := strings.Cut(b, " / ")
	if !strings.HasPrefix(ta, tb) && !strings.HasPrefix(tb, ta) {
		return false
	}
	words := strings.Fields(wb)
	return slices.ContainsFunc(strings.Fields(wa), func(w string) bool { return len(w) > 1 && slices.Contains(words, w) })
}

// majority is the share of contested values of which most sources have the chosen one, and the number of contested
// values.
func majority(fused []integrate.Fused) (float64, int) {
	most, contested := 0, 0
	for i := range fused {
		g := fused[i].Groups
		if len(g) < 2 {
			continue
		}
		top := 0
		for j := range g {
			top = max(top, len(g[j].Claims))
		}
		contested++
		if len(g[0].Claims) == top {
			most++
		}
	}
	return float64(most) / float64(max(1, contested)), contested
}

// byName groups URLs by name.
func byName(names map[string]string) [][]string {
	groups := make(map[string][]string)
	for url, name := range names {
		groups[name] = append(groups[name], url)
	}
	out := make([][]string, 0, len(groups))
	for _, g := range groups {
		out = append(out, g)
	}
	return out
}
