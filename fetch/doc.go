// Package fetch is where pages come from: servers, archives, and folders of
// files.
//
// The one idea: each URL is requested once. What the server answers (a page, a
// refusal, a redirect, a broken connection) is written to the run's archive
// before any caller sees it, and everything else is a function of the archive.
// So a run that is repeated, or continues after it was killed, sends no request
// for what is archived, and its pages are those of the first run. Only
// transient failures (see [Client]) are requested again by a later run.
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
// Everything that a server sends is bounded. What exceeds a bound is an error
// with the reason of the table, by which it is counted in [Stats]. A status line
// that is no final HTTP answer (101, 000) is a network failure; a status above
// 599 counts as a failure of the server.
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
// Damage that is found in an archive is reported as a [Repair] in [Stats]. An
// unfinished record at the end of a file (its writer was killed) is cut off, and
// a missing or damaged index is rebuilt: neither loses an answer. An answer is
// lost if its record is damaged, or its file was cut or deleted. It is reported
// once and then treated as if it had never been archived: requested again, or
// offline an error with reason [page.NotArchived].
//
// [Import] takes archives of others into a run's, and [ExportWACZ] hands a run's
// archive on.
//
// Pages that are at hand need no client: [Pages] walks WARC files, folders and
// single files, and [verde/fetch/warc.Read] reads the records of a WARC file.
//
// The files, from the bottom up. Archives: package warc reads records and
// record.go writes them; cdxj.go has the lines of an index; archive.go, load.go,
// recover.go, revisit.go and annotate.go make an archive of WARC files;
// segments.go keeps one in a bucket; indexed.go reads many files by one index,
// which indexarchives.go makes; wacz.go and import.go exchange archives. Pages:
// answer.go makes a page of an answer, with packages sniff (media types), coding
// (content codings) and charset (character sets). Requests: package robots and
// rules.go decide what may be requested, pace.go and leftalone.go when, guard.go
// from which addresses; send.go sends. client.go, get.go, request.go and
// refresh.go combine these. Package sitemap reads the lists that sites publish of
// their own URLs, package cdx the indexes of web archives.
package fetch
