package fetch

import "strings"

// pathOf gives the path and query of a normal URL.
func pathOf(normal string) string {
	_, rest, _ := strings.Cut(normal, "://")
	if i := strings.IndexByte(rest, '/'); i >= 0 {
		return rest[i:]
	}
	return "/"
}

// origin gives scheme, host and port of a normal URL.
func origin(normal string) string { return normal[:len(normal)-len(pathOf(normal))] }

// isRobots tells whether a URL is that of a robots.txt, which may always be
// fetched, whatever its type and the rest beyond 500 KiB left.
func isRobots(normal string) bool {
	path := pathOf(normal)
	return path == "/robots.txt" || strings.HasPrefix(path, "/robots.txt?")
}
