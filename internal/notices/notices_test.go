package main

import (
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// root is the folder of the project.
const root = "../.."

// line is one of the list of modules: name, version, and where it is linked.
var line = regexp.MustCompile(`(?m)^  (\S+ v\S+): \[[^(\n]*(?:\((.*)\))?$`)

// listed gives the modules that notices list for a system.
func listed(notices, system string) []string {
	var out []string
	for _, m := range line.FindAllStringSubmatch(notices, -1) {
		if m[2] == "" || strings.Contains(m[2], system) {
			out = append(out, m[1])
		}
	}
	return out
}

// The notices list the modules that the program links here, in the versions of
// go.mod, and no others. That the rest is as it should be needs what other
// systems link, too, and is checked by .ci/run.
func TestListed(t *testing.T) {
	t.Parallel()
	if !slices.Contains(systems, runtime.GOOS) {
		t.Skip("the notices are made for ", systems)
	}
	packages, err := linked(root, runtime.GOOS)
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, p := range packages {
		want = append(want, p.Module.name())
	}
	slices.Sort(want)
	text, err := os.ReadFile(filepath.Join(root, "THIRD_PARTY_NOTICES"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(slices.Compact(want), listed(string(text), runtime.GOOS)); diff != "" {
		t.Errorf("linked, not listed (-) and the reverse (+); run 'go run ./internal/notices > THIRD_PARTY_NOTICES':\n%s", diff)
	}
}

// Data that is embedded comes with its notice.
func TestEmbedded(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join(root, "THIRD_PARTY_NOTICES"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"\n  WordNet 3.0: [", "WordNet 3.0 Copyright 2006 by Princeton University."} {
		if !strings.Contains(string(text), want) {
			t.Errorf("THIRD_PARTY_NOTICES does not say %q", want)
		}
	}
}

// files makes a folder with files of these names and texts.
func files(t *testing.T, texts map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	for name, text := range texts {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func TestLicencesOf(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		texts  map[string]string
		folder string
		want   []string // none: an error
	}{
		{"own and above", map[string]string{"LICENSE": "", "NOTICE.txt": "", "a/b/COPYING": "", "c/LICENSE": "", "README": ""}, "a/b", []string{"LICENSE", "NOTICE.txt", "a/b/COPYING"}},
		{"code taken in", map[string]string{"Licence.md": "", "THIRD_PARTY_LICENSES/Sun": ""}, ".", []string{"Licence.md", "THIRD_PARTY_LICENSES/Sun"}},
		{"program text is no licence", map[string]string{"license.go": "", "p/x.go": ""}, "p", nil},
		{"of a package that is not linked", map[string]string{"a/LICENSE": "", "p/x.go": ""}, "p", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			module := files(t, test.texts)
			found := make(map[string]bool)
			err := licencesOf(filepath.Join(module, test.folder), module, found)
			if (err != nil) != (test.want == nil) {
				t.Fatalf("error %v, want files %q", err, test.want)
			}
			var got []string
			for path := range found {
				name, _ := filepath.Rel(module, path)
				got = append(got, filepath.ToSlash(name))
			}
			slices.Sort(got)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Equal texts are printed once, and the list is read back by [listed].
func TestWrite(t *testing.T) {
	t.Parallel()
	folder := files(t, map[string]string{"a": "one\r\nlicence\n", "b": "one\nlicence", "c": "another"})
	a, b, c := filepath.Join(folder, "a"), filepath.Join(folder, "b"), filepath.Join(folder, "c")
	var out strings.Builder
	err := write(&out, []component{
		{"data", "embedded", []string{c}},
		{"x.org/a v1.0.0", "", []string{a}},
		{"x.org/b v2.1.0-rc1", "linux and windows only", []string{b, c}},
	})
	if err != nil {
		t.Fatal(err)
	}
	text := out.String()
	for want, times := range map[string]int{
		"  data: [1] (embedded)\n":                               1,
		"  x.org/a v1.0.0: [2]\n":                                1,
		"  x.org/b v2.1.0-rc1: [2] [1] (linux and windows only)": 1,
		"[2] a of x.org/a v1.0.0\n":                              1,
		"one\nlicence":                                           1,
		"another":                                                1,
	} {
		if got := strings.Count(text, want); got != times {
			t.Errorf("%q stands there %d times, want %d, in\n%s", want, got, times, text)
		}
	}
	for system, want := range map[string][]string{
		"linux":  {"x.org/a v1.0.0", "x.org/b v2.1.0-rc1"},
		"darwin": {"x.org/a v1.0.0"},
	} {
		if diff := cmp.Diff(want, listed(text, system)); diff != "" {
			t.Errorf("%s: %s", system, diff)
		}
	}
}
