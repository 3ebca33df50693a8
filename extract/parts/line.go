package parts

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

// Lines: "12 Mill Street | 312 555 0199 | Greek | $18-30", of which any part may be missing. As all marks between
// them are alike, a part is told by its form, by its first words, or by values that recur, as optional
// rows are by their labels; and their order is the same in all lines.

// shape says what the parts are that stand behind a literal of a line.
type shape struct {
	Forms  []string `json:"forms"`            // as of formOf
	Values []string `json:"values,omitempty"` // of several parts of one form: those that recur in this one
}

// maxSlots bounds the different parts of lines: those of a longer one are hardly facts.
const maxSlots = 2 * maxParted

// slot is one of the parts of lines while they are learned.
type slot struct {
	words  []string // before its values
	forms  []string
	values map[string]int // lines by value
	lines  []int          // those that have it, ascending
}

// piece is a part of a line.
type piece struct {
	at    Span // its tokens
	words []string
}

// divided gives the pattern of lines whose parts are divided by one mark and may be missing, nil if the pages have
// none. A page's line is the text with most of these marks.
func divided(pages [][]string) Pattern {
	mark := divider(pages)
	if mark == "" {
		return nil
	}
	var lines [][]piece
	for _, texts := range pages {
		var most []piece
		for _, text := range texts {
			if line := pieces(text, mark); len(line) > max(1, len(most)) {
				most = line
			}
		}
		if most != nil {
			lines = append(lines, most)
		}
	}
	slots := alternatives(slotsOf(lines), len(lines))
	if len(slots) < 2 || len(slots) > maxSlots {
		return nil
	}
	pattern := make(Pattern, 0, len(slots)+1)
	for _, s := range ordered(slots, lines) {
		pattern = append(pattern, Literal{Words: append([]string{mark}, s.words...), Optional: true, shape: s.shape(slots)})
	}
	pattern = append(pattern, Literal{Optional: true})
	all, told := 0, 0
	for _, line := range lines {
		all += len(line)
		for _, k := range pattern.tell(line) {
			told += min(1, k+1)
		}
	}
	if float64(told) < madeAlike*float64(all) {
		return nil
	}
	return pattern
}

// divider is the mark that stands between blanks, twice at least, in a text of most pages; "" if there is none.
func divider(pages [][]string) string {
	on := make(map[string]int)
	for _, texts := range pages {
		here := make(map[string]bool)
		for _, text := range texts {
			times := make(map[string]int)
			if fields := strings.Fields(text[:min(len(text), maxRead)]); len(fields) <= maxTokens {
				for _, s := range fields {
					if times[s]++; times[s] == 2 && !strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
						here[s] = true
					}
				}
			}
		}
		for s := range here {
			on[s]++
		}
	}
	best := ""
	for s, n := range on {
		if n >= minCompound && float64(n) >= saidShare*float64(len(pages)) && (best == "" || n > on[best] || n == on[best] && s < best) {
			best = s
		}
	}
	if len(tokensOf(best)) != 1 {
		return ""
	}
	return best
}

// pieces are the parts of a line between marks with blanks around them, nil of a text that is too long.
func pieces(text, mark string) []piece {
	if len(text) > maxRead {
		return nil
	}
	tokens := tokensOf(text)
	if len(tokens) > maxTokens {
		return nil
	}
	words := wordsOf(text, tokens)
	var out []piece
	from := 0
	for k := range len(words) + 1 {
		if k < len(words) && (words[k] != mark || k == 0 || k == len(words)-1 || tokens[k-1].End == tokens[k].At || tokens[k].End == tokens[k+1].At) {
			continue
		}
		if from < k {
			out = append(out, piece{Span{tokens[from].At, tokens[k-1].End}, words[from:k]})
		}
		from = k + 1
	}
	return out
}

// formOf is what tokens look like: "0" for numbers, "a" for words, side by side or with commas between them, and
// marks as they are, so that "104 Queen Avenue" is "0a" and "$18-30" is "$0-0".
func formOf(words []string) string {
	var out []string
	for _, w := range words {
		switch {
		case digitAt(w, 0):
			w = "0"
		case wordlike(w):
			w = "a"
		}
		n := len(out)
		switch {
		case w == "a" && n > 0 && out[n-1] == "a":
		case w == "a" && n > 1 && comma(out[n-1]) && out[n-2] == "a":
			out = out[:n-1]
		default:
			out = append(out, w)
		}
	}
	return strings.Join(out, "")
}

// opening is what the parts of lines have in common that begin with the same words.
type opening struct {
	parts  int    // with something behind these words
	next   string // the word or mark behind them in the first one
	varies bool   // another goes on differently
}

// openings gives the parts of lines by the words, one and more, that they begin with and something follows, and how
// many there are of each first word.
//
// Cost: the square of the tokens of each part.
func openings(lines [][]piece) (all map[string]*opening, first map[string]int) {
	all, first = make(map[string]*opening), make(map[string]int)
	for _, line := range lines {
		for _, p := range line {
			first[p.words[0]]++
			for n := 0; n < len(p.words)-1 && wordlike(p.words[n]); n++ {
				key := strings.Join(p.words[:n+1], " ")
				x := all[key]
				if x == nil {
					x = &opening{next: p.words[n+1]}
					all[key] = x
				}
				x.parts++
				x.varies = x.varies || x.next != p.words[n+1]
			}
		}
	}
	return all, first
}

// label is how many words of a part are its label: those that it begins with where they recur in so many of the parts
// with this first word, with different ones behind: 0 if there are none.
func label(words []string, all map[string]*opening, first map[string]int, least int) int {
	n := 0
	for n < len(words)-1 && wordlike(words[n]) {
		x := all[strings.Join(words[:n+1], " ")]
		if x.parts < least || float64(x.parts) < madeAlike*float64(first[words[0]]) {
			return n
		}
		if n++; x.varies {
			return n
		}
	}
	return 0
}

// slotsOf gathers the parts of lines that many have by their first words and their form. Of those that some lines have
// several times, each is a part, whose values are those of these lines: in others it may be any of them.
func slotsOf(lines [][]piece) []*slot {
	least := max(minCompound, int(someShare*float64(len(lines))))
	begun, first := openings(lines)
	type class struct{ words, form string }
	all := make(map[class][]*slot)
	var out []*slot
	for i, line := range lines {
		times := make(map[class]int)
		values := make(map[class][]string)
		for _, p := range line {
			n := label(p.words, begun, first, least)
			c := class{words: strings.Join(p.words[:n], " ")}
			if n == 0 {
				c.form = formOf(p.words)
			}
			if times[c]++; times[c] > len(all[c]) {
				s := &slot{words: p.words[:n]}
				if n == 0 {
					s.forms = []string{c.form}
				}
				all[c] = append(all[c], s)
				out = append(out, s)
				for _, s := range all[c] { // what was counted before is of lines with fewer
					s.values = make(map[string]int)
				}
			}
			all[c][times[c]-1].lines = append(all[c][times[c]-1].lines, i)
			values[c] = append(values[c], strings.Join(p.words[n:], " "))
		}
		for c, of := range values {
			for k, v := range of {
				if len(of) == len(all[c]) {
					all[c][k].values[v]++
				}
			}
		}
	}
	return slices.DeleteFunc(out, func(s *slot) bool { return len(s.lines) < least || len(s.values) < 2 })
}

// alternatives makes one of parts that never stand in one line, though e^-3 is the chance of that if they had nothing
// to do with each other: forms of one part, as a number with or without a word.
func alternatives(slots []*slot, lines int) []*slot {
	const expected = 3
	for i := 0; i < len(slots); i++ {
		for k := i + 1; k < len(slots); k++ {
			x, y := slots[i], slots[k]
			if len(x.words) > 0 || len(y.words) > 0 || len(x.lines)*len(y.lines) < expected*lines || slices.ContainsFunc(x.lines, func(n int) bool {
				_, both := slices.BinarySearch(y.lines, n)
				return both
			}) {
				continue
			}
			x.forms = append(x.forms, y.forms...)
			x.lines = append(x.lines, y.lines...)
			slices.Sort(x.lines)
			for v, n := range y.values {
				x.values[v] += n
			}
			slots = slices.Delete(slots, k, k+1)
			k = i
		}
	}
	return slots
}

// ordered puts the parts in the order of the lines: next is the one that fewest of the others stand before.
func ordered(slots []*slot, lines [][]piece) []*slot {
	before := make(map[[2]*slot]int)
	for _, line := range lines {
		var at []*slot
		used := make(map[*slot]bool)
		for _, p := range line {
			for _, s := range slots {
				if !used[s] && s.fits(p) {
					used[s] = true
					at = append(at, s)
					break
				}
			}
		}
		for i, x := range at {
			for _, y := range at[i+1:] {
				before[[2]*slot{x, y}]++
			}
		}
	}
	left, out := slices.Clone(slots), make([]*slot, 0, len(slots))
	for len(left) > 0 {
		preceded := func(s *slot) int {
			n := 0
			for _, x := range left {
				n += max(0, before[[2]*slot{x, s}]-before[[2]*slot{s, x}])
			}
			return n
		}
		first := slices.MinFunc(left, func(x, y *slot) int { return cmp.Compare(preceded(x), preceded(y)) })
		out = append(out, first)
		left = slices.DeleteFunc(left, func(s *slot) bool { return s == first })
	}
	return out
}

// fits tells whether a part of a line may be this one.
func (s *slot) fits(p piece) bool {
	if len(s.words) > 0 {
		return len(p.words) > len(s.words) && slices.Equal(p.words[:len(s.words)], s.words)
	}
	return slices.Contains(s.forms, formOf(p.words))
}

// shape is how the part is told from the others. Values that recur tell it from those of the same form.
func (s *slot) shape(all []*slot) *shape {
	out := &shape{Forms: s.forms}
	if slices.ContainsFunc(all, func(x *slot) bool {
		return x != s && slices.ContainsFunc(x.forms, func(form string) bool { return slices.Contains(s.forms, form) })
	}) {
		for v, n := range s.values {
			if n > 1 {
				out.Values = append(out.Values, v)
			}
		}
		slices.Sort(out.Values)
	}
	return out
}

// score is how surely a part of a line stands behind the literal, 0 if it does not.
func (l Literal) score(p piece) int {
	if l.shape == nil || len(l.Words) == 0 { // of a wrapper that was edited
		return 0
	}
	words := l.Words[1:]
	switch {
	case len(words) > 0 && (len(p.words) <= len(words) || !slices.Equal(p.words[:len(words)], words)):
		return 0
	case len(words) > 0:
		return 3
	case !slices.Contains(l.shape.Forms, formOf(p.words)):
		return 0
	case slices.Contains(l.shape.Values, strings.Join(p.words, " ")):
		return 2
	}
	return 1
}

// tell gives the literal that each part of a line stands behind, -1 if none, in their order and as surely as possible.
func (pattern Pattern) tell(line []piece) []int {
	n, m := len(line), len(pattern)-1
	best := make([][]int, n+1)
	best[n] = make([]int, m+1)
	for i := n - 1; i >= 0; i-- {
		best[i] = make([]int, m+1)
		for k := m - 1; k >= 0; k-- {
			best[i][k] = max(best[i+1][k], best[i][k+1])
			if s := pattern[k].score(line[i]); s > 0 {
				best[i][k] = max(best[i][k], s+best[i+1][k+1])
			}
		}
	}
	out := make([]int, n)
	for i, k := 0, 0; i < n; i++ {
		out[i] = -1
		for j := k; j < m && best[i][j] == best[i][k]; j++ {
			if s := pattern[j].score(line[i]); s > 0 && best[i][j] == s+best[i+1][j+1] {
				out[i], k = j, j+1
				break
			}
		}
	}
	return out
}

// ofLine is as Spans, of a line. At least half of its parts have to be told.
func (pattern Pattern) ofLine(text string) []Span {
	line := pieces(text, pattern[0].Words[0])
	if len(line) < 2 {
		return nil
	}
	out := make([]Span, len(pattern)-1)
	told := 0
	for i, k := range pattern.tell(line) {
		if k < 0 {
			continue
		}
		told++
		out[k] = line[i].at
		if n := len(pattern[k].Words) - 1; n > 0 {
			out[k].At += tokensOf(text[out[k].At:out[k].End])[n].At
		}
	}
	if 2*told < len(line) {
		return nil
	}
	return out
}
