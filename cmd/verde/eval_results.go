package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/spf13/cobra"

	"verde/eval"
)

// results is the file of rows. Each row is written as soon as it is there.
type results struct {
	path string
	out  outputFlags
	cmd  *cobra.Command

	mu   sync.Mutex
	rows []eval.Row
	w    io.Writer // standard output, or file
	file *os.File
}

// openResults opens the results of one setting, with the rows they hold.
func openResults(cmd *cobra.Command, out *outputFlags, setting eval.Setting) (*results, error) {
	r := &results{path: out.path, out: outputFlags{path: out.path, force: true}, cmd: cmd}
	if r.path == "-" {
		r.w = cmd.OutOrStdout()
		return r, nil
	}
	if !out.force {
		if err := r.read(cmd, setting); err != nil {
			return nil, err
		}
	}
	// Written anew, so that nothing follows a torn line, and opened at the end.
	if err := r.finish(); err != nil {
		return nil, err
	}
	var err error
	if r.file, err = os.OpenFile(r.path, os.O_WRONLY|os.O_APPEND, 0); err != nil {
		return nil, usagef("output: %w", err)
	}
	r.w = r.file
	return r, nil
}

func (r *results) read(cmd *cobra.Command, setting eval.Setting) error {
	rows, err := readRows(r.path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil
	case errors.Is(err, eval.ErrTorn):
		fmt.Fprintf(notes(cmd), "%s: the last line is torn and measured again\n", r.path)
	case err != nil:
		return usagef("output: %w; choose another name, or replace it with --force", err)
	}
	if len(rows) > 0 && rows[0].Setting() != setting {
		return usagef("output %s holds rows of %s, not of %s: choose another name, or replace it with --force", r.path, rows[0].Setting(), setting)
	}
	r.rows = rows
	return nil
}

func readRows(path string) ([]eval.Row, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return eval.ReadRows(f, path)
}

// urls gives the samples of a run that was made.
func (r *results) urls(k eval.Key) ([]string, bool) {
	for i := range r.rows {
		if r.rows[i].Key() == k {
			return r.rows[i].URLs, true
		}
	}
	return nil, false
}

// of gives the rows of the jobs.
func (r *results) of(jobs []job) []eval.Row {
	wanted := make(map[eval.Key]bool, len(jobs))
	for _, j := range jobs {
		wanted[j.key] = true
	}
	var rows []eval.Row
	for _, row := range r.rows {
		if wanted[row.Key()] {
			rows = append(rows, row)
		}
	}
	return rows
}

// add writes a row.
func (r *results) add(row eval.Row) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	data, err := json.Marshal(row)
	if err != nil {
		return err
	}
	r.rows = append(r.rows, row)
	_, err = r.w.Write(append(data, '\n'))
	return err
}

// finish puts the rows of a file in order, whatever order they came in.
func (r *results) finish() error {
	eval.Sort(r.rows)
	if r.path == "-" {
		return nil
	}
	return r.out.with(r.cmd, func(o *output) error {
		for _, row := range r.rows {
			if err := o.line(row); err != nil {
				return err
			}
		}
		return nil
	})
}

func (r *results) close() {
	if r.file != nil {
		r.file.Close()
	}
}
