package harvest

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"verde/page"
)

// fullDisk gives some pages, and then what is no failure of a page.
type fullDisk struct {
	left int
	err  error
}

func (f *fullDisk) Fetch(_ context.Context, url string) (*page.Page, error) {
	if f.left--; f.left < 0 {
		return nil, f.err
	}
	body := fmt.Sprintf("<h1>Book %s</h1><a href=/1>1</a><a href=/2>2</a><a href=/3>3</a>", url)
	return &page.Page{URL: url, Requested: url, Status: 200, ContentType: "text/html", Body: []byte(body)}, nil
}

// An archive that can't be written, say, is no failure of the site that was read when it
// was found, whatever was being done: searched, sampled or read. It ends the run.
func TestRunErrorIsNotTheSite(t *testing.T) {
	t.Parallel()
	full := errors.New("the disk is full")
	for left := range 8 {
		r := Reader{Pages: &fullDisk{left, full}}
		h, err := r.Site(t.Context(), "a.example", []string{"http://a.example/1", "http://a.example/2"}, false)
		if !errors.Is(err, full) && (left < 3 || h.Failed != nil && errors.Is(h.Failed, full)) {
			t.Errorf("after %d pages: %v, the site's failure %v", left, err, h.Failed)
		}
		_, err = Reader{Pages: &fullDisk{left, full}}.Trial(t.Context(), "a.example", []string{"http://a.example/1", "http://a.example/2"})
		if left < 2 && (!errors.Is(err, full) || !errors.As(err, new(*RunError))) {
			t.Errorf("a trial after %d pages: %v", left, err)
		}
	}
}
