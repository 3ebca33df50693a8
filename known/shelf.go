package known

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync"
)

// remote is where the values of entities are, and which of them are at hand.
type remote struct {
	summary
	fetch func(places []int) ([][]byte, error)

	mu         sync.Mutex
	young, old map[int]map[string][]string // by place; what was asked for lately is among the young
	bytes      int                         // of the young
	err        error                       // the first of fetch
}

// shelfBytes bounds the values at hand of each age, as JSON.
const shelfBytes = 16 << 20

// summary is what is said of all entities at once, for those that have no values at hand.
type summary struct {
	Records int                `json:"records"`
	Repeats map[string]repeats `json:"repeats"` // attribute -> how it repeats the name
}

// Complete reports whether the sites that were added are those of the entities that were put
// on the shelf.
func (e *Entities) Complete() bool { return e.shelf == nil || e.shelf.Records == len(e.all) }

// Err is why values could not be had, nil if they all could: what was said since then may be
// wrong.
func (e *Entities) Err() error {
	if e.shelf == nil {
		return nil
	}
	e.shelf.mu.Lock()
	defer e.shelf.mu.Unlock()
	return e.shelf.err
}

// nameAt is what the page of the record at a place calls its entity.
func (e *Entities) nameAt(i int) string {
	if names := e.valuesAt(i)[e.profile.Identifier]; len(names) > 0 {
		return names[0]
	}
	return "" // it could not be had, see Err
}

// valuesAt gives the values of the record at a place, which the caller does not change.
func (e *Entities) valuesAt(i int) map[string][]string {
	if e.shelf == nil {
		return e.all[i].record.Values
	}
	return e.shelf.take([]int{i})[0]
}

// have has the values of several records at hand, at the cost of one look-up.
func (e *Entities) have(places []int) {
	if e.shelf != nil && len(places) > 1 {
		e.shelf.take(places)
	}
}

// take gives the values at places, nil for what could not be had.
func (s *remote) take(places []int) []map[string][]string {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := make([]map[string][]string, len(places))
	var missing, at []int
	for k, i := range places {
		if v, ok := s.young[i]; ok {
			out[k] = v
		} else if v, ok := s.old[i]; ok {
			out[k] = v
			s.young[i] = v
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
			out[at[j]], s.young[missing[j]] = v, v
			s.bytes += len(texts[j])
		}
	}
	if err != nil {
		s.err = fmt.Errorf("what is known: %w", err)
	}
	if s.bytes > shelfBytes {
		s.young, s.old, s.bytes = map[int]map[string][]string{}, s.young, 0
	}
	return out
}
