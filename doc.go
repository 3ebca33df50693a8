// Package verde grows a catalog of all entities of one kind, from every site
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
// stand in for the network. What sites publish about themselves is read by
// [verde/fetch/robots] and [verde/fetch/sitemap], and [verde/fetch/charset] makes
// UTF-8 of pages that don't say what they are in; [verde/fetch/warc] reads the records of
// archives, [verde/fetch/coding] undoes what bodies are compressed by, and [verde/fetch/sniff] tells
// what they are. Where several processes write one
// archive, its objects are in a [verde/fetch/bucket]. Package [verde/render] gives pages as
// they are after their scripts have run, in a browser whose only network is fetch;
// [verde/internal/scriptweb] has sites for its tests. Package [verde/fetch/cdx] asks the
// indexes of web archives which URLs of a site they know, and [verde/fetch/sorted] searches
// such indexes wherever they are.
//
// Two packages serve many others: [verde/internal/unionfind] keeps sets that are joined, and
// [verde/internal/binomial] infers a share from trials.
//
// # One site
//
// Package [verde/siteexpand] finds all entity-pages of a site, given samples.
// SSUP 2019 climbs from a sample to the root of the entity-tree (the page-path)
// and down again, keeping at each level what is similar by URL and by HTML. The
// focused crawl, which is the default, decides class of URLs by class from a few
// pages of each, and downloads next what has yielded most. It is the only
// package that follows links. Its methods are in [verde/siteexpand/focused],
// [verde/siteexpand/classes], [verde/siteexpand/ssup], [verde/siteexpand/indesit] and
// [verde/siteexpand/gpp], and [verde/siteexpand/methods] lists them. All read the site through
// [verde/siteexpand/site], compare pages by [verde/siteexpand/similarity] and URLs by
// [verde/siteexpand/urlparts]; [verde/internal/sitetest] has sites for their tests.
// The default also has [verde/siteexpand/template], which knows pages by what
// exemplars share, and [verde/siteexpand/urlclass], which knows their URLs.
//
// Package [verde/extract] reads pages of one template into a table: texts that
// stand on all pages in one order are the template, what varies between them
// is data, and the template text before a value is its label (DCA). What was
// learned on some pages, the wrapper, reads the others. Below it, [verde/extract/leaves] reads a page as
// the sequence of its texts, [verde/extract/rules] tells which of them are labels, values, lines and rows, and
// [verde/extract/align] brings those of many pages into columns. Package [verde/extract/accuracy]
// holds records against true values, and [verde/extract/selector] writes selectors
// for other programs where one is enough. What a page says is a [verde/record]: fields
// and rows of groups, of values that say where they stand and what they mean, which
// [verde/extract/meaning] tells from all of a column, as [verde/extract/parts] tells what they
// are made of and [verde/extract/token] what their words and numbers look like. Package
// [verde/extract/embedded] reads what pages embed for machines, and [verde/extract/improvement] names
// what the method does otherwise than the paper it comes from.
//
// # Many sites
//
// Package [verde/keywords] chooses the entity keywords among the labels
// of the training site, by their semantic similarity to the domain
// (VerDE §III): steps over [verde/keywords/wordnet], and words that stand together
// on the pages, or have alike vectors in [verde/keywords/embedding]. Which language these
// are in is told by [verde/language], which has the function words and stemmers of some.
//
// Package [verde/query] finds out which attribute names an entity, picks
// instances worth asking for, and writes boolean queries (VerDE §IV).
//
// Package [verde/search] asks: services over HTTP ([verde/search/live]), result
// dumps that the user has already ([verde/search/dump]), or an embedded index
// over local pages ([verde/search/index]). Services are described by files
// ([verde/search/service]); what the best known answer with is read faster by
// [verde/search/answer]. [verde/search/searchtest] is what every engine has to
// pass.
//
// Package [verde/integrate] makes one catalog of the sites' records: which columns
// say the same, which records are one entity's, which values hold. Columns are made
// fit for it by [verde/integrate/clean], and values are held against each other by
// [verde/integrate/compare]; [verde/eval/integration] grades what comes out.
//
// Package [verde/urlcluster] groups result URLs by single linkage, so that
// only sites that answer several instance queries with alike URLs are looked
// at (VerDE §V).
//
// Package [verde/values] knows when two texts say the same: names, numbers,
// dates, measures, money, coordinates, phone numbers and ISBNs in whatever form. What
// months are called in many languages [verde/values/calendar] knows.
//
// Package [verde/evidence] keeps results by URL and gives the sites that several of
// them speak for; [verde/evidence/evidencetest] makes such results for tests.
//
// Package [verde/pageeval] finds the fragments of a page that hold a query's
// values, and tells data from prose by a small classifier (VerDE §VI) whose
// weights are in package [verde/models].
//
// # The whole
//
// Package [verde/known] has the entities that are known so far, and says what
// follows from them: what to ask for next, what a column of a new site is.
//
// Package [verde/vertical] learns what to ask other sites for, from the pages of one site or
// from a list of entities.
//
// Package [verde/judge] looks at pages of a site and decides whether they show what
// was asked for as data.
//
// Package [verde/estimate] estimates how many sites, and which share of the pages of the
// sites found, a run has missed.
//
// Package [verde/harvest] reads a site into pages and records, and visits them
// again.
//
// Package [verde/catalog] keeps sources, pages, records and all evidence in
// one SQLite file.
//
// Package [verde/exclude] reads which sites, pages and entities the user has already, so that
// a run leaves them out.
//
// Package [verde/outcome] reports how far each search result of a run came, and why results
// gave no record.
//
// Package [verde/report] measures what a run did, round by round and as a whole, and what
// it could not get.
//
// Package [verde/steering] keeps what persons decide of a run: which sites are sources,
// what is the same; [verde/steering/listtest] tests whatever keeps it.
//
// Package [verde/labels] keeps what persons say of fragments, and trains a classifier
// by it.
//
// Package [verde/progress] is what a run tells of itself while it runs, and how
// long the rest may take.
//
// Package [verde/eval/discovery] grades what a run did with its search results, step by
// step (VerDE, Table II).
//
// Package [verde/eval] measures expansion on sites whose pages are known, which
// [verde/eval/sites] serves from folders. Beside it are packages that read what
// is measured on: [verde/eval/swde], [verde/eval/articles], documentation sites
// with whole schemas in [verde/eval/golden], static sites with the data they were
// made from in [verde/eval/static], generated webs in [verde/eval/webbox],
// and webs of one structure in several languages in [verde/eval/languages].
//
// This package is the loop around them. [Explorer.Learn] makes a [verde/vertical.Vertical]
// out of sample pages, [Explorer.LearnEntities] out of a list of entities;
// [Explorer.Explore] runs rounds: [Explorer.OpenRound] asks and finds candidates,
// [Explorer.SettleSite], the unit of work, judges one and reads it if it is good, and
// [Explorer.CloseRound] counts what they came to. Each
// of the three takes all that it needs from the catalog, so that any process may do
// the next. Whatever was gathered is in the archive and the catalog at all
// times; running again goes on from there, also with a vertical that somebody
// has edited. Command verde is all of this on the command line.
//
// Package [verde/runs] starts, pauses and ends explorations within a process that does
// more than one, and goes on with them.
//
// Package [verde/metrics] tells Prometheus what a process is doing.
//
// Package [verde/mcpserver] lends what all of this does to language models, as tools.
//
// Package [verde/watch] does a run's work again and again, and tells others what changed.
//
// Package [verde/serve] shows runs in a browser, and gives them to programs as JSON;
// archived pages are made harmless by [verde/serve/archived], and pictures drawn by
// [verde/serve/plot].
package verde
