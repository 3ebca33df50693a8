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
	samples := []string{"http://a.example/1", "http://a.example/2"}
	for name, do := range map[string]func(Reader) error{
		"site": func(r Reader) error {
			h, err := r.Site(t.Context(), "a.example", samples, false)
			if h.Failed != nil {
				t.Errorf("the site's failure: %v", h.Failed)
			}
			return err
		},
		"trial": func(r Reader) error {
			_, err := r.Trial(t.Context(), "a.example", samples)
			return err
		},
	} {
		const enough = 1000
		all := &fullDisk{left: enough}
		if err := do(Reader{Pages: all}); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		n := enough - all.left
		if n < 2 {
			t.Fatalf("%s: %d pages were asked for", name, n)
		}
		for left := range n {
			if err := do(Reader{Pages: &fullDisk{left, full}}); !errors.Is(err, full) || !errors.As(err, new(*RunError)) {
				t.Errorf("%s after %d of %d pages: %v", name, left, n, err)
			}
		}
	}
}
