// Package render gives pages as they are after their scripts have run.
//
// The one idea: a browser is a function from a page and what it asks for to a document.
// Chromium computes it, but has no network: each request of a page is intercepted
// and answered by package fetch, so that robots.txt, pacing, bounds, archive and replay
// hold for it as for any other, and what was rendered can be rendered again offline. Time
// is virtual: it stands still while a page waits for an answer, and runs as fast as its
// timers allow otherwise, so that waiting for a page costs what its scripts compute.
//
//	what                      default   option     over it
//	time of the scripts       10 s      Time       what is there by then is taken
//	computing without a pause 10 s      Time       the page fails, the browser is restarted
//	time in all               2 min     Wait       what is there by then is taken
//	answers to its requests   64 MiB    Bytes      what is there by then is taken
//	requests                  100       Requests   further ones fail
//	asking for more           20 times  Steps      what is there by then is taken
//	the document              8 MiB     MaxBytes   the page fails
//	memory of the scripts     512 MiB   Memory     the page fails, the browser is restarted
//	memory of a process       2 GiB     Memory     scripts get no more, or as above (Linux; 1.5 GiB more than Memory)
//
// Images, media, fonts, frames, icons and counters are not fetched; only GET is sent;
// cookies and storage last as long as a page; dialogs, downloads and other windows come
// to nothing, and a page that leads elsewhere stays.
//
// A Fetcher renders only what is worth it: see [Fetcher]. Browser is the process, tab a
// page in it, more what asks a page for more (scrolling, a button behind its list), gain what
// a rendering adds to what was sent, layout where its elements are shown.
package render
