package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"verde/catalog"
	"verde/record"
	"verde/serve"
	"verde/values"
)

func newCatalog() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "catalog",
		Short: "Export what a run has gathered, show an entity, tell what has changed, or count it",
		Long: `Catalog reads the catalog of a run's folder, or with --database that of a run which
machines share. The file is SQLite; its view "facts"
has one row a value. After explore or integrate the view "best" has a row an entity and
a column an attribute, and the view "claim_facts" a row for each value that a site
gives an entity, with its place on the page.
` + exitHelp,
	}
	cmd.AddCommand(newCatalogExport(), newCatalogShow(), newCatalogDiff(), newCatalogStats())
	parent(cmd)
	return cmd
}

func newCatalogExport() *cobra.Command {
	var out outputFlags
	var f catalogFlags
	var opt catalog.ExportOptions
	cmd := &cobra.Command{
		Use:   "export",
		Short: "Write records, pages, sources, entities or claims as JSON Lines, CSV, Parquet, JSON-LD or HTML",
		Long: `Export writes the records of all sites (or pages, or sources, or what "verde
integrate" made of them: entities, and claims, one for each value that a record gives
an entity). With --attributes,
a site's columns stand under the names of the vertical's attributes where their
values showed what they are. --format values writes the texts of records by label
alone. In CSV, cells that a spreadsheet would run as a
formula are made inert. That of entities begins with what names them, then come
attributes by how many entities have them. Parquet is of entities (a row for each
attribute of an entity) and claims, --format jsonld of entities, with the terms of
schema.org where an attribute has one, --format html of entities too: one page
that needs no server.
` + exitHelp,
		Example: `  verde catalog export --run books --format csv -o books.csv
  verde catalog export --run books --what sources -o -
  verde catalog export --run books --what entities --format csv -o entities.csv
  verde catalog export --run books --what claims --format parquet -o claims.parquet
  verde catalog export --run books --format html -o books.html`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			c, err := f.open(cmd)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, c.Close()) }()
			if !slices.Contains([]string{"jsonl", "csv", "values", "parquet", "jsonld", "html"}, opt.Format) {
				return usagef("--format %q: there are jsonl, csv, values, parquet, jsonld and html", opt.Format)
			}
			if !slices.Contains([]string{"records", "pages", "sources", "changes", "entities", "claims"}, opt.What) {
				return usagef("--what %q: there are records, pages, sources, changes, entities and claims", opt.What)
			}
			if opt.Format == "html" && !cmd.Flags().Changed("what") {
				opt.What = "entities"
			}
			if err := checkEntityExport(opt); err != nil {
				return err
			}
			out.binary = opt.Format == "parquet"
			if opt.Format == "values" && opt.What != "records" {
				return usagef("--format values is of records; %s have jsonl and csv", opt.What)
			}
			if _, ok, err := c.Source(cmd.Context(), opt.Site); err != nil {
				return err
			} else if !ok && opt.Site != "" {
				return usagef("--site %q: no such site in %s; verde catalog stats lists them", opt.Site, f.run)
			}
			return out.with(cmd, func(o *output) error {
				if opt.Format == "html" {
					return serve.WriteCatalog(cmd.Context(), c, f.name(c), o.w)
				}
				return c.ExportWith(cmd.Context(), o.w, opt)
			})
		},
	}
	out.add(cmd, "-")
	f.add(cmd, readThere)
	flags := cmd.Flags()
	flags.StringVar(&opt.Format, "format", "jsonl", "jsonl, csv, of records values (the texts by label alone), of entities and claims parquet, of entities jsonld and html")
	flags.StringVar(&opt.What, "what", "records", "records, pages, sources, changes that refresh found, entities or claims")
	flags.BoolVar(&opt.Attributes, "attributes", false, "name values after the attributes of the vertical where that is known")
	flags.StringVar(&opt.Site, "site", "", "of one site alone")
	flags.BoolVar(&opt.Formulas, "formulas", false, "leave CSV cells that look like formulas as they are")
	return cmd
}

// checkEntityExport tells of formats that are of entities, and options that are not.
func checkEntityExport(opt catalog.ExportOptions) error {
	entities := opt.What == "entities" || opt.What == "claims"
	switch {
	case opt.Format == "parquet" && !entities:
		return usagef("--format parquet is of entities and claims; %s have jsonl and csv", opt.What)
	case (opt.Format == "jsonld" || opt.Format == "html") && opt.What != "entities":
		have := "jsonl and csv"
		if entities {
			have = "jsonl, csv and parquet"
		}
		return usagef("--format %s is of entities; %s have %s", opt.Format, opt.What, have)
	case entities && (opt.Site != "" || opt.Attributes):
		return usagef("--site and --attributes are of records; %s are of all sites, under the names of attributes", opt.What)
	}
	return nil
}

// shownAtMost bounds the entities that show prints: more are told of.
const shownAtMost = 10

func newCatalogShow() *cobra.Command {
	var f catalogFlags
	cmd := &cobra.Command{
		Use:   "show NAME",
		Short: "Print one entity with all its sources, and where they contradict each other",
		Long: `Show prints what "verde integrate" made of the records about an entity: under each
attribute what holds, with its probability and sources, and what other sources
say. NAME is a value of the entity (its title or name), its ID, or the URL of one
of its records. Where several entities match, the first 10 are printed, exit code 3
says that there are more.
` + exitHelp,
		Example: `  verde catalog show "The Amber Fjord" --run books
  verde catalog show http://a.example/b/42 --run books --json | jq .claims`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usagef("show needs the name of an entity; see %s --help", cmd.CommandPath())
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			c, err := f.open(cmd)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, c.Close()) }()
			found, all, err := c.Show(cmd.Context(), args[0], shownAtMost)
			if err != nil {
				return err
			}
			if all == 0 {
				return f.unknown(cmd, c, args[0])
			}
			for i := range found {
				if on(cmd.Flags(), "json") {
					err = writeReport(cmd, "-", found[i])
				} else {
					tellEntity(cmd, &found[i])
				}
				if err != nil {
					return err
				}
			}
			if all > len(found) {
				return &incompleteError{fmt.Sprintf("%d entities are called so, the first %d are shown", all, len(found))}
			}
			return nil
		},
	}
	f.add(cmd, readThere)
	return cmd
}

// toldNearest bounds the names that are told in place of one that there is not.
const toldNearest = 5

// unknown tells that no entity is called so, and which have the words of the name, or the
// longest of these that any has.
func (f *catalogFlags) unknown(cmd *cobra.Command, c *catalog.Catalog, name string) error {
	attributes, err := c.EntityAttributes(cmd.Context())
	if err != nil {
		return err
	}
	if len(attributes) == 0 {
		return fmt.Errorf("no entity is in %s; verde integrate --run makes entities of records", f.run)
	}
	words := strings.Fields(name)
	slices.SortStableFunc(words, func(x, y string) int { return cmp.Compare(len(y), len(x)) })
	for _, text := range append([]string{name}, words...) {
		if values.Fold(text) == "" { // no word, which all have
			continue
		}
		found, err := c.Browse(cmd.Context(), catalog.Browse{Text: text, Columns: []string{attributes[0].Name}, Limit: toldNearest})
		if err != nil {
			return err
		}
		var names []string
		for _, row := range found.Rows {
			names = append(names, printable(cmp.Or(strings.Join(row.Values[attributes[0].Name], record.Between), row.ID)))
		}
		if more := found.All - len(names); more > 0 {
			names = append(names, fmt.Sprintf("%d more", more))
		}
		if len(found.Rows) > 0 {
			return fmt.Errorf("no entity is called %q in %s; %q is in what is said of: %s", name, f.run, text, strings.Join(names, "; "))
		}
	}
	return fmt.Errorf("no entity is called %q in %s, nor has one a word of it", name, f.run)
}

// tellEntity prints an entity: a line for each value of an attribute, what does not
// hold in brackets.
func tellEntity(cmd *cobra.Command, s *catalog.Shown) {
	w := cmd.OutOrStdout()
	fmt.Fprintf(w, "%s: %s of %s, probability %.2f\n", s.ID, counted(len(s.URLs), "record"), counted(len(s.Sites), "site"), s.P)
	for _, u := range s.URLs {
		fmt.Fprintf(w, "  %s\n", printable(u))
	}
	claimed := make(map[string]bool)
	for _, c := range s.Claims {
		claimed[c.Attribute] = claimed[c.Attribute] || c.Chosen
	}
	for _, name := range slices.Sorted(maps.Keys(s.Values)) {
		if !claimed[name] { // a person decided it
			fmt.Fprintf(w, "%s\n  %s (no site says so: it was decided)\n", printable(name), printable(strings.Join(s.Values[name], record.Between)))
		}
	}
	for i, c := range s.Claims {
		if i == 0 || s.Claims[i-1].Attribute != c.Attribute {
			fmt.Fprintf(w, "%s\n", printable(c.Attribute))
		}
		value := c.Value
		if !c.Chosen {
			value = "[" + value + "]"
		}
		fmt.Fprintf(w, "  %.2f  %-40s %s\n", c.P, printable(value), printable(cmp.Or(c.Site, "(the list given)")))
	}
}

func newCatalogStats() *cobra.Command {
	var f catalogFlags
	cmd := &cobra.Command{
		Use:     "stats",
		Short:   "Count sources, pages, records and values",
		Long:    "Stats counts what the catalog holds, in all and per site.\n" + exitHelp,
		Example: "  verde catalog stats --run books\n  verde catalog stats --run books --json | jq .pages",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			c, err := f.open(cmd)
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
	f.add(cmd, readThere)
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
