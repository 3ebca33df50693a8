package values

import (
	"math"
	"strings"
)

// dimension has the exponents of metre, kilogram, second, ampere, kelvin, byte and pixel.
type dimension [7]int8

const (
	dimMetre = iota
	dimKilogram
	dimSecond
	dimAmpere
	dimKelvin
	dimByte
	dimPixel
)

func (d dimension) times(o dimension, power int8) dimension {
	for i := range d {
		d[i] += o[i] * power
	}
	return d
}

// unitsOf has the units of other dimensions than length, mass and time, by their folded names: the
// dimension, the factor to SI units, and the system. Where folding makes two units one ("mW", "MW") it is
// the commoner one.
var unitsOf = func() map[string]compound {
	var (
		area   = dimension{dimMetre: 2}
		volume = dimension{dimMetre: 3}
		speed  = dimension{dimMetre: 1, dimSecond: -1}
		per    = dimension{dimSecond: -1}
		power  = dimension{dimMetre: 2, dimKilogram: 1, dimSecond: -3}
		energy = dimension{dimMetre: 2, dimKilogram: 1, dimSecond: -2}
		press  = dimension{dimMetre: -1, dimKilogram: 1, dimSecond: -2}
		volt   = dimension{dimMetre: 2, dimKilogram: 1, dimSecond: -3, dimAmpere: -1}
		ampere = dimension{dimAmpere: 1}
		charge = dimension{dimAmpere: 1, dimSecond: 1}
		bytes  = dimension{dimByte: 1}
		pixels = dimension{dimPixel: 1}
	)
	const hour, gallon = 3600, 3.785411784e-3
	out := make(map[string]compound)
	add := func(d dimension, factor float64, sys system, names ...string) {
		for _, n := range names {
			out[n] = compound{d, factor, sys}
		}
	}
	add(volume, 1e-3, metric, "l", "liter", "liters", "litre", "litres", "litri", "litros", "литр", "литра", "литров", "л", "リットル")
	add(volume, 1e-6, metric, "ml", "мл", "cc", "ccm", "milliliter", "millilitre", "milliliters", "millilitres")
	add(volume, 1e-5, metric, "cl")
	add(volume, 1e-4, metric, "dl")
	add(volume, .1, metric, "hl")
	add(volume, gallon, imperial, "gal", "gallon", "gallons")
	add(area, 1e4, metric, "ha", "га", "hectare", "hectares", "hektar")
	add(area, 4046.8564224, imperial, "acre", "acres")
	add(area, 1, metric, "sqm", "qm")
	add(area, foot*foot, imperial, "sqft")
	add(speed, 1000./hour, metric, "kph", "kmh")
	add(speed, 5280*foot/hour, imperial, "mph")
	add(speed, 1852./hour, imperial, "knot", "knots") // "kn" may be kilonewtons
	add(power, 1, metric, "w", "watt", "watts", "вт")
	add(power, 1e3, metric, "kw", "квт", "kilowatt", "kilowatts")
	add(power, 1e6, metric, "mw", "мвт", "megawatt", "megawatts")
	add(power, 1e9, metric, "gw")
	add(power, 745.699872, imperial, "hp", "bhp")
	add(power, 735.49875, imperial, "ps", "л.с")
	add(per, 1, metric, "hz", "гц", "hertz")
	add(per, 1e3, metric, "khz", "кгц")
	add(per, 1e6, metric, "mhz", "мгц")
	add(per, 1e9, metric, "ghz", "ггц")
	add(per, 1./60, metric, "rpm")
	add(bytes, 1, metric, "byte", "bytes")
	add(bytes, 1e3, metric, "kb", "кб")
	add(bytes, 1e6, metric, "mb", "мб")
	add(bytes, 1e9, metric, "gb", "гб")
	add(bytes, 1e12, metric, "tb", "тб")
	add(bytes, 1<<10, metric, "kib")
	add(bytes, 1<<20, metric, "mib")
	add(bytes, 1<<30, metric, "gib")
	add(pixels, 1e6, metric, "mp", "mpx", "megapixel", "megapixels")
	add(pixels, 1, metric, "px", "pixel", "pixels")
	add(volt, 1, metric, "v", "volt", "volts")
	add(volt, 1e3, metric, "kv")
	add(volt, 1e-3, metric, "mv")
	add(ampere, 1, metric, "amp", "amps", "ampere")
	add(ampere, 1e-3, metric, "ma")
	add(ampere, 1e-6, metric, "µa", "μa")
	add(charge, 3.6, metric, "mah")
	add(energy, 1, metric, "joule", "joules")
	add(energy, 1e3, metric, "kj")
	add(energy, 4184, metric, "kcal")
	add(energy, hour, metric, "wh")
	add(energy, 1000*hour, metric, "kwh")
	add(energy, 1, metric, "nm", "нм") // newton metres; nanometres are written of other things
	add(press, 1, metric, "pa")
	add(press, 100, metric, "hpa", "mbar")
	add(press, 1000, metric, "kpa")
	add(press, 1e6, metric, "mpa")
	add(press, 1e5, metric, "bar")
	add(press, 101325, metric, "atm")
	add(press, 133.322387415, metric, "mmhg", "torr")
	add(press, 6894.757293, imperial, "psi")
	return out
}()

// compound is a unit of any dimension.
type compound struct {
	dimension
	factor float64
	system system
}

// unitNames are the names of derived SI units. Others are written by their base units.
var unitNames = map[dimension]string{
	{dimMetre: 2, dimKilogram: 1, dimSecond: -3}:                "W",
	{dimMetre: 2, dimKilogram: 1, dimSecond: -2}:                "J",
	{dimMetre: -1, dimKilogram: 1, dimSecond: -2}:               "Pa",
	{dimMetre: 2, dimKilogram: 1, dimSecond: -3, dimAmpere: -1}: "V",
	{dimAmpere: 1, dimSecond: 1}:                                "C",
	{dimSecond: -1}:                                             "Hz",
}

// String writes the unit of the SI: kg/m³.
func (d dimension) String() string {
	if name := unitNames[d]; name != "" {
		return name
	}
	signs := [len(d)]string{"m", "kg", "s", "A", "K", "B", "px"}
	var above, below []string
	for _, i := range []int{dimKilogram, dimMetre, dimSecond, dimAmpere, dimKelvin, dimByte, dimPixel} {
		n := d[i]
		text := signs[i]
		if n < 0 {
			n = -n
		}
		switch n {
		case 0:
			continue
		case 2:
			text += "²"
		case 3:
			text += "³"
		}
		if d[i] > 0 {
			above = append(above, text)
		} else {
			below = append(below, text)
		}
	}
	if len(below) == 0 {
		return strings.Join(above, "·")
	}
	if len(above) == 0 {
		above = []string{"1"}
	}
	return strings.Join(above, "·") + "/" + strings.Join(below, "·")
}

// maxPower bounds the exponents of a unit.
const maxPower = 3

// compoundAt reads a unit of another dimension than length, mass and time at i: one with a sign of its own (W, ha), an area or
// volume (m², cubic feet), or a quotient (g/cm³, km per hour, g/100 mL). Cost: linear in its tokens.
func (s *scanner) compoundAt(i int) (u compound, end int, ok bool) {
	if u, end, ok = s.factorAt(i); !ok {
		return u, i, false
	}
	simple := end == i+1 && u.isSimple()
	for n := 0; n < maxPower; n++ {
		at := end
		switch {
		case s.mark(at, "/") && s.glued(at), s.word(at, "per", "pro", "par", "por"):
			at++
		default:
			return u, end, !simple
		}
		below, e, ok := s.factorAt(at)
		if f, unit, number := s.figure(at); number && f.value > 0 {
			below, e, ok = s.factorAt(unit)
			below.factor *= f.value
			ok = ok && below.dimension != u.dimension && roundNumber(f.value) // "5 kg/11 lb" says one thing twice, "355 ml/12 oz" two
		}
		if !ok {
			break
		}
		u = compound{u.times(below.dimension, -1), u.factor / below.factor, max(u.system, below.system)}
		end, simple = e, false
	}
	return u, end, !simple
}

// roundNumber reports whether a number is a power of ten, as the number in the denominator of a unit is: 100 g, 100 km.
func roundNumber(x float64) bool { return x >= 1 && math.Pow10(int(math.Round(math.Log10(x)))) == x }

// isSimple reports whether a unit is one of a length, a mass or a time, which are read as such.
func (u compound) isSimple() bool {
	return u.dimension == dimension{dimMetre: 1} || u.dimension == dimension{dimKilogram: 1} || u.dimension == dimension{dimSecond: 1}
}

// factorAt reads one unit with its exponent: cm³, cm3, cm^3, sq ft, cubic inches.
func (s *scanner) factorAt(i int) (u compound, end int, ok bool) {
	power, at := int8(1), i
	switch {
	case s.word(i, "sq", "square", "quadrat"):
		power, at = 2, i+1
	case s.word(i, "cu", "cubic", "kubik"):
		power, at = 3, i+1
	}
	if power > 1 && s.mark(at, ".") {
		at++
	}
	t := s.at(at)
	if t.kind != 'w' {
		return u, i, false
	}
	if c, had := unitsOf[t.text]; had {
		u, end = c, at+1
	} else if c, had := timeUnits[t.text]; had && at > i || had && s.mark(at-1, "/") || had && s.word(at-1, "per", "pro", "par", "por") {
		u, end = compound{dimension{dimSecond: 1}, c, metric}, at+1
	} else if simple, _, had := s.unitAt(at); had {
		d := dimension{dimMetre: 1}
		if simple.kind == mass {
			d = dimension{dimKilogram: 1}
		}
		u, end = compound{d, simple.factor, simple.system}, at+1
	} else {
		return u, i, false
	}
	if power == 1 {
		e := end
		if s.mark(e, "^") && s.glued(e) {
			e++
		}
		if n, number := s.digits(e, 1, 1); number && s.glued(e) && 1 < n && n <= maxPower {
			power, end = int8(n), e+1
		}
	}
	return compound{dimension{}.times(u.dimension, power), math.Pow(u.factor, float64(power)), u.system}, end, s.ends(end) || s.mark(end, "/")
}

// timeUnits are units of time in a denominator (km/h), in seconds.
var timeUnits = map[string]float64{"s": 1, "sec": 1, "second": 1, "seconds": 1, "min": 60, "minute": 60, "h": 3600, "hr": 3600, "hour": 3600, "ч": 3600, "day": 86400}

// uncertain reads the uncertainty behind a number with decimals: 2.65(2), 2.65 ± .02.
func (s *scanner) uncertain(f figure, at int) (figure, int) {
	if f.half >= .5 {
		return f, at
	}
	if n, ok := s.digits(at+1, 1, 2); ok && s.mark(at, "(") && s.glued(at) && s.glued(at+1) && s.mark(at+2, ")") {
		f.half *= 2 * float64(n)
		return f, at + 3
	}
	if s.mark(at, "±") {
		if d, end, ok := s.figure(at + 1); ok {
			f.half = d.value
			return f, end
		}
	}
	return f, at
}

// unit of a length, weight or duration.
type unit struct {
	kind   kind
	factor float64 // to metres, kilograms or seconds
	system system
	next   float64 // the smaller unit that may follow, 0 if none
}

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
