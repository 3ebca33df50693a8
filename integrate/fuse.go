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
	part  bool // of what is written
}

// claimed is an entity's groups with the sites of each.
type claimed struct {
	*Fused
	sites [][]string // group -> its sites, each once
	all   []string
}

func newClaimed(x *Fused) claimed {
	out := claimed{Fused: x, sites: make([][]string, len(x.Groups))}
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

// Group is claims that say the same.
type Group struct {
	Value       string  `json:"value"` // the most precise meaning, then the commonest, as most of its sites write it
	Probability float64 `json:"p"`
	Claims      []Claim `json:"claims"`
	Chosen      bool    `json:"chosen"`
}

// Fused is what is known of an entity under an attribute: the groups of claims, most
// probable first.
type Fused struct {
	Entity    string
	Attribute string
	Groups    []Group
	Decided   bool // by a person
}

const (
	// What is known of a site before its values are held against others': it is right so often, as after so many claims. Few sites
	// have much in common: with a weak prior they are taken for better or worse than they are by the values that they began with.
	// On 64,117 chosen values of ten generated verticals the Brier score is .0046, and was .0075 with .8 and 5; five verticals of
	// which each was left out choose .98 and 100, and are worse with these by .0037 at most.
	startAccuracy = .95
	priorClaims   = 50
	fuseRounds    = 5
	leastAccuracy = .05
	mostAccuracy  = .99
	falseValues   = 20  // wrong values that a site might give in place of the true one
	manyValued    = .05 // share of records with several values from which on an attribute may have several
	listShare     = .5  // share of the sources' accuracy that a value of a list needs

	// A logistic regression on 30,053 values of lists of ten generated verticals, each with the same weight; see [fusing.believe]. With each of the
	// ten left out the mean Brier score is .029, that of the share of sources .059; of the values that are shown .001 and .009. It is worse for three, by .017, .038 and .001.
	listBase, listWith, listWithout = 4.9, 1.6, 2.5
)

// fusing is all groups of one attribute.
type fusing struct {
	of       []claimed
	many     bool               // a record may have several values
	accuracy map[string]float64 // of a site
}

// fuseAll chooses among the values of each entity, one attribute after the other: each site has an
// accuracy in each attribute, which is learned by turns with the values (ACCU). Where
// records have several values of an attribute, each value stands for itself, by the
// share of the sources that have it. Cost: linear in the claims; the square of those of
// one entity and attribute.
func (c *Corpus) fuseAll(m *Matching, entities []Entity, given map[[2]string]string) iter.Seq[[]Fused] {
	return func(yield func([]Fused) bool) {
		having := c.having(m, entities, given)
		for k := range m.Attributes {
			if !yield(c.fuse(m, k, entities, having[k], given)) {
				return
			}
			having[k] = nil
		}
	}
}

// having gives, by attribute, the entities of which a record or a person says something under
// it, ascending: most sites know few of the attributes that there are in all.
func (c *Corpus) having(m *Matching, entities []Entity, given map[[2]string]string) [][]int32 {
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
			for _, cell := range c.says(r) {
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

// facts are the values that a person decided, by entity and attribute.
func facts(redirects []Redirect, decisions []Decision) map[[2]string]string {
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

// fuse does one attribute, which some of the entities have.
func (c *Corpus) fuse(m *Matching, k int, entities []Entity, having []int32, given map[[2]string]string) []Fused {
	a := &m.Attributes[k]
	f := fusing{accuracy: make(map[string]float64)}
	several, records := 0, 0
	var out []Fused
	for _, i := range having {
		x := Fused{Entity: entities[i].ID, Attribute: a.Name}
		var firsts []*compare.Value
		for _, r := range entities[i].Records {
			n := x.claim(c, m, a, r, &firsts)
			records += min(n, 1)
			several += min(max(n-1, 0), 1)
		}
		if _, decided := given[[2]string{x.Entity, a.Name}]; decided || len(x.Groups) > 0 {
			out = append(out, x)
		}
	}
	f.many = float64(several) > manyValued*float64(records)
	for i := range out {
		f.of = append(f.of, newClaimed(&out[i]))
	}
	for range fuseRounds {
		f.judge()
		f.learn()
	}
	for i := range out {
		out[i].choose(f.many, a.Short)
		if f.many {
			f.believe(newClaimed(&out[i]))
		}
		if v, ok := given[[2]string{out[i].Entity, a.Name}]; ok {
			out[i].decide(v)
		}
	}
	return out
}

// claim adds what a record says, and gives the number of its values. firsts are the
// values of the first claim of each group.
func (x *Fused) claim(c *Corpus, m *Matching, a *Attribute, r int32, firsts *[]*compare.Value) (n int) {
	for _, col := range a.Columns {
		if m.Columns[col].Site != c.sites[c.siteOf[r]] {
			continue
		}
		cells := c.says(r)
		i, ok := slices.BinarySearchFunc(cells, int32(col), func(x cell, col int32) int { return cmp.Compare(x.column, col) })
		if !ok {
			continue
		}
		for j, v := range cells[i].values {
			n++
			claim := Claim{Record: r, Site: m.Columns[col].Site, URL: c.urls[r], Label: m.Columns[col].Label, Text: v.Text, Written: cells[i].written[j], value: cmp.Or(c.columns[col].says[v.Whole], v)}
			claim.part = c.isPart(int32(col))
			switch unit := c.columns[col].unit; {
			case unit != "" && strings.Contains(plain(claim.Written), v.Text+" "+unit):
				claim.Text = compare.Clip(v.Text + " " + unit)
			case c.columns[col].unsplit:
				claim.Text = compare.Clip(plain(claim.Written))
			}
			x.add(c, a, claim, firsts)
		}
	}
	return n
}

// plain is a text as it is shown: without the blanks of its page's source.
func plain(text string) string { return values.FoldOnly(text, values.Space) }

// add puts a claim into the first group that says the same, but for a detail, or of an attribute that some sites say more of than
// others, into the first of which it says more or less than each claim.
func (x *Fused) add(c *Corpus, a *Attribute, claim Claim, firsts *[]*compare.Value) {
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
				return o.beside(claim) || c.lex.Compare(o.value, claim.value) < compare.Contained
			}) {
				g.Claims = append(g.Claims, claim)
				return
			}
		}
	}
	x.Groups, *firsts = append(x.Groups, Group{Claims: []Claim{claim}}), append(*firsts, claim.value)
}

// beside tells whether a record has both claims under one label, as values of a list, of which none says more of another.
func (o Claim) beside(claim Claim) bool {
	return o.Record == claim.Record && o.Label == claim.Label && !o.part && !claim.part
}

// accuracyOf is how often a site is right.
func (f *fusing) accuracyOf(site string) float64 {
	if a, ok := f.accuracy[site]; ok {
		return a
	}
	return startAccuracy
}

// judge sets the probabilities of all groups from the sites' accuracies.
func (f *fusing) judge() {
	for _, x := range f.of {
		if f.many {
			f.judgeList(x)
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

// judgeList takes the share of the sources, by their accuracy, that have a value: what a list shows. How sure its values
// are is said by [fusing.believe].
func (f *fusing) judgeList(x claimed) {
	all := f.sum(x.all)
	for i := range x.Groups {
		x.Groups[i].Probability = min(mostAccuracy, f.sum(x.sites[i])/all)
	}
}

// believe sets how sure the values of a list are: that a site does not list a value says less against it than another value of a
// single one would, since lists are not complete. The log-odds are linear in the logarithms of how many sites have it and how many have
// others only, each by its accuracy; 1 is added to these, as there may be none.
func (f *fusing) believe(x claimed) {
	all := f.sum(x.all)
	for i := range x.Groups {
		with := f.sum(x.sites[i])
		x.Groups[i].Probability = min(mostAccuracy, probability(listBase+listWith*math.Log(with)-listWithout*math.Log(1+all-with)))
	}
}

// sum is the accuracy of sites together.
func (f *fusing) sum(sites []string) (sum float64) {
	for _, s := range sites {
		sum += f.accuracyOf(s)
	}
	return sum
}

// learn sets the accuracies from the probabilities.
func (f *fusing) learn() {
	sums, counts := make(map[string]float64), make(map[string]float64)
	for _, x := range f.of {
		for i := range x.Groups {
			for _, s := range x.sites[i] {
				sums[s] += x.Groups[i].Probability
				counts[s]++
			}
		}
	}
	for s := range counts {
		f.accuracy[s] = min(mostAccuracy, max(leastAccuracy, (sums[s]+priorClaims*startAccuracy)/(counts[s]+priorClaims)))
	}
}

// Sites gives the sites that claim a group's value, each once.
func (g *Group) Sites() []string { return sitesOf(g.Claims) }

// sitesOf gives the sites of claims, each once.
func sitesOf(claims []Claim) []string {
	var out []string
	for _, c := range claims {
		if !slices.Contains(out, c.Site) {
			out = append(out, c.Site)
		}
	}
	return out
}

// choose marks the groups that hold, and orders them.
func (x *Fused) choose(many, short bool) {
	for i := range x.Groups {
		x.Groups[i].form(short)
	}
	slices.SortStableFunc(x.Groups, func(a, b Group) int {
		return cmp.Or(cmp.Compare(b.Probability, a.Probability), cmp.Compare(len(b.Claims), len(a.Claims)), cmp.Compare(a.Value, b.Value))
	})
	for i := range x.Groups {
		x.Groups[i].Chosen = i == 0 || many && x.Groups[i].Probability >= listShare
	}
}

// decide has a person's value hold, and no other.
func (x *Fused) decide(value string) {
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

// compareWhole compares claims by whether they are all of what is written: what a site has under a label of its own.
func compareWhole(a, b Claim) int {
	switch {
	case a.part == b.part:
		return 0
	case a.part:
		return -1
	}
	return 1
}

// said is what a claim says, or how: its meaning among those of its attribute; what it means by itself or, of words, which;
// or its text.
type said struct {
	meaning int32
	text    string
}

func ways(c Claim) [3]said {
	says := strings.Join(values.Words(c.Text), " ")
	if read := values.Parse(c.Text); len(read) > 0 {
		says = read[0].String()
	}
	return [3]said{{meaning: c.value.Whole}, {text: says}, {text: "written " + c.Text}}
}

// saying gives the sites that say something, or in such a way: each counts once, however many records of the entity it has.
func (g *Group) saying() map[said]map[string]bool {
	out := make(map[said]map[string]bool)
	for _, c := range g.Claims {
		for _, w := range ways(c) {
			if out[w] == nil {
				out[w] = make(map[string]bool)
			}
			out[w][c.Site] = true
		}
	}
	return out
}

// form takes the meaning that the group shows, and the commonest way to write it. Claims of a group agree as far as they go: of dates, the day says more than the
// month; of other meanings the one that most sites have, whole values before parts, in the words of most of them. Of an
// attribute of which some sites have short forms, the shortest.
func (g *Group) form(short bool) {
	sites := g.saying()
	g.Value = slices.MaxFunc(g.Claims, func(a, b Claim) int {
		x, y := ways(a), ways(b)
		more := func(i int) int { return cmp.Compare(len(sites[x[i]]), len(sites[y[i]])) }
		words, longer := more(1), cmp.Compare(len(a.Text), len(b.Text))
		if short {
			words = -longer
		}
		return cmp.Or(cmp.Compare(a.value.Precision(), b.value.Precision()), more(0), compareWhole(a, b), words, more(2), longer, cmp.Compare(b.Text, a.Text))
	}).Text
}
