// Command dump measures how result dumps are read that fit neither into memory
// nor onto the disk, and prints a Markdown table.
//
//	go run ./bench/dump                          # 1 and 10 GB of JSON Lines, 0.4 and 4 GB packed
//	go run ./bench/dump -packed "" -gb 0.1,1
//	go build -o verde ./cmd/verde
//	go run ./bench/dump -packed "" -gb 0.3,3 -urls 100000 -verde ./verde
//	go run ./bench/dump -packed "" -gb 0.3,3 -urls 100000 -brief
//
// A dump is generated and written into the standard input of another process:
// this program as a reader that counts results or, with -brief, that keeps of
// them what "verde explore" does; or "verde cluster -", which keeps what it has
// not seen before. Memory is the reader's largest resident set.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"verde/search/dump"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "dump bench:", err)
		os.Exit(1)
	}
}

func run() error {
	plain := flag.String("gb", "1,10", "sizes of JSON Lines in GB (10^9 bytes)")
	packed := flag.String("packed", "0.4,4", "sizes of dumps that are packed with gzip and with zstd, before they are")
	urls := flag.Int("urls", 0, "different URLs; default all")
	verde := flag.String("verde", "", `the program: measure "verde cluster -" instead of package dump alone`)
	brief := flag.Bool("brief", false, "keep of the results what explore does")
	read := flag.Bool("read", false, "be the reader: count the results in standard input")
	flag.Parse()
	if *read {
		if *brief {
			return keep()
		}
		return count()
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	reader := []string{self, "-read", "-brief=" + strconv.FormatBool(*brief)}
	if *verde != "" {
		reader = []string{*verde, "cluster", "-", "--cut", "1", "-o", os.DevNull}
	}
	fmt.Println("| dump | GB | results | seconds | of one processor | MB/s, clock | MB/s a processor | peak memory, MB |\n| --- | --- | --- | --- | --- | --- | --- | --- |")
	for _, how := range []struct {
		name, sizes string
		pack        func(io.Writer) (io.WriteCloser, error)
	}{
		{"JSON Lines", *plain, nil},
		{"gzip", *packed, func(w io.Writer) (io.WriteCloser, error) { return gzip.NewWriterLevel(w, gzip.DefaultCompression) }},
		{"zstd", *packed, func(w io.Writer) (io.WriteCloser, error) { return zstd.NewWriter(w, zstd.WithEncoderConcurrency(1)) }},
	} {
		for field := range strings.SplitSeq(how.sizes, ",") {
			if field == "" {
				continue
			}
			gb, err := strconv.ParseFloat(field, 64)
			if err != nil {
				return err
			}
			g := &generator{left: int64(gb * 1e9), urls: *urls}
			r, err := measure(reader, func(w io.Writer) error { return g.write(w, how.pack) })
			if err != nil {
				return fmt.Errorf("%s, %s GB: %w", how.name, field, err)
			}
			fmt.Printf("| %s | %s | %d | %.0f | %.0f | %.0f | %.0f | %.0f |\n", how.name, field, g.lines, r.seconds, r.processor, gb*1e3/r.seconds, gb*1e3/r.processor, r.peak)
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
func measure(program []string, write func(io.Writer) error) (taken, error) {
	cmd := exec.Command(program[0], program[1:]...)
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
		status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid)) // gone, or no Linux: what was seen counts
		_, rest, _ := strings.Cut(string(status), "VmHWM:")
		if f := strings.Fields(rest); len(f) > 0 {
			if kb, err := strconv.ParseFloat(f[0], 64); err == nil {
				peak = max(peak, kb/1e3)
			}
		}
		select {
		case <-done:
			return peak
		case <-tick.C:
		}
	}
}
