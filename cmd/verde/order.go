package main

import (
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"verde/runs"
)

// wordless are flags that say nothing of what a run is asked, those of servers of runs
// included.
var wordless = []string{"run", "config", "json", "quiet", "verbose", "runs", "max-runs", "archive", "metrics", "pprof", "database", "detach", "priority"}

// orderOf is what a command was asked, as it can be asked from any folder.
func orderOf(cmd *cobra.Command, args []string) (runs.Order, error) {
	o := runs.Order{Began: time.Now()}
	var err error
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if err != nil || slices.Contains(wordless, f.Name) {
			return
		}
		texts := []string{f.Value.String()}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			texts = list.GetSlice()
		}
		for _, text := range texts {
			if text, err = anywhere(f, text); err != nil {
				return
			}
			o.Args = append(o.Args, "--"+f.Name+"="+text)
		}
	})
	if len(args) > 0 {
		o.Args = slices.Concat(o.Args, []string{"--"}, args)
	}
	return o, err
}

// anywhere makes a path absolute that is the value of a flag, as its usage tells.
func anywhere(f *pflag.Flag, text string) (string, error) {
	before, kind := "", ""
	switch kind, _ = pflag.UnquoteUsage(f); kind {
	case "file", "folder":
	case "ADDRESS", "ADDRESS|FILE": // or a file
		if isAddress(text) {
			return text, nil
		}
	case "NAME|FILE.yaml":
		if !isServiceFile(text) {
			return text, nil
		}
	case "HOST[/PREFIX]=DIR":
		host, dir, ok := strings.Cut(text, "=")
		if !ok {
			return text, nil
		}
		before, text = host+"=", dir
	default:
		return text, nil
	}
	if text == "" || text == "-" {
		return before + text, nil
	}
	path, err := filepath.Abs(text)
	return before + path, err
}
