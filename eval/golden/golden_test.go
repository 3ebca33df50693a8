package golden

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/page"
)

// Blocks are what a browser sets apart, each below its heading.
func TestRender(t *testing.T) {
	t.Parallel()
	doc, err := page.Parse([]byte(`<body>before <b>all</b><h2>Synopsis<a class=headerlink>#</a></h2><pre>a
  b</pre><script>no</script><table><tr><td>one<td>two <i>words</i><p>three</table><h2>Notes</h2><p>x<br>y`))
	if err != nil {
		t.Fatal(err)
	}
	want := []block{
		{kind: "body", text: "before all"}, {kind: "h2", text: "Synopsis"}, {section: "Synopsis", kind: "pre", text: "a b"},
		{section: "Synopsis", kind: "td1", text: "one", cell: 1}, {section: "Synopsis", kind: "td2", text: "two words", cell: 2}, {section: "Synopsis", kind: "p", text: "three", cell: 2},
		{section: "Synopsis", kind: "h2", text: "Notes"}, {section: "Notes", kind: "p", text: "x"}, {section: "Notes", kind: "p", text: "y"},
	}
	if d := cmp.Diff(want, render(doc), cmp.AllowUnexported(block{})); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// A block is of the first attribute that fits.
func TestReadBlocks(t *testing.T) {
	t.Parallel()
	d := documented{Columns: []shown{
		{Name: "name", Section: "none", Kinds: "h1"},
		{Name: "next", Kinds: "p", After: "next"},
		{Name: "purpose", Section: "first", Kinds: "p", Except: "next"},
		{Name: "meaning", Section: "See also", Kinds: "p", Cell: 2},
		{Name: "other", Section: "See also", Kinds: "p", Split: ", "},
	}}
	got := d.read([]block{
		{kind: "h1", text: "fork"}, {section: "fork", kind: "p", text: "makes a process"}, {section: "fork", kind: "p", text: "next"}, {section: "fork", kind: "p", text: "exec"},
		{section: "fork", kind: "h2", text: "See also"}, {section: "See also", kind: "p", text: "wait, exit", cell: 1}, {section: "See also", kind: "p", text: "waits", cell: 2},
	})
	want := []seen{{"name", "fork"}, {"purpose", "makes a process"}, {"next", "exec"}, {"other", "wait"}, {"other", "exit"}, {"meaning", "waits"}}
	if d := cmp.Diff(want, got, cmp.AllowUnexported(seen{})); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestWrite(t *testing.T) {
	t.Parallel()
	dir, out := t.TempDir(), t.TempDir()
	if err := Write(dir, out, 1); err == nil {
		t.Error("no error without pages")
	}
	folder := filepath.Join(dir, "postgresql-doc-15")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	body := `<title>ABORT</title><h2>ABORT</h2><p>ABORT — abort the current transaction<h2>Synopsis</h2><pre>ABORT [ WORK ]</pre><h2>See Also</h2><div>BEGIN, COMMIT</div>`
	if err := os.WriteFile(filepath.Join(folder, "sql-abort.html"), []byte(body), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := Write(dir, out, 1); err != nil {
		t.Fatal(err)
	}
	truth, err := os.ReadFile(filepath.Join(out, "truth", "golden.csv"))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"pg15-sqlcommands,0000,name,ABORT\n", "pg15-sqlcommands,0000,synopsis,ABORT [ WORK ]\n",
		"pg15-sqlcommands,0000,see also,BEGIN\n", "pg15-sqlcommands,0000,see also,COMMIT\n"} {
		if !strings.Contains(string(truth), line) {
			t.Errorf("no line %q in\n%s", line, truth)
		}
	}
	if copied, err := os.ReadFile(filepath.Join(out, "pages", "pg15-sqlcommands", "0000.html")); err != nil || string(copied) != body {
		t.Errorf("copy %q, error %v", copied, err)
	}
}
