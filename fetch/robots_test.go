package fetch

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

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
		{name: "a page in place of rules", robots: "<!DOCTYPE html><p>Disallow: /</p>", allowed: []string{"/"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			rules := parseRobots([]byte(test.robots), "verde")
			for _, path := range test.allowed {
				if !rules.allows(path) {
					t.Errorf("%s is forbidden", path)
				}
			}
			for _, path := range test.forbidden {
				if rules.allows(path) {
					t.Errorf("%s is allowed", path)
				}
			}
		})
	}
}

func TestCrawlDelay(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]time.Duration{"2": 2 * time.Second, "0.25": 250 * time.Millisecond, "31": 30 * time.Second,
		"1e300": 30 * time.Second, "inf": 30 * time.Second, "nan": 0, "-1": 0, "": 0, "x": 0, "5 # s": 5 * time.Second} {
		rules := parseRobots([]byte("User-agent: *\nCrawl-delay: "+value+"\n"), "verde")
		if rules.delay != want {
			t.Errorf("Crawl-delay %q is %v, want %v", value, rules.delay, want)
		}
	}
	if d := parseRobots([]byte("User-agent: *\nCrawl-delay: 9\nUser-agent: verde\nDisallow: /x\n"), "verde").delay; d != 0 {
		t.Errorf("the delay of others (%v) is ours", d)
	}
}

func TestRobotsLimit(t *testing.T) {
	t.Parallel()
	filler := strings.Repeat("# filler\n", maxRobots/9+1)
	head := "User-agent: *\nDisallow: /early\n"
	// The limit falls within the rule, which as far as it goes would forbid more.
	cut := head + filler[:maxRobots-len(head)-15] + "\nDisallow: /private-area\n"
	rules := parseRobots([]byte(cut), "verde")
	if rules.allows("/early") {
		t.Error("a rule before the limit was lost")
	}
	for _, path := range []string{"/private-area", "/p", "/private"} {
		if !rules.allows(path) {
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
	f.Fuzz(func(t *testing.T, robots, path string) {
		rules := parseRobots([]byte(robots), "verde")
		rules.allows(path)
		if rules.delay < 0 || rules.delay > maxCrawlDelay {
			t.Errorf("delay %v", rules.delay)
		}
		once, _ := escapePath(path, false)
		if twice, _ := escapePath(once, false); twice != once {
			t.Errorf("escaping %q gives %q, and again %q", path, once, twice)
		}
		if strings.ContainsAny(path, "\r\n#*$") || !strings.HasPrefix(path, "/") || strings.TrimSpace(path) != path {
			return
		}
		if parseRobots(fmt.Appendf(nil, "User-agent: verde\nDisallow: %s\n", path), "verde").allows(path) {
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
	rules := parseRobots([]byte(text.String()), "verde")
	for b.Loop() {
		rules.allows("/a/b/section/of/the/catalog/with/a/long/path.html?id=17&sort=price")
	}
}
