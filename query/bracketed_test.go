package query

import (
	"fmt"
	"testing"
)

// A heading that adds a group in brackets to the name that the page is titled with names the entity, and no
// attribute does whose values differ as much: other sites title no page with that.
func TestNamedWithBrackets(t *testing.T) {
	t.Parallel()
	for what, title := range map[string]func(name, group string) string{
		"the name and the site":    func(name, _ string) string { return name + " | Falls of the north" },
		"the heading and the site": func(name, group string) string { return name + " (" + group + ") | Falls of the north" },
		"the name alone":           func(name, _ string) string { return name },
	} {
		var records []Record
		titles := map[string]string{}
		for i := range 40 {
			name, group, source := fmt.Sprintf("%c%cfoss", 'A'+i%20, "aeio"[i/10]), []string{"tiered falls", "plunge falls"}[i%2], fmt.Sprint(i)
			records = append(records, Record{Source: source, Values: map[string][]string{
				"h1":   {fmt.Sprintf("%s (%s)", name, group)},
				"near": {fmt.Sprintf("%c%cby", 'K'+i%10, "aeio"[i/10])},
				"type": {group},
			}})
			titles[source] = title(name, group)
		}
		if p := Analyze(records, titles, nil); p.Identifier != "h1" {
			t.Errorf("%s: named by %q", what, p.Identifier)
		} else if asked := Instances(records, p, 1, 1, nil)[0].Values[0].Text; len(asked) != len("Aafoss") {
			t.Errorf("%s: %q is asked for", what, asked)
		}
	}
}
