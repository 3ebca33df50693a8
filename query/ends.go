package query

import (
	"slices"
	"strings"
	"unicode"

	"verde/values"
)

// sharedEnds gives the words that nine of ten of the lists have at one end, which cut
// takes off, the outermost first, and takes them off the lists. What remains of nine
// of ten has to be like a name: on a maker's own site "BMW" is in front of all numbers.
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

// joined cuts a name into what each folds to a word, with the marks and blanks behind it, also
// where only marks part them. Cost: linear.
func joined(name string) []string {
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

// without is [within] without what the name adds in parentheses.
func without(name string, first, last []string) string { return Bare(within(name, first, last)) }

// within cleans a name and takes the words off its ends, as far as a name is left.
func within(name string, first, last []string) string {
	name = clean(name)
	tokens := takeOff(places(name), last, cutLast)
	tokens = takeOff(tokens, first, cutFirst)
	core := strings.TrimLeft(strings.TrimRight(strings.Join(tokens, ""), "([（「『【《〈 "), ")]）」』】》〉 ")
	if core = clean(core); strings.LastIndexByte(core, '(') > strings.LastIndexByte(core, ')') {
		core += ")" // all names have the last words in parentheses
	}
	if namelike(core) {
		return core
	}
	return name
}

// places cuts a text into what each folds to a word, with the blanks and marks behind it:
// what blanks separate, and the characters of scripts that write none.
func places(text string) []string {
	var out []string
	from, letters := 0, false // of the current place; whether a word is in it
	for i, r := range text {
		begins := values.Ideographic(r) || i > 0 && text[i-1] == ' '
		if begins && letters {
			out, from, letters = append(out, text[from:i]), i, false
		}
		letters = letters || begins || unicode.IsLetter(r) || unicode.IsNumber(r)
	}
	return append(out, text[from:])
}

// takeOff takes words off one end, which cut gives, as far as the tokens there are
// these words or nothing but marks.
func takeOff(tokens, words []string, cut func([]string) (string, []string)) []string {
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
