package report

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"verde/catalog"
	"verde/estimate"
	"verde/query"
)

// fewPages reports whether a training site gave so few entity pages that the search of it
// likely missed most: not more than a third of what one round asks for.
func (run *Run) fewPages() bool {
	v := run.Vertical
	return v.Site != catalog.ListSite && v.Pages > 0 && 3*v.Pages <= run.Instances
}

// advise gives sentences on what is wrong with a run, if anything is, and what to try.
// names are those of the training site's entities.
func (run *Run) advise(r *Report, names *query.Names, sources []catalog.Source) []string {
	var out []string
	say := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	switch v := run.Vertical; {
	case v.Pages == 0 || v.Pages >= run.Instances:
	case v.Site == catalog.ListSite:
		say("the list has %d entities, fewer than the %d that a round asks for: add more, if you have them", v.Pages, run.Instances)
	default:
		say("the training site gave %d pages, fewer than the %d entities that a round asks for: give further sample pages of it, from other sections", v.Pages, run.Instances)
	}
	if warning := run.Vertical.Ambiguous(); warning != "" {
		say("%s", warning)
	}
	if name, ok := names.Numbered(); ok {
		say("names have a number that looks like their site's own, and were asked for without it: %q as %q", name, names.Asked(name))
	}
	found, last := 0, 0 // sources of the rounds before, and of the one before
	for _, round := range r.Rounds {
		switch {
		case round.Simple && found == 0:
			say("round %d asked by names alone, since no source was found before", round.Round)
		case round.Simple && last == 0:
			say("round %d asked by names alone, since the round before found no further source", round.Round)
		case round.Simple:
			say("round %d asked by names alone, since half or more of the queries of the round before that had results led to no page titled with what it asked for on another site", round.Round)
		}
		found, last = found+round.Accepted, round.Accepted
	}
	if f := r.Funnel; f.Led > 0 && f.Sources == 0 {
		switch {
		case f.Elsewhere == 0 && f.Sites == 0:
			say("none of %d queries led to a page titled with what it asked for on another site%s: look at what was asked (verde queries RUN/records.jsonl --vertical RUN/vertical.json --format text) and edit \"identifier\" and \"attributes\" in the vertical", f.Queries, sharedEnds(names))
		case f.Sites == 0:
			say("%d of %d queries led to a page titled with what they asked for on another site, but no two of them to pages of one kind on the same: more --instances or --rounds may", f.Elsewhere, f.Queries)
		default:
			best := slices.MaxFunc(sources, func(a, b catalog.Source) int {
				return cmp.Or(cmp.Compare(lostSupport(a), lostSupport(b)), -strings.Compare(a.Site, b.Site))
			})
			say("of %d sites that several queries led to none is a source; most led to %s: %s", f.Sites, best.Site, best.Reason)
		}
	}
	if r.Incomplete[ManyMissing] > 0 && r.Funnel.Sources > 0 {
		say("many sites are likely missing: more --rounds or --instances may find them; doubtful and refused ones are in sources.jsonl with the reason")
	}
	if r.Incomplete[StillFinding] > 0 {
		say("the last of %d rounds found %d of %d sources, and what these show was not asked for yet: more --rounds", len(r.Rounds), r.Funnel.Newest, r.Funnel.Sources)
	}
	if len(r.Rounds) == 1 && r.Funnel.Sources >= estimate.MinSources && r.Rounds[0].Unseen == nil {
		say("one round asks for what the training site shows, so that nobody knows of sites that share little with it: more --rounds ask for what the sources show")
	}
	if r.Incomplete[NoEstimate] > 0 {
		say("so few sources do not tell how many are missing: more --rounds or --instances may find others")
	}
	return out
}

// lostSupport is the number of queries that led to a site that is no source, -1 for a source.
func lostSupport(s catalog.Source) int {
	if s.Role != catalog.Discovered || s.State == catalog.Expanded {
		return -1
	}
	return s.Support
}

// sharedEnds is a clause on the words that all names of the training site share, "" if there are none.
func sharedEnds(names *query.Names) string {
	first, last := names.Shared()
	var parts []string
	if first != "" {
		parts = append(parts, fmt.Sprintf("begin with %q", first))
	}
	if last != "" {
		parts = append(parts, fmt.Sprintf("end in %q", last))
	}
	if len(parts) == 0 {
		return ""
	}
	return "; names on this site " + strings.Join(parts, " and ") + ", which was left out"
}

// names are the names of the training site's entities.
func (run *Run) names(ctx context.Context) (*query.Names, error) {
	var names []string
	for r, err := range run.Catalog.Records(ctx, run.Vertical.Site) {
		if err != nil {
			return nil, err
		}
		if texts := r.Whole().ByLabel()[run.Vertical.Identifier]; len(texts) > 0 {
			names = append(names, texts[0])
		}
	}
	return query.NewNames(names), nil
}
