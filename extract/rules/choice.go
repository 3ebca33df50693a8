package rules

import (
	"strings"

	"verde/extract/leaves"
)

// sameChoice is the mean share of the pages with a control that offer each of its texts, for one whose choice tells something.
const sameChoice = .75

// findChoices gives the places of texts that are chosen on some pages and not on others, of a choice that most pages offer alike:
// where each has its own, as the colours of a product, it is of the page, whatever is chosen.
//
// Cost: linear in the leaves.
func (a *Set) findChoices() map[int32]bool {
	type offer struct{ place, content int32 }
	offers, pages := make(map[offer]*sightings[leaves.Choice]), make(map[int32]pageCount)
	for i, d := range a.Docs {
		for k := range d.Leaves {
			l := &d.Leaves[k]
			if l.Choice == leaves.NoChoice {
				continue
			}
			place := a.choicePlace(l)
			pages[place] = pages[place].on(i)
			tallyOf(offers, offer{place, l.Content}).see(i, l.Choice)
		}
	}
	uses, different, differs := make(map[int32]int), make(map[int32]int), make(map[int32]bool)
	for at, u := range offers {
		uses[at.place] += u.pages
		different[at.place]++
		differs[at.place] = differs[at.place] || u.differs
	}
	out := make(map[int32]bool)
	for place, p := range pages {
		if differs[place] && 2*p.pages >= len(a.Docs) && float64(uses[place]) >= sameChoice*float64(different[place]*p.pages) {
			out[place] = true
		}
	}
	return out
}

// choicePlace names where a text of a control stands.
func (c *Corpus) choicePlace(l *leaves.Leaf) int32 {
	sig := c.Sigs[l.Sig]
	return c.Named(choiceAt{sig.Path, sig.IDs, sig.Classes}, func() string {
		return leaves.Style{Path: strings.Join(c.Spell(c.Paths, sig.Path), "/"), IDs: c.Spell(c.IDs, sig.IDs), Classes: c.Spell(c.Classes, sig.Classes)}.String()
	})
}

// choiceAt is where the texts of a control stand.
type choiceAt struct{ path, ids, classes int32 }

// dropUnchosen takes the texts that are not chosen out, where others are on other pages.
func (c *Corpus) dropUnchosen(d *Doc) {
	d.takeOut(func(k int) bool {
		l := &d.Leaves[k]
		if l.Choice != leaves.NoChoice && !c.Choices[c.choicePlace(l)] {
			l.Choice = leaves.NoChoice
		}
		return l.Choice == leaves.NotChosen
	})
}
