package fetch

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"verde/internal/fetchtest"
	"verde/page"
)

// wire serves each connection by writing what serve writes, once a request has
// come, and closes it.
func wire(t *testing.T, serve func(path string, conn net.Conn)) (base string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				conn.SetDeadline(time.Now().Add(time.Minute))
				req, err := http.ReadRequest(bufio.NewReader(conn))
				if err == nil {
					serve(req.URL.Path, conn)
				}
			}()
		}
	}()
	return "http://" + l.Addr().String()
}

// endless writes the same until the client has enough.
func endless(w io.Writer, s string) {
	for {
		if _, err := io.WriteString(w, s); err != nil {
			return
		}
	}
}

// drip writes a byte at a time, forever.
func drip(w io.Writer) {
	for {
		if _, err := io.WriteString(w, "x"); err != nil {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// TestHostileServers is what a server can do on the wire. Each gives a page or
// a reason, within the time and the size that the options have.
func TestHostileServers(t *testing.T) {
	t.Parallel()
	const ok = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
	tests := []struct {
		name   string
		serve  func(w net.Conn)
		body   string
		reason page.Reason
	}{
		{name: "a page", serve: func(w net.Conn) { io.WriteString(w, ok+"Content-Length: 3\r\n\r\n<p>") }, body: "<p>"},
		{name: "to the end of the connection", serve: func(w net.Conn) { io.WriteString(w, ok+"\r\n<p>") }, body: "<p>"},
		{name: "HTTP/1.0", serve: func(w net.Conn) { io.WriteString(w, "HTTP/1.0 200\r\nContent-Type: text/html\r\n\r\n<p>") }, body: "<p>"},
		{name: "nothing", serve: func(net.Conn) {}, reason: page.Network},
		{name: "silence", serve: func(w net.Conn) { io.ReadAll(w) }, reason: page.Timeout},
		{name: "slow status line", serve: func(w net.Conn) { io.WriteString(w, "HTTP/1.1 200 "); drip(w) }, reason: page.Timeout},
		{name: "slow header", serve: func(w net.Conn) { io.WriteString(w, ok+"X: "); drip(w) }, reason: page.Timeout},
		{name: "slow body", serve: func(w net.Conn) { io.WriteString(w, ok+"\r\n"); drip(w) }, reason: page.Timeout},
		{name: "endless status line", serve: func(w net.Conn) { endless(w, "HTTP/1.1 200 OK") }, reason: page.TooLarge},
		{name: "endless header", serve: func(w net.Conn) { io.WriteString(w, ok); endless(w, "X: y\r\n") }, reason: page.TooLarge},
		{name: "endless field", serve: func(w net.Conn) { io.WriteString(w, ok+"X: "); endless(w, "yyyyyyyy") }, reason: page.TooLarge},
		{name: "endless early hints", serve: func(w net.Conn) { endless(w, "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n") }, reason: page.TooLarge},
		{name: "endless body", serve: func(w net.Conn) { io.WriteString(w, ok+"\r\n"); endless(w, "<p>page") }, reason: page.TooLarge},
		{name: "endless chunks", serve: func(w net.Conn) {
			io.WriteString(w, ok+"Transfer-Encoding: chunked\r\n\r\n")
			endless(w, "4\r\npage\r\n")
		}, reason: page.TooLarge},
		{name: "endless chunk extension", serve: func(w net.Conn) {
			io.WriteString(w, ok+"Transfer-Encoding: chunked\r\n\r\n4;")
			endless(w, "xxxxxxxx")
		}, reason: page.Network},
		{name: "endless trailers", serve: func(w net.Conn) {
			io.WriteString(w, ok+"Transfer-Encoding: chunked\r\n\r\n4\r\npage\r\n0\r\n")
			endless(w, "X: y\r\n")
		}, reason: page.Network},
		{name: "endless gzip", serve: func(w net.Conn) {
			io.WriteString(w, ok+"Content-Encoding: gzip\r\n\r\n")
			endless(w, fetchtest.Gzip(""))
		}, reason: page.TooLarge},
		{name: "longer than it says", serve: func(w net.Conn) { io.WriteString(w, ok+"Content-Length: 3\r\n\r\n<p>more") }, body: "<p>"},
		{name: "shorter than it says", serve: func(w net.Conn) { io.WriteString(w, ok+"Content-Length: 30\r\n\r\n<p>") }, reason: page.Network},
		{name: "negative length", serve: func(w net.Conn) { io.WriteString(w, ok+"Content-Length: -1\r\n\r\n<p>") }, reason: page.Network},
		{name: "two lengths", serve: func(w net.Conn) { io.WriteString(w, ok+"Content-Length: 3\r\nContent-Length: 4\r\n\r\n<p>x") }, reason: page.Network},
		{name: "vast length", serve: func(w net.Conn) { io.WriteString(w, ok+"Content-Length: 9223372036854775807\r\n\r\n<p>") }, reason: page.Network},
		{name: "length beyond numbers", serve: func(w net.Conn) { io.WriteString(w, ok+"Content-Length: 99999999999999999999\r\n\r\n<p>") }, reason: page.Network},
		{name: "bad chunk size", serve: func(w net.Conn) { io.WriteString(w, ok+"Transfer-Encoding: chunked\r\n\r\nzz\r\npage\r\n0\r\n\r\n") }, reason: page.Network},
		{name: "chunk that does not end", serve: func(w net.Conn) { io.WriteString(w, ok+"Transfer-Encoding: chunked\r\n\r\n4\r\npagesomemore") }, reason: page.Network},
		{name: "no last chunk", serve: func(w net.Conn) { io.WriteString(w, ok+"Transfer-Encoding: chunked\r\n\r\n4\r\npage\r\n") }, reason: page.Network},
		{name: "unknown transfer coding", serve: func(w net.Conn) { io.WriteString(w, ok+"Transfer-Encoding: gzip\r\n\r\n") }, reason: page.Network},
		{name: "garbage", serve: func(w net.Conn) { io.WriteString(w, "\x00\x01\x02\r\n\r\n") }, reason: page.Network},
		{name: "another protocol", serve: func(w net.Conn) { io.WriteString(w, "SSH-2.0-OpenSSH_9.9\r\n") }, reason: page.Network},
		{name: "status of letters", serve: func(w net.Conn) { io.WriteString(w, "HTTP/1.1 abc OK\r\n\r\n") }, reason: page.Network},
		{name: "status of four digits", serve: func(w net.Conn) { io.WriteString(w, "HTTP/1.1 2000 OK\r\n\r\n") }, reason: page.Network},
		{name: "status 000", serve: func(w net.Conn) {
			io.WriteString(w, "HTTP/1.1 000\r\nContent-Type: text/html\r\nContent-Length: 3\r\n\r\n<p>")
		}, reason: page.Network},
		{name: "status 099", serve: func(w net.Conn) {
			io.WriteString(w, "HTTP/1.1 099 X\r\nContent-Type: text/html\r\nContent-Length: 3\r\n\r\n<p>")
		}, reason: page.Network},
		{name: "status of two digits", serve: func(w net.Conn) { io.WriteString(w, "HTTP/1.1 20 OK\r\nContent-Length: 0\r\n\r\n") }, reason: page.Network},
		{name: "negative status", serve: func(w net.Conn) { io.WriteString(w, "HTTP/1.1 -20 OK\r\nContent-Length: 0\r\n\r\n") }, reason: page.Network},
		{name: "status 600", serve: func(w net.Conn) { io.WriteString(w, "HTTP/1.1 600 No\r\nContent-Length: 0\r\n\r\n") }, reason: page.Status},
		{name: "status 999", serve: func(w net.Conn) { io.WriteString(w, "HTTP/1.1 999 No\r\nContent-Length: 0\r\n\r\n") }, reason: page.Status},
		{name: "no content", serve: func(w net.Conn) { io.WriteString(w, "HTTP/1.1 204 No Content\r\nContent-Type: text/html\r\n\r\n") }, body: ""},
		{name: "field without a name", serve: func(w net.Conn) { io.WriteString(w, ok+": x\r\n\r\n<p>") }, reason: page.Network},
		{name: "field with zero bytes", serve: func(w net.Conn) { io.WriteString(w, ok+"X: a\x00b\r\n\r\n<p>") }, reason: page.Network},
		{name: "switch of protocols", serve: func(w net.Conn) { io.WriteString(w, "HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n"); drip(w) }, reason: page.Network},
		{name: "switch of the connection, and silence", serve: func(w net.Conn) {
			io.WriteString(w, "HTTP/1.1 101 X\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n")
			io.ReadAll(w)
		}, reason: page.Network},
		{name: "switch of the connection, and talk", serve: func(w net.Conn) {
			io.WriteString(w, "HTTP/1.1 101 X\r\nConnection: Upgrade\r\nUpgrade: x\r\nContent-Length: 3\r\n\r\n<p>")
			endless(w, "HTTP/1.1 200 OK\r\n\r\n")
		}, reason: page.Network},
		{name: "processing, and silence", serve: func(w net.Conn) { io.WriteString(w, "HTTP/1.1 102 Processing\r\n\r\n"); io.ReadAll(w) }, reason: page.Timeout},
		{name: "early hints, and a page", serve: func(w net.Conn) {
			io.WriteString(w, "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 199 X\r\n\r\n"+ok+"Content-Length: 3\r\n\r\n<p>")
		}, body: "<p>"},
		{name: "redirect of a thousand lines", serve: func(w net.Conn) {
			io.WriteString(w, "HTTP/1.1 302 Found\r\nLocation: /"+strings.Repeat("x", 9000)+"\r\nContent-Length: 0\r\n\r\n")
		}, reason: page.Redirects},
		{name: "connection that is reset", serve: func(w net.Conn) {
			io.WriteString(w, ok+"Content-Length: 30\r\n\r\n<p>")
			w.(*net.TCPConn).SetLinger(0)
		}, reason: page.Network},
	}
	base := wire(t, func(path string, conn net.Conn) {
		for i, test := range tests {
			if path == fmt.Sprint("/", i) {
				test.serve(conn)
			}
		}
	})
	for i, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			opt := fast(Options{IgnoreRobots: true, Limits: Limits{Timeout: 300 * time.Millisecond, MaxBytes: 1 << 16}, Archive: t.TempDir()})
			if test.reason != page.Timeout {
				opt.Timeout = 20 * time.Second // for a busy machine
			}
			c, err := New(opt)
			if err != nil {
				t.Fatal(err)
			}
			var first string
			for run := range 2 { // from the server, and from the archive
				p, err := c.Fetch(t.Context(), fmt.Sprint(base, "/", i))
				reason, _ := page.ReasonOf(err)
				if reason != test.reason || err != nil && reason == "" || p != nil && string(p.Body) != test.body {
					t.Errorf("reason %q, want %q (%v)", reason, test.reason, err)
				}
				if run == 1 && fmt.Sprint(err) != first {
					t.Errorf("the archive has %v, the server %s", err, first)
				}
				first = fmt.Sprint(err)
				if err := c.Close(); err != nil {
					t.Error(err)
				}
				replay := opt // in which nobody is asked again
				replay.Replay, replay.Archive = []string{opt.Archive}, ""
				if c, err = New(replay); err != nil {
					t.Fatal(err)
				}
			}
			if n := c.Stats().Requests; n != 0 {
				t.Errorf("%d requests in the second run", n)
			}
			if err := c.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// silent is a network on which answers begin and their bodies never come, nor
// does closing them help.
type silent struct{ over chan struct{} }

func (s silent) RoundTrip(*http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"text/html"}}, Body: s}, nil
}
func (s silent) Read([]byte) (int, error) { <-s.over; return 0, io.EOF }
func (s silent) Close() error             { <-s.over; return nil }

// Whatever the transport does, a body is not waited for longer than the request
// may take, and its host is free for the next.
func TestBodyThatNeverComes(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := silent{make(chan struct{})}
		c := client(t, Options{Transport: s, IgnoreRobots: true, Limits: Limits{Timeout: 10 * time.Second, Retries: -1}, Pace: Pace{DelayFactor: -1}})
		began := time.Now()
		for i := range 2 {
			_, err := c.Fetch(t.Context(), fmt.Sprint("http://h.example/", i))
			if reason, _ := page.ReasonOf(err); reason != page.Timeout {
				t.Errorf("page %d: %v", i, err)
			}
		}
		if took := time.Since(began); took != 20*time.Second+DefaultDelay {
			t.Errorf("two pages took %v", took)
		}
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		began = time.Now()
		if _, err := c.Fetch(ctx, "http://h.example/2"); !errors.Is(err, context.Canceled) || time.Since(began) != time.Second {
			t.Errorf("given up after %v: %v", time.Since(began), err)
		}
		close(s.over)
	})
}

// A robots.txt that is no answer is one that could not be had.
func TestSwitchOfProtocolsAtRobots(t *testing.T) {
	t.Parallel()
	for _, answer := range []string{"HTTP/1.1 101 X\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n", "HTTP/1.1 000 X\r\n\r\n"} {
		base := wire(t, func(_ string, conn net.Conn) {
			io.WriteString(conn, answer)
			io.ReadAll(conn)
		})
		c := client(t, fast(Options{Limits: Limits{Timeout: 20 * time.Second}}))
		_, err := c.Fetch(t.Context(), base+"/a")
		if reason, _ := page.ReasonOf(err); reason != page.Unreachable || !strings.Contains(err.Error(), "no valid answer") {
			t.Errorf("%q: %v", answer, err)
		}
	}
}
