package table

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// Table is what is shown of some rows, and how they are measured.
type Table struct {
	Name     string
	About    string   // a line for the list of tables
	Columns  []string // in order; a figure of another name is not shown
	Key      []string // the columns that tell rows apart
	Bold     string   // column whose figures matter most
	Packages []string // of the program, with all that they import: what is measured
	Needs    []Need   // what is not part of the repository
	Minutes  int      // about how long it takes, of one processor
	// Measure measures, and puts each row when it has it.
	Measure func(ctx context.Context, run *Run) error
}

// Markdown shows rows, and below them how they were measured. Rows whose code has
// changed since are marked in the column of commits.
func (t *Table) Markdown(rows []Row, ages Ages) string {
	if len(rows) == 0 {
		return "Nothing was measured yet: `go run ./bench/run " + t.Name + "`.\n"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "| %s | commit |\n|%s\n", strings.Join(t.Columns, " | "), strings.Repeat(" --- |", len(t.Columns)+1))
	for _, r := range rows {
		for _, c := range t.Columns {
			v := string(r.Figures[c])
			if c == t.Bold && v != "" {
				v = "**" + v + "**"
			}
			fmt.Fprintf(&b, "| %s ", strings.ReplaceAll(v, "|", `\|`))
		}
		fmt.Fprintf(&b, "| %s |\n", t.commit(r, ages))
	}
	return b.String() + "\n" + t.origins(rows, ages)
}

// Figure gives the cell of a column in the one row whose figures are as the pairs
// of column and value in of, an error if there is none or several.
func (t *Table) Figure(rows []Row, column string, of []string) (Value, error) {
	r, err := t.one(rows, of)
	if err != nil {
		return "", err
	}
	if r.Figures[column] == "" {
		return "", fmt.Errorf("table %s has no figure %q of %q", t.Name, column, of)
	}
	return r.Figures[column], nil
}

// CommitOf shows which code such a row measured, as the table does.
func (t *Table) CommitOf(rows []Row, of []string, ages Ages) (string, error) {
	r, err := t.one(rows, of)
	if err != nil {
		return "", err
	}
	return t.commit(r, ages), nil
}

// one is the one row whose figures are as the pairs of column and value in of.
func (t *Table) one(rows []Row, of []string) (Row, error) {
	var found []Row
	for _, r := range rows {
		is := true
		for i := 0; i+1 < len(of); i += 2 {
			is = is && string(r.Figures[of[i]]) == of[i+1]
		}
		if is {
			found = append(found, r)
		}
	}
	if len(found) != 1 {
		return Row{}, fmt.Errorf("table %s has %d rows of %q, not one", t.Name, len(found), of)
	}
	return found[0], nil
}

// commit shows which code a row measured.
func (t *Table) commit(r Row, ages Ages) string {
	text := r.Commit
	if r.Modified {
		text += ", modified"
	}
	if ages.Older(t.Name, r) {
		text += " †"
	}
	return text
}

// namedChanges is how many folders are named whose packages changed: a reader looks
// for the one that a figure is about, and nobody reads a list of thirty.
const namedChanges = 4

// changes tells which packages changed, by the folders at the top of the tree that
// they are in; the root package is called after the module.
func changes(packages []string) string {
	var tops []string
	for _, p := range packages {
		top, _, _ := strings.Cut(p, "/")
		if top == "." {
			top = "verde"
		}
		tops = append(tops, top)
	}
	slices.Sort(tops)
	tops = slices.Compact(tops)
	if len(tops) > namedChanges {
		return fmt.Sprintf("packages in %d folders", len(tops))
	}
	return strings.Join(tops, ", ")
}

// origins says how, when and where the rows were measured, a line for each way,
// and which of them are older than the code, or may be.
func (t *Table) origins(rows []Row, ages Ages) string {
	var lines, older, unknown []string
	for _, r := range rows {
		versions := ""
		for _, name := range sortedKeys(r.Versions) {
			versions += ", " + name + " " + r.Versions[name]
		}
		line := fmt.Sprintf("- `%s`: %s, %s%s\n", strings.ReplaceAll(r.Command, "\n", " "), r.Date, r.Machine, versions)
		if !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
		if changed, is := ages[t.Name][r.Commit]; is && len(changed) == 0 {
			unknown = append(unknown, r.Commit)
		} else {
			older = append(older, changed...)
		}
	}
	text := strings.Join(lines, "")
	if len(older) > 0 {
		text += "\n† **Older than the code**: since then " + changes(older) + " changed.\n"
	}
	if len(unknown) > 0 {
		slices.Sort(unknown)
		text += "\n† **May be older than the code**: this history lacks " + strings.Join(slices.Compact(unknown), ", ") + ".\n"
	}
	return text
}
