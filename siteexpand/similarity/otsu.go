package similarity

import (
	"slices"
)

// Otsu is the cut between two kinds of values that leaves least variance within
// them (Otsu 1979), 0 if there are less than two values. Cost: that of sorting.
func Otsu(list []float64) float64 {
	slices.Sort(list)
	sum, left := 0., 0.
	for _, v := range list {
		sum += v
	}
	best, cut := -1., 0.
	for i := 1; i < len(list); i++ {
		left += list[i-1]
		n, m := float64(i), float64(len(list)-i)
		apart := (sum-left)/m - left/n
		if v := n * m * apart * apart; v > best {
			best, cut = v, (list[i-1]+list[i])/2
		}
	}
	return cut
}
