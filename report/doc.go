// Package report measures what a run did: what its queries led to, where candidates were
// lost, what it could not get, and what to try.
//
// Three values are kept as JSON. A [Round] is the report of one round, stored with the round. A
// [Site] is what settling one candidate measured, stored with the candidate. A [Report] sums
// both up for a whole run; it is made anew from the catalog whenever it is asked for.
package report
