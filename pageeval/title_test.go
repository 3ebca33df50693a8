package pageeval

import (
	"strings"
	"testing"
)

func TestTitleWords(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, page, title, words string }{
		{"title and heading", "<title>Emma - Shelf</title><h1>Emma</h1><h2>Reviews</h2>", "Emma - Shelf", "emma shelf emma"},
		{"the highest level, wherever it stands", "<h3>Shelf</h3><h2>Emma <i>Wood</i>house</h2><h2>Jane</h2>", "", "emma wood house jane"},
		{"a heading without text is one", "<h1><img src=a></h1><h2>Emma</h2>", "", ""},
		{"titles that say nothing or are of drawings", "<svg><title>Logo</title></svg><title></title><title>Emma</title>", "Emma", "emma"},
		{"a logo's name and a script are no heading", "<h1><svg><title>Logo</title></svg><script>x</script>Emma</h1>", "", "emma"},
		{"nothing", "<p>Emma", "", ""},
		{"bounded", "<h1>a</h1><h1>" + strings.Repeat("b ", maxTitleWords) + "</h1><h1>c</h1>", "", "a" + strings.Repeat(" b", maxTitleWords)},
	} {
		s := indexValues(parse(t, test.page), []string{"Emma"}, nil)
		if got := s.title(); got != test.title {
			t.Errorf("%s: title %q, want %q", test.name, got, test.title)
		}
		if got := strings.Join(s.titleWords(), " "); got != test.words {
			t.Errorf("%s: words %q, want %q", test.name, got, test.words)
		}
	}
}
