package expand

import (
	"testing"

	"verde/page"
)

// Links lead to the files of the pages that are kept, and others nowhere.
func TestRewrite(t *testing.T) {
	t.Parallel()
	p := &page.Page{URL: "http://e.org/a/b.html", Body: []byte(`<base href="/"><A class=x HREF='../c.html#top'>c</A><link href=d.css><a title="href" href = "x y.html">x</a><p>href="c.html"`)}
	names := map[string]string{"http://e.org/c.html": "n1.html"}
	const want = `<A class=x href="n1.html">c</A><link ><a title="href" >x</a><p>href="c.html"`
	if got := string(rewrite(p, func(u string) string { return names[u] })); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
