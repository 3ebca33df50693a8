package growth

import (
	"verde/bench/stores"
	"verde/bench/table"
)

// Tables are those of this package.
func Tables() []*table.Table {
	return []*table.Table{{
		Name: "growth", About: "Made records as one catalog, by how many there are",
		Columns: []string{"sites", "records", "values", "entities", "pairs P / R", "s, clock", "s, processors", "exponent", "MB at most"},
		Key:     []string{"sites", "records"}, Packages: []string{"integrate"}, Minutes: 3, Measure: measure,
	}, {
		Name: "knowledge", About: "What a process keeps of what is known to a round, by how many records there are",
		Columns: []string{"values", "records", "MB kept", "bytes a record", "s, processors, to make", "ms, processors, a site", "look-ups a site", "MB kept then"},
		Key:     []string{"values", "records"}, Packages: []string{"known"}, Minutes: 4, Measure: measureKnowledge,
	}, {
		Name: "closing", About: "What closing a round takes, by how many records there are",
		Columns: []string{"records", "values", "s, processors", "MB at most", "MB allowed"},
		Key:     []string{"records"}, Packages: []string{".", "internal/cluster"}, Needs: []table.Need{stores.Database}, Minutes: 30, Measure: measureClosing,
	}}
}
