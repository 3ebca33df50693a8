package values

import (
	"math"
	"strings"
)

// MaxValue is the longest text, in bytes, that is read as a quantity. Longer
// texts are compared as text.
const MaxValue = 200

// Same reports whether a and b say the same: equal after [Fold], or codes that are parted in other places (see
// [Unparted]), or numbers, dates, phone numbers, lengths, weights, densities and other quantities, amounts of money, ISBNs or
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
func Same(a, b string) bool {
	if a == b {
		return true
	}
	ra, rb := Readings(a), Readings(b)
	if anySame(ra, rb, true) {
		return true
	}
	if len(ra) > 0 && len(rb) > 0 {
		return FoldOnly(a, Letters|Space) == FoldOnly(b, Letters|Space)
	}
	fa, fb := Fold(a), Fold(b)
	if fa == "" || fb == "" {
		return FoldOnly(a, Letters|Space) == FoldOnly(b, Letters|Space)
	}
	return fa == fb || len(ra)+len(rb) == 0 && Unparted(a) == Unparted(b)
}

// kind is what a quantity measures.
type kind uint8

const (
	number kind = iota
	percent
	money
	length   // metres
	mass     // kilograms
	measured // in the unit of the SI that is the key
	span     // of time, seconds
	clock    // seconds since midnight
	date     // yyyymmdd, dd is 0 for a month
	phone
	isbn
	degrees  // a latitude or longitude
	position // both
)

// system is the system of units that a length or weight is written in.
type system uint8

const (
	metric system = iota
	imperial
)

// Reading is one way to understand a piece of text as a quantity.
type Reading struct {
	kind    kind
	value   float64 // in the unit of the kind
	written float64 // the number as it stands, NaN if there are several
	half    float64 // half a unit of the last digit written
	system  system
	key     string   // currency; unit of what is measured; digits of a phone number or ISBN
	swap    float64  // date: value with month and day exchanged, 0 if that is no date; longitude: the other one that it may be
	loose   bool     // by its form alone it may be something else ("6-8", "2:06"): needs context
	other   *Reading // position: the longitude, of which value is the latitude
	gloss   bool     // it says another one of the text again, in another unit
}

// relative is the difference up to which two floats are one number.
const relative = 1e-9

// looseTolerance bounds, as a share of the value, what rounding between
// systems of units may explain; it keeps "2 m" away from "6 ft".
const looseTolerance = 0.01

// same reports whether two readings mean the same.
func (r Reading) same(o Reading) bool {
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
	case degrees:
		return r.sameAngle(o)
	case position:
		return r.sameAngle(o) && r.other.sameAngle(*o.other)
	case length, mass, measured:
		if r.key != o.key {
			return false
		}
		if r.system != o.system {
			most := looseTolerance * math.Max(math.Abs(r.value), math.Abs(o.value))
			if r.key == string(Celsius) { // whose zero is no end of a scale
				most = math.Inf(1)
			}
			return math.Abs(r.value-o.value) <= math.Min(math.Max(r.half, o.half), most)+relative
		}
	}
	return equal(r.value, o.value)
}

// sameWithoutUnit takes a plain number for a measure that left out its unit.
func (r Reading) sameWithoutUnit(o Reading) bool {
	if r.kind != number {
		r, o = o, r
	}
	if r.kind != number {
		return false
	}
	switch o.kind {
	case money, length, mass, measured, span, percent, degrees:
		return equal(r.value, o.written)
	}
	return false
}

func equal(a, b float64) bool {
	return a == b || math.Abs(a-b) <= relative*math.Max(math.Abs(a), math.Abs(b))
}

func anySame(a, b []Reading, withoutUnit bool) bool {
	for _, x := range a {
		for _, y := range b {
			if x.same(y) || withoutUnit && x.sameWithoutUnit(y) {
				return true
			}
		}
	}
	return false
}

// Readings are all ways to understand the whole of s as one quantity, with or without words
// that say how near it is or that it is a bound: "approx. 250 g", "up to 4".
// None for a text longer than [MaxValue]. Cost: linear.
func Readings(s string) []Reading {
	if len(s) > MaxValue || !HasDigit(s) {
		return nil
	}
	sc := scanner{toks: lex(casefold(strings.TrimSpace(s))), whole: true}
	sc.toks = sc.toks[sc.hedge():]
	var out, more []Reading
	sc.read(0, func(r Reading, end int) {
		if end == len(sc.toks) || end == len(sc.toks)-1 && sc.mark(end, ".") {
			out = append(out, r)
		} else if also := sc.gloss(r, end); len(also) > 0 {
			out, more = append(out, r), append(more, also...)
		}
	})
	return append(out, more...)
}

// gloss gives what is behind a quantity that ends at end, if that is nothing but the same one again in other units, once or
// several times: 6 ft 8 in (203 cm), 245 lb / 111 kg, 100 km/h (62 mph, 54 kn). Of those after the first the unit need not be known.
func (s *scanner) gloss(r Reading, end int) (out []Reading) {
	first, last, ok := s.behind(end)
	if !ok || r.kind != length && r.kind != mass && r.kind != measured && r.kind != span {
		return nil
	}
	for first < last {
		next := first
		s.read(first, func(o Reading, e int) {
			if (e == last || s.mark(e, "/") || s.mark(e, ",")) && (r.same(o) || r.again(o)) {
				o.gloss = true
				out, next = append(out, o), e
			}
		})
		if _, at, number := s.figure(first); next == first && number && len(out) > 0 && s.at(at).kind == 'w' && (at+1 == last || s.mark(at+1, ",")) {
			if _, known, _ := s.unitAt(at); known == at {
				next = at + 1
			}
		}
		if next == first {
			return nil
		}
		first = next + 1
	}
	return out
}

// behind is where what stands in brackets at the end, or behind a slash or comma, begins and ends.
func (s *scanner) behind(end int) (first, last int, ok bool) {
	last = len(s.toks)
	if s.mark(end, "(") && s.mark(last-1, ")") {
		return end + 1, last - 1, true
	}
	return end + 1, last, s.mark(end, "/") || s.mark(end, ",")
}

// again reports whether a quantity beside one in another unit is that one: as either is rounded, be it to
// more than its last digit says (294 ft are 89.7 m).
func (r Reading) again(o Reading) bool {
	most := looseTolerance * math.Max(math.Abs(r.value), math.Abs(o.value))
	return r.kind == o.kind && r.key == o.key && !r.sameUnit(o) && math.Abs(r.value-o.value) <= math.Max(most, math.Max(r.half, o.half))
}

// sameUnit reports whether two quantities are written in one unit, by what their numbers are multiplied by.
func (r Reading) sameUnit(o Reading) bool {
	return r.system == o.system && (equal(r.value*o.written, o.value*r.written) || math.IsNaN(r.written) || math.IsNaN(o.written))
}

// HasDigit is a quick test for a digit, in any script that NFKC or the lexer
// can bring to ASCII, or a vulgar fraction.
func HasDigit(s string) bool {
	for i := 0; i < len(s); i++ {
		if '0' <= s[i] && s[i] <= '9' || s[i] == 0xEF { // full-width forms begin with EF
			return true
		}
	}
	return strings.ContainsAny(s, vulgar)
}

// Scan calls yield for each quantity in prepared text, with its place in
// bytes. A longer quantity hides what stands inside it: the day of a date is
// no number. Cost: linear.
func Scan(text string, yield func(r Reading, labelled bool, start, end int)) {
	type found struct {
		Reading
		end int
	}
	sc := scanner{toks: lex(text)}
	var here []found
	for i := 0; i < len(sc.toks); {
		next := i + 1
		if t := sc.toks[i]; t.kind == 'n' || t.kind == 'w' && monthNumber(t.text) > 0 || leads(t.text) {
			here = here[:0]
			sc.read(i, func(r Reading, end int) {
				here = append(here, found{r, end})
				next = max(next, end)
			})
			for _, f := range here {
				if f.end == next || f.kind == isbn || f.kind == phone {
					yield(f.Reading, sc.labelled(i), sc.toks[i].start, sc.toks[f.end-1].end)
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
func (s *scanner) read(i int, yield func(r Reading, end int)) {
	s.isbn(i, yield)
	s.phone(i, yield)
	s.date(i, yield)
	s.duration(i, yield)
	s.months(i, yield)
	s.hour(i, yield)
	s.measure(i, yield)
	s.temperature(i, yield)
	s.money(i, yield)
	s.plain(i, yield)
	s.place(i, yield)
}
