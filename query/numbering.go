package query

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"verde/values"
)

// numbering is the place where a site puts a number of its own beside the names of its entities: "B-4737" in "B-4737 Old Mill
// Bridge", "12" in "Nr. 12: Amber Fjord". Other sites have other numbers, or none.
type numbering struct {
	first, last []string                                      // folded words that all names share around it; see [Names]
	cut         func(tokens []string) (number, rest []string) // splits a name whose shared words were removed
	example     string                                        // a name with its number
}

// fewestNumbered is the number of names from which on numbers are looked for: among fewer chips or laws, whose numbers all
// sites use, no two may have the same name beside the number.
const fewestNumbered = 12

// numbering finds the numbering of a site's distinct names, whose shared words are known; ok is false if there is none. A
// number is a code of one shape that nine of ten names (see sharedByAll) have in the same place; as many numbers have to be different, and as
// many names without them. So numbers of models ("Canon EOS 5D") are not removed: without them several
// names would be the same maker and series. rests are the names without their numbers. Cost: linear.
func (s *Names) numbering(names []string) (n numbering, rests []string, ok bool) {
	if len(names) < fewestNumbered {
		return n, nil, false
	}
	for _, cut := range []func([]string) ([]string, []string){numberInFront, numberBehind} {
		n := numbering{s.first, s.last, cut, ""}
		numbers, shapes, left, most := map[string]bool{}, map[string]int{}, map[string]bool{}, 0
		rests := make([]string, len(names))
		for i, name := range names {
			number, rest := n.split(name)
			if rests[i] = rest; number == "" {
				continue
			}
			n.example = cmp.Or(n.example, name)
			shape := shapeOf(number)
			shapes[shape]++
			numbers[number], left[values.Fold(rest)], most = true, true, max(most, shapes[shape])
		}
		if float64(min(most, len(numbers), len(left))) >= sharedByAll*float64(len(names)) {
			return n, rests, true
		}
	}
	return n, nil, false
}

// split gives the folded number of a name, and the name without it; "" and the whole name if there is no number, or if no
// name would remain.
func (n *numbering) split(name string) (number, rest string) {
	tokens, left := n.cut(splitWords(stripEnds(name, n.first, n.last)))
	if rest = clean(strings.Join(left, "")); len(tokens) == 0 || !namelike(rest) {
		return "", name
	}
	return values.Fold(strings.Join(tokens, "")), rest
}

// unnumbered is a name without the site's own numbers.
func (s *Names) unnumbered(name string) string {
	for i := range s.numbered {
		_, name = s.numbered[i].split(name)
	}
	return name
}

// Numbered gives an example of a name with a number of the site's own, which is removed before names are asked for and
// compared; ok is false if the names have no such numbers.
func (s *Names) Numbered() (name string, ok bool) {
	if len(s.numbered) == 0 {
		return "", false
	}
	return s.numbered[0].example, true
}

// numberInFront splits a code off the beginning of a name; it may be capitals and a number ("B 4737"). number is nil if there is
// none.
func numberInFront(tokens []string) (number, rest []string) {
	n := 1
	if isCapitals(strings.TrimSpace(tokens[0])) {
		n = 2
	}
	if len(tokens) <= n || !values.HasDigit(tokens[n-1]) {
		return nil, tokens
	}
	return tokens[:n], tokens[n:]
}

// numberBehind splits a code off the end of a name, with the whole parentheses if it is in some. number is nil if there is none.
func numberBehind(tokens []string) (number, rest []string) {
	n := len(tokens) - 1
	if strings.HasSuffix(tokens[n], ")") {
		for n > 0 && !strings.HasPrefix(tokens[n], "(") {
			n--
		}
	} else if n > 1 && isCapitals(strings.TrimSpace(tokens[n-1])) {
		n--
	}
	if n < 1 || !slices.ContainsFunc(tokens[n:], values.HasDigit) {
		return nil, tokens
	}
	return tokens[n:], tokens[:n]
}

// shapeOf is a folded text with one character for each run of letters and each run of digits: "b 4737" and "nh 12" both give "a 0".
func shapeOf(folded string) string {
	var b strings.Builder
	last := ' '
	for _, r := range folded {
		switch {
		case unicode.IsLetter(r):
			r = 'a'
		case unicode.IsDigit(r):
			r = '0'
		}
		if r != last {
			b.WriteRune(r)
		}
		last = r
	}
	return b.String()
}
