package index

import (
	"context"
	"errors"
	"iter"

	"verde/page"
)

// Build indexes pages in memory, or into the new folder dir if it is not "".
// Pages that come as errors or do not parse are counted and skipped; of pages
// with one URL the last counts. It uses all processors. The folder appears when
// it is whole: until then it is named [Partial].
func Build(ctx context.Context, dir string, pages iter.Seq2[*page.Page, error]) (*Index, error) {
	return build(ctx, dir, func(yield func(source, error) bool) {
		for p, err := range pages {
			var s source
			if err == nil {
				s = source{Parsed{URL: p.URL}, p}
			}
			if !yield(s, err) {
				return
			}
		}
	})
}

// BuildParsed is [Build] for who has parsed the pages.
func BuildParsed(ctx context.Context, dir string, pages iter.Seq2[Parsed, error]) (*Index, error) {
	return build(ctx, dir, func(yield func(source, error) bool) {
		for p, err := range pages {
			if !yield(source{Parsed: p}, err) {
				return
			}
		}
	})
}

func build(ctx context.Context, dir string, pages iter.Seq2[source, error]) (*Index, error) {
	if dir != "" {
		return buildFolder(ctx, dir, pages)
	}
	x, err := create("")
	if err != nil {
		return nil, err
	}
	if err := x.add(ctx, pages); err != nil {
		return nil, errors.Join(err, x.Close())
	}
	return x, nil
}
