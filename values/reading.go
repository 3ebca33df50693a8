package values

import "math"

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
	loose   bool     // its form is ambiguous ("6-8", "2:06"): it needs context
	other   *Reading // position: the longitude; value is the latitude
	gloss   bool     // it repeats another quantity of the text in another unit
}

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

// sameWithoutUnit reports whether one reading is a plain number, and the other has that
// number with a unit.
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

// again reports whether two quantities in different units, one beside the other in a text, are the same within rounding. The
// rounding may be coarser than the last digit: 294 ft are 89.7 m.
func (r Reading) again(o Reading) bool {
	most := looseTolerance * math.Max(math.Abs(r.value), math.Abs(o.value))
	return r.kind == o.kind && r.key == o.key && !r.sameUnit(o) && math.Abs(r.value-o.value) <= math.Max(most, math.Max(r.half, o.half))
}

// sameUnit reports whether two quantities are written in the same unit, by comparing the factors value/written.
func (r Reading) sameUnit(o Reading) bool {
	return r.system == o.system && (equal(r.value*o.written, o.value*r.written) || math.IsNaN(r.written) || math.IsNaN(o.written))
}

// sameAngle reports whether two coordinates are the same to a unit of the last digit of the
// coarser one: minutes and seconds are cut off as often as they are rounded.
func (r Reading) sameAngle(o Reading) bool {
	near := func(x, y float64) bool { return math.Abs(x-y) <= 2*math.Max(r.half, o.half)+relative }
	return near(r.value, o.value) || r.swap != 0 && near(r.swap, o.value) || o.swap != 0 && near(r.value, o.swap)
}

// relative is the difference up to which two floats are one number.
const relative = 1e-9

// looseTolerance bounds, as a share of the value, what rounding between
// systems of units may explain; it keeps "2 m" away from "6 ft".
const looseTolerance = 0.01

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
