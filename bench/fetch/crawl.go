package fetch

import (
	"context"
	"sync"

	"verde/fetch"
	"verde/page"
)

// crawl is a crawl of one site, breadth first. Of each page its schema is kept,
// of each URL one string, in the order in which they were met.
type crawl struct {
	client *fetch.Client
	paths  page.Paths

	mu      sync.Mutex
	more    sync.Cond // urls or busy has changed
	seen    map[string]struct{}
	urls    []string
	next    int // of urls, that nobody has taken yet
	busy    int // workers that may add to urls
	schemas []page.Schema
	err     error // that ended the crawl
}

// run fetches start and all that its links lead to by so many workers, into
// the archive folder unless that is "", and gives the number of pages.
func run(ctx context.Context, start, archive string, workers int) (int, error) {
	client, err := fetch.New(fetch.Options{Pace: fetch.Pace{Delay: -1, PerHost: workers}, Limits: fetch.Limits{Retries: -1}, Archive: archive, IgnoreRobots: true, AllowPrivate: loopback})
	if err != nil {
		return 0, err
	}
	c := &crawl{client: client, seen: map[string]struct{}{start: {}}, urls: []string{start}}
	c.more.L = &c.mu
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			var reader page.Reader
			for url, ok := c.take(); ok; url, ok = c.take() {
				o, err := c.read(ctx, &reader, url)
				c.put(o, err)
			}
		})
	}
	group.Wait()
	if err := client.Close(); err != nil {
		return 0, err
	}
	return len(c.schemas), c.err
}

// take gives the next URL, false at the end of the crawl.
func (c *crawl) take() (string, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.next == len(c.urls) && c.busy > 0 {
		c.more.Wait()
	}
	if c.next == len(c.urls) || c.err != nil {
		return "", false
	}
	c.next++
	c.busy++
	return c.urls[c.next-1], true
}

// read fetches a page and reduces it to its link-paths.
func (c *crawl) read(ctx context.Context, reader *page.Reader, url string) (*page.Outline, error) {
	p, err := c.client.Fetch(ctx, url)
	if err != nil {
		return nil, err
	}
	doc, err := reader.Read(p)
	if err != nil {
		return nil, err
	}
	return page.OutlineOf(p, doc, &c.paths, page.TagAttr), nil
}

// put takes in what a worker has read.
func (c *crawl) put(o *page.Outline, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.busy--
	defer c.more.Broadcast()
	if err != nil {
		c.err = err
		return
	}
	c.schemas = append(c.schemas, o.Schema)
	for _, l := range o.Links {
		if _, ok := c.seen[l.URL]; !ok {
			c.seen[l.URL] = struct{}{}
			c.urls = append(c.urls, l.URL)
		}
	}
}
