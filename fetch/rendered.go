package fetch

import (
	"context"
	"slices"
	"time"

	"verde/page"
)

// Rendering gives the document that a browser has made of a page, as it was archived by
// KeepRendering; nil if there is none. A page that has been answered anew since has no
// rendering, and one that can't be read is none any more, and told.
func (c *Client) Rendering(ctx context.Context, p *page.Page) (*Rendering, error) {
	for _, a := range c.renderers() {
		if r, err := a.rendering(ctx, p); r != nil || err != nil {
			return r, err
		}
	}
	return nil, nil
}

// renderers are the archives of a client that keep renderings, its own first.
func (c *Client) renderers() (all []renderer) {
	for _, a := range c.archives() {
		if r, ok := a.(renderer); ok {
			all = append(all, r)
		}
	}
	return all
}

// renderer is an archive that keeps renderings. Segments do not.
type renderer interface {
	rendering(ctx context.Context, p *page.Page) (*Rendering, error)
	keepRendering(p *page.Page, document []byte, cut string, at time.Time) (source string, err error)
	noted(ctx context.Context, url string, block []byte) bool
}

// KeepRendering archives the document that a browser made of a page of this client at
// a time, as a conversion record (WARC 1.1, §6.8) that refers to the page's response,
// and gives it as a page. No document says that the browser's adds nothing: then the page
// is as it was sent. Cut names the bound that ended the rendering, "" for none. Of a page
// that is not in the run's archive nothing is kept.
func (c *Client) KeepRendering(p *page.Page, document []byte, cut string, at time.Time) (*page.Page, error) {
	made := p
	if len(document) > 0 {
		made = renderedPage(p, document, p.Source)
	}
	own, ok := c.archive.(renderer)
	if !ok {
		return made, nil
	}
	source, err := own.keepRendering(p, document, cut, at)
	if made != p && source != "" {
		made.Source = source
	}
	return made, err
}

// Settle archives that a page is taken as it was sent, without a rendering, so that a
// run which is repeated takes it so, too.
func (c *Client) Settle(p *page.Page) error { return c.Annotate(p.URL, settledNote) }

// Settled tells whether Settle was called for a page, by this run or an earlier one.
func (c *Client) Settled(ctx context.Context, p *page.Page) bool {
	block, err := noteBlock(settledNote)
	return err == nil && slices.ContainsFunc(c.renderers(), func(a renderer) bool { return a.noted(ctx, p.URL, block) })
}

// settledNote is what the archive says of a page that is taken as it was sent.
var settledNote = map[string]string{"Rendering": "not needed"}
