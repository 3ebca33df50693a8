package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Every list of values is of a flag that there is, whose help names them all.
func TestChoices(t *testing.T) {
	t.Parallel()
	flags := make(map[string][]*pflag.Flag)
	eachCommand(newRoot(), func(cmd *cobra.Command) {
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if _, own := choices()[cmd.CommandPath()+" "+f.Name]; own {
				flags[cmd.CommandPath()+" "+f.Name] = append(flags[cmd.CommandPath()+" "+f.Name], f)
			} else if cmd.Name() != "decide" { // what it takes is the site's to offer
				flags[f.Name] = append(flags[f.Name], f)
			}
		})
	})
	for key, values := range choices() {
		if len(flags[key]) == 0 {
			t.Errorf("there is no flag %s", key)
		}
		for _, f := range flags[key] {
			for _, v := range values {
				if !strings.Contains(f.Usage, v) {
					t.Errorf("%s: its help does not name %q: %s", key, v, f.Usage)
				}
			}
		}
	}
}

// A shell is offered what there is, of which it takes what begins as was typed.
func TestCompletion(t *testing.T) {
	t.Parallel()
	engines := strings.Join(serviceNames(), "\n") + "\n"
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"explore", "--engine", "sea"}, engines + ":4\n"},
		{[]string{"explore", "--engine", "./m"}, "yaml\nyml\n:8\n"}, // files of that kind
		{[]string{"engines", ""}, engines + ":4\n"},
		{[]string{"expand", "--scope", ""}, "folder\nsiblings\nanywhere\nprefix\n:4\n"},
		{[]string{"extract", "--method", ""}, "verde\ndca\n:4\n"},
		{[]string{"extract", "--format", ""}, "jsonl\nvalues\n:4\n"},
		{[]string{"catalog", "export", "--what", "e"}, "records\npages\nsources\nchanges\nentities\nclaims\n:4\n"},
		{[]string{"explore", "--run", ""}, ":16\n"},   // folders
		{[]string{"serve", ""}, ":16\n"},              // folders
		{[]string{"explore", "--dump", ""}, ":0\n"},   // files
		{[]string{"explore", "--rounds", ""}, ":4\n"}, // nothing
	} {
		var out bytes.Buffer
		if code := run(t.Context(), append([]string{"__complete"}, test.args...), strings.NewReader(""), &out, &bytes.Buffer{}); code != exitDone || out.String() != test.want {
			t.Errorf("%q: exit code %d, %q, want %q", test.args, code, out.String(), test.want)
		}
	}
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		var out bytes.Buffer
		if code := run(t.Context(), []string{"completion", shell}, strings.NewReader(""), &out, &out); code != exitDone || !strings.Contains(out.String(), "__complete") {
			t.Errorf("%s: exit code %d: %.200s", shell, code, out.String())
		}
	}
}

// There is a manual page for each command, with its flags, the same at each writing.
func TestMan(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("SOURCE_DATE_EPOCH", "86400")
	for _, sub := range []string{"a", "b"} {
		var out bytes.Buffer
		if code := run(t.Context(), []string{"man", filepath.Join(dir, sub)}, strings.NewReader(""), &out, &out); code != exitDone {
			t.Fatal(out.String())
		}
	}
	pages := 0
	eachCommand(newRoot(), func(cmd *cobra.Command) {
		if !cmd.IsAvailableCommand() || cmd.IsAdditionalHelpTopicCommand() {
			return
		}
		pages++
		name := strings.ReplaceAll(cmd.CommandPath(), " ", "-") + ".1"
		page, err := os.ReadFile(filepath.Join(dir, "a", name))
		if err != nil {
			t.Error(err)
			return
		}
		again, err := os.ReadFile(filepath.Join(dir, "b", name))
		if err != nil || !bytes.Equal(page, again) || !bytes.Contains(page, []byte("Jan 1970")) {
			t.Errorf("%s is another the second time, or of today: %v", name, err)
		}
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden && !bytes.Contains(page, []byte("--"+f.Name)) && !bytes.Contains(page, []byte(`\-\-`+strings.ReplaceAll(f.Name, "-", `\-`))) {
				t.Errorf("%s does not have --%s", name, f.Name)
			}
		})
	})
	if pages < 30 {
		t.Errorf("%d pages", pages)
	}
	t.Setenv("SOURCE_DATE_EPOCH", "today")
	for _, wrong := range [][]string{{"man"}, {"man", filepath.Join(dir, "c")}} {
		if code := run(t.Context(), wrong, strings.NewReader(""), &bytes.Buffer{}, &bytes.Buffer{}); code != exitUsage {
			t.Errorf("%q: exit code %d", wrong, code)
		}
	}
}
