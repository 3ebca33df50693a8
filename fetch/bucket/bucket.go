// Package bucket keeps the objects of an archive: in a folder (file:///path), or with a
// service that speaks S3 (s3://bucket?endpoint=https://...&use_path_style=true). The
// credentials and region of the latter come from where the AWS tools have them: the
// environment, or the files in ~/.aws.
//
// Errors name the object; they are those of the service, or of the folder's disk.
package bucket

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/s3"
	"gocloud.dev/blob"
	_ "gocloud.dev/blob/fileblob" // file://
	_ "gocloud.dev/blob/s3blob"   // s3://
	"gocloud.dev/gcerrors"
)

// onePut is the size in bytes up to which an object is stored by one request, so that a
// process that is killed leaves no half of an upload on the server.
const onePut = 64 << 20

// Bucket is an open bucket. It is safe for concurrent use.
type Bucket struct {
	address string
	bucket  *blob.Bucket
}

// Open opens the bucket at an address. Nothing is asked of a service yet.
func Open(ctx context.Context, address string) (*Bucket, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, fmt.Errorf("archive %q: %w", address, errors.Unwrap(err))
	}
	q := u.Query()
	switch u.Scheme {
	case "file":
		// Beside the object: a rename from another disk fails. No files of attributes.
		q.Set("no_tmp_dir", "true")
		q.Set("metadata", "skip")
		q.Set("create_dir", "true")
	case "s3":
		if !q.Has("response_checksum_validation") { // else each read of a part tells that it was not checked
			q.Set("response_checksum_validation", "when_required")
		}
	default:
		return nil, fmt.Errorf("archive %q: give file:///folder or s3://bucket", address)
	}
	u.RawQuery = q.Encode()
	b, err := blob.OpenBucket(ctx, u.String())
	if err != nil {
		return nil, fmt.Errorf("archive %s: %w", address, err)
	}
	return &Bucket{address, b}, nil
}

// Close ends all use of the bucket.
func (b *Bucket) Close() error { return b.bucket.Close() }

// Put stores an object whole or not at all; one of that name is an error.
func (b *Bucket) Put(ctx context.Context, name string, data []byte) error {
	within, cancel := context.WithCancel(ctx)
	defer cancel()
	w, err := b.bucket.NewWriter(within, name, &blob.WriterOptions{ContentType: "application/warc", IfNotExist: true, BufferSize: onePut, MaxConcurrency: 1})
	if err == nil {
		if _, err = w.Write(data); err != nil {
			cancel() // else Close stores what was written
		}
		err = errors.Join(err, w.Close())
	}
	if err != nil {
		return fmt.Errorf("archive %s: storing %s: %w", b.address, name, err)
	}
	return nil
}

// Range reads so many bytes of an object from an offset on; fewer are an error. That the
// bucket is there and has no such object is [fs.ErrNotExist].
func (b *Bucket) Range(ctx context.Context, name string, offset, length int64) ([]byte, error) {
	r, err := b.bucket.NewRangeReader(ctx, name, offset, length, nil)
	if err = b.missing(ctx, err); err != nil {
		return nil, fmt.Errorf("archive %s: reading %s: %w", b.address, name, err)
	}
	data := make([]byte, length)
	_, err = io.ReadFull(r, data)
	if err = errors.Join(err, r.Close()); err != nil {
		return nil, fmt.Errorf("archive %s: reading %s: %w", b.address, name, err)
	}
	return data, nil
}

// Size gives the bytes of an object; its errors are as those of Range.
func (b *Bucket) Size(ctx context.Context, name string) (int64, error) {
	about, err := b.bucket.Attributes(ctx, name)
	if err = b.missing(ctx, err); err != nil {
		return 0, fmt.Errorf("archive %s: looking for %s: %w", b.address, name, err)
	}
	return about.Size, nil
}

// missing tells an object that is not there from a bucket that can't be reached, or not
// with these credentials.
func (b *Bucket) missing(ctx context.Context, err error) error {
	switch {
	case gcerrors.Code(err) != gcerrors.NotFound:
		return err
	case b.there(ctx):
		return fs.ErrNotExist
	}
	return fmt.Errorf("the bucket is not there, or not for these credentials: %v", err) // and not wrapped: a folder's is fs.ErrNotExist, too
}

// there reports whether the bucket itself can be reached. A folder that is not mounted is
// listed as an empty one.
func (b *Bucket) there(ctx context.Context) bool {
	if u, err := url.Parse(b.address); err == nil && u.Scheme == "file" {
		_, err := os.Stat(u.Path)
		return err == nil
	}
	there, err := b.bucket.IsAccessible(ctx)
	return there && err == nil
}

// Copy writes the bytes of an object.
func (b *Bucket) Copy(ctx context.Context, name string, to io.Writer) error {
	r, err := b.bucket.NewReader(ctx, name, nil)
	if err == nil {
		_, err = io.Copy(to, r)
		err = errors.Join(err, r.Close())
	}
	if err != nil {
		return fmt.Errorf("archive %s: reading %s: %w", b.address, name, err)
	}
	return nil
}

// Object is what a list of a bucket tells of an object.
type Object struct {
	Name    string
	Size    int64
	Changed time.Time
}

// List gives the objects whose names begin with a prefix, by name. What a killed writer
// left in a folder is among them: see [Object.Unfinished].
func (b *Bucket) List(ctx context.Context, prefix string) iter.Seq2[Object, error] {
	return func(yield func(Object, error) bool) {
		list := b.bucket.List(&blob.ListOptions{Prefix: prefix})
		for {
			o, err := list.Next(ctx)
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				yield(Object{}, fmt.Errorf("archive %s: listing: %w", b.address, err))
				return
			}
			if !yield(Object{o.Key, o.Size, o.ModTime}, nil) {
				return
			}
		}
	}
}

// Unfinished reports whether an object is what a writer of a folder was killed at.
func (o Object) Unfinished() bool { return strings.HasSuffix(o.Name, ".tmp") }

// Delete deletes an object.
func (b *Bucket) Delete(ctx context.Context, name string) error {
	if err := b.bucket.Delete(ctx, name); err != nil {
		return fmt.Errorf("archive %s: deleting %s: %w", b.address, name, err)
	}
	return nil
}

// AbortUploads ends uploads in parts of objects whose names have a prefix, that were begun
// before a time and not finished, which no list of objects shows and which are paid for. It
// gives how many. Uploads of other names are other programs'.
func (b *Bucket) AbortUploads(ctx context.Context, prefix string, before time.Time) (n int, err error) {
	var client *s3.Client
	u, err := url.Parse(b.address)
	if err != nil || !b.bucket.As(&client) {
		return 0, err
	}
	prefix = u.Query().Get("prefix") + prefix // the bucket's own, if its address has one
	pages := s3.NewListMultipartUploadsPaginator(client, &s3.ListMultipartUploadsInput{Bucket: &u.Host, Prefix: &prefix})
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return n, fmt.Errorf("archive %s: listing uploads: %w", b.address, err)
		}
		for _, upload := range page.Uploads {
			if upload.Initiated == nil || !upload.Initiated.Before(before) {
				continue
			}
			_, err := client.AbortMultipartUpload(ctx, &s3.AbortMultipartUploadInput{Bucket: &u.Host, Key: upload.Key, UploadId: upload.UploadId})
			if err != nil {
				return n, fmt.Errorf("archive %s: ending an upload: %w", b.address, err)
			}
			n++
		}
	}
	return n, nil
}
