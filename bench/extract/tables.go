package extract

import "verde/bench/table"

// Tables are those of this package.
func Tables() []*table.Table {
	return []*table.Table{methods(), ablation(), leftOut(), wrappers(), large(), schemas(), staticSites(), generated(), names(), confidence(), about()}
}
