package demoweb

import (
	"fmt"
	"html/template"
	"maps"
	"net/http"
	"slices"
	"strings"
	"unicode"
)

// host is what one name serves.
type host struct {
	name     string
	disallow []string                         // prefixes that robots.txt forbids to all
	pages    map[string][]byte                // path with query -> HTML
	endless  func(path string) ([]byte, bool) // pages without number
}

func newHost(name string, disallow ...string) *host {
	return &host{name: name, disallow: disallow, pages: make(map[string][]byte)}
}

// paths lists the pages of h in alphabetic order.
func (h *host) paths() []string { return slices.Sorted(maps.Keys(h.pages)) }

// forbidden reports whether robots.txt disallows the path.
func (h *host) forbidden(path string) bool {
	return slices.ContainsFunc(h.disallow, func(prefix string) bool { return strings.HasPrefix(path, prefix) })
}

func (h *host) serve(rw http.ResponseWriter, path string) {
	if path == "/robots.txt" && len(h.disallow) > 0 {
		rw.Header().Set("Content-Type", "text/plain; charset=utf-8")
		fmt.Fprintf(rw, "User-agent: *\n")
		for _, prefix := range h.disallow {
			fmt.Fprintf(rw, "Disallow: %s\n", prefix)
		}
		return
	}
	body, ok := h.pages[path]
	if !ok && h.endless != nil {
		body, ok = h.endless(path)
	}
	rw.Header().Set("Content-Type", "text/html; charset=utf-8")
	if !ok {
		rw.WriteHeader(http.StatusNotFound)
		body = []byte("<!DOCTYPE html><title>Not found</title><h1>Not found</h1><p>There is no such page here. <a href=\"/\">Start again</a>.</p>")
	}
	rw.Write(body)
}

// parse reads the templates of a host.
func parse(name string) *template.Template {
	return template.Must(template.New(name).ParseFS(files, "templates/"+name))
}

// render executes a template that was tested with this kind of data.
func render(t *template.Template, data any) []byte {
	var b strings.Builder
	if err := t.Execute(&b, data); err != nil {
		panic(fmt.Sprintf("demoweb: template %s: %v", t.Name(), err))
	}
	return []byte(b.String())
}

// fold makes words comparable, each with a space before and behind.
func fold(s string) string {
	words := strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return " " + strings.Join(words, " ") + " "
}
