package fetch

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"verde/internal/fetchtest"
	"verde/page"
)

// flip damages the record of the n-th line of an index, in the file beside it.
func flip(t *testing.T, dir string, n int) {
	t.Helper()
	path := filepath.Join(dir, "00000.warc.gz")
	data := readFile(t, path)
	line, ok := parseIndexLine(bytes.SplitAfter(readFile(t, indexPath(path)), []byte("\n"))[n])
	if !ok {
		t.Fatalf("no line %d", n)
	}
	for i := range 10 {
		data[line.offset+line.size/2+int64(i)] ^= 0x55
	}
	writeFile(t, path, data)
}

// What is lost of an archive is told and asked for again, once; what was mended
// without a loss is told and costs no request.
func TestDamageIsTold(t *testing.T) {
	t.Parallel()
	remove := func(name string) func(*testing.T, string) {
		return func(t *testing.T, dir string) {
			t.Helper()
			if err := os.Remove(filepath.Join(dir, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	cut := func(end int64) func(*testing.T, string) {
		return func(t *testing.T, dir string) {
			t.Helper()
			path := filepath.Join(dir, "00000.warc.gz")
			line, _ := parseIndexLine(bytes.SplitAfter(readFile(t, indexPath(path)), []byte("\n"))[1])
			if err := os.Truncate(path, line.offset+line.size+end); err != nil {
				t.Fatal(err)
			}
		}
	}
	tests := []struct {
		name   string
		damage func(*testing.T, string)
		want   []Repair // but for offsets
		asked  int      // of the four pages
		lost   bool
	}{
		{name: "nothing", damage: func(*testing.T, string) {}},
		{name: "index gone", damage: remove("00000.cdxj"), want: []Repair{{Kind: Reindexed, Records: 4}}},
		{name: "index damaged", damage: func(t *testing.T, dir string) {
			t.Helper()
			path := filepath.Join(dir, "00000.cdxj")
			writeFile(t, path, append(bytes.SplitAfter(readFile(t, path), []byte("\n"))[0], "\x00\x00\n"...))
		}, want: []Repair{{Kind: Reindexed, Records: 3}}},
		{name: "index behind by one", damage: func(t *testing.T, dir string) { // as a writer that was killed leaves it
			t.Helper()
			path := filepath.Join(dir, "00000.cdxj")
			writeFile(t, path, bytes.Join(bytes.SplitAfter(readFile(t, path), []byte("\n"))[:3], nil))
		}},
		{name: "file gone", damage: remove("00000.warc.gz"), want: []Repair{{Kind: Missing, Records: 4}}, asked: 4, lost: true},
		{name: "cut between records", damage: cut(0), want: []Repair{{Kind: Missing, Records: 2}}, asked: 2, lost: true},
		{name: "cut in a record", damage: cut(9), want: []Repair{{Kind: Missing, Records: 2}, {Kind: Unreadable, Bytes: 9}}, asked: 2, lost: true},
		{name: "cut by a byte of the next to last", damage: cut(-1), want: []Repair{{Kind: Missing, Records: 3}, {Kind: Unreadable, Bytes: 1}}, asked: 3, lost: true},
		{name: "record flipped", damage: func(t *testing.T, dir string) { t.Helper(); flip(t, dir, 1) },
			want: []Repair{{Kind: Unreadable, Bytes: 1}}, asked: 1, lost: true},
		{name: "record flipped and index gone", damage: func(t *testing.T, dir string) {
			t.Helper()
			flip(t, dir, 1)
			remove("00000.cdxj")(t, dir)
		}, want: []Repair{{Kind: Unreadable, Bytes: 1}, {Kind: Reindexed, Records: 3}}, asked: 1, lost: true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			paths := []string{"a", "b", "c", "d"}
			fill(t, dir, maxArchiveFile, paths...)
			test.damage(t, dir)
			for run, want := range [][]Repair{test.want, nil} {
				w := &web{serve: everything}
				c, err := New(Options{Archive: dir, Transport: w, IgnoreRobots: true, Pace: Pace{Delay: -1}})
				if err != nil {
					t.Fatal(err)
				}
				for _, path := range paths {
					if p, err := c.Fetch(t.Context(), "http://h.example/"+path); err != nil || !strings.HasPrefix(string(p.Body), "<p>") {
						t.Errorf("run %d, %s: %v", run, path, err)
					}
				}
				repairs := c.Stats().Repairs
				ignored := cmpopts.IgnoreFields(Repair{}, "File", "Offset", "Bytes")
				if d := cmp.Diff(want, repairs, ignored, cmpopts.EquateEmpty()); d != "" {
					t.Errorf("run %d, repairs (-want +got):\n%s", run, d)
				}
				for i, r := range repairs {
					if filepath.Base(r.File) != "00000.warc.gz" || (r.Bytes > 0) != (i < len(want) && want[i].Bytes > 0) || r.Error() == "" {
						t.Errorf("run %d: %+v", run, r)
					}
				}
				if lost := slices.ContainsFunc(repairs, Repair.Lost); lost != (test.lost && run == 0) {
					t.Errorf("run %d: lost %v of %v", run, lost, repairs)
				}
				if asked := len(w.log); run == 0 && asked != test.asked || run == 1 && asked != 0 {
					t.Errorf("run %d: %d requests, want %d in the first run", run, asked, test.asked)
				}
				if err := c.Close(); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// An archive that is only read stays as it is: what can't be read of it is no
// page, and is told each time.
func TestDamageOfAReplay(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	fill(t, dir, maxArchiveFile, "a", "b")
	flip(t, dir, 0)
	before := readFile(t, filepath.Join(dir, "00000.warc.gz"))
	for range 2 {
		c := client(t, Options{Replay: []string{dir}, IgnoreRobots: true})
		for path, want := range map[string]page.Reason{"a": page.NotArchived, "b": ""} {
			_, err := c.Fetch(t.Context(), "http://h.example/"+path)
			if reason, _ := page.ReasonOf(err); reason != want {
				t.Errorf("%s: %v", path, err)
			}
		}
		if r := c.Stats().Repairs; len(r) != 1 || r[0].Kind != Unreadable {
			t.Errorf("repairs %v", r)
		}
		var walked []string
		for p, err := range Pages(dir) {
			r, damaged := err.(Repair)
			_, other := err.(*NotAPage)
			switch {
			case other: // the index and the lock
			case damaged && r.Lost():
				walked = append(walked, "lost")
			case err != nil:
				t.Error(err)
			default:
				walked = append(walked, p.URL)
			}
		}
		if d := cmp.Diff([]string{"lost", "http://h.example/b"}, walked); d != "" {
			t.Errorf("pages (-want +got):\n%s", d)
		}
	}
	if !bytes.Equal(before, readFile(t, filepath.Join(dir, "00000.warc.gz"))) {
		t.Error("the file was changed")
	}
}

// A record that several URLs have is told once.
func TestDamageOfASharedRecord(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	whole := fetchtest.Gzip(heritrix...)
	writeFile(t, filepath.Join(dir, "a.warc.gz"), []byte(whole))
	c := client(t, Options{Replay: []string{dir}, IgnoreRobots: true})
	e, _, _ := c.replays[0].lookup(t.Context(), "http://h.example/")
	if err := os.Truncate(filepath.Join(dir, "a.warc.gz"), e.offset+e.size/2); err != nil { // while it is open
		t.Fatal(err)
	}
	for range 2 {
		for _, url := range []string{"http://h.example/", "http://h.example/again"} {
			if _, err := c.Fetch(t.Context(), url); err == nil {
				t.Errorf("%s is there", url)
			}
		}
	}
	want := []Repair{{Kind: Unreadable, File: filepath.Join(dir, "a.warc.gz"), Offset: e.offset, Bytes: e.size}}
	if d := cmp.Diff(want, c.Stats().Repairs); d != "" {
		t.Errorf("repairs (-want +got):\n%s", d)
	}
}

func TestRepairIsTold(t *testing.T) {
	t.Parallel()
	for want, r := range map[string]Repair{
		"a: a record was not written to its end; its 7 bytes at offset 5 are left out":                       {Kind: Unfinished, File: "a", Offset: 5, Bytes: 7},
		"a: 7 bytes at offset 5 can't be read and are left out":                                              {Kind: Unreadable, File: "a", Offset: 5, Bytes: 7},
		"a: 3 records that its index names are not there; the file is gone, or has lost its end":             {Kind: Missing, File: "a", Records: 3},
		"a: its index was missing or damaged; 3 lines of it are made anew from the records from offset 5 on": {Kind: Reindexed, File: "a", Offset: 5, Records: 3},
	} {
		if r.Error() != want {
			t.Errorf("%q, want %q", r.Error(), want)
		}
	}
}
