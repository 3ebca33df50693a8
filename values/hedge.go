package values

// isHedge reports whether a word or mark before a quantity makes it approximate or a bound ("about", "up to", "≥"), in the
// languages that most of the web is in. The words of a phrase such as "up to" are hedges each.
func isHedge(text string) bool {
	switch text {
	case "~", "≈", "<", ">", "≤", "≥", "±",
		"about", "around", "approx", "approximately", "circa", "ca", "roughly", "nearly", "almost",
		"up", "to", "at", "least", "most", "more", "less", "fewer", "than", "over", "under", "above", "below", "from", "until", "till", "by", "before", "after", "since", "min", "max", "minimum", "maximum",
		"etwa", "rund", "ungefähr", "über", "unter", "ab", "bis", "vor", "nach", "seit", "zu", "mindestens", "höchstens", "mehr", "als", "weniger",
		"environ", "près", "de", "jusqu", "à", "partir", "dès", "plus", "moins",
		"aproximadamente", "cerca", "más", "menos", "desde", "hasta", "mínimo", "máximo", "mais", "até",
		"oltre", "fino", "più", "meno", "di", "da", "ongeveer", "vanaf", "tot", "meer", "dan",
		"около", "примерно", "до", "от", "более", "менее", "свыше", "około", "od", "ponad", "约", "約", "最大", "最小", "至少":
		return true
	}
	return false
}

// mostHedges is the greatest number of hedges before a quantity: "à partir de" has three.
const mostHedges = 3

// hedge is the number of tokens before a quantity that are hedges, 0 if anything else stands there.
func (s *scanner) hedge() int {
	at := 0
	for range mostHedges {
		t := s.at(at)
		if !isHedge(t.text) {
			return 0
		}
		if at++; t.kind == 'w' && (s.mark(at, ".") || s.mark(at, "'") || s.mark(at, "’")) && s.glued(at) {
			at++
		}
		if next := s.at(at); next.kind == 'n' || leads(next.text) {
			return at
		}
	}
	return 0
}

// joins reports whether token i connects the bounds of a range or several dimensions: "-", "to", "×".
func (s *scanner) joins(i int) bool {
	t := s.at(i)
	switch t.text {
	case "-", "–", "—", "~", "〜", "×", "x", "to", "and", "bis", "und", "à", "et", "a", "y", "e", "hasta", "até", "tot", "en", "til", "till", "do", "до", "и":
		return true
	}
	return false
}

// Spanned reads the lower bound of a range whose unit is written once, at the end, and the first of several dimensions:
// 16 weeks of "16 to 20 weeks", 10 cm of "10–20 cm" and of "10 x 20 x 5 cm". The same range may follow in other units:
// "10–20 cm (4–8 in)". It is nil for another text. Cost: linear.
func Spanned(text string) Value {
	if len(text) > MaxValue || !HasDigit(text) {
		return nil
	}
	s := scanner{toks: lex(casefold(text)), whole: true}
	if first, _, ok := s.spanned(); ok {
		return first.values()[0]
	}
	return nil
}

// SpanUnit reads the unit of a text that [Spanned] reads, as a quantity of one: 1 km of "0–2 km". It is nil for another
// text. Cost: linear.
func SpanUnit(text string) Value {
	if len(text) > MaxValue || !HasDigit(text) {
		return nil
	}
	s := scanner{toks: lex(casefold(text)), whole: true}
	if _, one, ok := s.spanned(); ok {
		one.value, one.half = one.value/one.written, 0
		if m := one.values(); len(m) > 0 { // none of a millennium
			return m[0]
		}
	}
	return nil
}

// spanned reads the first and the last bound of a range, if all tokens are its.
func (s *scanner) spanned() (from, to Reading, found bool) {
	at := s.hedge()
	if s.word(at, "between", "zwischen", "entre", "tussen", "tra", "między", "между") {
		at++
	}
	first, i, ok := s.figure(at)
	if !ok {
		return from, to, false
	}
	last := -1 // where the last number begins
	for ok && s.joins(i) {
		last = i + 1
		_, i, ok = s.figure(last)
	}
	if last < 0 {
		return from, to, false
	}
	tail := scanner{toks: s.toks[last:], whole: true} // a number of its own, though the mark may be glued to it
	tail.read(0, func(r Reading, end int) {
		if r.written == 0 || r.loose {
			return
		}
		switch r.kind {
		case percent, money, length, mass, measured, span:
			scale := r.value / r.written
			if scale != scale || r.key == string(Celsius) && scale != 1 { // of several numbers, or not on a scale that begins at zero
				return
			}
			low := r
			low.value, low.half = scale*first.value, scale*first.half
			if (end == len(tail.toks) || tail.spannedAgain(low, r, end)) && len(low.values()) > 0 {
				from, to, found = low, r, true
			}
		}
	})
	return from, to, found
}

// spannedAgain reports whether the tokens behind a range repeat it in other units, and are nothing else.
func (s *scanner) spannedAgain(from, to Reading, end int) bool {
	first, last, ok := s.behind(end)
	if !ok || first >= last {
		return false
	}
	rest := scanner{toks: s.toks[first:last], whole: true}
	low, high, ok := rest.spanned()
	return ok && from.again(low) && to.again(high)
}
