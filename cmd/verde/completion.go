package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"verde/extract"
	"verde/page"
	"verde/search/service"
	"verde/siteexpand"
	"verde/siteexpand/methods"
)

// choices are the values that a flag takes, by command and name, or by the name alone
// for all other commands that have the flag.
func choices() map[string][]string {
	return map[string][]string{
		"render":                      modeNames(),
		"method":                      methods.Names(),
		"scope":                       siteexpand.ScopeNames(),
		"notation":                    {page.TagAttr.String(), "tag", "tag+attr+value"},
		"same":                        {"auto", "work", "edition"},
		"verde extract method":        {extract.MethodVerDE, "dca"},
		"verde eval extract method":   {extract.MethodVerDE, "dca"},
		"verde extract format":        {"jsonl", "values"},
		"verde queries format":        {"jsonl", "csv", "text"},
		"verde catalog export format": {"jsonl", "csv", "values", "parquet", "jsonld", "html"},
		"verde catalog export what":   {"records", "pages", "sources", "changes", "entities", "claims"},
		"verde catalog diff format":   {"jsonl", "csv"},
		"verde integrate decide":      {"same", "different", "column", "value"},
	}
}

// ofRuns are the commands whose arguments are folders of runs.
var ofRuns = []string{"verde serve", "verde watch"}

// complete has shells offer the values of flags: those that there are, folders where a
// folder is asked for, files where a file is, and nothing for what can't be guessed.
func complete(root *cobra.Command) {
	values := choices()
	eachCommand(root, func(cmd *cobra.Command) {
		path := cmd.CommandPath()
		if slices.Contains(ofRuns, path) {
			cmd.ValidArgsFunction = folders
		}
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			offer := offered(f, values[path+" "+f.Name], values[f.Name])
			if offer == nil {
				return
			}
			if err := cmd.RegisterFlagCompletionFunc(f.Name, offer); err != nil {
				panic(err) // a flag was offered twice
			}
		})
	})
}

// offered is what shells offer for a flag, nil for files, as they do by themselves.
func offered(f *pflag.Flag, lists ...[]string) cobra.CompletionFunc {
	for _, list := range lists {
		if list != nil {
			return cobra.FixedCompletions(list, cobra.ShellCompDirectiveNoFileComp)
		}
	}
	switch kind, _ := pflag.UnquoteUsage(f); {
	case f.Value.Type() == "bool", kind == "file", strings.Contains(kind, "DIR"):
		return nil
	case kind == "folder":
		return folders
	case kind == "NAME|FILE.yaml":
		return engineNames
	}
	return cobra.NoFileCompletions
}

// engineNames offers the services that ship, with what they cost, and files where one is
// begun.
func engineNames(_ *cobra.Command, _ []string, begun string) ([]string, cobra.ShellCompDirective) {
	if isServiceFile(begun) {
		return []string{"yaml", "yml"}, cobra.ShellCompDirectiveFilterFileExt
	}
	return serviceNames(), cobra.ShellCompDirectiveNoFileComp
}

func serviceNames() []string {
	names := service.Names()
	for i, name := range names {
		if s, err := service.Shipped(name); err == nil && s.Paid {
			names[i] = cobra.CompletionWithDesc(name, "paid")
		}
	}
	return names
}

func folders(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}

// eachCommand visits a command and all below it.
func eachCommand(cmd *cobra.Command, visit func(*cobra.Command)) {
	visit(cmd)
	for _, sub := range cmd.Commands() {
		eachCommand(sub, visit)
	}
}
