package verde

import (
	"slices"

	"verde/catalog"
	"verde/evidence"
)

// unseen estimates how many sites of the domain no round has found, from how
// many queries led to each of those found, until it was found: later queries
// ask for its own entities. A known entity that results turned out to be about
// counts as a query (see [known.Entities.Recognise]).
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

// estimate is unseen with its interval, which holds it.
func estimate(sources []catalog.Source) (*float64, *Interval) {
	missing, in := unseen(sources), unseenInterval(sources)
	if missing != nil && in != nil {
		in.Low, in.High = min(in.Low, *missing), max(in.High, *missing)
	}
	return missing, in
}

// foundBy are the sites found up to a round, later ones left out: a run that is
// repeated has them in the catalog already.
func foundBy(sources []catalog.Source, round int) []catalog.Source {
	return slices.DeleteFunc(slices.Clone(sources), func(s catalog.Source) bool { return s.Round > round })
}
