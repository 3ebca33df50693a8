package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"verde/catalog"
	"verde/steering"
)

// openCatalog opens the catalog at path, which is a catalog or a run's folder.
func openCatalog(cmd *cobra.Command, path string) (*catalog.Catalog, error) {
	if st, err := os.Stat(path); err == nil && st.IsDir() {
		path = filepath.Join(path, "catalog.sqlite")
	}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil, usagef("there is no catalog %s: name a run's folder with --run", path)
	}
	return catalog.OpenFrozen(cmd.Context(), path)
}

// readThere says what commands do with a database that only read.
const readThere = ": read the catalog of a run there"

// catalogFlags name a catalog: of a run's folder, or of a run that machines share.
type catalogFlags struct {
	run    string
	shared databaseFlags
}

func (f *catalogFlags) add(cmd *cobra.Command, fallback string) {
	cmd.Flags().StringVar(&f.run, "run", usualRun, "run's `folder`, or a catalog file; with --database the run's name")
	f.shared.addDatabase(cmd, fallback)
}

// open opens the catalog.
func (f *catalogFlags) open(cmd *cobra.Command) (*catalog.Catalog, error) {
	if f.shared.database == "" {
		return openCatalog(cmd, f.run)
	}
	db, err := f.shared.connect(cmd)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	c, err := db.Catalog(cmd.Context(), f.run)
	return c, noRun(err)
}

// decided is a run whose decisions are changed, with its catalog.
type decided struct {
	catalog *catalog.Catalog
	lists   steering.Lists
	in      func(list string) string // where they are kept, for people
	close   func() error
}

// decisions opens what is decided of the run, with the catalog.
func (f *catalogFlags) decisions(cmd *cobra.Command) (*decided, error) {
	c, err := f.open(cmd)
	if err != nil {
		return nil, err
	}
	if f.shared.database == "" {
		return &decided{c, steering.Folder(f.run), func(list string) string { return filepath.Join(f.run, list) }, c.Close}, nil
	}
	db, err := f.shared.connect(cmd)
	if err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return &decided{c, db.Decisions(f.run), func(string) string { return "the database" }, func() error { db.Close(); return c.Close() }}, nil
}

// name is what people call the run.
func (f *catalogFlags) name(c *catalog.Catalog) string {
	if f.shared.database != "" {
		return f.run
	}
	return filepath.Base(filepath.Dir(c.Path()))
}

func expanded(ctx context.Context, c *catalog.Catalog) (sites []string, err error) {
	all, err := c.Sources(ctx)
	for _, s := range all {
		if s.State == catalog.Expanded && s.Site != catalog.ListSite {
			sites = append(sites, s.Site)
		}
	}
	slices.Sort(sites)
	return sites, err
}
