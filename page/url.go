package page

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
)

// MaxURL is the longest URL, in bytes, that is taken for one. RFC 9110 asks
// for at least 8,000 octets to be supported.
const MaxURL = 8192

// Normalize gives the normal form of an absolute http or https URL, which it
// reads as browsers do (WHATWG, URL): lower-case scheme and host, host in
// punycode, no default port, no user information, no fragment, no dot segments,
// percent-encoding in upper case and only where it is needed. The query keeps
// its order and its empty parts, since a site may depend on them. Equal normal
// forms are one page; Normalize is idempotent.
//
// Normalize goes further than browsers where no server makes a difference: escaped
// letters and digits are decoded, a percent sign that begins no escape is escaped, and a
// final dot of the host is dropped. A host with characters that no host name has is an
// error.
func Normalize(raw string) (string, error) { return (*location)(nil).resolve(raw) }

// Resolve gives the normal form of the reference ref as found on the page at
// base, which is a normal URL.
// Errors are those of [Normalize]. Cost: linear.
func Resolve(base, ref string) (string, error) {
	at, err := locate(base)
	if err != nil {
		return "", err
	}
	return at.resolve(ref)
}

// location is a normal URL that references are relative to; nil is none.
type location struct {
	url     string            // without the query
	root    int               // length of its scheme and host
	dir     int               // length up to its last slash
	query   string            // with the question mark
	charset *encoding.Encoder // of the queries of references, nil for UTF-8
}

// locate takes a normal URL apart.
func locate(normal string) (*location, error) {
	host := Host(normal)
	at := &location{url: normal, root: strings.Index(normal, "://") + len("://") + len(host)}
	if i := strings.IndexByte(normal, '?'); i >= 0 {
		at.url, at.query = normal[:i], normal[i:]
	}
	if at.dir = strings.LastIndexByte(at.url, '/') + 1; host == "" || at.dir <= at.root {
		return nil, fmt.Errorf("base URL %.100q is not normal", normal)
	}
	return at, nil
}

// encode sets the character set that the page at the location came in, by a
// name of the WHATWG's encoding standard. Queries are never in UTF-16.
func (at *location) encode(name string) {
	e, err := htmlindex.Get(name)
	if name, _ := htmlindex.Name(e); err == nil && !strings.HasPrefix(name, "utf-") && name != "replacement" {
		at.charset = e.NewEncoder()
	}
}

// scheme gives that of the URL, "" if there is none.
func (at *location) scheme() string {
	if at == nil {
		return ""
	}
	return at.url[:strings.IndexByte(at.url, ':')]
}

var (
	errScheme  = errors.New("not http or https")
	errTooLong = fmt.Errorf("longer than %d bytes", MaxURL)
)

// resolve gives the normal form of a reference.
func (at *location) resolve(ref string) (string, error) {
	u, err := at.join(ref)
	if err != nil {
		return "", fmt.Errorf("URL %.100q: %w", withoutUser(ref), err)
	}
	return u, nil
}

// join does the same, with an error that does not name the reference.
func (at *location) join(ref string) (string, error) {
	if len(ref) > MaxURL {
		return "", errTooLong
	}
	var room [256]byte
	out, err := at.append(room[:0], trimURL(ref))
	if err != nil {
		return "", err
	}
	if len(out) > MaxURL { // by its escapes
		return "", errTooLong
	}
	return string(out), nil
}

// trimURL removes what surrounds a URL or is ignored within it.
func trimURL(s string) string {
	for s != "" && s[0] <= ' ' {
		s = s[1:]
	}
	for s != "" && s[len(s)-1] <= ' ' {
		s = s[:len(s)-1]
	}
	for i := 0; i < len(s); i++ {
		if c := s[i]; c == '\t' || c == '\n' || c == '\r' {
			return strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(s)
		}
	}
	return s
}

// withoutUser gives a URL as it may stand in an error: without user and password.
func withoutUser(s string) string {
	end := strings.IndexAny(s, "?#")
	if end < 0 {
		end = len(s)
	}
	if i := strings.LastIndexByte(s[:end], '@'); i >= 0 {
		return "..." + s[i:]
	}
	return s
}

// append appends the normal form of a reference to nothing, by the steps of the
// standard's basic URL parser for the two schemes that there are here.
func (at *location) append(out []byte, ref string) ([]byte, error) {
	scheme, rest := cutScheme(ref)
	slashes := 0
	for slashes < len(rest) && isSlash(rest[slashes]) {
		slashes++
	}
	switch {
	case scheme == "":
		scheme = at.scheme()
	case scheme != "http" && scheme != "https":
		return nil, errScheme
	}
	if scheme == "" {
		return nil, errScheme
	}
	if scheme == at.scheme() && slashes < 2 {
		out, rest = at.appendRelative(out, rest)
		return at.appendQuery(out, rest), nil
	}
	rest = rest[slashes:]
	end := strings.IndexAny(rest, `/\?#`)
	if end < 0 {
		end = len(rest)
	}
	out = append(append(out, scheme...), "://"...)
	out, err := appendHost(out, scheme, rest[:end])
	if err != nil {
		return nil, err
	}
	out, rest = appendPath(out, rest[end:])
	return at.appendQuery(out, rest), nil
}

// cutScheme takes the scheme from a reference, in lower case; "" if it has none.
func cutScheme(ref string) (scheme, rest string) {
	for i := 0; i < len(ref); i++ {
		switch c := ref[i]; {
		case 'a' <= c|0x20 && c|0x20 <= 'z':
		case i > 0 && ('0' <= c && c <= '9' || c == '+' || c == '-' || c == '.'):
		case i > 0 && c == ':':
			return strings.ToLower(ref[:i]), ref[i+1:]
		default:
			return "", ref
		}
	}
	return "", ref
}

// appendRelative appends a reference without a host up to its query, and gives
// the rest.
func (at *location) appendRelative(out []byte, ref string) ([]byte, string) {
	switch {
	case ref == "" || ref[0] == '#':
		return append(append(out, at.url...), at.query...), ""
	case ref[0] == '?':
		return append(out, at.url...), ref
	case isSlash(ref[0]):
		return appendPath(append(out, at.url[:at.root]...), ref)
	}
	return appendSegments(append(out, at.url[:at.dir]...), at.root, ref)
}

// appendPath appends a path to scheme and host, and gives the rest behind it.
// An empty path is "/".
func appendPath(out []byte, path string) ([]byte, string) {
	root := len(out)
	if path != "" && isSlash(path[0]) {
		path = path[1:]
	}
	return appendSegments(append(out, '/'), root, path)
}

func isSlash(c byte) bool { return c == '/' || c == '\\' }

// appendSegments appends the segments of a path, up to its end, where a query
// or a fragment may follow, to a URL that ends in a slash and of which the path
// begins at root. Empty segments stay, as some servers tell them.
func appendSegments(out []byte, root int, path string) (joined []byte, rest string) {
	start := len(out) // of the segment
	for {
		end := 0
		for end < len(path) && !delimits[path[end]] {
			end++
		}
		out = appendEscaped(out, path[:end], &pathSafe)
		slash := end < len(path) && isSlash(path[end])
		switch string(out[start:]) {
		case ".":
			out = out[:start]
		case "..":
			for start > root+1 {
				if start--; out[start-1] == '/' {
					break
				}
			}
			out = out[:start]
		default:
			if slash {
				out = append(out, '/')
			}
		}
		if !slash {
			return out, path[end:]
		}
		path, start = path[end+1:], len(out)
	}
}

// appendQuery appends the query that a rest begins with, if it does.
func (at *location) appendQuery(out []byte, rest string) []byte {
	rest, _, _ = strings.Cut(rest, "#")
	if rest == "" {
		return out
	}
	out = append(out, '?')
	rest = rest[1:]
	for at != nil && at.charset != nil {
		from := strings.IndexFunc(rest, func(r rune) bool { return r >= utf8.RuneSelf })
		if from < 0 {
			break
		}
		out = appendEscaped(out, rest[:from], &querySafe)
		rest = rest[from:]
		end := strings.IndexFunc(rest, func(r rune) bool { return r < utf8.RuneSelf })
		if end < 0 {
			end = len(rest)
		}
		out = at.appendEncoded(out, rest[:end])
		rest = rest[end:]
	}
	return appendEscaped(out, rest, &querySafe)
}

// appendEncoded appends a text in the location's character set. A character
// that is not in it becomes a numeric reference, as in a form.
func (at *location) appendEncoded(out []byte, text string) []byte {
	if encoded, err := at.charset.String(text); err == nil {
		return appendEscaped(out, encoded, &querySafe)
	}
	for _, r := range text {
		if encoded, err := at.charset.String(string(r)); err == nil {
			out = appendEscaped(out, encoded, &querySafe)
		} else {
			out = append(strconv.AppendInt(append(out, "%26%23"...), int64(r), 10), "%3B"...)
		}
	}
	return out
}

// characters is a set of ASCII characters.
type characters [256]bool

func charactersOf(s string) (set characters) {
	for i := 0; i < len(s); i++ {
		set[s[i]] = true
	}
	return set
}

// delimits has what a segment of a path ends at.
var delimits = charactersOf(`/\?#`)

// What is not escaped: of a path less than browsers leave, as servers take both
// for the same; of a query what they do ("'" is escaped in those of http).
const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~"

var (
	unreserved = charactersOf(letters)
	pathSafe   = charactersOf(letters + "!$&'()*+,;=:@/")
	querySafe  = charactersOf(letters + "!$&()*+,;=:@/?|{}^`\\[]")
)

// appendEscaped appends s with escapes in upper case, escapes of unreserved
// characters decoded, and what is not safe escaped.
func appendEscaped(out []byte, s string, safe *characters) []byte {
	const hex = "0123456789ABCDEF"
	for {
		n := 0
		for n < len(s) && safe[s[n]] {
			n++
		}
		out = append(out, s[:n]...)
		if n == len(s) {
			return out
		}
		c, width := s[n], 1
		if c == '%' && isEscape(s[n:]) {
			c, width = unhex(s[n+1])<<4|unhex(s[n+2]), 3
		}
		s = s[n+width:]
		if width == 3 && unreserved[c] {
			out = append(out, c)
		} else {
			out = append(out, '%', hex[c>>4], hex[c&15])
		}
	}
}
