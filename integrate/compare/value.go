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

// Value is a value that is ready to be compared. It belongs to the [Lexicon] that
// made it and is not changed.
type Value struct {
	Text  string  // as given, of a long text the first 1 KiB
	Whole int32   // token of the value as a whole: the same for values that mean the same
	Words []int32 // tokens of its words, ascending, each once
	Pairs []int32 // tokens of each two neighbouring ones of the first words, whichever comes first, unless it is a text

	*meaning
	joined uint64             // hash of the words without blanks: sci-fi is scifi
	heads  [shortWords]uint64 // the same of the first word, of the first two, and so on
	count  int                // of words
	total  float64            // of the words' weights, set by Weigh
}

// meaning is what a value says beyond its words; those that say no more share one.
type meaning struct {
	key     string
	hours   string      // when something is open, see [values.Hours]
	date    values.Date // Month is 0 if only the year is known
	amount  float64
	unit    string
	round   float64
	numbers []float64
	one     float64           // of a range that begins at 0, its unit in that of the amount
	plain   float64           // of a number what it is without its unit
	also    []float64         // and what else it may be; see [Value.alternatives]
	again   []values.Quantity // the amount as the text says it in other units, each rounded
	hasDate bool
	hasNum  bool
	ranged  bool // the amount is the first bound of a range
	whole   bool // the amount is what all of the text says, and no first number of several
	hasUnit bool // the amount is a length, a mass or the like

	hasMoney bool // the amount is one of money
}

var wordsAlone = new(meaning)

// understand reads what the text says beyond its words.
func (v *Value) understand(text string, words []string, f Form) {
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
		v.hasNum, v.also = false, nil
		return
	}
	if m := values.Spanned(text); m != nil && !v.hasNum {
		v.take(m)
		v.ranged = true
	}
	v.whole = v.hasNum
	before, behind, again := v.before(text)
	if again && v.hasNum || v.ranged { // what was read as one is said again
		words = numerals(pointed(pointed(before)))
	} else if !v.hasNum {
		words = values.Words(pointed(pointed(text))) // what ends one number may begin the next
	}
	for i, w := range words {
		n, err := strconv.ParseFloat(w, 64)
		if o, ok := Ordinal(w); ok && len(words) == 1 {
			n, err = o, nil
		}
		if err != nil || math.IsInf(n, 0) || math.IsNaN(n) {
			if i == 0 && !v.hasNum && len([]rune(w)) > 1 { // but for a currency's sign, and words before a measure
				break
			}
			continue
		}
		v.numbers = append(v.numbers, n)
	}
	if v.ranged = v.ranged && len(v.numbers) > 1; v.ranged && v.numbers[0] == 0 {
		unit := Value{meaning: new(meaning)}
		unit.take(values.SpanUnit(text))
		v.one = unit.amount
	}
	if !v.hasNum && len(v.numbers) > 0 {
		v.amount, v.hasNum = v.numbers[0], true
	}
	if v.hasNum {
		v.alternatives(text)
	}
	if len(v.again) > 0 {
		for _, w := range numerals(behind) { // others leave the unit out
			if n, err := strconv.ParseFloat(w, 64); err == nil {
				v.also = append(v.also, n)
			}
		}
	}
}

// numerals are the words of a text, with numbers apart from their units.
func numerals(text string) []string {
	return values.Words(times.ReplaceAllString(glued.ReplaceAllString(text, "$1 $2"), " x "))
}

// before is what stands before what says a text again, in brackets or behind a slash or comma, and what is behind it.
func (v *Value) before(text string) (before, behind string, again bool) {
	marks := []string{"("}
	if len(v.again) > 0 {
		marks = append(marks, " / ", "/", ", ")
	}
	for _, mark := range marks {
		if before, behind, again = strings.Cut(text, mark); again {
			return before, behind, true
		}
	}
	return text, "", false
}

// Ordinal reads a word that is an ordinal number: 5th. One among other words is part of a name: "5th Avenue".
func Ordinal(word string) (n float64, ok bool) {
	if len(word) < 3 || !slices.Contains([]string{"st", "nd", "rd", "th"}, word[len(word)-2:]) {
		return 0, false
	}
	whole, err := strconv.ParseUint(word[:len(word)-2], 10, 32)
	return float64(whole), err == nil
}

// glued is a number with its unit behind it, or with what is between dimensions, of which times is what the next one is glued to: 3x4.
var (
	glued = regexp.MustCompile(`([0-9])(\pL)`)
	times = regexp.MustCompile(` [xX]`)
)

// manyDigits ends a number that is measured or computed, and rounded.
var manyDigits = regexp.MustCompile(`[.,]([0-9]{3,15})$`)

// rounding is half a unit of the last of at least three digits of a fraction, 0 for fewer: what
// has fewer is given as it is.
func rounding(text string) float64 {
	m := manyDigits.FindStringSubmatch(text)
	if m == nil {
		return 0
	}
	return .5 * math.Pow10(-len(m[1]))
}

// decimalComma is a number with a comma that groups no thousands: one or two digits are behind it; of more it may be a list, as of years.
var decimalComma = regexp.MustCompile(`(^|[^0-9.,])([0-9]+),([0-9]{1,2})([^0-9.,]|$)`)

func pointed(text string) string { return decimalComma.ReplaceAllString(text, "$1$2.$3$4") }

// groupedOnce is a number with a point or comma before three digits: thousands in one
// language, a fraction in another.
var groupedOnce = regexp.MustCompile(`^[^0-9.,]*[1-9][0-9]{0,2}[.,][0-9]{3}(?:[^0-9.,][^0-9]*)?$`)

// alternatives notes what a number may mean beside what it seems to. Notations are many, and
// that two columns have one amount in two notations, their joined records tell; how often
// chance does so too is measured by the same comparison. A duration is a number of minutes as
// well; two numbers of which the second is below 60 may be hours and minutes, or minutes and
// seconds, whatever the words beside them; and a lone mark before three digits may be one
// of thousands or of a fraction.
func (v *Value) alternatives(text string) {
	v.plain = v.amount
	switch {
	case v.unit == duration:
		v.plain = v.amount / float64(time.Minute)
	case v.hasUnit && len(v.numbers) > 0:
		v.plain = v.numbers[0]
	}
	const base = 60
	if n := v.numbers; len(n) == 2 && v.unit == "" && n[1] < base && n[0] == math.Trunc(n[0]) && n[1] == math.Trunc(n[1]) {
		v.also = append(v.also, n[0]*base+n[1], n[0]+n[1]/base)
	}
	if groupedOnce.MatchString(text) {
		if strings.Contains(text, ".") {
			v.also = append(v.also, v.plain*1000)
		} else {
			v.also = append(v.also, v.plain/1000)
		}
	}
}

// Amounts are what a number may mean without its unit, nothing for another value.
func (v *Value) Amounts() []float64 {
	if !v.hasNum {
		return nil
	}
	return append([]float64{v.plain}, v.also...)
}

// lastDigits is the first number of a text, with its fraction or last group of three.
var lastDigits = regexp.MustCompile(`[0-9]+(?:[.,][0-9]+)*`)

// unitHalf is half a unit of the last digit of what has a unit, in the unit of the amount. Degrees of temperature are no multiples of each other.
func (v *Value) unitHalf() float64 {
	if v.unit == string(values.Celsius) {
		return v.round
	}
	return v.half() * math.Abs(v.amount/v.plain)
}

// half is half a unit of the last digit of the number without its unit: of a duration given by several numbers half its
// smallest unit, or where it names none a minute or, if it is not whole, a second; in minutes.
func (v *Value) half() float64 {
	half := v.digit()
	switch {
	case v.unit != duration:
		return half
	case v.round > 0:
		return v.round / float64(time.Minute)
	case (len(v.numbers) == 1 || v.ranged) && v.numbers[0] != 0: // 1.5 h
		return half * math.Abs(v.plain/v.numbers[0])
	}
	if grain := values.Grain(v.Text); grain > 0 {
		return .5 * grain.Minutes()
	}
	if v.plain == math.Trunc(v.plain) {
		return .5
	}
	return .5 / 60
}

// scale is what the numbers of a range, or of dimensions, are multiplied by to be in the unit of its amount.
func (v *Value) scale() float64 {
	if v.numbers[0] == 0 {
		return cmp.Or(v.one, 1)
	}
	return v.amount / v.numbers[0]
}

// digit is half a unit of the last digit of the first number as it is written.
func (v *Value) digit() float64 {
	half := .5
	digits := lastDigits.FindString(v.Text)
	if i := strings.LastIndexAny(digits, ".,"); i >= 0 && (len(digits)-i-1 != 3 || math.Abs(v.plain) < 1000) {
		half *= math.Pow10(i + 1 - len(digits))
	}
	return half
}

// parse takes over the first meaning of each kind. An all-numeric date has two,
// and the column's other dates tell which is right.
func (v *Value) parse(text string, f Form) {
	if d, _, ok := MinutesSeconds(text); ok && f.Minutes {
		v.number(float64(d), duration, float64(time.Second)/2)
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
			v.number(float64(m), "", rounding(text))
		default:
			v.take(m)
		}
	}
	if v.hasUnit {
		for _, m := range values.Again(text) {
			if q, ok := m.(values.Quantity); ok && string(q.Unit) == v.unit {
				v.again = append(v.again, q)
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

// take takes over a value with a unit.
func (v *Value) take(m values.Value) {
	switch m := m.(type) {
	case values.Percent:
		v.number(float64(m), "%", 0)
	case values.Money:
		v.hasMoney = !v.hasNum
		v.number(m.Amount, m.Currency, 0)
	case values.Duration:
		if v.unit == duration { // 2:06 are minutes and seconds, too
			v.also = append(v.also, float64(m)/float64(time.Minute))
		}
		v.number(float64(m), duration, 0)
	case values.Clock:
		v.number(float64(m), duration, 0)
	case values.Angle:
		v.number(m.Degrees, angle, m.Rounding)
		if m.Open {
			v.also = append(v.also, -m.Degrees)
		}
	case values.Quantity:
		if m.Unit == values.Months {
			v.number(m.Amount*float64(values.Month), duration, 0)
			break
		}
		v.hasUnit = !v.hasNum
		v.number(m.Amount, string(m.Unit), m.Rounding)
	}
}

func (v *Value) number(amount float64, unit string, round float64) {
	if !v.hasNum && !math.IsNaN(amount) && !math.IsInf(amount, 0) {
		v.amount, v.unit, v.round, v.hasNum = amount, unit, round, true
	}
}

// Units of what is no [values.Quantity].
const (
	duration = "ns"
	angle    = "°"
)

// Year reads a word as a year between 1000 and 2100, 0 if it is none. Earlier ones
// have too few digits to be told from other numbers.
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

// isbnKey begins the key of an ISBN.
const isbnKey = "isbn "

// Date gives the value's date; Month is 0 if it is a year alone.
func (v *Value) Date() (values.Date, bool) { return v.date, v.hasDate }

// Precision is how much of a date or of a length of time the value says: 3 the day or the second, 2 the month or the minute, 1 the
// year or what is coarser than minutes, and 0 of another value. Nobody computes seconds from minutes, as feet are from metres, so what
// has more digits is known better.
func (v *Value) Precision() int {
	most := 3
	switch {
	case v.hasDate && v.date.Month == 0:
		most = 1
	case v.hasDate && v.date.Day == 0:
		most = 2
	case v.hasDate:
	case v.unit != duration || v.ranged:
		return 0
	case v.half() > minuteHalf*(1+1e-6):
		most = 1
	case v.half() > minuteHalf/60*(1+1e-6) || len(v.also) > 0:
		most = 2
	}
	return most
}

const (
	minuteHalf = .5 // half a minute, in minutes
	toMinute   = 2  // the precision of minutes
)

// clocked is a length of time of two numbers.
var clocked = regexp.MustCompile("^([0-9]{1,3})(?:(:)|['′’]) ?([0-5][0-9])(?:[\"″”]|''|′′)?$")

// MinutesSeconds reads a text as minutes and seconds, 51:27 or 51'27". tells reports that it can be nothing else of the kind: neither
// hours and minutes, as 2:06 is, nor feet and inches, as 5'11" is.
func MinutesSeconds(text string) (d time.Duration, tells, ok bool) {
	m := clocked.FindStringSubmatch(text)
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

// Key gives the ISBN or telephone number that the value is, "" if it is none.
func (v *Value) Key() string { return v.key }

// Money gives the amount of money that the value is, whatever the currency.
func (v *Value) Money() (amount float64, ok bool) { return v.amount, v.hasMoney }

// ISBN reports whether the value's key is an ISBN.
func (v *Value) ISBN() bool { return strings.HasPrefix(v.key, isbnKey) }

// several reports whether a value is made of more numbers than one that are no one duration: 6-8, but not 2 h 6 min.
func (v *Value) several() bool { return len(v.numbers) > 1 && (v.unit != duration || v.ranged) }

// Part reports whether one of two records has one number where the other has several: the height of what the other has the height
// and the width of.
func Part(a, b []*Value) bool {
	if len(a) != 1 || len(b) != 1 || !a[0].hasNum || !b[0].hasNum {
		return false
	}
	parted := func(v *Value) bool { return (v.ranged || !v.whole) && v.several() }
	return a[0].single() && parted(b[0]) || b[0].single() && parted(a[0])
}

// says reports whether a text has its quantity also in a unit in which it is another one, as either is rounded.
func (v *Value) says(o *Value) bool {
	return o.hasUnit && v.unit == o.unit && slices.ContainsFunc(v.again, func(q values.Quantity) bool {
		return math.Abs(q.Amount-o.amount) <= max(q.Rounding, o.round)*(1+1e-6) && near(q.Amount, o.amount) >= Contained
	})
}

// means reports whether a number may be an amount beside what it seems to be.
func (v *Value) means(amount float64) bool {
	return slices.ContainsFunc(v.also, func(x float64) bool { return near(x, amount) == Equal })
}

// single reports whether a value is one amount, of which all is understood.
func (v *Value) single() bool { return v.whole && !v.ranged }

// isMeasure reports whether the amount is in a unit, or in a currency.
func (v *Value) isMeasure() bool { return v.hasUnit || v.hasMoney || v.unit == duration }

// IsHours reports whether a value says when something is open.
func (v *Value) IsHours() bool { return v.hours != "" }

// near compares two numbers.
func near(x, y float64) Level {
	switch d, most := math.Abs(x-y), max(math.Abs(x), math.Abs(y)); {
	case d <= 1e-9*most:
		return Equal
	case d <= nearNumber*most:
		return Contained
	case d <= likeNumber*most:
		return Related
	}
	return Different
}
