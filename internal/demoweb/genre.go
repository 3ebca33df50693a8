package demoweb

import (
	"slices"
	"strconv"
)

// genreID is the number of a genre in the cellar.
func genreID(genre string) string { return strconv.Itoa(11 + slices.Index(genres(), genre)) }

// genres lists all genres of the library in alphabetic order.
func genres() []string {
	return []string{"Adventure", "Children's literature", "Gothic", "Historical novel", "Mystery", "Romance", "Satire", "Science fiction", "Social novel"}
}
