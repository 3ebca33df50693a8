package main

import (
	"database/sql"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/catalog"
)

var update = flag.Bool("update", false, "write what documents are to say")

// documents gives the text of the README and of each page of docs, by its path.
func documents(t *testing.T) map[string]string {
	t.Helper()
	names, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(names) == 0 {
		t.Fatalf("no documents: %v", err)
	}
	out := make(map[string]string)
	for _, name := range append(names, "../../README.md", "../../CONTRIBUTING.md", "../../CHANGELOG.md") {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		out[name] = string(data)
	}
	return out
}

// TestDocsLibrary checks that each line of docs/library.md's program is compiled as an
// example.
func TestDocsLibrary(t *testing.T) {
	t.Parallel()
	compiled, err := os.ReadFile("../../example_library_test.go")
	if err != nil {
		t.Fatal(err)
	}
	lines := map[string]bool{}
	for line := range strings.Lines(string(compiled)) {
		lines[strings.TrimSpace(line)] = true
	}
	_, code, _ := strings.Cut(documents(t)["../../docs/library.md"], "```go\n")
	code, _, ok := strings.Cut(code, "```")
	if !ok {
		t.Fatal("there is no program")
	}
	for line := range strings.Lines(code) {
		if !lines[strings.TrimSpace(line)] {
			t.Errorf("%q is not compiled", line)
		}
	}
}

// TestDocsSchema checks that docs/formats.md lists the tables and columns of a catalog.
func TestDocsSchema(t *testing.T) {
	t.Parallel()
	const name, begin, end = "../../docs/formats.md", "-update -->\n", "<!-- end of schema -->"
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(data), begin)
	got, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatal("the marks of the schema are not there")
	}
	want := schemaOf(t)
	if *update {
		if err := os.WriteFile(name, []byte(before+begin+want+end+after), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("go test ./cmd/verde -run TestDocsSchema -update writes it (-want +got):\n%s", d)
	}
}

// schemaOf lists the tables and views of a new catalog, without those that belong to a
// full-text index.
func schemaOf(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "catalog.sqlite")
	c, err := catalog.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.QueryContext(t.Context(), `SELECT m.name, m.type, group_concat('`+"`' || c.name || '`"+`', ', ')
		FROM sqlite_schema m, pragma_table_info(m.name) c WHERE m.type IN ('table', 'view') AND m.name NOT LIKE '%\_words\_%' ESCAPE '\' GROUP BY m.name, m.type ORDER BY m.name`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var lines []string
	for rows.Next() {
		var table, kind, columns string
		if err := rows.Scan(&table, &kind, &columns); err != nil {
			t.Fatal(err)
		}
		if kind == "view" {
			table += " (view)"
		}
		lines = append(lines, fmt.Sprintf("| %s | %s |\n", table, columns))
	}
	if err := rows.Err(); err != nil || len(lines) < 10 {
		t.Fatalf("%d tables: %v", len(lines), err)
	}
	return strings.Join(slices.Insert(lines, 0, "| table | columns |\n| --- | --- |\n"), "")
}
