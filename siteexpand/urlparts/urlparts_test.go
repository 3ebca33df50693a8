package urlparts

import (
	"strings"
	"testing"
)

func TestExtension(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"a.html": ".html", "a.b.htm": ".htm", "a": "", "version-1.2": "", "v2.5b": "", "All_About_Me.": "", "C.R.A.Z.Y.": "",
		"Miracle_at_St._Anna": "", "Atlas_Shrugged_%28Centennial_Ed._HC%29": "", "r.e.m": ".m",
	} {
		if got := Split("http://e.org/wiki/" + name); got.Ext != want {
			t.Errorf("%s has the extension %q, want %q", name, got.Ext, want)
		}
	}
}

// A server's own name for a directory's page, and names that begin like it.
func TestIndexName(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"index.html": "a/wiki", "Index.PHP": "a/wiki", "index": "a/wiki", "default.aspx": "a/wiki",
		"index.method.html": "a/wiki/index.method", "default.float.class.html": "a/wiki/default.float.class", "index-2.html": "a/wiki/index-2",
	} {
		if a := Split("http://e.org/a/wiki/" + name); strings.Join(append(a.Dirs, a.Name), "/") != want {
			t.Errorf("%s is parted into %q and %q, want %s", name, a.Dirs, a.Name, want)
		}
	}
}

func TestNamespace(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Special:about": "wiki/Special:|about", "topic:adam-mckay": "wiki/topic:|adam-mckay", "Blade:_Trinity": "wiki|Blade:_Trinity", "std::map": "wiki|std::map",
		"Star_Wars:II": "wiki|Star_Wars:II", "12:30": "wiki|12:30", ":x": "wiki|:x", "x:": "wiki|x:", "plain": "wiki|plain",
	} {
		if a := Split("http://e.org/wiki/" + name); strings.Join(a.Dirs, "/")+"|"+a.Name != want {
			t.Errorf("%s is parted into %q and %q, want %s", name, a.Dirs, a.Name, want)
		}
	}
}

// A slash that is escaped is part of a name, and what can't be unescaped is no URL.
func TestEscapedSlash(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"jobs/PL%2FSQL_Developer": "jobs|PL/SQL_Developer", "a%2fb/c.html": "a/b|c", "a%20b/c": "a b|c", "a/%zz/c": "|",
	} {
		if a := Split("http://e.org/" + path); strings.Join(a.Dirs, "|")+"|"+a.Name != want {
			t.Errorf("%s is parted into %q and %q, want %s", path, a.Dirs, a.Name, want)
		}
	}
}

func TestCommonBeginning(t *testing.T) {
	t.Parallel()
	for want, names := range map[string][]string{
		"tool":        {"tool-zoom", "tool-crop"},
		"gimp-tool":   {"gimp-tool-zoom", "gimp-tool-crop", "gimp-tool-zip"},
		"gimp":        {"gimp-tool", "gimp-tool-crop"},
		"item":        {"item3", "item-4"},
		"2-früh-spät": {"2-früh-spät-am", "2-früh-spät-ab"},
		"":            {"tools-a", "tool-b"},
	} {
		if got := CommonBeginning(names); got != want {
			t.Errorf("%q have in common %q, want %q", names, got, want)
		}
		for _, name := range names {
			if want != "" && !HasBeginning(name, want) {
				t.Errorf("%q does not begin with %q", name, want)
			}
		}
	}
	for _, name := range []string{"tool", "tools-a", "gimp-tool-a"} {
		if HasBeginning(name, "tool") {
			t.Errorf("%q begins with tool", name)
		}
	}
}

// Directories that are a date are one; a year alone is a date, a number alone is none.
func TestDate(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"2014/09/05/name/": "(date)|name", "notes/2014/9/name.html": "notes/(date)|name", "2014/name": "(date)|name", "2014/13/40/name": "(date)/40|name",
		"2014/1/2/3/name": "(date)/3|name", "1/2/name": "1/2|name", "2145a/name": "2145a|name", "12014/name": "12014|name", "a/2014": "a|2014", "2014/x/2015/name": "(date)/x/2015|name",
	} {
		if a := Split("http://e.org/" + path); strings.Join(a.Dirs, "/")+"|"+a.Name != want {
			t.Errorf("%s is parted into %q and %q, want %s", path, a.Dirs, a.Name, want)
		}
	}
}
