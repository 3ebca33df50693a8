package main

import (
	"errors"
	"fmt"
	"iter"
	"os"

	"github.com/spf13/cobra"

	"verde/page"
	"verde/progress"
	"verde/search/index"
)

func newIndex() *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "index DIR|FILE|WARC|-... -o FOLDER",
		Short: "Make a full-text index of local pages, for --corpus",
		Long: `Index reads pages of folders, files and WARC archives and makes a full-text index
in a new folder. "--corpus FOLDER" then answers queries from it. Until the index is
whole the folder is named FOLDER.partial; what a run that was killed has left
there is thrown away by the next one.

` + inputHelp + exitHelp,
		Example: `  verde index crawl.warc.gz mirror/ -o corpus.index
  verde search queries.jsonl --corpus corpus.index -o results.jsonl`,
		Args: minArgs(1, "a folder, file or WARC archive of pages, or - for standard input"),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if out == "" {
				return usagef("-o is missing: name the folder of the index")
			}
			if _, err := os.Stat(out); err == nil {
				return usagef("output %s exists: choose another name, or remove it", out)
			}
			in, err := openInput(cmd, "pages", args)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, in.close()) }()
			x, err := buildIndex(cmd, out, in.pages())
			if err != nil {
				return err
			}
			stats := x.Stats
			if err := x.Close(); err != nil {
				return err
			}
			if stats.Leftover {
				fmt.Fprintf(notes(cmd), "%s, which an earlier run that was stopped had left, is replaced\n", index.Partial(out))
			}
			fmt.Fprintf(notes(cmd), "%s: %s indexed, %d skipped\n", out, counted(stats.Pages, "page"), stats.Skipped)
			if stats.Pages == 0 {
				return errors.Join(errors.New("no page could be read"), os.RemoveAll(out))
			}
			return nil
		},
	}
	cmd.Flags().StringVarP(&out, "output", "o", "", "`folder` to make")
	return cmd
}

// buildIndex makes an index of pages, in a new folder or for this run alone if
// that is "", and shows how it gets on.
func buildIndex(cmd *cobra.Command, folder string, pages iter.Seq2[*page.Page, error]) (*index.Index, error) {
	s := newStatus(cmd)
	defer s.close()
	return index.Build(cmd.Context(), folder, func(yield func(*page.Page, error) bool) {
		read := 0
		for p, err := range loggedPages(newLog(cmd, s), pages) {
			read++
			s.tell(progress.Event{Phase: progress.Indexing, Done: read})
			if !yield(p, err) {
				return
			}
		}
	})
}
