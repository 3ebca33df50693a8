package main

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"verde/fetch"
)

// credentialFlags say what is sent to sites that are the user's own.
type credentialFlags struct {
	headers []string
	cookies string
}

func (f *credentialFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringArrayVar(&f.headers, "header", nil, "send to that site only, by https unless http:// stands before it, the header field NAME with the value of an environment variable: `HOST:NAME=VARIABLE`; repeatable")
	flags.StringVar(&f.cookies, "cookies", "", "`file` of cookies, in the form of curl and wget, sent to the hosts that it names only")
}

// aVariable is a name of an environment variable.
var aVariable = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// credentials reads what the flags name. Errors never have a value in them, also where one
// was given by mistake.
func (f *credentialFlags) credentials(cmd *cobra.Command) (c fetch.Credentials, err error) {
	for _, text := range f.headers {
		left, variable, ok := strings.Cut(text, "=")
		at := strings.LastIndexByte(left, ':')
		if !ok || at < 0 || !aVariable.MatchString(variable) {
			return c, usagef("--header: write HOST:NAME=VARIABLE with the name of an environment variable and not its value, as in shop.example:Authorization=SHOP_TOKEN")
		}
		value := os.Getenv(variable)
		if value == "" {
			return c, usagef("--header %s: the environment has no %s", left, variable)
		}
		if err := c.AddHeader(left[:at], left[at+1:], value); err != nil {
			return c, usagef("--header %s: %w", left, err)
		}
	}
	if f.cookies == "" {
		return c, nil
	}
	file, err := os.Open(f.cookies)
	if err != nil {
		return c, usagef("--cookies: %w", err)
	}
	defer file.Close()
	sent, left, err := c.ReadCookies(file, time.Now())
	switch {
	case err != nil:
		return c, usagef("--cookies %s: %w", f.cookies, err)
	case sent == 0:
		return c, usagef("--cookies %s: no cookie in it can be sent; have they ended?", f.cookies)
	}
	fmt.Fprintf(notes(cmd), "cookies: %d of %s, %d left out\n", sent, printable(f.cookies), left)
	return c, nil
}
