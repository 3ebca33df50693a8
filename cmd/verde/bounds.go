package main

import (
	"github.com/spf13/pflag"

	"verde/siteexpand"
)

// addBounds adds the flags for what of a site is followed. Their defaults are
// siteexpand's.
func addBounds(flags *pflag.FlagSet, b *siteexpand.Bounds) {
	flags.IntVar(&b.Links, "max-links", 0, "links of one page that are followed (default 100000; this and the next ones: negative for no bound)")
	flags.IntVar(&b.URL, "max-url", 0, "bytes of an address that is followed (default 2048)")
	flags.IntVar(&b.Repeats, "max-repeats", 0, "times in a row that folders of an address may repeat (default 3)")
	flags.IntVar(&b.Fruitless, "max-fruitless", 0, "downloads of a site in a row that bring nothing wanted (default 300)")
}
