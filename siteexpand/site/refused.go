package site

import (
	"hash/fnv"
	"io"
	"slices"
	"strings"

	"verde/page"
	"verde/siteexpand"
)

// violation gives the bound that a URL of the site is over, as a reason of the report, "" if it is followed.
// Cost: linear in its length.
func violation(b siteexpand.Bounds, url string) string {
	switch {
	case len(url) > b.URL:
		return siteexpand.DropLong
	case repeats(url, b.Repeats):
		return siteexpand.DropRepeats
	}
	return ""
}

// longestBlock is the greatest number of directories that are compared as one block. Repeated paths come from
// relative links that should have been absolute, and these are short (by hand).
const longestBlock = 4

// repeats reports whether a directory of a URL's path, or a block of up to longestBlock, comes more than most
// times in a row: /a/a/a/a/, /a/b/a/b/a/b/a/b/. Numbers may repeat.
func repeats(url string, most int) bool {
	_, path, _ := strings.Cut(url, "://")
	path, _, _ = strings.Cut(path, "?")
	if strings.Count(path, "/")-1 <= most {
		return false
	}
	parts := strings.Split(path, "/")
	parts = parts[1 : len(parts)-1] // without host and file
	for block := 1; block <= longestBlock; block++ {
		same := 0 // directories in a row that equal the one a block before
		for i := block; i < len(parts); i++ {
			if parts[i] != parts[i-block] || strings.Trim(parts[i], "0123456789") == "" {
				same = 0
				continue
			}
			if same++; same >= block*most {
				return true
			}
		}
	}
	return false
}

// follow gives the links of a page that are kept: those on the site that are under the bounds, and those that
// lead off the site.
func (s *Site) follow(links []page.Link) []page.Link {
	if n := len(links) - s.Options.Bounds.Links; n > 0 {
		for _, l := range links[len(links)-n:] {
			s.LeaveOut(siteexpand.DropLinks, l.URL)
		}
		links = links[:s.Options.Bounds.Links]
	}
	if !slices.ContainsFunc(links, func(l page.Link) bool { return violation(s.Options.Bounds, l.URL) != "" }) {
		return links
	}
	return slices.DeleteFunc(slices.Clone(links), func(l page.Link) bool { return s.Within(l.URL) && s.refuse(l.URL) })
}

// Admit numbers a normal URL to which a page of the site leads, and reports whether it is
// followed: on the site, and under the bounds.
func (s *Site) Admit(url string) (ID, bool) {
	if !s.Within(url) || s.refuse(url) {
		return 0, false
	}
	return s.Intern(url), true
}

// refuse reports whether a URL of the site is over a bound, and counts it once.
func (s *Site) refuse(url string) bool {
	reason := violation(s.Options.Bounds, url)
	if reason == "" {
		return false
	}
	h := fnv.New64a()
	io.WriteString(h, url)
	if sum := h.Sum64(); !s.refusedHashes[sum] {
		s.refusedHashes[sum] = true
		s.LeaveOut(reason, url)
	}
	return true
}
