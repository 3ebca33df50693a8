package page

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"path"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"
)

// MaxURL is the longest URL, in bytes, that is taken for one. RFC 9110 asks
// for at least 8,000 octets to be supported.
const MaxURL = 8192

// Normalize gives the normal form of an absolute http or https URL: lower-case
// scheme and host, host in punycode, no default port, no user information, no
// fragment, no dot segments, percent-encoding in upper case and only where it
// is needed. The query keeps its order and its empty parts, since a site may
// depend on them. Equal normal forms are one page; Normalize is idempotent.
func Normalize(raw string) (string, error) {
	u, err := parse(raw)
	if err != nil {
		return "", err
	}
	return normal(u)
}

// Resolve gives the normal form of the reference ref as found on the page at
// base, which is a normal URL.
func Resolve(base, ref string) (string, error) {
	b, err := url.Parse(base)
	if err != nil {
		return "", fmt.Errorf("base URL %.100q: %w", base, err)
	}
	return resolve(b, ref)
}

func resolve(base *url.URL, ref string) (string, error) {
	u, err := parse(ref)
	if err != nil {
		return "", err
	}
	if u.Opaque != "" && u.Scheme != "" {
		return "", fmt.Errorf("%.100q: not http or https", ref)
	}
	return normal(base.ResolveReference(u))
}

// parse reads a URL as a browser would where net/url is stricter: white space
// around and control characters within are dropped, a backslash before the
// query is a slash, and a percent sign that starts no escape is itself.
func parse(raw string) (*url.URL, error) {
	if len(raw) > MaxURL {
		return nil, fmt.Errorf("URL of %d bytes (%.60q...): longer than %d", len(raw), raw, MaxURL)
	}
	if !utf8.ValidString(raw) {
		raw = strings.ToValidUTF8(raw, "\uFFFD")
	}
	raw = strings.TrimFunc(raw, func(r rune) bool { return r <= ' ' })
	var b strings.Builder
	inPath := true
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case c < ' ' || c == 0x7f:
		case c == '%' && !isEscape(raw[i:]):
			b.WriteString("%25")
		case c == '\\' && inPath:
			b.WriteByte('/')
		case c == '?' || c == '#':
			inPath = false
			b.WriteByte(c)
		default:
			b.WriteByte(c)
		}
	}
	u, err := url.Parse(b.String())
	if err != nil {
		return nil, fmt.Errorf("URL %.100q: %w", raw, errors.Unwrap(err))
	}
	return u, nil
}

func isEscape(s string) bool { return len(s) >= 3 && isHex(s[1]) && isHex(s[2]) }

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

func normal(u *url.URL) (string, error) {
	scheme := strings.ToLower(u.Scheme)
	if scheme != "http" && scheme != "https" {
		return "", fmt.Errorf("URL %.100q: not http or https", u.Redacted())
	}
	host, err := normalHost(u.Hostname())
	if err != nil {
		return "", fmt.Errorf("URL %.100q: %w", u.Redacted(), err)
	}
	if port := strings.TrimLeft(u.Port(), "0"); port != "" {
		n, err := strconv.ParseUint(port, 10, 16)
		if err != nil {
			return "", fmt.Errorf("URL %.100q: port %.20q is out of range", u.Redacted(), port)
		}
		if !(scheme == "http" && n == 80 || scheme == "https" && n == 443) {
			host += ":" + port
		}
	}
	var b strings.Builder
	b.Grow(len(scheme) + len(host) + len(u.Path) + len(u.RawQuery) + 8)
	b.WriteString(scheme)
	b.WriteString("://")
	b.WriteString(host)
	writeEscaped(&b, cleanPath(u.EscapedPath()), pathSafe)
	if u.RawQuery != "" || u.ForceQuery {
		b.WriteByte('?')
		writeEscaped(&b, u.RawQuery, querySafe)
	}
	if b.Len() > MaxURL {
		return "", fmt.Errorf("URL %.60q...: longer than %d bytes once escaped", b.String(), MaxURL)
	}
	return b.String(), nil
}

// normalHost lower-cases a host, maps it to punycode and drops its final dot.
// Names that are in use but not valid IDNA (with an underscore, say) stay.
func normalHost(host string) (string, error) {
	host = strings.TrimRight(strings.ToLower(host), ".")
	if host == "" {
		return "", errors.New("no host")
	}
	if addr, err := netip.ParseAddr(host); err == nil {
		if addr.Is6() {
			return "[" + addr.String() + "]", nil
		}
		return addr.String(), nil
	}
	ascii, err := idna.Lookup.ToASCII(host)
	if err != nil {
		ascii = host
	}
	for i := 0; i < len(ascii); i++ {
		c := ascii[i]
		if !(c == '-' || c == '.' || c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z') {
			return "", fmt.Errorf("host %.60q is not a host name", host)
		}
	}
	return ascii, nil
}

// cleanPath resolves dot segments and leaves doubled slashes, which are
// different resources to some servers, alone. An empty path is "/".
func cleanPath(p string) string {
	if p == "" || p[0] != '/' {
		p = "/" + p
	}
	if !strings.Contains(p, "/.") && !strings.Contains(p, "%2e") && !strings.Contains(p, "%2E") {
		return p
	}
	var out []string
	parts := strings.Split(p[1:], "/")
	for i, part := range parts {
		dots := strings.ReplaceAll(strings.ReplaceAll(part, "%2e", "."), "%2E", ".")
		last := i == len(parts)-1
		switch dots {
		case ".":
			if last {
				out = append(out, "")
			}
		case "..":
			out = out[:max(0, len(out)-1)]
			if last {
				out = append(out, "")
			}
		default:
			out = append(out, part)
		}
	}
	return "/" + strings.Join(out, "/")
}

const (
	pathSafe  = "-._~!$&'()*+,;=:@/"
	querySafe = "-._~!$&()*+,;=:@/?|{}^`\\[]" // as browsers send them; "'" is escaped by them in queries of http(s)
)

// writeEscaped writes s with escapes in upper case, escapes of unreserved
// characters decoded, and characters outside safe escaped.
func writeEscaped(b *strings.Builder, s, safe string) {
	const hex = "0123456789ABCDEF"
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '%' && isEscape(s[i:]):
			v := unhex(s[i+1])<<4 | unhex(s[i+2])
			if isUnreserved(v) {
				b.WriteByte(v)
			} else {
				b.WriteByte('%')
				b.WriteByte(hex[v>>4])
				b.WriteByte(hex[v&15])
			}
			i += 2
		case isUnreserved(c) || strings.IndexByte(safe, c) >= 0:
			b.WriteByte(c)
		default:
			b.WriteByte('%')
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
		}
	}
}

func isUnreserved(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("-._~", c) >= 0
}

func unhex(c byte) byte {
	switch {
	case c <= '9':
		return c - '0'
	case c <= 'F':
		return c - 'A' + 10
	default:
		return c - 'a' + 10
	}
}

// Host gives the host with its port of a normal URL, "" for anything else.
func Host(normal string) string {
	_, rest, ok := strings.Cut(normal, "://")
	if !ok {
		return ""
	}
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		rest = rest[:i]
	}
	return rest
}

// Site names the site of a normal URL: its host without a leading "www.".
func Site(normal string) string { return strings.TrimPrefix(Host(normal), "www.") }

// Domain names the registrable domain of a normal URL by the public suffix
// list ("shop.example.co.uk" is of "example.co.uk"), or its host where the
// list has no answer. It is the wide reading of "same site".
func Domain(normal string) string {
	host := Host(normal)
	name := host
	if i := strings.LastIndexByte(name, ':'); i >= 0 && !strings.HasSuffix(name, "]") {
		name = name[:i]
	}
	if d, err := publicsuffix.EffectiveTLDPlusOne(name); err == nil {
		return d
	}
	return host
}

// Dir gives the normal URL of the directory that a normal URL stands in, with
// its trailing slash and without query; of a directory that is itself.
func Dir(normal string) string {
	head, rest, ok := strings.Cut(normal, "://")
	if !ok {
		return normal
	}
	if i := strings.IndexAny(rest, "?#"); i >= 0 {
		rest = rest[:i]
	}
	host, p, _ := strings.Cut(rest, "/")
	dir, _ := path.Split("/" + p)
	return head + "://" + host + dir
}

// Term is a URL term of SSUP 2019, Definition 4.1: a subtoken and the position
// of its token, from 1 on. The number of tokens is a term without subtoken.
type Term struct {
	Position int
	Subtoken string
}

func (t Term) String() string {
	if t.Subtoken == "" {
		return "size_" + strconv.Itoa(t.Position)
	}
	return "pos" + strconv.Itoa(t.Position) + "_" + t.Subtoken
}

// Terms gives the names of a URL's terms: see [AppendTerms].
func Terms(rawURL string) []string {
	terms := AppendTerms(make([]Term, 0, 12), rawURL)
	names := make([]string, len(terms))
	for i, t := range terms {
		names[i] = t.String()
	}
	return names
}

// AppendTerms appends the URL terms of SSUP 2019, Definition 4.1: the sequence
// of tokens is what stands between "/", "?" and "&"; each token gives its
// subtokens (runs of letters or of digits) with the token's position, and the
// number of tokens gives the last term. The scheme is no token, the host is the
// first, empty tokens are dropped. The terms are distinct and in the order of
// the URL. Cost: linear in the URL.
func AppendTerms(terms []Term, rawURL string) []Term {
	rest := rawURL
	if i := strings.Index(rest, "://"); i >= 0 {
		rest = rest[i+3:]
	}
	size := 0
	for rest != "" {
		end := 0
		for end < len(rest) && rest[end] != '/' && rest[end] != '?' && rest[end] != '&' {
			end++
		}
		token := rest[:end]
		rest = rest[min(end+1, len(rest)):]
		if token == "" {
			continue
		}
		size++
		terms = appendSubtokens(terms, size, unescape(token))
	}
	return append(terms, Term{Position: size})
}

// unescape decodes a token's percent-escapes. Escapes that decode to no UTF-8
// stay as they are.
func unescape(token string) string {
	if strings.IndexByte(token, '%') < 0 {
		return token
	}
	b := make([]byte, 0, len(token))
	for i := 0; i < len(token); i++ {
		if token[i] == '%' && isEscape(token[i:]) {
			b = append(b, unhex(token[i+1])<<4|unhex(token[i+2]))
			i += 2
			continue
		}
		b = append(b, token[i])
	}
	if !utf8.Valid(b) {
		return token
	}
	return string(b)
}

// appendSubtokens splits a token at what is neither letter nor digit and at
// each change between the two, and appends those that are not there yet.
func appendSubtokens(terms []Term, position int, token string) []Term {
	const other, letter, digit = 0, 1, 2
	first := len(terms)
	var many map[string]bool
	add := func(sub string) {
		switch of := terms[first:]; {
		case many[sub]:
			return
		case len(of) > fewSubtokens: // too many to be compared one by one
			if many == nil {
				many = make(map[string]bool)
				for _, t := range of {
					many[t.Subtoken] = true
				}
			}
			if many[sub] {
				return
			}
			many[sub] = true
		default:
			for _, t := range of {
				if t.Subtoken == sub {
					return
				}
			}
		}
		terms = append(terms, Term{position, sub})
	}
	start, kind := 0, other
	for i, r := range token {
		k := other
		switch {
		case unicode.IsLetter(r) || kind == letter && unicode.IsMark(r):
			k = letter
		case unicode.IsDigit(r):
			k = digit
		}
		if k == kind {
			continue
		}
		if kind != other {
			add(token[start:i])
		}
		start, kind = i, k
	}
	if kind != other {
		add(token[start:])
	}
	return terms
}

const fewSubtokens = 32
