// Package warc reads WARC files (ISO 28500), whose records may come from anywhere.
//
// The one idea: a record counts if what vouches for it holds: the checksum of its gzip member or,
// where there is none, the digest of its block. What is damaged is told with its place in
// the file, so that whoever reads on knows what is lost.
package warc

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/textproto"
	"strconv"
	"strings"
	"time"

	"verde/fetch/coding"
)

// Limits of what is read from an archive, which may come from anywhere.
const (
	MaxBlock  = 64 << 20  // bytes of a record's block that are kept; the rest is skipped
	MaxFields = 128 << 10 // bytes of a header, twice as many as a client takes of a server
	maxFolded = 1 << 13   // bytes of a field that is still continued on a further line
)

// Record is one record of a WARC file (ISO 28500; versions 1.0 and 1.1).
type Record struct {
	Type   string               // "response", "request", "metadata", "warcinfo", ...
	URL    string               // target URI as recorded, without the angle brackets of version 1.0
	Date   time.Time            // zero if the record has none that can be read
	Header textproto.MIMEHeader // all named fields, by canonical name: "Warc-Target-Uri"
	Block  []byte               // at most 64 MiB of the block
	Offset int64                // where the record, or the gzip member that holds it, begins in the file

	Inner int64 // where in its gzip member the record begins; 0 in a file with a member a record
	Size  int64 // bytes from Offset to the end of the record, or of its gzip member
}

// Read reads a WARC file, compressed or not, record by record. Files
// with one gzip member a record, with one member for all, and without
// compression are told apart by themselves. What cannot be read gives one last
// error that wraps [io.ErrUnexpectedEOF] where the file is cut off.
//
// A record counts if the checksum of its gzip member holds. Of a member of several
// records that is read at its end only: if an error follows with their offset in
// it, any of them may be damaged.
//
// Memory is that of the largest record, at most 64 MiB; time is linear.
func Read(r io.Reader) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		s := NewScanner(r, MaxBlock)
		for {
			rec, err := s.Next()
			if err == io.EOF {
				return
			}
			if !yield(rec, err) || err != nil {
				return
			}
		}
	}
}

// Scanner reads records in the order of the file. It knows exactly where each
// begins and ends, so that an index can be made of what it sees.
type Scanner struct {
	file    *bufio.Reader
	count   *counter
	keep    int64 // bytes of a block that are kept
	gz      *gzip.Reader
	member  *bufio.Reader                        // reads the current gzip member
	inside  bool                                 // a gzip member is open
	Start   int64                                // where that member begins
	used    *counter                             // counts what member has read
	Known   Soundness                            // of that member
	Look    func(start int64) (Soundness, error) // tells it of the member at start; nil for a stream
	pending error                                // of what is behind the record that was given last
}

// NewScanner reads the records of r, with so many bytes of each block as are kept.
func NewScanner(r io.Reader, keep int64) *Scanner {
	count := &counter{r: r}
	return &Scanner{file: bufio.NewReaderSize(count, 1<<14), count: count, keep: keep}
}

// counter counts what is read through it.
type counter struct {
	r io.Reader
	n int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

// offset is the place in the file that is read next.
func (s *Scanner) offset() int64 { return s.count.n - int64(s.file.Buffered()) }

// Next returns the next record, io.EOF after the last. The block of a record
// is its own; after another error the scanner is of no more use.
func (s *Scanner) Next() (Record, error) {
	if s.pending != nil {
		return Record{}, s.pending
	}
	for {
		if !s.inside {
			if err := skipBlank(s.file); err != nil {
				return Record{}, s.fail(s.offset(), err)
			}
			s.Start = s.offset()
			head, err := s.file.Peek(2)
			if err != nil && len(head) == 0 {
				return Record{}, s.fail(s.Start, err)
			}
			if string(head) != coding.GzipMagic {
				return s.plain()
			}
			if err := s.open(); err != nil {
				return Record{}, s.fail(s.Start, coding.NoEOF(err))
			}
		}
		rec, err := s.packed()
		if err == errMemberEnd {
			continue // a member without a record, or the end of one with several
		}
		return rec, err
	}
}

var errMemberEnd = errors.New("end of gzip member")

func (s *Scanner) fail(at int64, err error) error {
	if err == io.EOF {
		return err
	}
	return fmt.Errorf("WARC record at offset %d: %w", at, err)
}

// plain reads a record that is not compressed, and so has no checksum but the
// digest of its block, if that.
func (s *Scanner) plain() (Record, error) {
	at := s.offset()
	rec, digest, err := readRecord(s.file, s.keep, true)
	if err == nil && digest == contradicted {
		err = errDigest
	}
	if err != nil {
		return Record{}, s.fail(at, coding.NoEOF(err))
	}
	rec.Offset, rec.Size = at, s.offset()-at
	return rec, nil
}

// open starts the gzip member at the current offset.
func (s *Scanner) open() error {
	var err error
	if s.gz == nil {
		if s.gz, err = gzip.NewReader(s.file); err != nil {
			return err
		}
	} else if err = s.gz.Reset(s.file); err != nil {
		return err
	}
	s.gz.Multistream(false)
	s.used = &counter{r: s.gz}
	if s.member == nil {
		s.member = bufio.NewReader(s.used)
	} else {
		s.member.Reset(s.used)
	}
	s.inside, s.Known = true, Unknown
	return nil
}

// packed reads a record of the open gzip member, and the member's end with it
// if the record is its last: a record counts only if its checksum holds.
func (s *Scanner) packed() (Record, error) {
	for {
		if err := skipBlank(s.member); err != nil {
			return Record{}, s.closed(err)
		}
		inner := s.used.n - int64(s.member.Buffered())
		rec, digest, err := readRecord(s.member, s.keep, s.Known == Torn)
		if err != nil {
			return Record{}, s.fail(s.Start, coding.NoEOF(err))
		}
		rec.Offset, rec.Inner = s.Start, inner
		good := true
		if err = skipBlank(s.member); err != nil {
			if err := s.closed(err); err != errMemberEnd {
				return Record{}, err
			}
		} else if good, err = s.counts(rec, digest); err != nil {
			return Record{}, err
		}
		if rec.Size = s.offset() - s.Start; good {
			return rec, nil
		}
	}
}

// counts tells whether a record of the open member can be relied on behind which
// there is more than line ends. Where that is no further record, the member is
// read to its end: content that has grown by damage is caught by the checksum, and
// if that holds, the next call tells of the rest. An error means that
// no record of the member counts.
func (s *Scanner) counts(rec Record, digest digestState) (bool, error) {
	const version = "WARC/"
	if head, _ := s.member.Peek(len(version)); string(head) != version {
		s.pending = s.fail(s.Start, notARecord(string(head)))
		if _, err := io.Copy(io.Discard, s.member); err == nil {
			s.Known = sound
		} else if s.pending = s.fail(s.Start, coding.NoEOF(err)); s.Look == nil {
			return false, s.pending
		}
	}
	if s.Known == Unknown && s.Look != nil {
		var err error
		if s.Known, err = s.Look(s.Start); err != nil {
			return false, s.fail(s.Start, err)
		}
	}
	switch s.Known {
	case damaged:
		return false, s.fail(s.Start, errDamaged)
	case Torn:
		if digest == undigested { // the member's first record, as nothing was known of it yet
			d := newDigest(rec.Header.Get("WARC-Block-Digest"))
			if d != nil {
				d.Write(rec.Block)
			}
			digest = d.state()
		}
		if digest != holds {
			return false, s.pending
		}
	}
	return true, nil
}

// closed ends the open member if err is its end.
func (s *Scanner) closed(err error) error {
	if err != io.EOF {
		return s.fail(s.Start, err)
	}
	s.inside = false
	return errMemberEnd
}

// skipBlank passes over line ends.
func skipBlank(br *bufio.Reader) error {
	for {
		c, err := br.ReadByte()
		if err != nil {
			return err
		}
		if c != '\r' && c != '\n' {
			return br.UnreadByte()
		}
	}
}

// readRecord reads a record from its version line to the end of its block, of which
// it keeps so many bytes, and with check compares the block with its digest.
func readRecord(br *bufio.Reader, keep int64, check bool) (Record, digestState, error) {
	budget := MaxFields
	version, err := ReadLine(br, &budget)
	if err != nil {
		return Record{}, undigested, err
	}
	if !strings.HasPrefix(version, "WARC/") {
		return Record{}, undigested, notARecord(version)
	}
	header, err := ReadFields(br, &budget)
	if err != nil {
		return Record{}, undigested, err
	}
	length, err := strconv.ParseInt(header.Get("Content-Length"), 10, 64)
	if err != nil || length < 0 {
		return Record{}, undigested, fmt.Errorf("block length %.30q is not a number", header.Get("Content-Length"))
	}
	rec := Record{Type: strings.ToLower(header.Get("WARC-Type")), Header: header,
		URL: TrimURI(header.Get("WARC-Target-URI"))}
	if date, err := time.Parse(time.RFC3339, header.Get("WARC-Date")); err == nil {
		rec.Date = date.UTC()
	}
	var block bytes.Buffer
	block.Grow(int(min(length, keep, 1<<20))) // the length is a claim until the bytes are there
	var digest *blockDigest
	from := io.Reader(br)
	if check {
		if digest = newDigest(header.Get("WARC-Block-Digest")); digest != nil {
			from = io.TeeReader(br, digest)
		}
	}
	if _, err := io.CopyN(&block, from, min(length, keep)); err != nil {
		return Record{}, undigested, coding.NoEOF(err)
	}
	if _, err := io.CopyN(io.Discard, from, length-min(length, keep)); err != nil {
		return Record{}, undigested, coding.NoEOF(err)
	}
	rec.Block = block.Bytes()
	return rec, digest.state(), nil
}

func notARecord(head string) error {
	return fmt.Errorf("begins with %.20q, not with WARC/1.1", head)
}

// TrimURI takes off the angle brackets that version 1.0 has around URIs.
func TrimURI(field string) string { return strings.TrimSuffix(strings.TrimPrefix(field, "<"), ">") }

// ReadLine reads a line without its end, and takes its length off the budget.
func ReadLine(br *bufio.Reader, budget *int) (string, error) {
	var line []byte
	for {
		part, err := br.ReadSlice('\n')
		if *budget -= len(part); *budget < 0 {
			return "", fmt.Errorf("header of more than %d bytes", MaxFields)
		}
		line = append(line, part...)
		if err == nil {
			return string(bytes.TrimRight(line, "\r\n")), nil
		}
		if err != bufio.ErrBufferFull {
			return "", err
		}
	}
}

// ReadFields reads named fields up to the empty line. Lines that are none are
// passed over; a line that begins with a blank goes on the one before.
func ReadFields(br *bufio.Reader, budget *int) (textproto.MIMEHeader, error) {
	header := make(textproto.MIMEHeader)
	last := ""
	for {
		line, err := ReadLine(br, budget)
		if err != nil {
			return nil, coding.NoEOF(err)
		}
		if line == "" {
			return header, nil
		}
		if line[0] == ' ' || line[0] == '\t' {
			if values := header[last]; len(values) > 0 && len(values[len(values)-1]) < maxFolded {
				values[len(values)-1] += " " + strings.TrimSpace(line)
			}
			continue
		}
		name, value, ok := strings.Cut(line, ":")
		if !ok {
			continue
		}
		last = textproto.CanonicalMIMEHeaderKey(strings.TrimSpace(name))
		header[last] = append(header[last], strings.TrimSpace(value))
	}
}
