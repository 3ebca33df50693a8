package pageeval

import (
	"fmt"
	"math"
	"strings"
	"unicode"
)

// MaxValue is the longest text, in bytes, that is read as a quantity. Longer
// texts are compared as text.
const MaxValue = 200

// SameValue reports whether a and b say the same: equal after [Fold], or
// numbers, dates, phone numbers, lengths, weights, amounts of money, ISBNs or
// durations of the same value in whatever form. This is what VerDE §VII finds
// missing for numerical attributes.
//
// Where both have a form of that kind the value decides, so "-5" is not "5".
// A length or weight in the other system of units is the same if rounding can
// explain the difference: 6'8" is 203 cm. A plain number is the same as the
// number with a unit (245 and 245 lb): tables keep the unit in the heading.
// An all-numeric date may have the month or the day first, but two such dates
// are read alike.
//
// Cost: linear in both.
func SameValue(a, b string) bool {
	if a == b {
		return true
	}
	ra, rb := readings(a), readings(b)
	if anySame(ra, rb, true) {
		return true
	}
	if len(ra) > 0 && len(rb) > 0 {
		return spaced(a) == spaced(b)
	}
	fa, fb := Fold(a), Fold(b)
	if fa == "" || fb == "" {
		return spaced(a) == spaced(b)
	}
	return fa == fb
}

// Contains reports whether text contains value, as whole words after [Fold]
// or as a quantity of the same value in another form. An empty value is
// contained nowhere. Cost: linear in text.
func Contains(text, value string) bool {
	return newNeedle(value).within(text)
}

// within reports whether text contains the needle.
func (v needle) within(text string) bool {
	if v.length == 0 {
		return false
	}
	if len(v.readings) > 0 && (anySame(v.readings, readings(text), true) || v.inText(prepare(text))) {
		return true
	}
	var m matcher
	m.init([]needle{v})
	found := false
	f := folder{emit: func(w []byte, _, _ int) {
		m.word(w, 0, 0, func(int, int, int) { found = true })
	}}
	f.text(text, 0)
	f.flush()
	return found
}

// spaced folds white space and case only.
func spaced(s string) string { return strings.Join(strings.Fields(prepare(s)), " ") }

// kind is what a quantity measures.
type kind uint8

const (
	number kind = iota
	percent
	money
	length   // metres
	mass     // kilograms
	duration // seconds
	date     // yyyymmdd, dd is 0 for a month
	phone
	isbn
)

// system is the system of units that a length or weight is written in.
type system uint8

const (
	metric system = iota
	imperial
)

// reading is one way to understand a piece of text as a quantity.
type reading struct {
	kind    kind
	value   float64 // in the unit of the kind
	written float64 // the number as it stands, NaN if there are several
	half    float64 // half a unit of the last digit written
	system  system
	key     string  // currency; digits of a phone number or ISBN
	swap    float64 // date: value with month and day exchanged, 0 if that is no date
	loose   bool    // by its form alone it may be something else ("6-8", "2:06"): needs context
}

// relative is the difference up to which two floats are one number.
const relative = 1e-9

// looseTolerance bounds, as a share of the value, what rounding between
// systems of units may explain; it keeps "2 m" away from "6 ft".
const looseTolerance = 0.01

// same reports whether two readings mean the same.
func (r reading) same(o reading) bool {
	if r.kind != o.kind {
		return false
	}
	switch r.kind {
	case phone, isbn:
		return r.key == o.key
	case money:
		return r.key == o.key && equal(r.value, o.value)
	case date:
		if r.swap != 0 && o.swap != 0 {
			return r.value == o.value
		}
		return r.value == o.value || r.swap != 0 && r.swap == o.value || o.swap != 0 && o.swap == r.value
	case length, mass:
		if r.system != o.system {
			most := looseTolerance * math.Max(math.Abs(r.value), math.Abs(o.value))
			return math.Abs(r.value-o.value) <= math.Min(math.Max(r.half, o.half), most)+relative
		}
	}
	return equal(r.value, o.value)
}

// sameWithoutUnit takes a plain number for a measure that left out its unit.
func (r reading) sameWithoutUnit(o reading) bool {
	if r.kind != number {
		r, o = o, r
	}
	if r.kind != number {
		return false
	}
	switch o.kind {
	case money, length, mass, duration, percent:
		return equal(r.value, o.written)
	}
	return false
}

func equal(a, b float64) bool {
	return a == b || math.Abs(a-b) <= relative*math.Max(math.Abs(a), math.Abs(b))
}

func anySame(a, b []reading, withoutUnit bool) bool {
	for _, x := range a {
		for _, y := range b {
			if x.same(y) || withoutUnit && x.sameWithoutUnit(y) {
				return true
			}
		}
	}
	return false
}

// needle is a value to be looked for: as words, as a quantity, or both.
type needle struct {
	words    []string // none if the marks between them decide, as in 6'8"
	readings []reading
	length   int    // words of the value
	key      string // equal for values that are found in the same places: that fold and read the same
}

func newNeedle(value string) needle {
	n := needle{words: words(value), readings: readings(value)}
	n.length, n.key = len(n.words), strings.Join(n.words, " ")
	for _, r := range n.readings {
		n.key += fmt.Sprintf("|%d %g %s %t", r.kind, r.value, r.key, r.loose)
		// Unless only the value by itself reads as one, as 1 000' does.
		if (r.kind == length || r.kind == duration) && !strings.ContainsFunc(value, unicode.IsLetter) && n.inText(prepare(value)) {
			n.words = nil
		}
	}
	return n
}

// means reports whether a quantity found in a text is the needle. One that may
// be something else by its form ("6-8") needs a label before it, or the same
// form in the needle.
func (v needle) means(r reading, labelled bool) bool {
	for _, x := range v.readings {
		if x.same(r) && (!r.loose || labelled || x.loose) {
			return true
		}
	}
	return false
}

// inText looks for a quantity of the needle's value in prepared text.
func (v needle) inText(text string) bool {
	found := false
	quantities(text, func(r reading, labelled bool, _, _ int) { found = found || v.means(r, labelled) })
	return found
}

// readings are all ways to understand the whole of s as one quantity.
func readings(s string) []reading {
	if len(s) > MaxValue || !numeric(s) {
		return nil
	}
	sc := scanner{toks: lex(prepare(strings.TrimSpace(s))), whole: true}
	var out []reading
	sc.read(0, func(r reading, end int) {
		switch {
		case end == len(sc.toks), end == len(sc.toks)-1 && sc.mark(end, "."):
			out = append(out, r)
		case sc.gloss(r, end):
			out = append(out, r)
		}
	})
	return out
}

// gloss reports whether from end on there is nothing but the same quantity
// again in other units: 6 ft 8 in (203 cm), 245 lb / 111 kg.
func (s *scanner) gloss(r reading, end int) bool {
	if r.kind != length && r.kind != mass && r.kind != duration {
		return false
	}
	last := len(s.toks)
	switch {
	case s.mark(end, "(") && s.mark(last-1, ")"):
		last--
	case s.mark(end, "/"), s.mark(end, ","):
	default:
		return false
	}
	ok := false
	s.read(end+1, func(o reading, e int) { ok = ok || e == last && r.same(o) })
	return ok
}

// numeric is a quick test for a digit, in any script that NFKC or the lexer
// can bring to ASCII, or a vulgar fraction.
func numeric(s string) bool {
	for i := 0; i < len(s); i++ {
		if '0' <= s[i] && s[i] <= '9' || s[i] == 0xEF { // full-width forms begin with EF
			return true
		}
	}
	return strings.ContainsAny(s, vulgar)
}

// quantities calls yield for each quantity in prepared text, with its place in
// bytes. A longer quantity hides what stands inside it: the day of a date is
// no number. Cost: linear.
func quantities(text string, yield func(r reading, labelled bool, start, end int)) {
	type found struct {
		reading
		end int
	}
	sc := scanner{toks: lex(text)}
	var here []found
	for i := 0; i < len(sc.toks); {
		next := i + 1
		if t := sc.toks[i]; t.kind == 'n' || t.kind == 'w' && monthNumber(t.text) > 0 || leads(t.text) {
			here = here[:0]
			sc.read(i, func(r reading, end int) {
				here = append(here, found{r, end})
				next = max(next, end)
			})
			for _, f := range here {
				if f.end == next || f.kind == isbn || f.kind == phone {
					yield(f.reading, sc.labelled(i), sc.toks[i].start, sc.toks[f.end-1].end)
				}
			}
		}
		i = next
	}
}

// leads reports whether a quantity can begin with this mark or word.
func leads(text string) bool {
	switch text {
	case "+", "(", "-", "isbn", "pt", "$", "€", "£", "¥", "₹":
		return true
	}
	_, ok := currency(text)
	return ok
}

// read tries every kind at token i. The order does not matter.
func (s *scanner) read(i int, yield func(r reading, end int)) {
	s.isbn(i, yield)
	s.phone(i, yield)
	s.date(i, yield)
	s.duration(i, yield)
	s.measure(i, yield)
	s.money(i, yield)
	s.plain(i, yield)
}
