// Package integrate makes one catalog of what several sites say: which columns say
// the same, which records are about one entity, and which of their values hold.
//
// The one idea: sites that share entities explain each other. Records that have
// whole values in common that are too rare for chance are one entity's, whatever
// columns the values are in; columns that agree on such records say the same; and
// records are compared by the columns that say the same. So nothing has to be known
// of labels, languages or kinds of entity, and nobody has to label examples.
//
// There are three parts, each of use alone:
//
//   - [Corpus.Match] joins columns into attributes, by the agreement of the records
//     that sites share (DUMAS: Bilke and Naumann 2005; WEIR: Bronzi et al. 2013).
//   - [Corpus.Resolve] joins records into entities (Fellegi and Sunter 1969), with
//     weights that are learned from the records, and probabilities that are read off
//     a comparison: how often do different records of one site look as much alike?
//   - [Corpus.Fuse] chooses among values that contradict each other, by how often
//     each site is right (ACCU: Dong et al. 2009).
//
// [Integrate] does all three. Everything that is concluded comes with its evidence:
// column pairs with their agreement ([ColumnMatch]), pairs of records with a term for
// each attribute ([Resolution.Explain]), values with the claims for them and their
// rivals ([Fused]). What a person decided ([Decision]) wins.
//
// The package is pure, and deterministic: the order of sites, records and labels
// does not matter. Cost: near-linear in the records (each part says its own); memory
// linear in the cells.
package integrate
