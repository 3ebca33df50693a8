package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/spf13/cobra"

	"verde/metrics"
)

// metricsFlags say where what a command is doing is told to Prometheus.
type metricsFlags struct {
	address string
	pprof   bool
}

func (f *metricsFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.address, "metrics", "", "`address` at which Prometheus is told what is done, as in :9464; of this machine alone unless it names another")
	flags.BoolVar(&f.pprof, "pprof", false, "serve profiles there, too, under /debug/pprof/")
}

type metricsKey struct{}

// metricsOf are the metrics of a command, nil for none.
func metricsOf(ctx context.Context) *metrics.Metrics {
	m, _ := ctx.Value(metricsKey{}).(*metrics.Metrics)
	return m
}

// serve begins to tell, until the function that it gives is called.
func (f *metricsFlags) serve(cmd *cobra.Command) (stop func(), err error) {
	if f.address == "" {
		if f.pprof {
			return nil, usagef("--pprof needs --metrics")
		}
		return func() {}, nil
	}
	host, port, err := net.SplitHostPort(f.address)
	if err != nil {
		return nil, usagef("--metrics: %w", err)
	}
	if host == "" {
		host = "127.0.0.1"
	}
	listener, err := new(net.ListenConfig).Listen(cmd.Context(), "tcp", net.JoinHostPort(host, port))
	if err != nil {
		return nil, fmt.Errorf("--metrics %s: %w", f.address, err)
	}
	m := metrics.New(time.Now)
	server := &http.Server{Handler: m.Handler(f.pprof), ReadHeaderTimeout: 10 * time.Second, MaxHeaderBytes: 64 << 10}
	go server.Serve(listener)
	fmt.Fprintf(notes(cmd), "metrics: http://%s/metrics\n", listener.Addr())
	cmd.SetContext(context.WithValue(cmd.Context(), metricsKey{}, m))
	return func() { server.Close() }, nil
}

// long are the commands that may take so long that somebody wants to see them work.
var long = []string{"explore", "expand", "refresh", "watch", "serve", "mcp"}

// measured has a command tell while it runs.
func measured(cmd *cobra.Command) *cobra.Command {
	f, work := new(metricsFlags), cmd.RunE
	f.add(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		stop, err := f.serve(cmd)
		if err != nil {
			return err
		}
		defer stop()
		return work(cmd, args)
	}
	return cmd
}
