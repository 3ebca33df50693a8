package charset

import (
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding/htmlindex"
)

func TestUTF8(t *testing.T) {
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
		{"UTF-8 that is cut", strings.Repeat("é", 30) + "\xc3", "text/html; charset=windows-1251", strings.Repeat("é", 30) + "\uFFFD"},
		{"UTF-8 with a part of another set", strings.Repeat("é", 50) + "caf\xe9", "", strings.Repeat("é", 50) + "caf\uFFFD"},
		{"UTF-8 in the header only", "caf\xe9", "text/html; charset=utf-8", "café"},
		{"UTF-8 is said of KOI8-R", "<meta charset=utf-8>\xeb\xce\xc9\xc7\xc1 \xcf \xcd\xcf\xd2\xc5", "", "<meta charset=utf-8>Книга о море"},
		{"windows-1252 is said of KOI8-R", "\xeb\xce\xc9\xc7\xc1", "text/html; charset=windows-1252", "ëÎÉÇÁ"},
		{"UTF-16 without a mark", "<\x00p\x00>\x00\xe9\x00", "text/html", "<p>é"},
		{"UTF-16 the other way round", "\x00<\x00p\x00>\x00\xe9", "text/html; charset=utf-16", "<p>é"},
		{"UTF-16 by its mark", "\xfe\xff\x30\xc4", "", "ツ"},
		{"UTF-16 that is none", "<p>x", "text/html; charset=utf-16le", "<p>x"},
		{"UTF-16 of odd length", "<\x00p\x00>\x00x", "text/html", "<p>\uFFFD"},
		{"zeros in a text", "a\x00b", "text/html", "a\x00b"},
		{"GBK", "\xc4\xe3\xba\xc3", "text/html; charset=gb2312", "你好"},
		{"Big5", "\xa7A\xa6n", "text/html; charset=big5", "你好"},
		{"EUC-KR", "\xbe\xc8\xb3\xe7", "text/html; charset=euc-kr", "안녕"},
		{"EUC-JP", "\xa5\xc4", "text/html; charset=euc-jp", "ツ"},
		{"KOI8-R", "\xf0\xd2\xc9", "text/html; charset=koi8-r", "При"},
		{"windows-1250", "\x9akoda", "text/html; charset=windows-1250", "škoda"},
		{"windows-1253", "\xe1\xe2", "text/html; charset=windows-1253", "αβ"},
		{"windows-1256", "\xc7\xe1", "text/html; charset=windows-1256", "ال"},
		{"ISO-8859-1 is windows-1252", "\x80", "text/html; charset=iso-8859-1", "€"},
		{"the header lies, meta does not", "<meta charset=shift_jis>\x83\x8a\x83\x93\x83N", "text/html; charset=iso-8859-1", "<meta charset=shift_jis>リンク"},
		{"meta lies, the header does not", "<meta charset=gbk>\x83\x8a\x83\x93\x83N", "text/html; charset=shift_jis", "<meta charset=gbk>リンク"},
		{"both say nonsense", "<meta charset=x>\xe9", "text/html; charset=y", "<meta charset=x>é"},
		{"meta far down", "<!--" + far + "--><META content='text/html; charset=koi8-r' http-equiv=content-type>\xf0", "", "<!--" + far + "--><META content='text/html; charset=koi8-r' http-equiv=content-type>П"},
		{"an XML declaration", "<?xml version='1.0' encoding='windows-1251' ?><p>\xcf", "application/xml", "<?xml version='1.0' encoding='windows-1251' ?><p>П"},
		{"an XML declaration without an end", "<?xml encoding=\"windows-1251\"><p>\xe9", "", "<?xml encoding=\"windows-1251\"><p>é"},
		{"an XML declaration without a name", "<?xml encoding=?><p>\xe9<?xml encoding?>", "", "<?xml encoding=?><p>é<?xml encoding?>"},
		{"a second meta", "<meta name=x><meta charset=windows-1251>\xcf", "", "<meta name=x><meta charset=windows-1251>П"},
		{"meta that does not end", "\xe9<meta charset=koi8-r", "", "é<meta charset=koi8-r"},
		{"replacement is no character set", "\xe9", "text/html; charset=iso-2022-kr", "é"},
		{"an escape character alone", "\x1b[1m", "text/plain", "\x1b[1m"},
	} {
		if got, name := UTF8([]byte(test.body), test.contentType); string(got) != test.want {
			t.Errorf("%s: %q by %s, want %q", test.name, got, name, test.want)
		}
	}
}

func FuzzUTF8(f *testing.F) {
	for _, seed := range [][2]string{{"\xff\xfe<\x00", "text/html"}, {"<meta charset=shift_jis>\x83c", ""}, {"\x1b$B%D", "text/html; charset=iso-2022-jp"},
		{"<meta charset=gb18030>\x81\x30\x81", "text/html; charset=utf-16be"}, {"\xc3\xa9\xe9", "a/b; charset=\xff"}} {
		f.Add([]byte(seed[0]), seed[1])
	}
	f.Fuzz(func(t *testing.T, body []byte, contentType string) {
		text, name := UTF8(body, contentType)
		if !utf8.Valid(text) {
			t.Errorf("%q is not UTF-8", text)
		}
		if _, err := htmlindex.Get(name); err != nil && name != "" {
			t.Errorf("it came in %q: %v", name, err)
		}
		if len(text) > 4*len(body)+4 {
			t.Errorf("%d bytes of %d", len(text), len(body))
		}
	})
}
