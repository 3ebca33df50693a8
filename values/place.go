package values

import (
	"math"
	"strconv"
)

// Angle is a latitude or a longitude in degrees, positive for north and east. Rounding
// is half a unit of the text's last digit, in degrees. Open is set if the text has an O,
// which is east in one language (Ost) and west in another (ouest): the longitude may also be
// the negative one.
type Angle struct {
	Degrees, Rounding float64
	Open              bool
}

// Position is a place on the globe.
type Position struct{ Latitude, Longitude Angle }

func (Angle) isValue()    {}
func (Position) isValue() {}

// String is the angle in decimal degrees, with no more digits than the text has.
func (a Angle) String() string {
	const most = 8
	digits := min(most, max(0, int(-math.Log10(2*a.Rounding)+relative)))
	if s := strconv.FormatFloat(a.Degrees, 'f', digits, 64) + "°"; !a.Open {
		return s
	} else {
		return s + " O"
	}
}

func (p Position) String() string { return p.Latitude.String() + ", " + p.Longitude.String() }

// angle is one coordinate as it is read.
type angle struct {
	Angle
	axis   byte // 'y' for a latitude, 'x' for a longitude, 0 if the text does not say
	sure   bool // by its form it is an angle, and nothing else
	digits int  // behind the point, of one that is a number alone
}

// placeDigits is the number of digits behind the point from which on two numbers beside each
// other are a position: what is measured otherwise in pairs (sizes, scores, versions) has fewer.
const placeDigits = 3

// place reads a text that is a coordinate or a pair of them, in any notation:
// 46°30'15" N; N 46° 30.25'; 46 30 15 N; 46.5042, 7.9512; (-33.86 S, ...). In a pair without
// letters the latitude comes first.
func (s *scanner) place(i int, yield func(Reading, int)) {
	if !s.whole {
		return
	}
	at := i
	if s.mark(at, "(") {
		at++
	}
	a, end, ok := s.angle(at)
	if !ok {
		return
	}
	if at == i && a.sure {
		yield(a.reading(), end)
	}
	if s.mark(end, ",") || s.mark(end, ";") || s.mark(end, "/") || s.mark(end, "|") {
		end++
	} else if s.glued(end) && !a.sure { // 12,000-15,000
		return
	}
	b, end, ok := s.angle(end)
	if !ok {
		return
	}
	if at > i {
		if !s.mark(end, ")") {
			return
		}
		end++
	}
	switch {
	case a.axis == 0 && b.axis == 0 && (a.sure && b.sure || min(a.digits, b.digits) >= placeDigits):
	case a.axis == 'x' && b.axis == 'y' && a.sure && b.sure:
		a, b = b, a
	case a.axis == 'y' && b.axis == 'x' && (a.sure && b.sure || min(a.digits, b.digits) >= placeDigits):
	default:
		return
	}
	if math.Abs(a.Degrees) > 90 {
		return
	}
	r := a.reading()
	r.kind, r.other = position, &Reading{}
	*r.other = b.reading()
	yield(r, end)
}

func (a *angle) reading() Reading {
	r := Reading{kind: degrees, value: a.Degrees, written: a.Degrees, half: a.Rounding}
	if a.Open {
		r.swap = -a.Degrees
	}
	return r
}

// angle reads a coordinate at i.
func (s *scanner) angle(i int) (a angle, end int, ok bool) {
	axis, sign, at := s.hemisphere(i)
	if axis == 0 {
		axis, at = s.axis(i)
	}
	minus := s.mark(at, "-")
	if (minus || s.mark(at, "+")) && s.glued(at+1) {
		at++
	}
	parts := []float64{1, 60, 3600}
	degreeSign, n, fraction := false, 0, 0
	for ; n < len(parts); n++ {
		if n > 0 && fraction > 0 {
			break
		}
		from := at
		if n > 0 && s.mark(at, ":") {
			at++
		}
		v, digits, next, ok := s.decimal(at)
		if !ok || n > 0 && v >= 60 {
			at = from
			break
		}
		marked := false
		if next, marked = s.angleMark(next, n); n == 0 {
			degreeSign = marked
		} else if !marked && degreeSign && n == 1 && s.at(next).kind == 'n' && digits == 0 && s.at(next).space {
			// 46° 30 15: the marks of minutes are left out
		} else if n > 0 && !marked && !s.at(at).space && !s.mark(at-1, ":") {
			at = from
			break
		}
		a.Degrees += v / parts[n]
		a.Rounding, fraction, at = .5*math.Pow10(-digits)/parts[n], digits, next
	}
	if n == 0 || a.Degrees > 180 {
		return a, i, false
	}
	if axis2, sign2, next := s.hemisphere(at); axis2 != 0 && (axis == 0 || sign == 0 && axis == axis2) && !minus {
		axis, sign, at = axis2, sign2, next
	}
	lettered := sign != 0
	a.axis, a.Open = axis, sign == open
	if minus || sign == -1 {
		a.Degrees = -a.Degrees
	}
	if n == 1 {
		a.digits = fraction
	}
	a.sure = degreeSign && (n > 1 || lettered) || lettered && (n == len(parts) || n == 1 && fraction >= placeDigits)
	return a, at, true
}

// open is the sign of a longitude of which the text does not say whether it is east or west.
const open = 2

// hemisphere reads the letter of one at i: its axis and its sign.
func (s *scanner) hemisphere(i int) (axis byte, sign, end int) {
	switch t := s.at(i); {
	case t.kind != 'w':
	case t.text == "n":
		return 'y', 1, i + 1
	case t.text == "s":
		return 'y', -1, i + 1
	case t.text == "e":
		return 'x', 1, i + 1
	case t.text == "w":
		return 'x', -1, i + 1
	case t.text == "o":
		return 'x', open, i + 1
	}
	return 0, 0, i
}

// axis reads the word before a coordinate that says which one it is.
func (s *scanner) axis(i int) (axis byte, end int) {
	switch {
	case s.word(i, "lat", "latitude"):
		axis = 'y'
	case s.word(i, "lon", "long", "lng", "longitude"):
		axis = 'x'
	default:
		return 0, i
	}
	end = i + 1
	if s.mark(end, ":") || s.mark(end, "=") || s.mark(end, ".") {
		end++
	}
	return axis, end
}

// decimal reads digits with a fraction after a point or comma.
func (s *scanner) decimal(i int) (v float64, digits, end int, ok bool) {
	if _, ok = s.digits(i, 1, 3); !ok {
		return 0, 0, i, false
	}
	text, end := s.at(i).text, i+1
	if (s.mark(end, ".") || s.mark(end, ",")) && s.glued(end) && s.at(end+1).kind == 'n' && s.glued(end+1) && len(s.at(end+1).text) <= maxDigits {
		digits = len(s.at(end + 1).text)
		text, end = text+"."+s.at(end+1).text, end+2
	}
	v, err := strconv.ParseFloat(text, 64)
	return v, digits, end, err == nil
}

// angleMark skips the mark of degrees (n is 0), minutes or seconds.
func (s *scanner) angleMark(i, n int) (end int, ok bool) {
	switch {
	case n == 0 && (s.mark(i, "°") || s.glued(i) && s.word(i, "d", "deg") || s.glued(i) && s.word(i, "o") && s.at(i+1).kind == 'n'):
		return i + 1, true
	case n == 1 && (s.mark(i, "'") && !(s.mark(i+1, "'") && s.glued(i+1)) || s.glued(i) && s.word(i, "m", "min")):
		return i + 1, true
	case n == 2 && s.mark(i, "'") && s.mark(i+1, "'"):
		return i + 2, true
	case n == 2 && s.mark(i, "\""):
		return i + 1, true
	}
	return i, false
}
