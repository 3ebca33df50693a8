// Package scriptweb is a small web of sites that are built by scripts, for tests.
//
// The one idea: what a script builds, and what of it stands in the page already, are
// two questions, so there is a site for each answer. On "lists.example" a script fills
// the list of instruments, which a button lengthens by ten a time, and their pages are
// plain HTML; "parts.example" is the same, but shows ten at a time in one place; on "things.example" the list is plain HTML and a script fills the pages from
// data that it asks for; on "state.example" scripts fill both from state that stands in the
// page; "plain.example" is the same without scripts that matter. The true values are in
// [Instruments].
package scriptweb

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
)

// Instrument is what a page is about.
type Instrument struct {
	Slug   string `json:"slug"`
	Name   string `json:"name"`
	Maker  string `json:"maker"`
	Year   int    `json:"year"`
	Pitch  string `json:"pitch"`
	Strung string `json:"strung"`
}

// Instruments gives the n things that each site has, the same ones each time.
func Instruments(n int) []Instrument {
	kinds := []string{"Viola", "Lute", "Cittern", "Zither", "Psaltery", "Rebec", "Theorbo", "Mandora"}
	makers := []string{"Amati", "Tieffenbrucker", "Rugeri", "Stainer", "Klotz", "Maggini", "Gagliano"}
	places := []string{"Cremona", "Venice", "Padua", "Absam", "Mittenwald", "Brescia", "Naples", "Lyon", "Bruges"}
	pitches := []string{"415 Hz", "392 Hz", "440 Hz", "466 Hz"}
	strings := []string{"gut", "silk", "brass", "steel"}
	all := make([]Instrument, n)
	for i := range all {
		name := fmt.Sprintf("%s of %s %d", kinds[i%len(kinds)], places[i%len(places)], i/7+1)
		all[i] = Instrument{slugOf(name), name, makers[i%len(makers)], 1560 + (i*37)%240, pitches[i%len(pitches)], strings[(i/2)%len(strings)]}
	}
	return all
}

func slugOf(name string) string {
	out := []byte(name)
	for i, c := range out {
		if c == ' ' {
			c = '-'
		}
		out[i] = c | 0x20
	}
	return string(out)
}

// Web answers for all the sites. It is a [http.RoundTripper], so that no port is needed.
type Web struct {
	items []Instrument

	mu    sync.Mutex
	asked map[string]int // requests, by URL
}

// New gives a web whose sites have n instruments each.
func New(n int) *Web { return &Web{items: Instruments(n), asked: make(map[string]int)} }

// Requests tells how many requests were made in all.
func (w *Web) Requests() (n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, count := range w.asked {
		n += count
	}
	return n
}

// RoundTrip answers a request without a network.
func (w *Web) RoundTrip(r *http.Request) (*http.Response, error) {
	w.mu.Lock()
	w.asked[r.URL.String()]++
	w.mu.Unlock()
	rec := httptest.NewRecorder()
	w.ServeHTTP(rec, r)
	resp := rec.Result()
	resp.Request = r
	return resp, nil
}

// Sites lists the sites.
func Sites() []string {
	return []string{"lists.example", "parts.example", "things.example", "state.example", "plain.example"}
}

// Pages gives the URLs of all instruments on a site.
func (w *Web) Pages(site string) []string {
	urls := make([]string, len(w.items))
	for i, it := range w.items {
		urls[i] = "http://" + site + "/instrument/" + it.Slug
	}
	return urls
}

// ServeHTTP answers for the site that the request is for.
func (w *Web) ServeHTTP(out http.ResponseWriter, r *http.Request) {
	host := r.Host
	if host == "" {
		host = r.URL.Host
	}
	path := r.URL.Path
	switch slug, isThing := strings.CutPrefix(path, "/instrument/"); {
	case path == "/app.js":
		out.Header().Set("Content-Type", "text/javascript")
		io.WriteString(out, script)
	case path == "/api/list":
		from, _ := strconv.Atoi(r.URL.Query().Get("from"))
		w.json(out, w.part(from))
	case strings.HasPrefix(path, "/api/instrument/"):
		w.json(out, w.find(strings.TrimPrefix(path, "/api/instrument/")))
	case path == "/":
		w.page(out, host, "Instruments", "list", w.part(0))
	case path == "/about":
		w.page(out, host, "About the collection", "about", nil)
	case isThing && w.find(slug) != nil:
		w.page(out, host, w.find(slug).Name, "thing", w.find(slug))
	default:
		http.NotFound(out, r)
	}
}

// perPart is how many instruments the list shows at first, and more at each time.
const perPart = 10

func (w *Web) part(from int) []Instrument {
	from = min(max(from, 0), len(w.items))
	return w.items[from:min(from+perPart, len(w.items))]
}

func (w *Web) find(slug string) *Instrument {
	for i := range w.items {
		if w.items[i].Slug == slug {
			return &w.items[i]
		}
	}
	return nil
}

func (w *Web) json(out http.ResponseWriter, v any) {
	out.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(out).Encode(v) // to memory
}

// page writes a page of one of the sites: with its content in HTML, or with a script that
// makes it of state in the page or of what it asks for.
func (w *Web) page(out http.ResponseWriter, host, title, kind string, data any) {
	inParts := host == "lists.example" || host == "parts.example"
	byScript := host == "state.example" || inParts && kind == "list" || host == "things.example" && kind == "thing"
	state := template.JS("null")
	if host == "state.example" {
		if kind == "list" {
			data = w.items // a list that is hydrated shows all of it
		}
		text, _ := json.Marshal(data) // of strings and numbers
		state = template.JS(text)
	}
	if kind == "list" && !inParts {
		data = w.items
	}
	var body bytes.Buffer
	err := shell.Execute(&body, map[string]any{"Title": title, "Kind": kind, "Data": data, "ByScript": byScript && kind != "about", "State": state})
	if err != nil {
		http.Error(out, err.Error(), http.StatusInternalServerError)
		return
	}
	out.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = out.Write(body.Bytes())
}

var shell = template.Must(template.New("shell").Parse(`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{{if .ByScript}}The collection{{else}}{{.Title}}{{end}}</title>
<script>window.__STATE__ = {{.State}};</script></head>
<body><nav><a href="/">All instruments</a> <a href="/about">About</a></nav>
<main id="app" data-kind="{{.Kind}}">{{if .ByScript}}<noscript>Please switch on scripts.</noscript>
{{else if eq .Kind "list"}}<h1>Instruments</h1><ul>{{range .Data}}<li><a href="/instrument/{{.Slug}}">{{.Name}}</a></li>{{end}}</ul>
{{else if eq .Kind "thing"}}<h1>{{.Data.Name}}</h1><dl><dt>Maker</dt><dd>{{.Data.Maker}}</dd><dt>Year</dt><dd>{{.Data.Year}}</dd><dt>Pitch</dt><dd>{{.Data.Pitch}}</dd><dt>Strings</dt><dd>{{.Data.Strung}}</dd></dl>
{{else}}<h1>About the collection</h1><p>A collection of old instruments that was given to the town and may be seen on Sundays, unless it rains.</p>{{end}}</main>
<script src="/app.js"></script></body></html>
`))

// script builds what the server has left empty, and is deterministic.
const script = `
const app = document.getElementById("app");
const element = (name, text) => { const e = document.createElement(name); e.textContent = text; return e; };
const entry = it => { const li = document.createElement("li"), a = element("a", it.name); a.href = "/instrument/" + it.slug; li.append(a); return li; };
function list(first) {
	const ul = document.createElement("ul");
	ul.append(...first.map(entry));
	app.replaceChildren(element("h1", "Instruments"), ul);
	if (window.__STATE__) return;
	if (location.hostname === "parts.example") { turn(ul, first.length); return; }
	const more = element("button", "Weitere anzeigen");
	more.onclick = async () => {
		const next = await (await fetch("/api/list?from=" + ul.children.length)).json();
		ul.append(...next.map(entry));
		if (next.length < 10) more.remove();
	};
	app.append(more);
}
function turn(ul, size) {
	const pages = document.createElement("nav"), buttons = ["‹", "›"].map(text => element("button", text));
	let from = 0;
	const show = async to => {
		const part = await (await fetch("/api/list?from=" + to)).json();
		if (part.length) { from = to; ul.replaceChildren(...part.map(entry)); }
		buttons[0].disabled = from === 0;
		buttons[1].disabled = part.length < size;
	};
	buttons[0].disabled = true;
	buttons[0].onclick = () => show(from - size);
	buttons[1].onclick = () => show(from + size);
	pages.append(...buttons);
	app.append(pages);
}
function thing(it) {
	document.title = it.name;
	const dl = document.createElement("dl");
	for (const [label, value] of [["Maker", it.maker], ["Year", it.year], ["Pitch", it.pitch], ["Strings", it.strung]]) dl.append(element("dt", label), element("dd", value));
	app.replaceChildren(element("h1", it.name), dl);
}
if (app.querySelector("noscript")) {
	const state = window.__STATE__;
	const ask = url => state ? Promise.resolve(state) : fetch(url).then(r => r.json());
	if (app.dataset.kind === "list") ask("/api/list?from=0").then(list);
	else setTimeout(() => ask("/api" + location.pathname).then(thing), 300);
}
`
