package verde

import (
	"fmt"
	"maps"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/catalog"
)

func TestReadEntities(t *testing.T) {
	t.Parallel()
	for what, text := range map[string]string{
		"CSV":              "\ufeffname, maker ,year,\nEmma,\"Austen, Jane\",1815,x\n\nDracula,,1897,\n",
		"JSON Lines":       `{"name": "Emma", "maker": ["Austen, Jane"], "year": 1815, "read": true}` + "\n\n" + `{"name": " Dracula ", "maker": null, "year": "1897"}`,
		"with white space": "\n  " + `{"name": "Emma", "maker": "Austen, Jane", "year": 1815}` + "\n" + `{"name": "Dracula", "year": 1897, "maker": ""}`,
	} {
		list, err := ReadEntities(strings.NewReader(text))
		if err != nil || len(list.Records) != 2 {
			t.Fatalf("%s: %v, error %v", what, list, err)
		}
		var got []string
		for _, r := range list.Records {
			got = append(got, fmt.Sprint(r.URL, " ", r.ByLabel()))
		}
		if want := "http://entities.invalid/1 map[maker:[Austen, Jane] name:[Emma] year:[1815]]; http://entities.invalid/2 map[name:[Dracula] year:[1897]]"; strings.Join(got, "; ") != want {
			t.Errorf("%s: %s", what, strings.Join(got, "; "))
		}
		if (list.First == "name") != (what == "CSV") {
			t.Errorf("%s: the first column is %q", what, list.First)
		}
	}
	for text, want := range map[string]string{"": "empty", " \n": "empty", "name\nEmma\n": "has fewer than two entities", "name,maker\nEmma\n": "line 2",
		"{\"name\": \"Emma\"}\n{": "line 2", "{\"name\": \"Emma\"}\n{\"name\": \"Kim\"} {\"name\": \"Nana\"}": "line 2: something follows", "{\"name\": {\"first\": \"Emma\"}}": "line 1: \"name\": neither"} {
		if _, err := ReadEntities(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q in it", text, err, want)
		}
	}
}

// A list of entities is a training site without a site: its first column names them if
// it can, and what it holds can be asked for.
func TestLearnEntities(t *testing.T) {
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
		list, err := ReadEntities(strings.NewReader(text))
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
		less := &Entities{Records: list.Records[1:]}
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
	if _, err := (&Explorer{Domain: "book"}).LearnEntities(t.Context(), &Entities{}); err == nil {
		t.Error("no error of an empty list")
	}
}

// Columns of a list beside a page are attributes of the vertical by what they are called, then by what
// they say, each attribute once.
func TestColumnsOfList(t *testing.T) {
	t.Parallel()
	list, err := ReadEntities(strings.NewReader("titolo,Author,writer,year\nKim,Kipling,R. Kipling,1901\nEmma,Austen,J. Austen,1815\n"))
	if err != nil {
		t.Fatal(err)
	}
	v := &Vertical{Identifier: "name", Attributes: []Attribute{{Name: "name"}, {Name: "author"}, {Name: "published"}}}
	got := list.columns(v, map[string]string{"titolo": "name", "writer": "author", "year": "published"})
	if want := map[string]string{"titolo": "name", "Author": "author", "year": "published"}; !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
