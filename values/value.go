package values

import (
	"fmt"
	"math"
	"strconv"
	"time"
)

// Value is what a text means: a [Number], [Percent], [Money], [Quantity],
// [Duration], [Clock], [Date], [Angle], [Position], [Phone] or [ISBN]. Its String is for people to read, and
// equal for equal values.
type Value interface {
	fmt.Stringer
	isValue()
}

// Number is a plain number.
type Number float64

// Percent is a share of a hundred: 40 for "40%".
type Percent float64

// Money is an amount of a currency, by its ISO 4217 code. A lone $ counts as USD
// and a lone ¥ as JPY: which dollar a site means is not in the text.
type Money struct {
	Amount   float64
	Currency string
}

// Unit is the unit that a [Quantity] is given in.
type Unit string

// Units of lengths, masses and temperatures. Other quantities have SI units written by their signs: "m²", "kg/m³", "m/s",
// "W", "Hz"; "B" and "px" are bytes and pixels. Months and years have no fixed length, and are counted in months.
const (
	Metre    Unit = "m"
	Kilogram Unit = "kg"
	Celsius  Unit = "°C"
	Months   Unit = "month"
)

// Month is the mean length of a month of the Gregorian calendar.
const Month = 2_629_746 * time.Second

// Quantity is an amount of a unit: a length, a mass, or another dimension. Amount is converted to Unit, whatever unit the
// text has; Rounding is half a unit of the text's last digit, in Unit: 0.005 m for "203 cm".
type Quantity struct {
	Amount   float64
	Unit     Unit
	Rounding float64
}

// Duration is a length of time.
type Duration time.Duration

// Clock is a time of day, since midnight.
type Clock time.Duration

// Date is a day, or a month if Day is 0, of the Gregorian calendar.
type Date struct {
	Year  int
	Month time.Month
	Day   int
}

// Phone is a telephone number: its digits, with + and the country's number where
// the text has one, but for +1, which is left out.
type Phone string

// ISBN is a book's number in the form of 13 digits, whose check digit is right.
type ISBN string

func (Number) isValue()   {}
func (Percent) isValue()  {}
func (Money) isValue()    {}
func (Quantity) isValue() {}
func (Duration) isValue() {}
func (Clock) isValue()    {}
func (Date) isValue()     {}
func (Phone) isValue()    {}
func (ISBN) isValue()     {}

// digits writes a number with as many digits as tell it from others, up to the
// precision in which two numbers count as one.
func digits(v float64) string { return strconv.FormatFloat(v, 'g', 10, 64) }

func (n Number) String() string   { return digits(float64(n)) }
func (p Percent) String() string  { return digits(float64(p)) + " %" }
func (m Money) String() string    { return m.Currency + " " + digits(m.Amount) }
func (q Quantity) String() string { return digits(q.Amount) + " " + string(q.Unit) }
func (d Duration) String() string { return digits(time.Duration(d).Seconds()) + " s" }
func (c Clock) String() string {
	d := time.Duration(c)
	return fmt.Sprintf("%02d:%02d", int(d.Hours()), int(d.Minutes())%60)
}
func (p Phone) String() string { return string(p) }
func (i ISBN) String() string  { return string(i) }

// String is the date as ISO 8601 has it: 2003-03-04, or 2003-03 for a month.
func (d Date) String() string {
	if d.Day == 0 {
		return fmt.Sprintf("%04d-%02d", d.Year, d.Month)
	}
	return fmt.Sprintf("%04d-%02d-%02d", d.Year, d.Month, d.Day)
}

// values gives what a reading means, two values where month and day may be
// exchanged.
func (r Reading) values() []Value {
	switch r.kind {
	case number:
		return []Value{Number(r.value)}
	case percent:
		return []Value{Percent(r.value)}
	case money:
		return []Value{Money{r.value, r.key}}
	case length:
		return []Value{Quantity{r.value, Metre, r.half}}
	case mass:
		return []Value{Quantity{r.value, Kilogram, r.half}}
	case measured:
		return []Value{Quantity{r.value, Unit(r.key), r.half}}
	case span:
		if r.value > math.MaxInt64/float64(time.Second) { // 292 years
			return nil
		}
		return []Value{Duration(r.value * float64(time.Second))}
	case clock:
		return []Value{Clock(r.value * float64(time.Second))}
	case date:
		if r.swap != 0 {
			return []Value{dateOf(r.value), dateOf(r.swap)}
		}
		return []Value{dateOf(r.value)}
	case degrees:
		return []Value{r.angle()}
	case position:
		return []Value{Position{r.angle(), r.other.angle()}}
	case phone:
		return []Value{Phone(r.key)}
	case isbn:
		return []Value{ISBN(r.key)}
	}
	return nil
}

func (r Reading) angle() Angle { return Angle{r.value, r.half, r.swap != 0} }

// dateOf is the date that yyyymmdd stands for.
func dateOf(yyyymmdd float64) Date {
	n := int(yyyymmdd)
	return Date{Year: n / 10000, Month: time.Month(n / 100 % 100), Day: n % 100}
}
