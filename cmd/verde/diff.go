package main

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"verde/catalog"
)

func newCatalogDiff() *cobra.Command {
	var out outputFlags
	var f catalogFlags
	var format, since, until string
	var formulas bool
	cmd := &cobra.Command{
		Use:   "diff --since DATE",
		Short: "Tell which entities and values are new, changed or gone between two dates",
		Long: `Diff compares the entities of two dates, as "verde integrate" and explore made them.
It writes a line for each entity that is new or gone, with its values, and for
each value that is new, changed or gone of an entity that was there at both dates:

  {"entity", "name", "change": "new" | "changed" | "gone", "attribute", "before", "after", "into", "values"}

"into" is the entity that has taken over the records of one that is gone. DATE is a day,
from its beginning (--since) or to its end (--until) in UTC, or a time as in
2026-01-02T15:04:05Z. Before the first integration there were no entities.
` + exitHelp,
		Example: `  verde catalog diff --run books --since 2026-01-01
  verde catalog diff --run books --since 2026-01-01 --until 2026-01-31 --format csv -o january.csv
  verde catalog diff --run books --since 2026-01-01 | jq -r 'select(.change == "new") | .name'`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			from, to, err := period(since, until)
			if err != nil {
				return err
			}
			if !slices.Contains([]string{"jsonl", "csv"}, format) {
				return usagef("--format %q: there are jsonl and csv", format)
			}
			c, err := f.open(cmd)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, c.Close()) }()
			if _, ok, err := c.Integrated(cmd.Context()); err != nil {
				return err
			} else if !ok {
				return fmt.Errorf("%s has no entities yet: verde integrate --run makes them of records", f.run)
			}
			all, err := c.EntityDifferences(cmd.Context(), from, to)
			if err != nil {
				return err
			}
			return out.with(cmd, func(o *output) error { return catalog.WriteDifferences(o.w, format, all, formulas) })
		},
	}
	out.add(cmd, "-")
	flags := cmd.Flags()
	f.add(cmd, readThere)
	flags.StringVar(&since, "since", "", "`date` to compare with")
	flags.StringVar(&until, "until", "", "later `date` (default now)")
	flags.StringVar(&format, "format", "jsonl", "jsonl or csv")
	flags.BoolVar(&formulas, "formulas", false, "leave CSV cells that look like formulas as they are")
	return cmd
}

// period reads two dates, of which the second may be left out.
func period(since, until string) (from, to time.Time, err error) {
	if since == "" {
		return from, to, usagef("diff needs --since, a date as in 2026-01-02")
	}
	if from, err = moment(since, 0); err != nil {
		return from, to, usagef("--since: %w", err)
	}
	if to = time.Now(); until != "" {
		if to, err = moment(until, 1); err != nil {
			return from, to, usagef("--until: %w", err)
		}
	}
	if to.Before(from) {
		return from, to, usagef("--until %s is before --since %s", until, since)
	}
	return from, to, nil
}

// moment reads a time, or a day: the moment before it begins, with a number of days
// added.
func moment(text string, days int) (time.Time, error) {
	if day, err := time.Parse(time.DateOnly, text); err == nil {
		return day.AddDate(0, 0, days).Add(-time.Nanosecond), nil
	}
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return t, fmt.Errorf("%q is neither a day as 2026-01-02 nor a time as 2026-01-02T15:04:05Z", text)
	}
	return t, nil
}
