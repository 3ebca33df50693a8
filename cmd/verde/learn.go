package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"verde"
)

func newLearn() *cobra.Command {
	var f runFlags
	var out outputFlags
	cmd := &cobra.Command{
		Use:   "learn SAMPLE_URL... --domain NAME",
		Short: "Explore the site of sample pages and learn the vertical: attributes and keywords",
		Long: `Learn finds all pages like the samples on their site, reads them into the catalog
of the run's folder, and writes the vertical: which attribute names a thing,
which others to ask with, and the entity keywords. The file is made to be read
and edited; "verde explore --vertical FILE" goes on from it. The folder also gets
vertical.json, and sources.jsonl, pages.jsonl and records.jsonl for "verde
queries". A vertical that the folder has already is kept, unless --force is given.
` + exitHelp,
		Example: `  verde learn https://books.example/b/42 --domain book -o book.json
  verde learn https://docs.example/f/abs.html --domain function --mirror docs.example=./mirror -o -`,
		Args: minArgs(1, "the URL of a page about one thing"),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if f.domain == "" {
				return usagef("--domain is missing: what is one thing called, as in --domain book?")
			}
			if err := checkSamples(args); err != nil {
				return err
			}
			if err := os.MkdirAll(f.dir, 0o755); err != nil { // -o may name a file in it
				return usagef("run folder: %w", err)
			}
			return out.with(cmd, func(o *output) (err error) {
				x, err := f.open(cmd.Context(), cmd, nil)
				if err != nil {
					return err
				}
				defer func() { err = errors.Join(err, x.close()) }()
				if err := x.mayLearn(args, out.force); err != nil {
					return err
				}
				v, err := x.Learn(cmd.Context(), args)
				if err != nil {
					return err
				}
				if err := v.Save(x.verticalFile()); err != nil {
					return err
				}
				if err := x.exports(cmd.Context()); err != nil {
					return err
				}
				x.status.close()
				tellVertical(cmd.ErrOrStderr(), v)
				if err := writeReport(cmd, f.report, v); err != nil {
					return err
				}
				return o.indented(v)
			})
		},
	}
	f.add(cmd, false)
	out.add(cmd, "vertical.json")
	return cmd
}

// tellVertical prints the tables that a person checks before going on.
func tellVertical(w io.Writer, v *verde.Vertical) {
	fmt.Fprintf(w, "%s: %d pages about one %s each\n\n%-28s %9s %9s\n", v.Site, v.Pages, v.Domain, "attribute", "coverage", "distinct")
	for _, a := range v.Attributes {
		mark := ""
		if a.Name == v.Identifier {
			mark = "  names the thing"
		}
		fmt.Fprintf(w, "%-28.28s %9.2f %9.2f%s\n", printable(a.Name), a.Coverage, a.Distinct, mark)
	}
	fmt.Fprintf(w, "\n%-28s %10s %9s %9s\n", "related word", "similarity", "lsa", "wordnet")
	for _, r := range v.Related {
		mark := ""
		for _, k := range v.Keywords {
			if k == r.Word {
				mark = "  entity keyword"
			}
		}
		fmt.Fprintf(w, "%-28.28s %10.3f %9.3f %9.3f%s\n", printable(r.Word), r.Similarity, r.LSA, r.WordNet, mark)
	}
}
