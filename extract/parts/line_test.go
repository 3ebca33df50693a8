package parts

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// places are lines about places, most parts of which some lack, each on a page with other texts.
var places = [][]string{
	{"104 Queen Avenue | 312.549.4075 | Greek | $18-30 | Attire Formal | Page views 12470", "We went there | twice."},
	{"188 Foundry Lane | 312.500.0801 | Italian | $37-47 | Page views 48109"},
	{"2 Mill Street | Japanese, Thai | Attire Smart casual | Page views 62918", "It was full."},
	{"25 Linden Avenue | 617.596.1948 | Seafood | $15-40 | Attire Casual"},
	{"157 Chapel Row | 206.897.0234 | Chinese | Page views 31053"},
	{"54 Queen Avenue | 415.767.8043 | Thai | $22-37 | Attire Formal"},
	{"50 Orchard Lane | Greek | $17-42 | Attire Formal | Page views 35839"},
	{"9 Oak Street | 415.590.8198 | Thai, Greek | $30-45 | Page views 37829"},
	{"7 Elm Street | 415.111.8198 | Italian | $10-20 | Attire Casual | Page views 17829"},
	{"71 Elm Street | 415.111.8197 | $11-20 | Attire Casual | Page views 1829"},
}

func parted(pattern Pattern, text string) []string {
	var out []string
	for _, s := range pattern.Spans(text) {
		out = append(out, text[s.At:s.End])
	}
	return out
}

// TestLines checks that the parts of lines are told apart although any may be missing.
func TestLines(t *testing.T) {
	t.Parallel()
	of := Of(places)
	if len(of) != 1 {
		t.Fatalf("patterns %v", of)
	}
	text, err := json.Marshal(of[0])
	if err != nil {
		t.Fatal(err)
	}
	var pattern Pattern
	if err := json.Unmarshal(text, &pattern); err != nil || !reflect.DeepEqual(pattern, of[0]) {
		t.Fatalf("%s is read as %v, %v", text, pattern, err)
	}
	for line, want := range map[string][]string{
		places[0][0]:                         {"104 Queen Avenue", "312.549.4075", "Greek", "$18-30", "Formal", "12470"},
		places[2][0]:                         {"2 Mill Street", "", "Japanese, Thai", "", "Smart casual", "62918"},
		"Kenyan | $5-9":                      {"", "", "Kenyan", "$5-9", "", ""},
		"12 Long Road | Page views 3 | Nice": {"12 Long Road", "", "", "", "", "3"},
		"One text alone":                     nil,
		"It rained. | So? | We left!":        nil,
		"":                                   nil,
	} {
		if got := parted(pattern, line); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
	before, behind := pattern.Names(4)
	if before != "Attire" || behind != "" {
		t.Errorf("named %q, %q", before, behind)
	}
}

// TestLinesOfOneForm checks that parts of one form are told apart by values that recur.
func TestLinesOfOneForm(t *testing.T) {
	t.Parallel()
	var pages [][]string
	values := [][]string{{"Rock", "Folk", "Jazz"}, {"Mono", "Stereo"}, {"Vinyl", "Tape", "Disc"}, {"1999", "2001", "1987"}, {"12 tracks", "9 tracks"}}
	for i := range 60 {
		var line []string
		for k, of := range values {
			if (i+k)%6 > 0 {
				line = append(line, of[i/(k+1)%len(of)])
			}
		}
		pages = append(pages, []string{strings.Join(line, " · ")})
	}
	of := Of(pages)
	if len(of) != 1 {
		t.Fatalf("patterns %v", of)
	}
	for line, want := range map[string][]string{
		"Folk · Stereo · Disc · 2003 · 10 tracks": {"Folk", "Stereo", "Disc", "2003", "10 tracks"},
		"Stereo · Tape":       {"", "Stereo", "Tape", "", ""},
		"Jazz · Vinyl · 1987": {"Jazz", "", "Vinyl", "1987", ""},
		"Rock · Mono":         {"Rock", "Mono", "", "", ""},
	} {
		if got := parted(of[0], line); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}

// TestNoLines checks texts that have marks between blanks and are no lines of facts.
func TestNoLines(t *testing.T) {
	t.Parallel()
	for name, pages := range map[string][][]string{
		"few":         places[:4],
		"running":     {{"a - b - c d e"}, {"1 - d - 2 3 f -"}, {"$ - ( - x y"}, {"! - 4 4 - z"}, {"q : - 7 - ?"}, {"u - v - w"}},
		"no blanks":   {{"a|1|b"}, {"b|2"}, {"c|3|d"}, {"d|e|4"}, {"e|5"}, {"f|6|g"}},
		"one of them": {{"a | 1"}, {"b | 2"}, {"c"}, {"d"}, {"e | 5"}, {"f | 6"}},
	} {
		if got := divided(pages); got != nil {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// A pattern of lines that was edited, or is none, reads nothing wrong.
func FuzzLines(f *testing.F) {
	text, err := json.Marshal(divided(places))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text, places[0][0])
	f.Add([]byte(`[{"optional":["|"],"shape":{"forms":["a"]}},{"optional":["|"]},["x"],{"optional":[]}]`), "a | b | x")
	f.Add([]byte(`[{"optional":["|","a"],"shape":null},[]]`), "a | b | x")
	f.Fuzz(func(t *testing.T, data []byte, text string) {
		var pattern Pattern
		if json.Unmarshal(data, &pattern) != nil {
			return
		}
		for _, s := range pattern.Spans(text) {
			if s.At < 0 || s.At > s.End || s.End > len(text) {
				t.Fatalf("%v of %q by %s", s, text, data)
			}
		}
	})
}

// BenchmarkLines takes the pattern of lines whose parts all begin with the same words.
func BenchmarkLines(b *testing.B) {
	var pages [][]string
	for i := range maxCompound {
		var parts []string
		for k := range maxTokens / 3 {
			parts = append(parts, "a b"+string(rune('a'+i*k%26)))
		}
		pages = append(pages, []string{strings.Join(parts, " | ")})
	}
	for b.Loop() {
		divided(pages)
	}
}
