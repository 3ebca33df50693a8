package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// output is where a command writes its result: standard output for "-", a pipe
// or device as it is, else a file that appears under its name when it is whole.
type output struct {
	path   string
	tmp    *os.File
	stream *os.File
	w      *bufio.Writer
}

type outputFlags struct {
	path   string
	force  bool
	binary bool // written as it is: no text
}

// writer is where output to w is written. Text may be of the web.
func (f *outputFlags) writer(w io.Writer) *bufio.Writer {
	if !f.binary {
		w = &escaper{w: w}
	}
	return bufio.NewWriter(w)
}

func (f *outputFlags) add(cmd *cobra.Command, def string) {
	cmd.Flags().StringVarP(&f.path, "output", "o", def, "`file` to write, - for standard output")
	cmd.Flags().BoolVar(&f.force, "force", false, "replace the output file if it exists")
}

// mayReplace tells of a file that exists and is not to be replaced.
func (f *outputFlags) mayReplace(path string) error {
	if _, err := os.Stat(path); err == nil && !f.force {
		return usagef("output %s exists: choose another name, or replace it with --force", path)
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return usagef("output: %w", err)
	}
	return nil
}

// open checks that the output can be written before any work is done.
func (f *outputFlags) open(cmd *cobra.Command) (*output, error) {
	if f.path == "-" {
		return &output{path: "-", w: f.writer(cmd.OutOrStdout())}, nil
	}
	if st, err := os.Stat(f.path); err == nil && st.IsDir() {
		return nil, usagef("output %s is a folder: name a file", f.path)
	} else if err == nil && !st.Mode().IsRegular() { // a rename would put a file in the place of /dev/null
		stream, err := os.OpenFile(f.path, os.O_WRONLY, 0)
		if err != nil {
			return nil, usagef("output: %w", err)
		}
		return &output{path: f.path, stream: stream, w: f.writer(stream)}, nil
	}
	if err := f.mayReplace(f.path); err != nil {
		return nil, err
	}
	tmp, err := createBeside(f.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, usagef("output %s: there is no folder %s", f.path, filepath.Dir(f.path))
	}
	if err != nil {
		return nil, usagef("output: %w", err)
	}
	return &output{path: f.path, tmp: tmp, w: f.writer(tmp)}, nil
}

// createBeside creates a file that is to be renamed to path. Its mode is that of the
// file it replaces, or what the umask leaves of a new one, which [os.CreateTemp] does
// not ask.
func createBeside(path string) (*os.File, error) {
	for tried := 0; ; tried++ {
		name := filepath.Join(filepath.Dir(path), fmt.Sprintf(".verde-%d", rand.Uint64()))
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		if errors.Is(err, fs.ErrExist) && tried < 100 {
			continue
		}
		if err != nil {
			return nil, err
		}
		if st, there := os.Stat(path); there == nil {
			if err := f.Chmod(st.Mode().Perm()); err != nil {
				return nil, errors.Join(err, f.Close(), os.Remove(name))
			}
		}
		return f, nil
	}
}

// status is that of a command whose output is written meanwhile: silent on the
// terminal that the output itself goes to.
func (o *output) status(cmd *cobra.Command) *status {
	s := newStatus(cmd)
	if o.path == "-" && isTerminal(cmd.OutOrStdout()) && isTerminal(cmd.ErrOrStderr()) {
		s.kind = silent
	}
	return s
}

// line writes v as one JSON line.
func (o *output) line(v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = o.w.Write(append(data, '\n'))
	return err
}

// indented writes v as JSON for people.
func (o *output) indented(v any) error {
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	_, err = o.w.Write(append(data, '\n'))
	return err
}

// close finishes the output. If failed is set, what was written is thrown away
// unless it went out as it was written.
func (o *output) close(failed bool) error {
	err := o.w.Flush()
	if o.stream != nil {
		return errors.Join(err, o.stream.Close())
	}
	if o.tmp == nil {
		return err
	}
	err = errors.Join(err, o.tmp.Close())
	if failed || err != nil {
		os.Remove(o.tmp.Name())
		return err
	}
	return os.Rename(o.tmp.Name(), o.path)
}

// with opens the output, runs f, and closes it.
func (f *outputFlags) with(cmd *cobra.Command, work func(*output) error) (err error) {
	o, err := f.open(cmd)
	if err != nil {
		return err
	}
	defer func() {
		failed := err != nil && !isIncomplete(err)
		err = errors.Join(err, o.close(failed))
	}()
	return work(o)
}

// checkReport tells of a report that could not be written before the work that
// it is about is done.
func checkReport(path string) error {
	if path == "" || path == "-" {
		return nil
	}
	if st, err := os.Stat(path); err == nil && st.IsDir() {
		return usagef("report: %s is a folder", path)
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".verde-*")
	if err != nil {
		return usagef("report: %w", err)
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// writeReport writes v as indented JSON to path, if there is one.
func writeReport(cmd *cobra.Command, path string, v any) error {
	if path == "" {
		return nil
	}
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	if err := saveWhole(cmd, path, data); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return nil
}

// saveWhole writes a text with an end of line to path, as -o does, in place of what is there.
func saveWhole(cmd *cobra.Command, path string, text []byte) error {
	return (&outputFlags{path: path, force: true}).with(cmd, func(o *output) error {
		_, err := o.w.Write(append(text, '\n'))
		return err
	})
}

// jsonLines calls each for every JSON line of the named files, or of standard
// input for none or "-". A line that does not parse is an error with its file
// and number.
func jsonLines[T any](cmd *cobra.Command, paths []string, each func(T) error) error {
	return textLines(cmd, paths, func(line string) error {
		var v T
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			return err
		}
		return each(v)
	})
}

// namesOf names files for people.
func namesOf(paths []string) string {
	if len(paths) == 0 {
		return stdinName
	}
	names := slices.Clone(paths)
	for i, path := range names {
		if path == "-" {
			names[i] = stdinName
		}
	}
	return printable(strings.Join(names, " "))
}

// maxLine bounds a line that a command reads: a record with all its values is
// well below.
const maxLine = 16 << 20

// textLines calls each for every line that is not blank. Its error, too, comes
// back with file and number.
func textLines(cmd *cobra.Command, paths []string, each func(string) error) error {
	if len(paths) == 0 {
		paths = []string{"-"}
	}
	for _, path := range paths {
		if err := textLinesOf(cmd, path, each); err != nil {
			return err
		}
	}
	return nil
}

func textLinesOf(cmd *cobra.Command, path string, each func(string) error) error {
	var r io.Reader = cmd.InOrStdin()
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		r = f
	} else {
		path = stdinName
	}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	for n := 1; lines.Scan(); n++ {
		line := lines.Text()
		if n == 1 {
			line = strings.TrimPrefix(line, "\ufeff")
		}
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		if err := each(line); err != nil {
			return fmt.Errorf("%s, line %d: %w", path, n, err)
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}
