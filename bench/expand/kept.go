package expand

import "verde/bench/table"

// Tables whose rows no command makes again: they hold figures of others, or of
// what has been measured in another way since.

func oldTypes() *table.Table {
	return &table.Table{
		Name: "expand-sixteen", About: "The default method with three samples on the types that it was made on, five draws (kept)",
		Columns: typeColumns, Key: []string{"type"}, Bold: "F1", Packages: measured,
	}
}

func published() *table.Table {
	return &table.Table{
		Name: "expand-published", About: "The published methods by entity type (kept)",
		Columns: []string{"type", "trivial", "indesit", "ssup2014", "ssup+pagination"}, Key: []string{"type"}, Packages: measured,
	}
}

func others() *table.Table {
	return &table.Table{
		Name: "expand-others", About: "The published methods beside independent implementations of them (kept)",
		Columns: []string{"method", "P", "R", "F1", "downloads", "their P", "their R", "their F1", "their downloads", "deviation of P", "deviation of R", "deviation of F1"},
		Key:     []string{"method"}, Packages: measured,
	}
}
