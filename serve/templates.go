package serve

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"html/template"
	"io/fs"
	"path"
	"strings"
)

//go:embed templates/*.html
var templateFiles embed.FS

//go:embed static
var staticFiles embed.FS

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
