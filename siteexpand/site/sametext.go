package site

import (
	"hash/maphash"
	"path"
	"strings"

	"golang.org/x/net/html/atom"

	"verde/internal/flathtml"
)

// textSeed is the random seed of the hashes of texts, so that no site can make two pages with one hash.
var textSeed = maphash.MakeSeed()

// sameText gives the page that n is a copy of, n's own if there is none. A copy shows exactly the same texts
// and pictures, and its URL may name the same thing (see sameName). So servers answer that ignore capitals,
// or the title behind a number. These are not copies: a page without a text or title; one page under two
// names, as the manual of two commands; pages of one name in two folders, as those of two villages about
// which nothing else is known. Of two copies, the one in the samples' folder is kept, else the first.
// Cost: linear in the document.
func (s *Site) sameText(doc *flathtml.Document, n *Page) ID {
	var hash maphash.Hash
	hash.SetSeed(textSeed)
	shown := false
	for i := range doc.Nodes {
		d := &doc.Nodes[i]
		switch {
		case d.Text:
			if at := doc.Nodes[d.Parent].Atom; at != atom.Script && at != atom.Style {
				hash.WriteString(d.Data)
				shown = shown || at != atom.Title
			}
		case d.Atom == atom.Img:
			src, _ := doc.Attribute(d, "src")
			hash.WriteString(src)
		}
		hash.WriteByte(0)
	}
	if !shown || n.Title == "" {
		return n.ID
	}
	sum := hash.Sum64()
	first, ok := s.texts[sum]
	if first = s.Resolve(first); ok && !sameName(s.urls[first], s.urls[n.ID]) {
		return n.ID
	}
	if ok && (s.inSampleFolder(first) || !s.inSampleFolder(n.ID)) {
		return first
	}
	if s.texts[sum] = n.ID; ok { // n is in the samples' folder, and the first is not
		s.unify(first, n.ID)
	}
	return n.ID
}

// inSampleFolder reports whether a URL is in the folder of the first sample.
func (s *Site) inSampleFolder(u ID) bool {
	if len(s.Report.Samples) == 0 {
		return false
	}
	folder := s.Report.Samples[0][:strings.LastIndexByte(s.Report.Samples[0], '/')+1]
	name, ok := strings.CutPrefix(s.urls[u], folder)
	return ok && !strings.Contains(name, "/")
}

// sameName reports whether two URLs may name the same thing. They do if they differ only in capitals, or only
// in the last part of the path behind a number, as /17/pine-lodge and /17/pine: the number names the thing.
// The last parts must have no digits then.
func sameName(a, b string) bool {
	a, aQuery, _ := strings.Cut(strings.ToLower(a), "?")
	b, bQuery, _ := strings.Cut(strings.ToLower(b), "?")
	a, b = strings.TrimSuffix(a, "/"), strings.TrimSuffix(b, "/")
	i, j := strings.LastIndexByte(a, '/')+1, strings.LastIndexByte(b, '/')+1
	if aQuery != bQuery {
		return false
	}
	return a == b || a[:i] == b[:j] && strings.ContainsAny(path.Base(a[:i]), digits) && !strings.ContainsAny(a[i:]+b[j:], digits)
}

const digits = "0123456789"
