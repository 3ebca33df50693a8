// Package estimate says how much a run has missed, from what its search results lead to.
//
// The one idea: results are a sample of the domain that was not drawn by following links. So
// they show how much of it was found, in two ways:
//
//   - [Sites] estimates how many sites were not found. Many queries lead to most of the sites
//     found; if many sites were found by just two or three queries, there are others that one
//     query or none leads to (Chao 1987).
//   - [Pages] estimates the share of the entities of the sites found whose pages were not
//     read. A [Recapture] compares the pages that results lead to on a site with those that
//     were found by its links (Petersen 1896).
//
// The functions read sources and results, and store nothing.
package estimate
