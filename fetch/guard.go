package fetch

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// errPrivate marks a connection that was not made because of where it leads.
var errPrivate = errors.New("not a public address")

// special are the address blocks that are not of the public internet: those of
// the IANA special-purpose address registries (RFC 6890) which are not
// globally reachable, multicast and reserved space, the deprecated site-local
// block, and the address at which one provider's machines ask for their
// credentials although it is a public one. Blocks that hold IPv4 addresses in
// IPv6 ones are in embedded.
var special = prefixes(
	"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24",
	"192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24",
	"203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4", "168.63.129.16/32",
	"::/96", "64:ff9b:1::/48", "100::/64", "100:0:0:1::/64", "2001::/23", "2001:db8::/32", "2620:4f:8000::/48", "3fff::/20", "5f00::/16",
	"fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8")

// embedded are the blocks of IPv6 that lead to the IPv4 address within: at
// which byte it begins.
var embedded = [...]struct {
	block netip.Prefix
	at    int
}{
	{netip.MustParsePrefix("64:ff9b::/96"), 12}, // NAT64, RFC 6052
	{netip.MustParsePrefix("2002::/16"), 2},     // 6to4, RFC 3056
}

func prefixes(list ...string) []netip.Prefix {
	var out []netip.Prefix
	for _, s := range list {
		out = append(out, netip.MustParsePrefix(s))
	}
	return out
}

// guard keeps a crawler that follows links of strangers from what only its own
// machine and network can reach: services on loopback, routers, the metadata
// of cloud machines.
type guard struct {
	open []netip.Prefix // blocks that are special and may be reached all the same
}

// check gives an error that wraps errPrivate for an address that must not be
// connected to.
func (g guard) check(addr netip.Addr) error {
	addr = addr.Unmap().WithZone("")
	if contains(g.open, addr) {
		return nil
	}
	for _, e := range embedded {
		if e.block.Contains(addr) {
			b := addr.As16()
			if err := g.check(netip.AddrFrom4([4]byte(b[e.at : e.at+4]))); err != nil {
				return fmt.Errorf("%s: %w", addr, err)
			}
			return nil
		}
	}
	if !addr.IsValid() || contains(special, addr) {
		return fmt.Errorf("%s: %w", addr, errPrivate)
	}
	return nil
}

func contains(blocks []netip.Prefix, addr netip.Addr) bool {
	for _, b := range blocks {
		if b.Contains(addr) {
			return true
		}
	}
	return false
}

// checkHost is check for a host that is an address or, by RFC 6761, means one.
// Other names have to be resolved first. Numbers that are no address in the
// common form are one to some resolvers ("0x7f.1"), so they are read as those
// do.
func (g guard) checkHost(host string) error {
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return g.check(netip.AddrFrom4([4]byte{127, 0, 0, 1}))
	}
	if addr, err := netip.ParseAddr(host); err == nil {
		return g.check(addr)
	}
	if addr, ok := parseLoose(host); ok {
		return g.check(addr)
	}
	return nil
}

// parseLoose reads an IPv4 address as inet_aton does: one to four numbers, also
// octal and hexadecimal, of which the last fills what is left. A host that ends
// in a number and is none gives the invalid address.
func parseLoose(host string) (netip.Addr, bool) {
	parts := strings.Split(host, ".")
	last := parts[len(parts)-1]
	if last == "" || last[0] < '0' || last[0] > '9' {
		return netip.Addr{}, false
	}
	if _, err := strconv.ParseUint(last, 0, 64); err != nil && !errors.Is(err, strconv.ErrRange) {
		return netip.Addr{}, false
	}
	var sum uint64
	for i, part := range parts {
		n, err := strconv.ParseUint(part, 0, 32)
		bits := 8
		if i == len(parts)-1 {
			bits = 8 * (4 - i)
		}
		if err != nil || i > 3 || n >= 1<<bits {
			return netip.Addr{}, true
		}
		sum = sum<<bits | n
	}
	return netip.AddrFrom4([4]byte(binary.BigEndian.AppendUint32(nil, uint32(sum)))), true
}

// control is a [net.Dialer]'s ControlContext. It sees the very address that
// is connected to, so a name that resolves to another address the second time
// it is asked gains nothing by it.
func (g guard) control(_ context.Context, _, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("%s: %w", address, errPrivate)
	}
	return g.check(to.Addr())
}

// network is the default transport: requests go as they are (it adds no
// cookies, decompresses nothing, follows nothing) through the proxy that the
// environment names, and without one to the addresses that the guard lets
// through. A proxy is the user's choice and may be anywhere; it resolves names,
// and where they lead is its business then.
type network struct {
	guard           guard
	proxy           func(*http.Request) (*url.URL, error)
	direct, proxied *http.Transport
}

// newNetwork gives a network that resolves names by resolver, nil for the
// system's, and takes at most maxHeader bytes of an answer's header.
func newNetwork(g guard, proxy func(*http.Request) (*url.URL, error), resolver *net.Resolver, maxHeader int64) *network {
	dialer := &net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second, Resolver: resolver}
	guarded := *dialer
	guarded.ControlContext = g.control
	n := &network{guard: g, proxy: proxy, direct: newTransport(&guarded, maxHeader), proxied: newTransport(dialer, maxHeader)}
	n.proxied.Proxy = proxy
	return n
}

func newTransport(dialer *net.Dialer, maxHeader int64) *http.Transport {
	return &http.Transport{
		DialContext:            dialer.DialContext,
		TLSHandshakeTimeout:    10 * time.Second,
		IdleConnTimeout:        30 * time.Second,
		MaxIdleConns:           256,
		MaxIdleConnsPerHost:    32, // all hosts behind a proxy count as one
		MaxResponseHeaderBytes: maxHeader,
		DisableCompression:     true,
		ForceAttemptHTTP2:      false, // one request at a time gains nothing by it, and the archive holds HTTP/1.1
	}
}

// RoundTrip implements [http.RoundTripper].
func (n *network) RoundTrip(req *http.Request) (*http.Response, error) {
	if err := n.guard.checkHost(req.URL.Hostname()); err != nil {
		return nil, err
	}
	via, err := n.proxy(req)
	if err != nil {
		return nil, err
	}
	if via == nil {
		return n.direct.RoundTrip(req)
	}
	return n.proxied.RoundTrip(req)
}

// CloseIdleConnections closes kept connections.
func (n *network) CloseIdleConnections() {
	n.direct.CloseIdleConnections()
	n.proxied.CloseIdleConnections()
}
