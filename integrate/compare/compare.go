// Package compare tells on five levels how well two values of two sources agree.
//
// The one idea: what matters is how much of the information in two values is
// shared, and information is rarity. A word that half of all records have says
// next to nothing, one that three have says nearly all; so words weigh
// ln(N/df), after Spärck Jones (1972), and the same few levels serve titles,
// names, dates and measures. Five levels rather than a number: a model that learns
// without labels (Fellegi and Sunter 1969) can fit five frequencies, and a person
// can read them.
//
// Meanings (dates, lengths, ISBNs) are read by package values. The package is
// pure. Values of any length are compared at bounded cost: of a value the first
// [MaxWords] words count.
package compare

import (
	"crypto/sha256"
	"encoding/hex"
	"hash/fnv"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"verde/values"
)

// Level is how well two values agree.
type Level uint8

// The levels, from worst to best.
const (
	Different Level = iota
	Related         // share words, a year, or about a number (10 %)
	Contained       // one says all that the other says, or a number within 3 %
	Detail          // equal but for a detail: a subtitle's article, a year for a date
	Equal           // the same words in any order, the same key, day or measure
	Levels    = int(Equal) + 1
)

// String is the level's name.
func (l Level) String() string {
	return [...]string{"different", "related", "contained", "equal but for a detail", "equal"}[min(l, Equal)]
}

// Kind says how the values of a column are to be read.
type Kind uint8

// The kinds of columns.
const (
	Text   Kind = iota
	Key         // ISBNs, telephone numbers
	Date        // days, months, years
	Number      // numbers with or without a unit
)

// String is the kind's name.
func (k Kind) String() string { return [...]string{"text", "key", "date", "number"}[min(k, Number)] }

// Form is how the values of one column are written.
type Form struct {
	Kind     Kind
	DayFirst bool // 03/04/2003 is the third of April
}

const (
	// MaxWords are the words of a value that count. The longest titles of the SWDE
	// collection have 40; what has more is a page's text taken for a value.
	MaxWords = 64
	// MaxBytes bounds what is compared and shown of a value: enough for MaxWords words.
	MaxBytes = 1 << 10
	// maxPairs are the words of a value that make pairs: names and titles are told apart by
	// words that are common each but rare together, a text, which has more than textWords, has
	// rare words enough.
	maxPairs  = 16
	textWords = MaxWords / 2
	// shortWords are the words that a short form of a value has at most.
	shortWords = 3
	// maxFuzzy bounds the words without an equal that are compared letter by letter.
	maxFuzzy = 12
)

// The boundaries of levels.
const (
	diceDetail  = .85 // share of the information that both have
	diceRelated = .45
	Coverage    = .85 // share of the shorter value that the longer one has
	lengthRatio = 4   // and how much longer that may be: a description contains much
	nearNumber  = .03
	likeNumber  = .10
)

// What a word counts that is not the same but stands for the other.
const (
	initialCounts = .5 // J. for John
	prefixCounts  = .8 // Pub for Publishing; one letter wrong in five or more
	prefixLeast   = 3
	editLeast     = 5
)

// Value is a value that is ready to be compared. It belongs to the [Lexicon] that
// made it and is not changed.
type Value struct {
	Text  string  // as given, of a long text the first 1 KiB
	Whole int32   // token of the value as a whole: the same for values that mean the same
	Words []int32 // tokens of its words, ascending, each once
	Pairs []int32 // tokens of each two neighbouring ones of the first words, whichever comes first, unless it is a text

	*meaning
	joined uint64             // hash of the words without blanks: sci-fi is scifi
	heads  [shortWords]uint64 // the same of the first word, of the first two, and so on
	count  int                // of words
	total  float64            // of the words' weights, set by Weigh
}

// meaning is what a value says beyond its words; those that say no more share one.
type meaning struct {
	key     string
	date    values.Date // Month is 0 if only the year is known
	amount  float64
	unit    string
	round   float64
	numbers []float64
	plain   float64   // of a number what it is without its unit
	also    []float64 // and what else it may be; see [Value.alternatives]
	hasDate bool
	hasNum  bool
	hasUnit bool // the amount is a length, a mass or the like
}

var wordsAlone = new(meaning)

// Lexicon knows the words of all records, and how many records have each.
// It is not safe for concurrent use until [Lexicon.Weigh] has been called.
type Lexicon struct {
	tokens map[string]int32
	texts  []string
	counts []int32
	weight []float64
	digit  []bool    // the token has one
	ends   [][2]byte // of the token
	values map[form]*Value
	list   []*Value

	reading scratch
}

// scratch is what reading a value needs and does not keep.
type scratch struct {
	ids, pairs []int32
	words      []string
	text       []byte
}

type form struct {
	Form
	text string
}

// NewLexicon makes an empty lexicon.
func NewLexicon() *Lexicon {
	return &Lexicon{tokens: make(map[string]int32), values: make(map[form]*Value)}
}

// tokenOf gives the number of a token. It keeps a text only if it is new.
func (l *Lexicon) tokenOf(text []byte) int32 {
	if id, ok := l.tokens[string(text)]; ok {
		return id
	}
	return l.enter(string(text))
}

func (l *Lexicon) enter(text string) int32 {
	id := int32(len(l.texts))
	l.tokens[text] = id
	l.texts = append(l.texts, text)
	l.counts = append(l.counts, 0)
	l.digit = append(l.digit, values.HasDigit(text))
	l.ends = append(l.ends, [2]byte{text[0], text[len(text)-1]})
	return id
}

// Value reads a value of a column, nil if it has no word. Equal texts of one form
// are one Value. Cost: linear in text, of which 1 KiB is read.
func (l *Lexicon) Value(text string, f Form) *Value {
	text = Clip(text)
	at := form{f, text}
	if v, ok := l.values[at]; ok {
		return v
	}
	v := l.read(text, f)
	l.values[at] = v
	if v != nil {
		l.list = append(l.list, v)
	}
	return v
}

// Clip cuts a text to MaxBytes, at a character.
func Clip(s string) string {
	if len(s) <= MaxBytes {
		return s
	}
	return strings.Clone(strings.ToValidUTF8(s[:MaxBytes], ""))
}

func (l *Lexicon) read(text string, form Form) *Value {
	at := &l.reading
	at.ids, at.pairs, at.words = at.ids[:0], at.pairs[:0], at.words[:0]
	f := values.Folder{Emit: func(w []byte, _, _ int) {
		if len(at.ids) < MaxWords {
			id := l.tokenOf(w)
			at.ids, at.words = append(at.ids, id), append(at.words, l.texts[id])
		}
	}}
	f.Text(text, 0)
	f.Flush()
	words := at.words
	if len(words) == 0 {
		return nil
	}
	v := &Value{Text: text, meaning: new(meaning), count: len(words)}
	v.understand(text, words, form)
	if v.key == "" && !v.hasDate && !v.hasNum {
		v.meaning = wordsAlone
	}
	for i := 1; i < min(len(words), maxPairs) && len(words) <= textWords; i++ {
		at.text = append(append(append(at.text[:0], min(words[i-1], words[i])...), ' '), max(words[i-1], words[i])...)
		at.pairs = append(at.pairs, l.tokenOf(at.text))
	}
	v.sum(words, at)
	ids, pairs := distinct(at.ids), distinct(at.pairs)
	tokens := slices.Concat(ids, pairs) // in one piece: there are many values
	v.Words, v.Pairs = tokens[:len(ids):len(ids)], tokens[len(ids):]
	v.Whole = l.whole(v, words)
	return v
}

// distinct sorts tokens and leaves each once.
func distinct(tokens []int32) []int32 {
	slices.Sort(tokens)
	return slices.Compact(tokens)
}

// sum sets the hashes of the words.
func (v *Value) sum(words []string, at *scratch) {
	h := fnv.New64a()
	for i, w := range words {
		at.text = append(at.text[:0], w...)
		h.Write(at.text)
		if i < shortWords {
			v.heads[i] = h.Sum64()
		}
	}
	v.joined = h.Sum64()
}

// understand reads what the text says beyond its words.
func (v *Value) understand(text string, words []string, f Form) {
	if f.Kind != Text || values.HasDigit(text) && len(words) <= 8 {
		v.parse(text, f)
	}
	if f.Kind == Date && !v.hasDate && len(words) == 1 {
		if y := Year(words[0]); y > 0 {
			v.date, v.hasDate = values.Date{Year: y}, true
		}
	}
	if f.Kind != Number {
		v.hasNum, v.also = false, nil
		return
	}
	for i, w := range words {
		n, err := strconv.ParseFloat(w, 64)
		if err != nil || math.IsInf(n, 0) || math.IsNaN(n) {
			if i == 0 && len([]rune(w)) > 1 { // but for a currency's sign
				break
			}
			continue
		}
		v.numbers = append(v.numbers, n)
	}
	if !v.hasNum && len(v.numbers) > 0 {
		v.amount, v.hasNum = v.numbers[0], true
	}
	if v.hasNum {
		v.alternatives(text)
	}
}

// manyDigits ends a number that is measured or computed, and rounded.
var manyDigits = regexp.MustCompile(`[.,]([0-9]{3,15})$`)

// rounding is half a unit of the last of at least three digits of a fraction, 0 for fewer: what
// has fewer is given as it is.
func rounding(text string) float64 {
	m := manyDigits.FindStringSubmatch(text)
	if m == nil {
		return 0
	}
	return .5 * math.Pow10(-len(m[1]))
}

// groupedOnce is a number with a point or comma before three digits: thousands in one
// language, a fraction in another.
var groupedOnce = regexp.MustCompile(`^[^0-9.,]*[1-9][0-9]{0,2}[.,][0-9]{3}(?:[^0-9.,][^0-9]*)?$`)

// alternatives notes what a number may mean beside what it seems to. Notations are many, and
// that two columns have one amount in two notations, their joined records tell; how often
// chance does so too is measured by the same comparison. A duration is a number of minutes as
// well; two numbers of which the second is below 60 may be hours and minutes, or minutes and
// seconds, whatever the words beside them; and a lone mark before three digits may be one
// of thousands or of a fraction.
func (v *Value) alternatives(text string) {
	v.plain = v.amount
	switch {
	case v.unit == duration:
		v.plain = v.amount / float64(time.Minute)
	case v.unit != "" && v.unit != angle && len(v.numbers) > 0:
		v.plain = v.numbers[0]
	}
	const base = 60
	if n := v.numbers; len(n) == 2 && v.unit == "" && n[1] < base && n[0] == math.Trunc(n[0]) && n[1] == math.Trunc(n[1]) {
		v.also = append(v.also, n[0]*base+n[1], n[0]+n[1]/base)
	}
	if groupedOnce.MatchString(text) {
		if strings.Contains(text, ".") {
			v.also = append(v.also, v.plain*1000)
		} else {
			v.also = append(v.also, v.plain/1000)
		}
	}
}

// Amounts are what a number may mean without its unit, nothing for another value.
func (v *Value) Amounts() []float64 {
	if !v.hasNum {
		return nil
	}
	return append([]float64{v.plain}, v.also...)
}

// lastDigits is the first number of a text, with its fraction or last group of three.
var lastDigits = regexp.MustCompile(`[0-9]+(?:[.,][0-9]+)*`)

// Measure is the number that the value is, in units of the SI where it has one of a length, a mass or
// the like, and half a unit of its last digit; none (ok is false) of coordinates and what is no number.
func (v *Value) Measure() (amount, half float64, ok bool) {
	if !v.hasNum || v.unit == angle {
		return 0, 0, false
	}
	amount, half = v.plain, v.half()
	if v.hasUnit && v.plain != 0 {
		amount, half = v.amount, half*math.Abs(v.amount/v.plain)
	}
	return amount, half, true
}

// half is half a unit of the last digit of the number without its unit: of a duration in minutes, or if that is
// not whole and given by several numbers, in seconds.
func (v *Value) half() float64 {
	half := .5
	digits := lastDigits.FindString(v.Text)
	if i := strings.LastIndexAny(digits, ".,"); i >= 0 && (len(digits)-i-1 != 3 || math.Abs(v.plain) < 1000) {
		half *= math.Pow10(i + 1 - len(digits))
	}
	switch {
	case v.unit != duration:
		return half
	case len(v.numbers) == 1 && v.numbers[0] != 0: // 1.5 h
		return half * math.Abs(v.plain/v.numbers[0])
	case v.plain == math.Trunc(v.plain):
		return .5
	}
	return .5 / 60
}

// parse takes over the first meaning of each kind. An all-numeric date has two,
// and the column's other dates tell which is right.
func (v *Value) parse(text string, f Form) {
	var dates []values.Date
	for _, m := range values.Parse(text) {
		switch m := m.(type) {
		case values.ISBN:
			v.key = isbnKey + string(m)
		case values.Phone:
			if v.key == "" && f.Kind == Key {
				v.key = "phone " + string(m)
			}
		case values.Date:
			dates = append(dates, m)
		case values.Number:
			v.number(float64(m), "", rounding(text))
		case values.Percent:
			v.number(float64(m), "%", 0)
		case values.Money:
			v.number(m.Amount, m.Currency, 0)
		case values.Duration:
			if v.unit == duration { // 2:06 are minutes and seconds, too
				v.also = append(v.also, float64(m)/float64(time.Minute))
			}
			v.number(float64(m), duration, 0)
		case values.Angle:
			v.number(m.Degrees, angle, m.Rounding)
			if m.Open {
				v.also = append(v.also, -m.Degrees)
			}
		case values.Quantity:
			v.hasUnit = !v.hasNum
			v.number(m.Amount, string(m.Unit), m.Rounding)
		}
	}
	if len(dates) > 0 {
		v.date, v.hasDate = dates[0], true
		if f.DayFirst {
			v.date = dates[len(dates)-1]
		}
	}
}

func (v *Value) number(amount float64, unit string, round float64) {
	if !v.hasNum && !math.IsNaN(amount) && !math.IsInf(amount, 0) {
		v.amount, v.unit, v.round, v.hasNum = amount, unit, round, true
	}
}

// Units of what is no [values.Quantity].
const (
	duration = "ns"
	angle    = "°"
)

// Year reads a word as a year between 1000 and 2100, 0 if it is none. Earlier ones
// have too few digits to be told from other numbers.
func Year(word string) int {
	if len(word) != 4 {
		return 0
	}
	n, err := strconv.Atoi(word)
	if err != nil || n < 1000 || n > 2100 {
		return 0
	}
	return n
}

// isbnKey begins the key of an ISBN.
const isbnKey = "isbn "

// maxWhole is the length from which on a text's hash stands for it, in bytes.
const maxWhole = 64

// whole gives the token that is the same for values that mean the same. It reorders the words.
func (l *Lexicon) whole(v *Value, words []string) int32 {
	b := append(l.reading.text[:0], '=')
	switch {
	case v.key != "":
		b = append(b, v.key...)
	case v.hasDate && v.date.Month == 0:
		b = strconv.AppendInt(append(b, "year "...), int64(v.date.Year), 10)
	case v.hasDate:
		b = append(b, v.date.String()...)
	case v.hasNum && v.hasUnit: // to a centimetre, a pound or so
		b = strconv.AppendFloat(append(append(b, v.unit...), ' '), v.amount, 'g', 3, 64)
	case v.hasNum && v.unit == angle: // to some 100 metres
		b = strconv.AppendFloat(append(append(b, v.unit...), ' '), v.amount, 'f', 3, 64)
	case v.hasNum && v.unit == duration && v.also == nil: // and nothing else
		b = strconv.AppendFloat(append(append(b, v.unit...), ' '), v.amount, 'g', -1, 64)
	default:
		b = appendSorted(b, words)
	}
	b = hashed(b)
	l.reading.text = b
	return l.tokenOf(b)
}

// appendSorted appends words in their order, so that it is the same whatever the order that they are in.
func appendSorted(b []byte, words []string) []byte {
	slices.Sort(words)
	for i, w := range words {
		if i > 0 {
			b = append(b, ' ')
		}
		b = append(b, w...)
	}
	return b
}

func hashed(b []byte) []byte {
	if len(b) > maxWhole {
		sum := sha256.Sum256(b)
		b = hex.AppendEncode(append(b[:0], "=#"...), sum[:16])
	}
	return b
}

// Peek gives the token of a text that means no more than its words as a whole, if a value that was read has it.
// Cost: linear in text.
func (l *Lexicon) Peek(text string) (token int32, ok bool) {
	words := values.Words(Clip(text))
	token, ok = l.tokens[string(hashed(appendSorted([]byte{'='}, words[:min(len(words), MaxWords)])))]
	return token, ok
}

// Date gives the value's date; Month is 0 if it is a year alone.
func (v *Value) Date() (values.Date, bool) { return v.date, v.hasDate }

// Precision is how much of a date the value says: 3 the day, 2 the month, 1 the year, and 0
// of a value that is none.
func (v *Value) Precision() int {
	switch {
	case !v.hasDate:
		return 0
	case v.date.Month == 0:
		return 1
	case v.date.Day == 0:
		return 2
	}
	return 3
}

// Key gives the ISBN or telephone number that the value is, "" if it is none.
func (v *Value) Key() string { return v.key }

// ISBN reports whether the value's key is an ISBN.
func (v *Value) ISBN() bool { return strings.HasPrefix(v.key, isbnKey) }

// Count adds a record that has the tokens, each of which is given once.
func (l *Lexicon) Count(tokens []int32) {
	for _, t := range tokens {
		l.counts[t]++
	}
}

// Add adds records that have a token, which are not at hand.
func (l *Lexicon) Add(token int32, records int) { l.counts[token] += int32(records) }

// Token is the text of a token.
func (l *Lexicon) Token(token int32) string { return l.texts[token] }

// Weigh sets the weights of all tokens, for n records in all. It has to be called
// when all values are read and counted, and before any are compared.
func (l *Lexicon) Weigh(n int) {
	l.weight = make([]float64, len(l.counts))
	for i, c := range l.counts {
		l.weight[i] = math.Log(float64(max(n, 2)) / float64(max(c, 1)))
		// A word of all records still is a word: without this, values that have no
		// other words would share nothing with themselves.
		l.weight[i] = max(l.weight[i], .1)
	}
	for _, v := range l.list {
		v.total = 0
		for _, w := range v.Words {
			v.total += l.weight[w]
		}
	}
}

// Close frees what reading values takes: there are no more to come.
func (l *Lexicon) Close() { l.tokens, l.values, l.list, l.reading = nil, nil, nil, scratch{} }

// Weight is ln(N/df) of a token, at least .1.
func (l *Lexicon) Weight(token int32) float64 { return l.weight[token] }

// Frequency is the number of records that have a token.
func (l *Lexicon) Frequency(token int32) int { return int(l.counts[token]) }

// Size is the number of tokens.
func (l *Lexicon) Size() int { return len(l.texts) }

// Compare tells how well two values agree. It is symmetric, and a value is Equal
// to itself. Cost: linear in their words, and quadratic in at most 12 of each that
// the other one has not.
func (l *Lexicon) Compare(a, b *Value) Level {
	switch {
	case a == b || a.Whole == b.Whole:
		return Equal
	case a.key != "" && b.key != "":
		return Different // nothing is nearly the same number
	case a.hasDate && b.hasDate:
		return dates(a.date, b.date)
	case a.hasNum && b.hasNum:
		return numbers(a, b)
	}
	return l.text(a, b)
}

// dates compares to the precision that both have; a year says much less than a day.
func dates(a, b values.Date) Level {
	switch {
	case a.Year != b.Year:
		return Different
	case a.Month == 0 && b.Month == 0:
		return Equal
	case a.Month == 0 || b.Month == 0:
		return Detail
	case a.Month == b.Month && (a.Day == b.Day || a.Day == 0 || b.Day == 0):
		return Equal
	}
	return Related
}

// numbers compares measures in one unit, or the numbers as they stand: 6-9 and
// 6'9" and "6 ft 9 in (2.06 m)" begin with the same ones. What else they may mean counts if
// it is equal, and not if it is near.
func numbers(a, b *Value) Level {
	if a.unit == angle || b.unit == angle {
		return angles(a, b)
	}
	if a.unit == b.unit && math.Abs(a.amount-b.amount) <= max(a.round, b.round)+1e-9*math.Abs(a.amount) {
		return Equal
	}
	if n := min(len(a.numbers), len(b.numbers)); n > 0 && slices.Equal(a.numbers[:n], b.numbers[:n]) {
		return Equal
	}
	level := near(a.amount, b.amount)
	if a.unit != b.unit {
		level = near(a.plain, b.plain)
	}
	if level == Equal || a.means(b.plain) || b.means(a.plain) || slices.ContainsFunc(a.also, b.means) {
		return Equal
	}
	if level == Contained && !a.several() && !b.several() && rounded(a, b) {
		return Detail
	}
	return level
}

// uncertainty is what is uncertain of the last digits of a number: 6.22(2).
var uncertainty = regexp.MustCompile(`[0-9]\([0-9]+\)`)

// several reports whether a value is made of more numbers than one: 6-8, 2 h 6 min.
func (v *Value) several() bool { return len(v.numbers) > 1 && !uncertainty.MatchString(v.Text) }

// rounded reports whether one of two numbers is the other in fewer digits: 6.2 and 6.22.
func rounded(a, b *Value) bool {
	x, y := a.plain, b.plain
	halfX, halfY := a.half(), b.half()
	if a.hasUnit && b.hasUnit && a.unit == b.unit && x != 0 && y != 0 {
		halfX, halfY = halfX*math.Abs(a.amount/x), halfY*math.Abs(b.amount/y)
		x, y = a.amount, b.amount
	}
	return math.Abs(x-y) <= max(halfX, halfY)*(1+1e-6)
}

// means reports whether a number may be an amount beside what it seems to be.
func (v *Value) means(amount float64) bool {
	return slices.ContainsFunc(v.also, func(x float64) bool { return near(x, amount) == Equal })
}

// near compares two numbers.
func near(x, y float64) Level {
	switch d, most := math.Abs(x-y), max(math.Abs(x), math.Abs(y)); {
	case d <= 1e-9*most:
		return Equal
	case d <= nearNumber*most:
		return Contained
	case d <= likeNumber*most:
		return Related
	}
	return Different
}

// angles compares two coordinates, or one with a number.
func angles(a, b *Value) (best Level) {
	for _, x := range a.Amounts() {
		for _, y := range b.Amounts() {
			best = max(best, degrees(x, y, max(a.round, b.round)))
		}
	}
	return best
}

// degrees compares two coordinates that have half a unit of their last digits: cut off as
// often as rounded. Those of one thing differ by which of its places a site has in mind.
func degrees(x, y, round float64) Level {
	const minute = 1. / 60
	switch d := math.Abs(x - y); {
	case d <= 2*round+1e-9:
		return Equal
	case d <= minute:
		return Contained
	case d <= 10*minute:
		return Related
	}
	return Different
}

// text compares by the information in the words that both have.
func (l *Lexicon) text(a, b *Value) Level {
	var common float64
	var onlyA, onlyB [maxFuzzy]int32
	na, nb := 0, 0
	for i, j := 0, 0; i < len(a.Words) || j < len(b.Words); {
		switch {
		case j == len(b.Words) || i < len(a.Words) && a.Words[i] < b.Words[j]:
			if na < maxFuzzy {
				onlyA[na], na = a.Words[i], na+1
			}
			i++
		case i == len(a.Words) || b.Words[j] < a.Words[i]:
			if nb < maxFuzzy {
				onlyB[nb], nb = b.Words[j], nb+1
			}
			j++
		default:
			common += l.weight[a.Words[i]]
			i, j = i+1, j+1
		}
	}
	inA, inB := common, common
	if na > 0 && nb > 0 {
		moreA, moreB := l.fuzzy(onlyA[:na], onlyB[:nb])
		inA, inB = inA+moreA, inB+moreB
	}
	dice := (inA + inB) / (a.total + b.total)
	switch {
	case a.joined == b.joined:
		return Equal
	case dice >= diceDetail:
		return Detail
	}
	shorter, in := a, inA
	if b.total < a.total || b.total == a.total && inB < inA {
		shorter, in = b, inB
	}
	long, short := max(len(a.Words), len(b.Words)), min(len(a.Words), len(b.Words))
	switch {
	case in >= Coverage*shorter.total && long <= lengthRatio*short:
		return Contained
	case dice >= diceRelated:
		return Related
	}
	return Different
}

// fuzzy gives the weight of words on each side that stand for one of the other
// side's, each for one.
func (l *Lexicon) fuzzy(a, b []int32) (inA, inB float64) {
	type pair struct {
		i, j   int
		counts float64
	}
	var pairs []pair
	for i, x := range a {
		for j, y := range b {
			if c := l.stands(x, y); c > 0 {
				pairs = append(pairs, pair{i, j, c})
			}
		}
	}
	slices.SortStableFunc(pairs, func(p, q pair) int { // best and heaviest first, whichever side is a
		wp, wq := l.weight[a[p.i]]+l.weight[b[p.j]], l.weight[a[q.i]]+l.weight[b[q.j]]
		switch {
		case p.counts*wp > q.counts*wq:
			return -1
		case p.counts*wp < q.counts*wq:
			return 1
		}
		return int(a[p.i]+b[p.j]) - int(a[q.i]+b[q.j])
	})
	var usedA, usedB [maxFuzzy]bool
	for _, p := range pairs {
		if usedA[p.i] || usedB[p.j] {
			continue
		}
		usedA[p.i], usedB[p.j] = true, true
		inA += p.counts * l.weight[a[p.i]]
		inB += p.counts * l.weight[b[p.j]]
	}
	return inA, inB
}

// stands tells how much two different words count as one.
func (l *Lexicon) stands(x, y int32) float64 {
	if l.digit[x] || l.digit[y] {
		return 0 // a number is another number
	}
	if l.ends[x][0] != l.ends[y][0] && l.ends[x][1] != l.ends[y][1] {
		return 0 // as nearly all are
	}
	a, b := l.texts[x], l.texts[y]
	if len(a) > len(b) {
		a, b = b, a
	}
	if strings.HasPrefix(b, a) {
		switch n := len([]rune(a)); {
		case n == 1:
			return initialCounts
		case n >= prefixLeast:
			return prefixCounts
		}
	}
	// One edit leaves the beginning or the end as it is.
	if len(a) >= editLeast && len(b)-len(a) < utf8.UTFMax && (a[0] == b[0] || a[len(a)-1] == b[len(b)-1]) && oneEdit(a, b) {
		return prefixCounts
	}
	return 0
}

// oneEdit reports whether one letter put in, left out, changed, or exchanged with
// its neighbour makes a of b.
func oneEdit(a, b string) bool {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	for i > 0 && (i < len(a) && !utf8.RuneStart(a[i]) || i < len(b) && !utf8.RuneStart(b[i])) {
		i--
	}
	a, b = a[i:], b[i:]
	x, n := utf8.DecodeRuneInString(a)
	y, m := utf8.DecodeRuneInString(b)
	if a[n:] == b[m:] || a == b[m:] || a[n:] == b {
		return true
	}
	x2, n2 := utf8.DecodeRuneInString(a[n:])
	y2, m2 := utf8.DecodeRuneInString(b[m:])
	return x == y2 && y == x2 && a[n+n2:] == b[m+m2:]
}

// Sets compares what two records have under one attribute: the best pair, but at
// most Detail if one side has values that the other one has not. None where one
// side is empty: ok is false. Cost: the product of their lengths, of which 16 count.
func (l *Lexicon) Sets(a, b []*Value) (level Level, ok bool) {
	const most = 16
	a, b = a[:min(len(a), most)], b[:min(len(b), most)]
	if len(a) == 0 || len(b) == 0 {
		return 0, false
	}
	if len(a) == 1 && len(b) == 1 {
		return l.Compare(a[0], b[0]), true
	}
	var hitA, hitB [most]bool
	for i, x := range a {
		for j, y := range b {
			c := l.Compare(x, y)
			level = max(level, c)
			if c >= Detail {
				hitA[i], hitB[j] = true, true
			}
		}
	}
	if level == Equal && (slices.Contains(hitA[:len(a)], false) || slices.Contains(hitB[:len(b)], false)) {
		level = Detail
	}
	return level, true
}
