package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"verde/fetch"
	"verde/fetch/bucket"
)

func newArchive() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "archive",
		Short: "Hand on what a run has fetched, or take in what others have",
		Long: `Archive works on the archive of a run: WARC 1.1 files with a CDXJ index beside
each. "export" makes one WACZ package of it, which replay tools open; "import"
takes in WARC files and WACZ packages of any crawler. "index" makes one index of all
WARC files in a folder, by which --warc reads any number of them.
` + exitHelp,
	}
	cmd.AddCommand(newArchiveExport(), newArchiveImport(), newArchiveIndex())
	parent(cmd)
	return cmd
}

// archiveFlags name an archive's folder.
type archiveFlags struct{ run, archive string }

// add adds the flags; more is what else an archive may be.
func (f *archiveFlags) add(cmd *cobra.Command, more string) {
	cmd.Flags().StringVar(&f.run, "run", "verde-run", "run's `folder`")
	cmd.Flags().StringVar(&f.archive, "archive", "", "`folder` of an archive that is not in a run's folder, as fetch makes them"+more)
}

func (f *archiveFlags) dir() string {
	if f.archive != "" {
		return f.archive
	}
	return filepath.Join(f.run, "archive")
}

// shared reports whether the archive is in a bucket.
func (f *archiveFlags) shared() bool { return strings.Contains(f.archive, "://") }

// maxJoined is where a further file is begun for the objects of a bucket: the gigabyte that
// the WARC standard recommends.
const maxJoined = 1 << 30

// copyObjects copies the objects of a run in a bucket to a folder, as files of many of them.
func copyObjects(ctx context.Context, address, run, dir string) (err error) {
	b, err := bucket.Open(ctx, address)
	if err != nil {
		return usagef("%w", err)
	}
	defer func() { err = errors.Join(err, b.Close()) }()
	var to *os.File
	var size int64
	n := 0
	for o, err := range b.List(ctx, "warc/"+run+"/") {
		if err == nil && o.Unfinished() {
			continue
		}
		if err == nil && (to == nil || size+o.Size > maxJoined) {
			if to != nil {
				err = to.Close()
			}
			n, size = n+1, 0
			if err == nil {
				to, err = os.Create(filepath.Join(dir, fmt.Sprintf("%05d.warc.gz", n)))
			}
		}
		if err == nil {
			size += o.Size
			err = b.Copy(ctx, o.Name, to)
		}
		if err != nil {
			if to != nil {
				err = errors.Join(err, to.Close())
			}
			return err
		}
	}
	if to == nil {
		return usagef("there is nothing of a run %s in %s", run, address)
	}
	return to.Close()
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

Of a run that machines share, --archive is their bucket and --run the run's name. Its
objects are copied to this machine for that, in the order of their names; workers may
go on meanwhile.
` + exitHelp,
		Example: `  verde archive export --run books -o books.wacz
  verde archive export --archive verde-archive -o - | ssh host 'cat > pages.wacz'
  verde archive export --run books --archive 's3://verde?endpoint=https://s3.example' -o books.wacz`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			shared := f.shared()
			if shared {
				copied, failed := os.MkdirTemp("", "verde-archive-")
				if failed != nil {
					return failed
				}
				defer func() { err = errors.Join(err, os.RemoveAll(copied)) }()
				if err := copyObjects(cmd.Context(), f.archive, filepath.Base(f.run), copied); err != nil {
					return err
				}
				if title == "" {
					title = filepath.Base(f.run)
				}
				f.archive = copied
			}
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
				if shared { // the copies never had an index
					done.Repairs = slices.DeleteFunc(done.Repairs, func(r fetch.Repair) bool { return r.Kind == fetch.Reindexed })
				}
				lossesOf(cmd).add(done.Repairs...)
				if err == nil {
					fmt.Fprintf(notes(cmd), "%s: %d WARC files, %d pages\n", out.path, done.Files, done.Pages)
				}
				return err
			})
		},
	}
	f.add(cmd, ", or the bucket of runs that machines share, as s3://name?endpoint=https://... or file:///folder")
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
			if f.shared() {
				return usagef("--archive %s: workers alone write to a bucket; import into a folder", f.archive)
			}
			if slices.Contains(args, "-") && len(args) > 1 {
				return usagef("- is imported by itself, without files beside it")
			}
			if err := checkPaths("import", args); err != nil {
				return err
			}
			done, err := importAll(cmd, f.dir(), args)
			lossesOf(cmd).add(done.Repairs...)
			fmt.Fprintf(notes(cmd), "%d WARC files taken into %s, which answer %d URLs; %d were there already\n", done.Files, f.dir(), done.Answers, done.Known)
			if err != nil {
				return errors.Join(err, errors.New("what came before is taken in"))
			}
			return nil
		},
	}
	f.add(cmd, "")
	return cmd
}

func newArchiveIndex() *cobra.Command {
	return &cobra.Command{
		Use:   "index FOLDER",
		Short: "Make one sorted index of all WARC files in a folder",
		Long: `Index makes FOLDER/index.cdxj: one CDXJ line for each answer in the WARC files of the
folder and the folders in it, sorted by URL, as pywb and other tools have it. By it
"--warc FOLDER" finds what it needs in any number of files without reading the others
or keeping anything of them in memory; without it, an index of all of them is held.
Files may be served by any web server that answers range requests, or be put in a
bucket: "--warc https://host/folder/index.cdxj", "--warc 's3://bucket/index.cdxj?endpoint=...'".
Of files that are added later nothing is known until the index is made again. What
can't be read is told, which is a 3.
` + exitHelp,
		Example: `  verde archive index archives
  verde expand http://books.example/b/42 --warc archives -o pages.jsonl
  verde expand http://books.example/b/42 --warc https://archives.example/2026/index.cdxj -o pages.jsonl`,
		Args: oneArg("the folder of WARC files"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkPaths("index", args); err != nil {
				return err
			}
			done, err := fetch.IndexArchives(cmd.Context(), args[0])
			lossesOf(cmd).add(done.Repairs...)
			if err != nil {
				return err
			}
			if done.Files == 0 {
				return errors.Join(usagef("there is no WARC file in %s", args[0]), os.Remove(filepath.Join(args[0], fetch.IndexName)))
			}
			for _, name := range done.Packed {
				fmt.Fprintf(notes(cmd), "%s is left out: packages have indexes of their own; unpack it, or name it with --warc\n", printable(name))
			}
			fmt.Fprintf(notes(cmd), "%s: %d answers and notes of %d WARC files\n", filepath.Join(args[0], fetch.IndexName), done.Records, done.Files)
			return nil
		},
	}
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
