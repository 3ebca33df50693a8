package serve

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"html/template"
	"io/fs"
	"net/url"
	"path"
	"strings"
	"time"
	"unicode"

	"verde/record"
)

// functions are what templates write texts and addresses with.
var functions = template.FuncMap{"text": text, "long": long, "joined": joined, "share": share, "at": at, "ago": ago, "many": many, "outside": outside, "asset": asset, "log": logText, "field": field, "key": key, "decision": keyOf}

// parseTemplates gives each page's template, with the layout.
func parseTemplates() (map[string]*template.Template, error) {
	layout, err := template.New("").Funcs(functions).ParseFS(templateFiles, "templates/layout.html")
	if err != nil {
		return nil, err
	}
	files, err := templateFiles.ReadDir("templates")
	if err != nil {
		return nil, err
	}
	out := make(map[string]*template.Template)
	for _, f := range files {
		t, err := layout.Clone()
		if err != nil {
			return nil, err
		}
		if out[strings.TrimSuffix(f.Name(), ".html")], err = t.ParseFS(templateFiles, path.Join("templates", f.Name())); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// assets is a text that is another when a file in static is another, so that a browser
// does not show a page in the style of an earlier version.
var assets = func() string {
	sum := sha256.New()
	err := fs.WalkDir(staticFiles, "static", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := staticFiles.ReadFile(name)
		sum.Write(data)
		return err
	})
	if err != nil {
		panic(err) // the files are embedded
	}
	return hex.EncodeToString(sum.Sum(nil)[:6])
}()

// asset is the address of a file in static.
func asset(name string) string { return "/static/" + name + "?v=" + assets }

// Bounds of texts, in characters.
const (
	maxText = 160   // in a list
	maxLong = 5_000 // where it is the thing that is looked at
)

// text is a text from the web for a list.
func text(s string) string { return cut(s, maxText) }

// long is a text from the web where it is what is looked at.
func long(s string) string { return cut(s, maxLong) }

// field is a text in a field of a form.
func field(s string) string { return cut(s, maxField) }

// logText is what a run tells people: lines, without what would move what stands around.
func logText(s string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)) {
			return -1
		}
		return r
	}, s)
}

// cut bounds a text and takes out what would move what stands around it: control
// characters, and marks of direction that have no end of their own (templates put
// each text into a bdi element besides).
func cut(s string, most int) string {
	var b strings.Builder
	n := 0
	for i, r := range s {
		switch {
		case n == most:
			return fmt.Sprintf("%s… (%d bytes more)", b.String(), len(s)-i)
		case r == '\n' || r == '\t':
			r = ' '
		case unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r):
			continue
		}
		b.WriteRune(r)
		n++
	}
	return b.String()
}

// joined is several texts as one.
func joined(texts []string) string { return text(strings.Join(texts, record.Between)) }

// share writes a probability or share.
func share(p float64) string { return fmt.Sprintf("%.2f", p) }

// at is the address of a page of a run: parts of the path, then, behind "?", keys and
// values.
func at(run *run, parts ...string) string {
	q := url.Values{}
	for i, p := range parts {
		if p == "?" {
			for k := i + 1; k+1 < len(parts); k += 2 {
				q.Add(parts[k], parts[k+1])
			}
			parts = parts[:i]
			break
		}
	}
	escaped := make([]string, len(parts))
	for i, p := range parts {
		escaped[i] = url.PathEscape(p)
	}
	return address(run, strings.Join(escaped, "/"), q)
}

// outside is the address of a page of the web, "" for one that a browser should not be
// sent to.
func outside(s string) string {
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" {
		return ""
	}
	return u.String()
}

func ago(t time.Time) string {
	if t.IsZero() {
		return "never"
	}
	switch d := time.Since(t); {
	case d < time.Minute:
		return "just now"
	case d < time.Hour:
		return many(int(d.Minutes()), "minute") + " ago"
	case d < 48*time.Hour:
		return many(int(d.Hours()), "hour") + " ago"
	}
	return t.Format(time.DateOnly)
}

// many counts things.
func many(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	if stem, ok := strings.CutSuffix(what, "y"); ok {
		what = stem + "ie"
	}
	return fmt.Sprintf("%d %ss", n, what)
}
