package eval

// Truth is what there is to be found: the name of each entity page maps to
// true. Names that map to false are pages that count neither way, such as other
// names of an entity page.
type Truth map[string]bool

// Score is how good a result is.
type Score struct {
	Precision float64 `json:"precision"`
	Recall    float64 `json:"recall"`
	F1        float64 `json:"f1"`
	Found     int     `json:"found"` // Right + Wrong
	Right     int     `json:"right"`
	Wrong     int     `json:"wrong"`
	Missing   int     `json:"missing"`
}

// Grade compares the names of the pages found with what there is. A name that
// is found twice counts once. Where nothing is right, precision, recall and F1
// are 0. Cost: linear in both.
func Grade(found []string, truth Truth) Score {
	var s Score
	seen := make(map[string]bool, len(found))
	for _, name := range found {
		if seen[name] {
			continue
		}
		seen[name] = true
		switch counts, known := truth[name]; {
		case counts:
			s.Right++
		case !known:
			s.Wrong++
		}
	}
	for name, counts := range truth {
		if counts && !seen[name] {
			s.Missing++
		}
	}
	s.Found = s.Right + s.Wrong
	if s.Right > 0 {
		s.Precision = float64(s.Right) / float64(s.Found)
		s.Recall = float64(s.Right) / float64(s.Right+s.Missing)
		s.F1 = 2 * s.Precision * s.Recall / (s.Precision + s.Recall)
	}
	return s
}

// Errors lists the wrong pages in the order they were found, and the missing
// ones sorted, at most n each.
func Errors(found []string, truth Truth, n int) (wrong, missing []string) {
	seen := make(map[string]bool, len(found))
	for _, name := range found {
		if _, known := truth[name]; !known && !seen[name] && len(wrong) < n {
			wrong = append(wrong, name)
		}
		seen[name] = true
	}
	for _, name := range truth.Names() {
		if !seen[name] && len(missing) < n {
			missing = append(missing, name)
		}
	}
	return wrong, missing
}
