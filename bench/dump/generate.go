package dump

import (
	"bytes"
	"io"
	"strconv"
)

// generator makes a dump of results as verde search writes them, a line each.
type generator struct {
	left  int64 // bytes
	urls  int   // different URLs; 0 for all
	lines int
}

// Results of one query, and lines of a site, that come one after the other.
const (
	perQuery = 200
	perSite  = 40
)

const (
	block       = 1 << 18 // bytes that are written at a time
	packedBlock = 32 << 20
)

// write writes the dump, packed if pack is not nil. A packed one is the same
// few megabytes over and over: both formats allow to join packed files, and
// packing takes longer than what is to be measured.
func (g *generator) write(w io.Writer, pack func(io.Writer) (io.WriteCloser, error)) error {
	if pack == nil {
		return g.lineByLine(w)
	}
	var part bytes.Buffer
	z, err := pack(&part)
	if err != nil {
		return err
	}
	one := &generator{left: packedBlock}
	if err := one.lineByLine(z); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	for ; g.left > 0; g.left -= packedBlock {
		if _, err := w.Write(part.Bytes()); err != nil {
			return err
		}
		g.lines += one.lines
	}
	return nil
}

func (g *generator) lineByLine(w io.Writer) error {
	b := make([]byte, 0, 2*block)
	for g.left > 0 {
		b = g.line(b[:0])
		for len(b) < block && int64(len(b)) < g.left {
			b = g.line(b)
		}
		g.left -= int64(len(b))
		if _, err := w.Write(b); err != nil {
			return err
		}
	}
	return nil
}

// line appends the next result.
func (g *generator) line(b []byte) []byte {
	url, query := g.lines, g.lines/perQuery
	if g.urls > 0 {
		url %= g.urls
	}
	g.lines++
	b = append(b, `{"query":"\"Emma `...)
	b = strconv.AppendInt(b, int64(query), 10)
	b = append(b, `\" AND \"Jane Austen\" book","query_id":"`...)
	b = strconv.AppendInt(b, int64(1e15)+int64(query), 10)
	b = append(b, `","engine":"searxng","rank":`...)
	b = strconv.AppendInt(b, int64(g.lines%perQuery+1), 10)
	b = append(b, `,"url":"http://shop`...)
	b = strconv.AppendInt(b, int64(url/perSite), 10)
	b = append(b, `.example/books/fiction/`...)
	b = strconv.AppendInt(b, int64(url), 10)
	b = append(b, `.html","title":"Emma by Jane Austen, `...)
	b = strconv.AppendInt(b, int64(url), 10)
	return append(b, ` – The Shop","snippet":"Emma, by Jane Austen, is a novel about youthful hubris and romantic misunderstandings. It is set in the fictional country village of Highbury.","page":1,"fetched_at":"2026-01-02T03:04:05Z"}`+"\n"...)
}
