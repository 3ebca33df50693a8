package integrate

import (
	"bytes"
	"cmp"
	"compress/flate"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strconv"
	"sync"

	"verde/integrate/compare"
)

// What is kept of an integration so that it can grow (see [Grow]) are pages by key: one of
// all that is small, and one for each site, record, entity and token, so that a new site
// reads the pages of what it may have in common with the others, and no more.
const stateKey = "state"

// SiteKey is the key of the page that says that the records of a site are in the pages: when
// they change, it has to be deleted.
func SiteKey(site string) string { return "s/" + site }

func recordKey(n int32) string   { return "r/" + strconv.Itoa(int(n)) }
func entityKey(id string) string { return "e/" + id }

func tokenKey(token string) string {
	sum := sha256.Sum256([]byte(token))
	return "t/" + base64.RawURLEncoding.EncodeToString(sum[:9])
}

// state is all that is small.
type state struct {
	Method  int
	Options string // hash of those that were given
	Whole   int    // records at the last integration of all of them
	Ages    int    // entities that there have been
	Sites   []siteState
	Forms   []formState    // of the report's columns
	Fusing  []fusingState  // of its attributes
	By      []resolveState // of those that records are compared by
	Odds    [2]curveState  // of the resolver's classes of pairs
	Report  Report
}

type siteState struct {
	Name    string
	Records int
	Thin    bool  `json:",omitempty"`
	Titled  int32 // column of its pages' titles
}

type formState struct {
	Form    compare.Form
	Unsplit bool  `json:",omitempty"`
	Dropped bool  `json:",omitempty"`
	Relates bool  `json:",omitempty"`
	PartOf  int32 `json:",omitempty"` // 1 + the column of whose values it holds parts
	Prose   bool  `json:",omitempty"`
}

type resolveState struct {
	Attribute int
	Apart     bool `json:",omitempty"`
	Usual     usual
}

type curveState struct{ Score, Odds []float64 }

// recordPage is a record.
type recordPage struct {
	URL    string
	Entity string
	View   int32 `json:",omitempty"` // 1 + the number of the one that it is another view of
	Cells  []cellPage
	Said   []cellPage `json:",omitempty"` // of what is in the cells what is said on this page, where there are several views
}

type cellPage struct {
	Column  int32
	Clean   []string
	Written []string `json:",omitempty"` // where one is not as the clean one
}

// entityPage is an entity, or the one that has taken over its ID.
type entityPage struct {
	To      string   `json:",omitempty"`
	Age     int      `json:",omitempty"`
	Anchor  string   `json:",omitempty"`
	Was     []string `json:",omitempty"`
	Records []int32  `json:",omitempty"`
}

// tokenPage is a token: how many records have it, which of them as a whole value and which
// in an attribute that records are compared by, and how often it is a value of each of these.
type tokenPage struct {
	records        int
	wholes, blocks postings
	values         map[int]int
}

// postings are records in their order, unless they are too many to bring records together.
type postings struct {
	list []int32
	many bool
}

func (p *postings) add(r int32) {
	if p.many = p.many || len(p.list) == maxFrequency; p.many {
		p.list = nil
		return
	}
	p.list = append(p.list, r)
}

func (t *tokenPage) pack() []byte {
	out := binary.AppendUvarint(nil, uint64(t.records))
	for _, p := range []postings{t.wholes, t.blocks} {
		if p.many {
			out = binary.AppendUvarint(out, maxFrequency+1)
			continue
		}
		out = binary.AppendUvarint(out, uint64(len(p.list)))
		last := int32(0)
		for _, r := range p.list {
			out = binary.AppendUvarint(out, uint64(r-last))
			last = r
		}
	}
	for _, k := range slices.Sorted(maps.Keys(t.values)) {
		out = binary.AppendUvarint(binary.AppendUvarint(out, uint64(k)), uint64(t.values[k]))
	}
	return out
}

var errPage = errors.New("a page of the integration can't be read")

func (t *tokenPage) unpack(data []byte) error {
	r := bytes.NewReader(data)
	next := func() int {
		n, err := binary.ReadUvarint(r)
		if err != nil {
			return -1
		}
		return int(n)
	}
	*t = tokenPage{records: next(), values: make(map[int]int)}
	for _, p := range []*postings{&t.wholes, &t.blocks} {
		n := next()
		if p.many = n == maxFrequency+1; p.many {
			continue
		}
		if n < 0 || n > maxFrequency {
			return errPage
		}
		last := 0
		for range n {
			d := next()
			if d < 0 {
				return errPage
			}
			last += d
			p.list = append(p.list, int32(last))
		}
	}
	for r.Len() > 0 {
		k := next()
		t.values[k] = next()
	}
	return nil
}

// packers keep what writing a page takes, which is much more than a page is.
var packers = sync.Pool{New: func() any {
	w, _ := flate.NewWriter(nil, flate.BestSpeed) // which is a level that there is
	return w
}}

// packJSON writes a page as compressed JSON.
func packJSON(v any) ([]byte, error) {
	data, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	w := packers.Get().(*flate.Writer)
	defer packers.Put(w)
	w.Reset(&b)
	_, err = w.Write(data)
	err = errors.Join(err, w.Close())
	return b.Bytes(), err
}

// maxPage bounds what a page is when it is no longer compressed, in bytes.
const maxPage = 1 << 30

func unpackJSON(data []byte, v any) error {
	plain, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(data)), maxPage))
	if err == nil {
		err = json.Unmarshal(plain, v)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", errPage, err)
	}
	return nil
}

// hashed is a hash of the options that an integration goes by, but for what is said of
// sites that are not here.
func (o *Options) hashed(here map[string]bool) string {
	sum := sha256.New()
	e := json.NewEncoder(sum) // a hash does not fail, and texts can be encoded
	decisions := slices.Clone(o.Decisions)
	for i := range decisions {
		decisions[i].Line = 0
	}
	_ = e.Encode([]any{cmp.Or(o.Same, Auto), decisions})
	for _, n := range o.names() {
		if here[n.Site] {
			_ = e.Encode([]string{n.Site, n.Label, o.Names[n]})
		}
	}
	return hex.EncodeToString(sum.Sum(nil)[:16])
}

// Page is what is kept of an integration under a key.
type Page struct {
	Key  string
	Body []byte
}

// Pages gives the pages of a result of [Integrate], from which it can grow: all of them, or
// an error as the last. Without the page that comes last nothing can grow. Cost: linear in
// the values.
func (r *Result) Pages() iter.Seq2[Page, error] {
	return func(yield func(Page, error) bool) {
		if r.Resolution == nil || r.r == nil {
			return
		}
		st := r.state()
		for _, s := range st.Sites {
			if !yield(Page{SiteKey(s.Name), []byte(strconv.Itoa(s.Records))}, nil) {
				return
			}
		}
		_ = r.entityPages(yield) && r.tokenPages(yield) && put(yield, stateKey, st)
	}
}

func (r *Result) state() *state {
	c := r.r.Corpus
	st := &state{Method: method, Whole: len(c.urls), Fusing: r.fusing, Report: r.Report()}
	for k, curve := range r.r.curve {
		st.Odds[k] = curveState{curve.score, curve.odds}
	}
	here := make(map[string]bool)
	for s, name := range c.sites {
		st.Sites = append(st.Sites, siteState{name, int(c.first[s+1] - c.first[s]), r.r.thin[s], c.titled[s]})
		here[name] = true
	}
	st.Options = r.options.hashed(here)
	st.Forms = c.forms()
	for i, k := range r.Compared {
		st.By = append(st.By, resolveState{k, r.r.apart[i], r.r.usual[i]})
	}
	st.Ages = len(r.options.Known) + len(r.Entities)
	return st
}

func (c *Corpus) forms() (out []formState) {
	for i := range c.columns {
		out = append(out, formState{c.columns[i].form, c.columns[i].unsplit, c.columns[i].Reason != "", c.columns[i].relates, c.columns[i].partOf + 1, c.partsFirst(int32(i))})
	}
	return out
}

// entityPages gives the pages of entities and their records.
func (r *Result) entityPages(yield func(Page, error) bool) bool {
	c := r.r.Corpus
	age := make(map[string]int)
	for i, k := range r.options.Known {
		age[k.ID] = i
	}
	for i := range r.Entities {
		e := &r.Entities[i]
		a, ok := age[e.ID]
		if !ok {
			a = len(age) + i
		}
		if !put(yield, entityKey(e.ID), entityPage{Age: a, Anchor: e.Anchor, Was: e.Was, Records: e.Records}) {
			return false
		}
		for _, id := range e.Was {
			if !put(yield, entityKey(id), entityPage{To: e.ID}) {
				return false
			}
		}
		for _, rec := range e.Records {
			if !put(yield, recordKey(rec), c.page(rec, e.ID, func(n int32) int32 { return n })) {
				return false
			}
		}
	}
	return true
}

// put gives the page of a key, and reports whether more are wanted.
func put(yield func(Page, error) bool, key string, v any) bool {
	data, err := packJSON(v)
	if err != nil {
		yield(Page{}, fmt.Errorf("page %s of the integration: %w", key, err))
		return false
	}
	return yield(Page{key, data}, nil)
}

// page is what is kept of a record, but which it is a view of: number gives that one's
// number in the pages.
func (c *Corpus) page(rec int32, entity string, number func(int32) int32) recordPage {
	p := recordPage{URL: c.urls[rec], Entity: entity, Cells: cellPages(c.cells[rec]), Said: cellPages(c.said[rec])}
	if main, ok := c.viewOf[rec]; ok {
		p.View = 1 + number(main)
	}
	return p
}

func cellPages(cells []cell) (out []cellPage) {
	for _, cell := range cells {
		q := cellPage{Column: cell.column, Written: cell.written}
		for _, v := range cell.values {
			q.Clean = append(q.Clean, v.Text)
		}
		if slices.Equal(q.Clean, q.Written) {
			q.Written = nil
		}
		out = append(out, q)
	}
	return out
}

// rareWord is the number of records from which on it is kept how many have a word that is
// neither a whole value nor in an attribute: of rarer ones it makes little difference.
const rareWord = 3

// tokenPages gives the pages of tokens.
func (r *Result) tokenPages(yield func(Page, error) bool) bool {
	c := r.r.Corpus
	wholes, blocks := newIndex(c.lex.Size(), c.wholes, 1), newIndex(c.lex.Size(), c.blockTokens(r.r.of), 1)
	values := r.r.of.counts()
	for t := range int32(c.lex.Size()) {
		p := tokenPage{records: c.lex.Frequency(t)}
		for ; len(values) > 0 && values[0].token == t; values = values[1:] {
			if p.values == nil {
				p.values = make(map[int]int)
			}
			p.values[int(values[0].of)] = int(values[0].n)
		}
		p.wholes = postings{list: wholes.records(t), many: wholes.many(t)}
		p.blocks = postings{list: blocks.records(t), many: blocks.many(t)}
		if len(p.wholes.list)+len(p.blocks.list) == 0 && p.records < rareWord {
			continue
		}
		if !yield(Page{tokenKey(c.lex.Token(t)), p.pack()}, nil) {
			return false
		}
	}
	return true
}
