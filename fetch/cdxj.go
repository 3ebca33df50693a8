package fetch

import (
	"bytes"
	"cmp"
	"encoding/json"
	"hash/fnv"
	"io"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"verde/fetch/sniff"
	"verde/internal/httpbody"
	"verde/page"
)

// entry says where an answer is kept, and as much of it as tells whether it
// may be used without reading it. A run has one for each URL in memory, so it
// is small.
type entry struct {
	offset    int64 // of the record or gzip member
	inner     int64
	size      int64
	date      moment     // when this was last found to be the answer
	recorded  moment     // when it was archived
	refers    *reference // the record that it is, if that is another URL's; of a line of a revisit, the record that it refers to
	file      int32      // number of the file in the archive
	status    int16      // 0 without an HTTP answer
	transient bool       // see answer.transient
	bounded   bool       // see answer.bounded
	old       bool       // was there when the archive was opened
}

// moment is a time in milliseconds since 1970.
type moment int64

func momentOf(t time.Time) moment { return moment(t.UnixMilli()) }

func (m moment) time() time.Time { return time.UnixMilli(int64(m)).UTC() }

// indexLine is the JSON part of a line of the index beside an archive file: a
// CDXJ line for each answer, in the order of the file.
type indexLine struct {
	URL      string      `json:"url"`
	Mime     string      `json:"mime,omitempty"`
	Status   string      `json:"status,omitempty"`
	Digest   string      `json:"digest,omitempty"`
	Length   string      `json:"length"`
	Offset   string      `json:"offset"`
	Filename string      `json:"filename"`
	Inner    string      `json:"inner,omitempty"` // ours: offset in a gzip member of several records
	Date     string      `json:"date"`            // ours: to the millisecond
	Failure  page.Reason `json:"failure,omitempty"`
	Cut      string      `json:"truncated,omitempty"`
	Refers   string      `json:"refers,omitempty"`   // ours: of a revisit, the URL of the record that it refers to
	Recorded string      `json:"recorded,omitempty"` // ours: and its date; of a rendering, the date of the answer it was made of
}

// indexLineOf gives the line, with its end, for an answer at e in the file of
// this name.
func indexLineOf(a *answer, e entry, filename string) []byte {
	line := indexLine{URL: a.url, Length: strconv.FormatInt(e.size, 10), Offset: strconv.FormatInt(e.offset, 10),
		Filename: filename, Date: warcDate(a.date), Failure: a.reason, Cut: a.cut}
	if a.status != 0 {
		line.Status = strconv.Itoa(a.status)
		line.Mime = sniff.MediaType(a.header.Get("Content-Type"))
		line.Digest = cmp.Or(a.digest, digest(a.body))
	}
	if e.inner != 0 {
		line.Inner = strconv.FormatInt(e.inner, 10)
	}
	return line.encode(a.date)
}

// revisitLineOf gives the line of a revisit record, which is at e.
func revisitLineOf(url, digest string, refers *reference, date time.Time, e entry, filename string) []byte {
	line := lineOf(url, mimeRevisit, digest, date, e, filename)
	line.Refers = refers.url
	if !refers.recorded.IsZero() {
		line.Recorded = warcDate(refers.recorded)
	}
	return line.encode(date)
}

// noteLineOf gives the line of a note, which is at e. Tools that look for
// answers pass over it, as it has no status.
func noteLineOf(url, digest string, date time.Time, e entry, filename string) []byte {
	line := lineOf(url, mimeNote, digest, date, e, filename)
	return line.encode(date)
}

// lineOf gives what all lines of records that are no answers say.
func lineOf(url, mime, digest string, date time.Time, e entry, filename string) indexLine {
	line := indexLine{URL: url, Mime: mime, Digest: digest, Length: strconv.FormatInt(e.size, 10), Offset: strconv.FormatInt(e.offset, 10),
		Filename: filename, Date: warcDate(date)}
	if e.inner != 0 {
		line.Inner = strconv.FormatInt(e.inner, 10)
	}
	return line
}

func (line *indexLine) encode(date time.Time) []byte {
	return line.write(surt(line.URL) + date.UTC().Format(" 20060102150405 "))
}

// moveLine gives a line of an index, which can be parsed, for a record that is
// copied to another offset.
func moveLine(text string, from, to int64) string {
	if from == to {
		return text
	}
	return changeLine(text, func(line *indexLine) { line.Offset = strconv.FormatInt(to, 10) })
}

// renameLine gives such a line for a file of another name.
func renameLine(text, name string) string {
	return changeLine(text, func(line *indexLine) { line.Filename = name })
}

func changeLine(text string, change func(*indexLine)) string {
	i := strings.Index(text, " {") + 1
	var line indexLine
	_ = json.Unmarshal([]byte(text[i:]), &line) // it was parsed before
	change(&line)
	return string(line.write(text[:i]))
}

// write gives a line behind its key.
func (line *indexLine) write(key string) []byte {
	var b bytes.Buffer
	b.WriteString(key)
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(line) // a struct of strings
	return b.Bytes()
}

// parsedLine is what a line of an index says.
type parsedLine struct {
	url, filename string
	note          string // of a note's line, the digest of its block, and then entry only says where that is
	rendering     bool   // of a rendering's line, and then recorded is when the answer was that it was made of
	entry
}

// parseIndexLine reads such a line; false for anything else.
func parseIndexLine(text []byte) (p parsedLine, ok bool) {
	i := bytes.Index(text, []byte(" {"))
	if i < 0 {
		return p, false
	}
	var line indexLine
	if json.Unmarshal(text[i+1:], &line) != nil {
		return p, false
	}
	return line.parse()
}

// parse reads what a line says; false for one that says nothing.
func (line *indexLine) parse() (p parsedLine, ok bool) {
	if line.URL == "" {
		return p, false
	}
	p.url, p.filename = line.URL, line.Filename
	var errs [4]error
	var date time.Time
	p.offset, errs[0] = strconv.ParseInt(line.Offset, 10, 64)
	p.size, errs[1] = strconv.ParseInt(line.Length, 10, 64)
	date, errs[2] = time.Parse(time.RFC3339, line.Date)
	if line.Inner != "" {
		p.inner, errs[3] = strconv.ParseInt(line.Inner, 10, 64)
	}
	if slices.ContainsFunc(errs[:], func(err error) bool { return err != nil }) || p.offset < 0 || p.size <= 0 || p.inner < 0 {
		return p, false
	}
	p.date, p.recorded = momentOf(date), momentOf(date)
	switch {
	case line.Mime == mimeRevisit && line.Refers != "":
		p.refers = &reference{url: line.Refers}
		if line.Recorded != "" {
			if p.refers.recorded, errs[0] = time.Parse(time.RFC3339, line.Recorded); errs[0] != nil {
				return p, false
			}
		}
		return p, true
	case line.Mime == mimeConversion && line.Status == "":
		of, err := time.Parse(time.RFC3339, line.Recorded)
		p.rendering, p.recorded = err == nil, momentOf(of)
		return p, err == nil
	case line.Mime == mimeNote && line.Status == "":
		p.note = line.Digest
		return p, p.note != ""
	}
	a := answer{reason: line.Failure, cut: line.Cut}
	if line.Status != "" {
		if a.status, errs[0] = strconv.Atoi(line.Status); errs[0] != nil || !httpbody.IsFinal(a.status) {
			return p, false
		}
	} else if a.reason == "" {
		return p, false
	}
	p.status, p.transient, p.bounded = int16(a.status), a.transient(), a.bounded()
	return p, true
}

// surt gives the sort-friendly form of a normal URL that CDX tools key on:
// http://www.example.com/x is "com,example)/x".
func surt(normal string) string {
	u, err := url.Parse(normal)
	if err != nil {
		return normal
	}
	key := strings.TrimPrefix(u.Hostname(), "www.")
	if _, err := netip.ParseAddr(key); err != nil {
		parts := strings.Split(key, ".")
		slices.Reverse(parts)
		key = strings.Join(parts, ",")
	}
	if port := u.Port(); port != "" {
		key += ":" + port
	}
	return key + ")" + strings.ToLower(strings.ReplaceAll(u.RequestURI(), " ", "%20"))
}

// note tells the notes of an archive apart: a hash of the URL and of what is
// noted.
type note uint64

func noteOf(url, digest string) note {
	h := fnv.New64a()
	io.WriteString(h, url)
	io.WriteString(h, digest)
	return note(h.Sum64())
}
