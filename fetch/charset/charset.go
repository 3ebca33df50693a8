// Package charset reads texts of the web in whatever character set they come,
// which many don't say, and some wrongly.
//
// The one idea: what a text is said to be in is a hint, and what decodes without
// loss is evidence. Names and tables are those of the WHATWG (Encoding); where a
// text names no set, the frequencies of its letters tell.
//
// The package is pure: bytes in, UTF-8 out. Nothing fails: what can't be decoded
// becomes U+FFFD.
package charset

import (
	"bytes"
	"mime"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
)

const (
	metaReach  = 16 << 10 // bytes in which a meta element may name the character set
	maxMetas   = 64       // meta elements that are looked at
	sampleSize = 64 << 10 // bytes by which two character sets are compared
	utf8Share  = 20       // sequences of several bytes to a wrong byte that make a text UTF-8
)

// UTF8 gives a text as UTF-8, and the name (WHATWG, Encoding) of the character
// set that it came in, "" for UTF-8 and ASCII.
//
// A body that is valid UTF-8 as a whole, or nearly so, is that, whatever is said
// of it. Else a byte order mark, the Content-Type field, an XML declaration and a
// meta element name its character set; of what they name that counts which
// leaves the fewest characters undecoded, of equals a set of two bytes a letter
// (text in another one hardly ever is right in it), and then the first in this
// order. Where none is named, the text itself tells, by the letters that it has
// in each. What cannot be decoded becomes U+FFFD.
//
// Cost: linear, with about a millisecond more for texts that name no set.
func UTF8(body []byte, contentType string) (text []byte, name string) {
	const bom = "\xef\xbb\xbf"
	if e, name := wideEncoding(body); e != nil {
		return decodeText(body, e), name
	}
	if utf8.Valid(body) {
		if isShifted(body, contentType) {
			return decodeText(body, japanese.ISO2022JP), "iso-2022-jp"
		}
		return bytes.TrimPrefix(body, []byte(bom)), ""
	}
	named, unicode := named(body, contentType)
	share := utf8Share
	if unicode {
		share = 1
	}
	if isNearlyUTF8(body, share) {
		return bytes.TrimPrefix(bytes.ToValidUTF8(body, []byte("\uFFFD")), []byte(bom)), ""
	}
	best := candidate{name: defaultSet, Encoding: charmap.Windows1252}
	if len(named) > 0 {
		best = bestOf(body, append(named, best))
	} else if name := detect(body); name != defaultSet {
		best.name = name
		best.Encoding, _ = charset.Lookup(name)
	}
	return decodeText(body, best.Encoding), best.name
}

// bestOf gives the candidate that leaves the fewest characters undecoded.
func bestOf(body []byte, list []candidate) (best candidate) {
	least := -1
	sample := body[:min(len(body), sampleSize)]
	for _, c := range list {
		text, err := c.NewDecoder().Bytes(sample)
		if err != nil {
			continue
		}
		n := 2 * undecoded(text)
		if !c.double {
			n++
		}
		if least < 0 || n < least {
			best, least = c, n
		}
	}
	return best
}

// candidate is a character set that a text may be in.
type candidate struct {
	encoding.Encoding
	name   string
	double bool // letters of two bytes
}

func decodeText(body []byte, e encoding.Encoding) []byte {
	text, err := e.NewDecoder().Bytes(body)
	if err != nil {
		text = bytes.ToValidUTF8(body, []byte("\uFFFD"))
	}
	return bytes.TrimPrefix(text, []byte("\uFEFF"))
}

// named gives the character sets that a document and its Content-Type field
// name, the most trusted first, and whether UTF-8 is named.
func named(body []byte, contentType string) (list []candidate, unicode bool) {
	add := func(e encoding.Encoding, name string) {
		switch name {
		case "utf-8":
			unicode = true
		case "", "replacement", "x-user-defined":
		case "utf-16be", "utf-16le": // would have been seen by its zero bytes
		case "gbk", "gb18030", "big5", "euc-kr", "euc-jp", "shift_jis", "iso-2022-jp":
			list = append(list, candidate{e, name, true})
		default:
			list = append(list, candidate{e, name, false})
		}
	}
	if _, params, err := mime.ParseMediaType(contentType); err == nil {
		add(charset.Lookup(params["charset"]))
	}
	head := body[:min(len(body), metaReach)]
	add(charset.Lookup(declared(head)))
	for range maxMetas {
		i := indexFold(head, "<meta")
		if i < 0 {
			break
		}
		head = head[i:]
		end := bytes.IndexByte(head, '>')
		if end < 0 {
			break
		}
		if meta := head[:end+1]; indexFold(meta, "charset") >= 0 {
			// A meta element alone is a document whose character set is looked for.
			e, name, _ := charset.DetermineEncoding(meta, "")
			add(e, name)
		}
		head = head[end:]
	}
	return list, unicode
}

// declared gives the character set of an XML declaration, "" without one.
func declared(head []byte) string {
	head = bytes.TrimLeft(head, " \t\r\n")
	end := bytes.Index(head, []byte("?>"))
	if !bytes.HasPrefix(head, []byte("<?xml")) || end < 0 {
		return ""
	}
	_, rest, ok := strings.Cut(string(head[:end]), "encoding")
	rest = strings.TrimLeft(rest, " \t\r\n")
	if !ok || !strings.HasPrefix(rest, "=") {
		return ""
	}
	rest = strings.TrimLeft(rest[1:], " \t\r\n")
	if rest == "" || rest[0] != '"' && rest[0] != '\'' {
		return ""
	}
	name, _, _ := strings.Cut(rest[1:], rest[:1])
	return name
}

// indexFold gives where a word in lower case begins in s, whatever the case
// of its letters there.
func indexFold(s []byte, word string) int {
	for i := 0; i+len(word) <= len(s); i++ {
		if s[i]|0x20 == word[0]|0x20 && bytes.EqualFold(s[i:i+len(word)], []byte(word)) {
			return i
		}
	}
	return -1
}

// undecoded counts the characters that a text in the right character set does
// not have: replacements, and the controls that one-byte sets make of bytes
// which mean nothing in them.
func undecoded(text []byte) int {
	n := 0
	for _, r := range string(text) {
		if r == utf8.RuneError || r >= 0x80 && r < 0xa0 || r < ' ' && r != '\t' && r != '\n' && r != '\r' && r != '\f' {
			n++
		}
	}
	return n
}

// isNearlyUTF8 tells whether a text is UTF-8 but for some bytes: one that was
// cut, or joined of parts of which one is in another character set: it has
// share right sequences to a wrong byte. In no other set twenty times as many
// would be right by chance.
func isNearlyUTF8(body []byte, share int) bool {
	right, wrong := 0, 0
	for i := 0; i < len(body); {
		if body[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRune(body[i:])
		if r == utf8.RuneError && size == 1 {
			wrong++
		} else {
			right++
		}
		i += size
	}
	return right >= share*wrong && right > 0
}

// wideEncoding gives UTF-16 for a text in it, nil for others. A byte order mark
// tells, and without one that the letters of markup have a zero byte each.
func wideEncoding(body []byte) (encoding.Encoding, string) {
	sample := body[:min(len(body), 1024)&^1]
	var zeros [2]int
	for i, c := range sample {
		if c == 0 {
			zeros[i&1]++
		}
	}
	little, big := bytes.HasPrefix(body, []byte("\xff\xfe")), bytes.HasPrefix(body, []byte("\xfe\xff"))
	most := len(sample) / 2
	switch {
	case little || !big && most > 1 && 2*zeros[1] > most && 8*zeros[0] < most:
		return charset.Lookup("utf-16le")
	case big || most > 1 && 2*zeros[0] > most && 8*zeros[1] < most:
		return charset.Lookup("utf-16be")
	}
	return nil, ""
}

// isShifted tells whether a text of ASCII bytes is ISO-2022-JP, the one
// character set of the web that writes other letters in them. Where no set is
// named, all its letters have to be right in it.
func isShifted(body []byte, contentType string) bool {
	if bytes.IndexByte(body, 0x1b) < 0 {
		return false
	}
	sets, unicode := named(body, contentType)
	if len(sets) > 0 || unicode {
		return !unicode && sets[0].name == "iso-2022-jp"
	}
	if !bytes.Contains(body, []byte("\x1b$B")) && !bytes.Contains(body, []byte("\x1b$@")) {
		return false
	}
	text, err := japanese.ISO2022JP.NewDecoder().Bytes(body[:min(len(body), sampleSize)])
	return err == nil && undecoded(text) == 0
}
