package extract

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/extract/leaves"
	"verde/extract/token"
	"verde/page"
)

// TestReadWrapper checks that what is no wrapper, or none that can be read, is
// refused with what was expected.
func TestReadWrapper(t *testing.T) {
	t.Parallel()
	const head = `{"version":40,"method":"verde"`
	for _, tt := range []struct{ in, want string }{
		{head + `,"columns":[{"label":"a","kind":"mandatory data","where":["html/o:p #a.b .c >i>b =C0"]}]}`, ""},
		{`{}`, `expected a JSON object with "version": 40`},
		{`null`, `expected a JSON object with "version": 40`},
		{`[]`, "wrapper: expected a JSON object, found a JSON array"},
		{`"x"`, "wrapper: expected a JSON object, found a JSON string"},
		{`1`, "wrapper: expected a JSON object, found a JSON number"},
		{`true`, "wrapper: expected a JSON object, found a JSON bool"},
		{`{"version":99,"method":"verde"}`, "version 99, expected 40"},
		{`{"version":4,"method":"verde"}`, "version 4, expected 40"}, // had another sign for the entity's name
		{`{"version":"1"}`, `wrapper: "version" can't be a JSON string`},
		{`{"version":1.5}`, `wrapper: "version" can't be a JSON number 1.5`},
		{head + `,"columns":[{"label":1}]}`, `wrapper: "columns.label" can't be a JSON number`},
		{head + `,"columns":{}}`, `wrapper: "columns" can't be a JSON object`},
		{head + `,"columns":[1]}`, "can't be a JSON number"},
		{head + `,"columns":[{"label":"a"}],"others":[1]}`, "wrapper: expected a JSON object, found a JSON number"},
		{`{"version":40}`, `expected method "verde" or "dca", found none`},
		{`{"version":40,"method":"magic"}`, `expected method "verde" or "dca", found "magic"`},
		{head + `}`, "expected columns, found none"},
		{head + `,"columns":[{"lable":"a"}]}`, `unknown field "lable"`},
		{head + `,"columns":[{"kind":"optional data"}]}`, "a column has no label"},
		{head + `,"columns":[{"label":"a"},{"label":"a"}]}`, `two columns are called "a"`},
		{head + `,"columns":[{"label":"a","kind":"magic"}]}`, `column kind "magic": expected one of ["mandatory template" "optional template"`},
		{head + `,"columns":[{"label":"a","after":"b"}]}`, `column "a" is after "b", which is no column`},
		{head + `,"columns":[{"label":"a","where":["html/p x"]}]}`, `where "html/p x": expected a path, then words that begin with #`},
		{head + `,"columns":[{"label":"a","field":"cell 1 in html/body/table > tr"}]}`, `expected a kind of rows of "groups"`},
		{head + `,"columns":[{"label":"a","field":"code"}]}`, `or a label of "sections"`},
		{head + `,"groups":["html/body/table > tr"],"columns":[{"label":"a","kind":"optional data","field":"cell 1 in html/body/table > tr"}]}`, ""},
		{head + `,"sections":[{"label":"Examples:","flows":true}],"columns":[{"label":"a","kind":"optional data","field":"code under example"}]}`, ""},
		{head + `,"sections":[{"label":"What is under it"}],"columns":[{"label":"a","kind":"optional data","field":"line under what is under it"}]}`, ""},
		{head + `,"groups":["html/body/ul > li under example"],"columns":[{"label":"a","kind":"optional data","field":"text 1 a .x in html/body/ul > li under example"}]}`, ""},
		{head + `,"groups":["html/body/ul > li"],"columns":[{"label":"a","kind":"optional data","field":"text in html/body/ul > li"}]}`, ""},
		{head + `,"columns":[{"label":"a","field":"code under example"}]}`, `or a label of "sections"`},
		{head + `,"sections":[{"label":"Examples"}],"columns":[{"label":"a","field":"cod under example"}]}`, `"cod under example": expected`},
		{head + `,"sections":[{"label":"Examples"}],"columns":[{"label":"a","field":" under example"}]}`, `" under example": expected`},
		{head + `,"sections":[{"label":"Examples"}],"columns":[{"label":"a","field":"code under exampel"}]}`, `"code under exampel": expected`},
		{head + `,"sections":[{"label":"Examples"}],"columns":[{"label":"a","field":"cell 1 in nowhere under example"}]}`, "nowhere under example\": expected"},
		{head + `,"groups":["nonsense"],"columns":[{"label":"a"}]}`, `"nonsense": expected a kind of rows`},
		{head + `,"tiles":["nonsense"],"columns":[{"label":"a"}]}`, `"nonsense": expected a kind of rows`},
		{head + `,"groups":["html/body/ul > li"],"columns":[{"label":"a","field":"sell 1 in html/body/ul > li"}]}`, `"sell 1 in`},
		{head + `,"groups":["html/body/ul > li"],"columns":[{"label":"a","field":"cell 1 in html/body/ul > l"}]}`, `"cell 1 in`},
		{head + `,"columns":[{"label":"a"}],"others":[null]}`, "one of another template is empty"},
		{head + `,"columns":[{"label":"a"}],"others":[` + head + `,"columns":[{"label":"a"}],"others":[` + head + `,"columns":[{"label":"a"}]}]}]}`, "has others itself"},
		{head + `,"columns":[{"label":"a","name":"x"}]}`, "expected name, and values_of with it"},
		{head + `,"columns":[{"label":"a","name":"x","values_of":[""]}]}`, `has values of ""`},
		{head + `,"columns":[{"label":"a"},{"label":"b","name":"x","values_of":["a"],"named_by":"c"}]}`, `named by "c"`},
		{head + `,"columns":[{"label":"a"}],"others":[{}]}`, `expected a JSON object with "version": 40`},
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

// TestStyle checks that a style is the same after it was written and read, whatever its
// names are made of.
func TestStyle(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		style leaves.Style
		want  string
	}{
		{leaves.Style{Path: "html/head/title"}, "html/head/title"},
		{leaves.Style{Path: "html/body/o:p", IDs: []string{"a", "b c"}, Classes: []string{"d", "e f"}}, "html/body/o:p #a #b.c .d .e.f"},
		{leaves.Style{Path: "html/body/td", Classes: []string{`w-2.5 \ md:flex`}, Inline: "<b><span>", Types: token.Capitalised | token.Other}, `html/body/td .w-2\.5.\\.md:flex >span>b =C?`},
	} {
		if got := tt.style.String(); got != tt.want {
			t.Errorf("wrote %s, want %s", got, tt.want)
		}
		var back leaves.Style
		if err := back.UnmarshalText([]byte(tt.want)); err != nil {
			t.Errorf("%s: %v", tt.want, err)
		}
		if diff := cmp.Diff(tt.style, back); diff != "" {
			t.Errorf("%s (-want +got)\n%s", tt.want, diff)
		}
	}
}

// TestTextOfLittle checks that a wrapper is written as JSON although it lacks what others
// have: without columns, too, which is for the reader to refuse.
func TestTextOfLittle(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		w    *Wrapper
		want string
	}{
		{&Wrapper{Method: MethodVerDE}, `{"version":0,"method":"verde","pages":0}`},
		{&Wrapper{Method: MethodDCA, Columns: []ColumnRule{}, Sections: []Section{}, Groups: []string{}, Others: []*Wrapper{}}, `{"version":0,"method":"dca","pages":0}`},
	} {
		text, err := tt.w.Text()
		if err != nil {
			t.Fatal(err)
		}
		var got bytes.Buffer
		if err := json.Compact(&got, text); err != nil || got.String() != tt.want {
			t.Errorf("wrote %s, want %s, error %v", text, tt.want, err)
		}
	}
}

// TestText checks that a wrapper has a line for each column, none for navigation, and
// that what is written reads pages as what was learned.
func TestText(t *testing.T) {
	t.Parallel()
	var pages []*page.Page
	for i := range 12 {
		var b strings.Builder
		for k := range 40 {
			fmt.Fprintf(&b, "<ul class=nav><li><a>Section %d</a></ul>", k)
		}
		fmt.Fprintf(&b, "<h1>Thing %d</h1><table class=facts>", i)
		for k := range 60 {
			fmt.Fprintf(&b, "<tr><th>Attribute %d</th><td class='v w'>%d units of it</td></tr>", k, 100*i+k)
		}
		b.WriteString("</table>")
		pages = append(pages, document(fmt.Sprintf("http://things.example/%d", i), b.String()))
	}
	w, _, err := Learn(pages[:8], Options{})
	if err != nil {
		t.Fatal(err)
	}
	text, err := w.Text()
	if err != nil {
		t.Fatal(err)
	}
	const most = 50_000
	if len(text) > most || strings.Contains(string(text), `"label":"Section 7"`) {
		t.Errorf("%d bytes, at most %d without columns of navigation wanted", len(text), most)
	}
	if !strings.Contains(string(text), "\n  {\"label\":\"Attribute 7\",\"kind\":\"mandatory data\",") {
		t.Errorf("no line for a column in\n%s", text)
	}
	back := new(Wrapper)
	if err := json.Unmarshal(text, back); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(readAll(t, w, pages[8:]), readAll(t, back, pages[8:])); diff != "" {
		t.Errorf("read by what was written (-before +after)\n%s", diff)
	}
}
