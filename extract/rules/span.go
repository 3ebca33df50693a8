package rules

import (
	"strings"

	"verde/values"
)

// span is a half-open range of leaves.
type span struct{ lo, hi int32 }

// spans gives the leaves in each element, an empty span to those without any.
func (d *Doc) spans() []span {
	out := make([]span, len(d.Elems))
	for k := range d.Leaves {
		for e := d.Leaves[k].Elem; e >= 0; e = d.Elems[e].Parent {
			if out[e].hi == 0 {
				out[e].lo = int32(k)
			}
			out[e].hi = int32(k) + 1
		}
	}
	return out
}

// wordCount is the number of words of a text whose white space is folded, by
// [values.CountWords] where it has characters of scripts without blanks.
func wordCount(text string) int {
	if strings.ContainsFunc(text, values.Ideographic) {
		return values.CountWords(text)
	}
	return strings.Count(text, " ") + 1
}

// drop takes texts out, and out of the number of those that elements hold.
func (d *Doc) drop(which map[int32]bool) {
	d.takeOut(func(k int) bool {
		for e := d.Leaves[k].Elem; e >= 0 && which[int32(k)]; e = d.Elems[e].Parent {
			d.Elems[e].Texts--
		}
		return which[int32(k)]
	})
}
