package focused

import (
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"verde/siteexpand/urlparts"
)

// urlFeature is something that URLs of one kind of page may have in common: the
// value at a position of the path, or a property of the file name.
type urlFeature struct {
	kind     featureKind
	position int // of a directory in the path
}

type featureKind uint8

const (
	directory  featureKind = iota // value at a position of the path
	depth                         // number of directories
	first                         // first subtoken of the file name
	last                          // last subtoken
	initial                       // kind of the first character
	letterCase                    // with or without capitals
	digits                        // all digits, some, none
	hyphens                       // with or without
	underlines                    // with or without
	others                        // with or without other punctuation
)

// of gives what a URL has for a feature.
func (t urlFeature) of(a *urlparts.Parts) string {
	switch t.kind {
	case directory:
		if t.position < len(a.Dirs) {
			return a.Dirs[t.position]
		}
		return ""
	case depth:
		return strconv.Itoa(len(a.Dirs))
	case first:
		return urlparts.FirstSubtoken(a.Name)
	case last:
		return urlparts.LastSubtoken(a.Name)
	case initial:
		return urlparts.NameForm(a.Name)
	case letterCase:
		return yes(strings.ContainsFunc(a.Name, unicode.IsUpper))
	case digits:
		switch {
		case urlparts.NameForm(a.Name) == "9":
			return "all"
		case strings.ContainsFunc(a.Name, unicode.IsDigit):
			return "some"
		}
		return "none"
	case hyphens:
		return yes(strings.Contains(a.Name, "-"))
	case underlines:
		return yes(strings.Contains(a.Name, "_"))
	}
	return yes(strings.ContainsFunc(a.Name, func(r rune) bool {
		return r != '-' && r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	}))
}

func yes(b bool) string {
	if b {
		return "with"
	}
	return "without"
}

// urlProfile is what the URLs of the samples have in common. A feature that all
// of them share defines the type or is coincidental; see
// [urlProfile.isDefining].
type urlProfile struct {
	samples  int // number of independent samples, 1 if they were chosen by their URLs
	forms    map[urlparts.Form]bool
	hasName  map[bool]bool         // whether samples have a file name: the front page, of which there is one, has none
	scripts  map[string]bool       // file names of samples with a query
	common   map[urlFeature]string // shared features and their values
	features []urlFeature          // keys of common in a fixed order, to which featureSet refers
	values   []string              // of common in this order
	freeFrom int                   // if the samples differ in depth: from this position of the path on any value is admitted
	varies   map[int]bool          // positions of the path in which the samples differ
	required featureSet            // features that define the type, by what is known now
	prefix   string                // first subtoken that file names have to have, "" for any: see [crawl.prefixScope]
}

// classTrials is the number of fetched pages that decide a class.
const classTrials = 4

// featureSet is a set of shared features: bit i is for urlProfile.features[i].
type featureSet uint64

// maxFeatures is the number of features that a featureSet holds.
const maxFeatures = 64

// newURLProfile learns from the samples' URLs. independent says that the
// samples were not chosen by their URLs; of others, what they share proves
// nothing.
func newURLProfile(samples []string, independent bool) *urlProfile {
	s := &urlProfile{samples: len(samples), forms: map[urlparts.Form]bool{}, hasName: map[bool]bool{}, scripts: map[string]bool{}, common: map[urlFeature]string{}, freeFrom: math.MaxInt, varies: map[int]bool{}}
	if !independent {
		s.samples = 1
	}
	var all []urlparts.Parts
	shallow, deep := math.MaxInt, 0
	for _, raw := range samples {
		a := urlparts.Split(raw)
		all = append(all, a)
		s.forms[a.Form.AnyDepth()] = true
		s.hasName[a.Name != ""] = true
		if len(a.Query) > 0 {
			s.scripts[a.Name] = true
		}
		shallow, deep = min(shallow, len(a.Dirs)), max(deep, len(a.Dirs))
	}
	if shallow < deep {
		s.freeFrom = shallow
	}
	for i := range shallow {
		if i < maxFeatures-int(others) { // leaves room for the features of file names
			s.addCommon(all, urlFeature{directory, i})
		}
		if _, ok := s.common[urlFeature{directory, i}]; !ok {
			s.varies[i] = true
		}
	}
	kinds := []featureKind{depth, initial, letterCase, digits, hyphens, underlines, others}
	if len(samples) > 1 {
		kinds = append(kinds, first, last)
	}
	for _, k := range kinds {
		if len(all) == 1 || !follows(k, all) { // of one sample none is tested, and finer classes do no harm
			s.addCommon(all, urlFeature{kind: k})
		}
	}
	return s
}

// follows reports whether a feature of the samples' names follows from another: a
// name with a capital first has capitals, and one without capitals has none first.
// A URL that lacks the one lacks the other, so that neither could be tested alone.
func follows(k featureKind, all []urlparts.Parts) bool {
	every := func(k featureKind, value string) bool {
		return !slices.ContainsFunc(all, func(a urlparts.Parts) bool { return urlFeature{kind: k}.of(&a) != value })
	}
	switch k {
	case letterCase:
		return every(initial, "A")
	case initial:
		return every(initial, "a") && every(letterCase, "without")
	}
	return false
}

// addCommon adds a feature if all samples share its value.
func (s *urlProfile) addCommon(all []urlparts.Parts, t urlFeature) {
	v := t.of(&all[0])
	for i := range all[1:] {
		if t.of(&all[1+i]) != v {
			return
		}
	}
	if v == "" && (t.kind == first || t.kind == last) {
		return
	}
	s.common[t] = v
	s.features, s.values = append(s.features, t), append(s.values, v)
}

// admits reports whether a URL may be that of an entity page: it has the form
// of a sample and every required feature.
func (s *urlProfile) admits(a *urlparts.Parts) bool {
	return s.hasSampleForm(a) && s.hasRequired(s.sharedFeatures(a))
}

// hasSampleForm reports whether a URL has the extension and query names of a
// sample and, if there is one, the prefix. A file name with a query is a
// script, and another script makes other pages, so then the name has to be a
// sample's.
func (s *urlProfile) hasSampleForm(a *urlparts.Parts) bool {
	if s.prefix != "" && urlparts.FirstSubtoken(a.Name) != s.prefix {
		return false
	}
	return s.forms[a.Form.AnyDepth()] && s.hasName[a.Name != ""] && (len(a.Query) == 0 || s.scripts[a.Name])
}

// hasRequired reports whether a URL with these features has all that are
// required, and enough of the others: where all pages of a site look the same,
// only URLs separate the types, and a URL with few of the features that several
// samples share is of another type.
func (s *urlProfile) hasRequired(has featureSet) bool {
	return s.required&^has == 0 && (s.samples == 1 || s.featureShare(has) >= s.minFeatureShare())
}

// minFeatureShare is the least share of the common features that a URL of the
// type has. The more samples there are, the fewer of their shared features are
// coincidental.
func (s *urlProfile) minFeatureShare() float64 { return min(.35+.07*float64(s.samples), .7) }

// sharedFeatures gives the common features that a URL has.
func (s *urlProfile) sharedFeatures(a *urlparts.Parts) (has featureSet) {
	for i, t := range s.features {
		if t.of(a) == s.values[i] {
			has |= 1 << i
		}
	}
	return has
}

// featureShare is the share of the common features that are in has.
func (s *urlProfile) featureShare(has featureSet) float64 {
	if len(s.features) == 0 {
		return 1
	}
	return float64(bits.OnesCount64(uint64(has))) / float64(len(s.features))
}

// missing gives the index of the first common feature that is not in has, and
// how many are not.
func (s *urlProfile) missing(has featureSet) (first, n int) {
	not := (uint64(1)<<len(s.features) - 1) &^ uint64(has)
	return bits.TrailingZeros64(not), bits.OnesCount64(not)
}

// signature appends to b a "+" or "-" for each common feature of the file name:
// whether it is in has.
func (s *urlProfile) signature(b []byte, has featureSet) []byte {
	for i, t := range s.features {
		switch {
		case t.kind == directory || t.kind == depth:
		case has&(1<<i) != 0:
			b = append(b, '+')
		default:
			b = append(b, '-')
		}
	}
	return b
}

// lacking names the features of the samples that a URL with these features lacks and
// that count. Of the path they count if there is one sample, or if all samples are
// from one directory.
func (s *urlProfile) lacking(has featureSet, oneDirectory bool) string {
	var parts []string
	var names featureSet
	for i, x := range s.features {
		switch counts := s.samples == 1 || oneDirectory || s.required&(1<<i) != 0; {
		case has&(1<<i) != 0:
		case x.kind == directory && counts:
			parts = append(parts, "the directory "+s.values[i])
		case x.kind == depth && counts:
			parts = append(parts, s.values[i]+" directories")
		case x.kind > depth && s.required&(1<<i) != 0:
			names |= 1 << i
		}
	}
	if text := s.describe(names); text != "" {
		parts = append(parts, text)
	}
	if len(parts) == 0 {
		return "it has too few of the features that all of them share"
	}
	return strings.Join(parts, ", ")
}
