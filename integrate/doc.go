// Package integrate makes one catalog of what several sites say: it finds which columns have the same meaning
// (schema matching), which records describe the same entity (record linkage), and which of their values are true
// (data fusion).
//
// The one idea: sites that share entities explain each other. Two records that have whole values in common, too
// rare to coincide by chance, describe one entity, whatever columns the values are in. Columns that agree on such
// records have one meaning, and records are then compared by the columns of one meaning. So nothing has to be
// known of labels, languages or kinds of entity, and nobody has to label examples.
//
// There are three parts, each of use alone:
//
//   - [Corpus.Match] joins columns into attributes by their agreement on the entities that sites share (DUMAS: Bilke
//     and Naumann 2005; WEIR: Bronzi et al. 2013).
//   - [Corpus.Resolve] joins records into entities (Fellegi and Sunter 1969). Weights are learned without labels, and
//     scores become probabilities by a comparison: how often do different records of one site look as much alike?
//   - [Result.ByAttribute] chooses among contradicting values by how often each site is right (ACCU: Dong et al. 2009).
//
// [Integrate] does all three. Every conclusion comes with its evidence: pairs of columns with their agreement
// ([ColumnMatch]), pairs of records with a term for each attribute ([Resolution.Explain]), values with the claims
// for them and for their alternatives ([Fused]). What a person decided ([Decision]) wins.
//
// In the order of their calls: integrate.go; table.go, view.go, part.go, affix.go (reading); seed.go,
// identifying.go (pairs of records to begin with); matching.go, columnpair.go, namecopy.go, profile.go, name.go
// (pairs of columns); attribute.go, linkage.go, composite.go, groups.go, categorical.go, mapping.go, canonical.go,
// groupprofile.go, singlesource.go (groups of columns); resolve.go, block.go, learn.go, calibrate.go, sparse.go,
// comparison.go, cluster.go (entities); identity.go; fuse.go; report.go, explain.go, entityline.go.
//
// The package is pure and deterministic: the order of sites, records and labels does not matter. Cost: near-linear
// in the records (each part states its own); memory linear in the cells.
package integrate
