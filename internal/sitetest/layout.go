package sitetest

import (
	"context"

	"golang.org/x/net/html"

	"verde/page"
)

// Layout implements [page.LayoutFinder]: see [Column].
func (m *InMemory) Layout(ctx context.Context, p *page.Page) (*page.Layout, error) {
	m.LaidOut[p.URL]++
	return Column(ctx, p)
}

// Column lays a page out as simply as can be, in place of a browser: each element is as
// wide as the page, below those before it and around those in it.
func Column(ctx context.Context, p *page.Page) (*page.Layout, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	doc, err := page.Parse(p.Body)
	if err != nil {
		return nil, &page.Error{URL: p.URL, Reason: page.NoLayout, Err: err}
	}
	l := &page.Layout{Cost: page.LayoutCost{Pages: 1}}
	var add func(n *html.Node, parent int)
	add = func(n *html.Node, parent int) {
		at := parent
		if n.Type == html.ElementNode {
			b := page.Box{Parent: parent, Name: n.Data, Attributes: n.Attr, X: 8, Y: float64(10 * len(l.Boxes)), Width: 800, Height: 10}
			for _, a := range n.Attr {
				if n.Data == "a" && a.Key == "href" {
					b.Link, _ = page.Resolve(p.URL, a.Val)
				}
			}
			at = len(l.Boxes)
			l.Boxes = append(l.Boxes, b)
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			add(c, at)
		}
	}
	add(doc, -1)
	return l, nil
}
