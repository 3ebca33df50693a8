package robots

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

const rfcExample = `User-Agent: *
Disallow: *.gif$
Disallow: /example/
Allow: /publications/

User-Agent: foobot
Disallow:/
Allow:/example/page.html
Allow:/example/allowed.gif

User-Agent: barbot
User-Agent: bazbot
Disallow: /example/page.html

User-Agent: quxbot
`

// RFC 9309 §5.1 says what its example means to each crawler.
func TestAgentsOfTheStandard(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		agent, path string
		allowed     bool
	}{
		{"foobot", "/", false}, {"foobot", "/example/page.html", true}, {"foobot", "/example/allowed.gif", true}, {"foobot", "/publications/", false},
		{"BARBOT", "/example/page.html", false}, {"bazbot", "/example/page.html", false}, {"bazbot", "/a.gif", true},
		{"quxbot", "/example/page.html", true}, {"quxbot", "/a.gif", true}, {"", "/a.gif", false},
	} {
		if got := Parse([]byte(rfcExample), test.agent).Allows(test.path); got != test.allowed {
			t.Errorf("%q may have %s: %v", test.agent, test.path, got)
		}
	}
}

func TestSitemaps(t *testing.T) {
	t.Parallel()
	text := "Sitemap: https://a.example/1.xml\nUser-agent: x\nDisallow: /\nSITEMAP:https://b.example/2.xml.gz # all\nsitemap:\nSitemap: https://a.example/1.xml\nSitemap: rel.xml\n"
	want := []string{"https://a.example/1.xml", "https://b.example/2.xml.gz", "rel.xml"}
	for _, agent := range []string{"x", "verde"} {
		if got := Parse([]byte(text), agent).Sitemaps; !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", agent, got, want)
		}
	}
	var many strings.Builder
	for i := range 2 * maxSitemaps {
		fmt.Fprintf(&many, "Sitemap: /%d\n", i)
	}
	if n := len(Parse([]byte(many.String()), "x").Sitemaps); n != maxSitemaps {
		t.Errorf("%d sitemaps are kept", n)
	}
}

func TestProductToken(t *testing.T) {
	t.Parallel()
	for agent, want := range map[string]string{"My-Bot/1.0 (x)": "My-Bot", "a_b": "a_b", "": "", "/1": "", "Bot2": "Bot", "b\u00f6t": "b"} {
		if got := ProductToken(agent); got != want {
			t.Errorf("token of %q is %q, want %q", agent, got, want)
		}
	}
}

func TestRobots(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, robots string
		allowed      []string
		forbidden    []string
	}{
		{name: "empty", robots: "", allowed: []string{"/", "/x"}},
		{name: "disallow nothing", robots: "User-agent: *\nDisallow:\n", allowed: []string{"/"}},
		{name: "all", robots: "user-agent: *\ndisallow: /\n", forbidden: []string{"/", "/x?y"}},
		{name: "own group wins over star", robots: "User-agent: *\nDisallow: /\n\nUser-agent: verde\nDisallow: /private\n",
			allowed: []string{"/", "/x"}, forbidden: []string{"/private", "/private/x", "/private.html"}},
		{name: "token is case-insensitive, version passed over", robots: "User-agent: VERDE/2.0 (any)\nDisallow: /a\n", forbidden: []string{"/a"}},
		{name: "another token that begins alike", robots: "User-agent: verdebot\nDisallow: /\n", allowed: []string{"/"}},
		{name: "groups of one agent are merged", robots: "User-agent: verde\nDisallow: /a\n\nUser-agent: other\nDisallow: /c\n\nUser-agent: Verde\nDisallow: /b\n",
			allowed: []string{"/c"}, forbidden: []string{"/a", "/b"}},
		{name: "star groups are merged", robots: "User-agent: *\nDisallow: /a\nUser-agent: x\nDisallow: /\nUser-agent: *\nDisallow: /b\n",
			allowed: []string{"/"}, forbidden: []string{"/a", "/b"}},
		{name: "several agents of a group", robots: "User-agent: x\nUser-agent: verde\nDisallow: /a\n", forbidden: []string{"/a"}},
		{name: "other lines end no list of agents", robots: "User-agent: verde\nSitemap: https://x/\nUser-agent: x\nDisallow: /a\n", forbidden: []string{"/a"}},
		{name: "rules before any agent", robots: "Disallow: /\nUser-agent: *\nDisallow: /a\n", allowed: []string{"/"}, forbidden: []string{"/a"}},
		{name: "own group without rules", robots: "User-agent: *\nDisallow: /\nUser-agent: verde\nDisallow:\n", allowed: []string{"/"}},
		{name: "longest match", robots: "User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /a/b/c\n",
			allowed: []string{"/a/b", "/a/b/d"}, forbidden: []string{"/a", "/a/c", "/a/b/c"}},
		{name: "allow wins ties", robots: "User-agent: *\nDisallow: /page\nAllow: /page\n", allowed: []string{"/page"}},
		{name: "wildcards count as octets", robots: "User-agent: *\nAllow: /page\nDisallow: /*.htm\n", forbidden: []string{"/page.htm"}, allowed: []string{"/page"}},
		{name: "end", robots: "User-agent: *\nDisallow: /*.gif$\nAllow: /$\nDisallow: /\n", allowed: []string{"/"}, forbidden: []string{"/a.gif", "/a.gif?x"}},
		{name: "end only", robots: "User-agent: *\nDisallow: /*.php$\n", allowed: []string{"/a.php?x", "/php"}, forbidden: []string{"/a.php", "/a/b.php"}},
		{name: "end after repeat", robots: "User-agent: *\nDisallow: /a*a$\n", allowed: []string{"/a", "/ab"}, forbidden: []string{"/aa", "/aba"}},
		{name: "several wildcards", robots: "User-agent: *\nDisallow: /a*b*c\n", allowed: []string{"/acb", "/ab"}, forbidden: []string{"/abc", "/axbxcx", "/a/b?c"}},
		{name: "dollar within is itself", robots: "User-agent: *\nDisallow: /a$b\n", allowed: []string{"/a"}, forbidden: []string{"/a$b", "/a%24b"}},
		{name: "escaped star is itself", robots: "User-agent: *\nDisallow: /a%2Ab\n", allowed: []string{"/axb"}, forbidden: []string{"/a*b", "/a%2ab"}},
		{name: "case matters", robots: "User-agent: *\nDisallow: /X\n", allowed: []string{"/x"}, forbidden: []string{"/X"}},
		{name: "not ASCII", robots: "User-agent: *\nDisallow: /foo/bar/ツ\n", forbidden: []string{"/foo/bar/%E3%83%84", "/foo/bar/%e3%83%84"}},
		{name: "escaped unreserved", robots: "User-agent: *\nDisallow: /foo/bar/%62%61%7A\n", forbidden: []string{"/foo/bar/baz"}},
		{name: "escaped slash is another resource", robots: "User-agent: *\nDisallow: /a%2Fb\n", allowed: []string{"/a/b"}, forbidden: []string{"/a%2fb"}},
		{name: "escapes in queries", robots: "User-agent: *\nDisallow: /foo/bar?baz=https://foo.bar\n",
			forbidden: []string{"/foo/bar?baz=https%3A%2F%2Ffoo.bar", "/foo/bar?baz=https://foo.bar"}},
		{name: "bare percent", robots: "User-agent: *\nDisallow: /100%\n", forbidden: []string{"/100%25", "/100%"}},
		{name: "missing slash", robots: "User-agent: *\nDisallow: admin/\n", allowed: []string{"/x"}, forbidden: []string{"/admin/"}},
		{name: "byte order mark and CR", robots: "\ufeffUser-agent: *\rDisallow: /a\r", forbidden: []string{"/a"}},
		{name: "comments and blanks", robots: "# x\n \tUser-Agent : * # all\n DISALLOW\t:  /a # b\nnonsense\n: x\n", forbidden: []string{"/a"}, allowed: []string{"/b"}},
		{name: "half a byte order mark ends only its line", robots: "\xef\xbbUser-agent: *\nUser-agent: *\nDisallow: /a\n", forbidden: []string{"/a"}},
		{name: "a second byte order mark is junk", robots: "\ufeff\ufeffUser-agent: verde\nDisallow: /a\n", allowed: []string{"/a"}},
		{name: "star with more on the line", robots: "User-agent: *\tall of them\nDisallow: /a\n", forbidden: []string{"/a"}},
		{name: "star that begins a name", robots: "User-agent: *verde\nDisallow: /a\n", allowed: []string{"/a"}},
		{name: "blanks for the colon", robots: "User-agent *\nDisallow\t/a\nDisallow /b or so\n", forbidden: []string{"/a"}, allowed: []string{"/b"}},
		{name: "keys that are not quite", robots: "Useragent: *\nUser-agents: *\nDisallow: /a\n", allowed: []string{"/a"}},
		{name: "unknown lines end no list of agents", robots: "User-agent: verde\nRequest-rate: 1/5\nHost: x\nUser-agent: x\nDisallow: /a\n", forbidden: []string{"/a"}},
		{name: "empty lines end no group", robots: "User-agent: verde\n\n\nDisallow: /a\n\nDisallow: /b\n", forbidden: []string{"/a", "/b"}},
		{name: "an own group of another case before star", robots: "User-agent: VeRdE\nDisallow: /a\nUser-agent: *\nDisallow: /b\n", forbidden: []string{"/a"}, allowed: []string{"/b"}},
		{name: "a token in the middle is another's", robots: "User-agent: Mozilla verde\nDisallow: /\n", allowed: []string{"/"}},
		{name: "itself", robots: "User-agent: *\nDisallow: /\n", allowed: []string{"/robots.txt", "/robots.txt?x"}, forbidden: []string{"/robots.txt/", "/a/robots.txt"}},
		{name: "binary junk", robots: "\x00\xff\x00:\x01\n\x00User-agent: *\nUser-agent: *\nDisallow: /a\xff\n\x7fELF:\n", forbidden: []string{"/a%FF", "/a%ffb"}, allowed: []string{"/a"}},
		{name: "only comments", robots: "# User-agent: *\n# Disallow: /\n", allowed: []string{"/"}},
		{name: "comment within a path", robots: "User-agent: *\nDisallow: /a#b\n", forbidden: []string{"/a", "/ab"}},
		{name: "the dollar alone", robots: "User-agent: *\nDisallow: /$\n", allowed: []string{"/a", "/?"}, forbidden: []string{"/"}},
		{name: "stars alone", robots: "User-agent: *\nDisallow: ***\n", forbidden: []string{"/", "/a"}},
		{name: "queries", robots: "User-agent: *\nDisallow: /*?sort=\nAllow: /*?sort=price\n", allowed: []string{"/a", "/a?sort=price&x"}, forbidden: []string{"/a?sort=name"}},
		{name: "an escape that ends early", robots: "User-agent: *\nDisallow: /a%4\nDisallow: /b%zz\n", forbidden: []string{"/a%254", "/b%25zz"}, allowed: []string{"/aD"}},
		{name: "tie across groups", robots: "User-agent: verde\nDisallow: /folder\nUser-agent: verde\nAllow: /folder\n", allowed: []string{"/folder/page"}},
		// The tables of https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec.
		{name: "path /fish", robots: "User-agent: *\nDisallow: /fish\n",
			forbidden: []string{"/fish", "/fish.html", "/fish/salmon.html", "/fishheads", "/fishheads/yummy.html", "/fish.php?id=anything"},
			allowed:   []string{"/Fish.asp", "/catfish", "/?id=fish", "/desert/fish"}},
		{name: "path /fish*", robots: "User-agent: *\nDisallow: /fish*\n",
			forbidden: []string{"/fish", "/fish.html", "/fish/salmon.html", "/fishheads/yummy.html"}, allowed: []string{"/Fish.asp", "/catfish", "/?id=fish"}},
		{name: "path /fish/", robots: "User-agent: *\nDisallow: /fish/\n",
			forbidden: []string{"/fish/", "/fish/?id=anything", "/fish/salmon.htm"}, allowed: []string{"/fish", "/fish.html", "/animals/fish/", "/Fish/Salmon.asp"}},
		{name: "path /*.php", robots: "User-agent: *\nDisallow: /*.php\n",
			forbidden: []string{"/index.php", "/filename.php", "/folder/filename.php", "/folder/filename.php?parameters", "/folder/any.php.file.html", "/filename.php/"},
			allowed:   []string{"/", "/windows.PHP"}},
		{name: "path /*.php$", robots: "User-agent: *\nDisallow: /*.php$\n",
			forbidden: []string{"/filename.php", "/folder/filename.php"}, allowed: []string{"/filename.php?parameters", "/filename.php/", "/filename.php5", "/windows.PHP"}},
		{name: "path /fish*.php", robots: "User-agent: *\nDisallow: /fish*.php\n",
			forbidden: []string{"/fish.php", "/fishheads/catfish.php?parameters"}, allowed: []string{"/Fish.PHP"}},
		{name: "order 1", robots: "User-agent: *\nAllow: /p\nDisallow: /\n", allowed: []string{"/page"}},
		{name: "order 2", robots: "User-agent: *\nAllow: /folder\nDisallow: /folder\n", allowed: []string{"/folder/page"}},
		{name: "order 3", robots: "User-agent: *\nAllow: /page\nDisallow: /*.htm\n", forbidden: []string{"/page.htm"}},
		{name: "order 4", robots: "User-agent: *\nAllow: /page\nDisallow: /*.ph\n", allowed: []string{"/page.php5"}},
		{name: "order 5", robots: "User-agent: *\nAllow: /$\nDisallow: /\n", allowed: []string{"/"}, forbidden: []string{"/page.htm"}},
		// The examples of RFC 9309 §5.
		{name: "RFC 9309 §5.1, everybody", robots: rfcExample, allowed: []string{"/publications/a"}, forbidden: []string{"/a.gif", "/example/", "/x/y.gif"}},
		{name: "RFC 9309 §5.2", robots: "User-Agent: verde\nAllow: /example/page/\nDisallow: /example/page/disallowed.gif\n",
			allowed: []string{"/example/page/"}, forbidden: []string{"/example/page/disallowed.gif"}},
		{name: "a page in place of rules", robots: "<!DOCTYPE html><p>Disallow: /</p>", allowed: []string{"/"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			rules := Parse([]byte(test.robots), "verde")
			for _, path := range test.allowed {
				if !rules.Allows(path) {
					t.Errorf("%s is forbidden", path)
				}
			}
			for _, path := range test.forbidden {
				if rules.Allows(path) {
					t.Errorf("%s is allowed", path)
				}
			}
		})
	}
}

func TestCrawlDelay(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]time.Duration{"2": 2 * time.Second, "0.25": 250 * time.Millisecond, "31": 31 * time.Second,
		"1e300": maxDelay, "1e999": maxDelay, "inf": maxDelay, "nan": 0, "-1": 0, "": 0, "x": 0, "5 # s": 5 * time.Second} {
		rules := Parse([]byte("User-agent: *\nCrawl-delay: "+value+"\n"), "verde")
		if rules.Delay != want {
			t.Errorf("Crawl-delay %q is %v, want %v", value, rules.Delay, want)
		}
	}
	if d := Parse([]byte("User-agent: *\nCrawl-delay: 9\nUser-agent: verde\nDisallow: /x\n"), "verde").Delay; d != 0 {
		t.Errorf("the delay of others (%v) is ours", d)
	}
}

func TestRobotsLimit(t *testing.T) {
	t.Parallel()
	filler := strings.Repeat("# filler\n", MaxSize/9+1)
	head := "User-agent: *\nDisallow: /early\n"
	// The limit falls within the rule, which as far as it goes would forbid more.
	cut := head + filler[:MaxSize-len(head)-15] + "\nDisallow: /private-area\n"
	rules := Parse([]byte(cut), "verde")
	if rules.Allows("/early") {
		t.Error("a rule before the limit was lost")
	}
	for _, path := range []string{"/private-area", "/p", "/private"} {
		if !rules.Allows(path) {
			t.Errorf("a rule behind the limit forbids %s", path)
		}
	}
}

// globMatch is the definition that rule.match must agree with.
func globMatch(pattern, path string) bool {
	switch {
	case pattern == "":
		return true
	case pattern == "$":
		return path == ""
	case pattern[0] == '*':
		for i := 0; i <= len(path); i++ {
			if globMatch(pattern[1:], path[i:]) {
				return true
			}
		}
		return false
	}
	return path != "" && path[0] == pattern[0] && globMatch(pattern[1:], path[1:])
}

func TestMatchIsTheDefinition(t *testing.T) {
	t.Parallel()
	var words func(alphabet string, n int) []string
	words = func(alphabet string, n int) []string {
		if n == 0 {
			return []string{""}
		}
		list := []string{""}
		for _, w := range words(alphabet, n-1) {
			for _, c := range alphabet {
				list = append(list, w+string(c))
			}
		}
		return list
	}
	paths := words("ab", 5)
	for _, w := range words("ab*", 4) {
		for _, pattern := range []string{"/" + w, "/" + w + "$"} {
			r := newRule(pattern, false)
			for _, p := range paths {
				if got, want := r.match("/"+p), globMatch(pattern, "/"+p); got != want {
					t.Fatalf("%s matches /%s: %v, want %v", pattern, p, got, want)
				}
			}
		}
	}
}

func FuzzRobots(f *testing.F) {
	f.Add("User-agent: *\nDisallow: /a*b$\nAllow: /%7e\nCrawl-delay: 3\n", "/axb?c=%2F")
	f.Add("\xef\xbb\xbfuser-agent:verde\ndisallow:*", "/")
	f.Add(rfcExample, "/x/y.gif")
	f.Add("\x00:\rUser-agent *\rDisallow /%2a%zz\rSitemap: \xff", "/%2A%25zz")
	f.Fuzz(func(t *testing.T, robots, path string) {
		rules := Parse([]byte(robots), "verde")
		rules.Allows(path)
		if rules.Delay < 0 || rules.Delay > maxDelay {
			t.Errorf("delay %v", rules.Delay)
		}
		once, _ := escapePath(path, false)
		if twice, _ := escapePath(once, false); twice != once {
			t.Errorf("escaping %q gives %q, and again %q", path, once, twice)
		}
		if len(rules.Sitemaps) > maxSitemaps {
			t.Errorf("%d sitemaps", len(rules.Sitemaps))
		}
		if strings.HasPrefix(path, "/robots.txt") || strings.ContainsAny(path, "\r\n#*$") || !strings.HasPrefix(path, "/") || strings.TrimSpace(path) != path {
			return
		}
		if Parse(fmt.Appendf(nil, "User-agent: verde\nDisallow: %s\n", path), "verde").Allows(path) {
			t.Errorf("a rule for %q itself does not match it", path)
		}
	})
}

func BenchmarkRobots(b *testing.B) {
	var text strings.Builder
	text.WriteString("User-agent: *\n")
	for i := range 500 {
		fmt.Fprintf(&text, "Disallow: /*/section%d/*?id=\n", i)
	}
	rules := Parse([]byte(text.String()), "verde")
	for b.Loop() {
		rules.Allows("/a/b/section/of/the/catalog/with/a/long/path.html?id=17&sort=price")
	}
}
