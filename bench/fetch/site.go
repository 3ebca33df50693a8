package fetch

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// fan is the number of links on a page of the sites that are crawled.
const fan = 100

// writePage writes page i of a site of n pages: a heading, and links to a
// hundred others in a list of three classes of items, so that all pages are
// reached from each and their schema has three link-paths.
func writePage(b *bytes.Buffer, i, n int) {
	fmt.Fprintf(b, "<!DOCTYPE html>\n<html><head><title>page %d</title></head><body><div class=main><h1>page %d</h1><ul>\n", i, i)
	for k := range fan {
		fmt.Fprintf(b, "<li class=c%d><a href=/%d.html>page %d</a> and some words</li>\n", k%3, (i*31+k*k*7+k+1)%n, k)
	}
	b.WriteString("</ul></div></body></html>\n")
}

// writeSite writes a site of n pages into a folder.
func writeSite(dir string, n int) error {
	var b bytes.Buffer
	for i := range n {
		b.Reset()
		writePage(&b, i, n)
		if err := os.WriteFile(filepath.Join(dir, strconv.Itoa(i)+".html"), b.Bytes(), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// nginxConf serves a folder from one worker, as a small host would.
const nginxConf = `daemon off;
worker_processes 1;
pid %[1]s/nginx.pid;
error_log %[1]s/error.log;
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  keepalive_requests 100000;
  types { text/html html; }
  client_body_temp_path %[1]s/t1; proxy_temp_path %[1]s/t2; fastcgi_temp_path %[1]s/t3; uwsgi_temp_path %[1]s/t4; scgi_temp_path %[1]s/t5;
  open_file_cache max=10000;
  server { listen 127.0.0.1:%[2]d; root %[1]s/site; }
}
`

// serveNginx serves the folder site of dir until ctx ends, and gives its
// address. Done waits for the server's end.
func serveNginx(ctx context.Context, program, dir string) (base string, done func(), err error) {
	port, err := freePort(ctx)
	if err != nil {
		return "", nil, err
	}
	conf := filepath.Join(dir, "nginx.conf")
	if err := os.WriteFile(conf, fmt.Appendf(nil, nginxConf, dir, port), 0o644); err != nil {
		return "", nil, err
	}
	cmd := exec.CommandContext(ctx, program, "-e", filepath.Join(dir, "error.log"), "-c", conf)
	cmd.Stderr = os.Stderr
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	if err := cmd.Start(); err != nil {
		return "", nil, fmt.Errorf("serving the site (Debian's package nginx-light has the server): %w", err)
	}
	base = fmt.Sprintf("http://127.0.0.1:%d", port)
	done = func() { _ = cmd.Wait() } // ended by its context, which is an error
	for range 100 {
		if resp, err := http.Get(base + "/0.html"); err == nil {
			resp.Body.Close()
			return base, done, nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	return "", nil, fmt.Errorf("%s does not answer at %s", program, base)
}

func freePort(ctx context.Context) (int, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

// serveGenerated serves a site of n pages that are made when they are asked
// for, and prints its address.
func serveGenerated(ctx context.Context, n int) error {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	server := &http.Server{ReadHeaderTimeout: 10 * time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		i, err := strconv.Atoi(strings.TrimSuffix(strings.TrimPrefix(r.URL.Path, "/"), ".html"))
		if err != nil || i < 0 || i >= n {
			http.NotFound(w, r)
			return
		}
		var b bytes.Buffer
		b.Grow(8 << 10)
		writePage(&b, i, n)
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Content-Length", strconv.Itoa(b.Len()))
		_, _ = w.Write(b.Bytes()) // the crawler may be gone
	})}
	go func() {
		<-ctx.Done()
		server.Close()
	}()
	fmt.Printf("http://%s\n", l.Addr())
	return server.Serve(l)
}
