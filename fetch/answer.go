package fetch

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httputil"
	"net/textproto"
	"slices"
	"strconv"
	"strings"
	"time"

	"verde/fetch/charset"
	"verde/fetch/coding"
	"verde/fetch/sniff"
	"verde/fetch/warc"
	"verde/internal/httpbody"
	"verde/page"
)

// answer is what came of asking for one URL once: what a server sent, what a
// file holds, or why there is nothing. The network, archives and mirrors all
// give answers, and a page is made of an answer in one place only, so a page
// from the archive is the page that was fetched.
type answer struct {
	url    string
	status int                  // HTTP status; 0 if there was no HTTP answer, and then reason is set
	header textproto.MIMEHeader // of the HTTP answer
	body   []byte               // as sent, transfer coding removed, content coding not
	digest string               // of the body, as its record has it; "" if it has none, or there is no record
	cut    string               // why the body is not complete: cutLength, cutUnwanted, or the WARC-Truncated of an archive; "" if it is
	date   time.Time            // when the answer was complete, UTC, whole milliseconds
	source string               // where the answer is kept
	// When the record was archived. date is later if a revisit has confirmed it since.
	recorded time.Time
	reason   page.Reason
	cause    string // of reason
}

// Values of WARC-Truncated in our archives.
const (
	cutLength   = "length"      // the body is over the limit
	cutUnwanted = "unspecified" // the media type is of no use, so the body was not asked for
)

// refusal is an answer that no server gave.
func refusal(url string, reason page.Reason, cause string) *answer {
	return &answer{url: url, reason: reason, cause: cause}
}

// transient reports whether a later request may succeed: the server was down, slow,
// overloaded or could not be found.
func (a *answer) transient() bool {
	return a.status == 0 && (a.reason == page.Timeout || a.reason == page.Network) || transientStatus(a.status)
}

// bounded reports whether a bound of the run excluded the page (size, private
// address), so that a run with other bounds may get it.
func (a *answer) bounded() bool {
	return a.status == 0 && a.reason == page.Private || a.cut == cutLength
}

// transientStatus reports whether a status is a transient failure. RFC 9110 §15: a
// status above 599 is treated as 5xx.
func transientStatus(status int) bool {
	return status == http.StatusTooManyRequests || status == http.StatusRequestTimeout || status >= 500
}

// location gives the reference that a redirect leads to.
func (a *answer) location() (string, bool) {
	if !isRedirect(a.status) {
		return "", false
	}
	ref := a.header.Get("Location")
	return ref, ref != ""
}

func isRedirect(status int) bool {
	switch status {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return true
	}
	return false
}

// page makes a page of the answer, or says why it is none. Requested is the
// URL that the caller asked for; limit bounds the decompressed body.
func (a *answer) page(requested string, limit int64) (*page.Page, error) {
	fail := func(reason page.Reason, err error) (*page.Page, error) {
		if a.url != requested {
			err = errors.Join(fmt.Errorf("redirected to %s", a.url), err)
		}
		return nil, &page.Error{URL: requested, Reason: reason, Status: a.status, Err: err}
	}
	if a.status == 0 {
		var cause error
		if a.cause != "" {
			cause = errors.New(a.cause)
		}
		return fail(a.reason, cause)
	}
	if a.status < 200 || a.status > 299 {
		return fail(page.Status, nil)
	}
	media := sniff.MediaType(a.header.Get("Content-Type"))
	if !sniff.IsWanted(media, a.url) {
		return fail(page.NotHTML, fmt.Errorf("it is %.60s", media))
	}
	if a.cut != "" {
		return fail(page.TooLarge, fmt.Errorf("the body was not kept whole (%.60s)", a.cut))
	}
	body, err := coding.Decompress(a.body, strings.Join(a.header["Content-Encoding"], ","), limit)
	if err == nil && bytes.HasPrefix(body, []byte(coding.GzipMagic)) { // as a file it was compressed, too
		body, err = coding.Gunzip(body, limit)
	}
	switch {
	case errors.Is(err, coding.ErrTooLarge):
		return fail(page.TooLarge, err)
	case err != nil:
		return fail(page.Unparseable, err)
	}
	if sniff.IsPacked(media, a.url) {
		media = ""
	}
	if media == "" {
		if media, _ = sniff.Content(body); !sniff.IsText(media) {
			return fail(page.NotHTML, fmt.Errorf("it has no media type and looks like %s", media))
		}
	} else if found, _ := sniff.Content(body); sniff.IsHTML(media) && sniff.IsData(found) {
		return fail(page.NotHTML, fmt.Errorf("it is said to be %s and looks like %s", media, found))
	}
	p := newPage(body, media, a.header.Get("Content-Type"))
	p.URL, p.Requested, p.Status, p.FetchedAt, p.Source = a.url, requested, a.status, a.date, a.source
	p.Relations, p.Language = page.ParseLinkHeader(a.header["Link"]), contentLanguage(a.header["Content-Language"])
	return p, nil
}

// contentLanguage gives the language of a document by its header. Of several (RFC 9110,
// §8.5) none is that of the document, as HTML has it (§3.2.6.2).
func contentLanguage(fields []string) string {
	tag := strings.TrimSpace(strings.Join(fields, ","))
	if strings.ContainsAny(tag, ", ") || len(tag) > maxLanguage {
		return ""
	}
	return tag
}

// maxLanguage is the length of the longest registered language tag, in bytes (RFC 5646, §4.4.1).
const maxLanguage = 35

// newPage makes a page of a body that is known to be text.
func newPage(body []byte, media, contentType string) *page.Page {
	p := &page.Page{ContentType: media}
	p.Body, p.Charset = charset.UTF8(body, contentType)
	if sniff.IsHTML(media) {
		p.Body, p.Cut = page.Cut(p.Body)
	}
	return p
}

// answerOf reads the answer that an archived record holds. Records that hold
// none (requests, information about the crawl, other protocols) give false.
func answerOf(rec warc.Record) (*answer, bool) {
	url, err := page.Normalize(rec.URL)
	if err != nil {
		return nil, false
	}
	a := &answer{url: url, cut: rec.Header.Get("WARC-Truncated"), date: rec.Date}
	media := sniff.MediaType(rec.Header.Get("Content-Type"))
	switch {
	case rec.Type == "metadata" && media == "application/warc-fields":
		budget := warc.MaxFields
		fields, err := warc.ReadFields(bufio.NewReader(io.MultiReader(bytes.NewReader(rec.Block), strings.NewReader("\r\n\r\n"))), &budget)
		if err != nil {
			return nil, false
		}
		a.reason, a.cause = page.Reason(fields.Get(failureField)), fields.Get(causeField)
		return a, a.reason != ""
	case rec.Type == "response" && (media == "application/http" || media == ""):
		err := a.readHTTP(rec.Block)
		return a, err == nil
	case rec.Type == "resource":
		a.status, a.body = http.StatusOK, rec.Block
		a.header = textproto.MIMEHeader{"Content-Type": {rec.Header.Get("Content-Type")}}
		return a, true
	}
	return nil, false
}

// readHTTP reads the HTTP answer of a response record. The length that its
// header claims is that of the transfer and not asked for: the block is all.
func (a *answer) readHTTP(block []byte) error {
	br := bufio.NewReader(bytes.NewReader(block))
	budget := warc.MaxFields
	line, err := warc.ReadLine(br, &budget)
	if err != nil {
		return coding.NoEOF(err)
	}
	proto, rest, _ := strings.Cut(line, " ")
	code, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
	if a.status, err = strconv.Atoi(code); err != nil || !strings.HasPrefix(proto, "HTTP/") || !httpbody.IsFinal(a.status) {
		return fmt.Errorf("status line %.40q", line)
	}
	if a.header, err = warc.ReadFields(br, &budget); err != nil {
		return err
	}
	a.body = block[warc.MaxFields-budget:]
	if strings.EqualFold(a.header.Get("Transfer-Encoding"), "chunked") {
		// Some crawlers keep the chunks, some only the header field.
		if whole, err := io.ReadAll(httputil.NewChunkedReader(bytes.NewReader(a.body))); err == nil {
			a.body = whole
		}
	}
	return nil
}

// addValidators makes a request conditional: the server is to send the page only if it
// differs from a. Validators (RFC 9110 §8.8) are sent back unchanged; one that is no valid
// field value is left out.
func (a *answer) addValidators(header http.Header) {
	if a == nil || a.status < 200 || a.status > 299 {
		return
	}
	if tag := a.header.Get("ETag"); strings.HasSuffix(tag, `"`) && isFieldValue(tag) {
		header.Set("If-None-Match", tag)
	}
	if date := a.header.Get("Last-Modified"); date != "" && isFieldValue(date) {
		if _, err := http.ParseTime(date); err == nil {
			header.Set("If-Modified-Since", date)
		}
	}
}

// sameContent reports whether two answers make the same page: body, status and the
// header fields that a page depends on are equal, while dates and tags may differ.
func (a *answer) sameContent(b *answer) bool {
	if a.status != b.status || a.cut != b.cut || !bytes.Equal(a.body, b.body) {
		return false
	}
	for _, field := range []string{"Content-Type", "Content-Encoding", "Location"} {
		if a.header.Get(field) != b.header.Get(field) {
			return false
		}
	}
	return slices.Equal(page.ParseLinkHeader(a.header["Link"]), page.ParseLinkHeader(b.header["Link"]))
}

func isFieldValue(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < ' ' || s[i] == 0x7f {
			return false
		}
	}
	return true
}
