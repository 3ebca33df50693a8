// Command values measures whether libraries could do the reading that package
// values does by itself: on the true values and the texts of pages, what each
// reads, what it takes for the same, how long it takes and what a program grows
// by. It is a module of its own: ours depends on none of these libraries.
//
//	go -C bench/values run . FOLDER...
//	go -C bench/values run . -names FOLDER   # of true values of books: see names
//
// The folders hold true values as SWDE has them (VERTICAL-SITE-ATTRIBUTE.txt) and
// pages (*.htm, *.html). With -v each text on which the two differ is printed.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"html"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	nethtml "golang.org/x/net/html"

	"verde/values"
)

// Texts of an attribute, or of the pages, that are read, and of these those whose
// pairs are compared, drawn evenly. One library takes 5 ms a text.
const (
	mostTexts = 1000
	mostPairs = 300 // of which are 44,850 pairs
)

func main() {
	verbose := flag.Bool("v", false, "print each text that is read differently")
	persons := flag.Bool("names", false, "compare the authors of books instead")
	flag.Parse()
	work := func() error { return run(flag.Args(), *verbose) }
	if *persons {
		work = func() error { return names(flag.Arg(0)) }
	}
	if err := work(); err != nil {
		fmt.Fprintln(os.Stderr, "values:", err)
		os.Exit(1)
	}
}

func run(folders []string, verbose bool) error {
	groups, err := collect(folders)
	if err != nil {
		return err
	}
	empty, err := size("", "")
	if err != nil {
		return err
	}
	n := 0
	for _, texts := range groups {
		n += len(texts)
	}
	fmt.Printf("%d texts, of which %d of pages\n\n", n, len(groups["pages"]))
	fmt.Println("| library | read alike | differently | by values alone | by the library alone | pairs: same to both | to values alone | to the library alone | µs a text: values | library | MB in a program | panics |")
	fmt.Println("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
	for _, c := range contests() {
		o, p := outcome{}, pairs{}
		for name, texts := range groups {
			readings := o.count(c, texts, verbose)
			if name != "pages" {
				p.count(texts, readings)
			}
		}
		with, err := size(c.library, c.use)
		if err != nil {
			return err
		}
		n := float64(o.texts)
		fmt.Printf("| %s | %d | %d | %d | %d | %d | %d | %d | %.1f | %.1f | %.1f | %d |\n", strings.TrimPrefix(c.library, "github.com/"), o.alike, o.differ, o.oursOnly, o.theirsOnly,
			p.both, p.ours, p.theirs, o.ours.Seconds()*1e6/n, o.theirs.Seconds()*1e6/n, float64(with-empty)/1e6, o.panics)
	}
	return nil
}

// outcome counts what the two read.
type outcome struct {
	texts, alike, differ, oursOnly, theirsOnly, panics int
	ours, theirs                                       time.Duration
}

// reading is what the two read in a text.
type reading struct{ ours, theirs []string }

func (o *outcome) count(c contest, texts []string, verbose bool) []reading {
	out := make([]reading, len(texts))
	for i, text := range texts {
		r := &out[i]
		start := time.Now()
		all := values.Parse(text)
		middle := time.Now()
		r.theirs = o.guard(c, text)
		o.theirs += time.Since(middle)
		o.ours += middle.Sub(start)
		for _, v := range all {
			if c.is(v) {
				r.ours = append(r.ours, v.String())
			}
		}
		o.texts++
		switch {
		case len(r.ours)+len(r.theirs) == 0:
			continue
		case common(r.ours, r.theirs):
			o.alike++
			continue
		case len(r.theirs) == 0:
			o.oursOnly++
		case len(r.ours) == 0:
			o.theirsOnly++
		default:
			o.differ++
		}
		if verbose {
			fmt.Printf("%s: %q is %q, to the library %q\n", filepath.Base(c.library), text, r.ours, r.theirs)
		}
	}
	return out
}

// guard counts a panic of the library, and takes it for nothing read.
func (o *outcome) guard(c contest, text string) (read []string) {
	defer func() {
		if recover() != nil {
			o.panics++
		}
	}()
	return c.read(text)
}

func common(a, b []string) bool {
	return slices.ContainsFunc(a, func(v string) bool { return slices.Contains(b, v) })
}

// pairs counts pairs of different texts of an attribute that are the same to both
// or to one.
type pairs struct{ both, ours, theirs int }

func (p *pairs) count(texts []string, read []reading) {
	step := (len(texts) + mostPairs - 1) / mostPairs
	for i := 0; i < len(texts); i += step {
		for j := i + step; j < len(texts); j += step {
			if values.Fold(texts[i]) == values.Fold(texts[j]) {
				continue
			}
			ours, theirs := common(read[i].ours, read[j].ours), common(read[i].theirs, read[j].theirs)
			switch {
			case ours && theirs:
				p.both++
			case ours:
				p.ours++
			case theirs:
				p.theirs++
			}
		}
	}
}

// collect gives the different texts with a digit: true values by vertical and
// attribute, and the texts of pages under "pages".
func collect(folders []string) (map[string][]string, error) {
	groups := make(map[string][]string)
	add := func(group, text string) {
		if text = strings.Join(strings.Fields(html.UnescapeString(text)), " "); values.HasDigit(text) && len(text) <= values.MaxValue {
			groups[group] = append(groups[group], text)
		}
	}
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			switch filepath.Ext(path) {
			case ".txt":
				parts := strings.Split(strings.TrimSuffix(d.Name(), ".txt"), "-")
				return truth(path, parts[0]+" "+parts[len(parts)-1], add)
			case ".htm", ".html":
				return leaves(path, add)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	for name, texts := range groups {
		slices.Sort(texts)
		texts = slices.Compact(texts)
		step := (len(texts) + mostTexts - 1) / mostTexts
		groups[name] = nil
		for i := 0; i < len(texts); i += step {
			groups[name] = append(groups[name], texts[i])
		}
	}
	return groups, nil
}

func truth(path, group string, add func(group, text string)) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for n := 0; lines.Scan(); n++ {
		if fields := strings.Split(lines.Text(), "\t"); n > 1 && len(fields) > 2 {
			for _, v := range fields[2:] {
				add(group, v)
			}
		}
	}
	return lines.Err()
}

func leaves(path string, add func(group, text string)) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	root, err := nethtml.Parse(f)
	if err != nil {
		return err
	}
	for n := range root.Descendants() {
		if n.Type == nethtml.TextNode && n.Parent.Data != "script" && n.Parent.Data != "style" {
			add("pages", n.Data)
		}
	}
	return nil
}

// size is that of a stripped program which makes the statement, in bytes.
func size(library, statement string) (int64, error) {
	dir, err := os.MkdirTemp(".", "size")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	imports := ""
	if library != "" {
		imports = fmt.Sprintf("import %q\n", library)
	}
	source := fmt.Sprintf("package main\n\nimport \"os\"\n%s\nfunc main() {\n_ = os.Args\n%s\n}\n", imports, statement)
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(source), 0o600); err != nil {
		return 0, err
	}
	program := filepath.Join(dir, "program")
	build := exec.Command("go", "build", "-ldflags=-s -w", "-o", program, "./"+dir)
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return 0, fmt.Errorf("%w: %s", err, out)
	}
	info, err := os.Stat(program)
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}
