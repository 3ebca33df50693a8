package vertical

import (
	"fmt"
	"maps"
	"strings"
	"testing"
)

func TestReadList(t *testing.T) {
	t.Parallel()
	for what, text := range map[string]string{
		"CSV":              "\ufeffname, maker ,year,\nEmma,\"Austen, Jane\",1815,x\n\nDracula,,1897,\n",
		"JSON Lines":       `{"name": "Emma", "maker": ["Austen, Jane"], "year": 1815, "read": true}` + "\n\n" + `{"name": " Dracula ", "maker": null, "year": "1897"}`,
		"with white space": "\n  " + `{"name": "Emma", "maker": "Austen, Jane", "year": 1815}` + "\n" + `{"name": "Dracula", "year": 1897, "maker": ""}`,
	} {
		list, err := ReadList(strings.NewReader(text))
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
		if _, err := ReadList(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q in it", text, err, want)
		}
	}
}

// Columns of a list beside a page are attributes of the vertical by what they are called, then by what
// they say, each attribute once.
func TestColumnsOfList(t *testing.T) {
	t.Parallel()
	list, err := ReadList(strings.NewReader("titolo,Author,writer,year\nKim,Kipling,R. Kipling,1901\nEmma,Austen,J. Austen,1815\n"))
	if err != nil {
		t.Fatal(err)
	}
	v := &Vertical{Identifier: "name", Attributes: []Attribute{{Name: "name"}, {Name: "author"}, {Name: "published"}}}
	got := list.columns(v, map[string]string{"titolo": "name", "writer": "author", "year": "published"})
	if want := map[string]string{"titolo": "name", "Author": "author", "year": "published"}; !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
