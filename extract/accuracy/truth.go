// Package accuracy tells how right records are, from true values of some of
// their attributes: precision, recall and F of the column that suits an
// attribute best, means over attributes, sites and verticals, and how much of
// a full schema was found (DCA, Equations 9 to 13).
//
// The package is pure: it reads truth from an io/fs file system that it is
// given.
package accuracy

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"verde/values"
)

// Site names a site and the vertical that it belongs to.
type Site struct{ Vertical, Name string }

func (s Site) String() string {
	if s.Vertical == "" {
		return s.Name
	}
	return s.Vertical + "-" + s.Name
}

// Truth is what is known to be right about the pages of one site: by
// attribute, by page, the values. A page without values of an attribute has
// none.
type Truth map[string]map[string][]string

// compared is what is folded before true values and those of records are
// compared: truth files escape their values as HTML, and pages wrap theirs.
const compared = values.References | values.Space

func (t Truth) add(attribute, page, value string) {
	if t[attribute] == nil {
		t[attribute] = make(map[string][]string)
	}
	if value = asCompared(value); value != "" {
		t[attribute][page] = append(t[attribute][page], value)
	}
}

// asCompared is a text as texts are compared: SWDE's values are text nodes as they are, with
// the colon that begins what stands behind a label in markup of its own.
func asCompared(text string) string {
	text = values.FoldOnly(text, compared)
	if rest := strings.TrimLeft(text, ": "); rest != "" {
		return rest
	}
	return text
}

// Pages lists the pages that have a value, in order.
func (t Truth) Pages() []string {
	var out []string
	for _, pages := range t {
		for page, values := range pages {
			if len(values) > 0 {
				out = append(out, page)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Read reads all truth files at the root of fsys: *.txt as SWDE has them (see
// [readSWDE]) and *.csv (see [readCSV]). The error names the file and line
// that can't be read.
func Read(fsys fs.FS) (map[Site]Truth, error) {
	entries, err := fs.ReadDir(fsys, ".")
	if err != nil {
		return nil, err
	}
	out := make(map[Site]Truth)
	for _, e := range entries {
		read := readSWDE
		switch {
		case e.IsDir() || !strings.HasSuffix(e.Name(), ".txt") && !strings.HasSuffix(e.Name(), ".csv"):
			continue
		case strings.HasSuffix(e.Name(), ".csv"):
			read = readCSV
		}
		f, err := fsys.Open(e.Name())
		if err != nil {
			return nil, err
		}
		err = read(f, out)
		if err = errors.Join(err, f.Close()); err != nil {
			return nil, fmt.Errorf("truth %s: %w", e.Name(), err)
		}
	}
	if len(out) == 0 {
		return nil, errors.New("no truth: neither a .txt file as SWDE has them nor a .csv file")
	}
	return out, nil
}

func truthOf(in map[Site]Truth, s Site) Truth {
	if in[s] == nil {
		in[s] = make(Truth)
	}
	return in[s]
}

// maxTruthLine bounds a line of truth, in bytes.
const maxTruthLine = 1 << 20

// readSWDE reads a file of the SWDE collection: a line of vertical, site and
// attribute; a line of counts, which is not read; then for each page its name,
// the number of values and these, all separated by tabs, entities encoded,
// <NULL> for none.
func readSWDE(r io.Reader, into map[Site]Truth) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxTruthLine)
	var t Truth
	attribute := ""
	n := 0
	for ; lines.Scan(); n++ {
		fields := strings.Split(strings.TrimPrefix(lines.Text(), "\ufeff"), "\t")
		switch {
		case n == 0:
			if len(fields) < 3 {
				return errors.New("line 1: vertical, site and attribute are missing")
			}
			attribute = strings.TrimSpace(fields[2])
			t = truthOf(into, Site{fields[0], fields[1]})
			if t[attribute] == nil {
				t[attribute] = make(map[string][]string)
			}
		case n == 1 || len(fields) < 3:
		default:
			for _, v := range fields[2:] {
				if v != "<NULL>" {
					t.add(attribute, fields[0], v)
				}
			}
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("line %d: %w", n+1, err)
	}
	return nil
}

// readCSV reads a table with a value a line. Its first line names the columns:
// page, attribute and value, and if there are several sites, site and vertical,
// in any order; others are not read.
func readCSV(r io.Reader, into map[Site]Truth) error {
	in := csv.NewReader(r)
	in.FieldsPerRecord = -1
	names, err := in.Read()
	if err != nil {
		return fmt.Errorf("line 1: %w", err)
	}
	names[0] = strings.TrimPrefix(names[0], "\ufeff")
	place := make(map[string]int)
	for i, name := range names {
		place[strings.ToLower(strings.TrimSpace(name))] = i
	}
	for _, name := range []string{"page", "attribute", "value"} {
		if _, ok := place[name]; !ok {
			return fmt.Errorf("line 1: no column %q; needed are page, attribute and value", name)
		}
	}
	for {
		row, err := in.Read()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		field := func(name string) string {
			if i, ok := place[name]; ok && i < len(row) {
				return strings.TrimSpace(row[i])
			}
			return ""
		}
		if field("attribute") == "" || field("page") == "" {
			line, _ := in.FieldPos(0)
			return fmt.Errorf("line %d: page or attribute is empty", line)
		}
		truthOf(into, Site{field("vertical"), field("site")}).add(field("attribute"), field("page"), field("value"))
	}
}
