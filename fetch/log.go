package fetch

import (
	"context"
	"errors"
	"log/slog"

	"verde/page"
)

// logPage logs what became of a URL, at level Debug.
func (c *Client) logPage(ctx context.Context, url string, p *page.Page, err error, sent bool) {
	if c.opt.Log == nil || !c.opt.Log.Enabled(ctx, slog.LevelDebug) {
		return
	}
	attrs := []slog.Attr{slog.String("url", url)}
	var failed *page.Error
	switch {
	case err == nil:
		from := "kept" // by an archive, or in a mirror
		if sent {
			from = "network"
		}
		attrs = append(attrs, slog.String("from", from), slog.Int("status", p.Status), slog.Int("bytes", len(p.Body)))
		if p.URL != url {
			attrs = append(attrs, slog.String("redirected", p.URL))
		}
		c.opt.Log.LogAttrs(ctx, slog.LevelDebug, "page", attrs...)
	case errors.As(err, &failed):
		attrs = append(attrs, slog.String("reason", string(failed.Reason)), slog.Any("error", failed))
		c.opt.Log.LogAttrs(ctx, slog.LevelDebug, "no page", attrs...)
	}
}
