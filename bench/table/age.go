package table

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
)

// Ages tell which measured code has changed since it was measured: by table, by
// the commit of its rows, the packages. They come from the history of the
// repository, which not everybody who reads the tables has; so they are kept. No
// packages at all stand for a commit that the history lacks: what has changed since
// is not known.
type Ages map[string]map[string][]string

// Older reports whether the code of a row has changed, or may have for all that is
// known.
func (a Ages) Older(table string, r Row) bool {
	_, older := a[table][r.Commit]
	return r.Modified || older
}

// Unknown lists the commits of measured rows that the history lacks, by table.
func (a Ages) Unknown() map[string][]string {
	out := map[string][]string{}
	for table, commits := range a {
		for commit, changed := range commits {
			if len(changed) == 0 {
				out[table] = append(out[table], commit)
			}
		}
		slices.Sort(out[table])
	}
	return out
}

// ReadAges reads the ages that were kept in a file, none if there is no file.
func ReadAges(file string) (Ages, error) {
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return Ages{}, nil
	}
	if err != nil {
		return nil, err
	}
	var a Ages
	if err := json.Unmarshal(data, &a); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return a, nil
}

// Write keeps the ages in a file.
func (a Ages) Write(file string) error {
	data, err := json.MarshalIndent(a, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(data, '\n'), 0o644)
}

// Age finds out what has changed since the rows were measured: by commit, the
// packages, and none of a commit that the history lacks.
func (c *Code) Age(t *Table, rows []Row) (map[string][]string, error) {
	out := map[string][]string{}
	for _, r := range rows {
		if _, done := out[r.Commit]; done {
			continue
		}
		changed, err := c.ChangedSince(r.Commit, t.Packages)
		if errors.Is(err, errNoCommit) {
			out[r.Commit] = []string{}
			continue
		}
		if err != nil {
			return nil, err
		}
		if len(changed) > 0 {
			out[r.Commit] = changed
		}
	}
	return out, nil
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
