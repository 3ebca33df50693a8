package rules

import (
	"maps"
	"slices"
	"strings"
)

// OwnNames takes ids and words of classes that a single page has out of the signatures of the aligned pages: what it
// calls its own entity. With the paper's method it does nothing. Where all were left out that less than half of the pages
// have, classes of four builds of one site would be none to go by either, and F of the static sites is .986 in place of .991
// (go run ./bench/run extract-static).
//
// Cost: linear in the elements and the leaves.
func (a *Set) OwnNames() {
	if a.Breaks || len(a.Docs) < 2 {
		return
	}
	ids, words := make(map[int32]pageCount), make(map[string]pageCount)
	of := make(map[int32][]string) // words by class attribute
	for i, d := range a.Docs {
		for e := range d.Elems {
			x := &d.Elems[e]
			if x.ID >= 0 {
				ids[x.ID] = ids[x.ID].on(i)
			}
			if x.Class < 0 {
				continue
			}
			if of[x.Class] == nil {
				of[x.Class] = strings.Fields(a.Syms.Names[x.Class])
			}
			for _, word := range of[x.Class] {
				words[word] = words[word].on(i)
			}
		}
	}
	usual := func(n pageCount) bool { return n.pages > 1 }
	class := make(map[int32]int32)
	for _, symbol := range slices.Sorted(maps.Keys(of)) { // in order: symbols have numbers
		class[symbol] = -1
		if kept := slices.DeleteFunc(of[symbol], func(word string) bool { return striped[word] || !usual(words[word]) }); len(kept) > 0 {
			class[symbol] = a.Syms.Intern(strings.Join(kept, " "))
		}
	}
	for _, d := range a.Docs {
		a.RenameIn(d.Doc, func(id int32) bool { return usual(ids[id]) }, func(symbol int32) int32 { return class[symbol] })
		for k := range d.Leaves {
			a.Resign(d.Doc, &d.Leaves[k])
		}
	}
}

// striped are the words of classes that count rows: those that CSS has for it (Selectors Level 3, section 6.6.5.2).
var striped = map[string]bool{"odd": true, "even": true}
