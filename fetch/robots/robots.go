// Package robots reads robots.txt files as RFC 9309 has it and says which
// paths of a site a crawler may ask for.
//
// The one idea: rule and path are brought into one spelling first, so that a
// match is a comparison of bytes and the order of the rules is their length.
//
// The package is pure: a file in, rules out. Which file to read, what its
// absence means and how long it counts is up to whoever fetches it.
package robots

import (
	"bytes"
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// MaxSize is how many bytes of a robots.txt are read: the least that RFC 9309
// §2.5 allows. What stands behind them says nothing.
const MaxSize = 500 << 10

const (
	maxSitemaps = 1000           // sitemap lines that are kept
	maxDelay    = 24 * time.Hour // what a Crawl-delay of more than that is taken for
)

// Rules is what a robots.txt says to one crawler.
type Rules struct {
	// Delay is the Crawl-delay as the file has it, 0 without one, at most a day.
	// RFC 9309 knows no such line; it is honoured by custom.
	Delay time.Duration
	// Sitemaps are the values of the sitemap lines, of all groups and none, each
	// once and as written: whether they are URLs is for the reader to find out.
	Sitemaps []string

	rules []rule // longest pattern first, Allow before Disallow
}

// rule is one Allow or Disallow line.
type rule struct {
	pieces []string // what stands between the "*" of the pattern, escaped as escapePath does
	size   int      // octets of the pattern
	whole  bool     // "$": the pattern must end where the path does
	allow  bool
}

// Parse gives the rules of a robots.txt for the crawler whose product token is
// agent. All groups that name it are merged, whatever the case of the letters;
// if none does, all groups for "*" are. Lines that are not understood are
// passed over, and end nothing. Any bytes are a robots.txt; those beyond
// [MaxSize] are left.
//
// Cost: linear in the body, and that of sorting the rules.
func Parse(body []byte, agent string) *Rules {
	if len(body) > MaxSize {
		body = body[:MaxSize]
		// A rule that is cut off would be a shorter one, and forbid more.
		body = body[:bytes.LastIndexAny(body, "\r\n")+1]
	}
	body = bytes.TrimPrefix(body, []byte("\xef\xbb\xbf"))
	var own, any Rules
	var sitemaps []string
	named := false            // some group is ours
	mine, all := false, false // the current group is ours, is for everybody
	group := true             // agent lines go on the current group
	for line := range bytes.FieldsFuncSeq(body, func(r rune) bool { return r == '\n' || r == '\r' }) {
		key, value := splitLine(line)
		switch key {
		case "user-agent":
			if !group {
				mine, all, group = false, false, true
			}
			if isStar(value) {
				all = true
			} else if strings.EqualFold(ProductToken(value), agent) {
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
			delay := parseDelay(value)
			if mine {
				own.Delay = max(own.Delay, delay)
			}
			if all {
				any.Delay = max(any.Delay, delay)
			}
		case "sitemap":
			if value != "" && len(sitemaps) < maxSitemaps && !slices.Contains(sitemaps, value) {
				sitemaps = append(sitemaps, value)
			}
		}
	}
	rules := &any
	if named {
		rules = &own
	}
	rules.Sitemaps = sitemaps
	slices.SortStableFunc(rules.rules, func(a, b rule) int {
		return cmp.Or(cmp.Compare(b.size, a.size), cmp.Compare(rank(a), rank(b)))
	})
	return rules
}

// rank orders rules of one length: of two that match, Allow wins.
func rank(r rule) int {
	if r.allow {
		return 0
	}
	return 1
}

// splitLine gives the key of a line, in lower case, and its value without
// comment and blanks. A line of two words without a colon is taken for a key
// and its value, as large crawlers do: its author meant it so.
func splitLine(line []byte) (key, value string) {
	if i := bytes.IndexByte(line, '#'); i >= 0 {
		line = line[:i]
	}
	k, v, ok := bytes.Cut(line, []byte(":"))
	if !ok {
		words := bytes.Fields(line)
		if len(words) != 2 {
			return "", ""
		}
		k, v = words[0], words[1]
	}
	return strings.ToLower(string(bytes.TrimSpace(k))), string(bytes.TrimSpace(v))
}

// isStar tells whether the value of a User-agent line is the one for everybody.
func isStar(value string) bool {
	first, _, _ := strings.Cut(strings.ReplaceAll(value, "\t", " "), " ")
	return first == "*"
}

// ProductToken gives the product token that a user agent string begins with:
// "Bot" of "Bot/1.0 (+https://bot.example)", "" if it begins with none.
func ProductToken(agent string) string {
	for i := 0; i < len(agent); i++ {
		c := agent[i] | 0x20
		if !('a' <= c && c <= 'z' || agent[i] == '-' || agent[i] == '_') {
			return agent[:i]
		}
	}
	return agent
}

// parseDelay reads seconds, whole or not. What is no number, or less than
// none, is no delay.
func parseDelay(value string) time.Duration {
	seconds, err := strconv.ParseFloat(value, 64)
	if err != nil && !math.IsInf(seconds, 1) || math.IsNaN(seconds) || seconds < 0 {
		return 0
	}
	return time.Duration(min(seconds, maxDelay.Seconds()) * float64(time.Second))
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

// Allows tells whether the path (with query, without fragment) of a URL may be
// asked for: the longest pattern that matches decides, Allow if two are as
// long, and what no pattern matches is allowed. So is /robots.txt itself, by
// RFC 9309 §2.2.2. Path and patterns may be escaped as they like.
//
// Cost: that of searching the path once for each piece of each pattern.
func (s *Rules) Allows(path string) bool {
	if path == "/robots.txt" || strings.HasPrefix(path, "/robots.txt?") {
		return true
	}
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
