package fetch

import (
	"bytes"
	"crypto/rand"
	"crypto/sha1"
	"encoding/base32"
	"fmt"
	"maps"
	"net/http"
	"net/textproto"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/klauspost/compress/gzip"
)

// Fields of the metadata records that stand for URLs without an HTTP answer.
const (
	failureField = "Failure" // the reason, one of those of package page
	causeField   = "Cause"
)

// packer writes WARC 1.1 records, each in a gzip member of its own.
type packer struct {
	writers sync.Pool // of *gzip.Writer, which are large
}

// outgoing is a record to be written.
type outgoing struct {
	kind    string // WARC-Type
	id      string
	url     string
	date    time.Time
	media   string
	extra   string // further fields, each with its line end
	block   []byte
	payload int // where in block the payload begins; -1 for records that have none
}

// pack appends the record to buf. Compression is gzip's fastest: at crawling
// speed the default level costs more time than parsing the page, and saves a
// sixth of the space.
func (p *packer) pack(buf *bytes.Buffer, r outgoing) error {
	zw, _ := p.writers.Get().(*gzip.Writer)
	if zw == nil {
		zw, _ = gzip.NewWriterLevel(nil, gzip.BestSpeed)
	}
	defer p.writers.Put(zw)
	zw.Reset(buf)
	var head bytes.Buffer
	fmt.Fprintf(&head, "WARC/1.1\r\nWARC-Type: %s\r\nWARC-Record-ID: %s\r\nWARC-Date: %s\r\n", r.kind, r.id, warcDate(r.date))
	if r.url != "" {
		fmt.Fprintf(&head, "WARC-Target-URI: %s\r\n", r.url)
	}
	head.WriteString(r.extra)
	fmt.Fprintf(&head, "WARC-Block-Digest: %s\r\n", digest(r.block))
	if r.payload >= 0 {
		fmt.Fprintf(&head, "WARC-Payload-Digest: %s\r\n", digest(r.block[r.payload:]))
	}
	fmt.Fprintf(&head, "Content-Type: %s\r\nContent-Length: %d\r\n\r\n", r.media, len(r.block))
	for _, part := range [][]byte{head.Bytes(), r.block, []byte("\r\n\r\n")} {
		if _, err := zw.Write(part); err != nil {
			return err
		}
	}
	return zw.Close()
}

// packAnswer gives the records of an answer: request and response, or a metadata
// record with the reason why there is no response. offset is where the response or
// metadata record begins in data.
func (p *packer) packAnswer(a *answer, req *http.Request) (data []byte, offset int64, err error) {
	var buf bytes.Buffer
	buf.Grow(len(a.body)/2 + 2048)
	if a.status == 0 {
		err = p.pack(&buf, outgoing{kind: "metadata", id: recordID(), url: a.url, date: a.date, media: "application/warc-fields",
			block: fmt.Appendf(nil, "%s: %s\r\n%s: %s\r\n", failureField, oneLine(string(a.reason)), causeField, oneLine(a.cause)), payload: 0})
		return buf.Bytes(), 0, err
	}
	response := recordID()
	asked := requestBlock(req)
	err = p.pack(&buf, outgoing{kind: "request", id: recordID(), url: a.url, date: a.date, media: "application/http;msgtype=request",
		extra: "WARC-Concurrent-To: " + response + "\r\n", block: asked, payload: len(asked)})
	if err != nil {
		return nil, 0, err
	}
	offset = int64(buf.Len())
	r := outgoing{kind: "response", id: response, url: a.url, date: a.date, media: "application/http;msgtype=response"}
	if a.cut != "" {
		r.extra = "WARC-Truncated: " + a.cut + "\r\n"
	}
	r.block, r.payload = responseBlock(a)
	err = p.pack(&buf, r)
	return buf.Bytes(), offset, err
}

// requestBlock writes a request as it was sent. Fields are in the order of
// their names.
func requestBlock(req *http.Request) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s %s HTTP/1.1\r\nHost: %s\r\n", req.Method, req.URL.RequestURI(), req.URL.Host)
	writeFields(&b, textproto.MIMEHeader(req.Header))
	return b.Bytes()
}

// responseBlock writes an answer as HTTP, and says where its body begins.
func responseBlock(a *answer) ([]byte, int) {
	var b bytes.Buffer
	b.Grow(len(a.body) + 1<<10)
	fmt.Fprintf(&b, "HTTP/1.1 %d %s\r\n", a.status, http.StatusText(a.status))
	writeFields(&b, a.header)
	payload := b.Len()
	b.Write(a.body)
	return b.Bytes(), payload
}

func writeFields(b *bytes.Buffer, header textproto.MIMEHeader) {
	for _, name := range slices.Sorted(maps.Keys(header)) {
		for _, value := range header[name] {
			b.WriteString(name)
			b.WriteString(": ")
			b.WriteString(oneLine(value))
			b.WriteString("\r\n")
		}
	}
	b.WriteString("\r\n")
}

// oneLine replaces control characters by blanks, so that s is one header field. It works
// on bytes: a field need not be UTF-8, and its other bytes must not change.
func oneLine(s string) string {
	if strings.ContainsFunc(s, func(r rune) bool { return r < ' ' }) {
		b := []byte(s)
		for i, c := range b {
			if c < ' ' {
				b[i] = ' '
			}
		}
		s = string(b)
	}
	return strings.TrimSpace(s)
}

func recordID() string {
	var u [16]byte
	rand.Read(u[:]) // never fails
	u[6], u[8] = u[6]&0x0f|0x40, u[8]&0x3f|0x80
	return fmt.Sprintf("<urn:uuid:%x-%x-%x-%x-%x>", u[:4], u[4:6], u[6:8], u[8:10], u[10:])
}

// digest is written the way that WARC tools check.
func digest(data []byte) string {
	sum := sha1.Sum(data)
	return "sha1:" + base32.StdEncoding.EncodeToString(sum[:])
}

func warcDate(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }
