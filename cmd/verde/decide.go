package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"verde"
	"verde/steering"
)

// decideFlags are the settings of decide.
type decideFlags struct {
	run        catalogFlags
	why, scope string
}

const decideHelp = `Decide keeps what you decide of a site that a run has met, in sites.decisions.jsonl in
its folder or, of a run that machines share, in their database; and the next round obeys, be it of a run that is under way:

  accept  it is read, whatever its pages look like
  refuse  it is not read, and what was read of it leaves the catalog
  doubt   the same, but it is told among the doubtful sites
  leave   it is left to the judge again

--scope chooses another part of the site that its first pages may stand for, of those
that "verde serve" shows and sources.jsonl has as "scopes"; it is read anew. Pages that were read stay in the
archive, so that no decision costs a request twice. "verde integrate --run" makes
the catalog by it at once.
`

func newDecide() *cobra.Command {
	f := new(decideFlags)
	cmd := &cobra.Command{
		Use:   "decide SITE [accept|refuse|doubt|leave]",
		Short: "Decide whether a site is a source, or how much of it is read",
		Long:  decideHelp + exitHelp,
		Example: `  verde decide blog.example refuse --run books --why "reviews only"
  verde decide shop.example accept --run books
  verde decide shop.example --scope anywhere --run books`,
		RunE: func(cmd *cobra.Command, args []string) error { return f.decide(cmd, args) },
	}
	flags := cmd.Flags()
	f.run.add(cmd, ": decide of a run there")
	flags.StringVar(&f.why, "why", "", "`reason`, for people")
	flags.StringVar(&f.scope, "scope", "", "part of the site that is read, by its name")
	return cmd
}

func (f *decideFlags) decide(cmd *cobra.Command, args []string) (err error) {
	scoped := cmd.Flags().Changed("scope")
	if len(args) == 0 || len(args) > 2 || len(args) == 1 && !scoped {
		return usagef("decide needs a site, and accept, refuse, doubt, leave or --scope; see %s --help", cmd.CommandPath())
	}
	in, err := f.run.decisions(cmd)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, in.close()) }()
	err = steering.ChangeSite(cmd.Context(), in.lists, args[0], func(d *steering.Site) error {
		if len(args) == 2 {
			d.Put(args[1])
		}
		if scoped {
			d.Scope = f.scope
		}
		if cmd.Flags().Changed("why") {
			d.Why = f.why
		}
		if err := verde.CheckDecision(cmd.Context(), in.catalog, *d); err != nil {
			return usagef("decide: %w", err)
		}
		return nil
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(notes(cmd), "kept in %s; it holds from the next round on, or from verde integrate --run %s\n", in.in(steering.SitesFile), f.run.run)
	return nil
}
