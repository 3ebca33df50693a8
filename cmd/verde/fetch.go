package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"verde/fetch"
	"verde/page"
	"verde/progress"
)

// resultLine is what fetch says of a URL.
type resultLine struct {
	URL     string `json:"url"`
	Final   string `json:"final,omitempty"` // after redirects, where that is another
	Status  int    `json:"status,omitempty"`
	Reason  string `json:"reason,omitempty"` // why there is no page
	Detail  string `json:"detail,omitempty"`
	Bytes   int    `json:"bytes,omitempty"`
	Type    string `json:"type,omitempty"`
	Source  string `json:"source,omitempty"` // where the page is
	Fetched string `json:"fetched_at,omitempty"`
	Change  string `json:"change,omitempty"` // with --refresh: what has become of it
}

// fetchFlags are the settings of fetch.
type fetchFlags struct {
	pages   pageFlags
	out     outputFlags
	archive string
	refresh time.Duration
}

const fetchHelp = `Fetch gets pages as every other command does: robots.txt is honoured, requests to
a host are spaced, answers are bounded and archived. Written is one outcome a
URL. "-" reads URLs from standard input, one a line, or JSON Lines with a "url" as
expand writes them. What the archive holds is
not fetched again, unless --refresh has it asked for by a conditional request:
then the outcome says whether the page was added, changed, unchanged or gone.
`

func newFetch() *cobra.Command {
	var f fetchFlags
	cmd := &cobra.Command{
		Use:   "fetch URL...|-",
		Short: "Fetch pages politely into an archive, with an outcome a line",
		Long:  fetchHelp + exitHelp,
		Example: `  verde fetch https://books.example/b/42 --archive pages
  verde fetch - < urls.txt -o outcomes.jsonl
  verde expand https://books.example/b/42 | verde fetch - --archive pages -o outcomes.jsonl`,
		Args: minArgs(1, "a URL, or - for standard input"),
		RunE: f.run,
	}
	f.out.add(cmd, "-")
	f.pages.add(cmd)
	cmd.Flags().StringVar(&f.archive, "archive", "verde-archive", "`folder` of the archive")
	durationVar(cmd.Flags(), &f.refresh, "refresh", 0, 0, "ask again for pages that were archived longer `ago`; what has not changed costs a header")
	return cmd
}

func (f *fetchFlags) run(cmd *cobra.Command, args []string) error {
	if f.refresh > 0 {
		if err := f.pages.askable(); err != nil {
			return err
		}
	}
	return f.pages.with(cmd, f.archive, &f.out, func(client *pageClient, o *output, s *status) error {
		var done atomic.Int64
		began := time.Now()
		total := len(args)
		if slices.Contains(args, "-") {
			total = 0 // known at the end
		}
		s.tell(progress.Event{Phase: progress.Fetching, Total: total})
		failed := 0
		one := func(url string) error {
			defer func() { s.tell(progress.Event{Phase: progress.Fetching, Done: int(done.Add(1))}) }()
			v, err := f.fetch(cmd.Context(), client, url, began)
			if err != nil {
				return err
			}
			if v.Reason != "" {
				failed++
			}
			return o.line(v)
		}
		for _, arg := range args {
			var err error
			if arg == "-" {
				err = textLines(cmd, nil, func(line string) error {
					url, err := urlOfLine(line)
					if err != nil {
						return err
					}
					return one(url)
				})
			} else {
				err = one(strings.TrimSpace(arg))
			}
			if err != nil {
				return err
			}
		}
		s.close()
		n := int(done.Load())
		fmt.Fprintf(notes(cmd), "%s fetched\n", of(n-failed, n, "page"))
		switch {
		case failed == n && n > 0:
			return fmt.Errorf("%s could not be had; the outcomes say why", counted(n, "page"))
		case failed > 0:
			return &incompleteError{fmt.Sprintf("%d of %d pages could not be had; the outcomes say why", failed, n)}
		}
		return nil
	})
}

// fetch gets one page, in a run that began at a time, and says what came of it.
// The error ends the run.
func (f *fetchFlags) fetch(ctx context.Context, client *pageClient, url string, began time.Time) (resultLine, error) {
	v := resultLine{URL: url}
	var p *page.Page
	var err error
	if f.refresh > 0 {
		var change fetch.Change
		p, change, err = client.Refresh(ctx, url, began.Add(-f.refresh))
		v.Change = string(change)
	} else {
		p, err = client.Fetch(ctx, url)
	}
	if ctx.Err() != nil {
		return v, ctx.Err()
	}
	var failed *page.Error
	switch {
	case errors.As(err, &failed):
		v.Status, v.Reason, v.Detail = failed.Status, string(failed.Reason), printable(failed.Error())
	case err != nil:
		return v, err
	default:
		v.Status, v.Bytes, v.Type, v.Source, v.Fetched = p.Status, len(p.Body), p.ContentType, p.Source, p.FetchedAt.UTC().Format("2006-01-02T15:04:05Z")
		if p.URL != url {
			v.Final = p.URL
		}
	}
	return v, nil
}
