package site

import (
	"fmt"
	"testing"
)

// A page that several URLs show to the letter is one page, and goes by the URL that is beside the sample's. Pages that show other
// pictures, say by which URL they go, or are of one name in several folders, are what they say.
func TestSameText(t *testing.T) {
	t.Parallel()
	item := func(i int, more string) string {
		return fmt.Sprintf("<title>Item %d</title><h1>Item %d</h1>%s", i, i, more)
	}
	pages := map[string]string{
		"/item/0": item(0, ""), "/item/1": item(1, ""), "/Item/1": item(1, ""),
		"/photo/1": "<title>Photo</title><p>A photo</p><img src=1.jpg>", "/photo/2": "<title>Photo</title><p>A photo</p><img src=2.jpg>",
		"/own/2": item(2, "<link rel=canonical href=/own/2>"), "/item/2": item(2, ""),
		"/item/3/some": item(3, ""), "/item/3/other": item(3, ""), "/name/some": item(4, ""), "/name/other": item(4, ""),
		"/north/newton": "<title>Newton</title><p>Nothing yet", "/south/newton": "<title>Newton</title><p>Nothing yet", "/people/7/newton": "<title>Newton</title><p>Nothing yet",
		"/blank/1": "<title>x</title>", "/blank/2": "<title>x</title>",
	}
	s, _ := openSite(t, pages, "/item/0")
	for _, u := range []string{"/Item/1", "/item/1", "/photo/1", "/photo/2", "/own/2", "/item/2", "/item/3/some", "/item/3/other", "/name/some", "/name/other", "/north/newton", "/south/newton", "/people/7/newton", "/blank/1", "/blank/2"} {
		if n, err := s.Fetch(t.Context(), s.Intern("http://e.org"+u)); err != nil || n == nil {
			t.Fatalf("%s: no page, error %v", u, err)
		}
	}
	goesBy := func(u string) string { return s.URL(s.Resolve(s.Intern("http://e.org" + u)))[len("http://e.org"):] }
	for u, want := range map[string]string{"/Item/1": "/item/1", "/item/1": "/item/1", "/photo/2": "/photo/2", "/own/2": "/own/2", "/item/2": "/item/2", "/item/3/other": "/item/3/some", "/name/other": "/name/other", "/south/newton": "/south/newton", "/people/7/newton": "/people/7/newton", "/blank/2": "/blank/2"} {
		if got := goesBy(u); got != want {
			t.Errorf("%s goes by %s, want %s", u, got, want)
		}
	}
}
