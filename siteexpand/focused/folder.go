package focused

import (
	"strings"

	"verde/siteexpand"
	"verde/siteexpand/urlparts"
)

// folder is the directory of the page at a URL, in which those that are a date count as one: that of "/people/ann/" is
// "people", as that of "/people/ann" is.
func folder(url string) string { return strings.Join(urlparts.Split(url).Dirs, "/") }

// inScope reports whether a URL is in a scope of pages of the sample's directory, which is what its name says.
func inScope(name, sample, url string) bool {
	switch name {
	case siteexpand.Folder:
		return folder(url) == folder(sample)
	case siteexpand.Siblings:
		return folder(url) == folder(sample) || beside(urlparts.Split(url).Dirs, urlparts.Split(sample).Dirs, nil, siteexpand.Siblings)
	}
	return true
}

// beside reports whether a directory differs from the sample's in one position
// (with Siblings), or in more positions or in depth. Positions in which the
// samples differ do not count.
func beside(dirs, sample []string, varies map[int]bool, name string) bool {
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
