package page

import (
	"errors"
	"fmt"
	"net/netip"
	"strconv"
	"strings"

	"golang.org/x/net/idna"
)

// domains maps international domain names to ASCII as browsers do: a hyphen may
// stand anywhere, an underscore too, and sharp s is a letter of its own.
var domains = idna.New(idna.MapForLookup(), idna.BidiRule(), idna.CheckJoiners(true), idna.Transitional(false),
	idna.CheckHyphens(false), idna.StrictDomainName(false), idna.VerifyDNSLength(false))

// maxHost is the length of a host, in bytes, that may be that of a name: of 253
// characters, of which each was written in four bytes at most.
const maxHost = 1024

// appendHost appends the host of an authority, with its port if that is not the
// scheme's own, and without user information.
func appendHost(out []byte, scheme, authority string) ([]byte, error) {
	host := authority[strings.LastIndexByte(authority, '@')+1:]
	name, port := host, ""
	if after := strings.LastIndexByte(host, ']') + 1; strings.IndexByte(host[after:], ':') >= 0 {
		i := after + strings.IndexByte(host[after:], ':')
		name, port = host[:i], host[i+1:]
	}
	name, err := normalHost(name)
	if err != nil {
		return nil, err
	}
	out = append(out, name...)
	if port == "" {
		return out, nil
	}
	n, err := strconv.ParseUint(port, 10, 16)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%.20q is not a port", port)
	case scheme == "http" && n == 80, scheme == "https" && n == 443:
		return out, nil
	}
	return strconv.AppendUint(append(out, ':'), n, 10), nil
}

// normalHost gives a host name in punycode and without a final dot, or an
// address in its shortest form.
func normalHost(host string) (string, error) {
	if strings.HasPrefix(host, "[") {
		return normalIPv6(host)
	}
	if len(host) > maxHost {
		return "", fmt.Errorf("a host of %d bytes (%.60q...)", len(host), host)
	}
	name := strings.ToLower(host)
	if !isHostName(name) || strings.Contains(name, "xn--") {
		ascii, err := domains.ToASCII(unescape(host))
		if err != nil {
			return "", fmt.Errorf("host %.60q is not a host name: %w", host, err)
		}
		name = ascii
	}
	name = strings.TrimRight(name, ".")
	switch {
	case name == "":
		return "", errors.New("no host")
	case !isHostName(name):
		return "", fmt.Errorf("host %.60q is not a host name", host)
	case endsInNumber(name):
		return normalIPv4(name)
	}
	return name, nil
}

func isHostName(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if !(c == '-' || c == '.' || c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z') {
			return false
		}
	}
	return true
}

func normalIPv6(host string) (string, error) {
	addr, err := netip.ParseAddr(strings.TrimSuffix(host[1:], "]"))
	if err != nil || !addr.Is6() || addr.Zone() != "" || !strings.HasSuffix(host, "]") {
		return "", fmt.Errorf("host %.60q is not an address", host)
	}
	if addr.Is4In6() {
		b := addr.As16()
		return fmt.Sprintf("[::ffff:%x:%x]", uint16(b[12])<<8|uint16(b[13]), uint16(b[14])<<8|uint16(b[15])), nil
	}
	return "[" + addr.String() + "]", nil
}

// endsInNumber tells a host that can't be a name, as its last label is a number.
func endsInNumber(host string) bool {
	last := host[strings.LastIndexByte(host, '.')+1:]
	if last != "" && strings.Trim(last, "0123456789") == "" {
		return true
	}
	_, err := parseNumber(last)
	return err == nil || errors.Is(err, strconv.ErrRange)
}

// normalIPv4 reads an address of one to four numbers, of which the last stands
// for all that is left, in decimal, octal or hexadecimal notation.
func normalIPv4(host string) (string, error) {
	bad := fmt.Errorf("host %.60q is not an address", host)
	parts := strings.Split(host, ".")
	if len(parts) > 4 {
		return "", bad
	}
	var address uint64
	for i, part := range parts {
		n, err := parseNumber(part)
		bits := 8
		if i == len(parts)-1 {
			bits = 8 * (5 - len(parts))
		}
		if err != nil || n>>bits != 0 {
			return "", bad
		}
		address = address<<bits | n
	}
	return netip.AddrFrom4([4]byte{byte(address >> 24), byte(address >> 16), byte(address >> 8), byte(address)}).String(), nil
}

// parseNumber reads a number of an address. A sign or an underscore is none.
func parseNumber(s string) (uint64, error) {
	base := 10
	switch {
	case strings.HasPrefix(s, "0x"):
		if s, base = s[2:], 16; s == "" {
			return 0, nil
		}
	case len(s) > 1 && s[0] == '0':
		s, base = s[1:], 8
	}
	return strconv.ParseUint(s, base, 64)
}
