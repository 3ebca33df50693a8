package selector

import (
	"regexp"
	"slices"
	"strings"

	"verde/extract"
)

// maxSteps is how many of the elements, ids or classes next to a text are
// tried: what is further away is the page's frame.
const maxSteps = 3

// styles lists CSS selectors for the looks of a column, the simplest first: an
// id or a class, one with an element below it, two classes, elements alone.
func styles(c *extract.ColumnRule) []string {
	var out []string
	add := func(s string) {
		if s != "" && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	for _, l := range c.Styles {
		steps := strings.Split(l.Path, "/")
		tag := steps[len(steps)-1]
		inline := inlineSteps(l.Inline)
		ids, classes := last(l.IDs), last(l.Classes)
		for _, holder := range append(each(ids, id), each(classes, class)...) {
			add(holder)
			if inline != "" {
				add(holder + " " + inline)
			}
			add(tag + holder)
			add(holder + " " + tag)
			if inline != "" {
				add(holder + " " + tag + " > " + inline)
			}
		}
		for i := 1; i < len(classes); i++ {
			add(class(classes[i]) + " " + class(classes[0]))
		}
		for _, holder := range each(ids, id) {
			for _, c := range each(classes, class) {
				add(holder + " " + c)
			}
		}
		add(tag)
		if inline != "" {
			add(tag + " > " + inline)
		}
		add(strings.Join(append(steps[max(0, len(steps)-maxSteps):], strings.Fields(inline)...), " > "))
	}
	return out
}

// paths lists XPath expressions for what stands behind a landmark: the next
// cell, the next element, the next text.
func paths(landmark string) []string {
	text, ok := literal(landmark)
	if landmark == "" || !ok {
		return nil
	}
	return []string{
		"//tr[*[1][normalize-space()=" + text + "]]/*[2]",
		"//*[not(*)][normalize-space()=" + text + "]/following-sibling::*[1]",
		"//text()[normalize-space()=" + text + "]/following-sibling::text()[normalize-space()][1]",
		"(//*[normalize-space(text())=" + text + "])[1]/following::text()[normalize-space()][1]",
	}
}

// literal quotes a text for XPath, which has no escapes.
func literal(s string) (string, bool) {
	switch {
	case !strings.Contains(s, `"`):
		return `"` + s + `"`, true
	case !strings.Contains(s, `'`):
		return `'` + s + `'`, true
	}
	return "", false
}

// last returns the last few, the innermost first.
func last(list []string) []string {
	out := slices.Clone(list[max(0, len(list)-maxSteps):])
	slices.Reverse(out)
	return out
}

func each(list []string, spell func(string) string) []string {
	out := make([]string, 0, len(list))
	for _, s := range list {
		out = append(out, spell(s))
	}
	return out
}

// identifier is what CSS takes as a name without escapes.
var identifier = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_-]*$`)

func id(name string) string {
	if identifier.MatchString(name) {
		return "#" + name
	}
	return "[id=" + quoted(name) + "]"
}

// class selects elements with all the names of a class attribute.
func class(names string) string {
	var b strings.Builder
	for name := range strings.FieldsSeq(names) {
		if identifier.MatchString(name) {
			b.WriteString("." + name)
		} else {
			b.WriteString("[class~=" + quoted(name) + "]")
		}
	}
	return b.String()
}

// quoted is a CSS string.
func quoted(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\a `).Replace(s) + `"`
}

// inlineSteps makes CSS of a look's inline elements, which are written with the
// innermost first.
func inlineSteps(inline string) string {
	tags := strings.FieldsFunc(inline, func(r rune) bool { return r == '<' || r == '>' })
	slices.Reverse(tags)
	return strings.Join(tags, " > ")
}
