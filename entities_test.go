package verde

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/catalog"
	"verde/vertical"
)

// A list of entities is a training site without a site: its first column names them if
// it can, and what it holds can be asked for.
func TestLearnEntities(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long under the race detector")
	}
	t.Parallel()
	var csv, numbered strings.Builder
	csv.WriteString("name,author,year\n")
	numbered.WriteString("no,name,author\n")
	for i := range 20 {
		fmt.Fprintf(&csv, "Book of %c,Author %c,19%02d\n", 'A'+i, 'A'+i/3, i)
		fmt.Fprintf(&numbered, "%d,Book of %c,Author %c\n", i%4, 'A'+i, 'A'+i/3)
	}
	for what, text := range map[string]string{"its first column": csv.String(), "another": numbered.String()} {
		cat, err := catalog.Open(t.Context(), filepath.Join(t.TempDir(), "c.sqlite"))
		if err != nil {
			t.Fatal(err)
		}
		list, err := vertical.ReadList(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		x := &Explorer{Domain: "book", Catalog: cat}
		v, err := x.LearnEntities(t.Context(), list)
		if err != nil {
			t.Fatal(err)
		}
		if v.Identifier != "name" || len(v.Attributes) != 2 || v.Attributes[1].Name != "author" || v.Pages != 20 {
			t.Errorf("%s: %+v", what, v)
		}
		if err := v.Validate(); err != nil {
			t.Errorf("%s: %v", what, err)
		}
		if err := x.CheckVertical(t.Context(), v); err != nil {
			t.Errorf("%s: %v", what, err)
		}
		again, err := x.LearnEntities(t.Context(), list) // as after a stop before the vertical was kept
		if d := cmp.Diff(v, again); err != nil || d != "" {
			t.Errorf("%s, a second time: error %v (-want +got):\n%s", what, err, d)
		}
		if same, err := x.SameEntities(t.Context(), list); err != nil || !same {
			t.Errorf("%s: it is not the same, error %v", what, err)
		}
		less := &vertical.List{Records: list.Records[1:]}
		if same, err := x.SameEntities(t.Context(), less); err != nil || same {
			t.Errorf("%s: a shorter list is the same, error %v", what, err)
		}
		entities, err := x.known(t.Context(), v, 1)
		if err != nil || entities.Len() != 20 {
			t.Errorf("%s: error %v", what, err)
		}
		other, err := catalog.Open(t.Context(), filepath.Join(t.TempDir(), "c.sqlite"))
		if err != nil {
			t.Fatal(err)
		}
		if err := (&Explorer{Catalog: other}).CheckVertical(t.Context(), v); err == nil || !strings.Contains(err.Error(), "give --entities again") {
			t.Errorf("%s: in a folder without the list: %v", what, err)
		}
		if err := cat.Close(); err != nil {
			t.Error(err)
		}
		if err := other.Close(); err != nil {
			t.Error(err)
		}
	}
	if _, err := (&Explorer{Domain: "book"}).LearnEntities(t.Context(), &vertical.List{}); err == nil {
		t.Error("no error of an empty list")
	}
}
