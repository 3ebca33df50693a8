// Package urlparts takes the URLs of one site apart, so that those of one kind of
// page can be told by what they have in common: folders, the name, the file
// extension, the names of the query.
package urlparts

import (
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Form is what URLs of one kind of page have in common before anything is
// known of the site: the number of path parts, the file extension, the names of
// the query.
type Form struct {
	Depth int    // parts of the path before the name
	Ext   string // with its dot
	Query string // names in alphabetic order, joined by "&"
}

// AnyDepth is the form without the number of path parts.
func (s Form) AnyDepth() Form {
	s.Depth = 0
	return s
}

// Parts is a URL taken apart.
type Parts struct {
	Dirs  []string    // all path parts but the last; those of a date, as in /2014/09/name, are one, [Date]
	Name  string      // last path part without extension
	Ext   string      // with its dot
	Query [][2]string // names and values in alphabetic order
	Form  Form
}

// Split takes a normal URL apart; of a string that is no URL it gives
// nothing.
func Split(raw string) (a Parts) {
	a.Split(raw)
	return a
}

// Split makes a the parts of a URL, as the function does, reusing the memory of the URL that a held before.
func (a *Parts) Split(raw string) {
	*a = Parts{Dirs: a.Dirs[:0], Query: a.Query[:0]}
	_, rest, _ := strings.Cut(raw, "://")
	location, query, _ := strings.Cut(rest, "?")
	_, location, _ = strings.Cut(location, "/")
	for part := range strings.SplitSeq(location, "/") { // an escaped slash is part of a name: RFC 3986, §2.2
		if strings.IndexByte(part, '%') >= 0 {
			var err error
			if part, err = url.PathUnescape(part); err != nil {
				a.Dirs = a.Dirs[:0]
				return
			}
		}
		if part != "" {
			a.Dirs = append(a.Dirs, part)
		}
	}
	folder := location == "" || location[len(location)-1] == '/'
	if n := len(a.Dirs); n > 1 && !folder && IsIndex(a.Dirs[n-1]) { // the page that a server sends for the directory
		a.Dirs, folder = a.Dirs[:n-1], true
	}
	if n := len(a.Dirs); n > 0 {
		a.Name = a.Dirs[n-1]
		a.Dirs = a.Dirs[:n-1]
		if space, rest, ok := namespace(a.Name); ok {
			a.Dirs, a.Name = append(a.Dirs, space), rest
		}
		a.Dirs = dated(a.Dirs)
		if !folder {
			if ext := path.Ext(a.Name); isExtension(ext) {
				a.Name, a.Ext = strings.TrimSuffix(a.Name, ext), ext
			}
		}
	}
	a.Form = Form{Depth: len(a.Dirs), Ext: a.Ext}
	if query == "" {
		return
	}
	names := make([]string, 0, 4)
	for part := range strings.FieldsFuncSeq(query, func(r rune) bool { return r == '&' || r == ';' }) {
		k, v, _ := strings.Cut(part, "=")
		a.Query = append(a.Query, [2]string{k, v})
	}
	slices.SortFunc(a.Query, func(x, y [2]string) int { return slices.Compare(x[:], y[:]) })
	for _, q := range a.Query {
		names = append(names, q[0])
	}
	a.Form.Query = strings.Join(names, "&")
}

// Date stands for directories that are a date. On which day a page was written says nothing of
// its kind, and of one day there are few pages.
const Date = "(date)"

// dated puts [Date] in the place of a year, and of the month and the day that follow it.
func dated(dirs []string) []string {
	from := slices.IndexFunc(dirs, isYear)
	if from < 0 {
		return dirs
	}
	to := from + 1
	for to < len(dirs) && to-from < 3 && isDayOrMonth(dirs[to]) {
		to++
	}
	dirs[from] = Date
	return slices.Delete(dirs, from+1, to)
}

func isYear(dir string) bool {
	return len(dir) == 4 && (strings.HasPrefix(dir, "19") || strings.HasPrefix(dir, "20")) && isDigit(dir[2]) && isDigit(dir[3])
}

func isDayOrMonth(dir string) bool {
	n, err := strconv.Atoi(dir)
	return err == nil && len(dir) <= 2 && n >= 1 && n <= 31
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// IsIndex reports whether a file name is one under which servers look for a
// directory's own page: "index.html", and not "index.method.html".
func IsIndex(name string) bool {
	base, ext, dotted := strings.Cut(strings.ToLower(name), ".")
	return (base == "index" || base == "default") && (!dotted || isExtension("."+ext))
}

// IsHome reports whether a URL is that of a site's front page.
func IsHome(url string) bool {
	a := Split(url)
	return len(a.Dirs) == 0 && len(a.Query) == 0 && (a.Name == "" || IsIndex(a.Name))
}

// namespace splits a name such as "Special:about", as wikis have them: what
// comes before the colon is a directory in another notation. In
// "Blade:_Trinity" and "std::map" it is not.
func namespace(name string) (space, rest string, ok bool) {
	space, rest, ok = strings.Cut(name, ":")
	if !ok || space == "" || rest == "" || strings.ContainsFunc(space, func(r rune) bool { return !unicode.IsLetter(r) }) {
		return "", "", false
	}
	r, _ := utf8.DecodeRuneInString(rest)
	return space + ":", rest, unicode.IsLetter(r) || unicode.IsDigit(r)
}

// isExtension reports whether the end of a name from its last dot on is a file
// extension: one to five letters. In "All_About_Me." and "Miracle_at_St._Anna"
// the dot is part of the name.
func isExtension(ext string) bool {
	return len(ext) > 1 && len(ext) <= 6 && !strings.ContainsFunc(ext[1:], func(r rune) bool { return !unicode.IsLetter(r) })
}

// LastSubtoken is the end of a name from its last separator or digit on: "members" of
// "qlabel-members".
func LastSubtoken(name string) string {
	i := strings.LastIndexFunc(name, func(r rune) bool { return !unicode.IsLetter(r) })
	return name[i+1:]
}

// FirstSubtoken is the beginning of a name that is separated from the rest by a
// separator or by digits: "item" of "item-3" and of "item3".
func FirstSubtoken(name string) string {
	i := strings.IndexFunc(name, func(r rune) bool { return !unicode.IsLetter(r) })
	if i <= 0 {
		return ""
	}
	return name[:i]
}

// CommonBeginning is the longest beginning of all names that is separated from the rest in each, by
// a separator or by digits: "gimp-tool" of "gimp-tool-zoom" and "gimp-tool-crop", "" if there is none.
func CommonBeginning(names []string) string {
	common := names[0]
	for n := len(common); n > 0; n-- {
		if r, _ := utf8.DecodeLastRuneInString(common[:n]); unicode.IsLetter(r) && !slices.ContainsFunc(names, func(name string) bool { return !HasBeginning(name, common[:n]) }) {
			return common[:n]
		}
	}
	return ""
}

// HasBeginning reports whether a name begins so, and the beginning is separated from the rest.
func HasBeginning(name, beginning string) bool {
	rest, ok := strings.CutPrefix(name, beginning)
	r, _ := utf8.DecodeRuneInString(rest)
	return ok && rest != "" && !unicode.IsLetter(r)
}

// NameForm is the form of a name: 9 for digits alone, A or a for an upper or
// lower first letter, 0 for no name, "." for another.
func NameForm(name string) string {
	digits := strings.IndexFunc(name, func(r rune) bool { return !unicode.IsDigit(r) }) < 0
	switch r, _ := utf8.DecodeRuneInString(name); {
	case name == "":
		return "0"
	case digits:
		return "9"
	case unicode.IsUpper(r):
		return "A"
	case unicode.IsLower(r):
		return "a"
	}
	return "."
}
