package bucket

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestFolder(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "a bucket")
	b := open(t, (&url.URL{Scheme: "file", Path: folder}).String())
	contract(t, b)
	if err := os.WriteFile(filepath.Join(folder, "warc", "x.123.tmp"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	n := 0
	for o, err := range b.List(t.Context(), "warc/") {
		if err != nil {
			t.Fatal(err)
		}
		if o.Unfinished() {
			n++
		}
	}
	if n != 1 {
		t.Errorf("%d unfinished objects, want the one that a writer was killed at", n)
	}
	if n, err := b.AbortUploads(t.Context(), "", time.Now()); n != 0 || err != nil {
		t.Errorf("%d uploads of a folder, %v", n, err)
	}
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Range(t.Context(), "warc/books/b-1.warc.gz", 0, 1); err == nil || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("of a bucket that is away: %v", err)
	}
	if _, err := b.Size(t.Context(), "warc/books/b-1.warc.gz"); err == nil || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("size in a bucket that is away: %v", err)
	}
}

func TestAddresses(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"", "books", "gs://books", "s3://books?nonsense=1", "file://%zz"} {
		if b, err := Open(t.Context(), address); err == nil {
			t.Errorf("%q opened", address)
			b.Close()
		}
	}
}

func open(t *testing.T, address string) *Bucket {
	t.Helper()
	b, err := Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}

// contract is what holds of a bucket of any kind.
func contract(t *testing.T, b *Bucket) {
	t.Helper()
	ctx := t.Context()
	data := bytes.Repeat([]byte("0123456789"), 700_000)
	for _, name := range []string{"warc/books/b-1.warc.gz", "warc/books/a%20ü-1.warc.gz", "warc/other/a-1.warc.gz"} {
		if err := b.Put(ctx, name, data); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Put(ctx, "warc/books/b-1.warc.gz", []byte("another")); err == nil {
		t.Error("an object was replaced")
	}
	if got, err := b.Range(ctx, "warc/books/b-1.warc.gz", 6_999_995, 5); err != nil || string(got) != "56789" {
		t.Errorf("range: %q, %v", got, err)
	}
	if got, err := b.Range(ctx, "warc/books/b-1.warc.gz", 6_999_995, 6); err == nil {
		t.Errorf("a range beyond the end: %q", got)
	}
	if _, err := b.Range(ctx, "warc/books/c-1.warc.gz", 0, 1); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "c-1.warc.gz") {
		t.Errorf("an object that is not there: %v", err)
	}
	if n, err := b.Size(ctx, "warc/books/b-1.warc.gz"); err != nil || n != int64(len(data)) {
		t.Errorf("size %d, %v", n, err)
	}
	if _, err := b.Size(ctx, "warc/books/c-1.warc.gz"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("size of an object that is not there: %v", err)
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if err := b.Put(ended, "warc/books/half.warc.gz", data); err == nil {
		t.Error("stored though it was to end")
	}
	list := func() (names []string) {
		for o, err := range b.List(ctx, "warc/books/") {
			if err != nil {
				t.Fatal(err)
			}
			if o.Size != int64(len(data)) || time.Since(o.Changed) > time.Hour {
				t.Errorf("%+v", o)
			}
			names = append(names, o.Name)
		}
		return names
	}
	if got, want := list(), []string{"warc/books/a%20ü-1.warc.gz", "warc/books/b-1.warc.gz"}; !slices.Equal(got, want) {
		t.Errorf("list %q, want %q", got, want)
	}
	var whole bytes.Buffer
	if err := b.Copy(ctx, "warc/books/a%20ü-1.warc.gz", &whole); err != nil || !bytes.Equal(whole.Bytes(), data) {
		t.Errorf("copy of %d bytes, %v", whole.Len(), err)
	}
	if err := b.Delete(ctx, "warc/books/b-1.warc.gz"); err != nil {
		t.Error(err)
	}
	if got := list(); len(got) != 1 {
		t.Errorf("after deleting: %q", got)
	}
}
