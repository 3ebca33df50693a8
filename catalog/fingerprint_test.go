package catalog

import (
	"slices"
	"strings"
	"testing"
	"time"

	"verde/record"
)

// The fingerprint does not depend on the order of writing, on times, or on the place in the archive, and on
// everything else it does.
func TestFingerprint(t *testing.T) {
	t.Parallel()
	print := func(change func(*Source, []Page, []record.Record), order ...string) string {
		c := open(t)
		for _, name := range order {
			s, pages, records := site(name, 3)
			if change != nil {
				change(&s, pages, records)
			}
			if err := c.PutSite(t.Context(), s, pages, records); err != nil {
				t.Fatal(err)
			}
		}
		p, err := c.Fingerprint(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	want := print(nil, "a", "b")
	for _, test := range []struct {
		name   string
		change func(*Source, []Page, []record.Record)
		same   bool
	}{
		{"times and archive", func(_ *Source, _ []Page, rs []record.Record) {
			rs[0].FetchedAt = rs[0].FetchedAt.Add(time.Hour)
			rs[0].Source = "archive/1.warc.gz:99"
		}, true},
		{"order of rows", func(_ *Source, ps []Page, rs []record.Record) { slices.Reverse(ps); slices.Reverse(rs) }, true},
		{"value", func(_ *Source, _ []Page, rs []record.Record) { rs[1].Fields[1].Values[1].Text = "C" }, false},
		{"order of values", func(_ *Source, _ []Page, rs []record.Record) { slices.Reverse(rs[1].Fields[1].Values) }, false},
		{"place", func(_ *Source, _ []Page, rs []record.Record) { rs[1].Fields[0].Values[0].XPath = "/html/h2" }, false},
		{"template", func(_ *Source, _ []Page, rs []record.Record) { rs[1].Template = 1 }, false},
		{"similarity", func(_ *Source, ps []Page, _ []record.Record) { ps[2].URLSimilarity += 1e-9 }, false},
		{"score", func(s *Source, _ []Page, _ []record.Record) { s.Score += 1e-9 }, false},
		{"attributes", func(s *Source, _ []Page, _ []record.Record) { s.Attributes["x"] = "y" }, false},
	} {
		if got := print(test.change, "b", "a"); (got == want) != test.same {
			t.Errorf("%s: same fingerprint %v, want %v", test.name, got == want, test.same)
		}
	}
}

func TestDump(t *testing.T) {
	t.Parallel()
	c := open(t)
	s, pages, records := site("a", 1)
	if err := c.PutSite(t.Context(), s, pages, records); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := c.Dump(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	want := `["page","a","http://a/00",2,"http://a/","html/body/a[href]",0.5,1.0,"fetched","[\"http://a/00#x\"]"]`
	if lines := strings.Split(b.String(), "\n"); len(lines) != 6 || lines[1] != want {
		t.Errorf("dump of %d lines:\n%s\nwant the second to be\n%s", len(lines), b.String(), want)
	}
}

// The lines of a dump are those that SQLite's json_array writes, where that does not depend on its version.
func TestDumpLikeSQLite(t *testing.T) {
	t.Parallel()
	c := openFile(t)
	for _, f := range []float64{0, 1, -1, .1, .3, .75, 1.5e-7, 1e-5, 1e-4, -2.5e300, 1e21} {
		var want string
		if err := c.reader.QueryRowContext(t.Context(), "SELECT json_array($1)", f).Scan(&want); err != nil {
			t.Fatal(err)
		}
		if got := "[" + string(appendReal(nil, f)) + "]"; got != want {
			t.Errorf("%v: %s, SQLite writes %s", f, got, want)
		}
	}
	for _, s := range []string{"", `a "b" \c/`, "\x01\b\t\n\v\f\r\x1f\x7f", "<é\u2028😀&>"} {
		var want string
		if err := c.reader.QueryRowContext(t.Context(), "SELECT json_array($1)", s).Scan(&want); err != nil {
			t.Fatal(err)
		}
		if got := "[" + string(appendQuoted(nil, s)) + "]"; got != want {
			t.Errorf("%q: %s, SQLite writes %s", s, got, want)
		}
	}
}
