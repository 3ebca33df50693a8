package loop

import "verde/bench/table"

// Tables are those of this package.
func Tables() []*table.Table {
	return []*table.Table{anyVertical(), lists(), steps(), matched(), learned(), catalogs(), integrated(), judging(), formats(), offline()}
}
