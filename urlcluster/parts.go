package urlcluster

import (
	"net/url"
	"strings"
)

// urlVector is a URL as the vector whose Hamming distance is Algorithm 1: protocol,
// query, reference, then the parts of the path. A shorter vector counts as if filled up
// with empty parts, so that surplus parts of the longer one differ.
type urlVector struct {
	authority string
	parts     []string
}

// fixedParts is the number of parts before the path.
const fixedParts = 3

func split(raw string) urlVector {
	return splitInto(make([]string, 0, fixedParts+strings.Count(raw, "/")), raw)
}

// splitInto is [split] with the vector in the memory of buf if it has enough.
func splitInto(buf []string, raw string) urlVector {
	if p, ok := splitPlain(buf, raw); ok {
		return p
	}
	return splitAny(buf, raw)
}

func splitAny(buf []string, raw string) urlVector {
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" {
		return urlVector{authority: "\x00" + raw, parts: append(buf[:0], "", "", "")}
	}
	p := urlVector{authority: strings.ToLower(u.Host), parts: append(buf[:0], strings.ToLower(u.Scheme), u.RawQuery, u.EscapedFragment())}
	p.addPath(u.EscapedPath())
	return p
}

func (p *urlVector) addPath(path string) {
	for path != "" {
		part, rest, _ := strings.Cut(path, "/")
		if part != "" {
			p.parts = append(p.parts, part)
		}
		path = rest
	}
}

// splitPlain splits plain URLs, as nearly all are, five times as fast as net/url and
// without allocating: http or https, a host in lower case without user and port, a path
// of characters that are never escaped, no reference. ok is false for other URLs. A fuzz
// test compares it with splitAny.
func splitPlain(buf []string, raw string) (urlVector, bool) {
	const http, https = "http://", "https://"
	scheme := len(http)
	if !strings.HasPrefix(raw, http) {
		if !strings.HasPrefix(raw, https) {
			return urlVector{}, false
		}
		scheme = len(https)
	}
	i := scheme
	for i < len(raw) && byteClasses[raw[i]]&hostByte != 0 {
		i++
	}
	host := i
	if host == scheme || host < len(raw) && raw[host] != '/' && raw[host] != '?' {
		return urlVector{}, false
	}
	for i < len(raw) && byteClasses[raw[i]]&pathByte != 0 {
		i++
	}
	path, query := raw[host:i], ""
	if i < len(raw) {
		if raw[i] != '?' {
			return urlVector{}, false
		}
		query = raw[i+1:]
		for j := range len(query) {
			if byteClasses[query[j]]&queryByte == 0 {
				return urlVector{}, false
			}
		}
	}
	p := urlVector{authority: raw[scheme:host], parts: append(buf[:0], raw[:scheme-len("://")], query, "")}
	p.addPath(path)
	return p, true
}

const (
	hostByte = 1 << iota
	pathByte
	queryByte
)

// byteClasses has, for each byte, the parts of a plain URL in which it may occur.
var byteClasses = func() (c [256]byte) {
	for b := range c {
		r := byte(b)
		lower, digit := 'a' <= r && r <= 'z', '0' <= r && r <= '9'
		if lower || digit || r == '.' || r == '-' {
			c[b] |= hostByte
		}
		if lower || digit || 'A' <= r && r <= 'Z' || strings.IndexByte("/-_.~!$&'()*+,;=:@", r) >= 0 {
			c[b] |= pathByte
		}
		if r > ' ' && r != '#' && r < 0x7f {
			c[b] |= queryByte
		}
	}
	return c
}()

func (p urlVector) distance(q urlVector) int {
	a, b := p.parts, q.parts
	if len(a) > len(b) {
		a, b = b, a
	}
	d := len(b) - len(a)
	for i, part := range a {
		if part != b[i] {
			d++
		}
	}
	return d
}
