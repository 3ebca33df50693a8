package parts

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestOf checks which values are made of several, and where they are cut.
func TestOf(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		texts []string
		want  []string // parts of the first text, nil for a value that is one
	}{
		{"places", []string{"Lyon, Rhône", "Dijon, Côte-d'Or", "Le Havre, Seine-Maritime", "Nice, Alpes-Maritimes", "Brest, Finistère"}, []string{"Lyon", "Rhône"}},
		{"lives", []string{"1564–1616", "1749–1832", "1797–1856", "1828–1906", "1860–1904"}, []string{"1564", "1616"}},
		{"a word before", []string{"Published 1896", "Published 1902", "Published 2001", "Published 1999", "Published 1899"}, []string{"1896"}},
		{"a publisher and a month", []string{"Anchor (May 2009)", "Penguin (June 2001)", "Faber and Faber (July 1999)", "Knopf (May 1970)", "Virago (April 2003)"}, []string{"Anchor", "May 2009"}},
		{"a date within words", []string{"First published May 3, 2009", "First published June 30, 2001", "First published July 1, 1999", "First published Sept 22, 1970", "First published April 4, 2003"}, []string{"May 3, 2009"}},
		{"decimals stay whole", []string{"No. 1.5 of 3", "No. 2.5 of 4", "No. 10 of 12", "No. 7 of 9", "No. 3.25 of 5"}, []string{"1.5", "3"}},
		{"a unit", []string{"Weight 185kg", "Weight 5.5kg", "Weight 90kg", "Weight 7kg", "Weight 12kg"}, []string{"185kg"}},
		{"a number with a name", []string{"No.460 Snover", "No.25 Mew Two", "No.7 Abra", "No.133 Eevee", "No.4 Onix"}, []string{"460", "Snover"}},
		{"house numbers", []string{"4 Main St", "25 High St", "7 Oak St", "133 Elm St", "46 Ash St"}, []string{"4 Main"}},
		{"a counter", []string{"12匹", "3匹", "40匹", "7匹", "9匹"}, []string{"12"}},
		{"some lack one", []string{"Knopf; 3. edition (May 2009)", "Ace (June 2001)", "Tor; 2. edition (July 1999)", "Virago Press (May 1970)", "Dover; 5. edition (April 2003)", "Penguin (May 2001)", "Faber; 9. edition (June 1999)", "Picador; 4. edition (May 1987)"}, []string{"Knopf", "3", "", "May 2009"}},
		{"a sentence with numbers", []string{"Founded in 1901, it has 240 beds.", "Founded in 1888, it has 90 beds.", "Founded in 1999, it has 1,200 beds.", "Founded in 1950, it has 33 beds.", "Founded in 1931, it has 75 beds."}, []string{"1901", "240"}},
		{"sentences some lack, among others", []string{
			"It was published by Ace in 1987. It has 90 pages.", "It was published by St. Martin's in 1999. A tale of two cities and a queue, which is long.", "It has 120 pages. A lake is deep.",
			"It was published by Tor in 2001. It has 80 pages.", "It was published by Virago in 2011. It has 81 pages.", "It was published by Dover in 1981. She is not seen again.", "It was published by Faber and Faber in 1950. Nobody knows it.", "It was published by Knopf in 2007. It has 300 pages."}, []string{"Ace", "1987", "90"}},
		{"the ordinal of a day", []string{"Turm A wurde am 16. November 2020 erbaut. Er ist hoch.", "Turm B wurde am 3. Mai 1987 erbaut.", "Turm C wurde am 25. Juli 1907 erbaut.", "Turm D wurde am 1. Mai 1957 erbaut.", "Turm E wurde am 12. Juni 1930 erbaut."}, []string{"A", "16. November 2020"}},
		{"initials", []string{"It was built by J. Verne in 1901. It is 12 m tall.", "It was built by Ada Klee in 1888. No one knows it.", "It was built by P.K. Orff in 1950. It stands.", "It was built by Ed Bux in 1931. It fell.", "It was built by O. Nix in 1912. All is well."}, []string{"J. Verne", "1901", "It is 12 m tall"}},
		{"files", []string{"mod_alias.c", "mod_cgi.c", "mod_dav_fs.c", "mod_info.c", "mod_so.c"}, nil},
		{"files after a word", []string{"Source file mod_alias.c", "Source file mod_cgi.c", "Source file core.c", "Source file mod_info.c", "Source file mod_so.c"}, []string{"mod_alias.c"}},
		{"names", []string{"Emma Stone", "Ryan Gosling", "Uma Thurman", "Jodie Foster", "Tom Hanks"}, nil},
		{"a colon behind", []string{"One:", "Two:", "Three:", "Four:", "Five:"}, nil},
		{"not all", []string{"Lyon, Rhône", "Dijon", "Nice, Alpes", "Brest, Finistère", "Metz, Moselle"}, nil},
		{"few", []string{"Lyon, Rhône", "Nice, Alpes"}, nil},
		{"all equal", []string{"a, b", "a, b", "a, b", "a, b", "a, b"}, nil},
		{"empty", []string{"", "", "", "", ""}, nil},
		{"one of eleven has more", append(numbered("Item: %d Foo", 10), "Item new: 14 Baz"), []string{"12"}},
		{"one has more sentences than are looked at", append(numbered("Item: %d Foo!", 10), "Item: "+strings.Repeat("Ah. ", maxSentence+1)+"!"), []string{"12"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			var pages [][]string
			for _, text := range c.texts {
				pages = append(pages, []string{text})
			}
			for _, pattern := range Of(pages, nil) {
				for _, s := range pattern.Spans(c.texts[0]) {
					got = append(got, c.texts[0][s.At:s.End])
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("parts %q, want %q (patterns %v)", got, c.want, Of(pages, nil))
			}
		})
	}
}

// numbered gives n texts of this format, each with another number.
func numbered(format string, n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf(format, 12+i)
	}
	return out
}

// TestShareOfPage checks that a page with very many values leaves the others their sentences.
func TestShareOfPage(t *testing.T) {
	t.Parallel()
	pages := [][]string{numbered("Note %d.", maxSaid+1)}
	for _, text := range numbered("Founded in 19%d, it has 240 beds.", 9) {
		pages = append(pages, []string{text, "No note."})
	}
	for i := range pages[1:] {
		pages[i+1][0] = strings.Replace(pages[i+1][0], "240", strconv.Itoa(7*i+33), 1)
	}
	if got, want := Of(pages, nil), []Pattern{{{Words: []string{"Founded", "in"}}, {Words: []string{",", "it", "has"}}, {Words: []string{"beds", "."}}}}; !reflect.DeepEqual(got, want) {
		t.Errorf("patterns %v, want %v", got, want)
	}
}

// TestSpansOfLongTexts checks that the sentences at the beginning of a very long text are found, and
// that a part is never cut off where the reading ends.
func TestSpansOfLongTexts(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("X", maxRead)
	closed := Pattern{{Words: []string{"Opened", "in"}}, {Words: []string{"."}}}
	open := Pattern{{Words: []string{"Opened", "in"}}, {}}
	for _, c := range []struct {
		pattern Pattern
		text    string
		want    []Span
	}{
		{closed, "Opened in 1901. " + long, []Span{{10, 14}}},
		{closed, "Opened in " + long + ".", nil},
		{open, "Opened in 1901. " + long, []Span{{10, 15}}},
		{open, "Opened in " + long, nil},
	} {
		if got := c.pattern.Spans(c.text); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%v, %.20q: %v, want %v", c.pattern, c.text, got, c.want)
		}
	}
}

// TestAmongTies checks that of two phrases that as many texts have, and which are spelled alike
// together, always the same is taken.
func TestAmongTies(t *testing.T) {
	t.Parallel()
	var gap [][]string
	for i := range 2 * minCompound {
		v := strconv.Itoa(i)
		if i%2 == 0 {
			gap = append(gap, []string{v, "ab", "c", v})
		} else {
			gap = append(gap, []string{v, "a", "bc", v})
		}
		gap = append(gap, nil, nil, nil, nil)
	}
	for range 20 {
		if got, want := among(gap, true), (Pattern{{Words: []string{"a", "bc"}, Optional: true}}); !reflect.DeepEqual(got, want) {
			t.Fatalf("%v, want %v", got, want)
		}
	}
}

// FuzzOf takes patterns from any texts, a page a line: no panic, the same ones each time, and
// parts that follow one another within the texts.
func FuzzOf(f *testing.F) {
	f.Add(strings.Join(append(numbered("Item: %d Foo", 10), "Item new: 14 Baz"), "\n"))
	f.Add(strings.Join(append(numbered("Item: %d Foo!", 10), "Item: "+strings.Repeat("Ah. ", maxSentence+1)+"!"), "\n"))
	f.Add(strings.Join(numbered("Founded in %d, it has 9%[1]d beds.\tIt was closed in %[1]d by Foo (1).", 8), "\n"))
	f.Add(strings.Join(numbered("%d年に開業。ベッド数は%[1]d床。\xff", 8), "\n"))
	f.Fuzz(func(t *testing.T, lines string) {
		var pages [][]string
		for line := range strings.SplitSeq(lines, "\n") {
			pages = append(pages, strings.Split(line, "\t"))
		}
		var usage Usage
		usage.Add(lines)
		patterns := Of(pages, nil)
		if again := Of(pages, nil); !reflect.DeepEqual(patterns, again) {
			t.Fatalf("%v, and then %v", patterns, again)
		}
		patterns = append(patterns, Of(pages, &usage)...)
		for _, pattern := range patterns {
			for _, text := range slices.Concat(pages...) {
				spans, at := pattern.Spans(text), 0
				if spans != nil && len(spans) != len(pattern)-1 {
					t.Fatalf("%d parts of %q by %v", len(spans), text, pattern)
				}
				for _, s := range spans {
					if s.End == 0 {
						continue
					}
					if s.At < at || s.At >= s.End || s.End > len(text) {
						t.Fatalf("parts %v of %q by %v", spans, text, pattern)
					}
					at = s.End
				}
			}
		}
	})
}

// A text that is not made by the pattern has no parts.
func TestSpans(t *testing.T) {
	t.Parallel()
	pattern := Pattern{{Words: []string{"Published"}}, {Words: []string{"by"}}, {}}
	for text, want := range map[string][]Span{
		"Published 1896 by Rugby Press": {{10, 14}, {18, 29}},
		"published 1896 by X":           nil,
		"Published by X":                nil,
		"Published 1896":                nil,
		"Published 1896 by":             nil,
		"":                              nil,
	} {
		if got := pattern.Spans(text); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// A sentence is found among others, and parts that it lacks are empty.
func TestSpansOfSentences(t *testing.T) {
	t.Parallel()
	pattern := Pattern{{Words: []string{"Opened", "in"}}, {Words: []string{"by"}, Optional: true}, {Words: []string{"."}}}
	for text, want := range map[string][]string{
		"Opened in 1901.": {"1901", ""},
		"It is large. Opened in 1901 by St. Just. So": {"1901", "St"},
		"Opened in 1901 by nobody. It is large.":      {"1901", "nobody"},
		"It was opened in 1901.":                      nil,
	} {
		var got []string
		for _, s := range pattern.Spans(text) {
			got = append(got, text[s.At:s.End])
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// A sentence that begins with a part does not take the one before it along.
func TestSpansOfLastSentence(t *testing.T) {
	t.Parallel()
	pattern := Pattern{{}, {Words: []string{"was", "built", "by"}}, {Words: []string{"."}}}
	for text, want := range map[string][]string{
		"Old Mill was built by Ames. It is large.":                      {"Old Mill", "Ames"},
		"Old Mill stands in Peru. Old Mill was built by Ames.":          {"Old Mill", "Ames"},
		"It rained. Old Mill stands there. Old Mill was built by Ames.": {"Old Mill", "Ames"},
	} {
		var got []string
		for _, s := range pattern.Spans(text) {
			got = append(got, text[s.At:s.End])
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// A pattern is read as it was written.
func TestPatternJSON(t *testing.T) {
	t.Parallel()
	pattern := Pattern{{}, {Words: []string{",", "by"}, Optional: true}, {Words: []string{"."}}}
	text, err := json.Marshal(pattern)
	if err != nil {
		t.Fatal(err)
	}
	var got Pattern
	if err := json.Unmarshal(text, &got); err != nil || !reflect.DeepEqual(got, pattern) {
		t.Errorf("%s is read as %v, %v", text, got, err)
	}
}

// TestTokens checks that digits behind letters are of a word, as a host's or a model's name, and that what all hosts and all
// people of a page are called by is no part for that.
func TestTokens(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"see x0.example":   {"see", "x0.example"},
		"A. Writer3":       {"A", ".", "Writer3"},
		"v2.1, 12.5kg":     {"v2.1", ",", "12.5kg"},
		"f/3.4 at 1,000 m": {"f", "/", "3.4", "at", "1,000", "m"},
		"第3章":              {"第", "3", "章"},
	} {
		var got []string
		for _, x := range tokensOf(text) {
			got = append(got, text[x.At:x.End])
		}
		if !slices.Equal(got, want) {
			t.Errorf("tokens of %q are %q, want %q", text, got, want)
		}
	}
	for _, form := range []string{"x%d.example", "A. Writer%d"} {
		var pages [][]string
		var usage Usage
		for i := range 30 {
			pages = append(pages, []string{fmt.Sprintf(form, i)})
			usage.Add(pages[i][0])
		}
		if got := Of(pages, &usage); got != nil {
			t.Errorf("texts as %q have the parts %v", form, got)
		}
	}
}

// TestTokensOfBytes checks that bytes that are no UTF-8 are tokens within the text.
func TestTokensOfBytes(t *testing.T) {
	t.Parallel()
	const text = "Prev\xa0up 3\xff"
	var got []string
	for _, x := range tokensOf(text) {
		got = append(got, text[x.At:x.End])
	}
	if want := []string{"Prev", "\xa0", "up", "3", "\xff"}; !slices.Equal(got, want) {
		t.Errorf("tokens %q, want %q", got, want)
	}
}
