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

// templatesRead is how many templates of a site are read in a round, if the pages
// of the first turn out to be about something else.
const templatesRead = 2

// settling is a candidate on its way to what it comes to.
type settling struct {
	x         *Explorer
	round     int
	candidate evidence.Candidate
	results   *evidence.Results // that speak for it
	entities  *known.Entities   // what is known
	history   judge.History     // what earlier rounds left of the site, and then this one
	before    json.RawMessage   // what it counted when it was settled before, nil if it was not
	accepted  bool              // by a person
	scoped    bool              // a person has chosen which pages are read
	told      *judging
	tried     bool // some pages were read, and the site was not for what they show
	unlike    bool // it was read, and so many others have more in common that it is of another kind (see known.Entities.SurelyOther)
	report    report.Site
	verdicts  []catalog.Verdict
}

// settle judges the candidate and reads it if it is accepted.
//
// Where the pages of one template turn out to be lists or the like once they are
// read, the others are judged without them: a site shows its entities on pages of
// one template, and lists them on those of another.
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

// readInVain is what becomes of a site that was read in vain, for a reason; other tells that what was read speaks against it: its pages
// are no data, or not of this kind. It is refused where nothing but names spoke for it: these lead wherever pages are titled with them, to
// blogs, too. Where most pages that were judged are data it is not: on generated webs two such sites, one of them in another
// language, were sources in all of eleven runs.
func readInVain(src catalog.Source, why string, other bool) string {
	if judge.MostlyData(src) || why != known.NamesAlone && !other {
		return catalog.Doubtful
	}
	return catalog.Refused
}

// accept makes a source of a site that a person has accepted, whatever its pages look
// like: where none of them shows what was asked for, it is read from those that most
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

// judge judges the site, and adds what was seen to its history.
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

// read reads the site and holds it against what is known.
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
		if why := cmp.Or(lists(h.Doubts), s.entities.RejectReason(*src, h.Records, asked)); why != "" && !s.accepted {
			src.State, src.Reason = catalog.Doubtful, why
		} else if why := s.alone(*src, h.Records, asked); why != "" && !s.accepted {
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

// complete reads a site again from pages that its search has missed, if results name entities on such, or the search does.
func (s *settling) complete(ctx context.Context, read *siteRead) error {
	src := read.source
	own, err := s.entities.Alone(src, read.records)
	if err != nil {
		return err
	}
	found := map[string]bool{}
	addAddresses(found, read.pages...)
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

// alone tells that nothing but a site's names is said by the others, if enough are known.
func (s *settling) alone(src catalog.Source, records []record.Record, asked map[string]string) string {
	if why, enough := s.entities.Uncorroborated(src, records, asked, 0); enough {
		return why
	}
	return ""
}

// trialPages is how many pages of a site are read to see whether the whole is worth it.
const trialPages = 6

// try reads some pages like those that speak for a site of which none is data for sure,
// and tells why it is no source, "" if it may be one. A blog may be titled with names of
// entities, but its pages do not show what an entity's do; and reading all of it would
// cost more than all that was judged.
func (s *settling) try(ctx context.Context, src catalog.Source) (string, error) {
	urls := make([]string, 0, trialPages)
	for _, ev := range src.Evidence {
		urls = append(urls, ev.URL)
	}
	for _, g := range s.results.Groups(s.candidate.URLs) {
		if !slices.Contains(g.URLs, src.Evidence[0].URL) {
			continue
		}
		for _, judged := range []bool{true, false} { // those that were downloaded first
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

// settled is what the site came to.
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

// askedFor gives for the pages of a site that queries led to, by whatever of their
// addresses, the folded name of what they asked for. A page that its result titles otherwise was
// led to by mistake: "March" is the month in which the book appeared. Where too few are titled so to tell, all count: results of lists
// are titled as lists.
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
