package vertical

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// A vertical that names what the training site lacks is refused with all that it
// names wrongly, and what there is instead.
func TestCheckNames(t *testing.T) {
	t.Parallel()
	have := map[string]int{"name": 9, "Author": 7, "Publisher": 9}
	many := map[string]int{"name": 30}
	for i := range 25 {
		many[fmt.Sprintf("c%02d", i)] = 25 - i
	}
	for _, test := range []struct {
		identifier string
		attributes []string
		have       map[string]int
		want       string // "" for no error
	}{
		{"name", []string{"Author", "Publisher"}, have, ""},
		{"name", nil, have, ""},
		{"heading", []string{"Author"}, have, `vertical: "identifier": "heading": no record of a.example has it; of its 9 records have "Publisher" (9), "name" (9), "Author" (7)`},
		{"Name", []string{"author", "Author", "x\x1b"}, have, `vertical: "identifier": "Name", "attributes": "author", "attributes": "x\x1b": no record`},
		{"", nil, have, `"identifier": "": no record`},
		{"c99", nil, many, `"c18" (7) and 6 more`},
	} {
		v := &Vertical{Identifier: test.identifier}
		for _, name := range test.attributes {
			v.Attributes = append(v.Attributes, Attribute{Name: name})
		}
		err := v.CheckNames("a.example", test.have, 9)
		if wrong := new(Error); test.want == "" && err != nil || test.want != "" && (!errors.As(err, &wrong) || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%q, %q: %v, want %s", test.identifier, test.attributes, err, test.want)
		}
	}
}
