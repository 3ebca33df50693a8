package known

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync"
)

// remote fetches the values of entities from where they are stored, and caches them in two generations. Values
// that are used are moved to the young one; once it is full it becomes the old one, which is forgotten.
type remote struct {
	summary
	fetch func(places []int) ([][]byte, error)

	mu         sync.Mutex
	young, old map[int]cached // by place in Entities.all
	bytes      int            // of the young generation
	err        error          // the first of fetch
}

// cached are the values of a record.
type cached struct {
	values map[string][]string
	bytes  int // as JSON
}

// shelfBytes bounds a generation of cached values, as JSON; the last call may exceed it.
const shelfBytes = 16 << 20

// summary has statistics of all entities, for methods that would need all values.
type summary struct {
	Records int                `json:"records"`
	Repeats map[string]repeats `json:"repeats"` // attribute -> how often it repeats the name
	Aliases []alias            `json:"aliases,omitempty"`
}

// Err is the error of the first values that could not be fetched, nil if there is none. Results since then may
// be wrong.
func (e *Entities) Err() error {
	if e.shelf == nil {
		return nil
	}
	e.shelf.mu.Lock()
	defer e.shelf.mu.Unlock()
	return e.shelf.err
}

// valuesAt gives the values of the record at a place, which the caller does not change.
func (e *Entities) valuesAt(i int) map[string][]string {
	if e.shelf == nil {
		return e.all[i].record.Values
	}
	return e.shelf.take([]int{e.stored(i)})[0]
}

// prefetch caches the values of several records, at the cost of one look-up.
func (e *Entities) prefetch(places []int) {
	if e.shelf != nil && len(places) > 1 {
		own := make([]int, len(places))
		for i, at := range places {
			own[i] = e.stored(at)
		}
		e.shelf.take(own)
	}
}

// stored is the place under which the values at a place are stored.
func (e *Entities) stored(i int) int {
	if i < len(e.all) && e.all[i].alias != "" {
		return e.all[i].of
	}
	return i
}

// take gives the values at places, nil where they could not be fetched.
func (s *remote) take(places []int) []map[string][]string {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := make([]map[string][]string, len(places))
	var missing, at []int
	for k, i := range places {
		if c, ok := s.young[i]; ok {
			out[k] = c.values
		} else if c, ok := s.old[i]; ok {
			out[k] = c.values
			s.cache(i, c)
		} else {
			missing, at = append(missing, i), append(at, k)
		}
	}
	if len(missing) == 0 || s.err != nil {
		return out
	}
	texts, err := s.fetch(missing)
	if err == nil && len(texts) != len(missing) {
		err = errors.New("not all are there")
	}
	for j := range texts {
		if err != nil {
			break
		}
		var v map[string][]string
		if err = json.Unmarshal(texts[j], &v); err == nil {
			out[at[j]] = v
			s.cache(missing[j], cached{v, len(texts[j])})
		}
	}
	if err != nil {
		s.err = fmt.Errorf("what is known: %w", err)
	}
	return out
}

// cache adds values to the young generation, and begins another one if it is full.
func (s *remote) cache(place int, c cached) {
	s.young[place] = c
	if s.bytes += c.bytes; s.bytes > shelfBytes {
		s.young, s.old, s.bytes = map[int]cached{}, s.young, 0
	}
}
