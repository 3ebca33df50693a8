package values

import "strings"

// maxGroups bounds the groups of digits of a phone number or ISBN.
const maxGroups = 6

// isbn reads an ISBN-10 or ISBN-13 with or without hyphens and the letters
// ISBN before it; both forms of a number have the 13 digits as their key. The
// check digit must be right.
func (s *scanner) isbn(i int, yield func(Reading, int)) {
	at := i
	if s.word(i, "isbn") {
		at++
		if s.mark(at, "-") && s.glued(at) {
			at++
		}
		if n, ok := s.digits(at, 2, 2); ok && (n == 10 || n == 13) && (s.mark(at+1, ":") || s.at(at+1).space || s.mark(at+1, ")")) {
			at++
		}
		for s.mark(at, ":") || s.mark(at, ".") || s.mark(at, "#") {
			at++
		}
	} else if s.at(i).kind != 'n' || !s.starts(i) {
		return
	}
	var digits []byte
	for group := 0; group < maxGroups; group++ {
		t := s.at(at)
		switch {
		case t.kind == 'n' && len(digits)+len(t.text) <= 13:
			digits = append(digits, t.text...)
		case len(digits) == 9 && s.word(at, "x"):
			digits = append(digits, 'x')
		default:
			return
		}
		at++
		if key, ok := isbnKey(digits); ok && s.ends(at) {
			yield(Reading{kind: isbn, key: key}, at)
			return
		}
		if s.mark(at, "-") && s.glued(at) {
			at++
		}
	}
}

// isbnKey is the ISBN-13 of 10 or 13 digits whose check digit is right.
func isbnKey(d []byte) (string, bool) {
	switch len(d) {
	case 10:
		sum := 0
		for i, c := range d {
			v := int(c - '0')
			if c == 'x' {
				v = 10
			}
			sum += (10 - i) * v
		}
		if sum%11 != 0 {
			return "", false
		}
		key := append([]byte("978"), d[:9]...)
		return string(append(key, check13(key))), true
	case 13:
		if p := string(d[:3]); p != "978" && p != "979" || check13(d[:12]) != d[12] {
			return "", false
		}
		return string(d), true
	}
	return "", false
}

// check13 is the check digit after twelve digits.
func check13(d []byte) byte {
	sum := 0
	for i, c := range d {
		sum += int(c-'0') * (1 + 2*(i%2))
	}
	return byte('0' + (10-sum%10)%10)
}

// phone reads a phone number: (617) 555-1234, 617.555.1234, 1-617-555-1234,
// +49 30 1234567, 555-1234. Its key is the digits, with a plus sign and the
// country unless that is +1.
func (s *scanner) phone(i int, yield func(Reading, int)) {
	at, plus := i, false
	if s.mark(i, "+") && s.glued(i+1) {
		at, plus = i+1, true
	} else if s.at(i).kind == 'n' && !s.starts(i) {
		return
	}
	var digits strings.Builder
	var groups []int // sizes of the groups
	end := 0
	for read := 0; at < len(s.toks) && len(groups) < maxGroups && read <= maxGroups; read++ { // one "(0)" is no group
		if s.mark(at, "(") {
			if n, ok := s.digits(at+1, 1, 5); ok && s.mark(at+2, ")") {
				if n != 0 || s.at(at+1).text != "0" { // +49 (0) 30
					digits.WriteString(s.at(at + 1).text)
					groups = append(groups, len(s.at(at+1).text))
				}
				at += 3
				if s.mark(at, "-") || s.mark(at, ".") {
					at++
				}
				continue
			}
			break
		}
		t := s.at(at)
		if t.kind != 'n' || len(t.text) > 11 {
			break
		}
		digits.WriteString(t.text)
		groups = append(groups, len(t.text))
		at++
		end = at
		if (s.mark(at, "-") || s.mark(at, ".") || s.mark(at, "/")) && s.at(at+1).kind == 'n' || s.mark(at, "(") {
			if !s.mark(at, "(") {
				at++
			}
		} else if s.at(at).kind != 'n' {
			break
		}
	}
	if key, ok := phoneKey(digits.String(), groups, plus, s.whole); ok && s.ends(end) {
		yield(Reading{kind: phone, key: key}, end)
	}
}

// phoneKey decides by the sizes of the groups whether digits are a phone
// number.
func phoneKey(digits string, groups []int, plus, whole bool) (string, bool) {
	if strings.HasPrefix(digits, "00") && len(digits) > 10 {
		digits, plus = digits[2:], true
	}
	if plus {
		if len(digits) < 8 || len(digits) > 15 || digits[0] == '0' { // ITU-T E.164: at most 15 digits, and no country begins with 0
			return "", false
		}
		if len(digits) == 11 && digits[0] == '1' {
			return digits[1:], true
		}
		return "+" + digits, true
	}
	is := func(want ...int) bool {
		if len(want) != len(groups) {
			return false
		}
		for i := range want {
			if want[i] != groups[i] {
				return false
			}
		}
		return true
	}
	switch {
	case is(3, 3, 4), is(3, 4), is(3, 7), is(10) && whole:
		return digits, true
	case digits != "" && digits[0] == '1' && (is(1, 3, 3, 4) || is(11) && whole):
		return digits[1:], true
	case digits != "" && digits[0] == '0' && len(groups) > 1 && groups[0] >= 3 && len(digits) >= 9 && len(digits) <= 12: // national, with trunk zero
		return digits, true
	}
	return "", false
}
