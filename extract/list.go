package extract

import (
	"unicode"
)

// A list is a run of leaves that repeat one shape side by side: the authors
// after "By", the items of a ul, lines between br elements. How many there are
// differs from page to page, which is what tells a list from a row of
// different attributes, or that they change places.
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
func (a *alignment) findLists() {
	var lists []list
	for i, d := range a.docs {
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
	for n, l := range lists {
		s := sizes[l.key]
		differs := s.least < s.most || l.members > 1 && l.key.before >= 0 && varying[l.key.sig]
		if !differs && (l.hi-l.lo < 2 || a.docs[l.page].leaves[l.lo+1].further != same) {
			continue
		}
		d := a.docs[l.page]
		for k := l.lo; k < l.hi; k++ {
			d.leaves[k].list = int32(n + 1)
		}
	}
}

// listsOf appends the runs of one page, those of one member too.
func (a *alignment) listsOf(page int32, d *doc, lists []list) []list {
	single := a.holders(d)
	like := make(map[[2]int32]int32) // by element and signature
	for k := range d.leaves {
		if l := &d.leaves[k]; !separator(l.text) {
			like[[2]int32{d.container(single[k], l), l.sig}]++
		}
	}
	for k := 0; k < len(d.leaves); {
		l := &d.leaves[k]
		holder := single[k]
		stop := a.fixed
		if k > 0 && a.labelled(&d.leaves[k-1]) {
			stop = a.another
		}
		if separator(l.text) || stop(l) {
			k++
			continue
		}
		end := d.siblings(single, int32(k), int32(len(d.leaves)), stop)
		key := listKey{before: -1, sig: l.sig}
		if k > 0 && a.fixed(&d.leaves[k-1]) {
			key.before = a.syms.intern(stem(d.leaves[k-1].text))
		} else if c := d.container(holder, l); c >= 0 {
			key.positionalPath = d.elems[c].positionalPath
		}
		members := like[[2]int32{d.container(holder, l), l.sig}]
		lists = append(lists, list{page: page, lo: int32(k), hi: end, members: members, key: key})
		k = int(end)
	}
	return lists
}

// siblings extends the list that begins with leaf k, up to leaf hi and to the
// first that stop tells is no member. It returns where it ends.
func (d *doc) siblings(single []int32, k, hi int32, stop func(*leaf) bool) int32 {
	l := &d.leaves[k]
	within := d.container(single[k], l)
	end := k + 1
	for next := end; next < hi; next++ {
		m := &d.leaves[next]
		if m.further == same {
			end = next + 1
			continue
		}
		if m.further == apart || d.container(single[next], m) != within {
			break
		}
		if joint(l, m) {
			continue
		}
		if m.sig != l.sig || stop(m) || !d.sameKind(single[k], single[next]) {
			break
		}
		end = next + 1
	}
	return end
}

// holders gives for each leaf the highest element that holds nothing but it,
// -1 if its own element holds more, or if the element is none that lists
// repeat.
func (c *corpus) holders(d *doc) []int32 {
	spans, out := d.spans(), make([]int32, len(d.leaves))
	for k := range d.leaves {
		out[k] = -1
		for e := d.leaves[k].elem; e >= 0 && spans[e].hi-spans[e].lo == 1; e = d.elems[e].parent {
			out[k] = e
		}
		if out[k] >= 0 && !repeatable(c.syms.names[d.elems[out[k]].tag]) {
			out[k] = -1
		}
	}
	return out
}

// container is the element within which a leaf with the given holder has its
// siblings.
func (d *doc) container(holder int32, l *leaf) int32 {
	if holder < 0 {
		return l.elem
	}
	return d.elems[holder].parent
}

// sameKind reports whether two elements have the same tag and class.
func (d *doc) sameKind(x, y int32) bool {
	if x < 0 || y < 0 {
		return x == y
	}
	return d.elems[x].tag == d.elems[y].tag && d.elems[x].class == d.elems[y].class
}

// fixed tells whether a leaf is too common for a member, or a label by its style.
func (a *alignment) fixed(l *leaf) bool {
	return float64(a.lecs[l.class].pages) >= nearlyAll*float64(len(a.docs)) || a.labelled(l)
}

// another tells whether a leaf behind the values of a label is none of them: though most pages have a language among
// those of a book, it is one, but what all pages have may be what comes next.
func (a *alignment) another(l *leaf) bool {
	return a.labelled(l) || int(a.lecs[l.class].pages) == len(a.docs)
}

// repeatable tells whether elements of this tag may be the members of a list.
// The cells of a row are not: what tells them apart is their place.
func repeatable(tag string) bool {
	switch tag {
	case "td", "th", "tr", "dt", "tbody", "table", "option", "title", "head", "body":
		return false
	}
	return true
}

// conjunctions are "and" and "or" in the fifteen languages that most of the web is in: English,
// Spanish, German, Japanese, French, Portuguese, Russian, Italian, Dutch, Polish, Turkish,
// Chinese, Persian, Vietnamese and Indonesian; but for the Dutch "of", which is another word
// in English. They are marks between the members of a list alone.
var conjunctions = map[string]bool{
	"and": true, "or": true, "y": true, "e": true, "o": true, "u": true, "und": true, "oder": true, "と": true, "や": true, "および": true, "または": true,
	"et": true, "ou": true, "и": true, "или": true, "ed": true, "en": true, "i": true, "oraz": true, "lub": true, "ve": true, "veya": true,
	"和": true, "与": true, "及": true, "或": true, "و": true, "یا": true, "và": true, "hoặc": true, "dan": true, "atau": true,
}

// joint tells whether a text of the list that begins with first only stands between its members:
// a mark, or a conjunction in other markup than theirs. One in the same is a member: "en" among languages.
func joint(first, l *leaf) bool {
	return separator(l.text) || l.sig != first.sig && conjunctions[l.text]
}

// separator tells whether a text is no value wherever it stands: " | ", or the dots that lead from a label to its value,
// however many. Signs that are no punctuation say something by how many there are: "★★★", "$$". Of conjunctions these two are
// long enough; "en", "e" and "y" are a language, a grade and a yes elsewhere.
func separator(text string) bool {
	if text == "and" || text == "or" {
		return true
	}
	signs := 0
	for _, r := range text {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return false
		}
		if unicode.In(r, unicode.So, unicode.Sc) {
			signs++
		}
	}
	return signs < 2
}
