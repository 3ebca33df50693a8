package extract

import "slices"

// A site that is rebuilt often renames its classes and ids, or puts everything
// into one more element, while texts and layout stay. The wrapper then reads
// the page in a dialect: each signature that it does not know is taken for the
// known one that it most likely was.

// dialectShare is the share of a page's texts whose signatures are not known
// from which the page is read as a dialect; on pages of the learned template it
// is hardly ever a tenth.
const dialectShare = .5

// Weights of what tells which signature another one was. A symbol that is known
// as another's new name speaks against the signature that has it.
const (
	weightDeco   = .1 // the same inline elements
	weightBlock  = .1 // the same innermost block
	penaltyTaken = .2
	leastDialect = .42 // least similarity of path, ids and classes, of .7
)

// maxTranslated bounds the pairs of signatures that are compared for a page: a
// second or two.
const maxTranslated = 1 << 22

// translate replaces unknown signatures by known ones if the page is in a
// dialect. Names are learned from the landmarks, whose texts tell what they
// are, and then apply to everything else.
//
// Cost: for pages in a dialect the unknown signatures times the known ones,
// once for each.
func (x *compiled) translate(d *doc, landmark func(l *leaf) []int) {
	unknown := 0
	for k := range d.leaves {
		if d.leaves[k].sig >= x.known {
			unknown++
		}
	}
	if float64(unknown) < dialectShare*float64(len(d.leaves)) {
		return
	}
	names := dialect{x: x, classes: newRenaming(), ids: newRenaming(), moves: make(map[move]int)}
	for k := range d.leaves {
		l := &d.leaves[k]
		for _, column := range landmark(l) {
			if sigs := x.profiles[column].sigs; len(sigs) > 0 {
				names.learn(l.sig, sigs[0])
			}
		}
	}
	names.decide()
	for e := range d.elems {
		names.element(&d.elems[e])
	}
	now := make(map[int32]int32)
	for k := range d.leaves {
		l := &d.leaves[k]
		if l.sig < x.known {
			continue
		}
		to, ok := now[l.sig]
		if !ok {
			to = names.was(l.sig)
			now[l.sig] = to
		}
		l.sig = to
	}
}

// renaming is what symbols are called now, by what they were, and the reverse,
// by votes.
type renaming struct {
	votes map[step]int
	seen  map[int32]int // landmarks within elements of the name that there is now
}

func newRenaming() renaming { return renaming{make(map[step]int), make(map[int32]int)} }

// vote notes that two sequences of equal length are the same.
func (r renaming) vote(now, was []int32) {
	for _, symbol := range now {
		r.seen[symbol]++
	}
	if len(now) != len(was) {
		return
	}
	for i := range now {
		r.votes[step{now[i], was[i]}]++
	}
}

// nameShare is the share of the landmarks within elements of a name that have to
// say what it was: a name that is put around everything was none.
const nameShare = .3

// decide gives each symbol the name with most votes, if they are enough, and of
// equal ones the oldest.
func (r renaming) decide() (was map[int32]int32, taken map[int32]bool) {
	was, taken = make(map[int32]int32), make(map[int32]bool)
	most := make(map[int32]int)
	for pair, n := range r.votes {
		best, ok := was[pair.parent]
		if !ok || n > most[pair.parent] || n == most[pair.parent] && pair.symbol < best {
			was[pair.parent], most[pair.parent] = pair.symbol, n
		}
	}
	for now, s := range was {
		if float64(most[now]) < nameShare*float64(r.seen[now]) {
			delete(was, now)
			continue
		}
		taken[s] = true
	}
	return was, taken
}

// dialect is what is known about a page's names.
type dialect struct {
	x            *compiled
	classes, ids renaming
	moves        map[move]int // votes
	order        []move       // in which the page shows them
	moved        move         // the one that most landmarks have made, of equals the first
	compared     int          // pairs of signatures

	wasClass, wasID     map[int32]int32
	takenClass, takenID map[int32]bool
}

// move is elements that were put around, or taken away, below the element that
// prefix leads to. All three are paths.
type move struct{ prefix, added, gone int32 }

// moveShare is the share of the landmarks that have to have moved in one way
// for it to be undone everywhere.
const moveShare = .5

// learn notes that a signature of the page is one that is known.
func (t *dialect) learn(now, was int32) {
	x := t.x
	p, q := x.sigs[now], x.sigs[was]
	t.classes.vote(x.classes.spell(p.classes, nil), x.classes.spell(q.classes, nil))
	t.ids.vote(x.ids.spell(p.ids, nil), x.ids.spell(q.ids, nil))
	a, b := x.paths.spell(p.path, nil), x.paths.spell(q.path, nil)
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	m := move{t.path(0, a[:n]), t.path(0, a[n:]), t.path(0, b[n:])}
	if t.moves[m] == 0 {
		t.order = append(t.order, m)
	}
	t.moves[m]++
}

// path is the number of the path s followed by symbols.
func (t *dialect) path(s int32, symbols []int32) int32 {
	for _, symbol := range symbols {
		s = t.x.paths.extend(s, symbol)
	}
	return s
}

// decide decides on names and the move.
func (t *dialect) decide() {
	t.wasClass, t.takenClass = t.classes.decide()
	t.wasID, t.takenID = t.ids.decide()
	all, most := 0, 0
	for _, m := range t.order { // not by their numbers, which depend on the pages read before
		n := t.moves[m]
		all += n
		if (m.added > 0 || m.gone > 0) && n > most {
			most, t.moved = n, m
		}
	}
	if float64(most) < moveShare*float64(all) {
		t.moved = move{}
	}
}

// unmoved is the path that a path was before the move.
func (t *dialect) unmoved(path int32) int32 {
	if t.moved.added == 0 && t.moved.gone == 0 {
		return path
	}
	q := t.x.paths
	steps := q.spell(path, nil)
	head := append(q.spell(t.moved.prefix, nil), q.spell(t.moved.added, nil)...)
	if len(steps) < len(head) || !slices.Equal(steps[:len(head)], head) {
		return path
	}
	return t.path(t.path(t.moved.prefix, q.spell(t.moved.gone, nil)), steps[len(head):])
}

// element gives an element the path and the names that it had.
func (t *dialect) element(e *element) {
	e.path = t.unmoved(e.path)
	e.classes, _ = t.x.rename(t.x.classes, e.classes, t.wasClass)
	if was, ok := t.wasClass[e.class]; ok {
		e.class = was
	}
}

// was is the known signature that sig was, or sig itself if none is like it.
func (t *dialect) was(sig int32) int32 {
	x := t.x
	s := x.sigs[sig]
	s.path = t.unmoved(s.path)
	classes, newClass := x.rename(x.classes, s.classes, t.wasClass)
	ids, newID := x.rename(x.ids, s.ids, t.wasID)
	if id, ok := x.sigIDs[signature{s.path, ids, classes, s.inlineTags}]; ok && id < x.known {
		return id
	}
	best, at := float32(0), sig
	if t.compared += int(x.known); t.compared > maxTranslated {
		return sig
	}
	for k := range x.known {
		q := &x.sigs[k]
		v := weightPath*x.paths.similarity(s.path, q.path) + weightClass*likely(x.classes, classes, q.classes, newClass) + weightID*likely(x.ids, ids, q.ids, newID)
		if newClass && t.takenClass[x.classes.last(q.classes)] || newID && t.takenID[x.ids.last(q.ids)] {
			v -= penaltyTaken
		}
		if v < leastDialect {
			continue
		}
		if s.inlineTags == q.inlineTags {
			v += weightDeco
		}
		if x.paths.last(s.path) == x.paths.last(q.path) {
			v += weightBlock
		}
		if v > best {
			best, at = v, k
		}
	}
	return at
}

// likely is the similarity of a translated sequence and a known one. If the
// last symbol was not known, it may have been the last one of the other.
func likely(q *sequences, s, known int32, unknown bool) float32 {
	v := q.similarity(s, known)
	if unknown && known > 0 {
		v = max(v, q.similarity(s, q.nodes[known].parent))
	}
	return v
}

// rename translates a sequence and leaves out what has no name that is known,
// as elements have that were put around. It tells whether the last symbol was
// such.
func (x *compiled) rename(q *sequences, s int32, names map[int32]int32) (out int32, unknown bool) {
	for _, symbol := range q.spell(s, nil) {
		to, ok := names[symbol]
		switch {
		case ok:
			out = q.extend(out, to)
		case int(symbol) < x.born:
			out, ok = q.extend(out, symbol), true
		}
		unknown = !ok
	}
	return out, unknown
}
