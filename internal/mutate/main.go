// Command mutate tells which decisions no test holds: it changes one operator or
// number of a package at a time and runs the package's tests. A mutant that they
// pass survives, and shows a line that may say anything.
//
//	go run ./internal/mutate -n 40 -seed 1 ./query ./pageeval
//	go run ./internal/mutate -n 0 ./values            # every mutant there is
//	go run ./internal/mutate -only 'query/instance.go:120' ./query
//
// No file is changed: mutants reach the compiler by go test's -overlay. Mutants are
// drawn evenly from all of the packages, the same ones for the same seed. Exit code
// 0 if all were killed, 3 if some survived, 1 if a package fails without a mutant.
//
// Not every survivor is a fault: some mutants mean the same as what they replace.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	survived, err := run(ctx, os.Args[1:])
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	case survived > 0:
		os.Exit(3)
	}
}

// run tries mutants of the packages that the arguments name.
func run(ctx context.Context, args []string) (survived int, err error) {
	flags := flag.NewFlagSet("mutate", flag.ContinueOnError)
	n := flags.Int("n", 40, "mutants to try, 0 for all")
	seed := flags.Uint64("seed", 1, "of the draw")
	only := flags.String("only", "", "only mutants whose place, FILE:LINE:COLUMN, contains this `text`")
	limit := flags.Duration("timeout", 3*time.Minute, "for the tests of one mutant; one that runs longer is killed")
	if err := flags.Parse(args); err != nil {
		return 0, err
	}
	var all []mutant
	for _, pkg := range flags.Args() {
		found, err := mutantsOf(filepath.Clean(pkg))
		if err != nil {
			return 0, err
		}
		for _, m := range found {
			if strings.Contains(m.place(), *only) {
				all = append(all, m)
			}
		}
		if out, err := test(ctx, pkg, "", *limit); err != nil {
			return 0, fmt.Errorf("the tests of %s fail as they are: %w\n%s", pkg, err, out)
		}
	}
	rng := rand.New(rand.NewPCG(*seed, 0))
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	if *n > 0 {
		all = all[:min(*n, len(all))]
	}
	if len(all) == 0 {
		return 0, errors.New("nothing to change: name packages as in ./query")
	}
	invalid := 0
	for _, m := range all {
		outcome, err := try(ctx, m, *limit)
		if err != nil {
			return survived, err
		}
		fmt.Printf("%-8s %s  %s -> %s\n", outcome, m.place(), m.from, m.to)
		switch outcome {
		case "survived":
			survived++
		case "invalid":
			invalid++
		}
	}
	fmt.Printf("%d mutants, %d killed, %d survived, %d did not compile\n", len(all), len(all)-survived-invalid, survived, invalid)
	return survived, nil
}

// try runs the tests with one mutant in place.
func try(ctx context.Context, m mutant, limit time.Duration) (outcome string, err error) {
	dir, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	path, err := filepath.Abs(m.file)
	if err != nil {
		return "", err
	}
	changed := filepath.Join(dir, "mutant.go")
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {path: changed}})
	if err != nil {
		return "", err
	}
	list := filepath.Join(dir, "overlay.json")
	if err := errors.Join(os.WriteFile(changed, m.source, 0o600), os.WriteFile(list, overlay, 0o600)); err != nil {
		return "", err
	}
	out, err := test(ctx, "./"+filepath.Dir(m.file), list, limit)
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case err == nil:
		return "survived", nil
	case bytes.Contains(out, []byte("[build failed]")), bytes.Contains(out, []byte("[setup failed]")):
		return "invalid", nil
	}
	return "killed", nil
}

// test runs the tests of a package.
func test(ctx context.Context, pkg, overlay string, limit time.Duration) ([]byte, error) {
	args := []string{"test", "-short", "-vet=off", "-timeout", limit.String()}
	if overlay != "" {
		args = append(args, "-overlay", overlay)
	}
	if !strings.HasPrefix(pkg, ".") {
		pkg = "./" + pkg
	}
	return exec.CommandContext(ctx, "go", append(args, pkg)...).CombinedOutput()
}
