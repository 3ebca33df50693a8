//go:build cluster

package bucket

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/s3"

	"verde/fetch"
	"verde/internal/s3test"
	"verde/page"
)

// TestS3 holds the contract against a server that speaks S3, and ends uploads that
// somebody has left.
func TestS3(t *testing.T) {
	server := s3test.New(t)
	authorize(t, server)
	b := open(t, server.Address)
	contract(t, b)
	var client *s3.Client
	if !b.bucket.As(&client) {
		t.Fatal("no S3 client")
	}
	bucket, key := "books", "warc/books/left.warc.gz"
	left, err := client.CreateMultipartUpload(t.Context(), &s3.CreateMultipartUploadInput{Bucket: &bucket, Key: &key})
	if err != nil {
		t.Fatal(err)
	}
	part := int32(1)
	if _, err := client.UploadPart(t.Context(), &s3.UploadPartInput{Bucket: &bucket, Key: &key, UploadId: left.UploadId, PartNumber: &part, Body: bytes.NewReader(make([]byte, 5<<20))}); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		before time.Time
		prefix string
		want   int
	}{{time.Now().Add(-time.Hour), "warc/", 0}, {time.Now().Add(time.Hour), "other/", 0}, {time.Now().Add(time.Hour), "warc/", 1}, {time.Now().Add(time.Hour), "warc/", 0}} {
		if n, err := b.AbortUploads(t.Context(), test.prefix, test.before); err != nil || n != test.want {
			t.Errorf("%d uploads ended, want %d, %v", n, test.want, err)
		}
	}
}

// authorize gives this process what the server is asked with.
func authorize(t *testing.T, server *s3test.Server) {
	for _, variable := range server.Env {
		name, value, _ := strings.Cut(variable, "=")
		t.Setenv(name, value)
	}
}

// TestArchiveInS3 reads pages of an archive by its sorted index in a bucket. A bucket that
// goes away is no page that is not there.
func TestArchiveInS3(t *testing.T) {
	server := s3test.New(t)
	authorize(t, server)
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, "<title>%s</title>%s", r.URL.Path, strings.Repeat("x", 100_000))
	}))
	defer site.Close()
	const pages = 300 // an index of more than one block
	url := func(i int) string { return fmt.Sprintf("%s/page/%d", site.URL, i) }
	dir := t.TempDir()
	filled, err := fetch.New(fetch.Options{Archive: dir, IgnoreRobots: true, Pace: fetch.Pace{Delay: -1}, AllowPrivate: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}})
	if err != nil {
		t.Fatal(err)
	}
	for i := range pages {
		if _, err := filled.Fetch(t.Context(), url(i)); err != nil {
			t.Fatal(err)
		}
	}
	if err := filled.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := fetch.IndexArchives(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(server.Folder, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}

	b := open(t, server.Address)
	archive, err := fetch.OpenIndexed(t.Context(), b, fetch.IndexName)
	if err != nil {
		t.Fatal(err)
	}
	c, err := fetch.New(fetch.Options{Offline: true, IgnoreRobots: true})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.Replay(archive)
	read := func(i int) {
		t.Helper()
		p, err := c.Fetch(t.Context(), url(i))
		if err != nil || !strings.Contains(string(p.Body), fmt.Sprintf("<title>/page/%d</title>", i)) {
			t.Errorf("page %d: %v", i, err)
		}
	}
	for i := 0; i < pages; i += 7 {
		read(i)
	}
	var failed *page.Error
	if _, err := c.Fetch(t.Context(), url(pages)); !errors.As(err, &failed) || failed.Reason != page.NotArchived {
		t.Errorf("a page that it lacks: %v", err)
	}
	server.Kill()
	if _, err := c.Fetch(t.Context(), url(1)); err == nil || errors.As(err, &failed) {
		t.Errorf("without the server: %v", err)
	}
	server.Start()
	read(1)
	t.Setenv("AWS_ACCESS_KEY_ID", "another")
	if _, err := open(t, server.Address).Size(t.Context(), fetch.IndexName); err == nil || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("with another's key: %v", err)
	}
}
