package page

import (
	"slices"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/google/go-cmp/cmp"
)

func TestTexts(t *testing.T) {
	t.Parallel()
	doc, err := Parse([]byte(`<title>Emma</title><script>let a</script><style>p {}</style><body>
<h1>Emma <b>Wood&shy;house</b></h1><h2></h2><template><p>row</p></template><noscript><p>no script</p></noscript><svg><title>drawing</title><text>7</text></svg>
<p>by
Jane  Austen<!-- 1815 --><br>1815 </p>`))
	if err != nil {
		t.Fatal(err)
	}
	for selector, want := range map[string][]string{
		"html":     {"Emma", "Wood\u00adhouse", "no script", "7", "by Jane Austen", "1815"},
		"h1, h2":   {"Emma", "Wood\u00adhouse"},
		"body > p": {"by Jane Austen", "1815"},
		"h2":       nil,
		"table":    nil,
	} {
		if diff := cmp.Diff(want, slices.Collect(Texts(goquery.NewDocumentFromNode(doc).Find(selector)))); diff != "" {
			t.Errorf("%s (-want +got)\n%s", selector, diff)
		}
	}
	for text := range Texts(goquery.NewDocumentFromNode(doc).Selection) { // goes no further than its reader, or panics
		if text != "Emma" {
			t.Errorf("first text %q, want Emma", text)
		}
		break
	}
}
