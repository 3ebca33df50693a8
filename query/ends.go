package query

import (
	"slices"
	"strings"
	"unicode"

	"verde/values"
)

// sharedEnds gives the words that nine of ten names have at one end, the outermost first,
// and removes them from the names. A name is a list of words; cut splits off the word at the
// end in question. After each step nine of ten names still have to be like names: on a maker's own
// site "BMW" stands before mere numbers.
func sharedEnds(list [][]string, cut func([]string) (string, []string)) (ends []string) {
	for {
		count, most := map[string]int{}, ""
		for _, words := range list {
			w, rest := cut(words)
			if count[w]++; len(rest) > 0 && (count[w] > count[most] || count[w] == count[most] && w < most) {
				most = w
			}
		}
		if float64(count[most]) < sharedByAll*float64(len(list)) {
			return ends
		}
		named := 0
		for _, words := range list {
			if _, rest := cut(words); namelike(strings.Join(rest, " ")) {
				named++
			}
		}
		if float64(named) < sharedByAll*float64(len(list)) {
			return ends
		}
		ends = append(ends, most)
		for i, words := range list {
			if w, rest := cut(words); w == most && len(rest) > 0 {
				list[i] = rest
			}
		}
	}
}

// splitParts splits a name into parts that fold to one word each, with the marks and blanks after
// it. Marks separate parts, too: "python3-flask-dev" gives "python3-", "flask-", "dev". Cost: linear.
func splitParts(name string) []string {
	var starts []int
	f := values.Folder{Emit: func(_ []byte, first, _ int) { starts = append(starts, first) }}
	for i, r := range name {
		f.Text(string(r), i)
	}
	f.Flush()
	starts = slices.Compact(starts)
	out := make([]string, 0, len(starts))
	for i, from := range starts {
		to := len(name)
		if i+1 < len(starts) {
			to = starts[i+1]
		}
		if i == 0 {
			from = 0
		}
		out = append(out, name[from:to])
	}
	return out
}

func cutFirst(words []string) (end string, rest []string) { return words[0], words[1:] }

func cutLast(words []string) (end string, rest []string) {
	return words[len(words)-1], words[:len(words)-1]
}

// stripEndsBare is the [Bare] form of stripEnds.
func stripEndsBare(name string, first, last []string) string {
	return Bare(stripEnds(name, first, last))
}

// stripEnds cleans a name and removes the folded words first and last from its ends; it is only
// cleaned if what remains is not like a name.
func stripEnds(name string, first, last []string) string {
	name = clean(name)
	tokens := stripEnd(splitWords(name), last, cutLast)
	tokens = stripEnd(tokens, first, cutFirst)
	core := strings.TrimLeft(strings.TrimRight(strings.Join(tokens, ""), "([（「『【《〈 "), ")]）」』】》〉 ")
	if core = clean(core); strings.LastIndexByte(core, '(') > strings.LastIndexByte(core, ')') {
		core += ")" // all names have the last words in parentheses
	}
	if namelike(core) {
		return core
	}
	return name
}

// splitWords splits a text at blanks and at ideographs, whose scripts write no blanks, into tokens
// with a word each, with the blanks and marks after it.
func splitWords(text string) []string {
	var out []string
	from, letters := 0, false // of the current token; whether a word is in it
	for i, r := range text {
		begins := values.Ideographic(r) || i > 0 && text[i-1] == ' '
		if begins && letters {
			out, from, letters = append(out, text[from:i]), i, false
		}
		letters = letters || begins || unicode.IsLetter(r) || unicode.IsNumber(r)
	}
	return append(out, text[from:])
}

// stripEnd removes words from one end of the tokens as long as the token there, which cut splits
// off, is the next of the words or only marks.
func stripEnd(tokens, words []string, cut func([]string) (string, []string)) []string {
	for len(words) > 0 && len(tokens) > 1 {
		end, rest := cut(tokens)
		switch w := values.Fold(end); w {
		case "":
		case words[0]:
			words = words[1:]
		default:
			return tokens
		}
		tokens = rest
	}
	return tokens
}
