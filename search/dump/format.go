package dump

import (
	"bytes"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"strings"
	"time"

	"verde/search"
	"verde/search/service"
)

// heading is a line that can only be the query above a list of URLs.
type heading struct {
	query  string // without the marks that headings and comments begin with
	number int
	used   bool
}

// parser detects the format of each line. JSON objects speak for themselves; any
// other line belongs to a table whose header came first, or to a list.
type parser struct {
	lines
	fallback string         // query of results that have none
	table    *table         // nil before its header
	heading  string         // query of the list at hand
	pending  *heading       // if a URL follows
	ranks    map[uint64]int // of the last results, by the hash of the query and its ID
	seed     maphash.Seed
	shapes   []*service.Service
}

const (
	// maxQueries is for how many queries ranks are counted at a time.
	maxQueries = 1 << 16
	// objectLines and rowLines are how many lines an object and a table's row
	// may have: an answer of a hundred results written one member a line has a
	// few thousand, a snippet a few. Rows that do not end are read again as
	// lines, hence the low bound.
	objectLines = 100_000
	rowLines    = 100
)

var (
	errNoURL   = errors.New("a result without URL")
	errUnknown = errors.New("neither JSON, nor a table's header with a column url, link or href, nor a URL")
	errTorn    = errors.New("torn: the object does not end")
)

// read passes on the results of each line, and which line is bad, until there
// are no more or give says no.
func (p *parser) read(give func([]search.Result, *LineError) bool) {
	for {
		l := p.next()
		if len(l.text) > 0 {
			before := p.pending
			results, err := p.line(l)
			if before != nil && before != p.pending && !before.used && !give(nil, &LineError{Line: before.number, Err: errUnknown}) {
				return
			}
			var bad *LineError
			if err != nil {
				bad = &LineError{Line: l.number, Err: err}
			}
			if !give(p.finish(results), bad) {
				return
			}
		}
		switch {
		case l.err == nil:
		case errors.Is(l.err, errLongLine):
			if !give(nil, &LineError{Line: l.number, Err: l.err}) {
				return
			}
		default:
			if p.pending != nil && !give(nil, &LineError{Line: p.pending.number, Err: errUnknown}) {
				return
			}
			if !errors.Is(l.err, io.EOF) {
				give(nil, &LineError{Line: l.number, Err: l.err})
			}
			return
		}
	}
}

// line reads the results of a line, and of those below that belong to it.
func (p *parser) line(l line) ([]search.Result, error) {
	text := bytes.TrimPrefix(l.text, []byte("\xef\xbb\xbf"))
	trimmed := bytes.TrimSpace(text)
	if len(trimmed) == 0 {
		return nil, nil
	}
	above := p.pending
	p.pending = nil
	switch {
	case isJSON(trimmed, p.table != nil):
		return p.json(text, l.err == nil)
	case isURL(string(trimmed)) && p.table == nil:
		if above != nil {
			p.heading, above.used = above.query, true
		}
		return []search.Result{{Query: p.heading, URL: string(trimmed)}}, nil
	}
	if results, ok := capture(string(trimmed)); ok {
		return results, nil
	}
	if p.table == nil {
		if p.table = readHeader(string(text)); p.table != nil {
			return nil, nil
		}
		if results, ok := bareRow(string(text)); ok {
			return results, nil
		}
		p.pending = &heading{query: strings.TrimSpace(strings.TrimLeft(string(trimmed), "#* ")), number: l.number}
		return nil, nil
	}
	row := string(text)
	if p.table.open(row) && l.err == nil {
		whole, taken, ok := p.gather(text, rowLines, func(next []byte) bool { return p.table.closes(string(next)) }, func([]byte) bool { return true })
		if ok {
			row = string(whole)
		} else {
			p.unread(taken...)
		}
	}
	return p.table.row(row)
}

// isJSON reports whether a line holds objects or is a part of an array of them.
// A row of a table may begin with a bracket or a comma.
func isJSON(text []byte, inTable bool) bool {
	switch text[0] {
	case '{':
		return true
	case '[', ']':
		return !inTable
	case ',':
		return !inTable && (len(text) == 1 || bytes.TrimSpace(text[1:])[0] == '{')
	}
	return false
}

// json reads the objects of a line, of which the last may go on below, where
// there are more lines.
func (p *parser) json(text []byte, more bool) ([]search.Result, error) {
	indent := indentation(text)
	var results []search.Result
	var bad error
	for len(text) > 0 {
		switch text[0] {
		case ' ', '\t', '\r', '\n', ',', '[', ']':
			text = text[1:]
			continue
		case '{':
		default:
			return results, errors.Join(bad, fmt.Errorf("no JSON: %.20q between the objects", text))
		}
		var b brackets
		end := b.scan(text)
		if end < 0 {
			if !more {
				return results, errors.Join(bad, errTorn)
			}
			if text, end = p.object(text, indent, &b); end < 0 {
				return results, errors.Join(bad, errTorn)
			}
		}
		page, err := service.Detect(text[:end], p.shapes...)
		if err == nil {
			results = append(results, page.Results...)
			switch {
			case page.Dropped > 0 && len(page.Missing) > 0: // as results beyond a bound
				err = fmt.Errorf("results left out: %s", strings.Join(page.Missing, "; "))
			case page.Dropped > 0:
				err = errNoURL
			case page.Failure != "":
				err = fmt.Errorf("the service's error: %s", page.Failure)
			}
		}
		bad = errors.Join(bad, err)
		text = text[end:]
	}
	return results, bad
}

// object reads on below the line where an object begins, and returns all with
// the place of its end, negative if it is torn. Lines belong to it as long as
// they are indented farther than its first or begin with what closes. Those of
// a torn one are passed over, so that no line is read twice.
func (p *parser) object(first []byte, indent int, b *brackets) ([]byte, int) {
	end, length := -1, len(first)
	text, _, ok := p.gather(first, objectLines, func(next []byte) bool {
		if end = b.scan(next); end >= 0 {
			end += length + 1
		}
		length += 1 + len(next)
		return end >= 0
	}, func(next []byte) bool {
		in := indentation(next)
		return in == len(next) || in > indent || in == indent && (next[in] == '}' || next[in] == ']')
	})
	if !ok {
		return nil, -1
	}
	return text, end
}

func indentation(text []byte) int { return len(text) - len(bytes.TrimLeft(text, " \t")) }

// brackets finds where an object ends.
type brackets struct {
	depth           int
	quoted, escaped bool
}

// scan goes on with text, and returns the place behind the object's end, -1 if
// it is not in text. Strings, most of it, are crossed from quote to quote.
func (b *brackets) scan(text []byte) int {
	for i := 0; i < len(text); i++ {
		if b.quoted {
			n := bytes.IndexByte(text[i:], '"')
			part := text[i:]
			if n >= 0 {
				part = text[i : i+n]
			}
			b.skip(part)
			if n < 0 {
				return -1
			}
			i += n
			b.quoted, b.escaped = b.escaped, false
			continue
		}
		switch text[i] {
		case '"':
			b.quoted = true
		case '{', '[':
			b.depth++
		case '}', ']':
			if b.depth--; b.depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}

// skip crosses a part of a string without quotes: what follows it is escaped if
// the backslashes at its end, and one before it, are odd in number.
func (b *brackets) skip(part []byte) {
	n := 0
	for n < len(part) && part[len(part)-1-n] == '\\' {
		n++
	}
	odd := n%2 == 1
	if b.escaped && n == len(part) {
		odd = !odd
	}
	b.escaped = odd
}

// finish names the query where the dump does not, and counts ranks.
func (p *parser) finish(results []search.Result) []search.Result {
	for i := range results {
		r := &results[i]
		if r.Query == "" && r.QueryID == "" {
			r.Query = p.fallback
		}
		key := maphash.Comparable(p.seed, [2]string{r.Query, r.QueryID}) // a tenth of the texts' memory
		rank, old := p.ranks[key]
		if !old && len(p.ranks) >= maxQueries {
			clear(p.ranks)
		}
		if r.Rank <= 0 {
			r.Rank = rank + 1
		}
		p.ranks[key] = max(rank+1, r.Rank)
	}
	return results
}

// capture reads a CDXJ line of a web archive's index: key, time and a JSON
// object. A capture that is no page, as a redirect, is no result.
func capture(s string) ([]search.Result, bool) {
	key, rest, _ := strings.Cut(s, " ")
	stamp, object, _ := strings.Cut(rest, " ")
	at, err := time.Parse("20060102150405", stamp)
	if err != nil || !strings.Contains(key, ")") || !strings.HasPrefix(object, "{") {
		return nil, false
	}
	var c struct {
		URL    string `json:"url"`
		Status string `json:"status"`
	}
	if err := unmarshalLoosely(object, &c); err != nil || c.URL == "" || len(c.URL) > search.MaxURL {
		return nil, false
	}
	if c.Status != "" && c.Status != "200" {
		return nil, true
	}
	return []search.Result{{URL: c.URL, FetchedAt: at}}, true
}
