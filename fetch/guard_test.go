package fetch

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"golang.org/x/net/dns/dnsmessage"

	"verde/page"
)

func TestGuard(t *testing.T) {
	t.Parallel()
	closed := guard{}
	for _, addr := range []string{
		"0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.100.100.200", "127.0.0.1", "127.255.0.1", "169.254.169.254", "172.16.0.1",
		"172.31.255.255", "192.0.0.192", "192.168.1.1", "198.18.0.1", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255", "168.63.129.16",
		"::", "::1", "::ffff:127.0.0.1", "::ffff:10.1.2.3", "::ffff:169.254.169.254", "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::1",
		"2002:7f00:1::", "2002:c0a8:101::1", "2001:0:1::1", "2001:db8::1", "fc00::1", "fd00:ec2::254", "fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1",
	} {
		if err := closed.check(netip.MustParseAddr(addr)); !errors.Is(err, errPrivate) {
			t.Errorf("%s may be reached: %v", addr, err)
		}
	}
	for _, addr := range []string{"1.1.1.1", "8.8.8.8", "100.63.255.255", "100.128.0.0", "172.15.0.1", "172.32.0.1", "169.253.1.1", "192.0.1.1", "223.255.255.255",
		"::ffff:8.8.8.8", "2606:4700::1111", "2a00::1", "64:ff9b::808:808", "2002:808:808::1"} {
		if err := closed.check(netip.MustParseAddr(addr)); err != nil {
			t.Errorf("%s may not be reached: %v", addr, err)
		}
	}
	if err := closed.check(netip.Addr{}); !errors.Is(err, errPrivate) {
		t.Error("no address at all may be reached")
	}
	partly := guard{open: prefixes("10.1.0.0/16", "::1/128")}
	for addr, open := range map[string]bool{"10.1.2.3": true, "::ffff:10.1.2.3": true, "64:ff9b::a01:203": true, "10.2.0.1": false, "::1": true, "127.0.0.1": false} {
		if err := partly.check(netip.MustParseAddr(addr)); (err == nil) != open {
			t.Errorf("%s: %v", addr, err)
		}
	}
}

func TestGuardedHosts(t *testing.T) {
	t.Parallel()
	for host, refused := range map[string]bool{
		"localhost": true, "LOCALHOST.": true, "a.localhost": true, "localhost.example": false, "mylocalhost": false,
		"127.0.0.1": true, "::1": true, "8.8.8.8": false, "h.example": false, "3com.example": false, "1e3": false, "a.b": false,
		"2130706433": true, "0x7f000001": true, "0x7f.1": true, "127.1": true, "017700000001": true, "127.0.1": true, "0xa9fea9fe": true, "134744072": false, "8.8.2056": false,
		"1.2.3.4.5": true, "256.1.1.1": true, "99999999999999999999": true, "h.1": true, "": false,
	} {
		if err := (guard{}).checkHost(host); errors.Is(err, errPrivate) != refused || err != nil && !refused {
			t.Errorf("%q: %v", host, err)
		}
	}
	if err := (guard{open: prefixes("127.0.0.0/8")}).checkHost("localhost"); err != nil {
		t.Errorf("localhost stays closed: %v", err)
	}
}

// nameServer answers what resolve says for a name, and gives a resolver that
// asks it.
func nameServer(t *testing.T, resolve func(name string) netip.Addr) *net.Resolver {
	t.Helper()
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	go func() {
		buf := make([]byte, 1500)
		for {
			n, from, err := conn.ReadFrom(buf)
			if err != nil {
				return
			}
			var m dnsmessage.Message
			if m.Unpack(buf[:n]) != nil || len(m.Questions) != 1 {
				continue
			}
			q := m.Questions[0]
			m.Response, m.Authoritative, m.Additionals = true, true, nil
			if q.Type == dnsmessage.TypeA {
				m.Answers = []dnsmessage.Resource{{Header: dnsmessage.ResourceHeader{Name: q.Name, Class: q.Class},
					Body: &dnsmessage.AResource{A: resolve(strings.TrimSuffix(q.Name.String(), ".")).As4()}}}
			}
			if packed, err := m.Pack(); err == nil {
				conn.WriteTo(packed, from)
			}
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp", conn.LocalAddr().String())
	}}
}

func noProxy(*http.Request) (*url.URL, error) { return nil, nil }

// loopback serves the same at one port of 127.0.0.1 and 127.0.0.2, and counts
// the requests to the first.
func loopback(t *testing.T, handler http.HandlerFunc) (port string, secret *atomic.Int64) {
	t.Helper()
	outer, err := net.Listen("tcp", "127.0.0.2:0")
	if err != nil {
		t.Skip("the machine has one loopback address:", err)
	}
	_, port, _ = net.SplitHostPort(outer.Addr().String())
	inner, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		outer.Close()
		t.Skip("the port is taken:", err)
	}
	secret = new(atomic.Int64)
	for _, l := range []net.Listener{outer, inner} {
		server := &httptest.Server{Listener: l, Config: &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if l == inner {
				secret.Add(1)
			}
			w.Header().Set("Connection", "close")
			handler(w, r)
		})}}
		server.Start()
		t.Cleanup(server.Close)
	}
	return port, secret
}

// Only 127.0.0.2 is open. A name that leads there leads to 127.0.0.1 the next
// time it is resolved; links and redirects, also of robots.txt, lead there too.
func TestConnectedAddressIsChecked(t *testing.T) {
	t.Parallel()
	var port string
	var asked atomic.Int64
	port, secret := loopback(t, func(w http.ResponseWriter, r *http.Request) {
		switch host, _, _ := net.SplitHostPort(r.Host); {
		case r.URL.Path == "/robots.txt" && host == "rules.example":
			http.Redirect(w, r, "http://inner.example:"+port+"/robots.txt", http.StatusFound)
		case r.URL.Path == "/robots.txt":
			http.NotFound(w, r)
		case r.URL.Path == "/to-address":
			http.Redirect(w, r, "http://127.0.0.1:"+port+"/secret", http.StatusFound)
		case r.URL.Path == "/to-name":
			http.Redirect(w, r, "http://inner.example:"+port+"/secret", http.StatusFound)
		default:
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, "<p>page")
		}
	})
	resolver := nameServer(t, func(name string) netip.Addr {
		if name == "inner.example" || name == "rebind.example" && asked.Add(1) > 2 {
			return netip.MustParseAddr("127.0.0.1")
		}
		return netip.MustParseAddr("127.0.0.2")
	})
	c := client(t, Options{Pace: Pace{Delay: -1}, Limits: Limits{Retries: -1}, Transport: newNetwork(guard{open: prefixes("127.0.0.2/32")}, noProxy, resolver, DefaultMaxHeader)})
	for _, test := range []struct {
		url    string
		reason page.Reason
	}{
		{"http://outer.example/a", ""},
		{"http://rebind.example/a", ""},           // robots.txt, page
		{"http://rebind.example/b", page.Private}, // the third time
		{"http://inner.example/a", page.Private},  // robots.txt itself
		{"http://outer.example/to-address", page.Private},
		{"http://outer.example/to-name", page.Private},
		{"http://rules.example/a", page.Private},
		{"http://127.0.0.1/a", page.Private},
		{"http://localhost/a", page.Private},
		{"http://[::1]/a", page.Private},
		{"http://[::ffff:127.0.0.1]/a", page.Private},
		{"http://2130706433/a", page.Private},
	} {
		at := "http://" + strings.Replace(strings.TrimPrefix(test.url, "http://"), "/", ":"+port+"/", 1)
		_, err := c.Fetch(t.Context(), at)
		if reason, _ := page.ReasonOf(err); reason != test.reason || err != nil && reason == "" {
			t.Errorf("%s: reason %q, want %q (%v)", test.url, reason, test.reason, err)
		}
	}
	if n := secret.Load(); n != 0 {
		t.Errorf("%d requests came to the address that is closed", n)
	}
}

// What the default options refuse, --allow-private opens.
func TestAllowPrivate(t *testing.T) {
	t.Parallel()
	base, requests := site(t, map[string]http.HandlerFunc{"/a": send(200, "a", "Content-Type", "text/html")})
	_, err := client(t, Options{Pace: Pace{Delay: -1}, Limits: Limits{Retries: -1}}).Fetch(t.Context(), base+"/a")
	if reason, _ := page.ReasonOf(err); reason != page.Private || requests.Load() != 0 {
		t.Errorf("%d requests: %v", requests.Load(), err)
	}
	if _, err := client(t, fast(Options{})).Fetch(t.Context(), base+"/a"); err != nil {
		t.Error(err)
	}
}

// A private address that is opened later is asked then.
func TestRefusedAddressIsRetried(t *testing.T) {
	t.Parallel()
	base, _ := site(t, map[string]http.HandlerFunc{"/a": send(200, "a", "Content-Type", "text/html")})
	dir := t.TempDir()
	c, err := New(Options{Archive: dir, Pace: Pace{Delay: -1}, Limits: Limits{Retries: -1}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Fetch(t.Context(), base+"/a"); err == nil {
		t.Error("a page of a private address")
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := client(t, fast(Options{Archive: dir, RetryBounded: true})).Fetch(t.Context(), base+"/a"); err != nil {
		t.Error(err)
	}
}

// Names are the proxy's to resolve; addresses that are plainly private are not
// asked of it.
func TestProxyIsTrusted(t *testing.T) {
	t.Parallel()
	var got atomic.Value
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got.Store(r.URL.String())
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<p>by proxy")
	}))
	t.Cleanup(proxy.Close)
	at, err := url.Parse(proxy.URL)
	if err != nil {
		t.Fatal(err)
	}
	resolver := nameServer(t, func(name string) netip.Addr {
		t.Errorf("%s is resolved", name)
		return netip.MustParseAddr("127.0.0.1")
	})
	c := client(t, Options{Pace: Pace{Delay: -1}, Limits: Limits{Retries: -1}, IgnoreRobots: true, Transport: newNetwork(guard{}, http.ProxyURL(at), resolver, DefaultMaxHeader)})
	p, err := c.Fetch(t.Context(), "http://inner.example/a")
	if err != nil || string(p.Body) != "<p>by proxy" || got.Load() != "http://inner.example/a" {
		t.Errorf("the proxy was asked for %v: %v", got.Load(), err)
	}
	for _, private := range []string{"http://169.254.169.254/latest/meta-data/", "http://0xa9fea9fe/", "http://localhost/"} {
		_, err := c.Fetch(t.Context(), private)
		if reason, _ := page.ReasonOf(err); reason != page.Private {
			t.Errorf("%s: %v", private, err)
		}
	}
}
