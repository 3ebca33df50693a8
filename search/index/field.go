package index

import (
	"sync"

	api "github.com/blevesearch/bleve_index_api"
)

// field is a field of a page as bleve takes it. It differs from bleve's own in
// what is kept of where a word stands: its number in the text, which is all that
// phrases need, and not the bytes where it begins and ends.
type field struct {
	name      string
	text      string
	options   api.FieldIndexingOptions
	positions *positions
	length    int // in words
	words     api.TokenFrequencies
}

func (f *field) Name() string                                   { return f.name }
func (f *field) Value() []byte                                  { return []byte(f.text) }
func (f *field) ArrayPositions() []uint64                       { return nil }
func (f *field) EncodedFieldType() byte                         { return 't' } // a text
func (f *field) Options() api.FieldIndexingOptions              { return f.options }
func (f *field) AnalyzedLength() int                            { return f.length }
func (f *field) AnalyzedTokenFrequencies() api.TokenFrequencies { return f.words }
func (f *field) NumPlainTextBytes() uint64                      { return uint64(len(f.text)) }
func (f *field) Size() int                                      { return len(f.text) }

// Analyze counts the words of the text and tells where they stand.
func (f *field) Analyze() {
	// Pages of shops have a word in six bytes, and a different one in fourteen.
	all := make([]*api.TokenFreq, 0, len(f.text)/6)
	f.words = make(api.TokenFrequencies, len(f.text)/14)
	const some = 64
	var fresh []api.TokenFreq
	for w := range words(f.text) {
		t := f.words[w]
		if t == nil {
			if len(fresh) == 0 {
				fresh = make([]api.TokenFreq, some)
			}
			t, fresh = &fresh[0], fresh[1:]
			f.words[w] = t
		}
		t.SetFrequency(t.Frequency() + 1)
		all = append(all, t)
	}
	f.length = len(all)
	// Now that it is known how often each comes, one slice has room for all.
	room := make([]*api.TokenLocation, len(all))
	position := f.positions.upTo(len(all))
	for i, t := range all {
		if t.Locations == nil {
			n := t.Frequency()
			t.Locations, room = room[:0:n], room[n:]
		}
		t.Locations = append(t.Locations, &position[i])
	}
}

// positions holds the places 1, 2, 3 and so on, for all texts together: bleve
// only reads them, and each text's own would be most of what it takes.
type positions struct {
	mu  sync.Mutex
	all []api.TokenLocation
}

// upTo gives the first n. It is safe for concurrent use.
func (p *positions) upTo(n int) []api.TokenLocation {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n > len(p.all) {
		p.all = make([]api.TokenLocation, 2*n)
		for i := range p.all {
			p.all[i].Position = i + 1
		}
	}
	return p.all[:n]
}
