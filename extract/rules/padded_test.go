package rules

import (
	"slices"
	"testing"
)

// TestPadded checks how padded text is cut into labels and values.
func TestPadded(t *testing.T) {
	t.Parallel()
	known := map[string]bool{"Span": true, "Deck": true, "Opened": true, "Span:": true, "Deck:": true}
	for body, want := range map[string][]string{
		"<pre>\nSpan    120 m\nOpened  1932\n</pre>":                                 {"*Span", "120 m", "*Opened", "1932"},
		"<pre>\nSpan    120 m\nOpened  1932\nToll    none\n</pre>":                   {"*Span", "120 m", "*Opened", "1932", "*Toll", "none"},
		"<pre>\nSpan    120 m     Opened  1932\nDeck    oak</pre>":                   {"*Span", "120 m", "*Opened", "1932", "*Deck", "oak"},
		"<pre>\nSpan    120 m    (394 ft)\nDeck    oak</pre>":                        {"*Span", "120 m (394 ft)", "*Deck", "oak"},
		"<pre>\nSpan    120 m\nDeck    Oak\n        Steel\n        and iron\n</pre>": {"*Span", "120 m", "*Deck", "Oak", "Steel and iron"},
		"<pre>\n  Span  120 m\n  Deck  oak\n        Steel\nFACTS\n</pre>":            {"*Span", "120 m", "*Deck", "oak", "Steel", "FACTS"},
		"<pre>\nSpan    120 m\nDeck    oak\n\n        The end\n</pre>":               {"*Span", "120 m", "*Deck", "oak", "The end"},
		"<pre>\nSpan      : 120 m\nDeck      : <a href=/o>oak</a>; steel\n</pre>":    {"*Span", "120 m", "*Deck", "oak; steel"},
		"<pre>\nSpan............120 m\nDeck . . . . . . oak\n</pre>":                 {"*Span", "120 m", "*Deck", "oak"},
		"<pre>\nSpan    120 m\nDeck    oak\nThe toll none\n</pre>":                   {"*Span", "120 m", "*Deck", "oak", "The toll none"},
		"<pre><b>Span:</b> 120 m\n<b>Deck</b>:  oak\n</pre>":                         {"*Span:", "120 m", "*Deck", "oak"},
		"<pre>\nDeck;Span;Opened\nSpan;120 m;1932\n</pre>":                           {"Deck;Span;Opened Span;120 m;1932"},
		"<pre>\nSpan: 120 m; 394 ft\nDeck: oak\nToll: none\n</pre>":                  {"*Span:", "120 m; 394 ft", "*Deck:", "oak", "Toll: none"},
		"<pre>\nint Span;\nint Deck; int b;\nreturn Span;\n</pre>":                   {"int Span; int Deck; int b; return Span;"},
		"<p>Span .... 120 m<br>Deck ........ <i>oak</i></p>":                         {"*Span", "120 m", "*Deck", "oak"},
		"<p>Span&nbsp;&nbsp;120 m<br>Deck&nbsp;&nbsp;&nbsp;oak</p>":                  {"*Span", "120 m", "*Deck", "oak"},
		"<p>Span  120 m<br>Deck  oak</p>":                                            {"Span 120 m", "Deck oak"},
		"<pre>if x:\n    Span    = 120\nreturn  x\nfor  y\n</pre>":                   {"if x: Span = 120 return x for y"},
	} {
		p := document("http://padded.example/", body)
		root, err := p.Parse()
		if err != nil {
			t.Fatal(err)
		}
		c := NewCorpus()
		d := c.Read(p.URL, root)
		c.cut(d, known, c.paddedTexts)
		var got []string
		for _, l := range d.Leaves {
			text := l.Text
			if l.Label {
				text = "*" + text
			}
			got = append(got, text)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q is read as %q, want %q", body, got, want)
		}
	}
}
