package extract

import "verde/extract/improvement"

// alignment is the state of one alignment: the pages, their classes and the
// templates found so far.
type alignment struct {
	pageSet
	lecs []lec

	roles     []role         // by class, nil when roles are not assigned
	styles    map[int32]bool // signatures of labels
	templates []template
	counter   classCounter
}

// run is DCA's Algorithm 1.
func (a *alignment) run() []*column {
	a.generate()
	if a.on(improvement.RepeatedValues) {
		a.styles = a.labelStyles()
	}
	if a.on(improvement.Lists) {
		a.findLists()
	}
	if a.on(improvement.RepeatedValues) {
		a.roles = a.assignRoles()
	}
	a.mine()
	cols := a.merge(a.layout())
	if a.on(improvement.Constants) {
		a.keepConstants(cols)
	}
	return cols
}
