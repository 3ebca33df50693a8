//go:build !unix

package fetch

import "os"

// lock does nothing where there is no advisory lock that ends with its
// process: there a run's folder must not be used by two at once.
func lock(*os.File) error { return nil }

func unlock(*os.File) error { return nil }
