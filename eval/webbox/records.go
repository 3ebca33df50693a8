package webbox

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"time"

	"golang.org/x/sync/errgroup"
)

// Archive writes the pages at URLs as a WARC file, in their order: what
// "verde extract" reads. It asks for several at a time, since some answer late.
// Memory: all pages.
func (w *Web) Archive(ctx context.Context, urls []string, out io.Writer) error {
	const atOnce = 32
	records := make([][]byte, len(urls))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(atOnce)
	for i, u := range urls {
		group.Go(func() error {
			body, resp, err := w.get(ctx, u)
			if err != nil {
				return err
			}
			if resp.StatusCode != http.StatusOK {
				return fmt.Errorf("%s: %s", u, resp.Status)
			}
			records[i] = warc(u, resp.Header.Get("Content-Type"), body)
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	for _, r := range records {
		if _, err := out.Write(r); err != nil {
			return err
		}
	}
	return nil
}

// archived is the date of all records, which are the same at any time.
var archived = time.Date(2020, time.January, 1, 0, 0, 0, 0, time.UTC).Format(time.RFC3339)

// warc is a response as a record of an archive.
func warc(url, kind string, body []byte) []byte {
	var block, record bytes.Buffer
	fmt.Fprintf(&block, "HTTP/1.1 200 OK\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n", kind, len(body))
	block.Write(body)
	fmt.Fprintf(&record, "WARC/1.1\r\nWARC-Type: response\r\nWARC-Date: %s\r\nWARC-Target-URI: %s\r\nContent-Type: application/http;msgtype=response\r\nContent-Length: %d\r\n\r\n",
		archived, url, block.Len())
	record.Write(block.Bytes())
	record.WriteString("\r\n\r\n")
	return record.Bytes()
}

// Share is a precision and a recall.
type Share struct{ Precision, Recall float64 }

// Scored is what the program webbox says of records, by the measures of the same
// names.
type Scored struct {
	Strict  Share                 `json:"triples_strict"`
	Triples Share                 `json:"triples"`
	Sites   map[string]ScoredSite `json:"per_site"` // by host
}

// ScoredSite is the part that one site has in it.
type ScoredSite struct {
	Strict     struct{ Recall float64 }
	Attributes map[string]struct {
		Column            string
		Precision, Recall float64
	}
}

// Score has the program compare the records in a file with a world's.
func Score(ctx context.Context, program string, world World, file string) (*Scored, error) {
	cmd := exec.CommandContext(ctx, program, append([]string{"score", "--run", file}, world.Flags()...)...)
	var told bytes.Buffer
	cmd.Stderr = &told
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s score: %w: %.500s", program, err, told.Bytes())
	}
	var s Scored
	if err := json.Unmarshal(out, &s); err != nil {
		return nil, fmt.Errorf("%s score: %w", program, err)
	}
	return &s, nil
}
