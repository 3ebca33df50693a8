package focused

import (
	"math"
	"slices"

	"verde/siteexpand/similarity"
	"verde/siteexpand/site"
	"verde/siteexpand/template"
	"verde/siteexpand/urlclass"
)

// exemplarModel is the template that the exemplars share, with the thresholds of template scores. See
// [crawl.relearn].
type exemplarModel struct {
	exemplars          []*site.Page
	template           template.Template
	threshold          float64      // template score that separates pages of the template from others
	leastExemplarScore float64      // of the exemplars, each by the template of the others
	severalSamples     bool         // more than one, so that features that their URLs share may define the type
	kinds              int          // other kinds found so far, see [crawl.tellKinds]
	elsewhere          []*urlRecord // pages that are left out by their place alone, with one sample, see placedElsewhere
	leftOut            []*urlRecord // pages of another kind of which one sample leaves open whether they are of another type
	learnedFrom        int          // fetched pages when the template was made
	countRound         int          // how often the classes were counted anew
}

func (f *exemplarModel) addExemplar(n *site.Page) {
	f.exemplars = append(f.exemplars, n)
	f.template.Add(n.Features)
}

// considerExemplar makes a fetched page an exemplar if it qualifies and there are fewer than
// maxExemplars, and reports whether it did. Each of the first minExemplars has to have all shared URL
// features, be in a class with a matching page, and be like the first exemplar. A further one has to
// be an entity page, be in an accepted class or in one as above, score at least thresholdHigh of the
// least score of an exemplar, and be from a directory without one (see directoryCovered).
func (f *crawl) considerExemplar(t *urlRecord, n *site.Page) bool {
	accepted, _ := t.class.decided()
	switch own := t.featureShare == 1 && t.class.matching > 0; {
	case len(f.exemplars) >= maxExemplars || slices.Contains(f.exemplars, n):
		return false
	case len(f.exemplars) < minExemplars:
		if !own || !t.urlAdmitted || !f.likeFirst(n) {
			return false
		}
	case !own && !accepted || !f.isEntityPage(t) || t.templateScore < thresholdHigh*f.leastExemplarScore || f.directoryCovered(n):
		return false
	}
	f.addExemplar(n)
	return true
}

// directoryCovered reports whether an exemplar is from n's directory, if exemplars come from several.
// A second one from there is not wanted: the two may share what is the directory's and not the type's.
func (f *crawl) directoryCovered(n *site.Page) bool {
	dirs := map[string]bool{}
	for _, j := range f.exemplars {
		dirs[folder(f.URL(f.Resolve(j.ID)))] = true
	}
	return len(dirs) > 1 && dirs[folder(f.URL(f.Resolve(n.ID)))]
}

// templateScore is the share of the template that a page has, from 0 to 1; with
// a single exemplar there is no template, and it is the Jaccard coefficient of
// the features.
func (f *crawl) templateScore(n *site.Page) float64 {
	f.Report.Evaluations++
	if len(f.exemplars) == 1 {
		return similarity.Jaccard(n.Features, f.exemplars[0].Features)
	}
	return f.template.Similarity(n.Features)
}

// relearn makes the template and the thresholds anew from the exemplars and the fetched pages. Then it
// scores all fetched pages again, counts the classes by these scores, and decides which URL features
// define the type. Cost: linear in the features of the fetched pages and in the URLs.
func (f *crawl) relearn() {
	f.learnedFrom = max(len(f.fetched), 4)
	f.tellKinds()
	own, dirs := map[string]bool{}, map[string]bool{}
	for _, j := range f.exemplars {
		if t := f.record(f.Resolve(j.ID)); t != nil {
			own[t.classKey], dirs[urlclass.Place(t.classKey)] = true, true
		}
	}
	of := map[string]int{}
	var sampled []template.Class
	for n, t := range f.pages(f.fetched...) {
		key := t.contrastKey()
		i, ok := of[key]
		if !ok {
			i = len(sampled)
			of[key], sampled = i, append(sampled, template.Class{HasExemplar: own[key]})
		}
		c := &sampled[i]
		c.Pages = append(c.Pages, n.Features)
		switch {
		case f.profile.Samples > fewSamples && c.HasExemplar:
			c.Weight = float64(len(c.Pages))
		case f.profile.Samples <= fewSamples && t.kind == 0 && dirs[urlclass.Place(t.classKey)]: // exemplars may all show one part of the type
			c.Weight = float64(t.class.members) * math.Pow(t.featureShare, featureSharePower)
		}
	}
	power := commonnessPower
	if f.profile.Samples <= fewSamples {
		power = commonnessPowerFew
	}
	f.template.Learn(sampled, power)
	var sims []float64 // of all pages
	for n, t := range f.pages(f.fetched...) {
		t.templateScore, t.scored = f.templateScore(n), true
		sims = append(sims, t.templateScore)
	}
	f.leastExemplarScore = f.template.LeaveOneOut()
	f.threshold = boundedOtsu(sims, f.leastExemplarScore)
	f.countPages()
	f.tellNames()
	f.requireDefining()
	f.rescoreAll = true
}

// boundedOtsu is Otsu's threshold (1979) on the template scores of the fetched
// pages, between thresholdLow and thresholdHigh times the least score of an
// exemplar.
func boundedOtsu(sims []float64, own float64) float64 {
	return min(max(similarity.Otsu(sims), own*thresholdLow), own*thresholdHigh)
}
