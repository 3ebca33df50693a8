package main

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// version is what the program was built from.
type version struct {
	Version  string `json:"version"`            // of the module; "(devel)" for a build of a working copy that go has no version of
	Revision string `json:"revision,omitempty"` // of the working copy
	Time     string `json:"time,omitempty"`     // of the revision
	Modified bool   `json:"modified,omitempty"` // the working copy differed from the revision
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

// versionOf reads what go has noted of a build; info is nil if it has not.
func versionOf(info *debug.BuildInfo) version {
	v := version{Version: "(devel)", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	if info == nil {
		return v
	}
	v.Version, v.Go = cmp.Or(info.Main.Version, v.Version), cmp.Or(info.GoVersion, v.Go)
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			v.Revision = s.Value
		case "vcs.time":
			v.Time = s.Value
		case "vcs.modified":
			v.Modified = s.Value == "true"
		}
	}
	return v
}

func (v version) String() string {
	text := "verde " + v.Version
	if v.Revision != "" {
		text += ", revision " + v.Revision
		if v.Time != "" {
			text += " of " + v.Time
		}
		if v.Modified {
			text += ", modified"
		}
	}
	return fmt.Sprintf("%s, %s %s", text, v.Go, v.Platform)
}

func thisVersion() version {
	info, _ := debug.ReadBuildInfo()
	return versionOf(info)
}

func newVersion() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Tell the version, the revision it was built from, and Go's",
		Long:    "Version tells what the program was built from, on one line or, with --json, as JSON.\n" + exitHelp,
		Example: "  verde version\n  verde version --json | jq -r .revision",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			v := thisVersion()
			if on(cmd.Flags(), "json") {
				return writeReport(cmd, "-", v)
			}
			_, err := fmt.Fprintln(cmd.OutOrStdout(), v)
			return err
		},
	}
}
