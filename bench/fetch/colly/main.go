// Command colly crawls a site with github.com/gocolly/colly as its
// documentation says, so that our crawl can be compared with it. It is a module
// of its own: ours does not depend on it.
package main

import (
	"flag"
	"fmt"
	"os"
	"sync/atomic"

	"github.com/gocolly/colly/v2"
)

func main() {
	connections := flag.Int("connections", 8, "requests at a time")
	flag.Parse()
	n, err := crawl(flag.Arg(0), *connections)
	if err != nil {
		fmt.Fprintln(os.Stderr, "colly:", err)
		os.Exit(1)
	}
	fmt.Println(n)
}

// crawl follows all links from start, and gives the number of pages.
func crawl(start string, connections int) (int64, error) {
	var pages atomic.Int64
	c := colly.NewCollector(colly.Async(true))
	if err := c.Limit(&colly.LimitRule{DomainGlob: "*", Parallelism: connections}); err != nil {
		return 0, err
	}
	c.OnResponse(func(*colly.Response) { pages.Add(1) })
	c.OnHTML("a[href]", func(e *colly.HTMLElement) {
		_ = e.Request.Visit(e.Attr("href")) // most have been visited, which is an error
	})
	if err := c.Visit(start); err != nil {
		return 0, err
	}
	c.Wait()
	return pages.Load(), nil
}
