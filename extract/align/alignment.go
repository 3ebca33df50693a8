package align

import (
	"verde/extract/improvement"
	"verde/extract/rules"
)

// Alignment is the state of one alignment: the pages, their classes and the
// templates found so far.
type Alignment struct {
	rules.Set
	lecs []lec

	roles     []role         // by class, nil when roles are not assigned
	members   map[int32]bool // classes of members of lists that nearly all pages have
	Styles    map[int32]bool // signatures of labels
	Templates []template
	counter   classCounter
}

// Run is DCA's Algorithm 1.
func (a *Alignment) Run() []*Column {
	a.generate()
	if a.On(improvement.RepeatedValues) {
		a.Styles = a.labelStyles()
	}
	if a.On(improvement.Lists) {
		a.findLists()
	}
	if a.On(improvement.RepeatedValues) {
		a.roles = a.assignRoles()
	}
	a.mine()
	cols := a.merge(a.layout())
	if a.On(improvement.Constants) {
		a.keepConstants(cols)
	}
	return cols
}
