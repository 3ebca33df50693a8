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

// limits makes the system bound the memory of each of the browser's processes: nothing else
// bounds the memory of scripts outside of their heap (buffers, elements). A shell sets the
// limit and then executes the browser, since Go can't set one for a child alone.
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
