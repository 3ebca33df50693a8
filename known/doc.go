// Package known holds the entities that a run knows so far, and answers questions by
// them: which to ask for next, which of them the titles of results name, which
// columns of a new site show the vertical's attributes, and whether a site shows
// the same entities at all.
//
// The one idea (redundancy, VerDE §I): sites of one vertical show many of the same
// entities with the same values. So a known name identifies the entity of a page,
// and known values identify the attribute of a column, in any language. The explored sites
// are integrated into one catalog (see [verde/integrate]): an entity has the values of all
// of them, and the columns of a new site are compared with the columns of all.
//
// The package is pure: records in, instances, names of columns and reasons out.
package known
