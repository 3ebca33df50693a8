package urlclass

import "verde/siteexpand/urlparts"

// Group gives the class of each of a site's URLs, when all of them are known. samples are the URLs of one or
// more sample pages, chosen independently of each other. Cost: linear in the URLs.
func Group(samples, urls []string) []string {
	profile := NewProfile(samples, true)
	classes, out := New(profile), make([]string, len(urls))
	var parts urlparts.Parts
	for _, learn := range []bool{true, false} {
		for i, url := range urls {
			parts.Split(url)
			out[i] = classes.ClassOf(&parts, profile.SharedFeatures(&parts), learn)
		}
	}
	return out
}
