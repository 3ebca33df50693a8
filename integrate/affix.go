package integrate

import (
	"cmp"
	"slices"
	"strings"

	"verde/integrate/clean"
	"verde/integrate/compare"
	"verde/values"
)

// stripNameAffixes removes from the page titles of each site what that site alone adds to some names: a word in
// front or behind ("Burg Eltz", "Schloss Neuschwanstein"), or a note in brackets behind a name that others share.
// What nearly all names of a site have in common can be told from the site itself (see [clean.Columns]); these
// affixes can be told from the names of other sites only. What has a digit is no affix: a year or an edition
// distinguishes entities. Claims keep the text as written. Cost: linear in the names.
func (c *Corpus) stripNameAffixes() {
	naming := c.namingColumns()
	sites := make(map[int32]int32) // name -> the one site that has it, several
	for _, p := range naming {
		s := c.columns[p].site
		for _, v := range c.eachValue(p) {
			if had, ok := sites[v.Whole]; ok && had != s {
				sites[v.Whole] = severalSites
			} else {
				sites[v.Whole] = s
			}
		}
	}
	for _, p := range naming {
		s := c.columns[p].site
		if c.titleColumn[s] != p {
			continue // other columns may hold no names: in "R for violence", "R" is no affix
		}
		others := func(text string) bool {
			token, ok := c.lex.Peek(text)
			site, named := sites[token]
			return ok && named && site != s
		}
		if found := c.findAffixes(p, others); len(found) > 0 {
			c.rewrite(p, func(name string) string { return stripAffixes(name, found) })
		}
	}
}

const severalSites = -1 // sites

// namingColumns returns the columns of texts that are page titles, or of which most values occur in one record
// only.
func (c *Corpus) namingColumns() (out []int32) {
	for i := range c.columns {
		col := &c.columns[i]
		if p := int32(i); col.Reason == "" && col.form.Kind == compare.Text && !col.isRelation && !c.isPart(p) && (c.titleColumn[col.site] == p || c.isNameLike(p)) {
			out = append(out, p)
		}
	}
	return out
}

// affix is a word in front of names, a word behind them, or any note in brackets behind them.
type affix struct {
	word   string
	behind bool
}

var brackets = affix{behind: true}

// without returns the text without the affix, "" if the text does not have it or has nothing else.
func (a affix) without(text string) string {
	var rest string
	var ok bool
	switch {
	case a == brackets:
		main, note := clean.Parenthesis(text)
		rest, ok = main, note != "" && !values.HasDigit(note)
	case a.behind:
		rest, ok = strings.CutSuffix(text, " "+a.word)
	default:
		rest, ok = strings.CutPrefix(text, a.word+" ")
	}
	if !ok {
		return ""
	}
	return strings.TrimSpace(rest)
}

// affixOrder puts a word in front of names before the same word behind them.
func affixOrder(a affix) int {
	if a.behind {
		return 1
	}
	return 0
}

// findAffixes returns what some of a column's names add to names of other sites. It looks again at names without
// the affixes found so far, so that a name may have one in front and one behind.
func (c *Corpus) findAffixes(p int32, others func(text string) bool) (found []affix) {
	names := c.namesIn(p)
	for {
		with := make(map[affix][]string)
		for _, n := range names {
			first, last := strings.IndexByte(n, ' '), strings.LastIndexByte(n, ' ')
			if first < 0 {
				continue
			}
			for _, a := range []affix{{word: n[:first]}, {word: n[last+1:], behind: true}, brackets} {
				if !values.HasDigit(a.word) && a.without(n) != "" {
					with[a] = append(with[a], n)
				}
			}
		}
		before := len(found)
		for a, list := range with {
			if len(list) >= minSharedValues && isAffix(a, unique(list), others) {
				found = append(found, a)
			}
		}
		if len(found) == before {
			return found
		}
		slices.SortFunc(found, func(a, b affix) int {
			return cmp.Or(cmp.Compare(len(b.word), len(a.word)), cmp.Compare(a.word, b.word), cmp.Compare(affixOrder(a), affixOrder(b)))
		})
		for i, n := range names {
			names[i] = stripAffixes(n, found)
		}
	}
}

// namesIn returns a column's values as texts.
func (c *Corpus) namesIn(p int32) (names []string) {
	for _, v := range c.eachValue(p) {
		names = append(names, v.Text)
	}
	return names
}

// isAffix reports whether other sites have the names without the affix, and hardly any name with it. Of the names
// that they have in either form, the share without has to reach what makes words a template's: "Lake Como" is
// "Como" where others write so, but "New York" is not "York".
func isAffix(a affix, names []string, others func(text string) bool) bool {
	without, with := 0, 0
	for _, n := range names {
		switch {
		case others(n):
			with++
		case others(a.without(n)):
			without++
		}
	}
	return without >= minSharedValues && float64(without) >= minSharedShare*float64(len(names)) && float64(without) >= clean.AffixShare*float64(with+without)
}

// stripAffixes returns a name without the affixes.
func stripAffixes(name string, affixes []affix) string {
	for again := true; again; {
		again = false
		for _, a := range affixes {
			if rest := a.without(name); rest != "" {
				name, again = rest, true
			}
		}
	}
	return name
}

// rewrite replaces the values of a column that are compared; the texts as written stay.
func (c *Corpus) rewrite(p int32, as func(text string) string) {
	col := &c.columns[p]
	for r := c.firstRecord[col.site]; r < c.firstRecord[col.site+1]; r++ {
		vs := c.valuesOf(r, p)
		for i, v := range vs {
			if other := c.lex.Value(as(v.Text), col.form); other != nil {
				vs[i] = other
			}
		}
	}
}
