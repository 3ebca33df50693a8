package main

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"verde/metrics"
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

// What a server of runs asks for is told, and what the runs ask for that it starts, also
// when they have ended.
func TestMetricsOfServer(t *testing.T) {
	t.Parallel()
	asked := make(chan bool, 1)
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/sample" {
			select {
			case asked <- true:
			default:
			}
		}
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, "<h1>a page</h1>")
	}))
	defer site.Close()
	m := metrics.New(time.Now)
	requests := func() int {
		t.Helper()
		w := httptest.NewRecorder()
		m.Handler(false).ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
		n, err := strconv.Atoi(strings.Join(regexp.MustCompile(`(?m)^verde_requests_total (\d+)$`).FindStringSubmatch(w.Body.String())[1:], ""))
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	f, cmd := &serveFlags{home: t.TempDir(), execute: execute}, new(cobra.Command)
	f.pages.add(cmd)
	f.engines.add(cmd)
	cmd.SetContext(context.WithValue(t.Context(), metricsKey{}, m))
	cmd.SetErr(io.Discard)
	if err := cmd.ParseFlags([]string{"--ignore-robots", "--delay=0", "--allow-private=127.0.0.0/8", "--engine=searxng", "--endpoint=" + site.URL + "/search"}); err != nil {
		t.Fatal(err)
	}
	s, done, err := f.steering(cmd)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Look(t.Context(), site.URL+"/look"); err != nil {
		t.Fatal(err)
	}
	looked := requests()
	folder := filepath.Join(f.home, "run")
	if err := s.Runs.Start(folder, slices.Concat(s.Args, []string{"--domain=book", "--", site.URL + "/sample"})); err != nil {
		t.Fatal(err)
	}
	select {
	case <-asked:
	case <-time.After(time.Minute):
		state, err := s.Runs.State(folder)
		t.Errorf("the run has asked for nothing: %+v, %v", state, err)
	}
	if err := done(); err != nil {
		t.Fatal(err)
	}
	if all := requests(); looked == 0 || all <= looked {
		t.Errorf("%d requests are told of looking, %d of all", looked, all)
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
