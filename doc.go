// Package verde grows a catalog of all things of one kind, from every site
// that has them, given one page about one of them.
//
// It puts five papers together: VerDE (a redundancy-driven vertical domain
// explorer), SSUP in its forms of 2014 and 2019 (finding all entity-pages of a
// site from one), INDESIT (page schemas of link-paths) and DCA (aligning the
// leaves of pages of one template into a table). This page walks through the
// packages from the bottom up; each names the paper and section that it is.
//
// # Pages
//
// Package [verde/page] turns what a server sent into what everything else
// reasons about: normal URLs and their terms, link-paths, and page schemas. It
// also owns the one interface through which pages come, [page.Fetcher].
//
// Package [verde/fetch] is the polite way to get them: robots.txt, pacing per
// host, limits on everything, and an archive in which every answer is kept, so
// that no page is ever asked for twice. Folders of files and WARC archives can
// stand in for the network.
//
// # One site
//
// Package [verde/siteexpand] finds all entity-pages of a site, given samples:
// from a sample up to the root of the entity-tree (the page-path), and down
// again, keeping at each level what is similar by URL and by HTML (SSUP 2019).
// It is the only package that follows links.
//
// Package [verde/extract] reads pages of one template into a table: texts that
// stand on all pages in one order are the template, what varies between them
// is data, and the template text before a value is its label (DCA). What was
// learned on some pages, the wrapper, reads the others.
//
// # Many sites
//
// Package [verde/keywords] chooses the entity keywords among the template
// tokens of the training site, by their semantic similarity to the domain
// (VerDE §III).
//
// Package [verde/query] finds out which attribute names a thing, picks
// instances worth asking for, and writes boolean queries (VerDE §IV).
//
// Package [verde/search] asks: engines over HTTP, result dumps that the user
// has already, or an embedded index over local pages.
//
// Package [verde/urlcluster] groups result URLs by single linkage, so that
// only sites that answer several instance queries with alike URLs are looked
// at (VerDE §V).
//
// Package [verde/pageeval] finds the fragments of a page that hold a query's
// values, and tells data from prose by a small classifier (VerDE §VI) whose
// weights are in package [verde/models].
//
// # The whole
//
// Package [verde/catalog] keeps sources, pages, records and all evidence in
// one SQLite file.
//
// This package is the loop around them. [Explorer.Learn] makes a [Vertical]
// out of sample pages; [Explorer.Explore] runs rounds of queries, judges the
// sites that answer, and hands each good one to [Explorer.ExploreSite], the
// unit of work. Whatever was gathered is in the archive and the catalog at all
// times; running again goes on from there.
package verde
