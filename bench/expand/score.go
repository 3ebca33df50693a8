package main

import "verde/siteexpand"

// score is how good a result is, and what it cost.
type score struct {
	p, r, f               float64
	downloads             float64
	pages, wrong, missing int
}

// grade compares what was found with what there is. relevant maps each true
// page to true, and pages that count neither way to false.
func grade(found []string, relevant map[string]bool, report siteexpand.Report) score {
	right, wrong, all := 0, 0, 0
	seen := make(map[string]bool, len(found))
	for _, u := range found {
		if seen[u] {
			continue
		}
		seen[u] = true
		switch counts, known := relevant[u]; {
		case counts:
			right++
		case !known:
			wrong++
		}
	}
	for _, counts := range relevant {
		if counts {
			all++
		}
	}
	s := score{downloads: float64(report.Downloads), pages: right + wrong, wrong: wrong, missing: all - right}
	if right > 0 {
		s.p = float64(right) / float64(right+wrong)
		s.r = float64(right) / float64(all)
		s.f = 2 * s.p * s.r / (s.p + s.r)
	}
	return s
}

// mean of several runs, field by field.
func mean(list []score) score {
	var m score
	if len(list) == 0 {
		return m
	}
	n := float64(len(list))
	for _, s := range list {
		m.p += s.p / n
		m.r += s.r / n
		m.f += s.f / n
		m.downloads += s.downloads / n
		m.pages += s.pages
		m.wrong += s.wrong
		m.missing += s.missing
	}
	return m
}
