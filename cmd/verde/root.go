package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"go.yaml.in/yaml/v3"
)

const exitHelp = `
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 done but incomplete (the reasons are named),
130 stopped by Ctrl-C, 143 by SIGTERM (a second one ends it at once).`

func newRoot() *cobra.Command {
	var config string
	root := &cobra.Command{
		Use:   "verde",
		Short: "Grow a catalog of all entities of one kind from a page about one of them",
		Long: `Verde is given one page about one entity: a book, a player, a restaurant, an API
function. It finds all pages like it on that site, reads them into records,
learns the domain's words, asks search engines (or result dumps) for the same
things by name, and does the same on every site it discovers.

"verde demo" shows all of it on a small web of its own making. "verde explore"
runs everything; each stage is a command too, and stages join through JSON Lines.
` + exitHelp,
		Example: `  verde demo
  verde explore https://books.example/b/42 --domain book --engine searxng --endpoint http://localhost:8888/search
  verde expand https://books.example/b/42 -o pages.jsonl`,
		Version:       thisVersion().String(),
		SilenceErrors: true,
		SilenceUsage:  true,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			return applyConfig(cmd, config)
		},
	}
	root.SetUsageTemplate(usageTemplate(root.UsageTemplate()))
	root.SetVersionTemplate("{{.Version}}\n")
	root.CompletionOptions.HiddenDefaultCmd = true
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		if args := cmd.Flags().Args(); cmd.HasSubCommands() && len(args) > 0 {
			return cmd.Args(cmd, args) // the flag is of the command that was meant
		}
		var unknown *pflag.NotExistError
		if errors.As(err, &unknown) {
			if like := flagsLike(cmd, unknown.GetSpecifiedName()); len(like) > 0 {
				return usagef("%w; did you mean %s?; see %s --help", err, strings.Join(like, " or "), cmd.CommandPath())
			}
		}
		return usagef("%w; see %s --help", err, cmd.CommandPath())
	})
	flags := root.PersistentFlags()
	flags.StringVar(&config, "config", "", "YAML `file` with flag names as keys; flags on the command line win")
	flags.Bool("json", false, "log as JSON lines, with what is told at the end")
	flags.BoolP("quiet", "q", false, "nothing on standard error but warnings and errors")
	flags.BoolP("verbose", "v", false, "log what happens to every page")
	root.AddCommand(newDemo(), newExplore(), newRefresh(), newLearn(), newQueries(), newSearch(), newEngines(), newCluster(), newEvaluate(),
		newExpand(), newExtract(), newCatalog(), newDecide(), newArchive(), newFetch(), newIndex(), newIntegrate(), newLabel(), newServe(execute), newTrain(), newEval(), newVersion())
	root.AddCommand(newMCP(execute), newWatch(execute), newMan())
	root.AddCommand(newMigrate(), newWorker(), newRunStatus(), newCancel())
	for _, cmd := range root.Commands() {
		if slices.Contains(long, cmd.Name()) {
			measured(cmd)
		}
	}
	parent(root)
	complete(root)
	root.SetHelpCommand(newHelp())
	return root
}

// flagsLike names the flags of a command that are meant by one that there is not, as
// commands are.
func flagsLike(cmd *cobra.Command, name string) []string {
	names := &cobra.Command{SuggestionsMinimumDistance: 2}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names.AddCommand(&cobra.Command{Use: "--" + f.Name, Run: func(*cobra.Command, []string) {}})
		}
	})
	return names.SuggestionsFor("--" + name)
}

// applyConfig sets the flags that a YAML file names and the command line does
// not. Lists set a flag several times; keys of other commands are let be, keys
// of none are wrong usage.
func applyConfig(cmd *cobra.Command, path string) error {
	if path == "" {
		return nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return usagef("configuration: %w", err)
	}
	var settings map[string]any
	if err := yaml.Unmarshal(data, &settings); err != nil {
		return usagef("configuration %s: %w", path, err)
	}
	for _, key := range slices.Sorted(maps.Keys(settings)) {
		value := settings[key]
		flag := cmd.Flags().Lookup(key)
		if flag == nil {
			if !knownFlag(cmd.Root(), key) {
				return usagef("configuration %s: no command has a flag %q", path, key)
			}
			continue
		}
		if flag.Changed {
			continue
		}
		if err := cmd.Flags().SetAnnotation(key, byConfiguration, nil); err != nil {
			return err
		}
		values, ok := value.([]any)
		if !ok {
			values = []any{value}
		}
		for _, v := range values {
			if v == nil {
				return usagef("configuration %s: %s has no value", path, key)
			}
			text := fmt.Sprint(v)
			if truth, ok := truths[strings.ToLower(text)]; ok && flag.Value.Type() == "bool" {
				text = truth
			}
			if err := cmd.Flags().Set(key, text); err != nil {
				return usagef("configuration %s: %s: %w", path, key, err)
			}
		}
	}
	return nil
}

// truths are the words that YAML 1.1 has for truth values, and 1.2 has not.
var truths = map[string]string{"yes": "true", "on": "true", "no": "false", "off": "false"}

func knownFlag(cmd *cobra.Command, name string) bool {
	if cmd.Flags().Lookup(name) != nil || cmd.PersistentFlags().Lookup(name) != nil {
		return true
	}
	for _, sub := range cmd.Commands() {
		if knownFlag(sub, name) {
			return true
		}
	}
	return false
}

// execute does what a command line asks, and tells what it lost.
func execute(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	_, err := executeRoot(ctx, newRoot(), args, stdin, stdout, stderr)
	return err
}

// executeRoot gives the command that was meant, too.
func executeRoot(ctx context.Context, root *cobra.Command, args []string, stdin io.Reader, stdout, stderr io.Writer) (*cobra.Command, error) {
	root.SetArgs(args)
	root.SetIn(&input{ctx: ctx, r: stdin})
	root.SetOut(stdout)
	root.SetErr(stderr)
	lost := new(losses)
	cmd, err := root.ExecuteContextC(withLosses(ctx, lost))
	return cmd, lost.tell(toldTo(root.PersistentFlags(), stderr, slog.LevelWarn), err)
}
