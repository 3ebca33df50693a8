//go:build cluster

package bucket

import (
	"bytes"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/s3"
)

// TestS3 holds the contract against a server that speaks S3, and ends uploads that
// somebody has left.
func TestS3(t *testing.T) {
	address := server(t)
	b := open(t, address)
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

// server starts versitygw on a folder and gives the address of a bucket of it.
func server(t *testing.T) string {
	t.Helper()
	program, err := exec.LookPath("versitygw")
	if err != nil {
		t.Skip("there is no versitygw: go install github.com/versity/versitygw/cmd/versitygw@v1.8.0")
	}
	folder := t.TempDir()
	if err := os.Mkdir(filepath.Join(folder, "books"), 0o777); err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	at := listener.Addr().String()
	listener.Close()
	cmd := exec.Command(program, "--access", "verde", "--secret", "verdesecret", "--port", at, "posix", folder)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	for name, value := range map[string]string{"AWS_ACCESS_KEY_ID": "verde", "AWS_SECRET_ACCESS_KEY": "verdesecret", "AWS_REGION": "us-east-1"} {
		t.Setenv(name, value)
	}
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		if conn, err := net.Dial("tcp", at); err == nil {
			conn.Close()
			break
		} else if time.Now().After(deadline) {
			t.Fatal("versitygw does not answer: ", err)
		}
	}
	return "s3://books?use_path_style=true&endpoint=http://" + at
}
