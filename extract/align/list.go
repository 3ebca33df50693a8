package align

import (
	"verde/extract/leaves"
	"verde/extract/rules"
	"verde/extract/token"
)

// A list is a run of leaves that repeat one shape side by side: the authors
// after "By", the items of a ul, lines between br elements. How many there are
// differs from page to page, or they change places: that tells a list from a row of
// different attributes.
type list struct {
	page, lo, hi int32 // leaves, separators among them included
	members      int32 // of the same shape within the same element, frequent texts included
	key          listKey
}

// listKey is the place of a list: the text before it if that is the
// template's, else the element around it; and the shape of its members.
type listKey struct {
	before         int32 // symbol of its stem, as "director" of "Directors:", -1 for none
	positionalPath int32 // 0 if before is given
	sig            int32
}

// findLists numbers the lists of all pages in leaf.list, from 1; leaves
// outside of lists keep 0.
//
// Cost: linear in the leaves and their depth.
func (a *Alignment) findLists() {
	var lists []list
	a.members = a.findMembers()
	for i, d := range a.Docs {
		lists = a.listsOf(int32(i), d, lists)
	}
	type spread struct{ least, most int32 }
	sizes := make(map[listKey]spread)
	for _, l := range lists {
		s, ok := sizes[l.key]
		if !ok {
			s.least = l.members
		}
		sizes[l.key] = spread{min(s.least, l.members), max(s.most, l.members)}
	}
	varying := make(map[int32]bool) // signatures of lists behind labels whose number of members differs: others behind labels are lists too
	for key, s := range sizes {
		varying[key.sig] = varying[key.sig] || key.before >= 0 && s.least < s.most
	}
	moving := a.changePlaces(lists)
	for n, l := range lists {
		s := sizes[l.key]
		differs := s.least < s.most || l.members > 1 && l.key.before >= 0 && varying[l.key.sig]
		if !differs && !moving[l.key] && (l.hi-l.lo < 2 || a.Docs[l.page].Leaves[l.lo+1].Further != leaves.Same) {
			continue
		}
		d := a.Docs[l.page]
		for k := l.lo; k < l.hi; k++ {
			d.Leaves[k].List = int32(n + 1)
		}
	}
}

// minMoved is how many texts have to be at different places of the lists of several pages for these to be lists: fewer may be words
// that different attributes share, as "yes" and "no".
const minMoved = 3

// changePlaces gives the keys of lists whose members are at any place: of a text that several pages have, a list of n has the next one at
// another place with probability 1-1/n, and a row of different attributes hardly ever. Where more than half as many are, it is a list.
// Numbers and dates tell nothing, as different attributes have the same ones.
//
// Cost: linear in the leaves.
func (a *Alignment) changePlaces(lists []list) map[listKey]bool {
	type member struct {
		key  listKey
		text int32
	}
	type place struct { // the first one on the last page
		page int32
		at   int
	}
	seen, moved := make(map[member]place), make(map[member]bool)
	again, away, texts := make(map[listKey]float64), make(map[listKey]float64), make(map[listKey]int) // away as a share of what a list has
	for _, l := range lists {
		d := a.Docs[l.page]
		var members []*leaves.Leaf
		for k := l.lo; k < l.hi; k++ {
			if m := &d.Leaves[k]; k == l.lo || !leaves.Joint(&d.Leaves[l.lo], m) {
				members = append(members, m)
			}
		}
		n := len(members)
		for at, m := range members {
			if n < 2 || m.Types&^token.Numeric == 0 {
				continue
			}
			of := member{l.key, m.Content}
			before, ok := seen[of]
			if ok && before.page == l.page {
				continue // different attributes may have the same value on each page
			}
			seen[of] = place{l.page, at}
			if !ok {
				continue
			}
			if again[l.key]++; before.at != at {
				away[l.key] += float64(n) / float64(n-1)
				if !moved[of] {
					moved[of] = true
					texts[l.key]++
				}
			}
		}
	}
	out := make(map[listKey]bool)
	for key, n := range again {
		out[key] = texts[key] >= minMoved && 2*away[key] > n
	}
	return out
}

// listsOf appends the runs of one page, those of one member too.
func (a *Alignment) listsOf(page int32, d *rules.Doc, lists []list) []list {
	single := a.Holders(d)
	like := make(map[[2]int32]int32) // by element and signature
	for k := range d.Leaves {
		if l := &d.Leaves[k]; !leaves.Separator(l.Text) {
			like[[2]int32{d.Container(single[k], l), l.Sig}]++
		}
	}
	for k := 0; k < len(d.Leaves); {
		l := &d.Leaves[k]
		holder := single[k]
		stop := a.fixed
		if k > 0 && (a.labelled(&d.Leaves[k-1]) || a.Heading(&d.Leaves[k-1])) {
			stop = a.another
		}
		if leaves.Separator(l.Text) || stop(l) {
			k++
			continue
		}
		end := a.Siblings(d, single, int32(k), int32(len(d.Leaves)), func(l *leaves.Leaf, joined bool) bool {
			if joined {
				return a.another(l)
			}
			return stop(l)
		})
		key := listKey{before: -1, sig: l.Sig}
		if k > 0 && a.fixed(&d.Leaves[k-1]) {
			key.before = a.Syms.Intern(rules.Stem(d.Leaves[k-1].Text))
		} else if c := d.Container(holder, l); c >= 0 {
			key.positionalPath = d.Elems[c].PositionalPath
		}
		members := like[[2]int32{d.Container(holder, l), l.Sig}]
		lists = append(lists, list{page: page, lo: int32(k), hi: end, members: members, key: key})
		k = int(end)
	}
	return lists
}

// findMembers gives the classes of texts that are members of lists though nearly all pages have them: of most that look like
// them, others follow in the same element here, and there none, as behind the last of a list. A label is always before its value, and what
// ends a list always the last.
//
// Cost: linear in the leaves and their depth.
func (a *Alignment) findMembers() map[int32]bool {
	type ends struct{ amid, last int }
	counts := make(map[int32]ends)
	for _, d := range a.Docs {
		single := a.Holders(d)
		for k := range d.Leaves {
			l := &d.Leaves[k]
			if single[k] < 0 || float64(a.lecs[l.Class].pages) < rules.NearlyAll*float64(len(a.Docs)) || leaves.Separator(l.Text) || a.labelled(l) {
				continue
			}
			n := counts[l.Class]
			if a.Siblings(d, single, int32(k), int32(min(k+nearMember, len(d.Leaves))), func(l *leaves.Leaf, _ bool) bool { return a.labelled(l) }) > int32(k)+1 {
				n.amid++
			} else if k+1 == len(d.Leaves) || !d.Within(d.Leaves[k+1].Elem, d.Container(single[k], l)) {
				n.last++
			}
			counts[l.Class] = n
		}
	}
	type style struct{ all, both, last int }
	styles := make(map[int32]style)
	for class, n := range counts {
		sig := a.lecs[class].sample.Sig
		s := styles[sig]
		if s.all++; n.amid > 0 && n.last > 0 {
			s.both++
			s.last += n.last
		}
		styles[sig] = s
	}
	out := make(map[int32]bool)
	for class, n := range counts {
		s := styles[a.lecs[class].sample.Sig]
		out[class] = n.amid > 0 && s.last >= minEnds && 2*s.both >= s.all
	}
	return out
}

// nearMember is how far the next member is from one: a mark may be between.
const nearMember = 3

// minEnds is how many times at least members of a list end it: once may be an accident.
const minEnds = 2

// fixed tells whether a leaf is too common for a member, or a label by its style.
func (a *Alignment) fixed(l *leaves.Leaf) bool {
	return !a.members[l.Class] && float64(a.lecs[l.Class].pages) >= rules.NearlyAll*float64(len(a.Docs)) || a.labelled(l)
}

// another tells whether a leaf behind the values of a label is none of them: though most pages have a language among
// those of a book, it is one, but what all pages have may be what comes next.
func (a *Alignment) another(l *leaves.Leaf) bool {
	return a.labelled(l) || !a.members[l.Class] && int(a.lecs[l.Class].pages) == len(a.Docs)
}
