package leaves

import (
	"strings"

	"golang.org/x/net/html/atom"

	"verde/extract/token"
)

// Corpus holds what the pages of one alignment share: the numbering of
// everything that is compared.
type Corpus struct {
	Syms            Symbols
	Paths           *Sequences
	IDs             *Sequences
	Classes         *Sequences
	PositionalPaths *Sequences
	Kinds           *Sequences // path and class of a text
	Sigs            []Signature
	sigIDs          map[Signature]int32
	types           []token.Types // by content, 0 when unknown
	Sims            [][]float32   // sims[a][b] of signatures, negative when unknown
	symbolOf        map[any]int32 // symbols by key, see named
	Breaks          bool          // br elements are leaves, as in the paper
	Machine         bool          // embedded data are read
	Unnamed         bool          // ids and classes are ignored
}

// NewCorpus is a corpus without rules, of no pages yet.
func NewCorpus() *Corpus {
	c := &Corpus{Paths: NewSequences(), IDs: NewSequences(), Classes: NewSequences(), PositionalPaths: NewSequences(), Kinds: NewSequences(),
		sigIDs: make(map[Signature]int32), symbolOf: make(map[any]int32)}
	c.Syms.Intern("") // 0
	return c
}

// SignatureAt is the signature of a text in an element. Decorative tags at the end of its
// path, and br, move into its content.
func (c *Corpus) SignatureAt(d *Doc, at int32) int32 {
	e := &d.Elems[at]
	var tags []string
	block := at
	for block >= 0 {
		if a := d.Elems[block].Atom; !Decorative(a) && a != atom.Br {
			break
		}
		tags = append(tags, "<"+c.Syms.Names[c.Paths.Last(d.Elems[block].Path)]+">")
		block = d.Elems[block].Parent
	}
	if h := d.Block(block); !c.Breaks && h >= 0 && HeadingTag(c.Syms.Names[d.Elems[h].Tag]) {
		block, tags = h, nil // a heading says the same in any markup
	}
	sig := Signature{IDs: e.ids, Classes: e.Classes, InlineTags: c.Syms.Intern(strings.Join(tags, ""))}
	if block >= 0 {
		sig.Path = d.Elems[block].Path
	}
	for up := at; up >= 0 && up >= block && sig.Prop == 0; up = d.Elems[up].Parent {
		sig.Prop = max(0, d.Elems[up].Prop)
	}
	return c.Signature(sig)
}

func (c *Corpus) ContentOf(inlineTags int32, text string) int32 {
	return c.Syms.Intern(c.Syms.Names[inlineTags] + text)
}

// TypesOf gives the types of the tokens of a text, which is looked at once for each
// content that it is part of: most texts come again on the next page.
func (c *Corpus) TypesOf(content int32, text string) token.Types {
	for len(c.types) <= int(content) {
		c.types = append(c.types, 0)
	}
	if c.types[content] == 0 {
		c.types[content] = token.Of(text)
	}
	return c.types[content]
}

// Signature is the number of a signature, the same for equal ones.
func (c *Corpus) Signature(s Signature) int32 {
	if id, ok := c.sigIDs[s]; ok {
		return id
	}
	id := int32(len(c.Sigs))
	c.sigIDs[s], c.Sigs = id, append(c.Sigs, s)
	return id
}

// FieldOf tells whether a field is of cells, or of lines of a kind.
func (c *Corpus) FieldOf(field int32, what string) bool {
	return strings.HasPrefix(c.Syms.Names[field], what+" ")
}

// Named is the symbol of what key stands for, whose name is made the first time.
func (c *Corpus) Named(key any, name func() string) int32 {
	out, ok := c.symbolOf[key]
	if !ok {
		out = c.Syms.Intern(name())
		c.symbolOf[key] = out
	}
	return out
}

// tag gives a text a signature of its own among those of its place, as markup of its own would.
func (c *Corpus) tag(l *Leaf, name string) {
	sig := c.Sigs[l.Sig]
	sig.InlineTags = c.Syms.Intern(name + c.Syms.Names[sig.InlineTags])
	l.Sig, l.Content = c.Signature(sig), c.ContentOf(sig.InlineTags, l.Text)
	l.Types = c.TypesOf(l.Content, l.Text)
}

// RenameIn leaves some ids alone in the sequences of ids of elements, and gives each
// class attribute the symbol that class has for it, -1 for none.
func (c *Corpus) RenameIn(d *Doc, keep func(id int32) bool, class func(symbol int32) int32) {
	for e := range d.Elems {
		x := &d.Elems[e]
		x.ids, x.Classes = 0, 0
		if x.Parent >= 0 {
			x.ids, x.Classes = d.Elems[x.Parent].ids, d.Elems[x.Parent].Classes
		}
		if x.ID >= 0 && keep(x.ID) {
			x.ids = c.IDs.Extend(x.ids, x.ID)
		}
		if x.Class >= 0 {
			x.Class = class(x.Class)
		}
		if x.Class >= 0 {
			x.Classes = c.Classes.Extend(x.Classes, x.Class)
		}
	}
}

// Resign gives a leaf the signature that it has now.
func (c *Corpus) Resign(d *Doc, l *Leaf) {
	s := c.Sigs[l.Sig]
	s.IDs, s.Classes = d.Elems[l.Elem].ids, d.Elems[l.Elem].Classes
	l.Sig = c.Signature(s)
}
