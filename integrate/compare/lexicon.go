package compare

import (
	"crypto/sha256"
	"encoding/hex"
	"hash/fnv"
	"math"
	"slices"
	"strconv"
	"strings"

	"verde/values"
)

const (
	// MaxWords is how many words of a value count. The longest titles of the SWDE collection have 40; longer
	// values are page texts taken for values.
	MaxWords = 64
	// MaxBytes bounds what is compared and shown of a value: enough for MaxWords words.
	MaxBytes = 1 << 10
	// maxPairs is how many words of a value make pairs. Pairs identify names and titles, whose words are common
	// each but rare together; a longer text (more than textWords) has rare words enough.
	maxPairs  = 16
	textWords = MaxWords / 2
	// shortWords is how many words the short form of a value may have.
	shortWords = 3
	// maxFuzzy bounds the words without an equal that are compared letter by letter.
	maxFuzzy = 12
)

// Lexicon is the words of all records, with the number of records of each. It is not safe for concurrent use until
// [Lexicon.Weigh] has been called.
type Lexicon struct {
	tokens map[string]int32
	texts  []string
	counts []int32   // token -> records
	weight []float64 // token -> ln(N/df)
	digit  []bool    // token -> it has a digit
	ends   [][2]byte // token -> its first and last byte
	values map[textForm]*Value
	list   []*Value

	reading scratch
}

// scratch is buffers for reading a value.
type scratch struct {
	ids, pairs []int32
	words      []string
	text       []byte
}

type textForm struct {
	Form
	text string
}

// NewLexicon makes an empty lexicon.
func NewLexicon() *Lexicon {
	return &Lexicon{tokens: make(map[string]int32), values: make(map[textForm]*Value)}
}

// tokenOf returns the number of a token. The text is copied only if it is new.
func (l *Lexicon) tokenOf(text []byte) int32 {
	if id, ok := l.tokens[string(text)]; ok {
		return id
	}
	return l.addToken(string(text))
}

func (l *Lexicon) addToken(text string) int32 {
	id := int32(len(l.texts))
	l.tokens[text] = id
	l.texts = append(l.texts, text)
	l.counts = append(l.counts, 0)
	l.digit = append(l.digit, values.HasDigit(text))
	l.ends = append(l.ends, [2]byte{text[0], text[len(text)-1]})
	return id
}

// Value reads a value of a column, nil if it has no word. Equal texts of one form are one Value. Cost: linear in
// text, of which 1 KiB is read.
func (l *Lexicon) Value(text string, f Form) *Value {
	text = Clip(text)
	at := textForm{f, text}
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

// Clip cuts a text to MaxBytes, between characters.
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
	v.readMeaning(text, words, form)
	if v.key == "" && !v.hasDate && !v.hasNum && v.hours == "" {
		v.meaning = wordsAlone
	}
	for i := 1; i < min(len(words), maxPairs) && len(words) <= textWords; i++ {
		at.text = append(append(append(at.text[:0], min(words[i-1], words[i])...), ' '), max(words[i-1], words[i])...)
		at.pairs = append(at.pairs, l.tokenOf(at.text))
	}
	v.hashWords(words, at)
	ids, pairs := distinct(at.ids), distinct(at.pairs)
	tokens := slices.Concat(ids, pairs) // in one piece: there are many values
	v.Words, v.Pairs = tokens[:len(ids):len(ids)], tokens[len(ids):]
	v.Whole = l.valueToken(v, words)
	return v
}

// distinct sorts tokens and removes duplicates.
func distinct(tokens []int32) []int32 {
	slices.Sort(tokens)
	return slices.Compact(tokens)
}

// hashWords sets the hashes of the words.
func (v *Value) hashWords(words []string, at *scratch) {
	h := fnv.New64a()
	for i, w := range words {
		at.text = append(at.text[:0], w...)
		h.Write(at.text)
		if i < shortWords {
			v.prefixHashes[i] = h.Sum64()
		}
	}
	v.wordsHash = h.Sum64()
}

// maxKey is the length in bytes from which on a value's key is replaced by its hash.
const maxKey = 64

// valueToken returns the token that is the same for all values of one meaning. It reorders the words.
func (l *Lexicon) valueToken(v *Value, words []string) int32 {
	b := append(l.reading.text[:0], '=')
	switch {
	case v.key != "":
		b = append(b, v.key...)
	case v.hours != "":
		b = append(b, v.hours...)
	case v.hasDate && v.date.Month == 0:
		b = strconv.AppendInt(append(b, "year "...), int64(v.date.Year), 10)
	case v.hasDate:
		b = append(b, v.date.String()...)
	case v.isRange:
		b = append(b, v.unit...)
		for _, n := range v.numbers {
			b = strconv.AppendFloat(append(b, ' '), n*v.scale(), 'g', 3, 64)
		}
	case v.hasNum && v.hasUnit: // to a centimetre, a pound or so
		b = strconv.AppendFloat(append(append(b, v.unit...), ' '), v.amount, 'g', 3, 64)
	case v.hasNum && v.unit == angle: // to some 100 metres
		b = strconv.AppendFloat(append(append(b, v.unit...), ' '), v.amount, 'f', 3, 64)
	case v.hasNum && v.unit == duration && v.alternatives == nil: // and nothing else
		b = strconv.AppendFloat(append(append(b, v.unit...), ' '), v.amount, 'g', -1, 64)
	case v.hasNum && v.amount < 0: // a word has no sign
		b = appendSorted(append(b, '-'), words)
	default:
		b = appendSorted(b, words)
	}
	b = shortenKey(b)
	l.reading.text = b
	return l.tokenOf(b)
}

// appendSorted appends the letters and numbers that words consist of in sorted order, so that neither the order of
// words nor the separation of codes (see [values.Pieces]) matters: "KX 32L4", "KX32-L4".
func appendSorted(b []byte, words []string) []byte {
	parts := make([]string, 0, 2*len(words))
	for _, w := range words {
		parts = append(parts, values.Pieces(w)...)
	}
	slices.Sort(parts)
	for i, p := range parts {
		if i > 0 {
			b = append(b, ' ')
		}
		b = append(b, p...)
	}
	return b
}

func shortenKey(b []byte) []byte {
	if len(b) > maxKey {
		sum := sha256.Sum256(b)
		b = hex.AppendEncode(append(b[:0], "=#"...), sum[:16])
	}
	return b
}

// Peek returns the whole value's token of a text without a meaning beyond its words, if a value with it was read.
// Cost: linear in text.
func (l *Lexicon) Peek(text string) (token int32, ok bool) {
	words := values.Words(Clip(text))
	token, ok = l.tokens[string(shortenKey(appendSorted([]byte{'='}, words[:min(len(words), MaxWords)])))]
	return token, ok
}

// Count adds a record that has the tokens, each given once.
func (l *Lexicon) Count(tokens []int32) {
	for _, t := range tokens {
		l.counts[t]++
	}
}

// Weigh sets the weights of all tokens for n records. It is called after all values are read and counted, and
// before any are compared.
func (l *Lexicon) Weigh(n int) {
	l.weight = make([]float64, len(l.counts))
	for i, c := range l.counts {
		l.weight[i] = math.Log(float64(max(n, 2)) / float64(max(c, 1)))
		// Values that consist of words of all records must still share something with themselves.
		l.weight[i] = max(l.weight[i], .1)
	}
	for _, v := range l.list {
		v.total = 0
		for _, w := range v.Words {
			v.total += l.weight[w]
		}
	}
}

// Close frees what reading values needs; no more are read.
func (l *Lexicon) Close() { l.tokens, l.values, l.list, l.reading = nil, nil, nil, scratch{} }

// Weight is ln(N/df) of a token, at least .1.
func (l *Lexicon) Weight(token int32) float64 { return l.weight[token] }

// Size is the number of tokens.
func (l *Lexicon) Size() int { return len(l.texts) }
