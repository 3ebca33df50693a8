package urlcluster

import (
	"net/url"
	"strings"
)

// parts is a URL as the vector whose Hamming distance is Algorithm 1: protocol,
// query, reference, then the path parts. A vector is followed by endlessly many
// empty parts, so that surplus parts differ from what is not there.
type parts struct {
	authority string
	vector    []string
}

const fixedParts = 3

func split(raw string) parts {
	return splitInto(make([]string, 0, fixedParts+strings.Count(raw, "/")), raw)
}

// splitInto is [split] with the vector in the memory of buf if it has enough.
func splitInto(buf []string, raw string) parts {
	if p, ok := splitPlain(buf, raw); ok {
		return p
	}
	return splitAny(buf, raw)
}

func splitAny(buf []string, raw string) parts {
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" {
		return parts{authority: "\x00" + raw, vector: append(buf[:0], "", "", "")}
	}
	p := parts{authority: strings.ToLower(u.Host), vector: append(buf[:0], strings.ToLower(u.Scheme), u.RawQuery, u.EscapedFragment())}
	p.path(u.EscapedPath())
	return p
}

func (p *parts) path(path string) {
	for path != "" {
		part, rest, _ := strings.Cut(path, "/")
		if part != "" {
			p.vector = append(p.vector, part)
		}
		path = rest
	}
}

// splitPlain splits URLs as nearly all are, five times as fast as net/url and
// without memory of its own: http or https, a host in lower case without user
// and port, a path of characters that need no second thought, no reference.
// A fuzz test holds the two ways equal.
func splitPlain(buf []string, raw string) (parts, bool) {
	const http, https = "http://", "https://"
	scheme := len(http)
	if !strings.HasPrefix(raw, http) {
		if !strings.HasPrefix(raw, https) {
			return parts{}, false
		}
		scheme = len(https)
	}
	i := scheme
	for i < len(raw) && class[raw[i]]&hostByte != 0 {
		i++
	}
	host := i
	if host == scheme || host < len(raw) && raw[host] != '/' && raw[host] != '?' {
		return parts{}, false
	}
	for i < len(raw) && class[raw[i]]&pathByte != 0 {
		i++
	}
	path, query := raw[host:i], ""
	if i < len(raw) {
		if raw[i] != '?' {
			return parts{}, false
		}
		query = raw[i+1:]
		for j := range len(query) {
			if class[query[j]]&queryByte == 0 {
				return parts{}, false
			}
		}
	}
	p := parts{authority: raw[scheme:host], vector: append(buf[:0], raw[:scheme-len("://")], query, "")}
	p.path(path)
	return p, true
}

const (
	hostByte = 1 << iota
	pathByte
	queryByte
)

// class says in which parts of a URL that [splitPlain] splits a byte may occur.
var class = func() (c [256]byte) {
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

func (p parts) distance(q parts) int {
	a, b := p.vector, q.vector
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
