package values

import (
	"math"
	"strings"
	"time"

	"github.com/sosodev/duration"

	"verde/values/calendar"
)

// monthNumber is the number of a month by its name in any language of package calendar,
// or by the usual abbreviation of that in English, German, French, Spanish, Italian,
// Portuguese or Dutch; else 0. Abbreviations that are words elsewhere (set, out, ago) are
// left out, as a text may say something else than a date.
func monthNumber(s string) int {
	switch s {
	case "jan", "jänner", "janv", "ene":
		return 1
	case "feb", "févr", "fev":
		return 2
	case "mar", "mrz", "mrt":
		return 3
	case "apr", "avr", "abr":
		return 4
	case "may", "mai", "mei":
		return 5
	case "jun":
		return 6
	case "jul", "juil":
		return 7
	case "aug":
		return 8
	case "sep", "sept":
		return 9
	case "oct", "okt":
		return 10
	case "nov":
		return 11
	case "dec", "dez", "déc", "dic":
		return 12
	}
	return calendar.Month(s)
}

// centuryPivot is the first two-digit year of the 20th century, as in package
// time.
const centuryPivot = 69

// year reads a year of four digits, or of two with an apostrophe or after
// slashes.
func (s *scanner) year(i int, short bool) (int, bool) {
	if y, ok := s.digits(i, 4, 4); ok && y >= 1000 && y < 2200 {
		return y, true
	}
	if y, ok := s.digits(i, 2, 2); ok && short {
		if y >= centuryPivot {
			return 1900 + y, true
		}
		return 2000 + y, true
	}
	return 0, false
}

func (s *scanner) day(i int) (d, end int, ok bool) {
	d, ok = s.digits(i, 1, 2)
	if !ok || d < 1 || d > 31 {
		return 0, 0, false
	}
	end = i + 1
	if s.glued(end) && (s.word(end, "st", "nd", "rd", "th", "er") || s.mark(end, ".")) {
		end++
	}
	return d, end, true
}

// month reads the name of a month, with the point of its abbreviation, or "tháng 3".
func (s *scanner) month(i int) (m, end int, ok bool) {
	t := s.at(i)
	if t.kind != 'w' {
		return 0, 0, false
	}
	if m, ok = s.digits(i+1, 1, 2); ok && t.text == "tháng" {
		return m, i + 2, true
	}
	if m = monthNumber(t.text); m == 0 && s.whole {
		m = calendar.ShortMonth(t.text)
	}
	end = i + 1
	if s.mark(end, ".") && s.glued(end) {
		end++
	}
	return m, end, m > 0
}

// date reads a day or a month of a year.
func (s *scanner) date(i int, yield func(Reading, int)) {
	if !s.starts(i) {
		return
	}
	s.dateAt(i, yield)
	if t := s.at(i); s.whole && t.kind == 'w' && (calendar.Day(t.text) || t.text == "ngày") { // Vietnamese for day
		at := i + 1
		for s.mark(at, ",") || s.mark(at, ".") {
			at++
		}
		s.dateAt(at, yield)
	}
}

func (s *scanner) dateAt(i int, yield func(Reading, int)) {
	s.namedDate(i, yield)
	s.numericDate(i, yield)
	s.ideographicDate(i, yield)
}

// ideographicDate reads 2003年3月4日, 2003年3月 and 2003년 3월 4일.
func (s *scanner) ideographicDate(i int, yield func(Reading, int)) {
	y, ok := s.year(i, false)
	if !ok || !s.word(i+1, "年", "년") {
		return
	}
	m, ok := s.digits(i+2, 1, 2)
	d, ok2 := s.digits(i+4, 1, 2)
	switch month := ok && s.word(i+3, "月", "월"); {
	case month && ok2 && s.word(i+5, "日", "일"):
		s.emitDate(y, m, d, i+6, yield)
	case month && valid(y, m, 1):
		yield(dated(y, m, 0), i+4)
	}
}

// namedDate reads March 4, 2003; 4th of March 2003; 4. März 2003; 4 de marzo
// de 2003; 4 марта 2003 г.; ngày 4 tháng 3 năm 2003; 4-Mar-03; March 2003; 2003 March 4; 2003. március 4.
func (s *scanner) namedDate(i int, yield func(Reading, int)) {
	sep := func(at int) int {
		for s.mark(at, ",") || s.mark(at, "-") || s.mark(at, "/") || s.word(at, "of", "de", "del", "d", "năm") || s.mark(at, "'") && s.word(at-1, "d") {
			at++
		}
		return at
	}
	if m, end, ok := s.month(i); ok {
		if d, e, ok := s.day(end); ok {
			if y, ok := s.year(sep(e), false); ok {
				s.emitDate(y, m, d, sep(e)+1, yield)
				return
			}
		}
		if y, ok := s.year(sep(end), false); ok && s.ends(sep(end)+1) {
			yield(dated(y, m, 0), s.yearWord(sep(end)+1))
		}
		return
	}
	if d, end, ok := s.day(i); ok {
		if m, e, ok := s.month(sep(end)); ok {
			if y, ok := s.year(sep(e), s.mark(e, "-")); ok {
				s.emitDate(y, m, d, sep(e)+1, yield)
			}
		}
		return
	}
	if y, ok := s.year(i, false); ok {
		after := i + 1
		if s.mark(after, ".") && s.glued(after) { // 2003. március 4.
			after++
		}
		if m, e, ok := s.month(sep(after)); ok {
			if d, end, ok := s.day(sep(e)); ok {
				s.emitDate(y, m, d, end, yield)
			}
		}
	}
}

// numericDate reads 2003-03-04, 3/4/2003, 4.3.2003, 2003-03 and, if there is
// nothing else, 3/2003.
func (s *scanner) numericDate(i int, yield func(Reading, int)) {
	sep := s.at(i + 1).text
	if sep != "-" && sep != "/" && sep != "." || !s.glued(i+1) || !s.glued(i+2) {
		return
	}
	if m, ok := s.digits(i, 1, 2); ok && s.whole && sep == "/" && m >= 1 && m <= 12 {
		if y, ok := s.year(i+2, false); ok {
			yield(dated(y, m, 0), i+3)
			return
		}
	}
	three := s.mark(i+3, sep) && s.glued(i+3) && s.glued(i+4)
	b, ok := s.digits(i+2, 1, 2)
	if !ok {
		return
	}
	if y, ok := s.year(i, false); ok {
		if d, ok := s.digits(i+4, 1, 2); ok && three {
			s.emitDate(y, b, d, i+5, yield)
		} else if !three && sep != "." && len(s.at(i+2).text) == 2 && b >= 1 && b <= 12 && s.ends(i+3) {
			yield(dated(y, b, 0), i+3)
		}
		return
	}
	a, ok := s.digits(i, 1, 2)
	y, ok2 := s.year(i+4, true)
	if !ok || !ok2 || !three || !s.ends(i+5) {
		return
	}
	switch monthFirst, dayFirst := valid(y, a, b) && sep != ".", valid(y, b, a); {
	case monthFirst && dayFirst && a != b:
		r := dated(y, a, b)
		r.swap = dated(y, b, a).value
		yield(r, i+5)
	case monthFirst:
		yield(dated(y, a, b), i+5)
	case dayFirst:
		yield(dated(y, b, a), i+5)
	}
}

// emitDate yields a day if there is one, and takes a time of day with it.
func (s *scanner) emitDate(y, m, d, end int, yield func(Reading, int)) {
	if !valid(y, m, d) {
		return
	}
	if end = s.yearWord(end); s.whole && end < len(s.toks) {
		end = s.skipClock(end)
	}
	if s.word(end, "t") || s.ends(end) {
		yield(dated(y, m, d), end)
	}
}

// yearWord skips the word for a year that stands behind its number: in Russian, Belarusian,
// Bulgarian and Macedonian (г., года), Polish (r., roku), and where nothing else follows in
// Ukrainian (р.) and Armenian (թ.), as CLDR's forms of dates end.
func (s *scanner) yearWord(i int) int {
	last := i+1 == len(s.toks) || i+2 == len(s.toks) && s.mark(i+1, ".")
	if !s.word(i, "г", "года", "r", "roku") && !(last && s.word(i, "р", "թ")) {
		return i
	}
	if s.mark(i+1, ".") && s.glued(i+1) {
		return i + 2
	}
	return i + 1
}

// skipClock skips a time of day: T10:00:00Z, 10:00 pm, at 10:00.
func (s *scanner) skipClock(i int) int {
	at := i
	if s.mark(at, ",") || s.word(at, "t", "at") {
		at++
	}
	if _, ok := s.digits(at, 1, 2); !ok || !s.mark(at+1, ":") {
		return i
	}
	for at < len(s.toks) && (s.at(at).kind == 'n' || s.mark(at, ":") || s.mark(at, ".") || s.mark(at, "+") || s.mark(at, "-") || s.word(at, "z", "am", "pm", "utc", "gmt")) {
		at++
	}
	return at
}

// hour reads a time of day: 3 pm, 3:30 p.m., 15:00, 15 Uhr, 15.30 Uhr. With no more than a colon it may be a duration.
func (s *scanner) hour(i int, yield func(Reading, int)) {
	h, ok := s.digits(i, 1, 2)
	if !ok || !s.starts(i) || h > 23 {
		return
	}
	end, m, colon := i+1, 0, s.mark(i+1, ":")
	if n, two := s.digits(i+2, 2, 2); two && n < 60 && (colon || s.mark(i+1, ".")) && s.glued(i+1) && s.glued(i+2) {
		end, m = i+3, n
	} else {
		colon = false
	}
	r := Reading{kind: clock, value: float64(3600*h + 60*m), written: math.NaN()}
	half, at := s.at(end).text, end+1
	if (half == "a" || half == "p") && (s.mark(at, ".") || s.word(at, "m")) {
		if s.mark(at, ".") {
			at++
		}
		if !s.word(at, "m") {
			return
		}
		if half, at = half+"m", at+1; s.mark(at, ".") {
			at++
		}
	}
	switch {
	case s.word(end, "am") && !s.whole && !s.glued(end) && !colon: // in running text a preposition, in German
		return
	case half == "am" && 0 < h && h <= 12:
		r.value -= float64(h / 12 * 12 * 3600)
	case half == "pm" && 0 < h && h <= 12:
		r.value += float64((1 - h/12) * 12 * 3600)
	case half == "uhr":
	case colon && s.ends(end):
		r.loose, at = true, end
	default:
		return
	}
	yield(r, at)
}

func dated(y, m, d int) Reading {
	v := float64(y*10000 + m*100 + d)
	return Reading{kind: date, value: v, written: math.NaN()}
}

func valid(y, m, d int) bool {
	if m < 1 || m > 12 || d < 1 {
		return false
	}
	days := [...]int{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}[m-1]
	if m == 2 && y%4 == 0 && (y%100 != 0 || y%400 == 0) {
		days = 29
	}
	return d <= days
}

// ands stand between the parts of a duration, in the languages of durationUnit; Japanese and
// Chinese write none.
var ands = []string{"and", "und", "y", "et", "e", "и", "en", "i", "ve", "و", "và", "dan"}

// durationUnit is the unit in seconds, in the fifteen languages that most of the web is in, 0
// if it is none. m is a minute only after hours.
func durationUnit(s string, after float64) float64 {
	switch s {
	case "s", "sec", "secs", "second", "seconds", "sek", "sekunde", "sekunden", "segundo", "segundos", "secondo", "secondi", "seconde", "secondes", "seconden",
		"сек", "секунда", "секунды", "секунд", "sekunda", "sekundy", "sekund", "saniye", "sn", "秒", "ثانیه", "giây", "detik":
		return 1
	case "min", "mins", "minute", "minutes", "minuten", "minuto", "minutos", "minuti", "мин", "минута", "минуты", "минут", "minuta", "minuty", "minut", "minuut", "dakika", "dk", "分", "分钟", "分鐘", "دقیقه", "phút", "menit":
		return 60
	case "m":
		if after == 3600 {
			return 60
		}
	case "h", "hr", "hrs", "hour", "hours", "std", "stunde", "stunden", "heure", "heures", "hora", "horas", "ora", "ore", "uur", "uren",
		"ч", "час", "часа", "часов", "godz", "godzina", "godziny", "godzin", "saat", "時間", "小时", "小時", "ساعت", "giờ", "jam":
		return 3600
	case "d", "day", "days", "tage", "tagen", "jour", "jours", "día", "días", "dias", "giorno", "giorni", "dag", "dagen",
		"день", "дня", "дней", "dzień", "dni", "gün", "日間", "天", "روز", "ngày", "hari":
		return 86400
	case "week", "weeks", "woche", "wochen", "semaine", "semaines", "semana", "semanas", "settimana", "settimane", "weken",
		"неделя", "недели", "недель", "tydzień", "tygodnie", "tygodni", "hafta", "週間", "星期", "هفته", "tuần", "minggu":
		return 7 * 86400
	}
	return 0
}

// monthsOf gives the number of months of a word for months (1) or years (12), 0 for another word. Words that also mean
// a gram or a part of a date are left out: the Russian "г", the Japanese "年".
func monthsOf(word string) float64 {
	switch word {
	case "mo", "mos", "mth", "mths", "month", "months", "monat", "monate", "monaten", "mois", "mes", "meses", "mês", "mese", "mesi", "maand", "maanden",
		"мес", "месяц", "месяца", "месяцев", "miesiąc", "miesiące", "miesięcy", "ay", "か月", "ヶ月", "カ月", "个月", "個月", "개월", "ماه", "tháng", "bulan":
		return 1
	case "yr", "yrs", "year", "years", "jahr", "jahre", "jahren", "an", "ans", "année", "années", "año", "años", "ano", "anos", "anno", "anni", "jaar",
		"год", "года", "лет", "rok", "lata", "lat", "yıl", "年間", "سال", "năm", "tahun":
		return 12
	}
	return 0
}

// shortWord is the length, in bytes, up to which a word for months or years may have another meaning in another language: "an",
// "mes". In running text such words are not read as months.
const shortWord = 3

// months reads 6 months, 2 years.
func (s *scanner) months(i int, yield func(Reading, int)) {
	if f, at, ok := s.figure(i); ok && s.starts(i) && s.ends(at+1) && (s.whole || len(s.at(at).text) > shortWord) {
		if n := monthsOf(s.at(at).text); n > 0 {
			yield(Reading{kind: measured, value: n * f.value, written: f.value, half: n * f.half, key: string(Months)}, at+1)
		}
	}
}

// duration reads 126 min, 2 h 6 min, 2h06, 2 hours and 6 minutes, PT126M, 2:06, 2:06 h.
func (s *scanner) duration(i int, yield func(Reading, int)) {
	if !s.starts(i) {
		return
	}
	if s.word(i, "pt") || s.whole && s.word(i, "p") {
		s.isoDuration(i, yield)
		return
	}
	total, before, parts := 0.0, 0.0, 0
	r := Reading{kind: span, written: math.NaN()}
	end := i
	for at := i; ; {
		f, e, ok := s.figure(at)
		if !ok {
			break
		}
		u := durationUnit(s.at(e).text, before)
		if s.word(e, "m") && s.at(e+1).kind == 'n' && s.word(e+2, "s", "sec") {
			u = 60 // 4m35s
		}
		if u == 0 && before == 3600 && len(s.at(at).text) == 2 && e == at+1 && s.glued(at) && s.ends(e) && f.value < 60 {
			total, end, r.written = total+60*f.value, e, math.NaN() // 2h05
			break
		}
		if u == 0 || before != 0 && u >= before || !s.ends(e+1) && s.at(e+1).kind != 'n' {
			break
		}
		total, before, end, parts, r.written = total+f.value*u, u, e+1, parts+1, f.value
		if s.mark(end, ".") && s.glued(end) {
			end++
		}
		for at = end; s.mark(at, ",") || s.word(at, ands...); at++ {
		}
	}
	if parts > 0 {
		if r.value = total; parts > 1 {
			r.written = math.NaN()
		}
		yield(r, end)
		return
	}
	s.clockDuration(i, yield)
}

// Grain gives the smallest unit of the durations in a text, 0 if it names none: an hour for "2 days, 6 hours". Cost: linear.
func Grain(text string) time.Duration {
	least := 0.
	for _, t := range lex(casefold(text)) {
		if u := durationUnit(t.text, 3600); u > 0 && (least == 0 || u < least) {
			least = u
		}
	}
	return time.Duration(least) * time.Second
}

// clockDuration reads 1:26:03, and 2:06 as hours and minutes or as minutes and
// seconds.
func (s *scanner) clockDuration(i int, yield func(Reading, int)) {
	a, ok := s.digits(i, 1, 3)
	b, ok2 := s.digits(i+2, 2, 2)
	if !ok || !ok2 || b > 59 || !s.mark(i+1, ":") || !s.glued(i+1) || !s.glued(i+2) {
		return
	}
	r := Reading{kind: span, written: math.NaN(), loose: true}
	if c, ok := s.digits(i+4, 2, 2); ok && s.mark(i+3, ":") && s.glued(i+3) && s.glued(i+4) && c <= 59 {
		r.value, r.loose = float64(a*3600+b*60+c), false
		yield(r, i+5)
		return
	}
	if !s.ends(i+3) || s.word(i+3, "am", "pm") {
		return
	}
	if u := durationUnit(s.at(i+3).text, 3600); u == 3600 || u == 60 { // 2:06 h, 2:06 min
		r.value, r.loose = float64(a)*u+float64(b)*u/60, false
		yield(r, i+4)
		return
	}
	r.value = float64(a*3600 + b*60)
	yield(r, i+3)
	r.value = float64(a*60 + b)
	yield(r, i+3)
}

// isoDuration reads the form of ISO 8601 that itemprops use, PT2H6M or
// P0DT2H6M. Years and months have no fixed length, and what has no hours, minutes
// or seconds (P2D) may be a code.
func (s *scanner) isoDuration(i int, yield func(Reading, int)) {
	text, end := s.at(i).text, i+1
	for s.glued(end) && (s.at(end).kind != 's' || (s.mark(end, ".") || s.mark(end, ",")) && s.glued(end+1)) {
		text, end = text+s.at(end).text, end+1
	}
	if len(text) > MaxValue || end == i+1 || !strings.Contains(text, "t") {
		return
	}
	d, err := duration.Parse(strings.ReplaceAll(strings.ToUpper(text), ",", "."))
	if err != nil || d.Years != 0 || d.Months != 0 {
		return
	}
	days := 7*d.Weeks + d.Days
	yield(Reading{kind: span, value: 86400*days + 3600*d.Hours + 60*d.Minutes + d.Seconds, written: math.NaN()}, end)
}
