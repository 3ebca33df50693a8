package focused

// The numbers of the method, each with where it comes from. Those of the choice of a scope are in
// scopes.go, those of names of files in package urlclass. The words in the comments:
//
//   - "the prototype": the number is that of package classes;
//   - "by hand": it was chosen by trials on the sites that it was made for, so nothing
//     independent supports it;
//   - "without it": how the mean F1 of 35 entity types changes with one, two and three samples,
//     one draw of each.

// What decides a class: see also [urlclass.Trials].
const (
	acceptShare = .7 // share of matching pages from which on the whole class is taken: the prototype's
	refuseShare = .1 // share up to which it is left out: the prototype's
	likelyShare = .5 // more likely right than wrong: share of matching pages from which on the unfetched URLs of an undecided class are taken at the end, and probability from which on a fetched page is taken
)

// Which pages become exemplars, and which threshold they set.
const (
	minExemplars  = 3  // with fewer a page has to be like the first exemplar to become one: two may share much by chance
	maxExemplars  = 8  // by hand: bounds the cost of learning
	thresholdLow  = .5 // lower bound of the threshold, as a share of the least score of an exemplar (by hand)
	thresholdHigh = .9 // upper bound, since entity pages may vary more than exemplars; also the least score of a further exemplar (by hand)
)

// What few samples mean. Up to fewSamples samples share URL features by chance. So a page whose
// URL lacks some of them may be of the type, though each missing one is evidence against it: a
// class is expected to hold members · featureShare^featureSharePower entity pages. Exemplars found
// through the links of few samples are related to these and share more than the type does. So
// features count less that are rare where entities are expected (see [template.Template.Learn]).
const (
	fewSamples         = 2
	featureSharePower  = 6  // by hand
	commonnessPower    = 2. // by hand
	commonnessPowerFew = 3. // by hand
)

// What is downloaded next, and when the crawl ends.
const (
	defaultYield      = 4.  // expected of a group when no page of a group with its URL form was fetched: by hand, and high, so that each is tried
	yieldDecay        = .75 // weight of the past in a group's yield: one that brought one entity a page is below leastYield after 14 pages in vain (by hand)
	firstTries        = 2   // pages of a group that count for the prior yield, so that an endless group does not outweigh the others (by hand)
	leastYield        = .02 // expected new entity URLs below which a download is not worth it: one in fifty
	minWorthwhile     = .2  // least share of a class's URLs that have a page; with fewer the class is abandoned: more than five downloads for a page are too many (by hand)
	minZeroYieldRun   = 60  // downloads in a row without a new entity URL after which the crawl may end, up to Bounds.Fruitless: by hand
	zeroYieldRunShare = .15 // ... as a share of the pages found, between these two: as in the prototype
	mostDivided       = 8   // rounds at the end that divide pages by kind and fetch what this opens: a bound on the cost
	maxReclassified   = 8   // times that each URL may be classified again, on average: a bound on the cost, ordinary sites need one or two
)

// What is asked for at the end, and what makes a result doubtful.
const (
	mostChecked        = 20  // pages fetched to verify, and again for each stratum that is unclear: in 20 random pages an error rate of .05 shows with a probability of .64
	sideDownloads      = 100 // downloads for each of two side tasks: the size of a scope that is not chosen, and known pages to which nothing links any more (by hand)
	tolerablePrecision = .92 // precision from which on pages of another kind are not looked for (by hand)
)

// confidence is the probability that decisions by a posterior or a Bayes factor take. A class of
// URLs, or its part on one link-path, is abandoned if the share of its URLs that have a page is
// below minWorthwhile with this probability: after nine dead URLs, or seventeen dead and one live.
const confidence = .95

// mostDead is the greatest share of dead URLs with which unfetched URLs are taken with their class.
// It follows from acceptShare, since a dead URL does not match. Seven live URLs and no dead one are
// enough to rule out a greater share.
const mostDead = 1 - acceptShare
