package focused

// The numbers of the method, each with where it comes from; those of the choice of
// a scope stand with it in scopes.go, and those of names in package urlclass. "The
// prototype" is the method of package classes; "measured" means that a table of
// bench/RESULTS.md chose it, "by hand" that nothing but trials did, so that it has to
// be measured on sites left out, or to go. "Without it" tells how the mean F1 of 35
// entity types with one, two and three samples changes, one draw of each.

// What decides a class: see also [urlclass.Trials].
const (
	acceptShare = .7 // share of matching pages from which on the whole class is taken: the prototype's
	refuseShare = .1 // share up to which it is left out: the prototype's
	likelyShare = .5 // share of matching pages of an undecided class from which on its unfetched URLs are taken at the end, and probability from which on a fetched page is: more likely right than wrong
)

// Which pages become exemplars, and which threshold they set.
const (
	minExemplars  = 3  // below it a page has to be like the first exemplar: of two it is not known what they share by chance
	maxExemplars  = 8  // by hand: bounds the cost of learning
	thresholdLow  = .5 // bounds of the threshold, of the least score of an exemplar: a page with less than half of it has another template (by hand),
	thresholdHigh = .9 // ... and entity pages may vary more than the exemplars do, so that a further exemplar has at least as much
	unusual       = .2 // a score is unusual if it is below the mean by more than this (by hand)
	deviations    = 2  // ... and by more standard deviations than this: 2 % of a normal distribution lie below
)

// What few samples mean. Up to fewSamples share URL features by chance, so a page
// whose URL lacks some of them may be of the type all the same, though each is
// evidence against it: a class is expected to hold members ·
// featureShare^featureSharePower entity pages. Exemplars that were found by the
// links of few samples are related to them and share more than the type does, so
// how common a feature is where entities are expected counts more then (see
// [template.Template.Learn]).
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
	firstTries        = 2   // pages of a group that count for the prior yield: an endless group says no more about other groups than that
	leastYield        = .02 // expected new entity URLs below which a download is not worth it: one in fifty
	minWorthwhile     = .2  // share of a class's URLs that have a page below which it is abandoned: a download for five entities (by hand)
	minZeroYieldRun   = 60  // downloads in a row without a new entity URL after which the crawl may end, up to Bounds.Fruitless: by hand
	zeroYieldRunShare = .15 // ... as a share of the pages found, between these two: as in the prototype
	mostDivided       = 8   // times that kinds are told at the end, after what the last time brought: a bound on the cost, as above
	maxReclassified   = 8   // times that each URL may be classified again, on average: sites that do not provoke it need one or two, so it is a bound on the cost
)

// What is asked for at the end, and what makes a result doubtful.
const (
	mostChecked        = 20  // pages fetched to verify, or about all if they are fewer, and again of each stratum that is unclear: an error of .05 is found with a probability of .64, as if they were drawn at random
	sideDownloads      = 100 // what may be spent beside the crawl: to find out the size of a scope that is not chosen, and for known pages to which nothing links any more (by hand)
	tolerablePrecision = .92 // precision from which on pages of another kind are not looked into: by hand
)

// A class of URLs, or its part on one link-path, is abandoned if with probability
// confidence the share of its URLs that have a page is below minWorthwhile. Nine dead URLs
// are enough, or seventeen besides one that has a page.
const confidence = .95

// mostDead is the share of dead URLs above which those that were not fetched can't
// be taken with their class: a class is taken if acceptShare of its pages match, and
// a URL without a page does not. Seven URLs with a page and none without are enough
// to rule it out.
const mostDead = 1 - acceptShare
