// Package gotest measures with what the packages bring along: their benchmarks,
// fuzz targets and tests that print figures.
package gotest

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"verde/bench/table"
)

// Tables are those of this package.
func Tables() []*table.Table {
	return []*table.Table{{
		Name: "benchmarks", About: "Benchmarks of the packages",
		Columns: []string{"package", "benchmark", "ms a run", "other figures"}, Key: []string{"package", "benchmark"},
		Packages: benchmarked, Needs: []table.Need{table.Sites}, Minutes: 8, Measure: benchmarks,
	}, {
		Name: "flathtml", About: "Pages that need no tree",
		Columns: []string{"pages of", "read without a tree", "reading, times the parse"}, Key: []string{"pages of"},
		Packages: []string{"internal/flathtml"}, Needs: []table.Need{table.Corpora, table.Sites}, Minutes: 4, Measure: flathtml,
	}, {
		Name: "fuzz", About: "What hostile input was tried",
		Columns: []string{"package", "target", "minutes", "runs", "findings"}, Key: []string{"package", "target"},
		Packages: []string{"fetch", "page"}, Minutes: 18, Measure: fuzz,
	}, {
		Name: "keywords", About: "Keywords of single sites from their own pages",
		Columns: []string{"site", "entity keywords", "the first related words"}, Key: []string{"site"},
		Packages: []string{"keywords", "extract"}, Needs: []table.Need{table.Corpora}, Minutes: 2, Measure: keywords,
	}}
}

// benchmarked are the packages whose benchmarks are run: with few runs each, as
// each run is a whole crawl or alignment.
var benchmarked = []string{"siteexpand/focused", "extract"}

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

// shops is the folder below the corpora with pages of shops and portals of 2010.
const shops = "swde/html"

// flathtml reads the pages of each site, and those of shops.
func flathtml(ctx context.Context, r *table.Run) error {
	folders, err := filepath.Glob(table.Sites.Path("*"))
	if err != nil {
		return err
	}
	list := strings.Join(append(folders, table.Corpora.Path(shops)), string(filepath.ListSeparator))
	args := []string{"test", "./internal/flathtml", "-run", "^$", "-bench", "Folders", "-benchtime", "1x"}
	out, err := r.GoWith(ctx, []string{"VERDE_PAGES=" + list}, args...)
	if err != nil {
		return err
	}
	rows, err := parseFolders(out)
	if err != nil {
		return err
	}
	for _, f := range rows {
		if f["pages of"] == table.Value(path.Base(shops)) {
			f["pages of"] = shops
		}
		if err := r.Put("VERDE_PAGES=FOLDER:FOLDER... go "+strings.Join(args, " "), f); err != nil {
			return err
		}
	}
	return nil
}

// parseFolders reads the figures of each folder.
func parseFolders(out string) ([]table.Figures, error) {
	var rows []table.Figures
	for _, m := range benchmark.FindAllStringSubmatch(out, -1) {
		f := table.Figures{"pages of": table.Value(strings.TrimPrefix(m[1], "Folders/"))}
		for i, fields := 0, strings.Fields(m[3]); i+1 < len(fields); i += 2 {
			x, err := table.Value(fields[i]).Float()
			if err != nil {
				return nil, err
			}
			switch fields[i+1] {
			case "without-tree":
				f["read without a tree"] = table.Fixed(x, 3)
			case "x-parse-cpu":
				f["reading, times the parse"] = table.Fixed(x, 2)
			}
		}
		rows = append(rows, f)
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("no folder in %.500q", out)
	}
	return rows, nil
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
