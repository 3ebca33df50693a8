// Package fetch is where pages come from: servers, archives, and folders of
// files.
//
// The one idea: whatever is asked, and whoever answers it, is asked once. The
// answer of a server (a page, a refusal, a redirect, a connection that broke)
// goes into the run's archive before anybody sees it, and everything else is a
// function of the archive. So a run that is repeated, or was killed, continues
// from what is there and sends no request for it; the pages of the second run
// are the pages of the first. Only failures that pass (see [Client]) are asked
// for again by a later run, so that a server which was down once is not down
// for ever.
//
// A [Client] fetches politely: robots.txt (RFC 9309) first, one connection and
// one request in half a second to a host, or fewer if the host answers slowly,
// pauses as the server asks for them, and limits on time, size and redirects.
// It connects to addresses of the public internet only, unless told otherwise,
// keeps no cookie that a server sets, and sends those of [Credentials] to their host
// alone. The archive is a folder of WARC 1.1 files, which other tools read, with an index beside
// each that is remade if it is missing.
//
// [Client.Refresh] asks again for what was archived, and pays with a header for
// what has not changed.
//
// Everything that a server sends has a bound, and what is over it a reason, by
// which it is counted in [Stats]. What is no HTTP answer, as one of status 101 or
// 000, is a network failure; a status above 599 is taken for one of the server.
//
//	what                    default     option        over it
//	body, once decompressed 8 MiB       MaxBytes      too large
//	header of an answer     64 KiB      MaxHeader     too large
//	content codings         4                         unparseable
//	time of a request       30 s        Timeout       timeout
//	attempts at a URL       3           Retries       the reason of the last
//	redirects               10          MaxRedirects  redirects
//	URL                     8 KiB                     bad url
//	failures of a host      10 in a row MaxFailures   unreachable, for ten minutes
//	addresses               public ones AllowPrivate  private address
//	Crawl-delay             30 s        MaxDelay      too slow
//	robots.txt              500 KiB                   the rest says nothing
//	Retry-After             2 minutes   MaxRetryAfter overloaded: no request any more
//	tags of a document      1,048,576                 the rest is left (package page)
//	Link fields of a header 250 links                 the rest is left (package page)
//	depth of a document     512                       flattened (package page)
//	URLs of a sitemap       50,000                    the rest is left (package sitemap)
//
// An option of zero is the default; MaxRedirects and the like are flags of the
// command line, too (--max-redirects). What bounds a crawl of one site is in
// package siteexpand.
//
// What is found wrong with an archive is a [Repair] in [Stats]. A record that its
// writer was killed over is cut off, and an index that is not there or damaged is
// made anew: nothing is lost by that. Lost are answers whose record is damaged or
// whose file was cut or is gone. They are told once, as if they had never been
// there from then on: asked for again where servers may be asked, and else pages
// that are not in the archive.
//
// [Import] takes archives of others into a run's, and [ExportWACZ] hands a run's
// archive on.
//
// Pages that are at hand need no client: [Pages] walks WARC files, folders and
// single files, and [verde/fetch/warc.Read] reads the records of a WARC file.
//
// The pieces, from below: warc.go and record.go read and write records;
// index.go, recover.go, revisit.go, annotate.go and archive.go make an archive of
// them, wacz.go and import.go exchange it;
// answer.go makes a page of an answer, with body.go for media types, coding.go
// for content codings and package charset for character sets; package robots and
// rules.go decide what may be requested, pace.go and left.go when, and guard.go from where;
// send.go requests it; client.go and refresh.go hold it together. Package
// sitemap reads what sites say of their own URLs.
package fetch
