package extract

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestReadWrapper checks that what is no wrapper, or none that can be read, is
// refused with what was expected.
func TestReadWrapper(t *testing.T) {
	t.Parallel()
	const head = `{"version":1,"method":"verde","least":0.7,"path":0.8`
	for _, tt := range []struct{ in, want string }{
		{head + `,"columns":[{"label":"a","kind":"mandatory data","spots":["html:1/o:p:2/:1"]}]}`, ""},
		{`{}`, `expected a JSON object with "version": 1`},
		{`null`, `expected a JSON object with "version": 1`},
		{`[]`, "wrapper: expected a JSON object, found a JSON array"},
		{`"x"`, "wrapper: expected a JSON object, found a JSON string"},
		{`1`, "wrapper: expected a JSON object, found a JSON number"},
		{`true`, "wrapper: expected a JSON object, found a JSON bool"},
		{`{"version":99,"method":"verde"}`, "version 99, expected 1"},
		{`{"version":"1"}`, `wrapper: "version" can't be a JSON string`},
		{`{"version":1.5}`, `wrapper: "version" can't be a JSON number 1.5`},
		{head + `,"columns":[{"label":1}]}`, `wrapper: "columns.label" can't be a JSON number`},
		{head + `,"columns":{}}`, `wrapper: "columns" can't be a JSON object`},
		{head + `,"columns":[1]}`, "can't be a JSON number"},
		{head + `,"columns":[{"label":"a"}],"others":[1]}`, "wrapper: expected a JSON object, found a JSON number"},
		{`{"version":1}`, `expected method "verde" or "dca", found none`},
		{`{"version":1,"method":"magic"}`, `expected method "verde" or "dca", found "magic"`},
		{`{"version":1,"method":"dca","columns":[{"label":"a"}]}`, "expected least and path above 0 and not above 1, found 0 and 0"},
		{head + `}`, "expected columns, found none"},
		{head + `,"columns":[{"lable":"a"}]}`, `unknown field "lable"`},
		{head + `,"columns":[{"kind":"optional data"}]}`, "a column has no label"},
		{head + `,"columns":[{"label":"a"},{"label":"a"}]}`, `two columns are called "a"`},
		{head + `,"columns":[{"label":"a","kind":"magic"}]}`, `column kind "magic": expected one of ["mandatory template" "optional template"`},
		{head + `,"columns":[{"label":"a","after":"b"}]}`, `column "a" is after "b", which is no column`},
		{head + `,"columns":[{"label":"a","spots":["html:1/p"]}]}`, `spot "html:1/p": expected names with their numbers, as in div:2/p:1/:1, found "p"`},
		{head + `,"columns":[{"label":"a"}],"others":[null]}`, "one of another template is empty"},
		{head + `,"columns":[{"label":"a"}],"others":[` + head + `,"columns":[{"label":"a"}],"others":[` + head + `,"columns":[{"label":"a"}]}]}]}`, "has others itself"},
		{head + `,"columns":[{"label":"a"}],"others":[{}]}`, `expected a JSON object with "version": 1`},
	} {
		err := json.Unmarshal([]byte(tt.in), new(Wrapper))
		if err != nil && strings.Contains(err.Error(), "Go ") {
			t.Errorf("%s: error %v speaks of Go", tt.in, err)
		}
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: error %v, want %q", tt.in, err, tt.want)
		}
	}
}
