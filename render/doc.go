// Package render runs the scripts of pages in a headless browser.
//
// The one idea: a browser is a function from a page and the resources it requests to a
// document. Chromium computes it without a network of its own: each request of a page is
// intercepted and answered by package fetch. So robots.txt, pacing, bounds, archive and
// replay apply to it as to any other request, and a page can be rendered again offline.
// Time is virtual: it stands still while a page waits for an answer, and otherwise jumps
// from timer to timer, so that a page takes no longer than its scripts compute.
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
// cookies and storage are deleted after each page; dialogs, downloads, other windows and
// navigation to another page are blocked.
//
// A [Fetcher] renders only pages that gain by it. The files: browser.go has the process,
// tab.go a page in it, call.go the commands of the protocol, more.go scrolls and presses
// buttons for more links, gain.go compares a rendering with the page as sent, layout.go
// reads where elements are shown.
package render
