package extract

import (
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"verde/bench/table"
	"verde/eval/golden"
	"verde/eval/static"
)

// Pages is the command that writes what some tables grade, for a look at single
// cells.
func Pages() *cobra.Command {
	return &cobra.Command{
		Use:   "pages DIR",
		Short: "Write the pages and true values that extract-schemas and extract-static grade",
		Long: `Pages writes DIR/schemas and DIR/static, each with the folders pages and truth that
verde eval extract grades. It needs ` + strings.Join([]string{table.Corpora.Variable, table.Sites.Variable}, " and ") + `.`,
		Example: `  go run ./bench/run pages graded
  verde eval extract --truth graded/static/truth --pages graded/static/pages --wrong
  verde eval extract --truth graded/schemas/truth --pages graded/schemas/pages --full-schema --support .3 --wrong`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := golden.Write(table.Sites.Path(), filepath.Join(args[0], "schemas"), 1); err != nil {
				return err
			}
			sites, err := static.Read(cmd.Context(), table.Corpora.Path("sites", "sites.json"), table.Sites.Path(), static.Hidden)
			if err != nil {
				return err
			}
			return static.Write(sites, filepath.Join(args[0], "static"))
		},
	}
}
