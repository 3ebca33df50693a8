package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"verde/fetch"
)

func newArchive() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "archive",
		Short: "Hand on what a run has fetched, or take in what others have",
		Long: `Archive works on the archive of a run: WARC 1.1 files with a CDXJ index beside
each. "export" makes one WACZ package of it, which replay tools open; "import"
takes in WARC files and WACZ packages of any crawler.
` + exitHelp,
	}
	cmd.AddCommand(newArchiveExport(), newArchiveImport())
	parent(cmd)
	return cmd
}

// archiveFlags name an archive's folder.
type archiveFlags struct{ run, archive string }

func (f *archiveFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.run, "run", "verde-run", "run's `folder`")
	cmd.Flags().StringVar(&f.archive, "archive", "", "`folder` of an archive that is not in a run's folder, as fetch makes them")
}

func (f *archiveFlags) dir() string {
	if f.archive != "" {
		return f.archive
	}
	return filepath.Join(f.run, "archive")
}

func newArchiveExport() *cobra.Command {
	var f archiveFlags
	var out outputFlags
	var title string
	cmd := &cobra.Command{
		Use:   "export",
		Short: "Write an archive as one WACZ package",
		Long: `Export writes the WARC files of a run, one index of them and the list of their
pages as a WACZ 1.1.1 package. Records are checked; damaged ones are left out and
told, which is a 3. No run may be using the archive meanwhile.
` + exitHelp,
		Example: `  verde archive export --run books -o books.wacz
  verde archive export --archive verde-archive -o - | ssh host 'cat > pages.wacz'`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			dir := f.dir()
			if _, err := os.Stat(dir); err != nil {
				return usagef("there is no archive in %s: name a run's folder with --run, or the archive's with --archive", dir)
			}
			if out.path == "-" && isTerminal(cmd.OutOrStdout()) {
				return usagef("a package is nothing for a terminal: name a file with -o")
			}
			if title == "" {
				abs, err := filepath.Abs(dir)
				if err != nil {
					return err
				}
				title = filepath.Base(abs)
				if f.archive == "" {
					title = filepath.Base(filepath.Dir(abs))
				}
			}
			return out.with(cmd, func(o *output) error {
				done, err := fetch.ExportWACZ(dir, o.w, title, time.Now())
				lossesOf(cmd).add(done.Repairs...)
				if err == nil {
					fmt.Fprintf(cmd.ErrOrStderr(), "%s: %d WARC files, %d pages\n", out.path, done.Files, done.Pages)
				}
				return err
			})
		},
	}
	f.add(cmd)
	out.add(cmd, "archive.wacz")
	out.binary = true
	cmd.Flags().StringVar(&title, "title", "", "`title` of the package (default the folder's name)")
	return cmd
}

func newArchiveImport() *cobra.Command {
	var f archiveFlags
	cmd := &cobra.Command{
		Use:   "import FILE...",
		Short: "Take WARC files and WACZ packages of any crawler into an archive",
		Long: `Import copies WARC files, WACZ packages and folders of them into a run's archive,
under names of its own, and indexes them. The run then has their answers as if it
had fetched them; of two answers to one URL the later counts. Importing a file
again does nothing, so an import that was stopped is repeated as it was given.
Files are trusted to be what servers sent: import what you would fetch. - is one
WARC file or WACZ package from standard input.
` + exitHelp,
		Example: `  verde archive import --run books crawl.wacz
  verde archive import --archive pages wget.warc.gz heritrix-job/
  curl -s https://archives.example/books.warc.gz | verde archive import --run books -`,
		Args: minArgs(1, "a WARC file, a WACZ package, or a folder of them"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if slices.Contains(args, "-") && len(args) > 1 {
				return usagef("- is imported by itself, without files beside it")
			}
			if err := checkPaths("import", args); err != nil {
				return err
			}
			done, err := importAll(cmd, f.dir(), args)
			lossesOf(cmd).add(done.Repairs...)
			fmt.Fprintf(cmd.ErrOrStderr(), "%d WARC files taken into %s, which answer %d URLs; %d were there already\n", done.Files, f.dir(), done.Answers, done.Known)
			if err != nil {
				return errors.Join(err, errors.New("what came before is taken in"))
			}
			return nil
		},
	}
	f.add(cmd)
	return cmd
}

// importAll imports paths, or standard input.
func importAll(cmd *cobra.Command, dir string, paths []string) (fetch.Imported, error) {
	if paths[0] != "-" {
		return fetch.Import(dir, paths)
	}
	in, err := openInput(cmd, "import", paths)
	if err != nil {
		return fetch.Imported{}, err
	}
	s := in.streams["-"]
	done, err := fetch.ImportOf(dir, s.name, s.file, s.size)
	return done, errors.Join(err, in.close())
}
