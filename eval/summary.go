package eval

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// Figures are what is told of a run or of several.
type Figures struct {
	Precision, Recall, F1 float64
	Downloads, Requests   float64
	Seconds               float64
	PerEntity             float64 // downloads per right page; +Inf if none is right
}

// quantities are the figures by name, as tables, tests and pictures list them.
var quantities = [...]struct {
	name string
	of   func(*Figures) *float64
}{
	{"precision", func(f *Figures) *float64 { return &f.Precision }},
	{"recall", func(f *Figures) *float64 { return &f.Recall }},
	{"F1", func(f *Figures) *float64 { return &f.F1 }},
	{"downloads", func(f *Figures) *float64 { return &f.Downloads }},
	{"requests", func(f *Figures) *float64 { return &f.Requests }},
	{"seconds", func(f *Figures) *float64 { return &f.Seconds }},
	{"downloads per entity", func(f *Figures) *float64 { return &f.PerEntity }},
}

// perEntity is the last of them: its means are those of ratios, not told.
const perEntity = len(quantities) - 1

// TypeSummary is one entity type.
type TypeSummary struct {
	Type   string
	Pages  int // entity pages there are
	Failed int // runs with an error
	Mean   Figures
	Best   Figures   // means with the best scope of each run in place of its own choice; precision, recall and F1 only
	Runs   []Figures // by draw
}

// Summary is all rows of one setting.
type Summary struct {
	Setting      Setting
	Draws        int           // most of a type
	Types        []TypeSummary // by name
	Mean, Median Figures       // over types; Mean.PerEntity is all downloads over all right pages
	Scoped       bool          // some run offered several scopes
	Best         Figures       // means of those of the types
}

// Summarize computes the figures of rows of one setting.
func Summarize(rows []Row) Summary {
	rows = slices.Clone(rows)
	Sort(rows)
	var s Summary
	var downloads, right int
	for i := 0; i < len(rows); {
		end := i
		for end < len(rows) && rows[end].Type == rows[i].Type {
			downloads += rows[end].Downloads
			right += rows[end].Right
			s.Scoped = s.Scoped || len(rows[end].Scopes) > 1
			end++
		}
		s.Types = append(s.Types, summarizeType(rows[i:end]))
		s.Draws = max(s.Draws, end-i)
		i = end
	}
	if len(rows) == 0 {
		return s
	}
	s.Setting = rows[0].Setting()
	means, best := s.means(), make([]Figures, len(s.Types))
	for i, t := range s.Types {
		best[i] = t.Best
	}
	s.Best = meanScore(best)
	for _, q := range quantities {
		values := column(means, q.of)
		*q.of(&s.Mean) = stat.Mean(values, nil)
		*q.of(&s.Median) = median(values)
	}
	s.Mean.PerEntity = ratio(downloads, right)
	return s
}

// means are those of the types.
func (s *Summary) means() []Figures {
	means := make([]Figures, len(s.Types))
	for i := range s.Types {
		means[i] = s.Types[i].Mean
	}
	return means
}

// summarizeType computes the figures of the rows of one type.
func summarizeType(rows []Row) TypeSummary {
	t := TypeSummary{Type: rows[0].Type}
	var best []Figures
	var downloads, right int
	for i := range rows {
		r := &rows[i]
		downloads += r.Downloads
		right += r.Right
		t.Pages = max(t.Pages, r.Right+r.Missing)
		if r.Error != "" {
			t.Failed++
		}
		b := r.Best()
		best = append(best, Figures{Precision: b.Precision, Recall: b.Recall, F1: b.F1})
		t.Runs = append(t.Runs, Figures{Precision: r.Precision, Recall: r.Recall, F1: r.F1, Downloads: float64(r.Downloads),
			Requests: float64(r.Requests), Seconds: r.Seconds, PerEntity: ratio(r.Downloads, r.Right)})
	}
	for _, q := range quantities[:perEntity] {
		*q.of(&t.Mean) = stat.Mean(column(t.Runs, q.of), nil)
	}
	t.Mean.PerEntity = ratio(downloads, right)
	t.Best = meanScore(best)
	return t
}

// meanScore is the mean of precision, recall and F1.
func meanScore(list []Figures) (mean Figures) {
	for _, q := range quantities[:3] {
		*q.of(&mean) = stat.Mean(column(list, q.of), nil)
	}
	return mean
}

// column gives one quantity of each.
func column(list []Figures, of func(*Figures) *float64) []float64 {
	values := make([]float64, len(list))
	for i := range list {
		values[i] = *of(&list[i])
	}
	return values
}

func ratio(downloads, right int) float64 {
	if right == 0 {
		return math.Inf(1)
	}
	return float64(downloads) / float64(right)
}

// median of at least one value, the mean of the middle two of an even number.
func median(values []float64) float64 {
	v := slices.Sorted(slices.Values(values))
	if half := len(v) / 2; len(v)%2 == 1 {
		return v[half]
	} else {
		return (v[half-1] + v[half]) / 2
	}
}
