package imports

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// wrapped are interfaces whose implementations may be able to do more, which is
// found behind a wrapper that has Unwrap.
var wrapped = []string{"page.Fetcher", "search.Engine"}

// Whoever embeds a fetcher or an engine has Unwrap, so that what the embedded one
// can do beside fetching and searching is not lost.
func TestWrappers(t *testing.T) {
	t.Parallel()
	found, bad := wrappers(t, os.DirFS("../.."))
	for _, w := range bad {
		t.Errorf("%s embeds one of %q and has no method Unwrap", w, wrapped)
	}
	if !slices.Contains(found, "harvest.TransientRecorder") {
		t.Errorf("wrappers found: %q, want harvest.TransientRecorder among them", found)
	}
}

func TestWrappersCheck(t *testing.T) {
	t.Parallel()
	const unwrap = "; func (w *W) Unwrap() page.Fetcher { return w.Fetcher }"
	for body, want := range map[string]bool{
		"type W struct { page.Fetcher; n int }" + unwrap:  false,
		"type W struct { page.Fetcher; n int }":           true,
		"type W struct { search.Engine }":                 true,
		"type W struct { from page.Fetcher }":             false,
		"type W struct { page.Page }":                     false,
		"type ( V int; W struct { n int; page.Fetcher })": true,
	} {
		found, bad := wrappers(t, fstest.MapFS{"low/a.go": {Data: []byte("package low; " + body)}})
		if len(bad) > 0 != want || len(bad) > len(found) {
			t.Errorf("%s: found %q, without Unwrap %q", body, found, bad)
		}
	}
}

// wrappers gives the types of a tree that embed one of wrapped, and those of them
// without a method Unwrap, as "folder.Type". Tests may do what they like.
func wrappers(t *testing.T, tree fs.FS) (found, bad []string) {
	t.Helper()
	unwraps := make(map[string]bool)
	err := fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || len(d.Name()) > 1 && strings.HasPrefix(d.Name(), ".")):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		text, err := fs.ReadFile(tree, name)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.TypeSpec:
				if s, ok := n.Type.(*ast.StructType); ok && slices.ContainsFunc(s.Fields.List, embedsWrapped) {
					found = append(found, path.Dir(name)+"."+n.Name.Name)
				}
			case *ast.FuncDecl:
				if n.Name.Name == "Unwrap" && n.Recv != nil {
					unwraps[path.Dir(name)+"."+receiver(n.Recv.List[0].Type)] = true
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range found {
		if !unwraps[w] {
			bad = append(bad, w)
		}
	}
	return found, bad
}

// embedsWrapped reports whether a field is one of wrapped, embedded.
func embedsWrapped(f *ast.Field) bool {
	s, ok := f.Type.(*ast.SelectorExpr)
	if !ok || len(f.Names) > 0 {
		return false
	}
	from, ok := s.X.(*ast.Ident)
	return ok && slices.Contains(wrapped, from.Name+"."+s.Sel.Name)
}

// receiver is the name of a method's type.
func receiver(e ast.Expr) string {
	if star, ok := e.(*ast.StarExpr); ok {
		e = star.X
	}
	if id, ok := e.(*ast.Ident); ok {
		return id.Name
	}
	return ""
}
