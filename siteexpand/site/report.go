package site

import (
	"maps"
	"slices"

	"verde/siteexpand"
)

// Drop counts n URLs that are not followed or not returned. The report does not name them.
func (s *Site) Drop(reason string, n int) {
	if n > 0 {
		s.Report.Dropped[reason] += n
	}
}

// LeaveOut counts URLs that are not followed or not returned. The report names the first
// [siteexpand.MostLeftOut] of each reason.
func (s *Site) LeaveOut(reason string, urls ...string) {
	s.Drop(reason, len(urls))
	if had := s.leftOut[reason]; len(urls) > 0 {
		s.leftOut[reason] = append(had, urls[:min(len(urls), siteexpand.MostLeftOut-len(had))]...)
	}
}

// takeIn takes back that a URL was left out.
func (s *Site) takeIn(reason, url string) {
	s.leftOut[reason] = slices.DeleteFunc(s.leftOut[reason], func(u string) bool { return u == url })
	if s.Report.Dropped[reason]--; s.Report.Dropped[reason] == 0 {
		delete(s.Report.Dropped, reason)
	}
}

// TakeAllIn takes back all that was left out for a reason.
func (s *Site) TakeAllIn(reason string) {
	delete(s.Report.Dropped, reason)
	delete(s.leftOut, reason)
}

// listLeftOut names in the report what was left out.
func (s *Site) listLeftOut() {
	for _, reason := range slices.Sorted(maps.Keys(s.leftOut)) {
		for _, url := range s.leftOut[reason] {
			s.Report.LeftOut = append(s.Report.LeftOut, siteexpand.LeftOut{URL: url, Reason: reason})
		}
	}
}

// Spent reports whether the limit of downloads is reached, or that of requests,
// which is twice as high.
func (s *Site) Spent() bool {
	return s.Report.Downloads >= s.Options.MaxDownloads || s.Report.Requests >= 2*s.Options.MaxDownloads
}
