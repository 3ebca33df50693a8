package verde

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"verde/catalog"
	"verde/estimate"
	"verde/query"
	"verde/vertical"
)

// Funnel tells where candidates were lost on the way from queries to sources. Each
// number up to Sources is of those before it; of Sites, Refused were lost, of Judged
// Doubtful and Unreadable.
type Funnel struct {
	Queries    int `json:"queries"`    // of all rounds, those to a single site not included
	Led        int `json:"led"`        // had results
	Elsewhere  int `json:"elsewhere"`  // led to a page titled with what it asked for on another site; see RoundReport.Elsewhere
	Sites      int `json:"sites"`      // that several queries led to, by pages of one kind
	Judged     int `json:"judged"`     // of these, sites whose pages show what was asked for, or may
	Sources    int `json:"sources"`    // that turned out so when they were read
	Doubtful   int `json:"doubtful"`   // that did not, with the reason in Report.Doubtful
	Refused    int `json:"refused"`    // whose pages do not show it as data
	Unreadable int `json:"unreadable"` // that could not be read
}

// String is the funnel in one line.
func (f Funnel) String() string {
	s := fmt.Sprintf("%d of %d queries led to a page titled with what they asked for on another site; %d sites that several led to, %d with pages that may be data, %d sources",
		f.Elsewhere, f.Queries, f.Sites, f.Judged, f.Sources)
	for _, lost := range []struct {
		n    int
		what string
	}{{f.Refused, "refused"}, {f.Doubtful, "doubtful"}, {f.Unreadable, "not readable"}} {
		if lost.n > 0 {
			s += fmt.Sprintf(", %d %s", lost.n, lost.what)
		}
	}
	return s
}

// funnel counts what became of the candidates of the first n rounds.
func funnel(rounds []RoundReport, sources []catalog.Source, n int) Funnel {
	var f Funnel
	for _, r := range rounds {
		f.Queries, f.Led, f.Elsewhere = f.Queries+r.Queries, f.Led+r.Led, f.Elsewhere+r.Elsewhere
	}
	for _, s := range foundBy(sources, n) {
		if s.Role != catalog.Discovered {
			continue
		}
		f.Sites++
		switch s.State {
		case catalog.Expanded:
			f.Sources++
		case catalog.Doubtful:
			f.Doubtful++
		case catalog.Failed:
			f.Unreadable++
		default:
			f.Refused++
		}
	}
	f.Judged = f.Sources + f.Doubtful + f.Unreadable
	return f
}

// foundBy gives the sites found up to a round. Later ones are left out, since a repeated
// run has them in the catalog already.
func foundBy(sources []catalog.Source, round int) []catalog.Source {
	return slices.DeleteFunc(slices.Clone(sources), func(s catalog.Source) bool { return s.Round > round })
}

// Reasons in Report.Incomplete that are about the whole of a run.
const (
	NothingFound = "run without a source"
	ManyMissing  = "run that misses a quarter of the sites or more"
	PagesMissing = "run that misses a quarter of the pages or more of the sites found"
	NoEstimate   = "run with too few sites to estimate what is missing"
	FewPages     = "training site with a few entity pages"
)

// SitesInDoubt is the reason in Report.Incomplete of sites that may have been read in part or with
// pages of another kind (see Report.Doubts). Most runs have some; they are a reason where they hold estimate.MuchMissing of all
// pages read, or where as much is missing by those read in part (see [estimate.ReadInPart]): of all pages, or of all sites, a site of which half is
// missing counted as half a site.
const SitesInDoubt = "site in doubt"

// SitesDoubtful is the reason in Report.Incomplete of doubtful sites where no estimate of what is missing counts them.
const SitesDoubtful = "site doubtful"

// lacks gives the reason why a run as a whole is incomplete, "" if it is not. It found no site,
// or a quarter of the sites and more are estimated to be missing, or so few were found that there
// is no estimate. Then most are missing if most queries led nowhere, and else nobody knows.
func (f Funnel) lacks(last RoundReport) string {
	switch {
	case f.Led == 0:
		return "" // engines did not answer, which is told
	case f.Sources == 0:
		return NothingFound
	case last.Unseen != nil && *last.Unseen >= estimate.MuchMissing*(float64(f.Sources)+*last.Unseen):
		return ManyMissing
	case last.UnseenInterval != nil || f.Sources >= estimate.MinSources: // after one round nothing is estimated, and said so
		return ""
	case 2*f.Elsewhere < f.Queries || f.Doubtful > f.Sources:
		return ManyMissing
	}
	return NoEstimate
}

// fewPages reports whether a training site gave so few entity pages that the search of it
// likely missed most: not more than a third of what one round asks for.
func fewPages(v *vertical.Vertical, opt Options) bool {
	return v.Site != catalog.ListSite && v.Pages > 0 && 3*v.Pages <= opt.withDefaults().Instances
}

// advise gives sentences on what is wrong with a run, if anything is, and what to try.
// names are those of the training site's entities.
func (x *Explorer) advise(v *vertical.Vertical, r *Report, names *query.Names, sources []catalog.Source) []string {
	var out []string
	say := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	switch opt := x.Options.withDefaults(); {
	case v.Pages == 0 || v.Pages >= opt.Instances:
	case v.Site == catalog.ListSite:
		say("the list has %d entities, fewer than the %d that a round asks for: add more, if you have them", v.Pages, opt.Instances)
	default:
		say("the training site gave %d pages, fewer than the %d entities that a round asks for: give further sample pages of it, from other sections", v.Pages, opt.Instances)
	}
	if warning := v.Ambiguous(); warning != "" {
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
			say("none of %d queries led to a page titled with what it asked for on another site%s: look at what was asked (verde queries RUN/records.jsonl --vertical RUN/vertical.json --format text) and edit \"identifier\" and \"attributes\" in the vertical", f.Queries, ends(names))
		case f.Sites == 0:
			say("%d of %d queries led to a page titled with what they asked for on another site, but no two of them to pages of one kind on the same: more --instances or --rounds may", f.Elsewhere, f.Queries)
		default:
			best := slices.MaxFunc(sources, func(a, b catalog.Source) int {
				return cmp.Or(cmp.Compare(weight(a), weight(b)), -strings.Compare(a.Site, b.Site))
			})
			say("of %d sites that several queries led to none is a source; most led to %s: %s", f.Sites, best.Site, best.Reason)
		}
	}
	if r.Incomplete[ManyMissing] > 0 && r.Funnel.Sources > 0 {
		say("many sites are likely missing: more --rounds or --instances may find them; doubtful and refused ones are in sources.jsonl with the reason")
	}
	if len(r.Rounds) == 1 && r.Funnel.Sources >= estimate.MinSources && r.Rounds[0].Unseen == nil {
		say("one round asks for what the training site shows, so that nobody knows of sites that share little with it: more --rounds ask for what the sources show")
	}
	if r.Incomplete[NoEstimate] > 0 {
		say("so few sources do not tell how many are missing: more --rounds or --instances may find others")
	}
	return out
}

// weight is how many queries led to a site that was refused or is doubtful, -1 for
// others.
func weight(s catalog.Source) int {
	if s.Role != catalog.Discovered || s.State == catalog.Expanded {
		return -1
	}
	return s.Support
}

// ends tells what the names of the training site share.
func ends(names *query.Names) string {
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

// trainingNames are the names of the training site's entities.
func (x *Explorer) trainingNames(ctx context.Context, v *vertical.Vertical) (*query.Names, error) {
	var names []string
	for r, err := range x.Catalog.Records(ctx, v.Site) {
		if err != nil {
			return nil, err
		}
		if texts := r.Whole().ByLabel()[v.Identifier]; len(texts) > 0 {
			names = append(names, texts[0])
		}
	}
	return query.NewNames(names), nil
}
