package values

// Scan calls yield for each quantity in a text whose Letters are folded (see [FoldOnly]),
// with its range of bytes; labelled reports whether a colon is before it. A quantity inside
// a longer one is left out: the day of a date is no number. Cost: linear.
func Scan(text string, yield func(r Reading, labelled bool, start, end int)) {
	type found struct {
		Reading
		end int
	}
	sc := scanner{toks: lex(text)}
	var here []found
	for i := 0; i < len(sc.toks); {
		next := i + 1
		if t := sc.toks[i]; t.kind == 'n' || t.kind == 'w' && monthNumber(t.text) > 0 || leads(t.text) {
			here = here[:0]
			sc.read(i, func(r Reading, end int) {
				here = append(here, found{r, end})
				next = max(next, end)
			})
			for _, f := range here {
				if f.end == next || f.kind == isbn || f.kind == phone {
					yield(f.Reading, sc.labelled(i), sc.toks[i].start, sc.toks[f.end-1].end)
				}
			}
		}
		i = next
	}
}

// leads reports whether a quantity can begin with this mark or word.
func leads(text string) bool {
	switch text {
	case "+", "(", "-", "isbn", "pt", "$", "€", "£", "¥", "₹":
		return true
	}
	_, ok := currency(text)
	return ok
}

// read tries every kind at token i. The order does not matter.
func (s *scanner) read(i int, yield func(r Reading, end int)) {
	s.isbn(i, yield)
	s.phone(i, yield)
	s.date(i, yield)
	s.duration(i, yield)
	s.months(i, yield)
	s.hour(i, yield)
	s.measure(i, yield)
	s.temperature(i, yield)
	s.money(i, yield)
	s.plain(i, yield)
	s.place(i, yield)
}

// gloss gives the repetitions of a quantity in other units, if they are all that follows it: 6 ft 8 in (203 cm), 245 lb / 111 kg,
// 100 km/h (62 mph, 54 kn). Behind the first one a repetition may have an unknown unit.
func (s *scanner) gloss(r Reading, end int) (out []Reading) {
	first, last, ok := s.behind(end)
	if !ok || r.kind != length && r.kind != mass && r.kind != measured && r.kind != span {
		return nil
	}
	for first < last {
		next := first
		s.read(first, func(o Reading, e int) {
			if (e == last || s.mark(e, "/") || s.mark(e, ",")) && (r.same(o) || r.again(o)) {
				o.gloss = true
				out, next = append(out, o), e
			}
		})
		if _, at, number := s.figure(first); next == first && number && len(out) > 0 && s.at(at).kind == 'w' && (at+1 == last || s.mark(at+1, ",")) {
			if _, known, _ := s.unitAt(at); known == at {
				next = at + 1
			}
		}
		if next == first {
			return nil
		}
		first = next + 1
	}
	return out
}

// behind gives the range of tokens in brackets at the end of the text, or behind a slash or comma.
func (s *scanner) behind(end int) (first, last int, ok bool) {
	last = len(s.toks)
	if s.mark(end, "(") && s.mark(last-1, ")") {
		return end + 1, last - 1, true
	}
	return end + 1, last, s.mark(end, "/") || s.mark(end, ",")
}
