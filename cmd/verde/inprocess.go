package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"verde/runs"
)

// executor does what a command line asks, within this process: execute, which stands above
// the commands, as it knows all of them. Those that have others run are given it.
type executor func(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error

type taskKey struct{}

// taskOf is the task of a command that runs within another one's process, nil for a
// command by itself.
func taskOf(cmd *cobra.Command) *runs.Task {
	t, _ := cmd.Context().Value(taskKey{}).(*runs.Task)
	return t
}

// work is "verde explore" as servers of this program run it, within their process.
func (execute executor) work(ctx context.Context, t runs.Task) runs.Outcome {
	args := slices.Concat([]string{"explore", "--run=" + t.Folder}, t.Args)
	err := execute(context.WithValue(ctx, taskKey{}, &t), args, strings.NewReader(""), t.Log, t.Log)
	switch {
	case err == nil:
		return runs.Outcome{}
	case isIncomplete(err):
		return runs.Outcome{Lacks: oneLine(err)}
	case ctx.Err() == nil:
		err = fmt.Errorf("%s%s", oneLine(err), remedy(err))
	}
	return runs.Outcome{Err: err}
}

// workIn is [executor.work] that tells the metrics of a command.
func (execute executor) workIn(ctx context.Context) runs.Work {
	m := metricsOf(ctx)
	return func(ctx context.Context, t runs.Task) runs.Outcome {
		return execute.work(context.WithValue(ctx, metricsKey{}, m), t)
	}
}
