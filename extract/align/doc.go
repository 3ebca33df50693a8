// Package align brings the leaves of pages of one template into columns, as DCA does (Yuliana and
// Chang, "A novel alignment algorithm for effective web data extraction from singleton-item pages").
//
// The one idea: a text that every page of a segment shows equally often is the template's own. Those in a
// consistent order cut all pages into smaller segments, and so on down; what is left between them are the
// values, which are clustered into columns. See [Alignment.Run] for the steps; package improvement names
// those that the paper has not.
//
// The package is pure.
package align
