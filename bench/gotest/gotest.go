// Package gotest measures with what the packages bring along: their benchmarks,
// fuzz targets and tests that print figures.
package gotest

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"strings"

	"verde/bench/table"
)

// Tables are those of this package.
func Tables() []*table.Table {
	return []*table.Table{{
		Name: "benchmarks", About: "Benchmarks of the packages",
		Columns: []string{"package", "benchmark", "ms a run", "other figures"}, Key: []string{"package", "benchmark"},
		Packages: benchmarked, Minutes: 6, Measure: benchmarks,
	}, {
		Name: "flathtml", About: "Pages that need no tree (kept)",
		Columns: []string{"pages of", "read without a tree", "reading, times the parse"}, Key: []string{"pages of"}, Packages: []string{"internal/flathtml"},
	}, {
		Name: "fuzz", About: "What hostile input was tried",
		Columns: []string{"package", "target", "minutes", "runs", "findings"}, Key: []string{"package", "target"},
		Packages: []string{"fetch", "page"}, Minutes: 18, Measure: fuzz,
	}, {
		Name: "keywords", About: "Keywords of single sites from their own pages", Whole: true,
		Columns: []string{"site", "entity keywords", "the first related words"}, Key: []string{"site"},
		Packages: []string{"keywords", "extract"}, Needs: []table.Need{table.Corpora}, Minutes: 2, Measure: keywords,
	}}
}

// benchmarked are the packages whose benchmarks are run: with few runs each, as
// each run is a whole crawl or alignment.
var benchmarked = []string{"siteexpand", "extract"}

var benchmark = regexp.MustCompile(`(?m)^Benchmark(\S+?)(?:-\d+)?\s+\d+\s+([0-9.]+) ns/op(.*)$`)

func benchmarks(ctx context.Context, r *table.Run) error {
	for _, name := range benchmarked {
		r.Sayf("%s", name)
		args := []string{"test", "./" + name, "-run", "^$", "-bench", ".", "-benchtime", "3x"}
		out, err := r.Go(ctx, args...)
		if err != nil {
			return err
		}
		rows, err := parseBenchmarks(name, out)
		if err != nil {
			return err
		}
		for _, f := range rows {
			if err := r.Put("go "+strings.Join(args, " "), f); err != nil {
				return err
			}
		}
	}
	return nil
}

// parseBenchmarks reads what go test -bench prints.
func parseBenchmarks(name, out string) ([]table.Figures, error) {
	var rows []table.Figures
	for _, m := range benchmark.FindAllStringSubmatch(out, -1) {
		ns, err := table.Value(m[2]).Float()
		if err != nil {
			return nil, err
		}
		var others []string
		fields := strings.Fields(m[3])
		for i := 0; i+1 < len(fields); i += 2 {
			others = append(others, fields[i]+" "+fields[i+1])
		}
		rows = append(rows, table.Figures{"package": table.Value(name), "benchmark": table.Value(m[1]), "ms a run": table.Fixed(ns/1e6, 1),
			"other figures": table.Value(strings.Join(others, ", "))})
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("%s: no benchmark in %.500q", name, out)
	}
	return rows, nil
}

// targets are what is fuzzed.
var targets = [][2]string{{"fetch/robots", "FuzzRobots"}, {"fetch/sitemap", "FuzzParse"}, {"fetch", "FuzzToUTF8"}, {"fetch", "FuzzReadArchive"}, {"fetch", "FuzzIndexLine"}, {"page", "FuzzParse"}}

// fuzzMinutes is how long each target runs.
const fuzzMinutes = 3

var executions = regexp.MustCompile(`execs: (\d+)`)

func fuzz(ctx context.Context, r *table.Run) error {
	for _, t := range targets {
		f := table.Figures{"package": table.Value(t[0]), "target": table.Value(t[1])}
		if skip, err := r.Skip(f); err != nil || skip {
			if err != nil {
				return err
			}
			continue
		}
		r.Sayf("%s %s", t[0], t[1])
		args := []string{"test", "./" + t[0], "-run", "^$", "-fuzz", "^" + t[1] + "$", "-fuzztime", fmt.Sprintf("%dm", fuzzMinutes), "-parallel", "1"}
		out, err := r.Go(ctx, args...)
		if err != nil {
			return err // a finding: go test tells where it is
		}
		all := executions.FindAllStringSubmatch(out, -1)
		if len(all) == 0 {
			return fmt.Errorf("%s %s: no count of runs in %.500q", t[0], t[1], out)
		}
		f["minutes"], f["runs"], f["findings"] = table.Count(fuzzMinutes), table.Value(all[len(all)-1][1]), "none"
		if err := r.Put("go "+strings.Join(args, " "), f); err != nil {
			return err
		}
	}
	return nil
}

// shown is how many related words of a site are shown.
const shown = 6

func keywords(ctx context.Context, r *table.Run) error {
	out, err := r.Go(ctx, "test", "./keywords", "-run", "TestCorpora", "-v", "-count", "1")
	if err != nil {
		return err
	}
	rows := parseKeywords(out)
	if len(rows) == 0 {
		return fmt.Errorf("no keywords in %.500q; is %s=%s the folder?", out, table.Corpora.Variable, os.Getenv(table.Corpora.Variable))
	}
	for _, f := range rows {
		if err := r.Put("go test ./keywords -run TestCorpora -v", f); err != nil {
			return err
		}
	}
	return nil
}
