// Package compare tells on six levels how well two values of two sources agree.
//
// The one idea: what matters is how much of the information in two values is
// shared, and information is rarity. A word that half of all records have says
// next to nothing, one that three have says nearly all; so words weigh
// ln(N/df), after Spärck Jones (1972), and the same few levels serve titles,
// names, dates and measures. Six levels rather than a number: a model that learns
// without labels (Fellegi and Sunter 1969) can fit six frequencies, and a person
// can read them.
//
// Meanings (dates, lengths, ISBNs) are read by package values. The package is
// pure. Values of any length are compared at bounded cost: of a value the first
// [MaxWords] words count.
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

// Form is how the values of one column are written.
type Form struct {
	Kind     Kind
	DayFirst bool // 03/04/2003 is the third of April
	Minutes  bool // 51:27 is 51 minutes and 27 seconds
}

// The boundaries of levels.
const (
	diceDetail  = .85 // share of the information that both have
	diceRelated = .45
	Coverage    = .85 // share of the shorter value that the longer one has
	lengthRatio = 4   // and how much longer that may be: a description contains much
	diceNumbers = .6  // cars of a generated web: pairs R .917 with diceRelated, .938 with this
	nearNumber  = .03
	likeNumber  = .10
)

// Compare tells how well two values agree. It is symmetric, and a value is Equal
// to itself. Cost: linear in their words, and quadratic in at most 12 of each that
// the other one has not.
func (l *Lexicon) Compare(a, b *Value) Level {
	switch {
	case a == b || a.Whole == b.Whole:
		return Equal
	case a.key != "" && b.key != "":
		return Different // nothing is nearly the same number
	case a.hours != "" && b.hours != "":
		return opening(a.hours, b.hours)
	case a.hasDate && b.hasDate:
		return dates(a.date, b.date)
	case a.hasNum && b.hasNum:
		return l.numbers(a, b)
	}
	return l.text(a, b)
}

// opening compares when two things are open, which is not equal: the days of one week, at most of which half may be others. A day says little of a week, and
// times without a day say no more of the days of a week that all have them.
func opening(a, b string) Level {
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

// days gives the times of each day that hours have, or those of no day by "".
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

// dates compares to the precision that both have; a year says much less than a day.
func dates(a, b values.Date) Level {
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

// numbers compares measures in one unit, or the numbers as they stand where not all of both is understood: "6-5 / 1.96" and
// 6-5 begin with the same ones, "12-bit, 5 channels" and "5 x 12 bit" have the same ones, and
// -40 to 85 and -40 to 105 have no more than the first in common: they are as near as those that are farthest apart. Some numbers
// of several say what these say if they are most of it: 22 is not 16 / 22. What else they may mean counts if
// it is equal, and not if it is near.
func (l *Lexicon) numbers(a, b *Value) Level {
	if a.unit == angle || b.unit == angle {
		return angles(a, b)
	}
	if b.ranged {
		a, b = b, a
	}
	n := min(len(a.numbers), len(b.numbers))
	switch alike := n > 0 && slices.Equal(a.numbers[:n], b.numbers[:n]); {
	case a.ranged && b.single():
		return inside(a, b)
	case a.ranged && b.ranged && a.unit == b.unit:
		return spans(a, b)
	case alike && !(a.single() && b.single()): // of 2 years and 2 months, or 0.26 g/100 mL and 0.26 g/L, the amounts tell
		return Equal
	}
	level := amounts(a, b)
	if a.single() && b.single() {
		return level
	}
	if level == Equal && a.several() && b.several() && a.numbers[0] == b.numbers[0] && !slices.ContainsFunc(a.numbers[1:], func(n float64) bool { return slices.Contains(b.numbers[1:], n) }) {
		return spans(a, b)
	}
	switch {
	case level == Equal || !within(a.numbers, b.numbers) && !within(b.numbers, a.numbers):
		return level
	case len(a.numbers) == len(b.numbers):
		return Detail // in another order
	case l.share(a, b) < diceNumbers:
		return level
	}
	return max(level, Contained)
}

// spans compares two ranges, or dimensions, bound by bound in their unit, as both are rounded.
func spans(a, b *Value) (level Level) {
	x, y := a.scale(), b.scale()
	half := max(a.digit()*math.Abs(x), b.digit()*math.Abs(y)) * (1 + 1e-6)
	if len(a.numbers) == len(b.numbers) {
		level = Equal
		for i := range a.numbers {
			p, q := a.numbers[i]*x, b.numbers[i]*y
			if near(p, q) < Equal && math.Abs(p-q) <= half {
				level = min(level, Detail)
			} else {
				level = min(level, near(p, q))
			}
		}
	}
	if a.numbers[0] == b.numbers[0] {
		level = max(level, Related)
	}
	return level
}

// inside compares a range, or dimensions, with one number: that is in it, or how near its nearer bound is. A bound is no more
// than any other number of a range.
func inside(bounds, one *Value) Level {
	scale, amount, half := 1., one.plain, one.digit()
	if bounds.unit == one.unit {
		scale, amount, half = bounds.scale(), one.amount, one.round
	}
	low, high := slices.Min(bounds.numbers)*scale, slices.Max(bounds.numbers)*scale
	switch {
	case amount < low-half:
		return min(Contained, near(amount, low))
	case amount > high+half:
		return min(Contained, near(amount, high))
	}
	return Contained
}

// share is the share of the information of two values that is in words of both (Dice).
func (l *Lexicon) share(a, b *Value) float64 {
	both := 0.
	for _, w := range a.Words {
		if slices.Contains(b.Words, w) {
			both += l.weight[w]
		}
	}
	return 2 * both / (a.total + b.total)
}

// within reports whether all of some numbers are among others.
func within(some, others []float64) bool {
	return len(some) > 0 && !slices.ContainsFunc(some, func(n float64) bool { return !slices.Contains(others, n) })
}

// amounts compares two numbers by the first amount of each. One number in two units that measure different things says little;
// of two dollars one may be meant by the sign alone.
func amounts(a, b *Value) Level {
	if a.single() && b.single() && a.unit != b.unit && a.isMeasure() && b.isMeasure() && !(a.hasMoney && b.hasMoney && a.unit[2] == 'D' && b.unit[2] == 'D') {
		return min(Related, near(a.plain, b.plain))
	}
	if a.unit == b.unit && math.Abs(a.amount-b.amount) <= max(a.round, b.round)+1e-9*math.Abs(a.amount) {
		return Equal
	}
	level := near(a.amount, b.amount)
	if a.unit != b.unit {
		level = near(a.plain, b.plain)
	}
	if level == Equal || a.says(b) || b.says(a) || a.means(b.plain) || b.means(a.plain) || slices.ContainsFunc(a.also, b.means) {
		return Equal
	}
	if !a.several() && !b.several() && (level == Contained || level == Related && min(a.Precision(), b.Precision()) >= toMinute) && rounded(a, b) {
		return Detail
	}
	return level
}

// rounded reports whether one of two numbers is the other in fewer digits, which are cut off as often as rounded: 6.2 and 6.22, 171
// days and 171 days 17 h.
func rounded(a, b *Value) bool {
	x, y := a.plain, b.plain
	halfX, halfY := a.half(), b.half()
	if a.hasUnit && b.hasUnit && a.unit == b.unit && x != 0 && y != 0 {
		x, y, halfX, halfY = a.amount, b.amount, a.unitHalf(), b.unitHalf()
	}
	if halfX > halfY {
		x, y, halfX, halfY = y, x, halfY, halfX
	}
	return math.Abs(x-y) <= halfY*(1+1e-6) || halfX < halfY && x*y >= 0 && math.Abs(x) > math.Abs(y) && math.Abs(x-y) < 2*halfY*(1-1e-6)
}

// angles compares two coordinates, or one with a number.
func angles(a, b *Value) (best Level) {
	for _, x := range a.Amounts() {
		for _, y := range b.Amounts() {
			best = max(best, degrees(x, y, max(a.round, b.round)))
		}
	}
	return best
}

// degrees compares two coordinates that have half a unit of their last digits: cut off as
// often as rounded. Those of one thing differ by which of its places a site has in mind.
func degrees(x, y, round float64) Level {
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

// Sets compares what two records have under one attribute: the best pair, but at
// most Detail if one side has values that the other one has not. None where one
// side is empty: ok is false. Cost: the product of their lengths, of which 16 count.
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
