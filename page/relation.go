package page

import (
	"slices"
	"strings"
)

// Relation is a typed link of a page: a link element in its head, or a Link field of the
// HTTP header (RFC 8288).
type Relation struct {
	Rel      string // names of relations, in lower case and separated by white space
	Href     string // reference to the other URL, as it was written
	Language string // hreflang
	Media    string
	Type     string // media type
}

// is reports whether the relation has a name.
func (r *Relation) is(name string) bool { return slices.Contains(strings.Fields(r.Rel), name) }

// inOutline reports whether an [Outline] has a field for the relation.
func (r *Relation) inOutline() bool {
	return slices.ContainsFunc([]string{"canonical", "up", "next", "prev", "alternate", "amphtml"}, r.is)
}

// ParseLinkHeader reads the values of the Link fields of an HTTP header, and gives the
// relations that an [Outline] has fields for, in their order. A link with several languages
// gives one for each. Links of another page (those with an anchor) are left out, and so is
// the rest of a value behind a syntax error. At most 250 are given.
//
// It goes by RFC 8288, Appendix B. Cost: linear in the values.
func ParseLinkHeader(values []string) []Relation {
	var found []Relation
	for _, rest := range values {
		for {
			rest = strings.TrimLeft(rest, " \t,")
			target, behind, ok := strings.Cut(rest, ">")
			if !ok || !strings.HasPrefix(target, "<") || len(found) >= maxAlternates {
				break
			}
			var r Relation
			var languages []string
			r, languages, rest = linkParameters(behind)
			if r.Href = target[1:]; !r.inOutline() {
				continue
			}
			for _, language := range languages[:min(len(languages), maxAlternates-len(found))] {
				r.Language = language
				found = append(found, r)
			}
		}
	}
	return found
}

// linkParameters reads the parameters of a link, and gives the rest behind the
// comma after them. The first of a name counts, but each of the languages; they
// are one empty one if none is named. A link of another page has no relation.
func linkParameters(s string) (r Relation, languages []string, rest string) {
	foreign := false
	first := make(map[string]bool)
	for s = strings.TrimLeft(s, " \t"); strings.HasPrefix(s, ";"); s = strings.TrimLeft(s, " \t") {
		var name, value string
		name, value, s = linkParameter(s[1:])
		if name == "hreflang" {
			languages = append(languages, value)
		}
		if first[name] {
			continue
		}
		switch first[name] = true; name {
		case "rel":
			r.Rel = strings.ToLower(value)
		case "media":
			r.Media = value
		case "type":
			r.Type = value
		case "anchor":
			foreign = value != ""
		}
	}
	if foreign {
		r.Rel = ""
	}
	if languages == nil {
		languages = []string{""}
	}
	_, rest, _ = strings.Cut(s, ",")
	return r, languages, rest
}

// linkParameter reads a name and its value, which may be quoted or missing.
func linkParameter(s string) (name, value, rest string) {
	end := strings.IndexAny(s, "=;,")
	if end < 0 {
		end = len(s)
	}
	name, s = strings.ToLower(strings.Trim(s[:end], " \t")), s[end:]
	if !strings.HasPrefix(s, "=") {
		return name, "", s
	}
	if s = strings.TrimLeft(s[1:], " \t"); !strings.HasPrefix(s, `"`) {
		if end = strings.IndexAny(s, ";,"); end < 0 {
			end = len(s)
		}
		return name, strings.TrimRight(s[:end], " \t"), s[end:]
	}
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '"':
			return name, b.String(), s[i+1:]
		case s[i] == '\\' && i+1 < len(s):
			i++
		}
		b.WriteByte(s[i])
	}
	return name, b.String(), ""
}

// Relate adds the relations of the page's HTTP header. References are relative to the
// page's URL, not to its base element. A canonical URL that the document itself names has
// precedence.
func (o *Outline) Relate(relations []Relation) {
	for _, r := range relations {
		o.relate(r, func(href string) string {
			u, err := Resolve(o.URL, href)
			if err != nil {
				return ""
			}
			return u
		})
	}
}

// relate notes what a relation says of the page: its own address, the parts of
// the list around it, its alternates. Resolve gives the normal URL of a
// reference, "" if it has none.
func (o *Outline) relate(r Relation, resolve func(href string) string) {
	switch {
	case r.is("canonical"):
		if o.Canonical == "" {
			o.Canonical = resolve(r.Href)
		}
	case r.is("up"):
		if o.Up == "" {
			o.Up = resolve(r.Href)
		}
	case r.is("next") || r.is("prev"):
		if u := resolve(r.Href); u != "" && len(o.Parts) < maxAlternates {
			o.Parts = append(o.Parts, u)
		}
	case r.is("alternate") && !r.is("stylesheet") || r.is("amphtml"):
		if r.Language == "" && r.Media == "" && !r.is("amphtml") || r.Type != "" && !strings.Contains(r.Type, "html") {
			return // a feed
		}
		if u := resolve(r.Href); u != "" && len(o.Alternates) < maxAlternates {
			o.Alternates = append(o.Alternates, Alternate{u, strings.ToLower(strings.TrimSpace(r.Language))})
		}
	}
}
