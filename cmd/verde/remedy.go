package main

import (
	"strings"

	"verde/page"
	"verde/siteexpand"
)

// remedies say what a person can do about a page that a command needs and
// can't have. Reasons that leave nothing to do but to choose another page are
// not among them.
var remedies = map[page.Reason]string{
	page.BadURL:       "give a whole address, as in https://books.example/b/42",
	page.Robots:       "give a page that its robots.txt allows, or --ignore-robots if the site is yours",
	page.Status:       "check the address; if the site was down, the same command asks again later",
	page.Timeout:      "--timeout waits longer; the same command asks again",
	page.Network:      "check the address and the connection; the same command asks again",
	page.Unreachable:  "check the address and the connection; the same command asks again",
	page.TooLarge:     "--max-bytes raises the limit, --retry-bounded asks again",
	page.NotHTML:      "give a page of HTML",
	page.Redirects:    "give the address at which its redirects end",
	page.NotArchived:  "leave --warc out to ask the site itself",
	page.Private:      "--allow-private CIDR opens such addresses, --retry-bounded asks again",
	page.TooSlow:      "--max-delay raises what is waited for",
	page.Overloaded:   "the same command asks again, later; --max-retry-after raises what is waited for",
	page.LimitReached: "raise the limit",

	siteexpand.DropOffSite: "give that address",
}

// remedy is what to do about err, as the end of its line, or "".
func remedy(err error) string {
	if reason, ok := page.ReasonOf(err); ok && remedies[reason] != "" {
		return "; " + remedies[reason]
	}
	return ""
}

// checkSamples tells of addresses that can't be meant before any work is done.
func checkSamples(samples []string) error {
	for _, s := range samples {
		if _, err := page.Normalize(s); err != nil {
			return usagef("sample page %w%s", err, "; "+remedies[page.BadURL])
		}
		if _, route, _ := strings.Cut(s, "#"); strings.HasPrefix(route, "/") || strings.HasPrefix(route, "!") {
			return usagef("sample page %q: what stands behind # is no part of an address that a server is asked for, so all pages of this site are one; is there a version without it?", s)
		}
	}
	return nil
}
