package siteexpand

// drop counts URLs that are not followed or not returned.
func (s *site) drop(reason string, n int) {
	if n > 0 {
		s.report.Dropped[reason] += n
	}
}

// spent reports whether the limit of downloads is reached, or that of requests,
// which is twice as high.
func (s *site) spent() bool {
	return s.report.Downloads >= s.opt.MaxDownloads || s.report.Requests >= 2*s.opt.MaxDownloads
}

// undrop takes back one count of a dropped URL.
func (s *site) undrop(reason string) {
	if s.report.Dropped[reason]--; s.report.Dropped[reason] == 0 {
		delete(s.report.Dropped, reason)
	}
}
