package integrate

import (
	"runtime"
	"sync"
)

// parallel calls work for 0 to n-1 on all processors. Each of them has a function
// of its own, which may keep what it needs from call to call.
func parallel(n int, worker func() func(i int)) {
	const chunk = 256
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
				for i := from; i < min(n, from+chunk); i++ {
					do(i)
				}
			}
		})
	}
	group.Wait()
}
