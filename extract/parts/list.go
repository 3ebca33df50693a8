package parts

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Lists: a text may hold several values, with a mark between them or commas and a word before the last, in whatever
// language: "red, green and blue". Which mark or word it is shows in the texts: the number of values differs from
// text to text, and they change places, or look alike wherever they stand. What has a place of its own, as the
// country in "Lyon, Rhône, France", is a part and no value of a list.

// List says what stands between several values of a text; the zero List, that there is one.
type List struct {
	Mark string `json:"mark,omitempty"` // between two
	Word string `json:"word,omitempty"` // before the last; between the others are commas, in any script, or the word as well
}

// Bounds of lists by a mark.
const (
	alikeTokens    = 1.5 // how many times the tokens of values in lists those that stand alone may have in the mean, and the other way round: of titles with commas, the others are longer than what is between these
	minListed      = 2   // lists that a mark parts which stands for little else: one may be an accident
	minChanges     = 2   // values that change places, of lists by commas: one may be the name of two things, as of a city and its state
	againElsewhere = 3   // of so many values that come again at the end of lists one at least stands elsewhere: of lists in order of the alphabet the last are often the same
	minApart       = 3   // lists whose last values look other than those before: of two pairs with two values of each look one in six has them so by chance, of three one in twenty
	minSizes       = 3   // different numbers of values, one among them, that lists have whose values never come again
)

// ListOf finds out what stands between several values of texts. Nearly all texts that have a word or a comma are lists
// by the word; and either several have no comma and several have, or most of what stands behind it
// stands before it or alone in other texts, so that the values change places: "son" never stands alone in "Lyon, the son
// of a baker", nor "Padua" in "University of Padua". Of a mark see [List.marks].
//
// Cost: the tokens of a bounded number of texts times the words and marks that several of them have.
func ListOf(texts []string) List {
	texts = slices.DeleteFunc(slices.Clone(texts), func(text string) bool { return len(text) > maxRead })
	sample := make([]string, min(len(texts), maxCompound))
	words, marks := make(map[string]int), make(map[string]int) // texts with each
	told := 0                                                  // texts of several sentences
	for i := range sample {
		sample[i] = texts[i*len(texts)/len(sample)]
		tokens := tokensOf(sample[i])
		if len(sentenceEnds(sample[i], tokens)) > 2 {
			told++
		}
		in := make(map[string]bool)
		for k, s := range wordsOf(sample[i], tokens) {
			switch {
			case in[s]:
			case wordlike(s):
				in[s] = true
				words[s]++
			case parting(sample[i], tokens, k):
				in[s] = true
				marks[s]++
			}
		}
	}
	if float64(told) > (1-madeAlike)*float64(len(sample)) {
		if l := (List{Mark: ";"}); near(marks[l.Mark], len(sample)) && l.marks(sample) { // the dots are those of "Pt. 2"
			return l
		}
		return List{}
	}
	best := List{}
	for word, n := range words {
		if most := words[best.Word]; n >= minCompound && (n > most || n == most && word < best.Word) && (List{Word: word}).joins(sample) {
			best.Word = word
		}
	}
	if best.Word != "" {
		return best
	}
	for _, mark := range slices.SortedFunc(maps.Keys(marks), func(x, y string) int {
		return cmp.Or(cmp.Compare(marks[y], marks[x]), strings.Compare(x, y))
	}) {
		if l := (List{Mark: mark}); marks[mark] >= minListed && l.marks(sample) {
			return l
		}
	}
	return List{}
}

// Commas tells whether a mark stands between the values of a list, be it commas before its word in some texts: a word alone
// may also stand between parts of one value.
func (l List) Commas(texts []string) bool {
	return l.Word == "" || slices.ContainsFunc(texts, func(text string) bool {
		return len(l.Members(text)) > 1 && slices.ContainsFunc(wordsOf(text, tokensOf(text)), comma)
	})
}

// parting tells whether the k-th token of a text is a mark that may stand between two values. Brackets, dashes and
// quotation marks may not, nor may marks that end a sentence or lead to what follows, as a colon. A blank stands behind it,
// unless its script has none.
func parting(text string, tokens []Span, k int) bool {
	if k == 0 || k == len(tokens)-1 {
		return false
	}
	mark, size := utf8.DecodeRuneInString(text[tokens[k].At:])
	if unicode.IsLetter(mark) || unicode.IsDigit(mark) || unicode.In(mark, unicode.Pd, unicode.Ps, unicode.Pe, unicode.Pi, unicode.Pf, unicode.Sc, unicode.Sentence_Terminal) || strings.ContainsRune(`:'"`, mark) {
		return false
	}
	return tokens[k].End < tokens[k+1].At || size > 1 && comma(string(mark))
}

// tally is what lists look like in texts.
type tally struct {
	lists, long, again int             // texts with several values, of these with commas, and with the word again
	other              int             // those that have the word or a comma and one value
	sizes              map[int]bool    // numbers of values
	times              map[string]int  // values
	last, elsewhere    map[string]bool // those at the end of a list, and at other places or alone
	end, inner, alone  look            // of these
	spaced             bool            // nearly all marks have a blank on both sides
	sentences          int             // texts with several values that are written as sentences
}

func (l List) tally(texts []string) *tally {
	x := &tally{sizes: make(map[int]bool), times: make(map[string]int), last: make(map[string]bool), elsewhere: make(map[string]bool)}
	marks, spaced := 0, 0
	for _, text := range texts {
		members, words := l.Members(text), wordsOf(text, tokensOf(text))
		for k := range len(members) - 1 {
			marks++
			if strings.HasPrefix(text[members[k].End:], " ") && text[members[k+1].At-1] == ' ' {
				spaced++
			}
		}
		if n := len(members); n > 1 {
			first, last := text[members[0].At:members[0].End], text[members[n-1].At:members[n-1].End]
			if startsUpper(first) && !startsUpper(last) && stopped(words) {
				x.sentences++
			}
		}
		x.sizes[len(members)] = true
		switch {
		case len(members) > 1:
			x.lists++
			if slices.ContainsFunc(words, comma) {
				x.long++
			} else if len(members) > 2 {
				x.again++
			}
		case slices.ContainsFunc(words, func(s string) bool { return s == l.Word || comma(s) }):
			x.other++
		}
		for k, s := range members {
			value := text[s.At:s.End]
			x.times[value]++
			at := &x.inner
			switch {
			case len(members) == 1:
				at = &x.alone
			case k == len(members)-1:
				at = &x.end
			}
			at.add(value)
			if at == &x.end {
				x.last[value] = true
			} else {
				x.elsewhere[value] = true
			}
		}
	}
	x.spaced = near(spaced, marks)
	return x
}

// stopped tells whether a text ends in a mark that ends sentences, not behind an initial.
func stopped(words []string) bool {
	n := len(words)
	mark, _ := utf8.DecodeRuneInString(words[n-1])
	return n > 1 && unicode.Is(unicode.Sentence_Terminal, mark) && utf8.RuneCountInString(words[n-2]) > 1
}

// startsUpper tells whether a value begins with a capital letter.
func startsUpper(value string) bool {
	first, _ := utf8.DecodeRuneInString(value)
	return unicode.IsUpper(first)
}

// both counts the values that stand at the end of a list and elsewhere.
func (x *tally) both() int {
	n := 0
	for value := range x.last {
		if x.elsewhere[value] {
			n++
		}
	}
	return n
}

// prose tells whether what stands in lists is running text: long, or mostly clauses of sentences, of which the first alone begins
// with a capital letter and the last ends in a stop.
func (x *tally) prose() bool {
	return 2*x.sentences > x.lists || x.end.tokens+x.inner.tokens > proseTokens*(x.end.values+x.inner.values)
}

// alike tells whether values look alike wherever they stand and alone, and their numbers differ much.
func (x *tally) alike() bool {
	return len(x.sizes) >= minSizes && x.sizes[1] && x.end.like(&x.inner) && x.end.like(&x.alone) && x.alone.like(&x.inner)
}

// joins tells whether the word of a list stands between values of texts.
func (l List) joins(texts []string) bool {
	x := l.tally(texts)
	if x.lists < minCompound || x.prose() || !near(x.lists, x.lists+x.other) {
		return false
	}
	return 2*x.both() > len(x.last) || near(x.lists-x.again, x.lists+x.other) && (min(x.long, x.lists-x.long) >= minCompound || x.alike())
}

// marks tells whether the mark of a list stands between values of texts. Their number differs; those at the end that come
// again stand elsewhere or alone too, as parts that have a place of their own hardly do. A
// semicolon, or a stroke with blanks around it, is hardly ever anything else then. Of commas and other marks several values
// have to change places, or all look alike.
func (l List) marks(texts []string) bool {
	x := l.tally(texts)
	if len(x.sizes) < 2 || x.prose() {
		return false
	}
	again := 0
	for value := range x.last {
		again += min(1, x.times[value]-1)
	}
	both := x.both()
	switch {
	case againElsewhere*both < again || both == 0 && x.lists >= minApart && x.end.apart(&x.inner):
		return false
	case l.Mark == ";" || l.Mark == "/" && x.spaced:
		return x.lists >= minListed
	case both >= minChanges && x.lists > minChanges && 2*both >= again:
		return true
	}
	return x.lists >= minCompound && x.alike()
}

// look is what values look like.
type look struct {
	values, tokens, upper int
	forms                 map[string]int
}

func (x *look) add(value string) {
	words := wordsOf(value, tokensOf(value))
	x.values++
	x.tokens += len(words)
	if startsUpper(value) {
		x.upper++
	}
	if x.forms == nil {
		x.forms = make(map[string]int)
	}
	x.forms[formOf(words)]++
}

// near tells whether so many are nearly all.
func near(n, of int) bool { return float64(n) >= madeAlike*float64(of) }

// formed tells whether nearly all values of both have the same form.
func (x *look) formed(y *look) bool {
	form := x.form()
	return near(x.forms[form], x.values) && near(y.forms[form], y.values)
}

// form is the one that most values have.
func (x *look) form() string {
	var form string
	for f, n := range x.forms {
		if n > x.forms[form] || n == x.forms[form] && f < form {
			form = f
		}
	}
	return form
}

// apart tells whether values look other than those that stand before them: nearly all of each have a form of their own, or begin with
// a capital letter where the others begin with none. Then they have a place of their own, as the code in "missing-kwoa / E1125".
func (x *look) apart(y *look) bool {
	f, g := x.form(), y.form()
	return f != g && near(x.forms[f], x.values) && near(y.forms[g], y.values) || near(x.upper, x.values) && near(y.values-y.upper, y.values)
}

// like tells whether nearly all values of both have the same form and begin alike, and whether they are of about the
// same length.
func (x *look) like(y *look) bool {
	long, short := float64(x.tokens*y.values), float64(y.tokens*x.values)
	return x.formed(y) && long <= alikeTokens*short && short <= alikeTokens*long &&
		(near(x.upper, x.values) && near(y.upper, y.values) || near(x.values-x.upper, x.values) && near(y.values-y.upper, y.values))
}

// Members are the values of a text; the text is one value if it is no such list. Marks within brackets part none.
func (l List) Members(text string) []Span {
	tokens := tokensOf(text)
	if len(tokens) == 0 {
		return nil
	}
	words := wordsOf(text, tokens)
	whole := []Span{{tokens[0].At, tokens[len(tokens)-1].End}}
	parts := func(k int) bool { return words[k] == l.Mark && parting(text, tokens, k) }
	switch {
	case l.Word != "":
		first, last := slices.Index(words, l.Word), len(words)-1
		for last > 0 && words[last] != l.Word {
			last--
		}
		commas := slices.ContainsFunc(words, comma)
		if first < 1 || last == len(words)-1 || first < last && commas || slices.ContainsFunc(words[last:], comma) { // either all are parted by the word, or the last alone
			return whole
		}
		parts = func(k int) bool { return words[k] == l.Word || comma(words[k]) }
	case l.Mark == "":
		return whole
	}
	var out []Span
	from, depth := 0, 0
	for k := range len(words) + 1 {
		if k < len(words) {
			switch mark, _ := utf8.DecodeRuneInString(words[k]); {
			case unicode.Is(unicode.Ps, mark):
				depth++
			case unicode.Is(unicode.Pe, mark):
				depth--
			}
			if depth > 0 || !parts(k) {
				continue
			}
		}
		if from < k { // a comma may stand before the word, too
			out = append(out, Span{tokens[from].At, tokens[k-1].End})
		}
		from = k + 1
	}
	return out
}

// formOf is what tokens look like: "0" for numbers, "a" for words, side by side or with commas, hyphens or "&" between them, and
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
		case w == "a" && n > 1 && (comma(out[n-1]) || out[n-1] == "-" || out[n-1] == "&") && out[n-2] == "a":
			out = out[:n-1]
		default:
			out = append(out, w)
		}
	}
	return strings.Join(out, "")
}

// comma tells whether a token is a comma, in any script. One within a number is none.
func comma(token string) bool { return slices.Contains([]string{",", "，", "、", "،"}, token) }
