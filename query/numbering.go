package query

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"verde/values"
)

// numbering is where a site puts a number of its own beside the names of its entities: "B-4737" of "B-4737 Old Mill Bridge",
// "12" of "Nr. 12: Amber Fjord". Other sites have other numbers, or none.
type numbering struct {
	first, last []string                                      // folded words that all names share around it; see [Names]
	cut         func(tokens []string) (number, rest []string) // from the rest of a name
	example     string                                        // a name with it
}

// fewestNumbered is the number of names from which on numbers are looked for: of fewer chips or laws, with a number that all
// sites know, no two need be of one kind.
const fewestNumbered = 12

// numbering learns from the different names of a site of which the words that they share are known; ok is false if they are
// not numbered. A number is a code that nine of ten names (see sharedByAll) have in one place, each its own, all of one
// shape; what is left of the names has to name as many. So numbers of models ("Canon EOS 5D") are
// none: without them, makers and series are left, several of a kind, which few names need not show. It gives the names without it, too. Cost: linear.
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

// split gives the folded number of a name, and the name without it; "" and the name if it has none, or would be none without it.
func (n *numbering) split(name string) (number, rest string) {
	tokens, left := n.cut(places(within(name, n.first, n.last)))
	if rest = clean(strings.Join(left, "")); len(tokens) == 0 || !namelike(rest) {
		return "", name
	}
	return values.Fold(strings.Join(tokens, "")), rest
}

// unnumbered is a name without the numbers that its site gives.
func (s *Names) unnumbered(name string) string {
	for i := range s.numbered {
		_, name = s.numbered[i].split(name)
	}
	return name
}

// Numbered gives a name of the site that has a number of the site's own, which is left out where names are asked for and compared; ok is
// false if its names have none.
func (s *Names) Numbered() (name string, ok bool) {
	if len(s.numbered) == 0 {
		return "", false
	}
	return s.numbered[0].example, true
}

// numberInFront cuts a code off the beginning of a name, one of capitals and a number ("B 4737") with both; none where it begins with none.
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

// numberBehind cuts a code off the end of a name, one in parentheses with all of these.
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

// shapeOf is a folded text with one mark for each run of letters and each of digits: "b 4737" and "nh 12" have one shape.
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
