package extract

import (
	"fmt"
	"regexp"

	"verde/eval/swde"
	"verde/extract"
	"verde/extract/accuracy"
	"verde/page"
)

// reading is what was read of a site.
type reading struct {
	learned []extract.Record // by a wrapper, of the pages that it was learned on; nil if these are the records
	records []extract.Record
}

// grade scores the reading as verde eval extract does.
func (r reading) grade(truth accuracy.Truth) map[string]accuracy.Score {
	if r.learned != nil {
		return accuracy.GradeUnseen(r.learned, r.records, truth, accuracy.Exact)
	}
	return accuracy.Grade(r.records, truth, accuracy.Exact)
}

// aligned reads the pages that it aligns.
func aligned(pages []*page.Page, opt extract.Options) (reading, error) {
	t, err := extract.Align(pages, opt)
	if err != nil {
		return reading{}, err
	}
	return reading{records: t.Records()}, nil
}

// wrapped reads pages by the wrapper that they make.
func wrapped(pages []*page.Page, opt extract.Options) (reading, error) {
	w, _, err := extract.Learn(pages, opt)
	if err != nil {
		return reading{}, err
	}
	records, err := readAll(w, pages)
	return reading{records: records}, err
}

// unseen learns on some pages and reads others.
func unseen(learn, apply []*page.Page, opt extract.Options) (r reading, err error) {
	w, _, err := extract.Learn(learn, opt)
	if err != nil {
		return r, err
	}
	if r.learned, err = readAll(w, learn); err != nil {
		return r, err
	}
	r.records, err = readAll(w, apply)
	return r, err
}

// readAll reads pages by a wrapper.
func readAll(w *extract.Wrapper, pages []*page.Page) ([]extract.Record, error) {
	var out []extract.Record
	for _, p := range pages {
		r, err := w.Extract(p)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.URL, err)
		}
		out = append(out, r)
	}
	return out, nil
}

// task is a way to get records from the pages of a site.
type task struct {
	name string
	run  func(s *swde.Site, opt extract.Options) (reading, error)
}

// samples is the task of reading the first pages of a site.
func samples() task {
	return task{"aligned pages", func(s *swde.Site, opt extract.Options) (reading, error) { return aligned(s.Pages[:samplePages], opt) }}
}

// halves are wrappers that read the pages they were learned on, and others.
func halves() []task {
	const half = samplePages / 2
	return []task{
		{"same pages", func(s *swde.Site, opt extract.Options) (reading, error) { return wrapped(s.Pages[:samplePages], opt) }},
		{"other half", func(s *swde.Site, opt extract.Options) (reading, error) {
			return unseen(s.Pages[:half], s.Pages[half:samplePages], opt)
		}},
		{"the halves the other way round", func(s *swde.Site, opt extract.Options) (reading, error) {
			return unseen(s.Pages[half:samplePages], s.Pages[:half], opt)
		}},
	}
}

// changes are redesigns of a site that leave its texts as they are.
func changes() []task {
	var out []task
	for _, c := range []struct {
		name      string
		what, now string
	}{
		{"all classes renamed", `(?i)class="([^"]+)"`, `class="new-$1"`},
		{"all classes and ids renamed", `(?i)(class|\bid)="([^"]+)"`, `$1="new-$2"`},
		{"everything in two more elements", `(?i)<body[^>]*>`, `$0<div class="shell"><div id="app">`},
		{"span renamed to em", `(?i)<(/?)span`, `<${1}em`},
	} {
		what := regexp.MustCompile(c.what)
		out = append(out, task{"other half, " + c.name, func(s *swde.Site, opt extract.Options) (reading, error) {
			var changed []*page.Page
			for _, p := range s.Pages[samplePages/2 : samplePages] {
				changed = append(changed, &page.Page{URL: p.URL, Status: p.Status, Body: what.ReplaceAll(p.Body, []byte(c.now))})
			}
			return unseen(s.Pages[:samplePages/2], changed, opt)
		}})
	}
	return out
}

// manyPages is how many pages a wrapper for a large site is learned on at most.
const manyPages = 30

// many learns on a part of the pages of a large site, evenly spread as verde
// extract takes them, and reads the rest.
func many() []task {
	learned := func(n int) task {
		return task{fmt.Sprintf("learned on %d pages, read on the others", n), func(s *swde.Site, opt extract.Options) (reading, error) {
			var learn, apply []*page.Page
			for i, p := range s.Pages {
				if i*n/len(s.Pages) < (i+1)*n/len(s.Pages) {
					learn = append(learn, p)
				} else {
					apply = append(apply, p)
				}
			}
			return unseen(learn, apply, opt)
		}}
	}
	return []task{learned(samplePages), learned(manyPages), {"all pages aligned", func(s *swde.Site, opt extract.Options) (reading, error) {
		return aligned(s.Pages, opt)
	}}}
}
