package main

import (
	"fmt"
	"os"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"verde/search/service"
)

func newEngines() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "engines [NAME]",
		Short: "List the search engines that can be asked, or print the file that describes one",
		Long: `Engines lists the search engines that --engine knows by name: whether their calls are
paid, which variables of the environment they take their keys from and whether those are
set, and whether they need an --endpoint, since everyone has their own.

With a name it prints the file that describes the engine: how it is asked, and where its
answer has what. Save it under another name and change it, and --engine takes that.
` + exitHelp,
		Example: `  verde engines
  verde engines elasticsearch > mine.yaml
  verde search queries.jsonl --engine ./mine.yaml --endpoint http://localhost:9200/library -o results.jsonl`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usagef("engines takes one name")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return listEngines(cmd)
			}
			s, err := openService(args[0])
			if err != nil {
				return err
			}
			_, err = cmd.OutOrStdout().Write(s.Source())
			return err
		},
		ValidArgsFunction: engineNames,
	}
	return cmd
}

// listEngines writes a line for each engine that ships.
func listEngines(cmd *cobra.Command) error {
	w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "NAME\tPAID\tENDPOINT\tKEYS")
	for _, name := range service.Names() {
		s, err := service.Shipped(name)
		if err != nil {
			return err
		}
		paid, endpoint := "no", "its own"
		if s.Paid {
			paid = "yes"
		}
		if s.Endpoint == "" {
			endpoint = "needed, as " + s.Example
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", s.Name, paid, endpoint, keysOf(s))
	}
	return w.Flush()
}

// keysOf tells of a service's keys which are set; what they are is nobody's business.
func keysOf(s *service.Service) string {
	var out []string
	for i, v := range s.Variables() {
		state := "not set"
		if os.Getenv(v) != "" {
			state = "set"
		}
		if i >= len(s.Keys) {
			state += ", optional"
		}
		out = append(out, v+" ("+state+")")
	}
	return strings.Join(out, ", ")
}
