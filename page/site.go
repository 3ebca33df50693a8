package page

import (
	"path"
	"strings"

	"golang.org/x/net/publicsuffix"
)

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
