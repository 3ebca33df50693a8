package values

import "strings"

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
