package main

import (
	"context"
	"net/http/httptest"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"verde/internal/demoweb"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"verde": func() { os.Exit(run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) },
	})
}

// TestScripts runs a script for every command, with the small web as HTTP
// proxy and its sample page and search engine as $SAMPLE and $SEARCH.
func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			web := demoweb.New()
			server := httptest.NewServer(web.Handler())
			env.Defer(server.Close)
			env.Setenv("HTTP_PROXY", server.URL)
			env.Setenv("http_proxy", server.URL)
			env.Setenv("SAMPLE", web.Sample())
			env.Setenv("SEARCH", web.SearchEndpoint())
			return nil
		},
	})
}
