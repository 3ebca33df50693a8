package values

import (
	"fmt"
	"slices"
	"strings"

	"verde/values/calendar"
)

// week has the opening hours of each day, from Monday on: opening and closing times alternate, in minutes since midnight. A
// day that the text does not name is nil, and a closed one is empty.
type week [7][]int

// Hours gives opening hours in a normal form: "Mo 10:00-18:00, Tu 10:00-18:00" for "Mon + Tue: 10 am to 6 pm", and
// "10:00-18:00" if no day is named. It is "" for another text. Closed days are left out if another one is open. Names of days are
// known in many languages (see [calendar.Weekday]). Two bare numbers without a day are no hours: "9-17". Cost: linear.
func Hours(text string) string {
	if len(text) > MaxValue || !HasDigit(text) {
		return ""
	}
	s := scanner{toks: lex(casefold(strings.TrimSpace(text))), whole: true}
	var w week
	var times []int // of no day
	sure, at := false, 0
	for at < len(s.toks) {
		days, next := s.weekdays(at)
		sure = sure || len(days) > 0
		open, end, told, ok := s.openings(next)
		if !ok || len(days) == 0 && (at > 0 || end < len(s.toks)) {
			return ""
		}
		sure, times = sure || told, open
		for _, d := range days {
			w[d] = append(w[d], open...)
		}
		for at = end; s.mark(at, ",") || s.mark(at, ";") || s.mark(at, ".") || s.mark(at, "|") || s.mark(at, "/") || s.word(at, "and", "und", "et", "y", "e", "en"); {
			at++
		}
	}
	switch {
	case !sure:
		return ""
	case slices.ContainsFunc(w[:], func(open []int) bool { return len(open) > 0 }):
		return w.String()
	}
	return opened(times)
}

// String writes the days that are open.
func (w week) String() string {
	var out []string
	for d, open := range w {
		if len(open) > 0 {
			out = append(out, dayNames[d]+" "+opened(open))
		}
	}
	return strings.Join(out, ", ")
}

var dayNames = [7]string{"Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"}

// opened writes opening and closing times.
func opened(times []int) string {
	var out []string
	for i := 0; i+1 < len(times); i += 2 {
		out = append(out, fmt.Sprintf("%02d:%02d-%02d:%02d", times[i]/60, times[i]%60, times[i+1]/60, times[i+1]%60))
	}
	return strings.Join(out, " ")
}

// weekdays reads days and spans of days at i, none if there are none there.
func (s *scanner) weekdays(i int) (days []int, end int) {
	if end = s.everyDay(i); end > i {
		return []int{0, 1, 2, 3, 4, 5, 6}, s.behindDays(end)
	}
	end = i
	for {
		first, next, ok := s.weekday(end)
		if !ok {
			return days, s.behindDays(end)
		}
		end = next
		last := first
		if s.joins(end) {
			if to, next, ok := s.weekday(end + 1); ok {
				last, end = to, next
			}
		}
		for d := first; ; d = (d + 1) % 7 {
			if days = append(days, d); d == last {
				break
			}
		}
		if _, _, more := s.weekday(end + 1); more && (s.mark(end, ",") || s.mark(end, "/") || s.mark(end, "+") || s.mark(end, "&") || s.word(end, "and", "und", "et", "y", "e", "en")) {
			end++
		}
	}
}

// behindDays is where the times of days may begin.
func (s *scanner) behindDays(end int) int {
	if s.mark(end, ":") || s.mark(end, ",") {
		end++
	}
	for s.word(end, "from", "von", "de", "dalle", "van", "od") {
		end++
	}
	return end
}

// everyDay reads words for all days.
func (s *scanner) everyDay(i int) (end int) {
	switch {
	case s.word(i, "daily", "täglich", "quotidien", "diario", "diariamente", "giornaliero", "dagelijks", "dagligen", "dagligt", "codziennie", "ежедневно"):
		return i + 1
	case s.word(i, "every", "each") && s.word(i+1, "day"), s.word(i, "alle") && s.word(i+1, "tage"):
		return i + 2
	case s.word(i, "tous", "todos", "tutti") && s.word(i+2, "jours", "días", "dias", "giorni"):
		return i + 3
	}
	return i
}

// weekday reads a day, or its abbreviation with its point, at i.
func (s *scanner) weekday(i int) (day, end int, ok bool) {
	t := s.at(i)
	if t.kind != 'w' {
		return 0, i, false
	}
	if day = calendar.Weekday(t.text); day == 0 {
		day = dayLetters[t.text]
	}
	if day == 0 && strings.HasSuffix(t.text, "s") { // Mondays
		day = calendar.Weekday(strings.TrimSuffix(t.text, "s"))
	}
	if end = i + 1; s.mark(end, ".") && s.glued(end) {
		end++
	}
	return day - 1, end, day > 0
}

// dayLetters are abbreviations of two letters, which are unambiguous beside times, and abbreviations that are different days in
// several languages of [calendar.Weekday].
var dayLetters = map[string]int{"mo": 1, "tu": 2, "di": 2, "we": 3, "mi": 3, "th": 4, "do": 4, "fr": 5, "sa": 6, "su": 7, "so": 7,
	"mon": 1, "tue": 2, "tues": 2, "wed": 3, "thu": 4, "thur": 4, "thurs": 4, "fri": 5, "sat": 6, "sun": 7, "lun": 1, "mar": 2, "mer": 3, "jeu": 4, "ven": 5, "sam": 6, "dim": 7}

// openings reads intervals of times, or a word for closed, at i. told reports whether their form alone shows that they are times
// of day.
func (s *scanner) openings(i int) (open []int, end int, told, ok bool) {
	if s.word(i, "closed", "geschlossen", "fermé", "fermée", "cerrado", "chiuso", "gesloten", "fechado", "zamknięte", "закрыто", "stängt", "lukket") {
		return nil, i + 1, true, true
	}
	for end = i; ; {
		from, marked, next, ok := s.timeOfDay(end)
		if !ok || !s.joins(next) {
			return open, end, told, len(open) > 0
		}
		hour := s.at(next + 1).text
		to, also, next, ok := s.timeOfDay(next + 1)
		if !ok {
			return open, end, told, len(open) > 0
		}
		if marked < halfDay && also < halfDay && to <= from && from < 12*60 && hour[0] != '0' { // 9-5
			to += 12 * 60
		}
		open, told = append(open, from, to), told || marked+also > 1
		if end = next; s.mark(end, ",") || s.mark(end, "/") || s.mark(end, "+") || s.mark(end, "&") || s.word(end, "and", "und", "et", "y", "e", "en") {
			if _, _, _, more := s.timeOfDay(end + 1); more {
				end++
			}
		}
	}
}

// halfDay is the mark of a time with am or pm, see timeOfDay.
const halfDay = 3

// timeOfDay reads a time of day at i, in minutes since midnight: 10:00, 9.30, 10 am, 18 Uhr, 10h30. marked grades how sure its form
// is: 0 for a bare number, 1 for a form that may also be a duration (10h; two of them are hours), 2 for a sure one, halfDay for
// one with am or pm.
func (s *scanner) timeOfDay(i int) (minutes, marked, end int, ok bool) {
	h, ok := s.digits(i, 1, 2)
	if !ok || h > 24 {
		return 0, 0, i, false
	}
	minutes, end = 60*h, i+1
	if s.mark(end, ":") || s.mark(end, ".") || s.word(end, "h") {
		if s.mark(end, ":") {
			marked = 2
		} else if s.word(end, "h") {
			marked = 1
		}
		if m, two := s.digits(end+1, 2, 2); two && m < 60 && s.glued(end) && s.glued(end+1) {
			minutes, end = minutes+m, end+2
		} else if s.word(end, "h") {
			end++
		} else if marked > 0 {
			return 0, 0, i, false
		}
	}
	half, at := s.at(end).text, end+1
	if (half == "a" || half == "p") && s.mark(at, ".") && s.word(at+1, "m") {
		if half, at = half+"m", at+2; s.mark(at, ".") {
			at++
		}
	}
	switch {
	case (half == "am" || half == "pm") && 0 < h && h <= 12:
		if minutes, marked, end = minutes%(12*60), halfDay, at; half == "pm" {
			minutes += 12 * 60
		}
	case half == "uhr":
		marked, end = 2, at
	}
	return minutes, marked, end, true
}
