package fetch

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/fetch/warc"
)

func TestAnnotate(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	opt := Options{Pace: Pace{Delay: -1}, Archive: dir, IgnoreRobots: true, Transport: &web{serve: everything}}
	c, err := New(opt)
	if err != nil {
		t.Fatal(err)
	}
	const url = "http://h.example/a"
	if _, err := c.Fetch(t.Context(), url); err != nil {
		t.Fatal(err)
	}
	for _, fields := range []map[string]string{{"Verdict": "instance", "Score": "0.9\r\nFailure: network"}, nil, {"Long": "x" + strings.Repeat("é", maxNote)}} {
		if err := c.Annotate(url+"#x", fields); err != nil {
			t.Error(err)
		}
	}
	for _, name := range []string{"", "a b", "a:b", "Failure", "cause", "ä"} {
		if c.Annotate(url, map[string]string{name: "x"}) == nil {
			t.Errorf("%q is taken for a name", name)
		}
	}
	if c.Annotate("mailto:x", map[string]string{"a": "b"}) == nil {
		t.Error("a note on no page")
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	var got []string
	for rec, err := range warc.Read(bytes.NewReader(readFile(t, filepath.Join(dir, "00000.warc.gz")))) {
		if err != nil {
			t.Fatal(err)
		}
		if rec.Type == "metadata" {
			got = append(got, rec.URL+" "+string(rec.Block))
		}
	}
	want := []string{url + " Score: 0.9  Failure: network\r\nVerdict: instance\r\n", url + " Long: x" + strings.Repeat("é", maxNote/2-1) + "\r\n"}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("notes (-want +got):\n%s", d)
	}
	// The page is what it was, and the archive whole.
	again, err := New(opt)
	if err != nil {
		t.Fatal(err)
	}
	if p, err := again.Fetch(t.Context(), url); err != nil || string(p.Body) != "<p>page of /a" || again.Stats().Requests != 0 {
		t.Errorf("the page after: %v, %d requests", err, again.Stats().Requests)
	}
	if r := again.Stats().Repairs; len(r) != 0 {
		t.Errorf("repairs %v", r)
	}
	if err := again.Close(); err != nil {
		t.Error(err)
	}
	// Notes that are there are not written again, be the index there or not.
	before := contentsOf(t, dir)
	for _, index := range []bool{true, false} {
		if !index {
			if err := os.Remove(filepath.Join(dir, "00000.cdxj")); err != nil {
				t.Fatal(err)
			}
		}
		c, err := New(opt)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if err := c.Annotate(url, map[string]string{"Verdict": "instance", "Score": "0.9\r\nFailure: network"}); err != nil {
				t.Error(err)
			}
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
		if d := cmp.Diff(before, contentsOf(t, dir)); d != "" {
			t.Errorf("again, index %v (-before +after):\n%s", index, d)
		}
	}
	if err := client(t, Options{Pace: Pace{Delay: -1}, Transport: &web{serve: everything}}).Annotate(url, map[string]string{"a": "b"}); err != nil {
		t.Errorf("without an archive: %v", err)
	}
}
