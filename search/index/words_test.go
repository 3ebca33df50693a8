package index

import (
	"slices"
	"strings"
	"testing"
)

func TestWords(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                                "",
		" Emma,  by Jane\tAusten! ":       "emma by jane austen",
		"don't 'quote' rock'n'roll ''a''": "don't quote rock'n'roll a",
		"O'Neil's a:b :c d: 1:2":          "o'neil's a:b c d 1 2",
		"1,234.50 1,,2 1.a a.1 a.b 1'2":   "1,234.50 1 2 1 a a 1 a.b 1'2",
		"1;2 a;b a,b a.b.c. ...x":         "1;2 a b a b a.b.c x",
		"_ a_b __1__ _.a 1_,2":            "_ a_b __1__ _ a 1_ 2",
		"x86-64 C++ AT&T a\x00b a\vb":     "x86 64 c at t a b a b",
		"Ärger an Jane \u0301x E\u0301a":  "ärger an jane x e\u0301a",
		"ΣΑΣ \u212a\u0130 ǅ Ⱥb":           "σας ki ǆ ⱥb",
		"日本 a カタカナ 한국 \u200d b":           "日 本 a カタカナ 한국 b",
		"a\u00a0b c\u0085d é 1,\u0661":    "a b c d é 1,\u0661",
	} {
		if got := strings.Join(slices.Collect(words(text)), " "); got != want {
			t.Errorf("words(%q) = %q, want %q", text, got, want)
		}
	}
}

// What pages are indexed by is what queries are read as.
func FuzzWords(f *testing.F) {
	m, err := queryMapping()
	if err != nil {
		f.Fatal(err)
	}
	analyzer := m.AnalyzerNamed("words")
	for _, s := range []string{
		"The quick (\"brown\") fox can't jump 32.3 feet, right?", "a:b.c'd,e;f_g 1:2.3'4,5;6_7 a1.2b c.3 _.a ._ 'a' .1.",
		"x\u0301 \u0301x a \u200da é'a a'é é 1,2 \u06611,2", "\r\n a\nb\r\u0301", "א'ב \"א\"ב a\"b א' 'א", "ㄱ가 カ_ナ あア漢", "🇩🇪🇫🇷 👩‍👩‍👧 a",
		"ΑΣ ΑΣΑ Σ aΣ \u2126\u212a İI ȺȾ", strings.Repeat("Aé b ", 50), "\ufeffa \u00ad-\u00adb",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		s = strings.ToValidUTF8(s, "\ufffd") // the tokenizer drops all that follows a broken character
		var want []string
		for _, token := range analyzer.Analyze([]byte(s)) {
			want = append(want, string(token.Term))
		}
		if got := slices.Collect(words(s)); !slices.Equal(got, want) {
			t.Errorf("words(%q) = %q, bleve's are %q", s, got, want)
		}
	})
}
