// Package imports holds the test that keeps the packages in layers: each one
// imports only what stands below it, and the pure ones touch neither files nor
// the network, the clock or chance.
package imports

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// module is the import path of the root package.
const module = "verde"

// layer is a package with what it may import of ours. "*" means all packages
// listed before it.
type layer struct {
	name    string // folder, "." for the root; "x/*" for all folders in x
	imports []string
	pure    bool // no files, no network, no clock, no chance
}

// is reports whether a folder belongs to the layer.
func (l layer) is(folder string) bool {
	parent, ok := strings.CutSuffix(l.name, "/*")
	return l.name == folder || ok && path.Dir(folder) == parent
}

// layers lists all packages from the ground up, so that an import can only go
// downward. A new package has to find its place here.
func layers() []layer {
	return []layer{
		{name: "models"},
		{name: "values/calendar", pure: true},
		{name: "values", imports: []string{"values/calendar"}, pure: true},
		{name: "internal/agent", pure: true},
		{name: "internal/httpbody"},
		{name: "internal/unionfind", pure: true},
		{name: "internal/binomial", pure: true},
		{name: "internal/flathtml", pure: true},
		{name: "page", imports: []string{"internal/flathtml"}, pure: true},
		{name: "progress", pure: true},
		{name: "query", imports: []string{"internal/binomial", "values"}, pure: true},
		{name: "urlcluster", imports: []string{"internal/unionfind", "page"}, pure: true},
		{name: "language", pure: true},
		{name: "keywords/wordnet", pure: true},
		{name: "keywords/wordnet/generate", imports: []string{"keywords/wordnet"}},
		{name: "internal/jobboard", imports: []string{"page"}},
		{name: "keywords", imports: []string{"language", "page", "values", "keywords/wordnet"}, pure: true},
		{name: "keywords/embedding", imports: []string{"keywords", "internal/agent", "internal/httpbody"}},
		{name: "record", pure: true},
		{name: "integrate/compare", imports: []string{"values"}, pure: true},
		{name: "integrate/clean", imports: []string{"integrate/compare", "values"}, pure: true},
		{name: "integrate", imports: []string{"internal/unionfind", "integrate/clean", "integrate/compare", "values"}, pure: true},
		{name: "extract/parts", imports: []string{"values", "values/calendar"}, pure: true},
		{name: "extract/token", pure: true},
		{name: "extract/meaning", imports: []string{"values", "record"}, pure: true},
		{name: "extract/embedded", imports: []string{"values"}, pure: true},
		{name: "extract/improvement", pure: true},
		{name: "extract/leaves", imports: []string{"extract/embedded", "extract/meaning", "extract/token", "page", "record", "values"}, pure: true},
		{name: "extract/rules", imports: []string{"extract/embedded", "extract/improvement", "extract/leaves", "extract/parts", "extract/token", "values", "values/calendar"}, pure: true},
		{name: "extract/align", imports: []string{"extract/embedded", "extract/improvement", "extract/leaves", "extract/meaning", "extract/parts", "extract/rules", "extract/token", "values"}, pure: true},
		{name: "extract", imports: []string{"internal/unionfind", "extract/align", "extract/embedded", "extract/improvement", "extract/leaves", "extract/meaning", "extract/parts", "extract/rules", "extract/token", "page", "values", "record"}, pure: true},
		{name: "extract/accuracy", imports: []string{"extract", "record", "values"}, pure: true},
		{name: "extract/selector", imports: []string{"extract", "extract/embedded", "page"}, pure: true},
		{name: "pageeval", imports: []string{"page", "query", "models", "values"}, pure: true},
		{name: "fetch/sitemap", imports: []string{"page"}, pure: true},
		{name: "fetch/bucket"},
		{name: "fetch/sorted"},
		{name: "siteexpand", imports: []string{"page"}, pure: true},
		{name: "internal/scriptweb"},
		{name: "internal/sitetest", imports: []string{"siteexpand", "page"}},
		{name: "siteexpand/urlparts", pure: true},
		{name: "siteexpand/similarity", imports: []string{"page", "internal/flathtml"}, pure: true},
		{name: "siteexpand/urlclass", imports: []string{"siteexpand/urlparts"}, pure: true},
		{name: "siteexpand/template", imports: []string{"internal/binomial", "siteexpand/similarity"}, pure: true},
		{name: "siteexpand/site", imports: []string{"internal/binomial", "siteexpand", "siteexpand/similarity", "page", "internal/flathtml", "fetch/sitemap"}, pure: true},
		{name: "siteexpand/ssup", imports: []string{"siteexpand", "siteexpand/site", "page"}, pure: true},
		{name: "siteexpand/indesit", imports: []string{"siteexpand", "siteexpand/site", "page"}, pure: true},
		{name: "siteexpand/gpp", imports: []string{"internal/unionfind", "siteexpand", "siteexpand/site", "siteexpand/similarity", "page"}, pure: true},
		{name: "siteexpand/classes", imports: []string{"siteexpand", "siteexpand/site", "siteexpand/similarity", "siteexpand/urlparts", "page"}, pure: true},
		{name: "siteexpand/focused", imports: []string{"internal/binomial", "siteexpand", "siteexpand/template", "siteexpand/urlclass", "siteexpand/site", "siteexpand/similarity", "siteexpand/urlparts", "page"}, pure: true},
		{name: "siteexpand/methods", imports: []string{"siteexpand", "siteexpand/classes", "siteexpand/focused", "siteexpand/gpp", "siteexpand/indesit", "siteexpand/ssup"}, pure: true},
		{name: "fetch/robots", pure: true},
		{name: "fetch/charset", pure: true},
		{name: "internal/fetchtest"},
		{name: "fetch/coding"},
		{name: "fetch/warc", imports: []string{"fetch/coding"}},
		{name: "fetch/sniff", imports: []string{"fetch/charset"}},
		{name: "fetch", imports: []string{"page", "progress", "fetch/charset", "fetch/coding", "fetch/robots", "fetch/sniff", "fetch/sorted", "fetch/warc", "internal/agent", "internal/httpbody"}},
		{name: "search", imports: []string{"query"}},
		{name: "search/answer", imports: []string{"search"}, pure: true},
		{name: "search/service", imports: []string{"search", "search/answer", "query"}},
		{name: "search/searchtest", imports: []string{"search", "query", "page"}},
		{name: "search/dump", imports: []string{"search", "search/answer", "search/service", "query", "page"}},
		{name: "search/live", imports: []string{"search", "search/service", "query", "progress", "internal/agent", "internal/httpbody"}},
		{name: "search/index", imports: []string{"search", "query", "page", "internal/flathtml"}},
		{name: "evidence", imports: []string{"page", "query", "search", "urlcluster", "values"}, pure: true},
		{name: "evidence/evidencetest", imports: []string{"evidence", "query", "search"}, pure: true},
		{name: "internal/langweb", imports: []string{"page", "query", "search"}},
		{name: "catalog", imports: []string{"page", "search", "query", "record", "integrate", "values"}},
		{name: "exclude", imports: []string{"page", "query", "record", "catalog"}, pure: true},
		{name: "outcome", imports: []string{"page", "evidence", "catalog"}, pure: true},
		{name: "internal/linefile"},
		{name: "steering", imports: []string{"integrate", "internal/linefile"}},
		{name: "steering/listtest", imports: []string{"integrate", "steering"}},
		{name: "labels", imports: []string{"catalog", "internal/linefile", "page", "pageeval", "query"}},
		{name: "known", imports: []string{"integrate", "integrate/clean", "page", "query", "values", "pageeval", "evidence", "catalog", "record"}, pure: true},
		{name: "fetch/cdx", imports: []string{"page", "fetch", "fetch/sorted"}},
		{name: "render", imports: []string{"page", "fetch"}},
		{name: "harvest", imports: []string{"page", "progress", "extract", "record", "siteexpand", "siteexpand/methods", "fetch", "catalog"}},
		{name: "judge", imports: []string{"page", "query", "values", "urlcluster", "siteexpand/urlparts", "siteexpand/urlclass", "pageeval", "progress", "evidence", "extract/embedded", "catalog", "known"}},
		{name: "vertical", imports: []string{"page", "query", "values", "language", "keywords", "urlcluster", "siteexpand", "siteexpand/similarity", "siteexpand/urlparts", "siteexpand/site", "record", "catalog", "known"}},
		{name: "estimate", imports: []string{"internal/binomial", "page", "evidence", "catalog", "known", "judge"}, pure: true},
		{name: "report", imports: []string{"page", "query", "evidence", "catalog", "harvest", "vertical", "estimate"}},
		{name: "eval", imports: []string{"page", "siteexpand"}, pure: true},
		{name: "eval/sites", imports: []string{"eval", "fetch", "page"}},
		{name: "eval/articles", imports: []string{"page"}},
		{name: "eval/swde", imports: []string{"extract/accuracy", "page"}},
		{name: "eval/static", imports: []string{"eval/sites", "extract/accuracy", "page"}},
		{name: "eval/golden", imports: []string{"eval/static", "page"}},
		{name: "eval/webbox", imports: []string{"eval", "fetch/robots", "page", "pageeval", "query", "siteexpand", "values"}},
		{name: "eval/discovery", imports: []string{"page"}, pure: true},
		{name: "eval/integration", imports: []string{"internal/unionfind", "extract/accuracy", "integrate", "integrate/compare", "values"}, pure: true},
		{name: "models/train", imports: []string{"eval/articles", "eval/swde", "page", "pageeval", "query", "values"}},
		{name: "internal/dist"},
		{name: "internal/imports"},
		{name: "internal/notices"},
		{name: "internal/postgrestest"},
		{name: "internal/s3test"},
		{name: "internal/stopwatch"},
		{name: "internal/unprivileged"},
		{name: "internal/tagsoup", pure: true},
		{name: ".", imports: []string{"*"}},
		{name: "eval/languages", imports: []string{".", "catalog", "eval", "internal/langweb", "page", "pageeval", "query", "search"}},
		{name: "internal/cluster", imports: []string{".", "catalog", "fetch", "fetch/bucket", "harvest", "integrate", "steering", "vertical"}},
		{name: "runs", imports: []string{"fetch", "progress"}},
		{name: "mcpserver", imports: []string{"catalog", "extract", "page", "progress", "runs", "siteexpand", "siteexpand/methods"}},
		{name: "metrics", imports: []string{"fetch", "page", "progress"}},
		{name: "watch", imports: []string{"catalog"}},
		{name: "serve/plot", pure: true},
		{name: "serve/archived", pure: true},
		{name: "serve", imports: []string{"*"}},
		{name: "internal/demoweb", imports: []string{"page"}},
		{name: "cmd/verde", imports: []string{"*"}},
		{name: "bench/table"},
		{name: "bench/webs", imports: []string{"*"}},
		{name: "bench/archives", imports: []string{"*"}},
		{name: "bench/dump", imports: []string{"*"}},
		{name: "bench/expand", imports: []string{"*"}},
		{name: "bench/extract", imports: []string{"*"}},
		{name: "bench/fetch", imports: []string{"*"}},
		{name: "bench/gotest", imports: []string{"*"}},
		{name: "bench/stores", imports: []string{"*"}},
		{name: "bench/growth", imports: []string{"*"}},
		{name: "bench/index", imports: []string{"*"}},
		{name: "bench/languages", imports: []string{"*"}},
		{name: "bench/loop", imports: []string{"*"}},
		{name: "bench/urlcluster", imports: []string{"*"}},
		{name: "bench/workers", imports: []string{"*"}},
		{name: "bench/simulation", imports: []string{"*"}},
		{name: "bench/rendering", imports: []string{"*"}},
		{name: "bench/serve", imports: []string{"*"}},
		{name: "bench/run", imports: []string{"*"}},
	}
}

// outside are packages that a pure one does not import, nor any below them,
// but for those in harmless.
var (
	outside  = [...]string{"os", "net", "syscall", "plugin", "io/ioutil", "crypto/rand", "database/sql", "log", "testing"}
	harmless = [...]string{"net/url", "net/netip", "net/textproto", "net/mail"}
)

// clock are the functions of package time that ask for the time or wait.
var clock = [...]string{"Now", "Since", "Until", "After", "AfterFunc", "NewTicker", "NewTimer", "Sleep", "Tick"}

// seeded are the names of math/rand that give the same numbers every time.
var seeded = [...]string{"New", "NewPCG", "NewChaCha8", "NewSource", "NewZipf", "PCG", "ChaCha8", "Rand", "Source", "Source64", "Zipf"}

func TestLayers(t *testing.T) {
	t.Parallel()
	got, packages := check(t, os.DirFS("../.."), layers())
	for _, v := range got {
		t.Error(v)
	}
	if !slices.Contains(packages, "page") {
		t.Errorf("packages found: %q, want page among them", packages)
	}
}

// The table of layers names each package once, and imports only from above.
func TestTable(t *testing.T) {
	t.Parallel()
	seen := make(map[string]bool)
	for _, l := range layers() {
		for _, i := range l.imports {
			if i != "*" && !seen[i] {
				t.Errorf("%s may import %s, which is not listed before it", l.name, i)
			}
		}
		if seen[l.name] {
			t.Errorf("%s is listed twice", l.name)
		}
		seen[l.name] = true
	}
}

// The tour at the root leads through every package that others may import.
func TestTour(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../doc.go")
	if err != nil {
		t.Fatal(err)
	}
	programs := []string{".", "cmd/verde", "models/train", "keywords/wordnet/generate"}
	for _, l := range layers() {
		if slices.Contains(programs, l.name) || strings.HasPrefix(l.name, "internal/") || strings.HasPrefix(l.name, "bench/") {
			continue
		}
		if !strings.Contains(string(text), "["+module+"/"+l.name+"]") {
			t.Errorf("doc.go does not lead to %s", l.name)
		}
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	rules := []layer{
		{name: "low", pure: true},
		{name: "mid", imports: []string{"low"}, pure: true},
		{name: "other"},
		{name: ".", imports: []string{"*"}},
		{name: "cmd/x", imports: []string{"*"}},
		{name: "bench/*", imports: []string{"*"}},
	}
	for _, test := range []struct {
		name, file, imports, body string
		want                      []string
	}{
		{name: "nothing", file: "low/a.go"},
		{name: "downward", file: "mid/a.go", imports: `"verde/low"`},
		{name: "root takes all", file: "a.go", imports: `"verde/low"; "verde/mid"; "verde/other"; "os"`},
		{name: "command takes the root", file: "cmd/x/a.go", imports: strconv.Quote(module) + `; "net/http"`},
		{name: "any folder of a kind", file: "bench/some/a.go", imports: `"verde/mid"; "os"`},
		{name: "of no kind below that", file: "bench/some/more/a.go", want: []string{"bench/some/more: no such package in the table of layers"}},
		{name: "upward", file: "low/a.go", imports: `"verde/mid"`, want: []string{"low/a.go: low must not import mid"}},
		{name: "sideways", file: "other/a.go", imports: `"verde/low"`, want: []string{"other/a.go: other must not import low"}},
		{name: "the root", file: "mid/a.go", imports: strconv.Quote(module), want: []string{"mid/a.go: mid must not import ."}},
		{name: "the command", file: "a.go", imports: `"verde/cmd/x"`, want: []string{"a.go: . must not import cmd/x"}},
		{name: "unknown import", file: "mid/a.go", imports: `"verde/low/deep"`, want: []string{"mid/a.go: mid must not import low/deep"}},
		{name: "alike but another module", file: "low/a.go", imports: `"verdetta/mid"`},
		{name: "unknown package", file: "util/a.go", want: []string{"util: no such package in the table of layers"}},
		{name: "impure", file: "low/a.go", imports: `"os"; "net"; "net/http"; "os/exec"; "crypto/rand"`, want: []string{
			"low/a.go: low is pure and must not import crypto/rand", "low/a.go: low is pure and must not import net", "low/a.go: low is pure and must not import net/http",
			"low/a.go: low is pure and must not import os", "low/a.go: low is pure and must not import os/exec"}},
		{name: "impure under another name", file: "low/a.go", imports: `files "os"`, want: []string{"low/a.go: low is pure and must not import os"}},
		{name: "allowed to the impure", file: "other/a.go", imports: `"os"; "net/http"`},
		{name: "harmless", file: "low/a.go", imports: `"net/url"; "net/netip"; "embed"; "io/fs"; "context"`},
		{name: "times as values", file: "low/a.go", imports: `"time"`, body: `var t time.Time; const d = time.Second`},
		{name: "clock", file: "low/a.go", imports: `"time"`, body: `func f() any { return time.Now() }`, want: []string{"low/a.go:3: low is pure and must not use time.Now"}},
		{name: "clock as a value", file: "low/a.go", imports: `tick "time"`, body: `var f = tick.Since`, want: []string{"low/a.go:3: low is pure and must not use time.Since"}},
		{name: "clock in the open", file: "low/a.go", imports: `. "time"`, body: `var f = Now`, want: []string{"low/a.go: low is pure and must not import time without a name"}},
		{name: "clock of the impure", file: "other/a.go", imports: `"time"`, body: `var f = time.Now`},
		{name: "seeded", file: "low/a.go", imports: `"math/rand/v2"`, body: `var r = rand.New(rand.NewPCG(1, 2))`},
		{name: "chance", file: "low/a.go", imports: `"math/rand/v2"`, body: `var r = rand.IntN(2)`, want: []string{"low/a.go:3: low is pure and must not use math/rand/v2.IntN"}},
		{name: "tests are free", file: "low/a_test.go", imports: `"verde/mid"; "os"`},
		{name: "testdata", file: "low/testdata/a.go", imports: `"verde/mid"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			text := "package p; import (" + test.imports + ")\n\n" + test.body + "\n"
			got, _ := check(t, fstest.MapFS{test.file: {Data: []byte(text)}}, rules)
			if d := cmp.Diff(test.want, got); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

// check gives what in the tree goes against the rules, sorted, and the
// packages that it found. Tests and testdata may import what they like.
func check(t *testing.T, tree fs.FS, rules []layer) (violations, packages []string) {
	t.Helper()
	found := make(map[string]bool)
	err := fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if base := d.Name(); d.IsDir() {
			if base == "testdata" || base != "." && strings.ContainsAny(base[:1], "._") {
				return fs.SkipDir
			}
			if _, err := fs.Stat(tree, path.Join(name, "go.mod")); err == nil && name != "." { // another module
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		found[path.Dir(name)] = true
		i := slices.IndexFunc(rules, func(l layer) bool { return l.is(path.Dir(name)) })
		if i < 0 {
			return nil
		}
		text, err := fs.ReadFile(tree, name)
		if err != nil {
			return err
		}
		file := token.NewFileSet()
		parsed, err := parser.ParseFile(file, name, text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		violations = append(violations, checkFile(name, file, parsed, rules, i)...)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	packages = slices.Sorted(maps.Keys(found))
	for _, p := range packages {
		if !slices.ContainsFunc(rules, func(l layer) bool { return l.is(p) }) {
			violations = append(violations, p+": no such package in the table of layers")
		}
	}
	slices.Sort(violations)
	return slices.Compact(violations), packages
}

// checkFile holds one file of package rules[i] against the rules.
func checkFile(name string, positions *token.FileSet, file *ast.File, rules []layer, i int) (violations []string) {
	l := rules[i]
	watched := make(map[string]string) // local name -> package of which only some names are pure
	for _, spec := range file.Imports {
		target, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue // the parser has seen to that
		}
		if target == module || strings.HasPrefix(target, module+"/") {
			ours := path.Clean(strings.TrimPrefix(target[len(module):], "/")) // "." for the root
			if !allowed(rules, i, ours) {
				violations = append(violations, fmt.Sprintf("%s: %s must not import %s", name, l.name, ours))
			}
		}
		if !l.pure {
			continue
		}
		switch {
		case slices.ContainsFunc(outside[:], func(p string) bool { return target == p || strings.HasPrefix(target, p+"/") }) && !slices.Contains(harmless[:], target):
			violations = append(violations, fmt.Sprintf("%s: %s is pure and must not import %s", name, l.name, target))
		case target == "time" || target == "math/rand" || target == "math/rand/v2":
			local := path.Base(strings.TrimSuffix(target, "/v2"))
			if spec.Name != nil {
				local = spec.Name.Name
			}
			if local == "." {
				violations = append(violations, fmt.Sprintf("%s: %s is pure and must not import %s without a name", name, l.name, target))
			}
			watched[local] = target
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		use, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if from, ok := use.X.(*ast.Ident); ok && impure(watched[from.Name], use.Sel.Name) {
			violations = append(violations, fmt.Sprintf("%s:%d: %s is pure and must not use %s.%s", name, positions.Position(use.Pos()).Line, l.name, watched[from.Name], use.Sel.Name))
		}
		return true
	})
	return violations
}

// allowed reports whether package rules[i] may import ours.
func allowed(rules []layer, i int, ours string) bool {
	if slices.Contains(rules[i].imports, ours) {
		return true
	}
	below := slices.ContainsFunc(rules[:i], func(l layer) bool { return l.is(ours) })
	return below && slices.Contains(rules[i].imports, "*")
}

// impure reports whether a name of a watched package depends on more than its
// arguments.
func impure(from, name string) bool {
	switch from {
	case "time":
		return slices.Contains(clock[:], name)
	case "math/rand", "math/rand/v2":
		return !slices.Contains(seeded[:], name)
	}
	return false
}
