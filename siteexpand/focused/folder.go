package focused

import (
	"strings"

	"verde/siteexpand"
	"verde/siteexpand/urlparts"
)

// folder is the directory that the page at a URL is in, "people" for "/people/ann" and for
// "/people/ann/". Directories that are together a date count as one.
func folder(url string) string { return strings.Join(urlparts.Split(url).Dirs, "/") }

// inScope reports whether a URL is in the scope of this name (see [siteexpand.Scope]), given a sample.
func inScope(name, sample, url string) bool {
	switch name {
	case siteexpand.Folder:
		return folder(url) == folder(sample)
	case siteexpand.Siblings:
		return folder(url) == folder(sample) || inOtherDirectory(urlparts.Split(url).Dirs, urlparts.Split(sample).Dirs, nil, siteexpand.Siblings)
	}
	return true
}

// inOtherDirectory reports whether a directory is one that a scope adds to the sample's: for Siblings one that
// differs in exactly one position, for other scopes one that differs in more positions or in depth.
// Positions in which the samples differ (varies) do not count.
func inOtherDirectory(dirs, sample []string, varies map[int]bool, name string) bool {
	common := min(len(dirs), len(sample))
	differing := max(len(dirs), len(sample)) - common
	for i := range common {
		if !varies[i] && dirs[i] != sample[i] {
			differing++
		}
	}
	siblings := differing == 1 && len(dirs) == len(sample)
	return differing > 0 && siblings == (name == siteexpand.Siblings)
}
