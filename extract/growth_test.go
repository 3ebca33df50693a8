package extract

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"verde/page"
)

// Elements in elements, each of a class and with a text, as tags that nothing closes make them: each is a row of the one around
// it. The time is that of the leaves times their depth, seconds here; with the cube of the depth it is many minutes.
func TestDeeplyNested(t *testing.T) {
	t.Parallel()
	var pages []*page.Page
	for p := range 6 {
		var b strings.Builder
		for i := range 500 {
			fmt.Fprintf(&b, "<div class=c%d>text %d of %d", i, i, p)
		}
		pages = append(pages, &page.Page{URL: fmt.Sprint("http://a.example/", p), Status: 200, Body: []byte(b.String())})
	}
	done := make(chan error, 1)
	go func() {
		_, _, err := Learn(pages, Options{})
		done <- err
	}()
	select {
	case err := <-done:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(100 * time.Second):
		t.Error("nothing was learned in 100 s of 6 pages of 500 texts")
	}
}
