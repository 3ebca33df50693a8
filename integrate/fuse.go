package integrate

import (
	"cmp"
	"iter"
	"math"
	"slices"
	"strings"

	"verde/integrate/compare"
	"verde/values"
)

// Claim is what one record says of an entity under an attribute.
type Claim struct {
	Record  int32  `json:"-"`
	Site    string `json:"site"`
	URL     string `json:"url"`
	Label   string `json:"label"`
	Text    string `json:"text"`    // cleaned, of a long text the first 1 KiB
	Written string `json:"written"` // as the site has it

	value *compare.Value
	part  bool // Text is a part of Written
}

// fusedSites is an entity's value groups with the sites of each.
type fusedSites struct {
	*Fused
	sites [][]string // group -> its sites, each once
	all   []string   // sites of all groups
}

func newClaimed(x *Fused) fusedSites {
	out := fusedSites{Fused: x, sites: make([][]string, len(x.Groups))}
	for i := range x.Groups {
		out.sites[i] = sitesOf(x.Groups[i].Claims)
		for _, s := range out.sites[i] {
			if !slices.Contains(out.all, s) {
				out.all = append(out.all, s)
			}
		}
	}
	return out
}

// Group is claims that agree.
type Group struct {
	Value       string  `json:"value"` // the most precise meaning, then the commonest, as most of its sites write it
	Probability float64 `json:"p"`
	Claims      []Claim `json:"claims"`
	Chosen      bool    `json:"chosen"`
}

// Fused is what is known of an entity under an attribute: the groups of claims, most probable first.
type Fused struct {
	Entity    string
	Attribute string
	Groups    []Group
	Decided   bool // by a person
}

const (
	// The prior of a site's accuracy: its mean, and how many claims it is worth. Few sites have much in common, so
	// with a weak prior the first estimates would decide. On 64,117 chosen values of ten generated verticals the
	// Brier score is .0046, and was .0075 with .8 and 5. Leaving out one of five verticals at a time chooses .98
	// and 100; with .95 and 50 these are worse by .0037 at most.
	priorAccuracy    = .95
	priorClaims      = 50
	fuseRounds       = 5
	minAccuracy      = .05
	maxAccuracy      = .99
	falseValues      = 20  // wrong values that a site might give instead of the true one
	multivaluedShare = .05 // share of records with several values from which on an attribute may have several
	listShare        = .5  // share of the sites' accuracy that a value of a list needs

	// A logistic regression on 30,053 values of lists of ten generated verticals, each with the same weight; see
	// [fusion.calibrateList]. Leaving out one of the ten at a time, the mean Brier score is .029, that of the
	// share of sites .059; of the values that are shown .001 and .009. It is worse for three, by .017, .038 and
	// .001.
	listBase, listWith, listWithout = 4.9, 1.6, 2.5
)

// fusion estimates the values of one attribute and the accuracies of the sites in it.
type fusion struct {
	entities    []fusedSites
	multivalued bool               // a record may have several values
	accuracy    map[string]float64 // site -> share of its values that are true
}

// fuseAll chooses among the values of each entity, one attribute after the other. The accuracy of each site in the
// attribute and the probabilities of the values are estimated in turns (ACCU). Where records have several values
// of an attribute, each value is estimated by itself, by the share of the sites that have it. Cost: linear in the
// claims; the square of those of one entity and attribute.
func (c *Corpus) fuseAll(m *Matching, entities []Entity, given map[[2]string]string) iter.Seq[[]Fused] {
	return func(yield func([]Fused) bool) {
		having := c.entitiesByAttribute(m, entities, given)
		for k := range m.Attributes {
			if !yield(c.fuseAttribute(m, k, entities, having[k], given)) {
				return
			}
			having[k] = nil
		}
	}
}

// entitiesByAttribute returns for each attribute the entities of which a record or a person says something under
// it, ascending: most sites know few of all attributes.
func (c *Corpus) entitiesByAttribute(m *Matching, entities []Entity, given map[[2]string]string) [][]int32 {
	of := make([][]int32, len(m.Columns)) // column -> its attributes
	decided := make(map[string][]int32)   // entity -> attributes of which something is decided
	for k, a := range m.Attributes {
		for _, col := range a.Columns {
			of[col] = append(of[col], int32(k))
		}
		for at := range given {
			if at[1] == a.Name {
				decided[at[0]] = append(decided[at[0]], int32(k))
			}
		}
	}
	out := make([][]int32, len(m.Attributes))
	add := func(k, entity int32) {
		if n := len(out[k]); n == 0 || out[k][n-1] != entity {
			out[k] = append(out[k], entity)
		}
	}
	for i := range entities {
		for _, r := range entities[i].Records {
			for _, cell := range c.cellsOf(r) {
				for _, k := range of[cell.column] {
					add(k, int32(i))
				}
			}
		}
		for _, k := range decided[entities[i].ID] {
			add(k, int32(i))
		}
	}
	return out
}

// decidedValues are the values that a person decided, by entity and attribute.
func decidedValues(redirects []Redirect, decisions []Decision) map[[2]string]string {
	to := make(map[string]string)
	for _, r := range redirects {
		to[r.From] = r.To
	}
	out := make(map[[2]string]string)
	for _, d := range decisions {
		if d.What == "value" {
			out[[2]string{cmp.Or(to[d.Entity], d.Entity), d.Attribute}] = d.Value
		}
	}
	return out
}

// fuseAttribute fuses the values of one attribute for the entities that have it.
func (c *Corpus) fuseAttribute(m *Matching, k int, entities []Entity, having []int32, given map[[2]string]string) []Fused {
	a := &m.Attributes[k]
	f := fusion{accuracy: make(map[string]float64)}
	several, records := 0, 0
	var out []Fused
	for _, i := range having {
		x := Fused{Entity: entities[i].ID, Attribute: a.Name}
		var firsts []*compare.Value
		for _, r := range entities[i].Records {
			n := x.addClaims(c, m, a, r, &firsts)
			records += min(n, 1)
			several += min(max(n-1, 0), 1)
		}
		if _, decided := given[[2]string{x.Entity, a.Name}]; decided || len(x.Groups) > 0 {
			out = append(out, x)
		}
	}
	f.multivalued = float64(several) > multivaluedShare*float64(records)
	for i := range out {
		f.entities = append(f.entities, newClaimed(&out[i]))
	}
	for range fuseRounds {
		f.estimateValues()
		f.estimateAccuracies()
	}
	for i := range out {
		out[i].choose(f.multivalued, a.Short)
		if f.multivalued {
			f.calibrateList(newClaimed(&out[i]))
		}
		if v, ok := given[[2]string{out[i].Entity, a.Name}]; ok {
			out[i].applyDecision(v)
		}
	}
	return out
}

// addClaims adds a record's claims and returns their number. firsts are the values of the first claim of each
// group.
func (x *Fused) addClaims(c *Corpus, m *Matching, a *Attribute, r int32, firsts *[]*compare.Value) (n int) {
	for _, col := range a.Columns {
		if m.Columns[col].Site != c.sites[c.siteOf[r]] {
			continue
		}
		cells := c.cellsOf(r)
		i, ok := slices.BinarySearchFunc(cells, int32(col), func(x cell, col int32) int { return cmp.Compare(x.column, col) })
		if !ok {
			continue
		}
		for j, v := range cells[i].values {
			n++
			claim := Claim{Record: r, Site: m.Columns[col].Site, URL: c.urls[r], Label: m.Columns[col].Label, Text: v.Text, Written: cells[i].written[j], value: cmp.Or(c.columns[col].canonical[v.Whole], v)}
			claim.part = c.isPart(int32(col))
			switch unit := c.columns[col].unit; {
			case unit != "" && strings.Contains(shownText(claim.Written), v.Text+" "+unit):
				claim.Text = compare.Clip(v.Text + " " + unit)
			case c.columns[col].showWritten:
				claim.Text = compare.Clip(shownText(claim.Written))
			}
			x.addClaim(c, a, claim, firsts)
		}
	}
	return n
}

// shownText is a text as it is shown: without the blanks of its page's source.
func shownText(text string) string { return values.FoldOnly(text, values.Space) }

// addClaim puts a claim into the first group that has the same value, but for a detail; or of an attribute with
// details, into the first group of which each claim contains it or is contained in it; or else into a new group.
func (x *Fused) addClaim(c *Corpus, a *Attribute, claim Claim, firsts *[]*compare.Value) {
	for i := range x.Groups {
		g := &x.Groups[i]
		if c.lex.Compare((*firsts)[i], claim.value) >= compare.Detail || a.Short && compare.Begins((*firsts)[i], claim.value) {
			if !slices.ContainsFunc(g.Claims, func(o Claim) bool { return o.URL == claim.URL && o.Text == claim.Text }) {
				g.Claims = append(g.Claims, claim)
			}
			return
		}
	}
	if a.Detailed {
		for i := range x.Groups {
			if g := &x.Groups[i]; !slices.ContainsFunc(g.Claims, func(o Claim) bool {
				return o.sameList(claim) || c.lex.Compare(o.value, claim.value) < compare.Contained
			}) {
				g.Claims = append(g.Claims, claim)
				return
			}
		}
	}
	x.Groups, *firsts = append(x.Groups, Group{Claims: []Claim{claim}}), append(*firsts, claim.value)
}

// sameList reports whether a record has both claims as separate values of a list; then neither is a detail of the
// other.
func (o Claim) sameList(claim Claim) bool {
	return o.Record == claim.Record && o.Label == claim.Label && !o.part && !claim.part
}

// accuracyOf is the estimated accuracy of a site.
func (f *fusion) accuracyOf(site string) float64 {
	if a, ok := f.accuracy[site]; ok {
		return a
	}
	return priorAccuracy
}

// estimateValues sets the probabilities of all groups from the sites' accuracies.
func (f *fusion) estimateValues() {
	for _, x := range f.entities {
		if f.multivalued {
			f.estimateList(x)
			continue
		}
		rest := max(0, falseValues+1-float64(len(x.Groups)))
		scores := make([]float64, len(x.Groups))
		top := 0.
		for i := range x.Groups {
			for _, s := range x.sites[i] {
				a := f.accuracyOf(s)
				scores[i] += math.Log(falseValues * a / (1 - a))
			}
			top = max(top, scores[i])
		}
		sum := rest * math.Exp(-top)
		for _, s := range scores {
			sum += math.Exp(s - top)
		}
		for i := range x.Groups {
			x.Groups[i].Probability = math.Exp(scores[i]-top) / sum
		}
	}
}

// estimateList sets the probability of a list's values to the share of the sites, weighted by accuracy, that have
// them. It decides which values are shown; [fusion.calibrateList] then makes it a probability.
func (f *fusion) estimateList(x fusedSites) {
	all := f.sum(x.all)
	for i := range x.Groups {
		x.Groups[i].Probability = min(maxAccuracy, f.sum(x.sites[i])/all)
	}
}

// calibrateList sets the probabilities of a list's values. That a site does not list a value says less against it
// than another value would in an attribute of one value, since lists are incomplete. The log-odds are linear in
// ln(with) and ln(1+without): how many sites have the value, and how many have only others, each weighted by
// accuracy.
func (f *fusion) calibrateList(x fusedSites) {
	all := f.sum(x.all)
	for i := range x.Groups {
		with := f.sum(x.sites[i])
		x.Groups[i].Probability = min(maxAccuracy, probability(listBase+listWith*math.Log(with)-listWithout*math.Log(1+all-with)))
	}
}

// sum adds up the accuracies of sites.
func (f *fusion) sum(sites []string) (sum float64) {
	for _, s := range sites {
		sum += f.accuracyOf(s)
	}
	return sum
}

// estimateAccuracies sets the sites' accuracies from the probabilities of their values.
func (f *fusion) estimateAccuracies() {
	sums, counts := make(map[string]float64), make(map[string]float64)
	for _, x := range f.entities {
		for i := range x.Groups {
			for _, s := range x.sites[i] {
				sums[s] += x.Groups[i].Probability
				counts[s]++
			}
		}
	}
	for s := range counts {
		f.accuracy[s] = min(maxAccuracy, max(minAccuracy, (sums[s]+priorClaims*priorAccuracy)/(counts[s]+priorClaims)))
	}
}

// Sites returns the sites that claim the group's value, each once.
func (g *Group) Sites() []string { return sitesOf(g.Claims) }

// sitesOf returns the sites of claims, each once.
func sitesOf(claims []Claim) []string {
	var out []string
	for _, c := range claims {
		if !slices.Contains(out, c.Site) {
			out = append(out, c.Site)
		}
	}
	return out
}

// choose marks the groups whose value holds and orders the groups, most probable first.
func (x *Fused) choose(many, short bool) {
	for i := range x.Groups {
		x.Groups[i].chooseValue(short)
	}
	slices.SortStableFunc(x.Groups, func(a, b Group) int {
		return cmp.Or(cmp.Compare(b.Probability, a.Probability), cmp.Compare(len(b.Claims), len(a.Claims)), cmp.Compare(a.Value, b.Value))
	})
	for i := range x.Groups {
		x.Groups[i].Chosen = i == 0 || many && x.Groups[i].Probability >= listShare
	}
}

// applyDecision makes the value that a person decided hold, and no other.
func (x *Fused) applyDecision(value string) {
	x.Decided = true
	hit := false
	for i := range x.Groups {
		g := &x.Groups[i]
		g.Chosen = !hit && (g.Value == value || slices.ContainsFunc(g.Claims, func(c Claim) bool { return c.Text == value }))
		if g.Chosen {
			hit = true
			g.Value, g.Probability = value, 1
		}
	}
	if !hit {
		x.Groups = append(x.Groups, Group{Value: value, Probability: 1, Chosen: true, Claims: []Claim{}})
	}
	slices.SortStableFunc(x.Groups, func(a, b Group) int {
		switch {
		case a.Chosen == b.Chosen:
			return 0
		case a.Chosen:
			return -1
		}
		return 1
	})
}

// compareWhole orders claims of parts of what is written before claims of all of it.
func compareWhole(a, b Claim) int {
	switch {
	case a.part == b.part:
		return 0
	case a.part:
		return -1
	}
	return 1
}

// expression is what a claim says at some level of abstraction (see [expressions]): a meaning or a text.
type expression struct {
	meaning int32
	text    string
}

// expressions returns a claim's meaning in its attribute, its meaning by itself (or its words, if it is text), and
// its text.
func expressions(c Claim) [3]expression {
	says := strings.Join(values.Words(c.Text), " ")
	if read := values.Parse(c.Text); len(read) > 0 {
		says = read[0].String()
	}
	return [3]expression{{meaning: c.value.Whole}, {text: says}, {text: "written " + c.Text}}
}

// sitesByExpression counts for each expression the sites that use it, each once, however many records of the
// entity it has.
func (g *Group) sitesByExpression() map[expression]map[string]bool {
	out := make(map[expression]map[string]bool)
	for _, c := range g.Claims {
		for _, w := range expressions(c) {
			if out[w] == nil {
				out[w] = make(map[string]bool)
			}
			out[w][c.Site] = true
		}
	}
	return out
}

// chooseValue picks the value that the group shows. The claims of a group agree as far as they go, so the most
// precise date is taken, then the meaning of most sites, the whole value rather than a part, and the words and the
// text of most sites. In an attribute with short forms, it is the shortest.
func (g *Group) chooseValue(short bool) {
	sites := g.sitesByExpression()
	g.Value = slices.MaxFunc(g.Claims, func(a, b Claim) int {
		x, y := expressions(a), expressions(b)
		more := func(i int) int { return cmp.Compare(len(sites[x[i]]), len(sites[y[i]])) }
		words, longer := more(1), cmp.Compare(len(a.Text), len(b.Text))
		if short {
			words = -longer
		}
		return cmp.Or(cmp.Compare(a.value.Precision(), b.value.Precision()), more(0), compareWhole(a, b), words, more(2), longer, cmp.Compare(b.Text, a.Text))
	}).Text
}
