package page

import (
	"strings"
	"testing"
	"unicode/utf8"

	whatwg "github.com/nlnwa/whatwg-url/url"
)

// asBrowsers is what browsers make of references on a page, by the standard
// (WHATWG, URL) and its tests of the web platform, in our normal form. An empty
// result is an error.
var asBrowsers = map[string][][2]string{
	"http://e.org/dir/page?x=1": {
		// Relative to the page.
		{"other", "http://e.org/dir/other"}, {"?y=2", "http://e.org/dir/page?y=2"}, {"?", "http://e.org/dir/page?"},
		{"#top", "http://e.org/dir/page?x=1"}, {"", "http://e.org/dir/page?x=1"}, {" \n\t", "http://e.org/dir/page?x=1"},
		{".", "http://e.org/dir/"}, {"./", "http://e.org/dir/"}, {"..", "http://e.org/"}, {"../", "http://e.org/"},
		{"../up", "http://e.org/up"}, {"../../../up", "http://e.org/up"}, {"a/./b/../c", "http://e.org/dir/a/c"}, {"a/..", "http://e.org/dir/"},
		{"%2e%2E/x", "http://e.org/x"}, {".%2e/x", "http://e.org/x"}, {"%2e/x", "http://e.org/dir/x"}, {"..a/b..", "http://e.org/dir/..a/b.."},
		{"/abs", "http://e.org/abs"}, {"/", "http://e.org/"}, {"/.", "http://e.org/"}, {"/..//x", "http://e.org//x"}, {"a//../b", "http://e.org/dir/a/b"},
		{"a?b#c?d", "http://e.org/dir/a?b"}, {"a#b?c", "http://e.org/dir/a"}, {"a?b?c/../d", "http://e.org/dir/a?b?c/../d"},
		// A colon without a scheme before it.
		{"2001:_A_Space_Odyssey.html", "http://e.org/dir/2001:_A_Space_Odyssey.html"},
		{"Категория:Книги.html", "http://e.org/dir/%D0%9A%D0%B0%D1%82%D0%B5%D0%B3%D0%BE%D1%80%D0%B8%D1%8F:%D0%9A%D0%BD%D0%B8%D0%B3%D0%B8.html"},
		{"a/b:c", "http://e.org/dir/a/b:c"}, {"?a:b", "http://e.org/dir/page?a:b"}, {":a", "http://e.org/dir/:a"}, {":", "http://e.org/dir/:"},
		{"a_b:c", "http://e.org/dir/a_b:c"}, {"foo.com:80/x", ""}, {"Talk:Page", ""},
		// A scheme without a host behind it.
		{"http:foo.html", "http://e.org/dir/foo.html"}, {"HTTP:foo.html", "http://e.org/dir/foo.html"}, {"http:", "http://e.org/dir/page?x=1"},
		{"http:?y", "http://e.org/dir/page?y"}, {"http:/abs", "http://e.org/abs"}, {"http:#a", "http://e.org/dir/page?x=1"}, {"http:../x", "http://e.org/x"},
		{"https:foo.html", "https://foo.html/"}, {"https:/foo/bar", "https://foo/bar"}, {"http:://x", "http://e.org/dir/://x"},
		// Slashes of all kinds and numbers.
		{"//other.org/z", "http://other.org/z"}, {"///other.org/z", "http://other.org/z"}, {"////other.org//z", "http://other.org//z"},
		{`\\other.org\z`, "http://other.org/z"}, {`/\other.org/z`, "http://other.org/z"}, {`\abs\x`, "http://e.org/abs/x"}, {`a\b?c\d`, `http://e.org/dir/a/b?c\d`},
		{`http:\\other.org/`, "http://other.org/"}, {"https:///other.org/x", "https://other.org/x"}, {`https:\other.org`, "https://other.org/"},
		{"//", ""}, {"///", ""}, {"http://", ""}, {"//?x", ""},
		// What is dropped.
		{"a\tb\nc\rd", "http://e.org/dir/abcd"}, {"ht\ntp://oth\ter.org/", "http://other.org/"}, {"\x01 x \x1f", "http://e.org/dir/x"},
		{"java\nscript:alert(1)", ""}, {"mailto:a@b.c", ""}, {"javascript:void(0)", ""}, {"tel:123", ""}, {"data:text/html,x", ""}, {"file:///etc/passwd", ""}, {"about:blank", ""},
		// What is escaped.
		{"a b", "http://e.org/dir/a%20b"}, {"a\x01b", "http://e.org/dir/a%01b"}, {"\x7f", "http://e.org/dir/%7F"}, {"\u00a0", "http://e.org/dir/%C2%A0"},
		{`<a>"b"`, "http://e.org/dir/%3Ca%3E%22b%22"}, {"?<a>'b' \"c\"", "http://e.org/dir/page?%3Ca%3E%27b%27%20%22c%22"}, {"?é{}|^`[]", "http://e.org/dir/page?%C3%A9{}|^`[]"},
		{"(a)*!$&'+,;=@~", "http://e.org/dir/(a)*!$&'+,;=@~"}, {"caf\xe9?\xe9", "http://e.org/dir/caf%E9?%E9"},
		{"%zz%4", "http://e.org/dir/%25zz%254"}, {"%7euser/%c3%a9", "http://e.org/dir/~user/%C3%A9"}, {"a%2fb", "http://e.org/dir/a%2Fb"}, {"😀", "http://e.org/dir/%F0%9F%98%80"},
	},
	"https://u.example:444/a//b/": {
		{"c", "https://u.example:444/a//b/c"}, {"..", "https://u.example:444/a//"}, {"../..", "https://u.example:444/a/"}, {"../../..", "https://u.example:444/"},
		{"http:x", "http://x/"}, {"//u.example:443", "https://u.example/"}, {"https:x", "https://u.example:444/a//b/x"}, {"http://u.example:443", "http://u.example:443/"},
	},
	"": {
		{"HTTP://WWW.Example.COM:80", "http://www.example.com/"}, {"https://example.com:443/a#frag", "https://example.com/a"}, {"http://example.com:8080/", "http://example.com:8080/"},
		{"http://e.org:", "http://e.org/"}, {"http://e.org:0080/", "http://e.org/"}, {"http://e.org:0/", "http://e.org:0/"}, {"http://e.org:65535", "http://e.org:65535/"},
		{"http://e.org:65536/", ""}, {"http://e.org:8a/", ""}, {"http://e.org:-1/", ""}, {"http://a:b:c/", ""}, {"http://:80/", ""},
		{"http:e.org", "http://e.org/"}, {"http:/e.org", "http://e.org/"}, {"http:////e.org", "http://e.org/"}, {"http://e.org?a", "http://e.org/?a"}, {"http://e.org?", "http://e.org/?"}, {"http://e.org#a", "http://e.org/"},
		{`http://e.org\a\b`, "http://e.org/a/b"}, {"http://e.org/../../x", "http://e.org/x"}, {"http://e.org/?b=2&a=1&&", "http://e.org/?b=2&a=1&&"}, {"http://e.org/100%/x", "http://e.org/100%25/x"},
		// User information is not told on.
		{"http://user:secret@e.org/", "http://e.org/"}, {"http://a@b@e.org/", "http://e.org/"}, {"http://user@/x", ""}, {"http://@e.org", "http://e.org/"}, {"http://a:b@e.org:81/", "http://e.org:81/"},
		{"http://e.org/a@b", "http://e.org/a@b"}, {"http://x/?@e.org", "http://x/?@e.org"}, {`http://e.org\@f.org/`, "http://e.org/@f.org/"},
		// Names.
		{"http://bücher.example/", "http://xn--bcher-kva.example/"}, {"http://B%C3%BCcher.example/", "http://xn--bcher-kva.example/"}, {"http://faß.example", "http://xn--fa-hia.example/"},
		{"http://ＧＯ.com/", "http://go.com/"}, {"http://ab。cd/", "http://ab.cd/"}, {"http://e%2eorg", "http://e.org/"}, {"http://ex\u00adample.org", "http://example.org/"},
		{"https://%C2%AD/", ""}, {"http://\u200b/", ""}, {"http://xn--/", ""}, {"http://a\u200db/", ""}, {"http://%ff/", ""}, {"http://a%00b/", ""}, {"http://a%20b/", ""}, {"http://a b/", ""},
		{"http://<script>/", ""}, {"http://a|b/", ""}, {"http://a^b/", ""}, {"http://%zz/", ""}, {"http://[e.org]/", ""}, {"http://e.org]/", ""},
		{"http://under_score.example/", "http://under_score.example/"}, {"http://-a-.example/", "http://-a-.example/"}, {"http://r4---sn.example/", "http://r4---sn.example/"}, {"http://e.org./", "http://e.org/"}, {"http://./", ""},
		// Addresses.
		{"http://127.0.0.1:8080/", "http://127.0.0.1:8080/"}, {"http://0x7f.1/", "http://127.0.0.1/"}, {"http://0177.0.0.01", "http://127.0.0.1/"}, {"http://2130706433", "http://127.0.0.1/"},
		{"http://0/", "http://0.0.0.0/"}, {"http://0x/", "http://0.0.0.0/"}, {"http://1.2.65535", "http://1.2.255.255/"}, {"http://1.2.3.4.", "http://1.2.3.4/"}, {"http://％３１.2.3.4", ""},
		{"http://256.1.1.1/", ""}, {"http://1.2.3.4.5/", ""}, {"http://1.2.3.08/", ""}, {"http://foo.0x4/", ""}, {"http://0xfffffffffffffffffff/", ""}, {"http://4294967296/", ""}, {"http://1..2/", ""}, {"http://1.2.3.4a/", "http://1.2.3.4a/"},
		{"http://[::1]:80/", "http://[::1]/"}, {"http://[0:0::1]:81/", "http://[::1]:81/"}, {"http://[1:0:0:2:0:0:0:3]", "http://[1:0:0:2::3]/"}, {"http://[::127.0.0.1]", "http://[::7f00:1]/"}, {"http://[::ffff:1.2.3.4]/", "http://[::ffff:102:304]/"},
		{"http://[::1/", ""}, {"http://[::1]a/", ""}, {"http://[::g]/", ""}, {"http://[fe80::1%25eth0]/", ""}, {"http://[1.2.3.4]/", ""}, {"http://[]/", ""},
		// None.
		{"", ""}, {"/a", ""}, {"//x", ""}, {"e.org", ""}, {"ftp://e.org/", ""}, {"httpx://e.org/", ""}, {"http:", ""}, {" http ://e.org/", ""},
	},
}

func TestResolveAsBrowsers(t *testing.T) {
	t.Parallel()
	for base, tests := range asBrowsers {
		for _, test := range tests {
			got, err := resolveOn(base, test[0])
			if got != test[1] || (err == nil) != (test[1] != "") {
				t.Errorf("%q on %q: %q, %v; want %q", test[0], base, got, err, test[1])
			}
			if err != nil && (len(err.Error()) > 400 || strings.Contains(err.Error(), "secret")) {
				t.Errorf("%q on %q: error %v", test[0], base, err)
			}
		}
	}
}

// resolveOn reads a reference as found at base, "" for none.
func resolveOn(base, ref string) (string, error) {
	if base == "" {
		return Normalize(ref)
	}
	return Resolve(base, ref)
}

func TestURLLimits(t *testing.T) {
	t.Parallel()
	const e = "http://e.org/"
	for _, test := range []struct {
		raw string
		ok  bool
	}{
		{e + strings.Repeat("a", MaxURL-len(e)), true},
		{e + strings.Repeat("a", MaxURL-len(e)+1), false},
		{e + strings.Repeat("ü", MaxURL/6-len(e)), true},
		{e + strings.Repeat("ü", MaxURL/6), false}, // once escaped
		{"http://" + strings.Repeat("ü", maxHost), false},
		{"http://user:secret@" + strings.Repeat("x y", 99), false},
	} {
		got, err := Normalize(test.raw)
		if (err == nil) != test.ok || len(got) > MaxURL {
			t.Errorf("%.40q of %d bytes: %d bytes, %v", test.raw, len(test.raw), len(got), err)
		}
		if err != nil && (len(err.Error()) > 400 || strings.Contains(err.Error(), "secret")) {
			t.Errorf("error of %d bytes: %v", len(err.Error()), err)
		}
	}
	if _, err := Resolve("/not/normal", "x"); err == nil {
		t.Error("resolved on a base that is no normal URL")
	}
}

// Queries of links are in the character set of their page, and paths are not.
func TestQueryCharset(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ charset, ref, want string }{
		{"", "é?é", "%C3%A9?%C3%A9"},
		{"utf-8", "?é", "page?%C3%A9"},
		{"utf-16le", "?é", "page?%C3%A9"},
		{"nonsense", "?é", "page?%C3%A9"},
		{"windows-1252", "é?a=é&b=€", "%C3%A9?a=%E9&b=%80"},
		{"windows-1251", "?q=книга&p=1", "page?q=%EA%ED%E8%E3%E0&p=1"},
		{"windows-1251", "?q=日本", "page?q=%26%2326085%3B%26%2326412%3B"},
		{"windows-1251", "?é&ж", "page?%26%23233%3B&%E6"},
		{"koi8-r", "?книга#ж", "page?%CB%CE%C9%C7%C1"},
		{"shift_jis", "?q=ソ本&r=a", `page?q=%83\%96{&r=a`}, // second bytes that are ASCII are not escaped
		{"euc-jp", "?日本", "page?%C6%FC%CB%DC"},
		{"iso-2022-jp", "?日本&x", "page?%1B$BF|K\\%1B(B&x"},
		{"gb18030", "?你好", "page?%C4%E3%BA%C3"},
		{"gbk", "?你好", "page?%C4%E3%BA%C3"},
		{"big5", "?你好", "page?%A7A%A6n"},
		{"euc-kr", "?안녕", "page?%BE%C8%B3%E7"},
		{"windows-1252", "?%e9%C3%A9", "page?%E9%C3%A9"}, // what is escaped already stays
	} {
		p := &Page{URL: "http://e.org/page", Charset: test.charset}
		doc, err := Parse([]byte(`<a href="` + test.ref + `">x</a><link rel=next href="` + test.ref + `">`))
		if err != nil {
			t.Fatal(err)
		}
		o := NewOutline(p, doc, new(Paths), Tag)
		want := "http://e.org/" + test.want
		if len(o.Links) != 1 || o.Links[0].URL != want || len(o.Parts) != 1 || o.Parts[0] != want {
			t.Errorf("%s: %s: links %v, parts %v, want %s", test.charset, test.ref, o.Links, o.Parts, want)
		}
		if again, err := Normalize(want); err != nil || again != want {
			t.Errorf("%s is not normal: %s, %v", want, again, err)
		}
	}
}

// A normal URL is a fixed point, stays on http(s), and is made of ASCII.
func FuzzNormalize(f *testing.F) {
	for _, seed := range []string{"http://www.example.com/a/../b?c=d#e", "HTTPS://BÜCHER.example:443/%7e%zz", "http://e.org/?a=%", "//x", "http://[::1]/", "http://e.org/%2e%2e/", "http://0x7f.1/", "http://user:p@e.org:81\\x"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		once, err := Normalize(raw)
		if err != nil {
			return
		}
		if !strings.HasPrefix(once, "http://") && !strings.HasPrefix(once, "https://") {
			t.Fatalf("Normalize(%q) = %q: not http(s)", raw, once)
		}
		for i := 0; i < len(once); i++ {
			if once[i] <= ' ' || once[i] >= 0x7f {
				t.Fatalf("Normalize(%q) = %q: byte %#x", raw, once, once[i])
			}
		}
		twice, err := Normalize(once)
		if err != nil || twice != once {
			t.Fatalf("Normalize(%q) = %q, then %q, %v", raw, once, twice, err)
		}
		if len(Terms(once)) < 1 || Host(once) == "" {
			t.Fatalf("Normalize(%q) = %q has no host", raw, once)
		}
	})
}

// FuzzResolve compares with a parser that follows the standard to the letter,
// and is too slow for each link of a page.
func FuzzResolve(f *testing.F) {
	for _, base := range []string{"http://e.org/", "https://e.org/a/b/c.html?q=/x", "http://e.org:81/a//b/"} {
		for _, ref := range []string{"x.html", "../x#top", "../../../x", "/x/y?a=1", "//f.org/", `..//x\y`, "x?#", "./x", "x/.", ".x", "a:b", "1:b", "http:x", "https:x", "///x//y", "http://a@b@c:80/", "//0x7f.1", "//[::1]", "//%e4\u200d"} {
			f.Add(base, ref)
		}
	}
	f.Fuzz(func(t *testing.T, base, ref string) {
		if normal, err := Normalize(base); err != nil || normal != base || !utf8.ValidString(ref) {
			return
		}
		got, err := Resolve(base, ref)
		u, standard := whatwg.ParseRef(base, ref)
		switch {
		case standard != nil && err == nil:
			t.Errorf("%q on %q: %q, and by the standard %v", ref, base, got, standard)
		case standard != nil || err != nil:
			return // what we take is less
		}
		if want, err := Normalize(u.Href(true)); err != nil || got != want {
			t.Errorf("%q on %q: %q, want %q, %v", ref, base, got, want, err)
		}
	})
}

// BenchmarkResolve reads references as pages have them.
func BenchmarkResolve(b *testing.B) {
	at, err := locate("https://www.example.com/dir/page.html?q=1")
	if err != nil {
		b.Fatal(err)
	}
	for _, ref := range []string{"/things/thing-100.html", "thing.php?id=12&cat=a%20b#top", "https://www.example.com/a/b/c.html", "Категория:Книги.html", "javascript:void(0)"} {
		b.Run(ref, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, _ = at.join(ref)
			}
		})
	}
}
