package main

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A command with more flags than maxPlain shows them in groups, the maxFirst that
// matter most before all others.
const (
	maxPlain = 13
	maxFirst = 10
)

// mattering are the flags that a command is hardly ever used without looking at,
// the weightiest first.
var mattering = strings.Fields(`domain vertical run runs engine endpoint dump corpus rounds max-queries contact
	sites pages output archive older-than refresh known scope verify method delay warc mirror report`)

// flagGroups are the flags of all commands that have many, by what they are
// about.
var flagGroups = []struct {
	title string
	flags []string
}{
	{"The server", strings.Fields(`listen host token home read-only on-change shell webhook`)},
	{"Several machines", strings.Fields(`database priority detach`)},
	{"What to look for", strings.Fields(`instances one-of probes cut seed entities exclude learn-pages model all
		method height paths scope new-pages together explain all-languages wide notation exact verify known older-than
		vectors embeddings embedding-model only samples sample-pages directory draws`)},
	{"Engines and results", strings.Fields(`max-queries max-result-pages result-pages retry max-urls dump-shape`)},
	{"Where pages come from", strings.Fields(`warc warc-base mirror archive refresh retry-bounded allow-private header cookies
		render browser render-requests render-time cdx`)},
	{"Politeness", strings.Fields(`contact user-agent delay max-delay max-retry-after per-host connections ignore-robots`)},
	{"Limits", strings.Fields(`timeout retries max-failures max-redirects max-header max-bytes
		sites workers max-runs max-pages max-downloads max-links max-url max-repeats max-fruitless`)},
	{"Output", strings.Fields(`output force report errors table svg metrics pprof help`)},
}

// Cobra keeps the functions of templates for the whole process, so this is set once,
// before a command is made.
func init() { cobra.AddTemplateFunc("flagUsages", flagUsages) }

// usageTemplate is cobra's, with the flags of a command as [flagUsages] has them.
func usageTemplate(standard string) string {
	return strings.Replace(standard, "Flags:\n{{.LocalFlags.FlagUsages | trimTrailingWhitespaces}}", "{{flagUsages .}}", 1)
}

// flagUsages lists the flags of a command.
func flagUsages(cmd *cobra.Command) string {
	all := cmd.LocalFlags()
	left := make(map[string]*pflag.Flag)
	all.VisitAll(func(f *pflag.Flag) {
		if !f.Hidden && f.Deprecated == "" {
			left[f.Name] = f
		}
	})
	if len(left) <= maxPlain {
		return "Flags:\n" + strings.TrimRight(all.FlagUsages(), "\n")
	}
	var parts []string
	part := func(title string, names []string, most int) {
		set := pflag.NewFlagSet("", pflag.ContinueOnError)
		set.SortFlags = false
		n := 0
		for _, name := range names {
			if f := left[name]; f != nil && n < most {
				set.AddFlag(f)
				delete(left, name)
				n++
			}
		}
		if n > 0 {
			parts = append(parts, title+":\n"+strings.TrimRight(set.FlagUsages(), "\n"))
		}
	}
	part("The flags that matter most", mattering, maxFirst)
	for _, g := range flagGroups {
		part(g.title, g.flags, len(g.flags))
	}
	return strings.Join(parts, "\n\n")
}
