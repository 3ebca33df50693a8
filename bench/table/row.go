// Package table keeps measurements and shows them as tables.
//
// The one idea: what was measured is a [Row] in a file of JSON Lines, with the
// commit of the code, the date, the machine and the command, and everything that
// is read about it is made from rows. A row whose code has changed since is told
// from others ([Ages]).
package table

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"

	"github.com/google/renameio/v2/maybe"
)

// Row is one measurement.
type Row struct {
	Commit   string            `json:"commit"`             // the last that changed the measured packages
	Modified bool              `json:"modified,omitempty"` // the measured packages had changes that no commit has
	Date     string            `json:"date"`               // UTC, as 2006-01-02
	Machine  string            `json:"machine"`
	Command  string            `json:"command"`
	Versions map[string]string `json:"versions,omitempty"` // of Go, and of the programs that are measured beside
	Figures  Figures           `json:"figures"`
}

// Figures are the cells of a row, by column.
type Figures map[string]Value

// Value is a number as it is to be shown, with as many digits as were measured,
// or a text. Numbers are numbers in JSON, too, and keep their digits.
type Value string

var number = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?$`)

// MarshalJSON implements [json.Marshaler].
func (v Value) MarshalJSON() ([]byte, error) {
	if number.MatchString(string(v)) {
		return []byte(v), nil
	}
	return json.Marshal(string(v))
}

// UnmarshalJSON implements [json.Unmarshaler].
func (v *Value) UnmarshalJSON(data []byte) error {
	if number.Match(data) {
		*v = Value(data)
		return nil
	}
	return json.Unmarshal(data, (*string)(v))
}

// Fixed is a number with so many digits behind the point.
func Fixed(x float64, digits int) Value { return Value(strconv.FormatFloat(x, 'f', digits, 64)) }

// Count is a whole number.
func Count[N int | int64](n N) Value { return Value(strconv.FormatInt(int64(n), 10)) }

// Float reads the number back.
func (v Value) Float() (float64, error) { return strconv.ParseFloat(string(v), 64) }

// Is reports whether two rows have the same values in the columns of key.
func (f Figures) Is(g Figures, key []string) bool {
	return !slices.ContainsFunc(key, func(column string) bool { return f[column] != g[column] })
}

// Store is the folder of the rows, a file for each table.
type Store string

func (s Store) file(table string) string { return filepath.Join(string(s), table+".jsonl") }

// Read reads the rows of a table, none if nothing was measured yet.
func (s Store) Read(table string) ([]Row, error) {
	data, err := os.ReadFile(s.file(table))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var rows []Row
	in := bufio.NewScanner(bytes.NewReader(data))
	in.Buffer(nil, 1<<20)
	for n := 1; in.Scan(); n++ {
		d := json.NewDecoder(bytes.NewReader(in.Bytes()))
		d.DisallowUnknownFields()
		var r Row
		if err := d.Decode(&r); err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", s.file(table), n, err)
		}
		rows = append(rows, r)
	}
	return rows, in.Err()
}

// Write replaces the rows of a table at once, so that a run that is broken off
// leaves the old ones or the new ones.
func (s Store) Write(table string, rows []Row) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	for _, r := range rows {
		if err := e.Encode(r); err != nil {
			return fmt.Errorf("%s: %w", table, err)
		}
	}
	if err := os.MkdirAll(string(s), 0o755); err != nil {
		return err
	}
	return maybe.WriteFile(s.file(table), b.Bytes(), 0o644)
}

// Put adds a row, in place of the one with the same key.
func Put(rows []Row, r Row, key []string) []Row {
	i := slices.IndexFunc(rows, func(o Row) bool { return o.Figures.Is(r.Figures, key) })
	if i < 0 {
		return append(rows, r)
	}
	rows = slices.Clone(rows)
	rows[i] = r
	return rows
}
