package fetch

import (
	"strings"
	"testing"
)

func TestToUTF8(t *testing.T) {
	t.Parallel()
	far := strings.Repeat("x", 2000) // beyond what is sniffed
	for _, test := range []struct{ name, body, contentType, want string }{
		{"UTF-8", "é", "text/html", "é"},
		{"UTF-8 by all its bytes, whatever is said", far + "é", "text/html; charset=windows-1251", far + "é"},
		{"UTF-8 mark", "\xef\xbb\xbfé", "", "é"},
		{"mark over header", "\xff\xfe<\x00p\x00>\x00\xe9\x00", "text/html; charset=utf-8", "<p>é"},
		{"header over meta", "<meta charset=windows-1251>\xe9", "text/html; charset=iso-8859-1", "<meta charset=windows-1251>é"},
		{"meta", "<meta charset=windows-1251>\xcf", "text/html", "<meta charset=windows-1251>П"},
		{"meta of old", "<meta http-equiv=content-type content='text/html; charset=koi8-r'>\xf0", "", "<meta http-equiv=content-type content='text/html; charset=koi8-r'>П"},
		{"nothing said", "\x93\xe9\x94", "", "“é”"},
		{"broken UTF-8", "é\xff", "text/html; charset=utf-8", "é\uFFFD"},
		{"unknown name", "\xe9", "text/html; charset=nonsense", "é"},
		{"Shift JIS", "\x83c", "text/html; charset=shift_jis", "ツ"},
		{"ISO-2022-JP", "\x1b$B%D\x1b(B", "text/html; charset=iso-2022-jp", "ツ"},
		{"ISO-2022-JP by meta", "<meta charset=iso-2022-jp>\x1b$B%D\x1b(B", "text/html", "<meta charset=iso-2022-jp>ツ"},
		{"an escape character alone", "\x1b[1m", "text/plain", "\x1b[1m"},
	} {
		if got := string(toUTF8([]byte(test.body), test.contentType)); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

func TestDecompress(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("x", 100)
	for _, test := range []struct {
		name, body, coding, want string
		fails                    bool
	}{
		{name: "none", body: text, want: text},
		{name: "identity", body: text, coding: "identity", want: text},
		{name: "gzip", body: gzipped(text), coding: " GZIP ", want: text},
		{name: "two members", body: gzipped("a") + gzipped("b"), coding: "x-gzip", want: "ab"},
		{name: "bytes behind", body: gzipped(text) + "\r\n----------", coding: "gzip", want: text},
		{name: "at the limit", body: gzipped(strings.Repeat("x", 1000)), coding: "gzip", want: strings.Repeat("x", 1000)},
		{name: "over the limit", body: gzipped(strings.Repeat("x", 1001)), coding: "gzip", fails: true},
		{name: "plain over the limit", body: strings.Repeat("x", 1001), fails: true},
		{name: "cut", body: gzipped(text)[:20], coding: "gzip", fails: true},
		{name: "bad checksum", body: gzipped(text)[:len(gzipped(text))-8] + "12345678", coding: "gzip", fails: true},
		{name: "no coding of ours", body: text, coding: "gzip, br", fails: true},
	} {
		got, err := decompress([]byte(test.body), test.coding, 1000)
		if string(got) != test.want || (err != nil) != test.fails {
			t.Errorf("%s: %q, %v", test.name, got, err)
		}
	}
}
