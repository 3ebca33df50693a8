package focused

// What decides a class, and when the crawl ends.
const (
	acceptShare       = .7  // share of pages matching the template from which on the whole class is taken
	refuseShare       = .1  // share up to which the whole class is left out
	defaultYield      = 4.  // expected of a group when no page of a group with its URL shape was fetched
	yieldDecay        = .75 // weight of the past in a group's yield: a group that brought one entity a page is below leastYield after 14 pages in vain
	minZeroYieldRun   = 60  // downloads in a row without a new entity URL after which the crawl may end, up to Bounds.Fruitless
	zeroYieldRunShare = .15 // ... as a share of the pages found, between these two
	minExemplars      = 3   // below it a page has to be like the first exemplar, not like the template
	maxExemplars      = 8
)
