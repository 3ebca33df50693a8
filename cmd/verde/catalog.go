package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"verde/catalog"
)

func newCatalog() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "catalog",
		Short: "Export what a run has gathered, or count it",
		Long: `Catalog reads the catalog of a run's folder. The file is SQLite; its view "facts"
has one row a value.
` + exitHelp,
	}
	cmd.AddCommand(newCatalogExport(), newCatalogStats())
	parent(cmd)
	return cmd
}

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

func newCatalogExport() *cobra.Command {
	var out outputFlags
	var run string
	var opt catalog.ExportOptions
	cmd := &cobra.Command{
		Use:   "export",
		Short: "Write records, pages or sources as JSON Lines or CSV",
		Long: `Export writes the records of all sites (or pages, or sources). With --attributes,
a site's columns stand under the names of the vertical's attributes where their
values showed what they are. --format values writes the texts of records by label
alone. In CSV, cells that a spreadsheet would run as a
formula are made inert.
` + exitHelp,
		Example: `  verde catalog export --run books --format csv -o books.csv
  verde catalog export --run books --what sources -o -`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			c, err := openCatalog(cmd, run)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, c.Close()) }()
			if opt.Format != "jsonl" && opt.Format != "csv" && opt.Format != "values" {
				return usagef("--format %q: there are jsonl, csv and values", opt.Format)
			}
			if opt.What != "records" && opt.What != "pages" && opt.What != "sources" && opt.What != "changes" {
				return usagef("--what %q: there are records, pages, sources and changes", opt.What)
			}
			if opt.Format == "values" && opt.What != "records" {
				return usagef("--format values is of records; %s have jsonl and csv", opt.What)
			}
			if _, ok, err := c.Source(cmd.Context(), opt.Site); err != nil {
				return err
			} else if !ok && opt.Site != "" {
				return usagef("--site %q: no such site in %s; verde catalog stats lists them", opt.Site, run)
			}
			return out.with(cmd, func(o *output) error { return c.ExportWith(cmd.Context(), o.w, opt) })
		},
	}
	out.add(cmd, "-")
	flags := cmd.Flags()
	flags.StringVar(&run, "run", "verde-run", "run's `folder`, or a catalog file")
	flags.StringVar(&opt.Format, "format", "jsonl", "jsonl, csv, or of records values: the texts by label alone")
	flags.StringVar(&opt.What, "what", "records", "records, pages, sources, or changes that refresh found")
	flags.BoolVar(&opt.Attributes, "attributes", false, "name values after the attributes of the vertical where that is known")
	flags.StringVar(&opt.Site, "site", "", "of one site alone")
	flags.BoolVar(&opt.Formulas, "formulas", false, "leave CSV cells that look like formulas as they are")
	return cmd
}

func newCatalogStats() *cobra.Command {
	var run string
	cmd := &cobra.Command{
		Use:     "stats",
		Short:   "Count sources, pages, records and values",
		Long:    "Stats counts what the catalog holds, in all and per site.\n" + exitHelp,
		Example: "  verde catalog stats --run books\n  verde catalog stats --run books --json | jq .pages",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			c, err := openCatalog(cmd, run)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, c.Close()) }()
			stats, err := c.Stats(cmd.Context())
			if err != nil {
				return err
			}
			if on(cmd.Flags(), "json") {
				return writeReport(cmd, "-", stats)
			}
			tellStats(cmd, stats)
			return nil
		},
	}
	cmd.Flags().StringVar(&run, "run", "verde-run", "run's `folder`, or a catalog file")
	return cmd
}

func tellStats(cmd *cobra.Command, s catalog.Stats) {
	w := cmd.OutOrStdout()
	fmt.Fprintf(w, "pages %d\nmissing %d\nrecords %d\nvalues %d\nqueries %d\nresults %d\n", s.Pages, s.Missing, s.Records, s.Values, s.Queries, s.Results)
	for _, state := range slices.Sorted(maps.Keys(s.Sources)) {
		fmt.Fprintf(w, "sources %s %d\n", state, s.Sources[state])
	}
	fmt.Fprintf(w, "\n%-36s %-10s %-9s %5s %6s %8s %8s\n", "site", "role", "state", "round", "pages", "records", "values")
	for _, p := range s.PerSite {
		fmt.Fprintf(w, "%-36.36s %-10s %-9s %5d %6d %8d %8d\n", printable(p.Site), p.Role, p.State, p.Round, p.Pages, p.Records, p.Values)
	}
}
