package expand

import "verde/bench/table"

// Tables are those of this package.
func Tables() []*table.Table {
	return []*table.Table{samples(), types(), compare(), doubts("expand-doubts", "What the default method's reasons for doubt are worth", doubtful), folds(),
		published(), laidOut(), ssup(), doubts("expand-ssup-doubts", "The same of SSUP as published", ssupRuns), compared(), generated(), flat()}
}
