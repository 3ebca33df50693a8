// Package query turns records of known sites into boolean queries for the same
// entities elsewhere (VerDE §IV).
//
// The one idea: sites of a domain overlap in the entities they show, so an
// entity asked for by name leads to sites that have it, and a site that answers
// for several entities has the domain. A query requires the identifying value
// and another one (AND) and mentions the domain and its entity keywords (OR).
//
// The package is pure. It decides which attribute names an entity ([Analyze]),
// which entities are worth a query ([Instances]), what is asked ([Build]) and
// how each engine wants it written ([Query.Render]).
package query
