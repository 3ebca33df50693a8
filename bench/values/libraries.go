package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/araddon/dateparse"
	"github.com/bcicen/go-units"
	"github.com/bojanz/currency"
	"github.com/lukasaron/isbn"
	"github.com/markusmobius/go-dateparser"
	"github.com/markusmobius/go-dateparser/date"
	"github.com/nyaruka/phonenumbers"
	"github.com/sosodev/duration"
	textcurrency "golang.org/x/text/currency"

	"verde/values"
)

// contest is a library against package values, for values of one kind.
type contest struct {
	library string
	is      func(values.Value) bool    // whether a value is of the kind
	read    func(text string) []string // what the library reads, as package values writes it; nil if it reads nothing
	use     string                     // a statement that uses the library, for the size of a program
}

// kindOf reports whether values are of type T.
func kindOf[T values.Value](v values.Value) bool { _, ok := v.(T); return ok }

// contests gives the libraries that are measured. Each is set up for what it is
// asked: whether the whole of a text is one value of the kind. Where a library
// must be told something that a text of the web does not say (the country, the
// currency), it is told what serves it best on these data.
func contests() []contest {
	return []contest{
		{"github.com/markusmobius/go-dateparser", kindOf[values.Date], languageDates(), `p := dateparser.Parser{}; p.Parse(nil, os.Args[0])`},
		{"github.com/araddon/dateparse", kindOf[values.Date], anyDate, `dateparse.ParseAny(os.Args[0])`},
		{"github.com/nyaruka/phonenumbers", kindOf[values.Phone], phone, `phonenumbers.Parse(os.Args[0], "US")`},
		{"github.com/lukasaron/isbn", kindOf[values.ISBN], book, `isbn.NewISBN(os.Args[0]).IsValid()`},
		{"github.com/bojanz/currency", kindOf[values.Money], dollars(), `currency.NewFormatter(currency.NewLocale("en")).Parse(os.Args[0], "USD")`},
		{"golang.org/x/text/currency", kindOf[values.Money], isoMoney, `currency.ParseISO(os.Args[0])`},
		{"github.com/bcicen/go-units", kindOf[values.Quantity], measure, `units.Find(os.Args[0])`},
		{"github.com/sosodev/duration", kindOf[values.Duration], isoDuration, `duration.Parse(os.Args[0])`},
	}
}

// languageDates reads the languages whose months package values knows. A year
// alone is no date there, and so it is none here; nor is what is told from today
// on ("5 days ago"), or a number of seconds.
func languageDates() func(string) []string {
	p := dateparser.Parser{ParserTypes: []dateparser.ParserType{dateparser.AbsoluteTime}}
	cfg := &dateparser.Configuration{Languages: []string{"en", "de", "fr", "es", "it", "pt", "nl"}, RequiredParts: []string{"month", "year"}, CurrentTime: time.Date(2010, 6, 15, 0, 0, 0, 0, time.UTC)}
	return func(text string) []string {
		d, err := p.Parse(cfg, text)
		switch {
		case err != nil, d.Period == date.Year:
			return nil
		case d.Period == date.Month:
			return []string{d.Time.Format("2006-01")}
		}
		return []string{d.Time.Format(time.DateOnly)}
	}
}

func anyDate(text string) []string {
	t, err := dateparse.ParseAny(text)
	if layout, e := dateparse.ParseFormat(text); err != nil || e != nil || layout == "2006" || t.Year() == 0 {
		return nil
	}
	return []string{t.Format(time.DateOnly)}
}

// phone takes numbers that name no country for American ones. The letters of
// other texts would be keys of a telephone: "325 lb (147 kg)" dials.
func phone(text string) []string {
	if strings.ContainsFunc(text, unicode.IsLetter) {
		return nil
	}
	n, err := phonenumbers.Parse(text, "US")
	if err != nil || !phonenumbers.IsValidNumber(n) {
		return nil
	}
	return []string{strings.TrimPrefix(phonenumbers.Format(n, phonenumbers.E164), "+1")}
}

func book(text string) []string {
	b := isbn.NewISBN(text)
	if !b.IsValid() {
		return nil
	}
	b.Normalize()
	return []string{strings.ReplaceAll(b.BarCode(), "-", "")}
}

// dollars reads amounts as Americans write them: the library asks for the
// currency and the locale before it reads.
func dollars() func(string) []string {
	f := currency.NewFormatter(currency.NewLocale("en-US"))
	return func(text string) []string {
		a, err := f.Parse(text, "USD")
		if err != nil || !strings.Contains(text, "$") { // the library was told that it is dollars
			return nil
		}
		var v float64
		if _, err := fmt.Sscan(a.Number(), &v); err != nil {
			return nil
		}
		return []string{values.Money{Amount: v, Currency: "USD"}.String()}
	}
}

// isoMoney reads an amount beside a code of ISO 4217, "12.50 EUR" or "EUR 12.50": the
// library knows codes, and leaves reading numbers and finding codes to others. The
// signs that it prints it does not read.
func isoMoney(text string) []string {
	fields := strings.Fields(text)
	if len(fields) != 2 {
		return nil
	}
	for i, code := range fields {
		unit, err := textcurrency.ParseISO(code)
		amount, e := strconv.ParseFloat(fields[1-i], 64)
		if err == nil && e == nil {
			return []string{values.Money{Amount: amount, Currency: unit.String()}.String()}
		}
	}
	return nil
}

// measure reads a number and one unit: the library knows the names of units and
// converts, and leaves reading numbers to others.
func measure(text string) []string {
	var amount float64
	var unit string
	if n, err := fmt.Sscan(text, &amount, &unit); n < 2 || err != nil || strings.Count(text, " ") != 1 {
		return nil
	}
	from, err := units.Find(unit)
	if err != nil {
		return nil
	}
	for _, to := range []units.Unit{units.Meter, units.KiloGram} {
		if v, err := units.ConvertFloat(amount, from, to); err == nil {
			return []string{values.Quantity{Amount: v.Float(), Unit: values.Unit(to.Symbol)}.String()}
		}
	}
	return nil
}

func isoDuration(text string) []string {
	d, err := duration.Parse(text)
	if err != nil {
		return nil
	}
	return []string{values.Duration(d.ToTimeDuration()).String()}
}
