package service

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Ask is one page of results.
type Ask struct {
	Query string // in the service's dialect
	Page  int    // from 1
	Next  string // what the page before gave for it
	Keys  map[string]string
}

// numbers are the placeholders of numbers.
var numbers = []string{"page", "page0", "first", "offset", "count"}

// fill replaces placeholders by what is asked.
type fill struct {
	request *Request
	ask     Ask
	escape  func(string) string // of what is filled in
}

func (f *fill) number(name string) int {
	before := (f.ask.Page - 1) * f.request.Count
	switch name {
	case "page":
		return f.ask.Page
	case "page0":
		return f.ask.Page - 1
	case "first":
		return before + 1
	case "offset":
		return before
	}
	return f.request.Count
}

// value gives what stands for a name, not ok for what is not there.
func (f *fill) value(name string) (text string, ok bool) {
	switch {
	case name == "query":
		return f.ask.Query, true
	case name == "next":
		return f.ask.Next, f.ask.Next != ""
	case slices.Contains(numbers, name):
		return strconv.Itoa(f.number(name)), true
	}
	text = f.ask.Keys[name]
	return text, text != ""
}

var placeholder = regexp.MustCompile(`\{[A-Za-z][A-Za-z0-9_]*\}`)

// text fills in a text, not ok if something of it is not there.
func (f *fill) text(template string) (text string, ok bool) {
	ok = true
	text = placeholder.ReplaceAllStringFunc(template, func(p string) string {
		value, there := f.value(p[1 : len(p)-1])
		ok = ok && there
		if f.escape != nil {
			value = f.escape(value)
		}
		return value
	})
	return text, ok
}

// body fills in a value of the body.
func (f *fill) body(v any) (any, bool) {
	switch v := v.(type) {
	case string:
		if name := strings.Trim(v, "{}"); slices.Contains(numbers, name) && v == "{"+name+"}" {
			return f.number(name), true
		}
		return f.text(v)
	case []any:
		out := make([]any, 0, len(v))
		for _, item := range v {
			if item, ok := f.body(item); ok {
				out = append(out, item)
			}
		}
		return out, true
	case map[string]any:
		out := make(map[string]any, len(v))
		for key, item := range v {
			if item, ok := f.body(item); ok {
				out[key] = item
			}
		}
		return out, true
	}
	return v, true
}

// New makes the request for a page of results, without a context, of the service at an
// endpoint. Parameters that the endpoint has stay.
func (r *Request) New(endpoint *url.URL, ask Ask) (*http.Request, error) {
	f := &fill{request: r, ask: ask}
	u, values := *endpoint, endpoint.Query()
	for key, template := range r.Query {
		if text, ok := f.text(template); ok {
			values.Set(key, text)
		}
	}
	u.RawQuery = values.Encode()
	escaped := &fill{request: r, ask: ask, escape: url.PathEscape}
	if path, ok := escaped.text(r.Path); ok && path != "" && !strings.HasSuffix(u.EscapedPath(), path) {
		added, err := url.Parse(strings.TrimSuffix(u.EscapedPath(), "/") + path)
		if err != nil {
			return nil, fmt.Errorf("the path %.80q: %w", r.Path, err)
		}
		u.Path, u.RawPath = added.Path, added.RawPath
	}
	method, body := r.Method, []byte(nil)
	if r.Body != nil {
		filled, _ := f.body(r.Body)
		var err error
		if body, err = json.Marshal(filled); err != nil {
			return nil, err
		}
	}
	if method == "" {
		method = http.MethodGet
		if body != nil {
			method = http.MethodPost
		}
	}
	req, err := http.NewRequest(method, u.String(), bytes.NewReader(body)) //nolint:noctx // see above
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "application/json")
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	} else {
		req.Body, req.GetBody = nil, nil
	}
	if credentials, ok := f.text(r.Basic); ok && credentials != "" {
		req.Header.Set("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(credentials)))
	}
	for key, template := range r.Header {
		if text, ok := f.text(template); ok {
			req.Header.Set(key, text)
		}
	}
	return req, nil
}

// eachText visits the texts of the request that may have placeholders.
func (r *Request) eachText(visit func(keys, text string) error) error {
	for _, part := range []struct{ keys, text string }{{"request.path", r.Path}, {"request.basic", r.Basic}} {
		if err := visit(part.keys, part.text); err != nil {
			return err
		}
	}
	for key, text := range r.Query {
		if err := visit("request.query."+key, text); err != nil {
			return err
		}
	}
	for key, text := range r.Header {
		if err := visit("request.header."+key, text); err != nil {
			return err
		}
	}
	return eachString(r.Body, func(text string) error { return visit("request.body", text) })
}

func eachString(v any, visit func(string) error) error {
	switch v := v.(type) {
	case string:
		return visit(v)
	case []any:
		for _, item := range v {
			if err := eachString(item, visit); err != nil {
				return err
			}
		}
	case map[string]any:
		for _, item := range v {
			if err := eachString(item, visit); err != nil {
				return err
			}
		}
	}
	return nil
}

// Secrets gives the keys in all forms in which a request has them, the longest first.
func (s *Service) Secrets(keys map[string]string) (all []string) {
	add := func(text string) {
		if text != "" && !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	for _, key := range keys {
		add(key)
		add(url.QueryEscape(key))
		add(url.PathEscape(key))
	}
	f := &fill{request: &s.Request, ask: Ask{Keys: keys}}
	if basic, ok := f.text(s.Request.Basic); ok {
		add(base64.StdEncoding.EncodeToString([]byte(basic)))
	}
	slices.SortFunc(all, func(a, b string) int { return len(b) - len(a) })
	return all
}
