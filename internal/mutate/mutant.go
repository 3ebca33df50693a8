package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// mutant is a file with one token replaced.
type mutant struct {
	file         string
	line, column int
	from, to     string
	source       []byte // of the whole file
}

func (m mutant) place() string { return fmt.Sprintf("%s:%d:%d", m.file, m.line, m.column) }

// others are what stands for an operator in a mutant: its neighbours among the
// comparisons, its counterpart among the others.
var others = map[token.Token][]token.Token{
	token.LSS: {token.LEQ, token.GEQ}, token.LEQ: {token.LSS, token.GTR}, token.GTR: {token.GEQ, token.LEQ}, token.GEQ: {token.GTR, token.LSS},
	token.EQL: {token.NEQ}, token.NEQ: {token.EQL}, token.LAND: {token.LOR}, token.LOR: {token.LAND},
	token.ADD: {token.SUB}, token.SUB: {token.ADD}, token.MUL: {token.QUO}, token.QUO: {token.MUL},
}

// mutantsOf gives all mutants of the program files in a folder.
func mutantsOf(dir string) ([]mutant, error) {
	files, err := fs.Glob(os.DirFS(dir), "*.go")
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("no Go files in %s", dir)
	}
	var out []mutant
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		source, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return nil, err
		}
		found, err := mutate(filepath.Join(dir, name), source)
		if err != nil {
			return nil, err
		}
		out = append(out, found...)
	}
	return out, nil
}

// mutate gives all mutants of a file: every binary operator that has another, and
// every number that a constant is declared as, with a quarter of it on top.
func mutate(file string, source []byte) ([]mutant, error) {
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, file, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var out []mutant
	replace := func(at token.Pos, from, to string) {
		p := set.Position(at)
		changed := make([]byte, 0, len(source)+len(to))
		changed = append(append(append(changed, source[:p.Offset]...), to...), source[p.Offset+len(from):]...)
		out = append(out, mutant{file: file, line: p.Line, column: p.Column, from: from, to: to, source: changed})
	}
	constants := false
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			constants = false
		case *ast.GenDecl:
			constants = n.Tok == token.CONST
		case *ast.BinaryExpr:
			if text, ok := n.X.(*ast.BasicLit); ok && text.Kind == token.STRING {
				return true // texts can only be added
			}
			for _, op := range others[n.Op] {
				replace(n.OpPos, n.Op.String(), op.String())
			}
		case *ast.BasicLit:
			if to, ok := more(n); constants && ok {
				replace(n.Pos(), n.Value, to)
			}
		}
		return true
	})
	return out, nil
}

// more is a number with a quarter of it on top, at least 1 for whole numbers.
func more(n *ast.BasicLit) (string, bool) {
	switch n.Kind {
	case token.INT:
		v, err := strconv.ParseInt(n.Value, 0, 64)
		return strconv.FormatInt(v+max(1, v/4), 10), err == nil && v < 1<<60
	case token.FLOAT:
		v, err := strconv.ParseFloat(n.Value, 64)
		return strconv.FormatFloat(v*1.25, 'g', -1, 64), err == nil
	}
	return "", false
}
