package compare

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"verde/values"
)

// Value is a value that is ready to be compared. It belongs to the [Lexicon] that made it and is not changed.
type Value struct {
	Text  string  // as given, of a long text the first 1 KiB
	Whole int32   // token of the whole value: the same for values of one meaning
	Words []int32 // tokens of its words, ascending, each once
	Pairs []int32 // tokens of each two neighbouring words in either order, unless it is a long text

	*meaning
	wordsHash    uint64             // of the words without blanks: sci-fi is scifi
	prefixHashes [shortWords]uint64 // the same of the first word, of the first two, and so on
	count        int                // of words
	total        float64            // sum of the words' weights, set by Weigh
}

// meaning is what a value means beyond its words. All values without such a meaning share one.
type meaning struct {
	key          string
	hours        string      // opening hours, see [values.Hours]
	date         values.Date // Month is 0 if only the year is known
	amount       float64
	unit         string
	rounding     float64 // half a unit of the amount's last digit, 0 if it is not rounded
	numbers      []float64
	zeroUnit     float64           // of a range that begins at 0, its unit in that of the amount
	bare         float64           // the number without its unit
	alternatives []float64         // other numbers it may mean, see [Value.setAlternatives]
	restated     []values.Quantity // the amount as the text gives it in other units, each rounded
	hasDate      bool
	hasNum       bool
	isRange      bool // the amount is the first bound of a range
	complete     bool // the amount is the meaning of the whole text, not just its first number
	hasUnit      bool // the amount is a length, a mass or the like

	hasMoney bool // the amount is one of money
}

var wordsAlone = new(meaning)

// readMeaning reads the meaning of the text beyond its words.
func (v *Value) readMeaning(text string, words []string, f Form) {
	if v.hours = values.Hours(text); v.hours != "" {
		return
	}
	if f.Kind != Text || values.HasDigit(text) && len(words) <= 8 {
		v.parse(text, f)
	}
	if f.Kind == Date && !v.hasDate && len(words) == 1 {
		if y := Year(words[0]); y > 0 {
			v.date, v.hasDate = values.Date{Year: y}, true
		}
	}
	if f.Kind != Number {
		v.hasNum, v.alternatives = false, nil
		return
	}
	if m := values.Spanned(text); m != nil && !v.hasNum {
		v.takeMeasure(m)
		v.isRange = true
	}
	v.complete = v.hasNum
	before, behind, again := v.cutRepetition(text)
	if again && v.hasNum || v.isRange { // the text behind repeats the amount in another unit
		words = numerals(withDecimalPoint(withDecimalPoint(before)))
	} else if !v.hasNum {
		words = values.Words(withDecimalPoint(withDecimalPoint(text))) // twice, since matches may overlap by a character
	}
	for i, w := range words {
		n, err := strconv.ParseFloat(w, 64)
		if o, ok := Ordinal(w); ok && len(words) == 1 {
			n, err = o, nil
		}
		if err != nil || math.IsInf(n, 0) || math.IsNaN(n) {
			if i == 0 && !v.hasNum && len([]rune(w)) > 1 { // a text that begins with a word is no number; a currency's sign may
				break
			}
			continue
		}
		v.numbers = append(v.numbers, n)
	}
	if v.isRange = v.isRange && len(v.numbers) > 1; v.isRange && v.numbers[0] == 0 {
		unit := Value{meaning: new(meaning)}
		unit.takeMeasure(values.SpanUnit(text))
		v.zeroUnit = unit.amount
	}
	if !v.hasNum && len(v.numbers) > 0 {
		v.amount, v.hasNum = v.numbers[0], true
	}
	if v.hasNum {
		v.setAlternatives(text)
	}
	if len(v.restated) > 0 {
		for _, w := range numerals(behind) { // others leave the unit out
			if n, err := strconv.ParseFloat(w, 64); err == nil {
				v.alternatives = append(v.alternatives, n)
			}
		}
	}
}

// numerals are the words of a text, with numbers separated from their units.
func numerals(text string) []string {
	return values.Words(timesSign.ReplaceAllString(gluedUnit.ReplaceAllString(text, "$1 $2"), " x "))
}

// cutRepetition splits a text where it repeats its amount in another unit, in brackets or behind a slash or comma.
func (v *Value) cutRepetition(text string) (before, behind string, again bool) {
	marks := []string{"("}
	if len(v.restated) > 0 {
		marks = append(marks, " / ", "/", ", ")
	}
	for _, mark := range marks {
		if before, behind, again = strings.Cut(text, mark); again {
			return before, behind, true
		}
	}
	return text, "", false
}

// Ordinal reads a word that is an ordinal number: 5th. Among other words an ordinal is part of a name: "5th
// Avenue".
func Ordinal(word string) (n float64, ok bool) {
	if len(word) < 3 || !slices.Contains([]string{"st", "nd", "rd", "th"}, word[len(word)-2:]) {
		return 0, false
	}
	whole, err := strconv.ParseUint(word[:len(word)-2], 10, 32)
	return float64(whole), err == nil
}

// gluedUnit matches a number with a letter right behind it, a unit or the sign between dimensions; timesSign
// matches that sign before the next dimension: 3x4.
var (
	gluedUnit = regexp.MustCompile(`([0-9])(\pL)`)
	timesSign = regexp.MustCompile(` [xX]`)
)

// manyDigits matches the end of a number that was measured or computed, and rounded.
var manyDigits = regexp.MustCompile(`[.,]([0-9]{3,15})$`)

// halfLastDigit is half a unit of the last digit of a fraction of at least three digits, 0 for fewer: shorter
// fractions are taken as exact.
func halfLastDigit(text string) float64 {
	m := manyDigits.FindStringSubmatch(text)
	if m == nil {
		return 0
	}
	return .5 * math.Pow10(-len(m[1]))
}

// decimalComma matches a number with a decimal comma: one or two digits follow. With more it may be a list, as of
// years.
var decimalComma = regexp.MustCompile(`(^|[^0-9.,])([0-9]+),([0-9]{1,2})([^0-9.,]|$)`)

func withDecimalPoint(text string) string { return decimalComma.ReplaceAllString(text, "$1$2.$3$4") }

// ambiguousMark matches a number with one point or comma before three digits: thousands in one language, a
// fraction in another.
var ambiguousMark = regexp.MustCompile(`^[^0-9.,]*[1-9][0-9]{0,2}[.,][0-9]{3}(?:[^0-9.,][^0-9]*)?$`)

// setAlternatives notes what else a number may mean. A duration is also a number of minutes. Two numbers of which
// the second is below 60 may be hours and minutes or minutes and seconds. A single mark before three digits may
// separate thousands or a fraction. Whether two columns use different notations of one amount, their joined
// records show; the same comparison measures how often that happens by chance.
func (v *Value) setAlternatives(text string) {
	v.bare = v.amount
	switch {
	case v.unit == duration:
		v.bare = v.amount / float64(time.Minute)
	case v.hasUnit && len(v.numbers) > 0:
		v.bare = v.numbers[0]
	}
	const base = 60
	if n := v.numbers; len(n) == 2 && v.unit == "" && n[1] < base && n[0] == math.Trunc(n[0]) && n[1] == math.Trunc(n[1]) {
		v.alternatives = append(v.alternatives, n[0]*base+n[1], n[0]+n[1]/base)
	}
	if ambiguousMark.MatchString(text) {
		if strings.Contains(text, ".") {
			v.alternatives = append(v.alternatives, v.bare*1000)
		} else {
			v.alternatives = append(v.alternatives, v.bare/1000)
		}
	}
}

// Amounts are the numbers that a value may mean without its unit, nil if it is no number.
func (v *Value) Amounts() []float64 {
	if !v.hasNum {
		return nil
	}
	return append([]float64{v.bare}, v.alternatives...)
}

// lastDigits matches the first number of a text with its fraction or groups of thousands.
var lastDigits = regexp.MustCompile(`[0-9]+(?:[.,][0-9]+)*`)

// halfUnitInUnit is half a unit of the last digit of a measure, in the unit of the amount. Degrees of temperature
// are no multiples of each other.
func (v *Value) halfUnitInUnit() float64 {
	if v.unit == string(values.Celsius) {
		return v.rounding
	}
	return v.halfUnit() * math.Abs(v.amount/v.bare)
}

// halfUnit is half a unit of the last digit of the bare number. Of a duration, in minutes, it is half of its
// smallest unit, or if it names none, half a minute, or half a second if it is not whole.
func (v *Value) halfUnit() float64 {
	half := v.halfDigit()
	switch {
	case v.unit != duration:
		return half
	case v.rounding > 0:
		return v.rounding / float64(time.Minute)
	case (len(v.numbers) == 1 || v.isRange) && v.numbers[0] != 0: // 1.5 h
		return half * math.Abs(v.bare/v.numbers[0])
	}
	if grain := values.Grain(v.Text); grain > 0 {
		return .5 * grain.Minutes()
	}
	if v.bare == math.Trunc(v.bare) {
		return .5
	}
	return .5 / 60
}

// scale converts the numbers of a range, or of dimensions, to the unit of the amount.
func (v *Value) scale() float64 {
	if v.numbers[0] == 0 {
		return cmp.Or(v.zeroUnit, 1)
	}
	return v.amount / v.numbers[0]
}

// halfDigit is half a unit of the last digit of the first number as it is written.
func (v *Value) halfDigit() float64 {
	half := .5
	digits := lastDigits.FindString(v.Text)
	if i := strings.LastIndexAny(digits, ".,"); i >= 0 && (len(digits)-i-1 != 3 || math.Abs(v.bare) < 1000) {
		half *= math.Pow10(i + 1 - len(digits))
	}
	return half
}

// parse takes the first meaning of each kind. Of the two meanings of an all-numeric date the column's form selects
// one.
func (v *Value) parse(text string, f Form) {
	if d, _, ok := MinutesSeconds(text); ok && f.Minutes {
		v.setNumber(float64(d), duration, float64(time.Second)/2)
		return
	}
	var dates []values.Date
	for _, m := range values.Parse(text) {
		switch m := m.(type) {
		case values.ISBN:
			v.key = isbnKey + string(m)
		case values.Phone:
			if v.key == "" && f.Kind == Key {
				v.key = "phone " + string(m)
			}
		case values.Date:
			dates = append(dates, m)
		case values.Number:
			v.setNumber(float64(m), "", halfLastDigit(text))
		default:
			v.takeMeasure(m)
		}
	}
	if v.hasUnit {
		for _, m := range values.Again(text) {
			if q, ok := m.(values.Quantity); ok && string(q.Unit) == v.unit {
				v.restated = append(v.restated, q)
			}
		}
	}
	if len(dates) > 0 {
		v.date, v.hasDate = dates[0], true
		if f.DayFirst {
			v.date = dates[len(dates)-1]
		}
	}
}

// takeMeasure takes a value with a unit.
func (v *Value) takeMeasure(m values.Value) {
	switch m := m.(type) {
	case values.Percent:
		v.setNumber(float64(m), "%", 0)
	case values.Money:
		v.hasMoney = !v.hasNum
		v.setNumber(m.Amount, m.Currency, 0)
	case values.Duration:
		if v.unit == duration { // 2:06 are minutes and seconds, too
			v.alternatives = append(v.alternatives, float64(m)/float64(time.Minute))
		}
		v.setNumber(float64(m), duration, 0)
	case values.Clock:
		v.setNumber(float64(m), duration, 0)
	case values.Angle:
		v.setNumber(m.Degrees, angle, m.Rounding)
		if m.Open {
			v.alternatives = append(v.alternatives, -m.Degrees)
		}
	case values.Quantity:
		if m.Unit == values.Months {
			v.setNumber(m.Amount*float64(values.Month), duration, 0)
			break
		}
		v.hasUnit = !v.hasNum
		v.setNumber(m.Amount, string(m.Unit), m.Rounding)
	}
}

func (v *Value) setNumber(amount float64, unit string, round float64) {
	if !v.hasNum && !math.IsNaN(amount) && !math.IsInf(amount, 0) {
		v.amount, v.unit, v.rounding, v.hasNum = amount, unit, round, true
	}
}

// Units of values that are no [values.Quantity].
const (
	duration = "ns"
	angle    = "°"
)

// Year reads a word as a year between 1000 and 2100, 0 if it is none. Earlier years have too few digits to be
// distinguished from other numbers.
func Year(word string) int {
	if len(word) != 4 {
		return 0
	}
	n, err := strconv.Atoi(word)
	if err != nil || n < 1000 || n > 2100 {
		return 0
	}
	return n
}

// isbnKey is the prefix of an ISBN's key.
const isbnKey = "isbn "

// Date returns the value's date; Month is 0 if it is only a year.
func (v *Value) Date() (values.Date, bool) { return v.date, v.hasDate }

// Precision is how precise a date or duration is: 3 for the day or second, 2 for the month or minute, 1 for the
// year or units longer than minutes, and 0 for other values. Unlike feet from metres, nobody computes seconds from
// minutes, so more digits are better knowledge.
func (v *Value) Precision() int {
	most := 3
	switch {
	case v.hasDate && v.date.Month == 0:
		most = 1
	case v.hasDate && v.date.Day == 0:
		most = 2
	case v.hasDate:
	case v.unit != duration || v.isRange:
		return 0
	case v.halfUnit() > halfMinute*(1+1e-6):
		most = 1
	case v.halfUnit() > halfMinute/60*(1+1e-6) || len(v.alternatives) > 0:
		most = 2
	}
	return most
}

const (
	halfMinute      = .5 // half a minute, in minutes
	minutePrecision = 2  // the precision of minutes
)

// minutesPattern matches a duration of two numbers.
var minutesPattern = regexp.MustCompile("^([0-9]{1,3})(?:(:)|['′’]) ?([0-5][0-9])(?:[\"″”]|''|′′)?$")

// MinutesSeconds reads a text as minutes and seconds, 51:27 or 51'27". tells is true if it can be nothing else of
// that form: neither hours and minutes, as 2:06 is, nor feet and inches, as 5'11" is.
func MinutesSeconds(text string) (d time.Duration, tells, ok bool) {
	m := minutesPattern.FindStringSubmatch(text)
	if m == nil {
		return 0, false, false
	}
	minutes, _ := strconv.Atoi(m[1])
	seconds, _ := strconv.Atoi(m[3])
	if m[2] != "" {
		tells = minutes >= 24
	} else {
		tells = seconds >= 12
	}
	return time.Duration(60*minutes+seconds) * time.Second, tells, true
}

// Key returns the ISBN or telephone number that the value is, "" if it is none.
func (v *Value) Key() string { return v.key }

// Money returns the amount of money that the value is, in any currency.
func (v *Value) Money() (amount float64, ok bool) { return v.amount, v.hasMoney }

// ISBN reports whether the value's key is an ISBN.
func (v *Value) ISBN() bool { return strings.HasPrefix(v.key, isbnKey) }

// several reports whether a value has several numbers that are not one duration: 6-8, but not 2 h 6 min.
func (v *Value) several() bool { return len(v.numbers) > 1 && (v.unit != duration || v.isRange) }

// Part reports whether one of two records has one number where the other has several: only the height, or height
// and width.
func Part(a, b []*Value) bool {
	if len(a) != 1 || len(b) != 1 || !a[0].hasNum || !b[0].hasNum {
		return false
	}
	parted := func(v *Value) bool { return (v.isRange || !v.complete) && v.several() }
	return a[0].single() && parted(b[0]) || b[0].single() && parted(a[0])
}

// restatesAs reports whether v repeats its amount in another unit with the amount of o, as either is rounded.
func (v *Value) restatesAs(o *Value) bool {
	return o.hasUnit && v.unit == o.unit && slices.ContainsFunc(v.restated, func(q values.Quantity) bool {
		return math.Abs(q.Amount-o.amount) <= max(q.Rounding, o.rounding)*(1+1e-6) && compareFloats(q.Amount, o.amount) >= Contained
	})
}

// mayMean reports whether a number has an amount among its alternatives.
func (v *Value) mayMean(amount float64) bool {
	return slices.ContainsFunc(v.alternatives, func(x float64) bool { return compareFloats(x, amount) == Equal })
}

// single reports whether a value is one amount and nothing else.
func (v *Value) single() bool { return v.complete && !v.isRange }

// isMeasure reports whether the amount has a unit or a currency.
func (v *Value) isMeasure() bool { return v.hasUnit || v.hasMoney || v.unit == duration }

// IsHours reports whether a value is opening hours.
func (v *Value) IsHours() bool { return v.hours != "" }

// compareFloats compares two numbers.
func compareFloats(x, y float64) Level {
	switch d, most := math.Abs(x-y), max(math.Abs(x), math.Abs(y)); {
	case d <= 1e-9*most:
		return Equal
	case d <= nearRatio*most:
		return Contained
	case d <= relatedRatio*most:
		return Related
	}
	return Different
}
