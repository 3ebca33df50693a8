package main

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
)

func TestPrintable(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ in, want string }{
		{"", ""},
		{"Les Misérables — 悲惨世界", "Les Misérables — 悲惨世界"},
		{"\x1b[2Jgone", "[2Jgone"},
		{"\x1b]0;title\a\x9b1m", "]0;title\uFFFD1m"},
		{"a\u009b31mb\u0085c", "a31mbc"},
		{"a\r\nb\tc\x00\x7f", "abc"},
		{"http://good.example/\u202egnp.evil", "http://good.example/gnp.evil"},
		{"\u2066x\u2069\u2028y\ufeff", "xy"},
		{"\u0646\u200c\u0647 \U0001f469\u200d\U0001f4bb", "\u0646\u200c\u0647 \U0001f469\u200d\U0001f4bb"},
	} {
		if got := printable(test.in); got != test.want {
			t.Errorf("%q: %q, want %q", test.in, got, test.want)
		}
	}
}

// However the text is cut into writes, what is passed on is the same, and JSON
// says what it said.
func TestEscaper(t *testing.T) {
	t.Parallel()
	const in = "{\"title\":\"a\u009b31m\u202eb\x1b\x7f\r\U000e0041\"}\n\té悲\u200d\xff\xe6x\n"
	const want = `{"title":"a\u009b31m\u202eb\u001b\u007f\u000d\udb40\udc41"}` + "\n\té悲\u200d\uFFFD\uFFFDx\n"
	for name, r := range map[string]io.Reader{"whole": strings.NewReader(in), "by byte": iotest.OneByteReader(strings.NewReader(in)), "halved": iotest.HalfReader(strings.NewReader(in))} {
		var out bytes.Buffer
		if _, err := io.CopyBuffer(struct{ io.Writer }{&escaper{w: &out}}, struct{ io.Reader }{r}, make([]byte, 16)); err != nil {
			t.Fatal(err)
		}
		if out.String() != want {
			t.Errorf("%s: %q, want %q", name, out.String(), want)
		}
	}
	before := map[string]string{"\u202ekey": "a\u009b\u202e\x1b[2J\U000e0041\r\n\té"}
	data, err := json.Marshal(before)
	if err != nil {
		t.Fatal(err)
	}
	var after map[string]string
	if err := json.Unmarshal(escape(data), &after); err != nil || !maps.Equal(before, after) {
		t.Errorf("%q, %v; want %q", after, err, before)
	}
	if bytes.ContainsFunc(escape(data), func(r rune) bool { return !shown(r) }) {
		t.Errorf("%q may steer a terminal", escape(data))
	}
}

// Text that is written to a file is escaped as on a terminal; a package is not
// touched.
func TestOutputEscapes(t *testing.T) {
	t.Parallel()
	const text = "a\x1b[2J\u009bb\n"
	for binary, want := range map[bool]string{false: `a\u001b[2J\u009bb` + "\n", true: text} {
		path := filepath.Join(t.TempDir(), "out")
		f := outputFlags{path: path, binary: binary}
		err := f.with(newQueries(), func(o *output) error {
			_, err := o.w.WriteString(text)
			return err
		})
		got, rerr := os.ReadFile(path)
		if string(got) != want || err != nil || rerr != nil {
			t.Errorf("binary %v: %q, %v, %v; want %q", binary, got, err, rerr, want)
		}
	}
}

// escape is what an escaper makes of text that is whole.
func escape(text []byte) []byte {
	var out bytes.Buffer
	(&escaper{w: &out}).Write(text) // a buffer takes everything
	return out.Bytes()
}
