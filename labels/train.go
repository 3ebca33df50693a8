package labels

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"

	"github.com/google/renameio/v2/maybe"

	"verde/pageeval"
)

// maxModel bounds a file of weights: a short line for each feature.
const maxModel = 1 << 16

// ReadModel reads a classifier that training wrote.
func ReadModel(path string) (*pageeval.Classifier, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxModel))
	if err != nil {
		return nil, err
	}
	c := new(pageeval.Classifier)
	if err := c.UnmarshalText(text); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return c, nil
}

// WriteModel keeps a classifier in a file, whole or not at all.
func WriteModel(path string, c *pageeval.Classifier) error {
	text, err := c.MarshalText()
	if err != nil {
		return err
	}
	return maybe.WriteFile(path, text, 0o644)
}

// Set is what a classifier is trained on. The zero value is empty.
type Set struct {
	features []pageeval.Features
	data     []bool
	site     []int // numbered from 0, of each
	sites    map[string]int
	open     int
}

// Add adds a line. One that was listed and not looked at yet is counted alone.
func (s *Set) Add(l Line) error {
	if l.Data == nil && l.XPath != "" {
		s.open++
		return nil
	} else if l.Data == nil {
		return errors.New(`"data" is missing: true or false`)
	}
	if s.sites == nil {
		s.sites = make(map[string]int)
	}
	id, ok := s.sites[l.Site]
	if !ok {
		id = len(s.sites)
		s.sites[l.Site] = id
	}
	s.features, s.data, s.site = append(s.features, l.Features), append(s.data, *l.Data), append(s.site, id)
	return nil
}

// Figures say what labels are there, and what a classifier trained by them gains.
type Figures struct {
	Labels int `json:"labels"`
	Data   int `json:"data"`  // of them are data
	Sites  int `json:"sites"` // that they are of
	Open   int `json:"open"`  // fragments that are listed and have no label

	Tested int `json:"tested"` // labels of sites that were left out of a training
	Before int `json:"before"` // of these the classifier that it began with gets right; 0 without one
	After  int `json:"after"`  // and those trained on the other sites
}

// Train fits a classifier to the labels, and estimates by leaving out sites, in so many
// parts, what it gains. An error about the labels wraps [pageeval.ErrTraining]; the
// figures hold then, too.
func (s *Set) Train(folds int, opt pageeval.FitOptions) (*pageeval.Classifier, Figures, error) {
	f := Figures{Labels: len(s.data), Sites: len(s.sites), Open: s.open}
	for _, data := range s.data {
		if data {
			f.Data++
		}
	}
	s.crossValidate(folds, opt, &f)
	c, err := pageeval.Fit(s.features, s.data, opt)
	return c, f, err
}

// crossValidate trains on all sites but those of one part, for each part, and
// counts what it gets right on those.
func (s *Set) crossValidate(folds int, opt pageeval.FitOptions, figures *Figures) {
	folds = min(folds, len(s.sites))
	part := rand.New(rand.NewPCG(1, 1)).Perm(len(s.sites))
	for f := range folds {
		var tx []pageeval.Features
		var ty []bool
		for i := range s.data {
			if part[s.site[i]]%folds != f {
				tx, ty = append(tx, s.features[i]), append(ty, s.data[i])
			}
		}
		c, err := pageeval.Fit(tx, ty, opt)
		if err != nil {
			continue // a part without which only one kind is left
		}
		right := func(c *pageeval.Classifier, i int) int {
			if c != nil && c.Probability(s.features[i]) >= pageeval.Threshold == s.data[i] {
				return 1
			}
			return 0
		}
		for i := range s.data {
			if part[s.site[i]]%folds == f {
				figures.Tested++
				figures.After += right(c, i)
				figures.Before += right(opt.Prior, i)
			}
		}
	}
}
