package extract

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"verde/extract/rules"
	"verde/page"
)

// studio is a page of another template of the films' site.
func studio(i int) *page.Page {
	return document(fmt.Sprintf("http://films.example/studios/%d", i), fmt.Sprintf(
		`<div class="nav"><a href="/">Home</a> <a href="/all">All films</a></div><section><h2 class="studio">Studio %d</h2><dl><dt>Founded</dt><dd>19%02d</dd><dt>Stages</dt><dd>%d</dd><dt>Town</dt><dd>Town %c</dd></dl></section><div class="foot">All rights reserved.</div>`,
		i, 10+i, 3+i%4, 'A'+i))
}

// TestTemplates checks that pages of two templates are read each by its own
// wrapper, whichever of the two has more pages.
func TestTemplates(t *testing.T) {
	t.Parallel()
	for _, studios := range []int{6, len(films), 2 * len(films)} {
		pages := filmPages()
		for i := range studios {
			pages = slices.Insert(pages, min(2*i, len(pages)), studio(i))
		}
		w, table, err := Learn(pages, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if len(table.Others) != 1 || len(w.Others) != 1 || len(table.Records()) != len(pages) {
			t.Fatalf("%d studios: %d other tables, %d other wrappers, %d records", studios, len(table.Others), len(w.Others), len(table.Records()))
		}
		data, err := json.Marshal(w)
		if err != nil {
			t.Fatal(err)
		}
		kept := new(Wrapper)
		if err := json.Unmarshal(data, kept); err != nil {
			t.Fatal(err)
		}
		records := append(table.Records(), readAll(t, w, pages)...)
		read := readAll(t, kept, pages)
		if d := kept.Drift(read); d.Drifted() || len(d.Lost) > 0 {
			t.Errorf("%d studios: drift %+v", studios, d)
		}
		for _, r := range append(records, read...) {
			var i int
			if _, err := fmt.Sscanf(r.URL, "http://films.example/studios/%d", &i); err == nil {
				if !slices.Equal(r.Texts("Founded"), []string{fmt.Sprintf("19%02d", 10+i)}) || !slices.Equal(r.Texts("Town"), []string{fmt.Sprintf("Town %c", 'A'+i)}) {
					t.Errorf("%d studios: %s %q", studios, r.URL, r.ByLabel())
				}
			} else if _, err := fmt.Sscanf(r.URL, "http://films.example/%d", &i); err == nil {
				checkFilm(t, r, films[i])
			}
		}
	}
}

// TestSchemas checks that pages which lack optional parts are of the template
// of those that have them.
func TestSchemas(t *testing.T) {
	t.Parallel()
	c := rules.NewCorpus()
	var sets []kinds
	for _, body := range []string{
		"<h1>a</h1><p>b</p>", "<h1>c</h1><p>d</p><ul><li>e</ul><table><tr><td>f</table>", "<h1>g</h1><p>h</p><ol><li>i</ol>",
		"<h4>j</h4><pre>k</pre>", "<h4>l</h4><pre>m</pre><pre class=x>n</pre>",
	} {
		root, err := document("http://x.example/", body).Parse()
		if err != nil {
			t.Fatal(err)
		}
		sets = append(sets, kindsOf(textsOf(c, c.Read("", root))))
	}
	got := schemas(sets, []int{0, 1, 2, 3, 4})
	if want := [][]int{{0, 1, 2}, {3, 4}}; !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("templates %v, want %v", got, want)
	}
}
