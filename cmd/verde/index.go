package main

import (
	"errors"
	"fmt"
	"os"
	"sync/atomic"

	"github.com/spf13/cobra"

	"verde/page"
	"verde/progress"
	"verde/search/index"
)

func newIndex() *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "index DIR|WARC... -o FOLDER",
		Short: "Make a full-text index of local pages, for --corpus",
		Long: `Index reads pages of folders, files and WARC archives and makes a full-text index
in a new folder. "--corpus FOLDER" then answers queries from it. Until the index is
whole the folder is named FOLDER.partial; what a run that was killed has left
there is thrown away by the next one.
` + exitHelp,
		Example: `  verde index crawl.warc.gz mirror/ -o corpus.index
  verde search queries.jsonl --corpus corpus.index -o results.jsonl`,
		Args: minArgs(1, "a folder, file or WARC archive of pages"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if out == "" {
				return usagef("-o is missing: name the folder of the index")
			}
			if _, err := os.Stat(out); err == nil {
				return usagef("output %s exists: choose another name, or remove it", out)
			}
			for _, path := range args {
				if _, err := os.Stat(path); err != nil {
					return usagef("pages: %w", err)
				}
			}
			var read atomic.Int64
			s := newStatus(cmd)
			defer s.close()
			x, err := index.Build(cmd.Context(), out, func(yield func(*page.Page, error) bool) {
				for p, err := range loggedPages(newLog(cmd, s), lossesOf(cmd).pages(args)) {
					s.tell(progress.Event{Phase: progress.Indexing, Done: int(read.Add(1))})
					if !yield(p, err) {
						return
					}
				}
			})
			if err != nil {
				return err
			}
			stats := x.Stats
			if err := x.Close(); err != nil {
				return err
			}
			s.close()
			if stats.Leftover {
				fmt.Fprintf(cmd.ErrOrStderr(), "%s, which an earlier run that was stopped had left, is replaced\n", index.Partial(out))
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "%s: %d pages indexed, %d skipped\n", out, stats.Pages, stats.Skipped)
			if stats.Pages == 0 {
				return errors.Join(errors.New("no page could be read"), os.RemoveAll(out))
			}
			return nil
		},
	}
	cmd.Flags().StringVarP(&out, "output", "o", "", "`folder` to make")
	return cmd
}
