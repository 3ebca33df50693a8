//go:build cluster

package bucket

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/s3"

	"verde/internal/s3test"
)

// TestS3 holds the contract against a server that speaks S3, and ends uploads that
// somebody has left.
func TestS3(t *testing.T) {
	server := s3test.New(t)
	for _, variable := range server.Env {
		name, value, _ := strings.Cut(variable, "=")
		t.Setenv(name, value)
	}
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
