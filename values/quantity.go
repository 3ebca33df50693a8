package values

import (
	"math"
	"strconv"
	"strings"
)

// maxDigits bounds the digits of a number; longer runs are codes.
const maxDigits = 18

// figure is a number as it is written.
type figure struct {
	value float64
	half  float64 // half a unit of its last digit
	code  bool    // leading zeros: a code rather than a number
}

// figure reads an unsigned number at i: 1000, 1,000.50, 1.000,50, 12,5, .5.
func (s *scanner) figure(i int) (figure, int, bool) {
	if s.mark(i, ".") && s.at(i+1).kind == 'n' && s.glued(i+1) && s.starts(i) {
		return s.compose("0", s.at(i+1).text, 1, i+2)
	}
	t := s.at(i)
	if t.kind != 'n' {
		return figure{}, 0, false
	}
	groups, seps, end := []string{t.text}, "", i+1
	for {
		sep := s.at(end)
		if sep.kind != 's' || sep.space || (sep.text != "," && sep.text != "." && sep.text != "'") || s.at(end+1).kind != 'n' || !s.glued(end+1) {
			break
		}
		if sep.text == "'" && (len(s.at(end+1).text) != 3 || s.mark(end+2, "\"")) { // feet
			break
		}
		groups, seps, end = append(groups, s.at(end+1).text), seps+sep.text, end+2
	}
	if seps == "" {
		if s.whole { // blanks may group digits if nothing else is there
			for len(s.at(end).text) == 3 && s.at(end).kind == 'n' && len(groups[0]) <= 3 {
				groups, seps, end = append(groups, s.at(end).text), seps+" ", end+1
			}
			if seps != "" && (s.mark(end, ",") || s.mark(end, ".")) && s.glued(end) && s.at(end+1).kind == 'n' && s.glued(end+1) {
				groups, seps, end = append(groups, s.at(end+1).text), seps+s.at(end).text, end+2
			}
		}
		if seps == "" {
			return s.compose(t.text, "", 0, end)
		}
	}
	whole, decimals, ok := separate(groups, seps)
	if !ok {
		return figure{}, 0, false
	}
	return s.compose(whole, decimals, len(seps), end)
}

// separate tells thousands from decimals. A lone comma before three digits
// groups thousands, a lone point is a decimal one.
func separate(groups []string, seps string) (whole, decimals string, ok bool) {
	n := len(seps)
	last := seps[n-1]
	mixed := strings.Count(seps, seps[:1]) != n
	tail := groups[n]
	switch {
	case mixed: // 1,000.50 or 1.000,50
		if strings.Count(seps[:n-1], seps[:1]) != n-1 || last == seps[0] {
			return "", "", false
		}
		decimals, groups = tail, groups[:n]
	case n == 1 && last == '.':
		return groups[0], tail, true
	case n == 1 && last == ',' && len(tail) != 3:
		return groups[0], tail, true
	}
	if len(groups[0]) > 3 || groups[0][0] == '0' {
		return "", "", false
	}
	for _, g := range groups[1:] {
		if len(g) != 3 {
			return "", "", false
		}
	}
	return strings.Join(groups, ""), decimals, true
}

func (s *scanner) compose(whole, decimals string, seps, end int) (figure, int, bool) {
	if len(whole)+len(decimals) > maxDigits {
		return figure{}, 0, false
	}
	v, err := strconv.ParseFloat(whole+"."+decimals+"0", 64)
	if err != nil {
		return figure{}, 0, false
	}
	return figure{value: v, half: 0.5 * math.Pow10(-len(decimals)), code: seps == 0 && len(whole) > 1 && whole[0] == '0'}, end, true
}

// scale reads million and the like after a number, in the fifteen languages that most of the
// web is in, but for words that are another one elsewhere: "mil", "mille", "bin".
func (s *scanner) scale(f figure, end int) (figure, int) {
	factor := 1.0
	switch {
	case s.word(end, "thousand", "tausend", "tsd", "mila", "тыс", "тысяча", "тысячи", "тысяч", "tys", "tysięcy", "duizend", "ribu", "nghìn", "هزار", "千"), s.word(end, "k") && s.glued(end):
		factor = 1e3
	case s.word(end, "万", "萬"):
		factor = 1e4
	case s.word(end, "million", "millions", "mio", "mn", "mln", "millionen", "millón", "millones", "milhão", "milhões", "milione", "milioni", "млн", "миллион", "миллиона", "миллионов",
		"miljoen", "milion", "miliony", "milionów", "milyon", "میلیون", "triệu", "juta"):
		factor = 1e6
	case s.word(end, "億", "亿"):
		factor = 1e8
	case s.word(end, "billion", "billions", "bn", "mrd", "mld", "milliarde", "milliarden", "milliard", "milliards", "bilhão", "bilhões", "miliardo", "miliardi", "млрд", "миллиард", "миллиарда", "миллиардов",
		"miljard", "miliard", "miliardy", "miliardów", "milyar", "میلیارد", "tỷ", "miliar"):
		factor = 1e9
	default:
		return f, end
	}
	f.value, f.half = f.value*factor, f.half*factor
	return f, end + 1
}

// sign reads a minus that belongs to the number or currency after it.
func (s *scanner) sign(i int) (sign float64, end int) {
	if s.mark(i, "-") && s.glued(i+1) && (i == 0 || !s.glued(i)) {
		return -1, i + 1
	}
	return 1, i
}

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

// money reads an amount with its currency before or after, and a minus before
// both.
func (s *scanner) money(i int, yield func(Reading, int)) {
	sign, first := s.sign(i)
	code, at := s.currencyAt(first)
	f, end, ok := s.figure(at)
	if !ok {
		return
	}
	f, end = s.scale(f, end)
	if code == "" {
		if !s.starts(i) {
			return
		}
		if code, end = s.currencyAt(end); code == "" {
			return
		}
	} else if again, next := s.currencyAt(end); again != "" && (again == code || code == "USD" && again[2] == 'D') {
		code, end = again, next // $5 USD, $5 CAD
	}
	yield(Reading{kind: money, value: sign * f.value, written: sign * f.value, key: code}, end)
}

// currencyAt reads a currency at i: $, US$, USD, C $.
func (s *scanner) currencyAt(i int) (code string, end int) {
	t := s.at(i)
	c, ok := currency(t.text)
	if t.kind == 'w' && s.mark(i+1, "$") && s.glued(i+1) {
		switch t.text {
		case "us":
			return "USD", i + 2
		case "c", "ca", "can":
			return "CAD", i + 2
		case "a", "au":
			return "AUD", i + 2
		case "nz":
			return "NZD", i + 2
		case "hk":
			return "HKD", i + 2
		}
		return "", i
	}
	if !ok {
		return "", i
	}
	if t.kind == 'w' && s.mark(i+1, "$") { // USD $5
		return c, i + 2
	}
	return c, i + 1
}

// currency is the ISO 4217 code of a currency sign, code or name.
func currency(s string) (string, bool) {
	switch s {
	case "$", "usd", "dollar", "dollars":
		return "USD", true
	case "€", "eur", "euro", "euros":
		return "EUR", true
	case "£", "gbp":
		return "GBP", true
	case "¥", "jpy", "yen", "円":
		return "JPY", true
	case "元", "cny", "rmb":
		return "CNY", true
	case "₽", "руб", "рублей", "rub":
		return "RUB", true
	case "zł", "pln":
		return "PLN", true
	case "₺", "tl":
		return "TRY", true
	case "₫", "đ", "vnd":
		return "VND", true
	case "ریال", "irr":
		return "IRR", true
	case "rp", "idr":
		return "IDR", true
	case "₹", "inr", "rs":
		return "INR", true
	case "cad", "aud", "nzd", "chf", "sek", "nok", "dkk", "hkd", "brl", "mxn":
		return strings.ToUpper(s), true
	}
	return "", false
}

// unit of a length, weight or duration.
type unit struct {
	kind   kind
	factor float64 // to metres, kilograms or seconds
	system system
	next   float64 // the smaller unit that may follow, 0 if none
}

const (
	inch  = 0.0254
	foot  = 12 * inch
	pound = 0.45359237
)

// unitOf knows the units by their usual names and signs.
func unitOf(s string) (unit, bool) {
	switch s {
	case "'", "ft", "feet", "foot":
		return unit{length, foot, imperial, inch}, true
	case "\"", "in", "inch", "inches":
		return unit{length, inch, imperial, 0}, true
	case "yd", "yard", "yards":
		return unit{length, 3 * foot, imperial, 0}, true
	case "mi", "mile", "miles":
		return unit{length, 5280 * foot, imperial, 0}, true
	case "mm", "мм", "毫米", "ミリ", "millimeter", "millimeters", "millimetre", "millimetres", "milimetr", "milimetry", "milimetrów", "milímetros", "millimetri", "millimètres", "milimetre":
		return unit{length, .001, metric, 0}, true
	case "cm", "см", "厘米", "公分", "センチ", "zentimeter", "centímetros", "centimetri", "centimètres", "centimeter", "centimeters", "centimetre", "centimetres", "centymetr", "centymetry", "centymetrów", "santimetre", "sentimeter":
		return unit{length, .01, metric, 0}, true
	case "m", "м", "米", "メートル", "metros", "metri", "mètre", "mètres", "метра", "метров", "meter", "meters", "metre", "metres", "metr", "metry", "metrów", "mét", "متر":
		return unit{length, 1, metric, .01}, true
	case "km", "км", "公里", "キロメートル", "kilómetros", "quilômetros", "chilometri", "kilomètres", "километров", "kilometer", "kilometers", "kilometre", "kilometres", "kilometr", "kilometry", "kilometrów", "کیلومتر":
		return unit{length, 1000, metric, 0}, true
	case "nmi", "seemeilen":
		return unit{length, 1852, metric, 0}, true
	case "µm", "μm", "мкм", "micrometer", "micrometers", "micrometre", "micrometres", "micron", "microns":
		return unit{length, 1e-6, metric, 0}, true
	case "mg", "мг", "milligram", "milligrams", "milligramm":
		return unit{mass, 1e-6, metric, 0}, true
	case "µg", "μg", "mcg", "мкг", "microgram", "micrograms":
		return unit{mass, 1e-9, metric, 0}, true
	case "g", "г", "克", "グラム", "gramm", "gramos", "gramas", "grammi", "граммов", "gram", "grams", "gramme", "grammes", "gramy", "gramów", "گرم":
		return unit{mass, .001, metric, 0}, true
	case "tonne", "tonnes", "т", "吨", "トン", "tonnen", "toneladas":
		return unit{mass, 1000, metric, 0}, true
	case "kg", "кг", "公斤", "千克", "キログラム", "kilogramm", "kilogramos", "chilogrammi", "килограммов", "kgs", "kilo", "kilos", "kilogram", "kilograms", "kilogramy", "kilogramów", "kilogrammes", "quilogramas", "کیلوگرم":
		return unit{mass, 1, metric, 0}, true
	case "oz", "ounce", "ounces":
		return unit{mass, pound / 16, imperial, 0}, true
	case "lb", "lbs", "pound", "pounds":
		return unit{mass, pound, imperial, pound / 16}, true
	case "st", "stone":
		return unit{mass, 14 * pound, imperial, pound}, true
	}
	return unit{}, false
}

// unitAt reads a unit at i, with the point of its abbreviation. Two
// apostrophes are an inch mark.
func (s *scanner) unitAt(i int) (unit, int, bool) {
	t := s.at(i)
	if s.word(i, "nautical") && s.word(i+1, "mile", "miles", "mi") {
		u, _ := unitOf("nmi")
		return u, i + 2, true
	}
	if t.text == "'" && s.mark(i+1, "'") && s.glued(i+1) {
		u, _ := unitOf("\"")
		return u, i + 2, true
	}
	u, ok := unitOf(t.text)
	if !ok {
		return u, i, false
	}
	if t.kind == 'w' && s.mark(i+1, ".") && s.glued(i+1) && s.at(i+2).kind != 'n' {
		return u, i + 2, true
	}
	return u, i + 1, true
}

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

// temperature reads a number with a unit of temperatures, and gives it in degrees Celsius, which are no multiples of the others.
// A K that is glued to its number says thousands.
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
