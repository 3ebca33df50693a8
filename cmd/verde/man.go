package main

import (
	"fmt"
	"os"
	"strconv"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

func newMan() *cobra.Command {
	return &cobra.Command{
		Use:    "man DIR",
		Short:  "Write the manual pages of all commands into a folder",
		Hidden: true, // whoever packs the program uses it
		Long: `Man writes a manual page for each command into a folder, which it makes if need be.
Their date is that of SOURCE_DATE_EPOCH, in seconds since 1970, or today's.
` + exitHelp,
		Example: "  verde man man1 && man -l man1/verde-expand.1",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usagef("man needs a folder; see %s --help", cmd.CommandPath())
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			date := time.Now().UTC()
			if text := os.Getenv("SOURCE_DATE_EPOCH"); text != "" {
				seconds, err := strconv.ParseInt(text, 10, 64)
				if err != nil {
					return usagef("SOURCE_DATE_EPOCH: %w", err)
				}
				date = time.Unix(seconds, 0).UTC()
			}
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return usagef("man: %w", err)
			}
			root := cmd.Root()
			root.DisableAutoGenTag = true // it has today's date
			if err := doc.GenManTree(root, &doc.GenManHeader{Section: "1", Source: "VerDE", Manual: "VerDE", Date: &date}, args[0]); err != nil {
				return fmt.Errorf("writing manual pages: %w", err)
			}
			return nil
		},
	}
}
