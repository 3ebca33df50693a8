package main

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

var flagLine = regexp.MustCompile(`(?m)^ +(?:-\w, )?--([a-z0-9-]+)`)

// TestFlagGroups checks that a command's help shows each of its flags once, and
// that every name in the tables of groups is a flag that one of them shows.
func TestFlagGroups(t *testing.T) {
	t.Parallel()
	unused := map[string]bool{}
	for _, g := range flagGroups {
		for _, name := range g.flags {
			if unused[name] {
				t.Errorf("--%s is in two groups", name)
			}
			unused[name] = true
		}
	}
	for _, name := range mattering {
		unused[name] = true
	}
	grouped := 0
	eachCommand(newRoot(), func(cmd *cobra.Command) {
		cmd.InitDefaultHelpFlag()
		var want []string
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden {
				want = append(want, f.Name)
			}
		})
		text := flagUsages(cmd)
		var got []string
		for _, m := range flagLine.FindAllStringSubmatch(text, -1) {
			got = append(got, m[1])
			if len(want) > maxPlain {
				delete(unused, m[1])
			}
		}
		slices.Sort(got)
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s: flags (-want +got):\n%s", cmd.CommandPath(), d)
		}
		if many := strings.HasPrefix(text, "The flags that matter most:\n"); many != (len(want) > maxPlain) {
			t.Errorf("%s: %d flags, in groups %v", cmd.CommandPath(), len(want), many)
		} else if many {
			grouped++
		}
		if usage := cmd.UsageString(); !strings.Contains(usage, text) {
			t.Errorf("%s: its usage lacks its flags", cmd.CommandPath())
		}
	})
	if len(unused) > 0 || grouped == 0 {
		t.Errorf("%d commands have groups; no flags: %v", grouped, unused)
	}
}

// TestREADMEFlags checks that the README names flags that there are, and tells of
// explore's weightiest in their order.
func TestREADMEFlags(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("../../docs/exploring.md")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	var first []string
	eachCommand(newRoot(), func(cmd *cobra.Command) {
		cmd.InitDefaultHelpFlag()
		cmd.InitDefaultVersionFlag()
		for _, flags := range []*pflag.FlagSet{cmd.LocalFlags(), cmd.PersistentFlags()} {
			flags.VisitAll(func(f *pflag.Flag) { known[f.Name] = true })
		}
		if cmd.Name() == "explore" {
			top, _, _ := strings.Cut(flagUsages(cmd), "\n\n")
			for _, m := range flagLine.FindAllStringSubmatch(top, -1) {
				first = append(first, m[1])
			}
		}
	})
	named := regexp.MustCompile("[ (`]--([a-z][a-z0-9-]*)").FindAllStringSubmatch(string(data), -1)
	if len(named) == 0 {
		t.Error("no flags are named")
	}
	for _, m := range named {
		if !known[m[1]] {
			t.Errorf("--%s is no flag of any command", m[1])
		}
	}
	var rows []string
	for _, m := range regexp.MustCompile("(?m)^\\| `--([a-z-]+)").FindAllStringSubmatch(string(data), -1) {
		rows = append(rows, m[1])
	}
	if len(first) != maxFirst {
		t.Errorf("explore shows %d flags first", len(first))
	}
	if d := cmp.Diff(first, rows); d != "" {
		t.Errorf("table of explore's flags (-help +README):\n%s", d)
	}
}
