package main

import (
	"slices"

	"verde/bench/archives"
	"verde/bench/dump"
	"verde/bench/expand"
	"verde/bench/extract"
	"verde/bench/fetch"
	"verde/bench/gotest"
	"verde/bench/growth"
	"verde/bench/index"
	"verde/bench/languages"
	"verde/bench/loop"
	"verde/bench/rendering"
	"verde/bench/serve"
	"verde/bench/simulation"
	"verde/bench/stores"
	"verde/bench/table"
	"verde/bench/urlcluster"
	"verde/bench/workers"
)

// tables are all that there are, in the order of the list.
func tables() []*table.Table {
	return slices.Concat(loop.Tables(), expand.Tables(), extract.Tables(), dump.Tables(), fetch.Tables(), urlcluster.Tables(), index.Tables(), archives.Tables(), growth.Tables(), languages.Tables(), rendering.Tables(), serve.Tables(), stores.Tables(), simulation.Tables(), workers.Tables(), gotest.Tables())
}
