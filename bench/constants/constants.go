// Package constants measures what a method's numbers are worth: each named constant
// of its packages is made smaller and larger in turn, the program is built with that
// one change, and measured. A number that nothing hangs on is a rule that can go, or
// a bound; one that much hangs on either way has to be known better than by hand.
package constants

import (
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"verde/bench/table"
	"verde/eval"
)

// Tables are those of this package.
func Tables() []*table.Table { return []*table.Table{expansion()} }

// constant is a named number of the program's text.
type constant struct {
	name, file    string // file: below the root
	from, to      int    // where its literal stands in the file, in bytes
	literal       string
	isInt         bool
	value         float64
	lower, larger string // literals in its place
}

// read finds the numbers that the files of a package declare by name, in the order of the text. Constants
// that are computed of others follow these.
func read(root, folder string) ([]constant, error) {
	files, err := filepath.Glob(filepath.Join(root, folder, "*.go"))
	if err != nil {
		return nil, err
	}
	var out []constant
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		found, err := inText(string(text))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		for i := range found {
			found[i].file = filepath.ToSlash(filepath.Join(folder, filepath.Base(path)))
		}
		out = append(out, found...)
	}
	return out, nil
}

// inText is read for the text of one file.
func inText(text string) ([]constant, error) {
	positions := token.NewFileSet()
	file, err := parser.ParseFile(positions, "", text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var out []constant
	for _, d := range file.Decls {
		decl, ok := d.(*ast.GenDecl)
		if !ok || decl.Tok != token.CONST {
			continue
		}
		for _, s := range decl.Specs {
			spec := s.(*ast.ValueSpec)
			for i, v := range spec.Values {
				literal, ok := v.(*ast.BasicLit)
				if !ok || literal.Kind != token.INT && literal.Kind != token.FLOAT {
					continue
				}
				c := constant{name: spec.Names[i].Name, literal: literal.Value, isInt: literal.Kind == token.INT,
					from: positions.Position(literal.Pos()).Offset, to: positions.Position(literal.End()).Offset}
				if c.value, err = strconv.ParseFloat(strings.ReplaceAll(literal.Value, "_", ""), 64); err != nil {
					continue // in another base: bits, not a quantity
				}
				c.lower, c.larger = c.changed(.5), c.changed(2)
				out = append(out, c)
			}
		}
	}
	return out, nil
}

// changed gives the literal of the constant times a factor. Of a share, between none and all, the odds
// are multiplied, so that it stays one; a number of things changes by one at least and stays positive.
func (c constant) changed(factor float64) string {
	switch x := c.value * factor; {
	case c.isInt && factor > 1:
		return strconv.Itoa(int(max(x, c.value+1)))
	case c.isInt:
		return strconv.Itoa(int(max(min(x, c.value-1), min(1, c.value))))
	case c.value > 0 && c.value < 1:
		odds := c.value / (1 - c.value) * factor
		return strconv.FormatFloat(odds/(1+odds), 'g', 3, 64)
	default:
		text := strconv.FormatFloat(x, 'f', -1, 64)
		if !strings.Contains(text, ".") {
			text += "." // what is typed by its literal stays a fraction
		}
		return text
	}
}

// build makes the program with another literal in the constant's place, by an overlay:
// the files stay as they are.
func (c constant) build(ctx context.Context, r *table.Run, literal, program string) error {
	path := filepath.Join(r.Code.Root, filepath.FromSlash(c.file))
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	other := filepath.Join(r.Work, "constant.go")
	if err := os.WriteFile(other, []byte(string(text[:c.from])+literal+string(text[c.to:])), 0o644); err != nil {
		return err
	}
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {path: other}})
	if err != nil {
		return err
	}
	file := filepath.Join(r.Work, "overlay.json")
	if err := os.WriteFile(file, overlay, 0o644); err != nil {
		return err
	}
	_, err = r.Go(ctx, "build", "-overlay", file, "-o", program, "./cmd/verde")
	return err
}

// expanding are the packages of the default method whose numbers are measured.
var expanding = []string{"siteexpand/focused", "siteexpand/template", "siteexpand/urlclass", "siteexpand/similarity"}

// runs are what each program is measured by: from two samples both what few samples and what several mean counts.
var runs = []string{"--samples", "2", "--draws", "1", "--seed", "1"}

func expansion() *table.Table {
	return &table.Table{
		Name: "expand-constants", About: "What the numbers of the default method are worth, each made smaller and larger",
		Columns: []string{"package", "constant", "value", "F1", "smaller", "F1 of smaller", "larger", "F1 of larger"}, Key: []string{"package", "constant"},
		Packages: []string{"siteexpand/methods", "eval/sites"}, Needs: []table.Need{table.Corpora, table.Sites}, Minutes: 60,
		Measure: func(ctx context.Context, r *table.Run) error {
			program := filepath.Join(r.Work, "verde-constants")
			asIs := -1.
			for _, folder := range expanding {
				constants, err := read(r.Code.Root, folder)
				if err != nil {
					return err
				}
				for _, c := range constants {
					f := table.Figures{"package": table.Value(filepath.Base(folder)), "constant": table.Value(c.name), "value": table.Value(c.literal)}
					if skip, err := r.Skip(f); err != nil || skip {
						if err != nil {
							return err
						}
						continue
					}
					if asIs < 0 {
						if asIs, err = measure(ctx, r, c, c.literal, program); err != nil {
							return err
						}
					}
					r.Sayf("%s %s", folder, c.name)
					f["F1"], f["smaller"], f["larger"] = table.Fixed(asIs, 4), table.Value(c.lower), table.Value(c.larger)
					for _, other := range []struct{ literal, column string }{{c.lower, "F1 of smaller"}, {c.larger, "F1 of larger"}} {
						if other.literal == c.literal {
							continue // a number of things that can't be smaller
						}
						x, err := measure(ctx, r, c, other.literal, program)
						if err != nil {
							return err
						}
						f[other.column] = table.Fixed(x, 4)
					}
					if err := r.Put("go run ./bench/run expand-constants (verde eval expand --sites $VERDE_CORPORA/sites/sites.json --pages $VERDE_SITES "+strings.Join(runs, " ")+")", f); err != nil {
						return err
					}
				}
			}
			return nil
		},
	}
}

// measure builds the program with a literal in a constant's place, and gives its mean F1 over types.
func measure(ctx context.Context, r *table.Run, c constant, literal, program string) (float64, error) {
	if err := c.build(ctx, r, literal, program); err != nil {
		return 0, err
	}
	file := filepath.Join(r.Work, "constants.jsonl")
	if err := os.RemoveAll(file); err != nil {
		return 0, err
	}
	built := *r
	built.Program = func(context.Context) (string, error) { return program, nil }
	args := append([]string{"eval", "expand", "--sites", table.Corpora.Path("sites", "sites.json"), "--pages", table.Sites.Path(), "--workers", "1", "-o", file, "--quiet"}, runs...)
	if _, err := built.Verde(ctx, nil, args...); err != nil {
		return 0, fmt.Errorf("%s %s: %w", c.name, literal, err)
	}
	f, err := os.Open(file)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	rows, err := eval.ReadRows(f, file)
	if err != nil {
		return 0, err
	}
	return eval.Summarize(rows).Mean.F1, nil
}
