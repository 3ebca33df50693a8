package verde

import (
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"verde/catalog"
	"verde/evidence"
	"verde/known"
	"verde/page"
)

// unseen estimates how many sites of the domain no round has found since hardly a query leads to them, from how
// many queries led to each of those found (see [reached]). A known entity that results
// turned out to be about counts as a query (see [known.Entities.Recognise]).
//
// It is Chao's lower bound, begun one step earlier since a site has to answer
// two queries to be found at all (evidence.MinEntities). If sites differ in how likely
// a query leads to them, however they do, and f(k) is the expected number of
// sites that k queries lead to, the ratios (k+1)·f(k+1)/f(k) do not fall with k
// (Chao 1987, Biometrics 43, from the Cauchy-Schwarz inequality). So f(1) is at
// least 2·f(2)²/(3·f(3)), and f(0) at least f(1)²/(2·f(2)); their sum is what
// one query or none leads to. An f(3) of 0 is taken for 1.
//
// It is 0 when everything found was found many times over, and nil when fewer than
// fewFound sites were: then nobody can tell whether there is no other
// or the engine knows none.
func unseen(sources []catalog.Source) *float64 {
	var found int
	var twice, thrice float64
	for _, s := range sources {
		if s.Role != catalog.Discovered || s.State != catalog.Expanded {
			continue
		}
		found++
		switch s.Support {
		case evidence.MinEntities:
			twice++
		case evidence.MinEntities + 1:
			thrice++
		}
	}
	if found < fewFound {
		return nil
	}
	estimate := 0.
	if twice > 0 {
		once := 2 * twice * twice / (3 * max(1, thrice))
		estimate = once + once*once/(2*twice)
	}
	return &estimate
}

// A site that queries led to may be missing, too, because it was taken for none. How often that is so was counted where all sites are known:
// in 142 runs on generated webs of 13 verticals. By a rule a little wider than keptApart 122 sites were kept apart, 89 of them sources (by
// keptApart 75 of 99). While 1,125 were found, 65 others were refused, or never looked at.
//
// Is it right to add such shares? Each vertical's were estimated from the others. With them the estimate is .05 sites too low on average, without
// them 1.1; the mean error is .83 instead of 1.08. Nobody has counted the same on real sites: there the shares are an assumption, and the lower
// bound that needs none is told beside the sum (see [RoundReport]).
const (
	apartAreSources = 0.73
	refusedOfFound  = 0.058
)

// keptApart counts the sites that may well be sources: doubtful ones that as many queries led to
// as to the median source, or most of whose judged pages are data.
func keptApart(sources []catalog.Source) (n int) {
	var found []int
	for _, s := range sources {
		if s.Role == catalog.Discovered && s.State == catalog.Expanded {
			found = append(found, s.Support)
		}
	}
	slices.Sort(found)
	for _, s := range sources {
		if s.Role == catalog.Discovered && s.State == catalog.Doubtful && len(found) > 0 && (s.Support >= found[len(found)/2] || mostlyData(s)) {
			n++
		}
	}
	return n
}

// mostlyData reports whether most pages that were judged of a site are data, and two of them. A forum has such pages among others.
func mostlyData(s catalog.Source) bool {
	return s.SemiStructured >= evidence.MinEntities && 2*s.SemiStructured >= s.Evaluated
}

// estimate estimates how many sites are missing: those that no query led to (see [unseen]), those kept apart that are
// sources, and those refused that are. It gives the first alone, too, and the interval, which holds the sum; nil where unseen is. Of how many refused
// sites are sources the mean is known from other runs: their number in this one is taken for Poisson distributed, and counts to the interval's upper end
// with its 95 % quantile.
func estimate(sources []catalog.Source) (unreached, missing *float64, in *Interval) {
	if unreached, in = unseen(sources), unseenInterval(sources); unreached == nil || in == nil {
		return nil, nil, nil
	}
	found := 0
	for _, s := range sources {
		if s.Role == catalog.Discovered && s.State == catalog.Expanded {
			found++
		}
	}
	refused := refusedOfFound * float64(found)
	all := *unreached + apartAreSources*float64(keptApart(sources)) + refused
	in.High += poissonQuantile(refused, 0.95)
	in.Low, in.High = min(in.Low, all), max(in.High, all)
	return unreached, &all, in
}

// foundBy are the sites found up to a round, later ones left out: a run that is
// repeated has them in the catalog already.
func foundBy(sources []catalog.Source, round int) []catalog.Source {
	return slices.DeleteFunc(slices.Clone(sources), func(s catalog.Source) bool { return s.Round > round })
}

// reachedBy gives the sources with the support that they had when they were found, or
// more where more queries have reached them since.
func reachedBy(sources []catalog.Source, reached map[string]int) []catalog.Source {
	out := slices.Clone(sources)
	for i, s := range out {
		out[i].Support = max(s.Support, reached[s.Site])
	}
	return out
}

// reached counts for each explored site the entities whose queries led to a page of it
// that is titled with their name. Queries to that site alone don't count, nor do those for
// entities that it alone is known to have, as they were made of what it says: a site that
// was not found has no such queries. Cost: linear in the results.
func reached(results *evidence.Results, entities *known.Entities) map[string]int {
	met := map[string]map[string]bool{} // site -> entities
	for _, url := range results.URLs() {
		site := page.Site(url)
		if !entities.Explored(site) {
			continue
		}
		for _, id := range results.QueriesTo(url) {
			q, _ := results.Query(id)
			if name := results.Entity(id); q.Site == "" && results.Titled(url, id) && entities.KnownElsewhere(name, site) {
				if met[site] == nil {
					met[site] = map[string]bool{}
				}
				met[site][name] = true
			}
		}
	}
	counts := make(map[string]int, len(met))
	for site, names := range met {
		counts[site] = len(names)
	}
	return counts
}

// poissonQuantile is the least number k such that a Poisson variable with a mean is at most k with a probability.
func poissonQuantile(mean, probability float64) float64 {
	k := 0.
	for of := (distuv.Poisson{Lambda: mean}); of.CDF(k) < probability; k++ {
	}
	return k
}
