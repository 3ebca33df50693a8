package fetch

import (
	"bytes"
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Limits of robots.txt.
const (
	maxRobots     = 500 << 10        // bytes that are read of it, the least that RFC 9309 §2.5 allows
	maxCrawlDelay = 30 * time.Second // longest Crawl-delay that is honoured
)

// ruleset is what a robots.txt says to one crawler: RFC 9309, with Crawl-delay
// besides.
type ruleset struct {
	rules []rule // longest pattern first, Allow before Disallow
	delay time.Duration
}

// rule is one Allow or Disallow line.
type rule struct {
	pieces []string // what stands between the "*" of the pattern, escaped as escapePath does
	size   int      // octets of the pattern
	whole  bool     // "$": the pattern must end where the path does
	allow  bool
}

// parseRobots gives the rules of a robots.txt for the crawler whose product
// token is agent. All groups that name it are merged; if none does, all groups
// for "*" are. Lines that are not understood are passed over, and end nothing.
func parseRobots(body []byte, agent string) *ruleset {
	body = bytes.TrimPrefix(body, []byte("\xef\xbb\xbf"))
	if len(body) > maxRobots {
		body = body[:maxRobots]
		// A rule that is cut off would be a shorter one, and forbid more.
		body = body[:bytes.LastIndexAny(body, "\r\n")+1]
	}
	var own, any ruleset
	named := false            // some group is ours
	mine, all := false, false // the current group is ours, is for everybody
	group := true             // agent lines go on the current group
	for line := range bytes.FieldsFuncSeq(body, func(r rune) bool { return r == '\n' || r == '\r' }) {
		key, value, ok := robotsLine(line)
		if !ok {
			continue
		}
		switch key {
		case "user-agent":
			if !group {
				mine, all, group = false, false, true
			}
			if value == "*" || strings.HasPrefix(value, "* ") {
				all = true
			} else if strings.EqualFold(productToken(value), agent) {
				mine, named = true, true
			}
		case "allow", "disallow":
			group = false
			if value == "" || !mine && !all {
				continue
			}
			r := newRule(value, key == "allow")
			if mine {
				own.rules = append(own.rules, r)
			}
			if all {
				any.rules = append(any.rules, r)
			}
		case "crawl-delay":
			delay := crawlDelay(value)
			if mine {
				own.delay = max(own.delay, delay)
			}
			if all {
				any.delay = max(any.delay, delay)
			}
		}
	}
	rules := &any
	if named {
		rules = &own
	}
	slices.SortStableFunc(rules.rules, func(a, b rule) int {
		if c := cmp.Compare(b.size, a.size); c != 0 {
			return c
		}
		switch {
		case a.allow == b.allow:
			return 0
		case a.allow:
			return -1
		}
		return 1
	})
	return rules
}

// robotsLine splits a line into its key, in lower case, and its value.
func robotsLine(line []byte) (key, value string, ok bool) {
	if i := bytes.IndexByte(line, '#'); i >= 0 {
		line = line[:i]
	}
	k, v, ok := bytes.Cut(line, []byte(":"))
	return strings.ToLower(string(bytes.TrimSpace(k))), string(bytes.TrimSpace(v)), ok
}

// productToken gives the product token that a user agent begins with.
func productToken(agent string) string {
	for i := 0; i < len(agent); i++ {
		c := agent[i] | 0x20
		if !('a' <= c && c <= 'z' || agent[i] == '-' || agent[i] == '_') {
			return agent[:i]
		}
	}
	return agent
}

func crawlDelay(value string) time.Duration {
	seconds, err := strconv.ParseFloat(value, 64)
	if err != nil || math.IsNaN(seconds) || seconds < 0 {
		return 0
	}
	return time.Duration(min(seconds, maxCrawlDelay.Seconds()) * float64(time.Second))
}

// newRule reads a pattern. One that begins with neither "/" nor "*" is not of
// the grammar; it is taken for what its author meant, a path.
func newRule(pattern string, allow bool) rule {
	if pattern[0] != '/' && pattern[0] != '*' {
		pattern = "/" + pattern
	}
	r := rule{allow: allow}
	pattern, r.whole = strings.CutSuffix(pattern, "$")
	query := false
	for piece := range strings.SplitSeq(pattern, "*") {
		var escaped string
		escaped, query = escapePath(piece, query)
		r.pieces = append(r.pieces, escaped)
		r.size += len(escaped) + 1
	}
	r.size-- // there is a "*" between two pieces only
	if r.whole {
		r.size++
	}
	return r
}

// match tells whether a path, escaped as escapePath does, matches the rule.
// Each piece is looked for where it comes first, which finds a match if there
// is one. Time is that of searching the path once for each piece.
func (r *rule) match(path string) bool {
	rest, ok := strings.CutPrefix(path, r.pieces[0])
	if !ok {
		return false
	}
	last := len(r.pieces) - 1
	if last == 0 {
		return !r.whole || rest == ""
	}
	for _, piece := range r.pieces[1:last] {
		i := strings.Index(rest, piece)
		if i < 0 {
			return false
		}
		rest = rest[i+len(piece):]
	}
	if r.whole {
		return strings.HasSuffix(rest, r.pieces[last])
	}
	return strings.Contains(rest, r.pieces[last])
}

// allows tells whether the path (with query) of a normal URL may be fetched:
// the longest pattern that matches decides, Allow if two are as long, and what
// no pattern matches is allowed.
func (s *ruleset) allows(path string) bool {
	path, _ = escapePath(path, false)
	for i := range s.rules {
		if s.rules[i].match(path) {
			return s.rules[i].allow
		}
	}
	return true
}

// escapePath gives a path with query, or a piece of a pattern, in the one form
// in which both are compared (RFC 9309 §2.2.2): escapes of unreserved octets
// decoded, others in upper case, octets outside of ASCII and the two that are
// special in patterns escaped. In the query, which query says has begun and
// the result whether it has, "/" and the like are the same escaped or not.
func escapePath(s string, query bool) (string, bool) {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); i++ {
		c, escaped := s[i], false
		if c == '%' && i+2 < len(s) {
			if v, err := strconv.ParseUint(s[i+1:i+3], 16, 8); err == nil {
				c, escaped = byte(v), true
				i += 2
			}
		}
		plain := c > ' ' && c < 0x7f && c != '*' && c != '$' && c != '%'
		if escaped {
			plain = isUnreserved(c) || query && strings.IndexByte(":/?@[]", c) >= 0
		}
		if c == '?' && !escaped {
			query = true
		}
		if plain {
			b.WriteByte(c)
			continue
		}
		b.WriteByte('%')
		b.WriteByte(hex[c>>4])
		b.WriteByte(hex[c&15])
	}
	return b.String(), query
}

func isUnreserved(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("-._~", c) >= 0
}
