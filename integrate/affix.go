package integrate

import (
	"cmp"
	"slices"
	"strings"

	"verde/integrate/clean"
	"verde/integrate/compare"
	"verde/values"
)

// affixes takes from what each site titles its pages by what that site alone adds to some names: one of few words in
// front or behind ("Burg Eltz", "Schloss Neuschwanstein"), or what stands in brackets behind a name that others
// share. What nearly all names have in common is known from the site itself (see [clean.Columns]); of these, only
// the names of the other sites tell. What has a digit is no affix: a year or an edition tells entities apart.
// What was written stays with each value. Cost: linear in the names.
func (c *Corpus) affixes() {
	naming := c.namingColumns()
	sites := make(map[int32]int32) // name -> the one site that has it, several
	for _, p := range naming {
		s := c.columns[p].site
		for r := c.first[s]; r < c.first[s+1]; r++ {
			for _, v := range c.cell(r, p) {
				if had, ok := sites[v.Whole]; ok && had != s {
					sites[v.Whole] = several
				} else {
					sites[v.Whole] = s
				}
			}
		}
	}
	for _, p := range naming {
		s := c.columns[p].site
		if c.titled[s] != p {
			continue // it may be something else than names: of "R for violence", "R" is no affix
		}
		others := func(text string) bool {
			token, ok := c.lex.Peek(text)
			site, named := sites[token]
			return ok && named && site != s
		}
		if found := c.affixesOf(p, others); len(found) > 0 {
			c.rewrite(p, func(name string) string { return stripped(name, found) })
		}
	}
}

const several = -1 // sites

// namingColumns are the columns of texts that the sites' pages are titled by, or of which most values are of one record.
func (c *Corpus) namingColumns() (out []int32) {
	for i := range c.columns {
		col := &c.columns[i]
		if p := int32(i); col.Reason == "" && col.form.Kind == compare.Text && !col.relates && !c.isPart(p) && (c.titled[col.site] == p || c.names(p)) {
			out = append(out, p)
		}
	}
	return out
}

// affix is a word in front of names, a word behind them, or whatever is in brackets behind them.
type affix struct {
	word   string
	behind bool
}

var brackets = affix{behind: true}

// without gives the text without the affix, "" if it does not have it or is nothing else.
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

// place orders an affix in front of names before the same word behind them.
func place(a affix) int {
	if a.behind {
		return 1
	}
	return 0
}

// affixesOf gives what some of a column's names have beside names that others have. One is found by what it is
// beside when those found before are gone, so that names may have one in front and one behind.
func (c *Corpus) affixesOf(p int32, others func(text string) bool) (found []affix) {
	names := c.namesOf(p)
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
			if len(list) >= scarceLeast && added(a, unique(list), others) {
				found = append(found, a)
			}
		}
		if len(found) == before {
			return found
		}
		slices.SortFunc(found, func(a, b affix) int {
			return cmp.Or(cmp.Compare(len(b.word), len(a.word)), cmp.Compare(a.word, b.word), cmp.Compare(place(a), place(b)))
		})
		for i, n := range names {
			names[i] = stripped(n, found)
		}
	}
}

// namesOf are a column's values.
func (c *Corpus) namesOf(p int32) (names []string) {
	s := c.columns[p].site
	for r := c.first[s]; r < c.first[s+1]; r++ {
		for _, v := range c.cell(r, p) {
			names = append(names, v.Text)
		}
	}
	return names
}

// added reports whether others have the names without an affix, and hardly any with it: of the names that they have with or without
// it, the share without is what makes words a template's. "Lake Como" is "Como" where others say so, and "New York" is not "York".
func added(a affix, names []string, others func(text string) bool) bool {
	without, with := 0, 0
	for _, n := range names {
		switch {
		case others(n):
			with++
		case others(a.without(n)):
			without++
		}
	}
	return without >= scarceLeast && float64(without) >= scarceShare*float64(len(names)) && float64(without) >= clean.AffixShare*float64(with+without)
}

// stripped is a name without affixes.
func stripped(name string, affixes []affix) string {
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

// rewrite has the values of a column compared as something else than what they are written as.
func (c *Corpus) rewrite(p int32, as func(text string) string) {
	col := &c.columns[p]
	for r := c.first[col.site]; r < c.first[col.site+1]; r++ {
		vs := c.cell(r, p)
		for i, v := range vs {
			if other := c.lex.Value(as(v.Text), col.form); other != nil {
				vs[i] = other
			}
		}
	}
}
