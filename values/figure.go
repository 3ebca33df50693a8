package values

import (
	"math"
	"strconv"
	"strings"
)

// figure is an unsigned number as it is written.
type figure struct {
	value float64
	half  float64 // half a unit of its last digit
	code  bool    // leading zeros: a code rather than a number
}

// figure reads an unsigned number at i: 1000, 1,000.50, 1.000,50, 12,5, .5. It reads nothing of more than
// maxDigits groups of digits, so that a long list of numbers ("1,2,3,...") is not read to its end from each of them.
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
		if len(groups) > maxDigits {
			return figure{}, 0, false
		}
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

// separate splits groups of digits and their separators into whole part and decimals. A
// single comma before three digits separates thousands; a single point is a decimal point.
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

// scale reads "million" and the like after a number, in the fifteen languages that most of
// the web is in. Words with another meaning in another language are left out: "mil",
// "mille", "bin".
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
