package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"verde/catalog"
)

// folderOf is the folder of a run.
func (s *server) folderOf(run string) (string, error) {
	if !plainName.MatchString(run) || !filepath.IsLocal(run) {
		return "", fmt.Errorf("run %q: a run's name has up to 64 letters, digits, dots, hyphens and underscores, a letter or digit first", quote(run))
	}
	return filepath.Join(s.opt.Folder, run), nil
}

// names lists the runs, in alphabetic order.
func (s *server) names() ([]string, error) {
	entries, err := os.ReadDir(s.opt.Folder)
	if err != nil {
		return nil, fmt.Errorf("listing runs: %w", err)
	}
	var out []string
	for _, e := range entries {
		dir, err := s.folderOf(e.Name())
		if err != nil {
			continue
		}
		if _, err := os.Stat(filepath.Join(dir, catalogFile)); err == nil {
			out = append(out, e.Name())
		}
	}
	return out, nil
}

// in opens a run's catalog for the time of a call.
func (s *server) in(ctx context.Context, run string, look func(*catalog.Catalog) error) (err error) {
	dir, err := s.folderOf(run)
	if err != nil {
		return err
	}
	path := filepath.Join(dir, catalogFile)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		names, err := s.names()
		if err != nil {
			return err
		}
		if len(names) == 0 {
			return &noRunError{fmt.Sprintf("there is no run %s, nor any other", run)}
		}
		return &noRunError{fmt.Sprintf("there is no run %s with a catalog; there are %s", run, some(names, 20))}
	}
	c, err := catalog.OpenFrozen(ctx, path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	return look(c)
}

// noRunError is a run that is not there, or not yet.
type noRunError struct{ what string }

func (e *noRunError) Error() string { return e.what }

// Is makes it what it is to whoever knows files only.
func (e *noRunError) Is(target error) bool { return target == fs.ErrNotExist }

// some lists the first of several names.
func some(names []string, most int) string {
	if len(names) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
	}
	return strings.Join(names, ", ")
}

// lineOf counts what a run's catalog holds.
func (s *server) lineOf(ctx context.Context, run string) (RunLine, error) {
	line := RunLine{Name: run}
	err := s.in(ctx, run, func(c *catalog.Catalog) error {
		st, err := os.Stat(c.Path())
		if err != nil {
			return err
		}
		stats, err := c.Stats(ctx)
		line.Changed, line.Sources, line.Records, line.Entities = st.ModTime().UTC(), stats.Sources[catalog.Expanded], stats.Records, stats.Entities
		return err
	})
	return line, err
}

// RunLine is a run in a list.
type RunLine struct {
	Name     string    `json:"name"`
	Changed  time.Time `json:"changed,omitzero"`
	Sources  int       `json:"sources" jsonschema:"sites that were read"`
	Records  int       `json:"records" jsonschema:"pages that were read into records"`
	Entities int       `json:"entities" jsonschema:"different things that the records are about"`
	Error    string    `json:"error,omitempty" jsonschema:"why the run can't be read"`
}
