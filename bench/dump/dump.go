// Package dump measures how result dumps are read that fit neither into memory
// nor onto the disk. A dump is generated and written into the standard input of
// another process: a reader that counts results, one that keeps of them what
// "verde explore" does, or "verde cluster -", which keeps what it has not seen
// before. Memory is the reader's largest resident set.
package dump

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"verde/bench/table"
	"verde/search/dump"
)

// Readers are what this program is when it measures itself: the last argument
// of a process that is started with "as".
var Readers = map[string]func() error{"dump-count": count, "dump-keep": keep}

// Tables are those of this package.
func Tables() []*table.Table {
	columns := []string{"reader", "dump", "GB", "different URLs", "results", "seconds", "of one processor", "MB/s, clock", "MB/s a processor", "peak memory, MB"}
	return []*table.Table{{
		Name: "dump", About: "Result dumps of any size", Columns: columns, Key: columns[:4],
		Packages: []string{"search/dump", "urlcluster", "evidence"}, Minutes: 6, Measure: measureAll,
	}}
}

// sizes are what is measured; the larger ones of each reader are ten times the
// smaller ones, so that it shows whether memory grows.
var sizes = []struct {
	reader, packed string
	gb             float64
	urls           int // different ones; 0 for all
}{
	{"counts", "", 1, 0}, {"counts", "", 10, 0}, {"counts", "gzip", .4, 0}, {"counts", "gzip", 4, 0}, {"counts", "zstd", .4, 0}, {"counts", "zstd", 4, 0},
	{"verde cluster", "", .1, 100_000}, {"verde cluster", "", 1, 100_000},
	{"keeps as explore", "", .1, 100_000}, {"keeps as explore", "", 1, 100_000}, {"keeps as explore", "", .1, 0}, {"keeps as explore", "", 1, 0},
}

// packs are the ways to pack a dump.
var packs = map[string]func(io.Writer) (io.WriteCloser, error){
	"":     nil,
	"gzip": func(w io.Writer) (io.WriteCloser, error) { return gzip.NewWriterLevel(w, gzip.DefaultCompression) },
	"zstd": func(w io.Writer) (io.WriteCloser, error) { return zstd.NewWriter(w, zstd.WithEncoderConcurrency(1)) },
}

func measureAll(ctx context.Context, r *table.Run) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	for _, x := range sizes {
		format, urls := x.packed, "all"
		if format == "" {
			format = "JSON Lines"
		}
		if x.urls > 0 {
			urls = strconv.Itoa(x.urls)
		}
		gb := table.Value(strconv.FormatFloat(x.gb, 'g', -1, 64))
		f := table.Figures{"reader": table.Value(x.reader), "dump": table.Value(format), "GB": gb, "different URLs": table.Value(urls)}
		if skip, err := r.Skip(f); err != nil || skip {
			if err != nil {
				return err
			}
			continue
		}
		r.Sayf("%s, %s, %s GB", x.reader, format, gb)
		reader := []string{self, "as", "dump-count"}
		switch x.reader {
		case "keeps as explore":
			reader = []string{self, "as", "dump-keep"}
		case "verde cluster":
			program, err := r.Program(ctx)
			if err != nil {
				return err
			}
			reader = []string{program, "cluster", "-", "--cut", "1", "-o", os.DevNull}
		}
		g := &generator{left: int64(x.gb * 1e9), urls: x.urls}
		t, err := measure(ctx, reader, func(w io.Writer) error { return g.write(w, packs[x.packed]) })
		if err != nil {
			return fmt.Errorf("%s, %s GB: %w", format, gb, err)
		}
		f["results"], f["seconds"], f["of one processor"] = table.Count(g.lines), table.Fixed(t.seconds, 0), table.Fixed(t.processor, 0)
		f["MB/s, clock"], f["MB/s a processor"] = table.Fixed(x.gb*1e3/t.seconds, 0), table.Fixed(x.gb*1e3/t.processor, 0)
		f["peak memory, MB"] = table.Fixed(t.peak, 0)
		if err := r.Put("go run ./bench/run dump", f); err != nil {
			return err
		}
	}
	return nil
}

// count reads standard input, and prints the number of results.
func count() error {
	n := 0
	for _, err := range dump.Read(os.Stdin, "x") {
		if err != nil {
			return err
		}
		n++
	}
	fmt.Println(n)
	return nil
}

// keep opens standard input as a dump.
func keep() error {
	d, err := dump.Open([]string{"-"}, os.Stdin, dump.Options{Brief: true})
	if err == nil {
		fmt.Println(d.Results)
	}
	return err
}

// taken is what a reader took.
type taken struct {
	seconds   float64
	processor float64 // seconds of all processors together
	peak      float64 // MB
}

// measure runs a program with what write writes as its standard input.
func measure(ctx context.Context, program []string, write func(io.Writer) error) (taken, error) {
	cmd := exec.CommandContext(ctx, program[0], program[1:]...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	in, err := cmd.StdinPipe()
	if err != nil {
		return taken{}, err
	}
	began := time.Now()
	if err := cmd.Start(); err != nil {
		return taken{}, err
	}
	done := make(chan struct{})
	peak := make(chan float64)
	go func() { peak <- watch(cmd.Process.Pid, done) }()
	err = errors.Join(write(in), in.Close(), cmd.Wait())
	r := taken{seconds: time.Since(began).Seconds(), processor: (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()}
	close(done)
	r.peak = <-peak
	if err != nil {
		err = fmt.Errorf("%w: %.300s", err, out.Bytes())
	}
	return r, err
}

// watch gives the largest resident set of a process until done, in MB, as the
// system tells it ten times a second.
func watch(pid int, done <-chan struct{}) (peak float64) {
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		peak = max(peak, table.PeakMemory(strconv.Itoa(pid)))
		select {
		case <-done:
			return peak
		case <-tick.C:
		}
	}
}
