// Command verde grows a catalog of all entities of one type from a page about
// one of them. See the README, or run it with --help.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"verde/vertical"
)

// The exit codes, as every command's help documents them; see [stopped.code], too.
const (
	exitDone       = 0
	exitFailed     = 1
	exitUsage      = 2
	exitIncomplete = 3
)

func main() {
	os.Exit(runUntilSignal())
}

// runUntilSignal is the program as a process runs it.
func runUntilSignal() int {
	ctx, release := untilSignal(context.Background())
	defer release()
	return run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
}

// run is the whole program as a function, so that tests can call it.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root := newRoot()
	cmd, err := executeRoot(ctx, root, args, stdin, stdout, stderr)
	say := func(format string, args ...any) {
		if on(root.PersistentFlags(), "json") {
			fmt.Fprintf(toldTo(root.PersistentFlags(), stderr, slog.LevelError), format+"\n", args...)
			return
		}
		fmt.Fprintf(stderr, "verde: "+format+"\n", args...)
	}
	if s, ok := context.Cause(ctx).(*stopped); ok && err != nil {
		say("%s", tellStopped(cmd, err))
		return s.code()
	}
	var usage *usageError
	var unfit *vertical.Error
	switch {
	case err == nil:
		return exitDone
	case isIncomplete(err):
		say("incomplete: %s", oneLine(err))
		return exitIncomplete
	case errors.As(err, &usage), errors.As(err, &unfit), errors.Is(err, fs.ErrNotExist): // commands make what they write; what is not there was named
		say("%s", oneLine(err))
		return exitUsage
	default:
		say("%s%s", oneLine(err), remedy(err))
		return exitFailed
	}
}

// resumed are the commands that keep what they have done wherever they are told to.
var resumed = []string{"verde explore", "verde demo", "verde learn", "verde refresh", "verde watch", "verde worker", "verde archive import", "verde eval expand"}

// servers are those that run others, which go on when they are asked to.
var servers = []string{"verde serve", "verde mcp"}

// archiving are those that keep the pages that they fetch in a folder, if one is named.
var archiving = []string{"verde expand", "verde evaluate", "verde fetch"}

// tellStopped says what has become of a command that a signal has ended.
func tellStopped(cmd *cobra.Command, err error) string {
	if errors.Is(err, context.Canceled) {
		archive, _ := cmd.Flags().GetString("archive")
		switch path := cmd.CommandPath(); {
		case slices.Contains(servers, path):
			return "stopped; runs that were under way are paused"
		case slices.Contains(resumed, path):
			return "stopped; the same command goes on from here"
		case !slices.Contains(archiving, path):
			return "stopped; the same command begins anew"
		case archive != "":
			return fmt.Sprintf("stopped; the same command goes on from here, with the pages in %s", printable(archive))
		}
		return "stopped; the same command begins anew: --archive FOLDER keeps what is fetched"
	}
	return "stopped: " + oneLine(err) // what was kept, or failed on the way out
}
