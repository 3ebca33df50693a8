package site

import (
	"hash/maphash"
	"path"
	"strings"

	"golang.org/x/net/html/atom"

	"verde/internal/flathtml"
)

// textSeed is that of the hashes of texts: nobody outside can make two pages that are taken for one.
var textSeed = maphash.MakeSeed()

// sameText gives the page that was read first of those that show what n shows, the same texts and pictures, to the letter, and whose URL may name
// the same thing (see sameName): in other capitals, or with a title that is not heeded. A page without a text is like no
// other, and a page under two names, as the manual of two commands, is two; and so are two of one name in two folders: of two villages no more may be known. Cost: linear in the document.
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
	if ok && (s.besideSample(first) || !s.besideSample(n.ID)) {
		return first
	}
	if s.texts[sum] = n.ID; ok { // it goes by the URL that looks like a sample's
		s.unify(first, n.ID)
	}
	return n.ID
}

// besideSample reports whether a URL is in the folder of the first sample.
func (s *Site) besideSample(u ID) bool {
	if len(s.Report.Samples) == 0 {
		return false
	}
	folder := s.Report.Samples[0][:strings.LastIndexByte(s.Report.Samples[0], '/')+1]
	name, ok := strings.CutPrefix(s.urls[u], folder)
	return ok && !strings.Contains(name, "/")
}

// sameName reports whether two URLs may name the same thing: they are the same but for capitals, or all before the last parts of their paths is, if it
// ends in a number and these have none.
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
