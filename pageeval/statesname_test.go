package pageeval

import (
	"strings"
	"testing"

	"golang.org/x/net/html"
)

func TestStates(t *testing.T) {
	t.Parallel()
	other := func(text string) bool {
		return text == "lodavane" || text == "Lodavane: Forte" || text == "A New World"
	}
	for what, test := range map[string]struct {
		html string
		want bool
	}{
		"behind a label":                   {`<h1>Amoksycylina</h1><dl><dt>Nazwa międzynarodowa<dd>amoxicillin<dt>Kod ATC<dd>J01CA04</dl>`, true},
		"a label in its text":              {`<h1>Αμοξικιλλίνη</h1><p>Διεθνής ονομασία: Amoxicillin</p>`, true},
		"in a sentence":                    {`<h1>News</h1><p>Nobody had heard of amoxicillin before.</p>`, false},
		"in a link":                        {`<h1>Lodavan</h1><p>See also</p><p><a href="/a">amoxicillin</a></p>`, false},
		"one of several":                   {`<h1>The best</h1><p><b>amoxicillin</b></p><p><b>lodavane</b></p>`, false},
		"others in links beside":           {`<h1>Amoksycylina</h1><p>Nazwa: <b>amoxicillin</b></p><a href="/l">lodavane</a>`, true},
		"one of several, one with a colon": {`<h1>The best</h1><p><b>amoxicillin</b></p><p><b>Lodavane: Forte</b></p>`, false},
		"nowhere":                          {`<h1>Lodavan</h1>`, false},
	} {
		doc, err := html.Parse(strings.NewReader(test.html))
		if err != nil {
			t.Fatal(err)
		}
		if StatesName(doc, "amoxicillin", other) != test.want {
			t.Errorf("%s: %v", what, !test.want)
		}
	}
	for name, want := range map[string]bool{"Utopia: A New World": true, "1984": false} {
		doc, err := html.Parse(strings.NewReader(`<h1>Ένας νέος κόσμος</h1><dl><dt>Τίτλος<dd>Utopia: A New World<dt>Έτος<dd>1984</dl>`))
		if err != nil {
			t.Fatal(err)
		}
		if StatesName(doc, name, other) != want {
			t.Errorf("%s: %v", name, !want)
		}
	}
}
