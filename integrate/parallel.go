package integrate

import (
	"runtime"
	"sync"
)

// chunk is how many elements of a list a worker takes at a time.
const chunk = 256

// parallel calls work for 0 to n-1 on all processors. Each of them has a function of its own, made by worker,
// which may keep buffers from call to call.
func parallel(n int, worker func() func(i int)) {
	inChunks(n, func() func(from, to int) {
		do := worker()
		return func(from, to int) {
			for i := from; i < to; i++ {
				do(i)
			}
		}
	})
}

// inChunks is parallel for whole chunks of 0 to n-1, which begin at multiples of chunk.
func inChunks(n int, worker func() func(from, to int)) {
	workers := min(runtime.GOMAXPROCS(0), (n+chunk-1)/chunk)
	var group sync.WaitGroup
	var lock sync.Mutex
	next := 0
	for range workers {
		group.Go(func() {
			do := worker()
			for {
				lock.Lock()
				from := next
				next += chunk
				lock.Unlock()
				if from >= n {
					return
				}
				do(from, min(n, from+chunk))
			}
		})
	}
	group.Wait()
}
