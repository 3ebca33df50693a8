package fetch

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"html"
	"io"
	"maps"
	"net/http"
	"net/http/cookiejar"
	"net/textproto"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/net/http/httpguts"
	"golang.org/x/net/publicsuffix"

	"verde/fetch/coding"
	"verde/page"
)

// Credentials are sent to the user's own sites and to no other: header fields by origin,
// and cookies as a browser would send them. The archive notes that they were sent, not
// their values; cookies that servers set are ignored. The zero value sends nothing. They
// must be complete before a client is made with them.
type Credentials struct {
	headers map[string]http.Header // by origin
	cookies *cookiejar.Jar         // nil for none
	domains map[string]bool        // registrable, of hosts that anything is sent to
	unused  *unused                // origins that nothing was sent to yet
}

// unused is shared by all copies of credentials.
type unused struct {
	mu      sync.Mutex
	origins map[string]bool
}

// AddHeader has a header field sent to an origin: scheme, host and port, and https where no
// scheme is named, so that nothing is sent in clear that was not meant to be. It is sent
// neither to subdomains nor to where that redirects.
func (c *Credentials) AddHeader(to, name, value string) error {
	if !strings.Contains(to, "://") {
		to = "https://" + to
	}
	normal, err := page.Normalize(to)
	if err != nil || pathOf(normal) != "/" {
		return errors.New("it names no host")
	}
	name = textproto.CanonicalMIMEHeaderKey(name)
	switch {
	case !httpguts.ValidHeaderFieldName(name):
		return errors.New("it names no header field")
	case !httpguts.ValidHeaderFieldValue(value):
		return errors.New("the value can't stand in a header")
	case isOurs(name):
		return fmt.Errorf("%s is a field that requests have already", name)
	}
	if c.headers == nil {
		c.headers = make(map[string]http.Header)
	}
	at := origin(normal)
	if c.headers[at] == nil {
		c.headers[at] = make(http.Header)
	}
	c.headers[at].Add(name, value)
	c.reach(normal)
	if c.unused == nil {
		c.unused = &unused{origins: make(map[string]bool)}
	}
	c.unused.origins[at] = true
	return nil
}

// reach notes that something is sent to a normal URL's host.
func (c *Credentials) reach(normal string) {
	if c.domains == nil {
		c.domains = make(map[string]bool)
	}
	c.domains[page.Domain(normal)] = true
}

// cover tells whether anything may be sent to the domain of a normal URL.
func (c *Credentials) cover(normal string) bool { return c.domains[page.Domain(normal)] }

// Unasked lists the origins for which there are header fields and that nothing was asked of.
func (c *Client) Unasked() []string { return c.opt.Credentials.left() }

// left lists the origins of AddHeader that nothing was sent to.
func (c *Credentials) left() []string {
	if c.unused == nil {
		return nil
	}
	c.unused.mu.Lock()
	defer c.unused.mu.Unlock()
	return slices.Sorted(maps.Keys(c.unused.origins))
}

// isOurs tells whether a field is one that requests depend on.
func isOurs(name string) bool {
	switch name {
	case "Host", "User-Agent", "Accept", "Accept-Encoding", "If-None-Match", "If-Modified-Since", "Range", "Connection", "Transfer-Encoding", "Content-Length":
		return true
	}
	return false
}

// ReadCookies reads a cookie file as curl and wget write it and browser extensions export
// it. Each line has seven fields between tabs: domain, whether subdomains are included, path,
// whether only https is meant, expiry in seconds since 1970 (0 for never), name, value. An
// error names the line and never a value. sent is the number of cookies that will be sent,
// left that of the expired and repeated ones.
func (c *Credentials) ReadCookies(r io.Reader, now time.Time) (sent, left int, err error) {
	if c.cookies == nil {
		if c.cookies, err = cookiejar.New(&cookiejar.Options{PublicSuffixList: publicsuffix.List}); err != nil {
			return 0, 0, err
		}
	}
	lines := bufio.NewScanner(r)
	for at := 1; lines.Scan(); at++ {
		text, httpOnly := strings.CutPrefix(lines.Text(), "#HttpOnly_")
		if strings.TrimSpace(text) == "" || !httpOnly && strings.HasPrefix(text, "#") {
			continue
		}
		cookie, ended, err := cookieOf(text, now)
		if err != nil {
			return sent, left, fmt.Errorf("line %d: %w", at, err)
		}
		if !ended && c.addCookie(cookie) {
			sent++
		} else {
			left++
		}
	}
	return sent, left, lines.Err()
}

// addCookie puts a cookie into the jar, which does not take all.
func (c *Credentials) addCookie(cookie *http.Cookie) bool {
	at := &url.URL{Scheme: "https", Host: strings.TrimPrefix(cookie.Domain, "."), Path: cookie.Path}
	if !strings.HasPrefix(cookie.Domain, ".") {
		cookie.Domain = "" // of this host alone
	}
	before := len(c.cookies.Cookies(at))
	c.cookies.SetCookies(at, []*http.Cookie{cookie})
	if len(c.cookies.Cookies(at)) == before {
		return false
	}
	c.reach(at.String())
	return true
}

// cookieOf reads a line of a cookie file.
func cookieOf(line string, now time.Time) (c *http.Cookie, ended bool, err error) {
	f := strings.Split(line, "\t")
	if len(f) != 7 {
		return nil, false, fmt.Errorf("%d fields between tabs, and a cookie has 7", len(f))
	}
	ends, err := strconv.ParseInt(f[4], 10, 64)
	if err != nil {
		return nil, false, errors.New("the fifth field is no time in seconds since 1970")
	}
	c = &http.Cookie{Domain: strings.ToLower(strings.TrimPrefix(f[0], ".")), Path: f[2], Secure: strings.EqualFold(f[3], "TRUE"), Name: f[5], Value: f[6]}
	if strings.EqualFold(f[1], "TRUE") {
		c.Domain = "." + c.Domain
	}
	if !httpguts.ValidHeaderFieldValue(c.Value) || strings.Contains(c.Value, ";") || !httpguts.ValidHeaderFieldName(c.Name) {
		return nil, false, errors.New("it has a character that cookies can't have")
	}
	return c, ends != 0 && ends <= now.Unix(), nil
}

// send adds what is sent to the origin of a request. Cookies are written as they came:
// what the file has is what a browser sent.
func (c *Credentials) send(req *http.Request) {
	at := origin(req.URL.String())
	if sent := c.headers[at]; sent != nil {
		for name, values := range sent {
			req.Header[name] = append(req.Header[name], values...)
		}
		c.unused.mu.Lock()
		delete(c.unused.origins, at)
		c.unused.mu.Unlock()
	}
	if c.cookies == nil {
		return
	}
	var all []string
	for _, cookie := range c.cookies.Cookies(req.URL) {
		all = append(all, cookie.Name+"="+cookie.Value)
	}
	if len(all) > 0 {
		req.Header.Add("Cookie", strings.Join(all, "; "))
	}
}

// hidden stands in an archive for what was sent.
const hidden = "(left out)"

// hide gives a request as it is archived: with the names of the credentials, and a
// placeholder for their values.
func (c *Credentials) hide(req *http.Request) *http.Request {
	sent := c.headers[origin(req.URL.String())]
	if len(sent) == 0 && req.Header.Get("Cookie") == "" {
		return req
	}
	shown := req.Clone(req.Context())
	for name := range sent {
		shown.Header[name] = []string{hidden}
	}
	if shown.Header.Get("Cookie") != "" {
		shown.Header["Cookie"] = []string{hidden}
	}
	return shown
}

// hideAnswer takes out of an answer what a server gave in return for credentials: the
// cookies that it set, and the credentials themselves where it repeats them, in its header
// or in a body of at most limit bytes without its coding. Asterisks stand for these then,
// as many as there were bytes.
func (c *Credentials) hideAnswer(req *http.Request, a *answer, limit int64) {
	if c.hide(req) == req {
		return
	}
	if len(a.header["Set-Cookie"]) > 0 {
		a.header["Set-Cookie"] = []string{hidden}
	}
	secrets := c.secrets(req)
	if len(secrets) == 0 {
		return
	}
	var pairs []string
	for _, s := range secrets {
		pairs = append(pairs, s, strings.Repeat("*", len(s)))
	}
	mask := strings.NewReplacer(pairs...)
	for _, values := range a.header {
		for i := range values {
			values[i] = mask.Replace(values[i])
		}
	}
	body, err := coding.Decompress(a.body, strings.Join(a.header["Content-Encoding"], ","), limit)
	if err != nil || !slices.ContainsFunc(secrets, func(s string) bool { return bytes.Contains(body, []byte(s)) }) {
		return
	}
	a.body = []byte(mask.Replace(string(body)))
	a.header.Del("Content-Encoding")
	a.header.Set("Content-Length", strconv.Itoa(len(a.body)))
}

// minSecret is how long a credential is that answers are searched for, in bytes. A shorter
// one may be a word of the page, and those that are hard to guess have 128 bits and more.
const minSecret = 16

// secrets gives what was sent with a request in the forms in which pages and addresses
// have it, the longest first: the words of header fields and the values of cookies.
func (c *Credentials) secrets(req *http.Request) (all []string) {
	var sent []string
	for name := range c.headers[origin(req.URL.String())] {
		for _, value := range req.Header[name] {
			sent = append(sent, strings.Fields(value)...)
		}
	}
	for cookie := range strings.SplitSeq(req.Header.Get("Cookie"), "; ") {
		_, value, _ := strings.Cut(cookie, "=")
		sent = append(sent, value)
	}
	for _, s := range sent {
		for _, form := range []string{s, url.QueryEscape(s), url.PathEscape(s), html.EscapeString(s)} {
			if len(s) >= minSecret && !slices.Contains(all, form) {
				all = append(all, form)
			}
		}
	}
	slices.SortFunc(all, func(a, b string) int { return len(b) - len(a) })
	return all
}
