package urlclass

import (
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"verde/siteexpand/urlparts"
)

// Feature is something that URLs of one kind of page may have in common: the
// value at a position of the path, or a property of the file name.
type Feature struct {
	Kind     FeatureKind
	Position int // of a directory in the path
}

// FeatureKind is what about a URL a feature is.
type FeatureKind uint8

const (
	Directory  FeatureKind = iota // value at a position of the path
	Depth                         // number of directories
	First                         // beginning of the file name, in whole subtokens
	Initial                       // kind of the first character
	LetterCase                    // with or without capitals
	Digits                        // all digits, some, none
	Hyphens                       // with or without
	Underlines                    // with or without
	Others                        // with or without other punctuation
)

// of gives what a URL has for a feature other than First: a name has many beginnings.
func (t Feature) of(a *urlparts.Parts) string {
	switch t.Kind {
	case Directory:
		if t.Position < len(a.Dirs) {
			return a.Dirs[t.Position]
		}
		return ""
	case Depth:
		return strconv.Itoa(len(a.Dirs))
	case Initial:
		return urlparts.NameForm(a.Name)
	case LetterCase:
		return yes(strings.ContainsFunc(a.Name, unicode.IsUpper))
	case Digits:
		switch {
		case urlparts.NameForm(a.Name) == "9":
			return "all"
		case strings.ContainsFunc(a.Name, unicode.IsDigit):
			return "some"
		}
		return "none"
	case Hyphens:
		return yes(strings.Contains(a.Name, "-"))
	case Underlines:
		return yes(strings.Contains(a.Name, "_"))
	}
	return yes(strings.ContainsFunc(a.Name, func(r rune) bool {
		return r != '-' && r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	}))
}

// in reports whether a URL has this value for a feature.
func (t Feature) in(a *urlparts.Parts, value string) bool {
	if t.Kind == First {
		return urlparts.HasBeginning(a.Name, value)
	}
	return t.of(a) == value
}

func yes(b bool) string {
	if b {
		return "with"
	}
	return "without"
}

// Profile is what the URLs of the samples have in common. A feature that all
// of them share defines the type or is coincidental; see
// [Profile.Defining].
type Profile struct {
	Samples  int // number of independent samples, 1 if they were chosen by their URLs
	forms    map[urlparts.Form]bool
	hasName  map[bool]bool      // true if a sample has a file name, false if one has none, as a front page
	scripts  map[string]bool    // file names of samples with a query: of scripts, unless Named
	Named    bool               // file names before a query are names of entities, as in "pine-lodge.html?id=86"
	common   map[Feature]string // shared features and their values
	Features []Feature          // keys of common in a fixed order, to which a FeatureSet refers
	values   []string           // of common in this order
	freeFrom int                // position of the path from which on any value is admitted, if the samples differ in depth
	Varies   map[int]bool       // positions of the path in which the samples differ
	Required FeatureSet         // features that define the type, by what is known now
	Prefix   string             // first subtoken that file names have to have, "" for any
}

// FeatureSet is a set of shared features: bit i is for Profile.Features[i].
type FeatureSet uint64

// maxFeatures is the number of features that a FeatureSet holds.
const maxFeatures = 64

// NewProfile learns from the samples' URLs. independent says that the samples were not chosen by their URLs:
// otherwise what they share proves nothing. With no samples the profile is empty.
func NewProfile(samples []string, independent bool) *Profile {
	s := &Profile{Samples: len(samples), forms: map[urlparts.Form]bool{}, hasName: map[bool]bool{}, scripts: map[string]bool{}, common: map[Feature]string{}, freeFrom: math.MaxInt, Varies: map[int]bool{}}
	if !independent {
		s.Samples = 1
	}
	var all []urlparts.Parts
	shallow, deep, queries := math.MaxInt, 0, 0
	for _, raw := range samples {
		a := urlparts.Split(raw)
		all = append(all, a)
		s.forms[a.Form.AnyDepth()] = true
		s.hasName[a.Name != ""] = true
		if len(a.Query) > 0 {
			s.scripts[a.Name] = true
			queries++
		}
		shallow, deep = min(shallow, len(a.Dirs)), max(deep, len(a.Dirs))
	}
	s.Named = queries > 1 && len(s.scripts) == queries
	if shallow < deep {
		s.freeFrom = shallow
	}
	if len(samples) == 0 {
		shallow = 0
	}
	for i := range shallow {
		if i < maxFeatures-int(Others) { // leaves room for the features of file names
			s.addCommon(all, Feature{Directory, i})
		}
		if _, ok := s.common[Feature{Directory, i}]; !ok {
			s.Varies[i] = true
		}
	}
	kinds := []FeatureKind{Depth, Initial, LetterCase, Digits, Hyphens, Underlines, Others}
	if len(samples) > 1 {
		kinds = append(kinds, First)
	}
	for _, k := range kinds {
		if len(all) == 1 || !follows(k, all) { // with one sample no feature is tested, and finer classes do no harm
			s.addCommon(all, Feature{Kind: k})
		}
	}
	return s
}

// follows reports whether a feature of the samples' names follows from another one: a name that begins with a
// capital has capitals, and a name without capitals does not begin with one. URLs that lack the one feature
// lack the other too, so that neither could be tested alone (see [Profile.Defining]).
func follows(k FeatureKind, all []urlparts.Parts) bool {
	every := func(k FeatureKind, value string) bool {
		return !slices.ContainsFunc(all, func(a urlparts.Parts) bool { return Feature{Kind: k}.of(&a) != value })
	}
	switch k {
	case LetterCase:
		return every(Initial, "A")
	case Initial:
		return every(Initial, "a") && every(LetterCase, "without")
	}
	return false
}

// addCommon adds a feature if all samples share its value; of beginnings the longest.
func (s *Profile) addCommon(all []urlparts.Parts, t Feature) {
	v := ""
	if t.Kind == First {
		var names []string
		for i := range all {
			names = append(names, all[i].Name)
		}
		v = urlparts.CommonBeginning(names)
	} else {
		v = t.of(&all[0])
		if slices.ContainsFunc(all, func(a urlparts.Parts) bool { return t.of(&a) != v }) {
			return
		}
	}
	if v == "" && t.Kind == First {
		return
	}
	s.common[t] = v
	s.Features, s.values = append(s.Features, t), append(s.values, v)
}

// HasSampleForm reports whether a URL has the extension and the query names of a sample and, if there is one,
// the prefix. If it has a query, its file name is a script's, and other scripts make other pages: so the
// name has to be a sample's, unless such names are those of entities (see Named).
func (s *Profile) HasSampleForm(a *urlparts.Parts) bool {
	if s.Prefix != "" && urlparts.FirstSubtoken(a.Name) != s.Prefix {
		return false
	}
	return s.forms[a.Form.AnyDepth()] && s.hasName[a.Name != ""] && (len(a.Query) == 0 || s.Named || s.scripts[a.Name])
}

// MayBeScript reports whether a URL has the form of a sample with a query whose file name may be a script's.
func (s *Profile) MayBeScript(a *urlparts.Parts) bool {
	return !s.Named && len(a.Query) > 0 && len(s.scripts) > 0 && s.forms[a.Form.AnyDepth()]
}

// HasRequired reports whether a URL with these features has all that are required.
func (s *Profile) HasRequired(has FeatureSet) bool { return s.Required&^has == 0 }

// SharedFeatures gives the common features that a URL has.
func (s *Profile) SharedFeatures(a *urlparts.Parts) (has FeatureSet) {
	for i, t := range s.Features {
		if t.in(a, s.values[i]) {
			has |= 1 << i
		}
	}
	return has
}

// FeatureShare is the share of the common features that are in has.
func (s *Profile) FeatureShare(has FeatureSet) float64 {
	if len(s.Features) == 0 {
		return 1
	}
	return float64(bits.OnesCount64(uint64(has))) / float64(len(s.Features))
}

// Missing gives the index of the first common feature that is not in has, and
// how many are not.
func (s *Profile) Missing(has FeatureSet) (first, n int) {
	not := (uint64(1)<<len(s.Features) - 1) &^ uint64(has)
	return bits.TrailingZeros64(not), bits.OnesCount64(not)
}

// OfPath gives the shared features of the path.
func (s *Profile) OfPath() (set FeatureSet) {
	for i, t := range s.Features {
		if t.Kind <= Depth {
			set |= 1 << i
		}
	}
	return set
}

// Signature appends to b a "+" or "-" for each common feature of the file name:
// whether it is in has.
func (s *Profile) Signature(b []byte, has FeatureSet) []byte {
	for i, t := range s.Features {
		switch {
		case t.Kind == Directory || t.Kind == Depth:
		case has&(1<<i) != 0:
			b = append(b, '+')
		default:
			b = append(b, '-')
		}
	}
	return b
}

// Lacking says in words which features a URL lacks that keep it from being admitted. has are the features that
// it has. Features of the path count if there is one sample, or if all samples are from one directory;
// others if they are required.
func (s *Profile) Lacking(has FeatureSet, oneDirectory bool) string {
	signs := map[FeatureKind]string{LetterCase: "capitals", Digits: "digits", Hyphens: "hyphens", Underlines: "underlines", Others: "other signs"}
	var parts []string
	for i, t := range s.Features {
		ofPath := t.Kind <= Depth && (s.Samples == 1 || oneDirectory)
		if has&(1<<i) != 0 || !ofPath && s.Required&(1<<i) == 0 {
			continue
		}
		switch v := s.values[i]; {
		case t.Kind == Directory:
			parts = append(parts, "the directory "+v)
		case t.Kind == Depth:
			parts = append(parts, v+" directories")
		case t.Kind == First:
			parts = append(parts, "the beginning "+v)
		case t.Kind == Initial:
			parts = append(parts, map[string]string{"A": "a capital first", "a": "a small first letter", "9": "nothing but digits"}[v])
		case v == "without" || v == "none":
			parts = append(parts, "no "+signs[t.Kind])
		case v != "all": // digits, which Initial tells
			parts = append(parts, signs[t.Kind])
		}
	}
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), ", ")
}
