package main

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
)

// A command tells what it does while it does it, on this machine alone, and no more when
// it has ended.
func TestMetrics(t *testing.T) {
	t.Parallel()
	asked, goOn := make(chan struct{}, 100), make(chan struct{})
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked <- struct{}{}
		select {
		case <-goOn:
		case <-r.Context().Done():
		}
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, "<a href=/2>a page")
	}))
	defer site.Close()
	out, in := io.Pipe()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, []string{"expand", site.URL + "/1", "--ignore-robots", "--allow-private", "127.0.0.0/8", "--metrics", ":0", "--pprof"}, strings.NewReader(""), io.Discard, in)
		in.Close()
	}()
	lines := bufio.NewReader(out)
	line, err := lines.ReadString('\n')
	address := regexp.MustCompile(`http://127\.0\.0\.1:[0-9]+/`).FindString(line)
	if err != nil || address == "" {
		t.Fatalf("%q, %v", line, err)
	}
	go io.Copy(io.Discard, lines)
	<-asked
	get := func(path string) string {
		resp, err := http.Get(address + path)
		if err != nil {
			return err.Error()
		}
		defer resp.Body.Close()
		text, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if got := get("metrics"); !strings.Contains(got, "verde_requests_total 1\n") || !strings.Contains(got, `verde_hosts_waited_for{reason="`) {
		t.Errorf("while it is waited for the first page:\n%s", got)
	}
	if got := get("debug/pprof/cmdline"); !strings.Contains(got, "test") {
		t.Errorf("profiles: %q", got)
	}
	close(goOn)
	<-ended
	if got := get("metrics"); !strings.Contains(got, "refused") {
		t.Errorf("after its end: %s", got)
	}
}

func TestMetricsWrong(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		args []string
		want string
		code int
	}{
		{[]string{"--pprof"}, "--pprof needs --metrics", exitUsage},
		{[]string{"--metrics", "9464"}, "--metrics: ", exitUsage},
		{[]string{"--metrics", "192.0.2.1:9464"}, "--metrics 192.0.2.1:9464: ", exitFailed}, // an address of no machine
	} {
		var messages strings.Builder
		if code := run(t.Context(), append([]string{"expand", "http://a.example/1"}, test.args...), strings.NewReader(""), io.Discard, &messages); code != test.code || !strings.Contains(messages.String(), test.want) {
			t.Errorf("%q: exit code %d: %s", test.args, code, messages.String())
		}
	}
}
