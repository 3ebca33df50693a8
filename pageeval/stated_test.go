package pageeval

import (
	"strings"
	"testing"

	"golang.org/x/net/html"
)

func TestStates(t *testing.T) {
	t.Parallel()
	other := func(text string) bool { return text == "lodavane" }
	for what, test := range map[string]struct {
		html string
		want bool
	}{
		"behind a label":         {`<h1>Amoksycylina</h1><dl><dt>Nazwa międzynarodowa<dd>amoxicillin<dt>Kod ATC<dd>J01CA04</dl>`, true},
		"a label in its text":    {`<h1>Αμοξικιλλίνη</h1><p>Διεθνής ονομασία: Amoxicillin</p>`, true},
		"in a sentence":          {`<h1>News</h1><p>Nobody had heard of amoxicillin before.</p>`, false},
		"in a link":              {`<h1>Lodavan</h1><p>See also</p><p><a href="/a">amoxicillin</a></p>`, false},
		"one of several":         {`<h1>The best</h1><p><b>amoxicillin</b></p><p><b>lodavane</b></p>`, false},
		"others in links beside": {`<h1>Amoksycylina</h1><p>Nazwa: <b>amoxicillin</b></p><a href="/l">lodavane</a>`, true},
		"nowhere":                {`<h1>Lodavan</h1>`, false},
	} {
		doc, err := html.Parse(strings.NewReader(test.html))
		if err != nil {
			t.Fatal(err)
		}
		if States(doc, "amoxicillin", other) != test.want {
			t.Errorf("%s: %v", what, !test.want)
		}
	}
}
