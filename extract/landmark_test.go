package extract

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestSignsAroundValues checks that labels, which come once, say where a page goes on, and not the signs behind every value, of
// which the first attribute has more on this page than on those of the template.
func TestSignsAroundValues(t *testing.T) {
	t.Parallel()
	var columns []string
	for _, name := range []string{"Role", "Length", "Port"} {
		for i, text := range []string{name, "[", "edit", "]"} {
			columns = append(columns, fmt.Sprintf(`{"label":"%s %d","kind":"mandatory template","divides":true,"text":"%s","where":["html/body/b"]}`, name, i, text))
		}
		columns = append(columns, fmt.Sprintf(`{"label":"%s","kind":"mandatory data","after":"%s 0","where":["html/body/p"]}`, name, name))
	}
	var w Wrapper
	if err := json.Unmarshal(fmt.Appendf(nil, `{"version":%d,"method":"verde","columns":[%s]}`, WrapperVersion, strings.Join(columns, ",")), &w); err != nil {
		t.Fatal(err)
	}
	signs := "<b>[</b><b>edit</b><b>]</b>"
	r, err := w.Extract(document("http://ships.example/1", "<b>Role</b><p>pilot ship</p>"+strings.Repeat(signs, 3)+"<b>Length</b><p>9 m</p>"+signs))
	if err != nil {
		t.Fatal(err)
	}
	if got := field(&r, "Length"); !slices.Equal(got, []string{"9 m"}) {
		t.Errorf("length %q of %v", got, r.ByLabel())
	}
}
