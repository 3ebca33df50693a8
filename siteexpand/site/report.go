package site

// Drop counts URLs that are not followed or not returned.
func (s *Site) Drop(reason string, n int) {
	if n > 0 {
		s.Report.Dropped[reason] += n
	}
}

// Spent reports whether the limit of downloads is reached, or that of requests,
// which is twice as high.
func (s *Site) Spent() bool {
	return s.Report.Downloads >= s.Options.MaxDownloads || s.Report.Requests >= 2*s.Options.MaxDownloads
}

// undrop takes back one count of a dropped URL.
func (s *Site) undrop(reason string) {
	if s.Report.Dropped[reason]--; s.Report.Dropped[reason] == 0 {
		delete(s.Report.Dropped, reason)
	}
}
