package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// parent makes a command of one that has commands below it and does nothing by
// itself but show them: what it does not know is wrong usage, with what is like
// it.
func parent(cmd *cobra.Command) {
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		text := fmt.Sprintf("unknown command %q", strings.Join(append(strings.Fields(cmd.CommandPath())[1:], args[0]), " "))
		if like := cmd.SuggestionsFor(args[0]); len(like) > 0 {
			text += "; did you mean " + strings.Join(like, " or ") + "?"
		}
		return usagef("%s; see %s --help", text, cmd.CommandPath())
	}
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	cmd.SuggestionsMinimumDistance = 2
}

// newHelp is cobra's help command, but that a command that is not there is wrong
// usage.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Tell about a command",
		RunE: func(cmd *cobra.Command, args []string) error {
			about, rest, err := cmd.Root().Find(args)
			if err != nil {
				return usagef("%w", err)
			}
			if about.HasSubCommands() && len(rest) > 0 {
				return about.Args(about, rest)
			}
			about.InitDefaultHelpFlag() // shown with the others
			return about.Help()
		},
	}
}
