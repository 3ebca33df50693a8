package siteexpand

import (
	"cmp"
	"math"
	"slices"

	"verde/page"
)

// considerExemplar makes a page a judge if there are few yet and it is as good as one of
// them.
func (f *crawl) considerExemplar(t *urlRecord, n *node) bool {
	switch own := t.featureShare == 1 && t.class.matching > 0; {
	case len(f.exemplars) >= maxExemplars || slices.Contains(f.exemplars, n):
		return false
	case len(f.exemplars) < minExemplars:
		if !own || !t.urlAdmitted {
			return false
		}
		if f.rejected++; jaccard(n.features, f.exemplars[0].features) < minExemplarJaccard && f.rejected < maxRejected {
			return false
		}
	case !own && !f.classAccepted(t) || !f.isEntityPage(t) || t.templateScore < minExemplarScore*f.leastExemplarScore || f.directoryCovered(n):
		return false
	}
	f.rejected = 0
	f.addExemplar(n)
	return true
}

// classAccepted reports whether the class of a URL is of the type.
func (f *crawl) classAccepted(t *urlRecord) bool {
	yes, _ := t.class.decided()
	return yes
}

// directoryCovered reports whether a judge of n's folder is there already, while judges
// come from several folders: what pages of one folder share is the folder's.
func (f *crawl) directoryCovered(n *node) bool {
	own, several := page.Dir(f.urls[f.resolve(n.id)]), false
	first, found := page.Dir(f.urls[f.resolve(f.exemplars[0].id)]), false
	for _, j := range f.exemplars {
		dir := page.Dir(f.urls[f.resolve(j.id)])
		several = several || dir != first
		found = found || dir == own
	}
	return several && found
}

const (
	minExemplarJaccard = .6 // Jaccard coefficient from which on a page of the sample's class is of its template
	minExemplarScore   = .9 // share of the judges' own likeness that makes another judge
	maxRejected        = 5  // pages less alike after which one is taken all the same
)

func (f *crawl) addExemplar(n *node) {
	f.exemplars = append(f.exemplars, n)
	f.template.exemplars = append(f.template.exemplars, n.features)
}

// templateScore is the likeness of a page with the judges.
func (f *crawl) templateScore(n *node) float64 {
	f.report.Evaluations++
	if len(f.exemplars) == 1 {
		return jaccard(n.features, f.exemplars[0].features)
	}
	return f.template.similarity(n.features)
}

// relearn makes the template anew, finds the threshold, and judges all fetched
// pages again.
func (f *crawl) relearn() {
	f.learnedFrom = max(len(f.fetched), 4)
	own, folders := map[string]bool{}, map[string]bool{}
	for _, j := range f.exemplars {
		if t := f.record(f.resolve(j.id)); t != nil {
			own[t.classKey] = true
			folders[directoryKey(t.classKey)] = true
		}
	}
	of := map[string]int{}
	var seen []classSample
	for _, u := range f.fetched {
		n, t := f.seen(u), f.record(f.resolve(u))
		if n == nil || t == nil {
			continue
		}
		i, ok := of[t.classKey]
		if !ok {
			i = len(seen)
			of[t.classKey] = i
			seen = append(seen, classSample{hasExemplar: own[t.classKey]})
		}
		c := &seen[i]
		c.pages = append(c.pages, n.features)
		switch {
		case f.profile.samples > fewSamples && c.hasExemplar:
			c.weight = float64(len(c.pages))
		case f.profile.samples <= fewSamples && folders[directoryKey(t.classKey)]: // judges may all be of a part of the type
			c.weight = float64(t.class.members) * math.Pow(t.featureShare, featureSharePower)
		}
	}
	power := commonnessPower
	if f.profile.samples <= fewSamples {
		power = commonnessPowerFew
	}
	f.template.learn(seen, power)
	sims := make([]float64, 0, len(f.fetched))
	for _, u := range f.fetched {
		if n, t := f.seen(u), f.record(f.resolve(u)); n != nil && t != nil {
			t.templateScore, t.scored = f.templateScore(n), true
			sims = append(sims, t.templateScore)
		}
	}
	f.leastExemplarScore = f.template.leaveOneOut()
	f.threshold = boundedOtsu(sims, f.leastExemplarScore)
	f.usualScore = f.leastUsualScore()
	for _, v := range f.stats {
		v.tried, v.matching, v.nearTemplate = 0, 0, 0
	}
	f.countRound++
	for _, u := range f.order {
		if t := f.record(f.resolve(u)); t != nil && t.done && (t.scored || t.known) && t.countRound != f.countRound {
			t.countRound = f.countRound
			f.countPage(t)
		}
	}
	for _, v := range f.stats {
		f.updateClass(v)
	}
	f.requireDefining()
	f.rescoreAll = true
}

// few samples share by chance what the type does not. Pages whose URLs lack some
// of it may be of the type all the same, but each thing that they lack is
// evidence against it: the weight of a class is its size times the share of
// traits, to the power of nearness.
const (
	fewSamples        = 2
	featureSharePower = 6
)

// Powers to which it counts that a feature is common near the judges. Judges
// that were found by the links of few samples are related to them, and share
// more than the type does.
const (
	commonnessPower    = 2.
	commonnessPowerFew = 3.
)

// leastUsualScore is the likeness that is usual at least among the pages whose URLs
// have all common traits: some deviations less than their mean. Where they
// differ much among themselves that is little or nothing.
func (f *crawl) leastUsualScore() float64 {
	n, sum, squares := 0., 0., 0.
	for _, u := range f.fetched {
		if t := f.record(f.resolve(u)); t != nil && t.scored && t.featureShare == 1 {
			n, sum, squares = n+1, sum+t.templateScore, squares+t.templateScore*t.templateScore
		}
	}
	if n == 0 {
		return 0
	}
	mean := sum / n
	return mean - max(unusual, deviations*math.Sqrt(max(0, squares/n-mean*mean)))
}

// What is less like the judges than the mean by so much, and so many standard
// deviations, is unusual.
const (
	unusual    = .2
	deviations = 2
)

// Bounds of the threshold, as shares of the least likeness among the judges:
// what is half as like them as they are to each other is something else, and
// the template may vary more than the samples show.
const (
	thresholdLow      = .5
	thresholdHigh     = .9
	sameTemplateRatio = .6 // mean likeness of the lower side, as a share of the upper one's, above which both are of one kind
)

// boundedOtsu is Otsu's threshold on the likeness of the fetched pages, within bounds
// that the judges set. If the two sides it parts are much alike, all pages are
// of one kind, and the lower bound serves.
func boundedOtsu(sims []float64, own float64) float64 {
	slices.SortFunc(sims, cmp.Compare[float64])
	best, cut := -1., own*thresholdLow
	sum := 0.
	for _, s := range sims {
		sum += s
	}
	left := 0.
	for i := 1; i < len(sims); i++ {
		left += sims[i-1]
		n, m := float64(i), float64(len(sims)-i)
		low, high := left/n, (sum-left)/m
		v := n * m * (high - low) * (high - low)
		if v <= best {
			continue
		}
		best, cut = v, (sims[i-1]+sims[i])/2
		if low > sameTemplateRatio*high {
			cut = own * thresholdLow
		}
	}
	return min(max(cut, own*thresholdLow), own*thresholdHigh)
}
