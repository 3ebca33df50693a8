// Package progress is what a run tells of itself while it runs.
//
// The one idea: whoever does the work tells an [Event] at each step, a value; a
// [Tracker] makes of the events what a person wants to know, a [View] of the
// phase, what is done of what, and how long the rest may take. Nothing here
// draws, waits or asks for the time.
package progress

import "time"

// Phase names what is being done.
type Phase string

// The phases of a run, in the order in which they come. Of some, events tell
// for the whole run and for each site; what they count is said here.
const (
	Learning   Phase = "learning"     // run: training sites
	Asking     Phase = "asking"       // run: queries
	Probing    Phase = "asking again" // run: queries to single sites
	Judging    Phase = "judging"      // run: sites that results lead to
	Searching  Phase = "searching"    // site: pages downloaded on the way to its entity pages
	Reading    Phase = "reading"      // run: sites accepted; site: entity pages
	Comparing  Phase = "comparing"    // run: what the sites of a round say, with each other
	Refreshing Phase = "refreshing"   // run and site: entity pages
	Fetching   Phase = "fetching"     // run: pages
	Indexing   Phase = "indexing"     // run: pages
	Extracting Phase = "extracting"   // run: pages
	Measuring  Phase = "measuring"    // run: draws of samples
	Waiting    Phase = "waiting"      // site: entity pages; its turn has not come
	Ended      Phase = "ended"        // site: nothing more is done for it
)

// Event tells of one step. Events of one phase may come out of order, as those
// who tell them work at the same time: of Done and Total the greatest count.
type Event struct {
	Phase Phase
	Site  string // what the step is for; "" for the whole run
	Round int    // of queries, from 1, which begins with this event; 0 for all others
	Of    int    // rounds at most; with Round

	Done, Total int  // what is counted depends on the phase; Total is 0 until it is known
	AtLeast     bool // Total is what is known so far, and grows
	Found       int  // of Searching the entity pages known, an estimate that may fall; of Asking the results
}

// Reason is why a host is waited for.
type Reason string

// Reasons, with what [Wait.For] is.
const (
	Delay      Reason = "delay"        // between requests, as the user wants it
	CrawlDelay Reason = "Crawl-delay"  // between requests, as the host wants it
	RetryAfter Reason = "Retry-After"  // from now on, as the host wants it
	Slow       Reason = "slow answers" // that the last answer took, for which the host rests
	Overloaded Reason = "overloaded"   // between requests, since it answered 429 or 503
	Retry      Reason = "retry"        // 0: a request failed, and is sent again
	Answer     Reason = "answer"       // since the request was sent
)

// Waiter is what some fetchers and engines can do beside their work: tell which
// hosts are waited for at this moment, and why, in no order. An engine that wraps
// another is asked for it by [verde/search.Ability], a fetcher by
// [verde/page.Ability].
type Waiter interface{ Waits() []Wait }

// Wait is a host that is waited for at this moment.
type Wait struct {
	Host     string
	Site     string // that the host is of, as events have it; "" for none
	Reason   Reason
	For      time.Duration
	Interval time.Duration // between requests at least; 0 if that is not known
}
