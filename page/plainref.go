package page

import (
	"net/url"
	"strings"
)

// directory is where plain references start from: those that nearly all links
// are, paths of letters and digits, and fragments. They need none of the care
// that [Resolve] takes, which costs as much as the parse of a page does. The
// zero value resolves none.
type directory struct {
	self string // the URL that stands in it
	root string // scheme and host
	path string // from the root, with a slash at both ends
}

// plainBase gives the directory of a base URL, none if the URL is not normal.
func plainBase(base *url.URL) directory {
	u, err := normal(base)
	if err != nil || u != base.String() || strings.Count(u, "//") > 1 {
		return directory{}
	}
	dir := Dir(u)
	at := len(u) - len(base.RequestURI())
	return directory{u, dir[:at], dir[at:]}
}

// resolve gives what [Resolve] does, if ref is plain.
func (d directory) resolve(ref string) (string, bool) {
	if d.root == "" || len(ref)+len(d.path)+len(d.root) > MaxURL {
		return "", false
	}
	if strings.HasPrefix(ref, "#") {
		return d.self, true
	}
	dir := d.path
	for strings.HasPrefix(ref, "../") && len(dir) > 1 {
		dir = dir[:strings.LastIndexByte(dir[:len(dir)-1], '/')+1]
		ref = ref[len("../"):]
	}
	end := plainLength(ref)
	if end == 0 {
		return "", false
	}
	if ref[0] == '/' {
		if len(dir) < len(d.path) { // "..//"
			return "", false
		}
		dir = ""
	}
	return d.root + dir + ref[:end], true
}

// plainLength is the length of a reference without its fragment, 0 if it is not
// plain: it consists of parts that do not begin with a dot, and perhaps a query.
func plainLength(ref string) int {
	query := false
	last := byte(0)
	for i := 0; i < len(ref); i++ {
		switch c := ref[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '-', c == '_':
		case c == '.' && (query || i > 0 && last != '/'):
		case c == '/' && !query && last != '/':
		case c == '?' && !query && i > 0 && i+1 < len(ref) && ref[i+1] != '#':
			query = true
		case (c == '=' || c == '&') && query:
		case c == '#':
			return i
		default:
			return 0
		}
		last = ref[i]
	}
	return len(ref)
}
