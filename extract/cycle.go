package extract

import (
	"slices"
	"strings"
)

// Classes may count the elements that stand side by side instead of saying what they are: odd and
// even, or three colours in turn. Each but the first of such a cycle always stands behind the same
// one, the cycle begins anew behind its last, and breaks off anywhere, as lists end where they end;
// what alternates for a reason, as labels and their values, comes in whole pairs.

// minBroken is how many cycles have to break off: one may lack a value.
const minBroken = 2

// sibling is a class of elements of a tag that are at one path.
type sibling struct{ path, tag, class int32 }

// turn is what is known of such elements.
type turn struct {
	n      int
	before sibling         // what stands before all of them, if alone is true
	alone  bool            // nothing else does
	behind map[sibling]int // what stands behind them
	texts  map[int32]bool  // what they begin with
}

// like tells whether elements may be those of one list: they say the same things, or hardly anything
// twice. Labels say the same again, and other things than what they label.
func (t *turn) like(first *turn) bool {
	for text := range t.texts {
		if first.texts[text] {
			return true
		}
	}
	return 2*len(first.texts) > first.n
}

// cycles gives the classes that count elements, each with the words that all of its cycle have.
//
// Cost: linear in the elements, and in the leaves with their depth.
func (a *alignment) cycles() map[int32]int32 {
	turns := make(map[sibling]*turn)
	var order []sibling
	for _, d := range a.docs {
		spans := d.spans()
		last := make(map[int32]sibling) // by parent
		for e := range d.elems {
			x := &d.elems[e]
			if x.parent < 0 || spans[e].hi == 0 {
				continue
			}
			at, prev := sibling{x.path, x.tag, x.class}, last[x.parent]
			t := turns[at]
			if t == nil {
				t = &turn{before: prev, alone: true, behind: make(map[sibling]int), texts: make(map[int32]bool)}
				turns[at], order = t, append(order, at)
			}
			t.n++
			t.alone = t.alone && t.before == prev
			t.texts[d.leaves[spans[e].lo].content] = true
			if p := turns[prev]; p != nil {
				p.behind[at]++
			}
			last[x.parent] = at
		}
	}
	out := make(map[int32]int32)
	for _, at := range order {
		if at.class < 0 {
			continue
		}
		// The cycle that ends with these: back over what alone stands before, up to what stands behind.
		cycle := []sibling{at}
		for t := turns[at]; t.alone && t.before.path == at.path && t.before.tag == at.tag && !slices.Contains(cycle, t.before); t = turns[t.before] {
			cycle = append(cycle, t.before)
		}
		first := turns[cycle[len(cycle)-1]]
		if len(cycle) < 2 || turns[at].behind[cycle[len(cycle)-1]] == 0 {
			continue
		}
		broken, alike := 0, true
		for k, s := range cycle {
			t := turns[s]
			if k > 0 {
				broken += t.n - t.behind[cycle[k-1]]
			}
			alike = alike && t.like(first)
		}
		if broken < minBroken || !alike {
			continue
		}
		words := strings.Fields(a.className(at.class))
		for _, s := range cycle {
			of := strings.Fields(a.className(s.class))
			words = slices.DeleteFunc(words, func(word string) bool { return !slices.Contains(of, word) })
		}
		for _, s := range cycle {
			if out[s.class] = -1; len(words) > 0 {
				out[s.class] = a.syms.intern(strings.Join(words, " "))
			}
		}
	}
	delete(out, -1)
	return out
}

// className is a class attribute, "" for none.
func (c *corpus) className(class int32) string {
	if class < 0 {
		return ""
	}
	return c.syms.names[class]
}
