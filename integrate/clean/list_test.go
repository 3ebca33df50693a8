package clean

import (
	"fmt"
	"strings"
	"testing"
)

// The texts of a column show whether they are lists: elements occur alone, or in more than one place.
func TestList(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		texts []string
		want  string // of the last text
	}{
		"genres":            {[]string{"Drama", "Comedy", "Drama, Comedy", "Drama, Crime", "Crime, Comedy"}, "Crime|Comedy"},
		"each in any place": {[]string{"war; love", "love; war; crime", "crime; war", "love; crime"}, "love|crime"},
		"with marks around": {[]string{"- Drama", "- Comedy", "- Drama, Comedy", "- Comedy, Crime", "- Crime, Drama"}, "Crime|Drama"},
		"two separators":    {[]string{"Drama", "War", "Love", "War, Drama", "Drama; War", "War, Love; Drama", "Drama, Love; War", "Love; War, Drama"}, "Love|War|Drama"},
		"names":             {[]string{"King, Stephen", "Austen, Jane", "Poe, Edgar", "King, Mary"}, "King, Mary"},
		"places":            {[]string{"Austin, TX", "Dallas, TX", "Boston, MA", "Salem, MA"}, "Salem, MA"},
		"numbers":           {[]string{"1,200 pages", "1,300 pages", "200 pages", "1,250 pages"}, "1,250"},
		"measures":          {[]string{"16 city / 21 highway", "16 city / 22 highway", "15 city / 21 highway"}, "15 city / 21"},
		"few":               {[]string{"Drama", "Drama, Comedy", "Comedy, Drama"}, "Comedy, Drama"},
	} {
		records := make([]map[string][]string, len(c.texts))
		for i, text := range c.texts {
			records[i] = map[string][]string{"x": {text}}
		}
		columns := Columns(records, nil)
		if len(columns) != 1 {
			t.Errorf("%s: %d columns", name, len(columns))
			continue
		}
		var got []string
		for _, text := range columns[0].Cells[len(columns[0].Cells)-1].Texts {
			if got = append(got, text.Clean); text.Written != c.texts[len(c.texts)-1] {
				t.Errorf("%s: written %q", name, text.Written)
			}
		}
		if strings.Join(got, "|") != c.want { // without words that nearly all have
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// An ISBN in both forms is one column.
func TestKeyTwins(t *testing.T) {
	t.Parallel()
	var records []map[string][]string
	for _, isbn := range [][2]string{{"0140449132", "9780140449136"}, {"0-19-953556-6", "978-0-19-953556-9"}, {"0141439513", "9780141439518"}, {"0141439556", "9780141439556"}} {
		records = append(records, map[string][]string{"ISBN": {isbn[0]}, "EAN": {isbn[1]}, "n": {fmt.Sprint(len(records))}})
	}
	columns := Columns(records, nil)
	if len(columns) != 2 || columns[0].Label != "EAN" || len(columns[0].Twins) != 1 || columns[0].Twins[0] != "ISBN" {
		t.Errorf("columns %+v", columns)
	}
}
