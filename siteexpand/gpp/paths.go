package gpp

import (
	"slices"
	"strings"
)

// pathID stands for a path of elements in one run.
type pathID int32

// noPath is above the root, and restPath all paths that come after so many, or so much
// text of them, far more than sites have (see [page.Paths]).
const (
	noPath   pathID = -1
	restPath pathID = 0
	maxPaths        = 1 << 20
	maxText         = 64 << 20 // bytes
	maxName         = 16 << 10 // bytes of a path that is spelled out
)

// paths numbers paths of elements, so that those of all boxes of a page cost no more than
// a look-up each, however deep they are.
type paths struct {
	ids   map[step]pathID
	steps []step
	text  int // bytes of the elements
}

// step is the last step of a path.
type step struct {
	above   pathID
	element string
}

func newPaths() *paths { return &paths{ids: make(map[step]pathID), steps: []step{{noPath, "..."}}} }

// of gives the path that goes on by an element, spelled as in link-paths.
func (p *paths) of(above pathID, element string) pathID {
	s := step{above, element}
	id, ok := p.ids[s]
	switch {
	case ok:
		return id
	case len(p.steps) == maxPaths || p.text+len(element) > maxText || above == restPath:
		return restPath
	}
	id = pathID(len(p.steps))
	p.ids[s], p.steps, p.text = id, append(p.steps, s), p.text+len(element)
	return id
}

// name spells a path out, as in "html/body/ul[class]/li/a[href]".
func (p *paths) name(id pathID) string {
	var elements []string
	for ; id != noPath; id = p.steps[id].above {
		elements = append(elements, p.steps[id].element)
	}
	var b strings.Builder
	for i, e := range slices.Backward(elements) {
		if b.Len()+len(e) > maxName {
			break
		}
		b.WriteString(e)
		if i > 0 {
			b.WriteByte('/')
		}
	}
	return b.String()
}
