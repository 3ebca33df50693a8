package judge

import (
	"iter"
	"net/url"
	"path"
	"slices"
	"strings"
)

// above gives the addresses that an address extends: by a parameter of its query, by all
// of it, or by the last directories of its path, maxBelow at most, whose ends may be
// written in several ways. Cost: linear in the address for each.
func above(address string) iter.Seq[string] {
	return func(yield func(string) bool) {
		at, query, _ := strings.Cut(address, "?")
		if query != "" {
			if !yield(at) {
				return
			}
			parts := strings.Split(query, "&")
			for i := range parts {
				if rest := slices.Delete(slices.Clone(parts), i, i+1); len(rest) > 0 && !yield(at+"?"+strings.Join(rest, "&")) {
					return
				}
			}
		}
		u, err := url.Parse(at)
		if err != nil {
			return
		}
		ends := slices.Compact([]string{path.Ext(u.Path), "", "/"})
		for range maxBelow {
			if u.Path = path.Dir(strings.TrimSuffix(u.Path, "/")); strings.Trim(u.Path, "/.") == "" {
				return
			}
			for _, end := range ends {
				v := *u
				v.Path, v.RawPath = u.Path+end, ""
				if !yield(v.String()) {
					return
				}
			}
		}
	}
}

// maxBelow is how many directories below an entity's page a view of it is looked for:
// "photos/2".
const maxBelow = 2
