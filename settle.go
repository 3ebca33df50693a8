package verde

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"

	"verde/catalog"
	"verde/estimate"
	"verde/evidence"
	"verde/harvest"
	"verde/judge"
	"verde/known"
	"verde/record"
	"verde/report"
)

// templatesRead is the greatest number of templates of a site that are read in a round: another one is
// read if the pages of the first turn out to be about something else.
const templatesRead = 2

// settling is the work on one candidate.
type settling struct {
	x         *Explorer
	round     int
	candidate evidence.Candidate
	results   *evidence.Results // that lead to it
	entities  *known.Entities   // known to the round
	history   judge.History     // of earlier rounds, then including this one
	before    json.RawMessage   // the report of an earlier settling, nil if there is none
	accepted  bool              // a person has accepted it
	scoped    bool              // a person has chosen which pages are read
	told      *judging
	tried     bool // some pages were read, and the site was rejected by them
	unlike    bool // it was read, and is of another kind (see known.Entities.SurelyOther)
	report    report.Site
	verdicts  []catalog.Verdict
}

// settle judges the candidate and reads it if it is accepted.
//
// If the pages of one template turn out to be lists or the like after they were
// read, the other pages are judged without them: a site shows its entities on pages of
// one template, and lists them on pages of another.
func (s *settling) settle(ctx context.Context) (catalog.Settled, error) {
	s.told.begun(s.candidate.Site)
	defer s.told.ended(s.candidate.Site)
	src, err := s.judge(ctx)
	if err != nil {
		return catalog.Settled{}, err
	}
	if s.accepted {
		s.accept(&src)
	}
	s.told.judged(src.State == catalog.Accepted)
	if src.State == catalog.Accepted {
		defer s.told.read()
	}
	for tried := 0; src.State == catalog.Accepted && tried < templatesRead; tried++ {
		out, err := s.read(ctx, src)
		if err != nil || out.Source.State != catalog.Doubtful {
			return out, err
		}
		s.history = s.history.Reject(out.Source, s.entities.Len())
		if src, err = s.judge(ctx); err != nil {
			return catalog.Settled{}, err
		}
	}
	if why := s.history.RejectReason; why != "" {
		if src.Reason = why; src.State != catalog.Doubtful {
			src.State = readInVain(src, why, s.tried || s.unlike)
		}
	}
	return s.settled(siteRead{source: src})
}

// readInVain is the state of a site that was read and rejected for a reason; other is set if the pages read are no data, or of another kind. It is refused
// if there was no evidence but names, since these lead to all pages that are titled with them, blogs included, or if other is set. If most judged pages are
// data it is doubtful instead: on generated webs two such sites, one of them in another language, were sources in all of eleven runs.
func readInVain(src catalog.Source, why string, other bool) string {
	if judge.MostlyData(src) || why != known.NamesAlone && !other {
		return catalog.Doubtful
	}
	return catalog.Refused
}

// accept makes a source of a site that a person has accepted, whatever its pages look
// like: if none of them shows what was asked for, it is read from the URL group that most
// results lead to.
func (s *settling) accept(src *catalog.Source) {
	src.State, src.Reason = catalog.Accepted, ""
	if len(src.Samples) > 0 {
		return
	}
	src.Samples = []string{s.candidate.URLs[0]}
	if groups := s.results.Groups(s.candidate.URLs); len(groups) > 0 {
		src.Samples = groups[0].URLs[:min(len(groups[0].URLs), s.x.Options.withDefaults().Samples)]
	}
	src.SampleURL = src.Samples[0]
}

// judge judges the site, and updates its history.
func (s *settling) judge(ctx context.Context) (catalog.Source, error) {
	recorder := &harvest.TransientRecorder{Fetcher: s.x.Pages}
	j := s.x.judge(s.entities)
	j.Pages = recorder
	judged, err := j.Site(ctx, s.candidate, s.results, s.history)
	if err != nil {
		return catalog.Source{}, err
	}
	judged.Source.Round, s.history = s.round, judged.History
	s.verdicts = append(s.verdicts, judged.Verdicts...)
	s.report.Evaluated += judged.Downloaded
	s.report.Transient = s.report.Transient || recorder.Missing() != ""
	return judged.Source, nil
}

// read reads the site and compares it with the known entities.
func (s *settling) read(ctx context.Context, src catalog.Source) (catalog.Settled, error) {
	if src.SemiStructured < evidence.MinEntities && !s.accepted {
		why, err := s.try(ctx, src)
		if err != nil {
			return catalog.Settled{}, err
		}
		if why != "" {
			src.State, src.Reason, s.tried = catalog.Doubtful, why, true
			return s.settled(siteRead{source: src})
		}
	}
	read, err := s.x.readSite(ctx, src, func(src *catalog.Source, h *harvest.Harvest) {
		asked := s.askedFor(*src, h.Pages)
		h.LeaveOut(s.entities.OtherKinds(h.Records, asked))
		src.Attributes = s.entities.NameColumns(h.Records, asked)
		if why := cmp.Or(indexPages(h.Doubts), s.entities.RejectReason(*src, h.Records, asked)); why != "" && !s.accepted {
			src.State, src.Reason = catalog.Doubtful, why
		} else if why := s.uncorroborated(*src, h.Records, asked); why != "" && !s.accepted {
			src.State, src.Reason, s.unlike = catalog.Doubtful, why, s.entities.SurelyOther(*src)
		}
	})
	if err != nil {
		return catalog.Settled{}, err
	}
	if read.source.State == catalog.Expanded && !read.kept && !s.accepted && !s.scoped {
		if err := s.complete(ctx, &read); err != nil {
			return catalog.Settled{}, err
		}
	}
	return s.settled(read)
}

// complete reads a site again from pages that its search missed, if results name entities on such pages, or the search left out likely entity pages.
func (s *settling) complete(ctx context.Context, read *siteRead) error {
	src := read.source
	own, err := s.entities.Alone(src, read.records)
	if err != nil {
		return err
	}
	found := map[string]bool{}
	addURLs(found, read.pages...)
	of := estimate.NewRecapture(s.results, s.candidate.URLs, src.Samples, func(url, name string) bool { return found[url] || own.ShownBy(name, src.Site) })
	again, tried, err := s.x.reread(ctx, s.entities, &firstReading{source: src, pages: len(read.pages), records: read.records, missed: &of, further: read.further, asked: s.askedFor(src, read.pages)})
	if err != nil {
		return err
	}
	if s.report.Again = tried; again != nil {
		src = again.source
	}
	s.report.EntityCount = of.Count(src.Samples)
	if again == nil {
		read.source = of.Doubting(src, len(read.pages))
	} else {
		again.transient, *read = read.transient, *again
	}
	s.report.Further = read.further
	return nil
}

// uncorroborated gives the reason if a site has only names in common with the other sites, and enough of these are known, else "".
func (s *settling) uncorroborated(src catalog.Source, records []record.Record, asked map[string]string) string {
	if why, enough := s.entities.Uncorroborated(src, records, asked, 0); enough {
		return why
	}
	return ""
}

// trialPages is the greatest number of pages of a site that are read to decide whether to read all of it.
const trialPages = 6

// try reads some pages of a site of which no judged page is data for sure, pages like its evidence, and gives the
// reason why it is no source, "" if it may be one. A blog may be titled with names of
// entities, but its pages lack their values; and reading all of it would cost more than all that was judged.
func (s *settling) try(ctx context.Context, src catalog.Source) (string, error) {
	urls := make([]string, 0, trialPages)
	for _, ev := range src.Evidence {
		urls = append(urls, ev.URL)
	}
	for _, g := range s.results.Groups(s.candidate.URLs) {
		if !slices.Contains(g.URLs, src.Evidence[0].URL) {
			continue
		}
		for _, judged := range []bool{true, false} { // pages that were downloaded already come first
			for _, url := range g.URLs {
				if p, ok := s.history.Pages[url]; ok != judged || p.Reason != "" || len(urls) >= trialPages || slices.Contains(urls, url) || !s.results.TitledByAny(url) {
					continue
				}
				urls = append(urls, url)
				if !judged {
					s.report.Evaluated++
				}
			}
		}
	}
	records, err := s.x.reader().Trial(ctx, src.Site, urls[:min(len(urls), trialPages)])
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case errors.As(err, new(*harvest.RunError)):
		return "", err
	case err != nil:
		return err.Error(), nil
	}
	asked := s.askedFor(src, nil)
	src.Attributes = s.entities.NameColumns(records, asked)
	return s.entities.RejectReason(src, records, asked), nil
}

// settled gives the result of settling the site.
func (s *settling) settled(read siteRead) (catalog.Settled, error) {
	r := s.report
	r.Accepted = read.source.State == catalog.Expanded
	r.Transient = r.Transient || read.transient
	if r.Dropped = read.dropped; read.kept && s.before != nil {
		var before report.Site
		if err := json.Unmarshal(s.before, &before); err != nil {
			return catalog.Settled{}, err
		}
		r.Dropped = before.Dropped
	}
	out := catalog.Settled{Source: read.source, Pages: read.pages, Records: read.records, LeftOut: read.leftOut, Verdicts: s.verdicts}
	var err error
	if out.Report, err = json.Marshal(r); err != nil || r.Accepted {
		return out, err
	}
	s.x.log().Info("refused", "site", read.source.Site, "why", read.source.Reason)
	out.History, err = json.Marshal(s.history)
	return out, err
}

// askedFor maps URLs of the site's pages to the folded name that a query to them, by any of their addresses, asked for. A
// page whose result has another title is left out, since the query led to it by mistake: "March" is the month in which a book appeared. If too few
// results have such titles, all pages count: results that are lists are titled as lists.
func (s *settling) askedFor(src catalog.Source, pages []catalog.Page) map[string]string {
	address := make(map[string]string)
	for _, p := range pages {
		for _, alias := range p.Aliases {
			address[alias] = p.URL
		}
	}
	all, titled := make(map[string]string, len(src.Evidence)), map[string]string{}
	for _, ev := range src.Evidence {
		url, name := cmp.Or(address[ev.URL], ev.URL), s.results.Entity(ev.QueryID)
		if all[url] = name; s.results.Untitled(ev.URL) || s.results.Titled(ev.URL, ev.QueryID) {
			titled[url] = name
		}
	}
	if len(titled) < known.MinAgreeing {
		return all
	}
	return titled
}
