package main

import (
	"bytes"
	"io"
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

// However the text is cut into writes, the terminal gets the same.
func TestSieve(t *testing.T) {
	t.Parallel()
	const in = "{\"title\":\"a\u009b31m\u202eb\x1b\"}\n\té悲\xff\xe6x\n"
	const want = "{\"title\":\"a31mb\"}\n\té悲\uFFFD\uFFFDx\n"
	for name, r := range map[string]io.Reader{"whole": strings.NewReader(in), "by byte": iotest.OneByteReader(strings.NewReader(in)), "halved": iotest.HalfReader(strings.NewReader(in))} {
		var out bytes.Buffer
		if _, err := io.CopyBuffer(struct{ io.Writer }{&sieve{w: &out}}, struct{ io.Reader }{r}, make([]byte, 16)); err != nil {
			t.Fatal(err)
		}
		if out.String() != want {
			t.Errorf("%s: %q, want %q", name, out.String(), want)
		}
	}
	if w := new(bytes.Buffer); forData(w) != io.Writer(w) {
		t.Error("what is no terminal gets other data")
	}
}
