package extract

import (
	"fmt"
	"testing"

	"verde/page"
)

// TestUnlabelled checks that the share of texts without a label tells pages whose values are all below labels from such that say as much
// without any, whatever paragraphs of running text both have.
func TestUnlabelled(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		body string
		want bool // more than half have no label
	}{
		{"<ul><li><b>Mast:</b> %s</li><li><b>Yard:</b> %s</li><li><b>Built:</b> %s</li></ul>", false},
		{"<div><p>%s</p><span>%s</span><em>%s</em></div>", true},
	} {
		var pages []*page.Page
		for i := range 12 {
			body := fmt.Sprintf(x.body, []string{"pine", "spruce", "carbon"}[i%3], fmt.Sprintf("Yard %c", 'A'+i), fmt.Sprint(1900+i*7%90))
			for k := range 1 + i%4 {
				body += fmt.Sprintf("<p>What is told of boat %d in paragraph %d is other text than anywhere else.</p>", i, k)
			}
			pages = append(pages, document(fmt.Sprintf("http://boats.example/%d", i), fmt.Sprintf("<h1>Boat %d</h1>%s", i, body)))
		}
		w, _, err := Learn(pages, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := w.Unlabelled(); got > .5 != x.want {
			t.Errorf("%s: %.2f of the texts have no label", x.body, got)
		}
	}
}
