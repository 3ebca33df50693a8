package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"verde/internal/agent"
)

// agentFlags say by what name servers are asked, be they sites or engines.
type agentFlags struct{ userAgent, contact string }

func (f *agentFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.userAgent, "user-agent", "", "`name` sent with every request to sites and engines, and looked for in robots.txt (default "+agent.Default+")")
	flags.StringVar(&f.contact, "contact", "", "`MAIL_OR_URL` at which whoever runs a server reaches you; it is sent behind the name")
}

// name is the user agent string.
func (f *agentFlags) name() (string, error) {
	name, err := agent.Name(f.userAgent, f.contact)
	if err != nil {
		return "", &usageError{err}
	}
	return name, nil
}

// askContact asks for a contact before sites are asked for the first time: as
// long as there is no archive of theirs. Whoever sends a name of their own knows
// what is in it.
func (f *agentFlags) askContact(cmd *cobra.Command, archive string) {
	if f.contact != "" || f.userAgent != "" || on(cmd.Flags(), "quiet") {
		return
	}
	if archive != "" {
		if _, err := os.Stat(archive); !errors.Is(err, fs.ErrNotExist) {
			return
		}
	}
	fmt.Fprintln(notes(cmd), "hint: --contact MAIL_OR_URL tells those whose sites are asked whom to write to, which is good manners")
}
