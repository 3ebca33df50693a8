package render

import (
	"fmt"
	"os/exec"
	"syscall"

	"github.com/chromedp/chromedp"
)

// processMemory is what a process of the browser takes beside the memory of scripts, in
// MiB: its threads' stacks, the page's elements and layout.
const processMemory = 1536

// limits has the system bound the memory of each of the browser's processes: what
// scripts take outside of their own memory (buffers, elements) is bounded by nothing else.
// A shell sets it before the browser is there, since Go can't for a child alone.
func limits(memory int) []chromedp.ExecAllocatorOption {
	return []chromedp.ExecAllocatorOption{chromedp.ModifyCmdFunc(func(cmd *exec.Cmd) {
		cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} // as chromedp has it
		shell, err := exec.LookPath("sh")
		if err != nil {
			return
		}
		bound := fmt.Sprintf(`ulimit -d %d; exec "$0" "$@"`, (memory+processMemory)<<10)
		cmd.Args = append([]string{shell, "-c", bound, cmd.Path}, cmd.Args[1:]...)
		cmd.Path = shell
	})}
}
