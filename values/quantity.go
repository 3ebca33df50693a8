package values

import (
	"math"
)

// maxDigits bounds the digits of a number; longer runs are codes.
const maxDigits = 18

// plain reads a number or a percentage.
func (s *scanner) plain(i int, yield func(Reading, int)) {
	sign, at := s.sign(i)
	if s.mark(i, "+") && s.glued(i+1) {
		at = i + 1
	}
	f, end, ok := s.figure(at)
	if !ok || f.code || at == i && !s.starts(i) {
		return
	}
	f, end = s.scale(f, end)
	f, end = s.uncertain(f, end)
	if s.mark(end, "%") || s.word(end, "percent", "prozent", "procent", "процент", "процента", "процентов") {
		yield(Reading{kind: percent, value: sign * f.value, written: sign * f.value}, end+1)
		return
	}
	if s.ends(end) {
		yield(Reading{kind: number, value: sign * f.value, written: sign * f.value}, end)
	}
}

const (
	inch  = 0.0254
	foot  = 12 * inch
	pound = 0.45359237
)

// measure reads a length, a weight or what has a compound unit: 6'8", 6 ft 8 in, 203 cm, 13 st 4 lb, 6-8,
// 2.65 g/cm³.
func (s *scanner) measure(i int, yield func(Reading, int)) {
	if !s.starts(i) {
		return
	}
	s.feetInches(i, yield)
	f, at, ok := s.figure(i)
	if !ok {
		return
	}
	f, at = s.uncertain(f, at)
	if c, end, ok := s.compoundAt(at); ok {
		if s.ends(end) {
			yield(Reading{kind: measured, value: f.value * c.factor, written: f.value, half: f.half * c.factor, system: c.system, key: c.dimension.String()}, end)
		}
		return
	}
	u, end, ok := s.unitAt(at)
	if s.glued(at) && s.word(at, "st") && ordinal(f.value) {
		return
	}
	if _, year := s.year(i, false); year && s.word(at, "г") && s.mark(at+1, ".") && s.glued(at+1) { // 1998 г. is a year, 1500 г are grams
		return
	}
	if !ok || !s.ends(end) && u.next == 0 {
		return
	}
	r := Reading{kind: u.kind, value: f.value * u.factor, written: f.value, half: f.half * u.factor, system: u.system}
	if u.next != 0 {
		if v, e, ok := s.smaller(u, end); ok {
			r.value, r.written, r.half = r.value+v, math.NaN(), u.next/2
			yield(r, e)
			return
		}
		if u.system == imperial && f.value == math.Trunc(f.value) {
			r.half = u.next / 2 // 6 ft is 6 ft 0 in
		}
	}
	yield(r, end)
}

// temperature reads a number with a unit of temperature, and converts it to degrees Celsius, which is not a matter of a factor
// alone. A K without a blank before it means thousands.
func (s *scanner) temperature(i int, yield func(Reading, int)) {
	sign, at := s.sign(i)
	if at == i && !s.starts(i) {
		return
	}
	f, at, ok := s.figure(at)
	if !ok {
		return
	}
	f, at = s.uncertain(f, at)
	sort := s.mark(at, "°")
	if sort {
		at++
	}
	factor, zero, sys := 1., 0., metric
	switch {
	case sort && s.word(at, "c"), s.word(at, "celsius"):
	case sort && s.word(at, "f"), s.word(at, "fahrenheit"):
		factor, zero, sys = 5./9, -160./9, imperial
	case !sort && s.word(at, "k") && !s.glued(at), s.word(at, "kelvin"):
		zero = -273.15
	default:
		return
	}
	if s.ends(at + 1) {
		yield(Reading{kind: measured, value: sign*f.value*factor + zero, written: sign * f.value, half: f.half * factor, system: sys, key: string(Celsius)}, at+1)
	}
}

// ordinal reports whether st after a number makes an ordinal, not a stone.
func ordinal(v float64) bool { return math.Mod(v, 10) == 1 && math.Mod(v, 100) != 11 }

// smaller reads the second part of a compound measure, as the 8 in of 6 ft
// 8 in or the 8 of 6'8.
func (s *scanner) smaller(u unit, at int) (value float64, end int, ok bool) {
	if s.mark(at, ",") || s.word(at, "and") || s.mark(at, "-") {
		at++
	}
	f, end, ok := s.figure(at)
	if !ok || f.value*u.next >= u.factor*(1-relative) {
		return 0, 0, false
	}
	if v, e, ok := s.unitAt(end); ok && v.kind == u.kind && v.factor == u.next {
		return f.value * v.factor, e, true
	}
	// 6' 8 leaves the inches out, 1 m 98 the centimetres.
	if u.factor == foot && s.mark(at-1, "'") && s.ends(end) || u.system == metric && s.ends(end) && s.whole {
		return f.value * u.next, end, true
	}
	return 0, 0, false
}

// feetInches reads a height as sports pages write it, 6-8. A person is
// between three and eight feet tall.
func (s *scanner) feetInches(i int, yield func(Reading, int)) {
	ft, ok := s.digits(i, 1, 1)
	in, ok2 := s.digits(i+2, 1, 2)
	if !ok || !ok2 || ft < 3 || ft > 8 || in > 11 || !s.mark(i+1, "-") || !s.glued(i+1) || !s.glued(i+2) || !s.ends(i+3) {
		return
	}
	yield(Reading{kind: length, value: float64(ft)*foot + float64(in)*inch, written: math.NaN(), half: inch / 2, system: imperial, loose: true}, i+3)
}
