package page

import (
	"strings"
	"unicode/utf8"
)

// unescape decodes a token's percent-escapes. Escapes that decode to no UTF-8
// stay as they are.
func unescape(token string) string {
	if strings.IndexByte(token, '%') < 0 {
		return token
	}
	b := make([]byte, 0, len(token))
	for i := 0; i < len(token); i++ {
		if token[i] == '%' && isEscape(token[i:]) {
			b = append(b, unhex(token[i+1])<<4|unhex(token[i+2]))
			i += 2
			continue
		}
		b = append(b, token[i])
	}
	if !utf8.Valid(b) {
		return token
	}
	return string(b)
}

func isEscape(s string) bool { return len(s) >= 3 && isHex(s[1]) && isHex(s[2]) }

func unhex(c byte) byte {
	switch {
	case c <= '9':
		return c - '0'
	case c <= 'F':
		return c - 'A' + 10
	default:
		return c - 'a' + 10
	}
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}
