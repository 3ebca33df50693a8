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
	if v.key == "" && !v.hasDate && !v.hasNum && v.hours == "" {
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

// maxWhole is the length from which on a text's hash stands for it, in bytes.
const maxWhole = 64

// whole gives the token that is the same for values that mean the same. It reorders the words.
func (l *Lexicon) whole(v *Value, words []string) int32 {
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
	case v.ranged:
		b = append(b, v.unit...)
		for _, n := range v.numbers {
			b = strconv.AppendFloat(append(b, ' '), n*v.scale(), 'g', 3, 64)
		}
	case v.hasNum && v.hasUnit: // to a centimetre, a pound or so
		b = strconv.AppendFloat(append(append(b, v.unit...), ' '), v.amount, 'g', 3, 64)
	case v.hasNum && v.unit == angle: // to some 100 metres
		b = strconv.AppendFloat(append(append(b, v.unit...), ' '), v.amount, 'f', 3, 64)
	case v.hasNum && v.unit == duration && v.also == nil: // and nothing else
		b = strconv.AppendFloat(append(append(b, v.unit...), ' '), v.amount, 'g', -1, 64)
	case v.hasNum && v.amount < 0: // a word has no sign
		b = appendSorted(append(b, '-'), words)
	default:
		b = appendSorted(b, words)
	}
	b = hashed(b)
	l.reading.text = b
	return l.tokenOf(b)
}

// appendSorted appends the letters and the numbers that words are made of in their order, so that it is the same whatever
// the order that they are in, and however codes are parted (see [values.Pieces]): "KX 32L4", "KX32-L4".
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

// Count adds a record that has the tokens, each of which is given once.
func (l *Lexicon) Count(tokens []int32) {
	for _, t := range tokens {
		l.counts[t]++
	}
}

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

// Size is the number of tokens.
func (l *Lexicon) Size() int { return len(l.texts) }
