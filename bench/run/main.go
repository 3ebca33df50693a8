// Command run measures, and makes bench/RESULTS.md and the pages of bench/results of what was measured.
//
//	go run ./bench/run                       # what there is, of which code, and what each takes
//	go run ./bench/run expand extract        # measure these
//	go run ./bench/run results               # nothing, but RESULTS.md anew
//
// See --help.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"verde/bench/archives"
	"verde/bench/dump"
	"verde/bench/extract"
	"verde/bench/fetch"
	"verde/bench/stores"
	"verde/bench/table"
)

// errIncomplete is for exit code 3: something could not be measured, or may be older than it is said to be.
var errIncomplete = errors.New("not everything was measured of code that this history knows")

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := command().ExecuteContext(ctx)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(exitCode(err))
	}
}

// errUsage is for exit code 2: the command line asks for what there is not.
var errUsage = errors.New("see --help")

// exitCode says in one number how it ended. What failed counts more than what was
// left out.
func exitCode(err error) int {
	var failed, left, usage bool
	for _, e := range parts(err) {
		switch {
		case errors.Is(e, errUsage):
			usage = true
		case errors.Is(e, errIncomplete):
			left = true
		default:
			failed = true
		}
	}
	switch {
	case usage:
		return 2
	case failed:
		return 1
	case left:
		return 3
	}
	return 0
}

// parts are the errors that were joined to one.
func parts(err error) []error {
	if err == nil {
		return nil
	}
	if joined, ok := err.(interface{ Unwrap() []error }); ok && !errors.Is(err, errUsage) {
		return joined.Unwrap()
	}
	return []error{err}
}

// flags are what the command line says.
type flags struct {
	again      bool
	only, work string
}

func command() *cobra.Command {
	var f flags
	cmd := &cobra.Command{
		Use:   "run [TABLE...]",
		Short: "Measure, and make bench/RESULTS.md of what was measured",
		Long: `Run measures the tables of bench/results, keeps each row in bench/rows/TABLE.jsonl as
soon as it has it, and makes bench/RESULTS.md and its pages anew. Without arguments it lists the
tables. A name stands for all tables that begin with it: "expand" for
expand-types and the others; "all" for all, "results" for none.

A row says the commit that last changed the packages that it measures. What was
measured of today's code is not measured again, so that a run that was broken off
goes on; --again does. Rows whose packages have changed since are marked.

What is not part of the repository is named by environment variables. A table
that lacks one is left out, and told: exit code 3.

` + needs() + `
The clock tells little on a machine that does other things too.

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 something was left out, or rows
are of commits that this history lacks.`,
		Example: `  go run ./bench/run
  VERDE_CORPORA=/data/corpora VERDE_SITES=/data/sites go run ./bench/run expand-types extract
  VERDE_CORPORA=/data/corpora VERDE_WEBBOX=/data/webbox go run ./bench/run verticals --only book`,
		SilenceUsage: true, SilenceErrors: true, CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			b, err := open(f, cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			if len(args) == 0 {
				return b.list(cmd.OutOrStdout())
			}
			chosen, err := choose(args)
			if err != nil {
				return err
			}
			return b.run(cmd.Context(), chosen)
		},
	}
	cmd.Flags().BoolVar(&f.again, "again", false, "measure also what was measured of this code")
	cmd.Flags().StringVar(&f.only, "only", "", "measure only rows of which a figure of the key contains `text`; tables with few rows measure all")
	cmd.Flags().StringVar(&f.work, "work", filepath.Join(os.TempDir(), "verde-bench"), "`folder` for what is made on the way")
	cmd.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return fmt.Errorf("%w; %w", err, errUsage) })
	cmd.AddCommand(processes(), extract.Pages())
	return cmd
}

// needs lists the environment variables.
func needs() string {
	var b strings.Builder
	for _, n := range []table.Need{table.Corpora, table.Sites, table.Webbox, table.Templates, table.Nginx, table.Python, stores.Database} {
		fmt.Fprintf(&b, "  %-22s %s\n", n.Variable, n.What)
	}
	return b.String()
}

// processes are what the program is when it measures itself from outside.
func processes() *cobra.Command {
	return &cobra.Command{
		Use: "as PROCESS", Hidden: true, Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch name := args[0]; {
			case name == "crawler" && len(args) == 3:
				return fetch.Crawl(cmd.Context(), args[1], args[2])
			case name == "server":
				return fetch.Serve(cmd.Context())
			case name == "archive" && len(args) == 3:
				return archives.Process(cmd.Context(), args[1], args[2])
			case dump.Readers[name] != nil:
				return dump.Readers[name]()
			default:
				return fmt.Errorf("no process %q", args)
			}
		},
	}
}

// choose finds the tables that names stand for, each once.
func choose(names []string) ([]*table.Table, error) {
	var out []*table.Table
	for _, name := range names {
		found := name == "results"
		for _, t := range tables() {
			if name == "all" || t.Name == name || strings.HasPrefix(t.Name, name+"-") {
				found = true
				if !slices.ContainsFunc(out, func(o *table.Table) bool { return o.Name == t.Name }) {
					out = append(out, t)
				}
			}
		}
		if !found {
			return nil, fmt.Errorf("no table %q, without arguments the tables are listed; %w", name, errUsage)
		}
	}
	return out, nil
}

// bench is the folder with the rows and what is made of them.
type bench struct {
	flags
	code  *table.Code
	dir   string
	store table.Store
	tell  io.Writer

	program string // verde, once it is built
}

// open finds the repository that the program is run in.
func open(f flags, tell io.Writer) (*bench, error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		return nil, fmt.Errorf("no repository here: %w", err)
	}
	root := strings.TrimSpace(string(out))
	dir := filepath.Join(root, "bench")
	return &bench{flags: f, code: &table.Code{Root: root}, dir: dir, store: table.Store(filepath.Join(dir, "rows")), tell: tell}, nil
}

// run measures tables, and makes the results anew, also when it is broken off.
func (b *bench) run(ctx context.Context, chosen []*table.Table) error {
	var errs []error
	for _, t := range chosen {
		if missing := t.Missing(); len(missing) > 0 {
			fmt.Fprintf(b.tell, "%s: left out, since it needs %s\n", t.Name, strings.Join(missing, " and "))
			errs = append(errs, errIncomplete)
			continue
		}
		if err := b.measure(ctx, t); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", t.Name, err))
		}
		if ctx.Err() != nil {
			break
		}
	}
	return errors.Join(append(errs, b.results())...)
}

func (b *bench) measure(ctx context.Context, t *table.Table) error {
	r := &table.Run{Table: t, Store: b.store, Code: b.code, Tell: b.tell, Again: b.again, Only: b.only, Program: b.verde}
	if err := r.Begin(b.work); err != nil {
		return err
	}
	return r.Measure(ctx)
}

// verde builds the program that is measured.
func (b *bench) verde(ctx context.Context) (string, error) {
	if b.program != "" {
		return b.program, nil
	}
	program, err := filepath.Abs(filepath.Join(b.work, "verde"))
	if err != nil {
		return "", err
	}
	cmd := exec.CommandContext(ctx, "go", "build", "-o", program, "./cmd/verde")
	cmd.Dir = b.code.Root
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building verde: %w: %s", err, out)
	}
	b.program = program
	return program, nil
}

// list says what tables there are.
func (b *bench) list(w io.Writer) error {
	ages, err := table.ReadAges(filepath.Join(b.dir, "ages.json"))
	if err != nil {
		return err
	}
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "TABLE\tROWS\tOLDER\tMINUTES\tWHAT\tLACKS")
	for _, t := range tables() {
		rows, err := b.store.Read(t.Name)
		if err != nil {
			return err
		}
		older := 0
		for _, r := range rows {
			if ages.Older(t.Name, r) {
				older++
			}
		}
		var lacks []string
		for _, m := range t.Missing() {
			name, _, _ := strings.Cut(m, " ")
			lacks = append(lacks, name)
		}
		fmt.Fprintf(out, "%s\t%d\t%d\t%d\t%s\t%s\n", t.Name, len(rows), older, t.Minutes, t.About, strings.Join(lacks, " "))
	}
	return out.Flush()
}
