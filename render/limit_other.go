//go:build !linux

package render

import "github.com/chromedp/chromedp"

// limits are none: the system has no bound on the memory of processes that browsers can be
// run with.
func limits(int) []chromedp.ExecAllocatorOption { return nil }
