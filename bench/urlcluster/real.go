package urlcluster

import (
	"bufio"
	"context"
	"encoding/json"
	"strings"

	"verde/bench/table"
)

// top is how many clusters of a list are shown.
const top = 8

// lists are results of real engines, by the files that hold them.
var lists = []struct{ name, file string }{{"Bing", "mwmbl_bing_rankings_dev.csv"}, {"Google", "serp_google_cse_2017.tsv"}}

func measureReal(ctx context.Context, r *table.Run) error {
	for _, l := range lists {
		out, err := r.Verde(ctx, nil, "cluster", table.Corpora.Path("serp", l.file), "--cut", "1", "-o", "-", "--quiet")
		if err != nil {
			return err
		}
		in := bufio.NewScanner(strings.NewReader(out))
		in.Buffer(nil, 16<<20)
		for place := 1; place <= top && in.Scan(); place++ {
			var c struct {
				Pattern string
				URLs    []string
				Support int
			}
			if err := json.Unmarshal(in.Bytes(), &c); err != nil {
				return err
			}
			f := table.Figures{"list": table.Value(l.name), "place": table.Count(place), "support": table.Count(c.Support), "URLs": table.Count(len(c.URLs)),
				"pattern": table.Value("`" + c.Pattern + "`")}
			if err := r.Put("verde cluster --cut 1 $VERDE_CORPORA/serp/"+l.file, f); err != nil {
				return err
			}
		}
		if err := in.Err(); err != nil {
			return err
		}
	}
	return nil
}
