package integrate

import (
	"runtime"
	"sync"
)

// block is how much of a list a processor takes at a time.
const block = 256

// parallel calls work for 0 to n-1 on all processors. Each of them has a function
// of its own, which may keep what it needs from call to call.
func parallel(n int, worker func() func(i int)) {
	inBlocks(n, func() func(from, to int) {
		do := worker()
		return func(from, to int) {
			for i := from; i < to; i++ {
				do(i)
			}
		}
	})
}

// inBlocks is parallel for whole blocks of 0 to n-1, which begin at multiples of block.
func inBlocks(n int, worker func() func(from, to int)) {
	workers := min(runtime.GOMAXPROCS(0), (n+block-1)/block)
	var group sync.WaitGroup
	var lock sync.Mutex
	next := 0
	for range workers {
		group.Go(func() {
			do := worker()
			for {
				lock.Lock()
				from := next
				next += block
				lock.Unlock()
				if from >= n {
					return
				}
				do(from, min(n, from+block))
			}
		})
	}
	group.Wait()
}
