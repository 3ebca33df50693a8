// Package compare rates on six levels how well two values of two sources agree.
//
// The one idea: what matters is how much of the information in two values is shared, and information is rarity. A
// word of half of all records says next to nothing, a word of three records nearly everything; so words weigh
// ln(N/df), after Spärck Jones (1972), and the same few levels serve titles, names, dates and measures. Six levels
// rather than a number: a model that learns without labels (Fellegi and Sunter 1969) can fit six frequencies, and
// a person can read them.
//
// Package values reads the meanings (dates, lengths, ISBNs). This package is pure. The cost is bounded for values
// of any length: only the first [MaxWords] words of a value count.
package compare

import (
	"math"
	"slices"
	"strings"

	"verde/values"
)

// Level is how well two values agree.
type Level uint8

// The levels, from worst to best.
const (
	Different Level = iota
	Related         // share words, a year, or about a number (10 %)
	Initials        // the same words, but that one has initials of some that the other has in full
	Contained       // one says all that the other says, or a number within 3 %
	Detail          // equal but for a detail: a subtitle's article, a year for a date
	Equal           // the same words in any order, the same key, day or measure
	Levels    = int(Equal) + 1
)

// String is the level's name.
func (l Level) String() string {
	return [...]string{"different", "related", "equal but for initials", "contained", "equal but for a detail", "equal"}[min(l, Equal)]
}

// Kind says how the values of a column are to be read.
type Kind uint8

// The kinds of columns.
const (
	Text   Kind = iota
	Key         // ISBNs, telephone numbers
	Date        // days, months, years
	Number      // numbers with or without a unit
)

// String is the kind's name.
func (k Kind) String() string { return [...]string{"text", "key", "date", "number"}[min(k, Number)] }

// Form is how the values of a column are written.
type Form struct {
	Kind     Kind
	DayFirst bool // 03/04/2003 is the third of April
	Minutes  bool // 51:27 is 51 minutes and 27 seconds
}

// Thresholds of the levels.
const (
	diceDetail   = .85 // share of the information that both have
	diceRelated  = .45
	Coverage     = .85 // share of the shorter value that the longer one has
	lengthRatio  = 4   // and how much longer that may be: a description contains much
	diceNumbers  = .6  // cars of a generated web: pairs R .917 with diceRelated, .938 with this
	nearRatio    = .03
	relatedRatio = .10
)

// Compare rates how well two values agree. It is symmetric, and a value is Equal to itself. Cost: linear in their
// words, and quadratic in at most 12 words of each that the other lacks.
func (l *Lexicon) Compare(a, b *Value) Level {
	switch {
	case a == b || a.Whole == b.Whole:
		return Equal
	case a.key != "" && b.key != "":
		return Different // similar keys are different ones
	case a.hours != "" && b.hours != "":
		return openingHours(a.hours, b.hours)
	case a.hasDate && b.hasDate:
		return compareDates(a.date, b.date)
	case a.hasNum && b.hasNum:
		return l.compareNumbers(a, b)
	}
	return l.compareText(a, b)
}

// openingHours compares unequal opening hours: they are related if at least half of the days agree. A single day
// says little of a week, and hours without a day are related to a week that has the same hours every day.
func openingHours(a, b string) Level {
	x, y := days(a), days(b)
	for range 2 {
		if times, ok := x[""]; ok {
			for _, other := range y {
				if other != times {
					return Different
				}
			}
			return Related
		}
		x, y = y, x
	}
	same, all := 0, len(y)
	for day, times := range x {
		if y[day] == times {
			same++
		}
		if y[day] == "" {
			all++
		}
	}
	if 2*same < all {
		return Different
	}
	return Related
}

// days returns the hours of each day, or under "" those without a day.
func days(hours string) map[string]string {
	out := map[string]string{}
	for part := range strings.SplitSeq(hours, ", ") {
		if day, times, ok := strings.Cut(part, " "); ok && day[0] > '9' {
			out[day] = times
		} else {
			out[""] = part
		}
	}
	return out
}

// compareDates compares dates to the precision that both have; a year says much less than a day.
func compareDates(a, b values.Date) Level {
	switch {
	case a.Year != b.Year:
		return Different
	case a.Month == 0 && b.Month == 0:
		return Equal
	case a.Month == 0 || b.Month == 0:
		return Detail
	case a.Month == b.Month && (a.Day == b.Day || a.Day == 0 || b.Day == 0):
		return Equal
	}
	return Related
}

// compareNumbers compares measures in one unit, or if not all of a text is understood, its numbers. "6-5 / 1.96"
// equals "6-5", with which it begins; "12-bit, 5 channels" and "5 x 12 bit" have the same numbers; ranges are as
// near as the bounds that are farthest apart, so -40 to 85 and -40 to 105 have only their first bound in common. A
// value that lacks numbers of the other is contained in it if it has most of its information: 22 is not 16 / 22.
// Alternative meanings count if they are equal, not if they are near.
func (l *Lexicon) compareNumbers(a, b *Value) Level {
	if a.unit == angle || b.unit == angle {
		return compareAngles(a, b)
	}
	if b.isRange {
		a, b = b, a
	}
	n := min(len(a.numbers), len(b.numbers))
	switch alike := n > 0 && slices.Equal(a.numbers[:n], b.numbers[:n]); {
	case a.isRange && b.single():
		return compareWithRange(a, b)
	case a.isRange && b.isRange && a.unit == b.unit:
		return compareRanges(a, b)
	case alike && !(a.single() && b.single()): // of 2 years and 2 months, or 0.26 g/100 mL and 0.26 g/L, the amounts tell
		return Equal
	}
	level := compareAmounts(a, b)
	if a.single() && b.single() {
		return level
	}
	if level == Equal && a.several() && b.several() && a.numbers[0] == b.numbers[0] && !slices.ContainsFunc(a.numbers[1:], func(n float64) bool { return slices.Contains(b.numbers[1:], n) }) {
		return compareRanges(a, b)
	}
	switch {
	case level == Equal || !containsAll(a.numbers, b.numbers) && !containsAll(b.numbers, a.numbers):
		return level
	case len(a.numbers) == len(b.numbers):
		return Detail // in another order
	case l.dice(a, b) < diceNumbers:
		return level
	}
	return max(level, Contained)
}

// compareRanges compares two ranges, or dimensions, bound by bound in their unit and to their precision.
func compareRanges(a, b *Value) (level Level) {
	x, y := a.scale(), b.scale()
	half := max(a.halfDigit()*math.Abs(x), b.halfDigit()*math.Abs(y)) * (1 + 1e-6)
	if len(a.numbers) == len(b.numbers) {
		level = Equal
		for i := range a.numbers {
			p, q := a.numbers[i]*x, b.numbers[i]*y
			if compareFloats(p, q) < Equal && math.Abs(p-q) <= half {
				level = min(level, Detail)
			} else {
				level = min(level, compareFloats(p, q))
			}
		}
	}
	if a.numbers[0] == b.numbers[0] {
		level = max(level, Related)
	}
	return level
}

// compareWithRange compares a range, or dimensions, with a single number: whether it is inside, or else how near
// the nearest bound is. A bound of a range is no better than any other number in it.
func compareWithRange(bounds, one *Value) Level {
	scale, amount, half := 1., one.bare, one.halfDigit()
	if bounds.unit == one.unit {
		scale, amount, half = bounds.scale(), one.amount, one.rounding
	}
	low, high := slices.Min(bounds.numbers)*scale, slices.Max(bounds.numbers)*scale
	switch {
	case amount < low-half:
		return min(Contained, compareFloats(amount, low))
	case amount > high+half:
		return min(Contained, compareFloats(amount, high))
	}
	return Contained
}

// dice is the share of two values' information that is in their common words (Dice).
func (l *Lexicon) dice(a, b *Value) float64 {
	both := 0.
	for _, w := range a.Words {
		if slices.Contains(b.Words, w) {
			both += l.weight[w]
		}
	}
	return 2 * both / (a.total + b.total)
}

// containsAll reports whether all of some numbers are among others.
func containsAll(some, others []float64) bool {
	return len(some) > 0 && !slices.ContainsFunc(some, func(n float64) bool { return !slices.Contains(others, n) })
}

// compareAmounts compares the first amounts of two numbers. The same number in units of different quantities says
// little; two kinds of dollars may be one, as some sites write the sign alone.
func compareAmounts(a, b *Value) Level {
	if a.single() && b.single() && a.unit != b.unit && a.isMeasure() && b.isMeasure() && !(a.hasMoney && b.hasMoney && a.unit[2] == 'D' && b.unit[2] == 'D') {
		return min(Related, compareFloats(a.bare, b.bare))
	}
	if a.unit == b.unit && math.Abs(a.amount-b.amount) <= max(a.rounding, b.rounding)+1e-9*math.Abs(a.amount) {
		return Equal
	}
	level := compareFloats(a.amount, b.amount)
	if a.unit != b.unit {
		level = compareFloats(a.bare, b.bare)
	}
	if level == Equal || a.restatesAs(b) || b.restatesAs(a) || a.mayMean(b.bare) || b.mayMean(a.bare) || slices.ContainsFunc(a.alternatives, b.mayMean) {
		return Equal
	}
	if !a.several() && !b.several() && (level == Contained || level == Related && min(a.Precision(), b.Precision()) >= minutePrecision) && isRounding(a, b) {
		return Detail
	}
	return level
}

// isRounding reports whether one number is the other in fewer digits, rounded or cut off: 6.2 and 6.22, 171 days
// and 171 days 17 h.
func isRounding(a, b *Value) bool {
	x, y := a.bare, b.bare
	halfX, halfY := a.halfUnit(), b.halfUnit()
	if a.hasUnit && b.hasUnit && a.unit == b.unit && x != 0 && y != 0 {
		x, y, halfX, halfY = a.amount, b.amount, a.halfUnitInUnit(), b.halfUnitInUnit()
	}
	if halfX > halfY {
		x, y, halfX, halfY = y, x, halfY, halfX
	}
	return math.Abs(x-y) <= halfY*(1+1e-6) || halfX < halfY && x*y >= 0 && math.Abs(x) > math.Abs(y) && math.Abs(x-y) < 2*halfY*(1-1e-6)
}

// compareAngles compares two coordinates, or one with a number.
func compareAngles(a, b *Value) (best Level) {
	for _, x := range a.Amounts() {
		for _, y := range b.Amounts() {
			best = max(best, compareDegrees(x, y, max(a.rounding, b.rounding)))
		}
	}
	return best
}

// compareDegrees compares two coordinates that are precise to half a unit of their last digits, rounded or cut
// off. Coordinates of one thing differ by which of its points a site means.
func compareDegrees(x, y, round float64) Level {
	const minute = 1. / 60
	switch d := math.Abs(x - y); {
	case d <= 2*round+1e-9:
		return Equal
	case d <= minute:
		return Contained
	case d <= 10*minute:
		return Related
	}
	return Different
}

// Sets compares the values of two records under one attribute: the best pair, but at most Detail if one side has a
// value that the other lacks. ok is false if a side is empty. Cost: the product of their lengths, of which 16
// count.
func (l *Lexicon) Sets(a, b []*Value) (level Level, ok bool) {
	const most = 16
	a, b = a[:min(len(a), most)], b[:min(len(b), most)]
	if len(a) == 0 || len(b) == 0 {
		return 0, false
	}
	if len(a) == 1 && len(b) == 1 {
		return l.Compare(a[0], b[0]), true
	}
	var hitA, hitB [most]bool
	for i, x := range a {
		for j, y := range b {
			c := l.Compare(x, y)
			level = max(level, c)
			if c >= Detail {
				hitA[i], hitB[j] = true, true
			}
		}
	}
	if level == Equal && (slices.Contains(hitA[:len(a)], false) || slices.Contains(hitB[:len(b)], false)) {
		level = Detail
	}
	return level, true
}
