package exclude

import (
	"strings"
	"testing"

	"verde/catalog"
	"verde/record"
)

func TestList(t *testing.T) {
	t.Parallel()
	x, err := Read(strings.NewReader("\ufeff# what we have\n\nold.example\nHTTP://a.example/book/1#top\n" +
		`{"url": "http://b.example/2", "site": "b.example"}` + "\nGreat Expectations\nDr. No\n"))
	if err != nil {
		t.Fatal(err)
	}
	for url, want := range map[string]bool{"http://old.example/x": true, "http://a.example/book/1": true, "http://b.example/2": true,
		"http://a.example/book/2": false, "http://b.example/": false} {
		if x.URL(url) != want {
			t.Errorf("%s: %v", url, !want)
		}
	}
	if !x.Site("old.example") || x.Site("a.example") {
		t.Error("sites")
	}
	src := catalog.Source{Role: catalog.Discovered, Attributes: map[string]string{"h1": "name"}}
	for name, want := range map[string]bool{"GREAT EXPECTATIONS": true, "Expectations, Great": true, "Great Expectations (1861)": true, "Dr No": true, "Emma": false} {
		if got := x.Record(record.FromTexts("http://c.example/1", map[string][]string{"h1": {name}}), src, "name"); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
	if x.Record(record.FromTexts("http://c.example/1", map[string][]string{"see also": {"Emma", "Great Expectations"}}), src, "name") {
		t.Error("a record is excluded by what it mentions")
	}
	training := catalog.Source{Role: catalog.Training}
	if !x.Record(record.FromTexts("http://c.example/1", map[string][]string{"name": {"Dr. No"}}), training, "name") {
		t.Error("a record of the training site is not excluded")
	}
	if none := (*List)(nil); none.Site("a") || none.URL("http://a/") || none.Record(record.Record{}, src, "name") {
		t.Error("nothing excludes something")
	}
	for _, bad := range []string{"http://[::1", `{"url": 3}`, `{"site": "a.example"}`, `{"url": "Emma"}`, "{", "!?"} {
		if _, err := Read(strings.NewReader("a.example\n" + bad)); err == nil || !strings.HasPrefix(err.Error(), "line 2: ") {
			t.Errorf("%s: error %v", bad, err)
		}
	}
}
