package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// countVar adds a flag for a number, which is at least so
// many: of most fewer than none, or none, can't be meant.
func countVar[T int | int64](flags *pflag.FlagSet, p *T, name string, def, least T, usage string) {
	countVarP(flags, p, name, "", def, least, usage)
}

func countVarP[T int | int64](flags *pflag.FlagSet, p *T, name, letter string, def, least T, usage string) {
	*p = def
	flags.VarP(&count[T]{p, least}, name, letter, usage)
}

// count is the value of such a flag.
type count[T int | int64] struct {
	p     *T
	least T
}

func (c *count[T]) String() string {
	if c.p == nil { // as pflag makes one to compare with
		return "0"
	}
	return strconv.FormatInt(int64(*c.p), 10)
}

func (c *count[T]) Type() string { return "int" }

func (c *count[T]) Set(s string) error {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || int64(T(n)) != n || T(n) < c.least {
		return fmt.Errorf("give a number from %d", c.least)
	}
	*c.p = T(n)
	return nil
}

// durationVar adds a flag for a length of time, of which there is at least so
// much.
func durationVar(flags *pflag.FlagSet, p *time.Duration, name string, def, least time.Duration, usage string) {
	*p = def
	flags.Var(&duration{p, least}, name, usage)
}

// duration is the value of such a flag: what time.ParseDuration reads, with days
// and weeks too.
type duration struct {
	p     *time.Duration
	least time.Duration
}

const (
	day  = 24 * time.Hour
	week = 7 * day
)

func (d *duration) String() string {
	switch {
	case d.p == nil || *d.p == 0:
		return "0"
	case *d.p%day == 0:
		return strconv.FormatInt(int64(*d.p/day), 10) + "d"
	}
	text := d.p.String() // with an idle "0s" or "0m0s" at the end
	if *d.p%time.Minute == 0 {
		text = strings.TrimSuffix(text, "0s")
	}
	if *d.p%time.Hour == 0 {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

func (d *duration) Type() string { return "duration" }

func (d *duration) Set(s string) error {
	length, err := parseDuration(s)
	if err == nil && length < d.least && d.least > 1 {
		return fmt.Errorf("give at least %v", d.least)
	}
	if err != nil || length < d.least {
		return fmt.Errorf("give a length of time, as in %s", example(d.least))
	}
	*d.p = length
	return nil
}

// example shows how lengths of time are written, with none where that is one.
func example(least time.Duration) string {
	text := "500ms, 90s, 12h, 7d or 2w"
	if least <= 0 {
		text += "; 0 for none"
	}
	return text
}

// parseDuration reads a length of time of parts with units, as in "1w2d12h".
func parseDuration(s string) (time.Duration, error) {
	if s == "" || s == "0" {
		return time.ParseDuration(s)
	}
	var total time.Duration
	for rest := s; rest != ""; {
		number := len(rest) - len(strings.TrimLeft(rest, "0123456789."))
		unit := len(rest) - number - len(strings.TrimLeft(rest[number:], "abcdefghijklmnopqrstuvwxyzµμ"))
		part, err := parsePart(rest[:number], rest[number:number+unit])
		if err != nil {
			return 0, err
		}
		if total > math.MaxInt64-part {
			return 0, fmt.Errorf("%q is too long", s)
		}
		total, rest = total+part, rest[number+unit:]
	}
	return total, nil
}

// parsePart reads a number with one unit.
func parsePart(number, unit string) (time.Duration, error) {
	scale, ok := map[string]time.Duration{"d": day, "w": week}[unit]
	if !ok {
		return time.ParseDuration(number + unit)
	}
	n, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return 0, err
	}
	if n *= float64(scale); n >= math.MaxInt64 {
		return 0, fmt.Errorf("%s%s is too long", number, unit)
	}
	return time.Duration(n), nil
}

func on(flags *pflag.FlagSet, name string) bool {
	v, err := flags.GetBool(name)
	return err == nil && v
}

// minArgs, oneArg and noArgs are cobra's checks with our exit code.
func minArgs(n int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < n {
			return usagef("%s needs %s; see %s --help", cmd.Name(), what, cmd.CommandPath())
		}
		return nil
	}
}

func oneArg(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) > 1 {
			return usagef("%s takes %s, but got %s", cmd.Name(), what, strings.Join(args, " "))
		}
		return minArgs(1, what)(cmd, args)
	}
}

func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usagef("%s takes no arguments, but got %s", cmd.Name(), strings.Join(args, " "))
	}
	return nil
}

// byConfiguration marks flags that a configuration has set, and not the command line.
const byConfiguration = "verde_configuration"

func configured(flag *pflag.Flag) bool {
	_, is := flag.Annotations[byConfiguration]
	return is
}
