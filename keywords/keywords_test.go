package keywords_test

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"verde/keywords"
	"verde/language"
)

func loadWordNet(t testing.TB) *keywords.WordNet {
	t.Helper()
	wn, err := keywords.LoadWordNet()
	if err != nil {
		t.Fatal(err)
	}
	return wn
}

func docs(texts ...string) iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		for _, t := range texts {
			if !yield(keywords.Tokens(t)) {
				return
			}
		}
	}
}

func TestTokens(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"":                               nil,
		" -- • ":                         nil,
		"Publisher:":                     {"publisher"},
		"Paperback, 320 pages":           {"paperback", "320", "pages"},
		"ISBN-13: 978-0":                 {"isbn", "13", "978", "0"},
		"don't E-mail a friend's e‑mail": {"don't", "email", "a", "friend's", "e", "mail"},
		"O’Reilly 'quoted'":              {"o'reilly", "quoted"},
		"ﬁlm ＤＶＤ":                        {"film", "dvd"},
		"Größe Éditeur Автор 著者":         {"größe", "éditeur", "автор", "著者"},
		"この本について":                        {"この", "本", "について"},
		"夏目漱石著、ページ数":                     {"夏目漱石著", "ページ", "数"},
		"这本书的作者是鲁迅":                      {"这本", "本书", "书的", "的作", "作者", "者是", "是鲁", "鲁迅"},
		"ISBNコード9784":                    {"isbn", "コード", "9784"},
		"e-":                             {"e"},
		"x" + strings.Repeat("y", 40):    nil,
	} {
		if diff := cmp.Diff(want, keywords.Tokens(text)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

func FuzzTokens(f *testing.F) {
	f.Add("Publisher: O'Reilly & e-books \xff")
	f.Fuzz(func(t *testing.T, text string) {
		for _, w := range keywords.Tokens(text) {
			if w == "" || utf8.RuneCountInString(w) > 41 || strings.ContainsAny(w, " \t\n:") {
				t.Errorf("%q has word %q", text, w)
			}
		}
	})
}

func TestCandidates(t *testing.T) {
	t.Parallel()
	got := keywords.Candidates([]keywords.Token{
		{Text: "Publisher:", Pages: 10},
		{Text: "Author", Pages: 10},
		{Text: "About the authors", Pages: 7},
		{Text: "Page count", Pages: 9},
		{Text: "Log in / 24 h", Pages: 10},
		{Text: "Number of the pages", Pages: 8},
	}, keywords.NewStop(english, nil))
	want := []keywords.Candidate{
		{Word: "author", Pages: 10},
		{Word: "log", Pages: 10},
		{Word: "publisher", Pages: 10},
		{Word: "count", Pages: 9},
		{Word: "page", Pages: 9},
		{Word: "page count", Pages: 9},
		{Word: "number", Pages: 8},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}

	// Phrases are whole tokens of two words that speak.
	got = keywords.Candidates([]keywords.Token{{"Release date:", 3}, {"Running time in minutes", 3}, {"The director", 3}}, keywords.NewStop(english, nil))
	want = []keywords.Candidate{{"date", 3}, {"director", 3}, {"minutes", 3}, {"release", 3}, {"release date", 3}, {"running", 3}, {"time", 3}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("phrases (-want +got):\n%s", diff)
	}
}

// Words of labels stay, in any form; of a phrase all words have to be.
// Stop words are those of the language's list, and, in whatever language,
// the words that half of the longer texts have.
func TestStop(t *testing.T) {
	t.Parallel()
	long := func(i int) []string {
		return keywords.Tokens(fmt.Sprintf("ngôi nhà %d nằm trên đồi và những người sống trong đó có thể nhìn thấy biển của họ từ mọi cửa sổ", i))
	}
	var texts [][]string
	for i := range 12 {
		texts = append(texts, long(i), []string{"tác", "giả"}) // a label is no running text
	}
	stop := keywords.NewStop(language.Named("vi"), slices.Values(texts))
	for word, want := range map[string]bool{"và": true, "của": true, "giả": false, "the": false, "7": false} {
		if stop.Has(word) != want {
			t.Errorf("%q: %v", word, !want)
		}
	}
	if few := keywords.NewStop(language.Named("vi"), slices.Values(texts[:4])); few.Has("và") {
		t.Error("learned from two texts")
	}
	for word, want := range map[string]bool{"the": true, "whom": true, "seem": false, "und": false} {
		if keywords.NewStop(english, nil).Has(word) != want {
			t.Errorf("English %q: %v", word, !want)
		}
	}
}

// Where WordNet knows nothing, what the pages say is enough to choose words by.
func TestChooseWithoutWordNet(t *testing.T) {
	t.Parallel()
	german := language.Named("de")
	var pages []string
	for i := range 12 {
		pages = append(pages, fmt.Sprintf("alle bücher autor wort%d verlag haus%d kasse hilfe buch von autor wort%d im verlag haus%d", i, i, i+1, i+1))
	}
	lsa := keywords.TrainLSA(docs(pages...), keywords.LSAOptions{Language: german})
	candidates, semantic := []keywords.Candidate{{Word: "autor", Pages: 12}, {Word: "verlag", Pages: 12}}, keywords.NewSemantic(lsa, loadWordNet(t))
	v, err := keywords.Choose("Buch", candidates, semantic, keywords.Options{Language: german})
	if err != nil || len(v.Entity) != 2 {
		t.Errorf("%+v, %v", v, err)
	}
	if v, err = keywords.Choose("Buch", candidates, semantic, keywords.Options{Language: german, Floor: 2}); err != nil || len(v.Related) != 0 {
		t.Errorf("above a floor that no word reaches: %+v, %v", v, err)
	}
}

// corpus is random text in which books keep other company than cars.
func corpus() []string {
	rnd := rand.New(rand.NewPCG(1, 2))
	topics := [][]string{
		strings.Fields("book author publisher novel chapter reader writes prints title pages"),
		strings.Fields("car engine wheel road driver motor brakes drives fuel speed"),
	}
	filler := strings.Fields("the a of with and for many some this each old new")
	var texts []string
	for i := range 60 {
		var b strings.Builder
		for range 40 {
			topic := topics[i%2]
			fmt.Fprintf(&b, "%s %s ", topic[rnd.IntN(len(topic))], filler[rnd.IntN(len(filler))])
		}
		texts = append(texts, b.String())
	}
	return texts
}

func TestLSA(t *testing.T) {
	t.Parallel()
	lsa := keywords.TrainLSA(docs(corpus()...), keywords.LSAOptions{Language: english, Dimensions: 20})
	sim := func(a, b string) float64 { return lsa.Similarity(keywords.Tokens(a), keywords.Tokens(b)) }
	for _, test := range []struct{ word, near, far string }{
		{"book", "author", "engine"},
		{"novel", "publisher", "road"},
		{"car", "wheel", "novel"},
		{"engine", "road", "author"},
		{"book author", "publisher", "engine"},
	} {
		if near, far := sim(test.word, test.near), sim(test.word, test.far); near < far+0.2 {
			t.Errorf("%q: %q %.2f, %q %.2f", test.word, test.near, near, test.far, far)
		}
	}
	if a, b := sim("book", "authors"), sim("authors", "book"); a != b || a != sim("books", "author") {
		t.Errorf("similarity isn't symmetric, or not the same for all forms: %v, %v, %v", a, b, sim("books", "author"))
	}
	if s := sim("book", "xyzzy"); s != 0 || lsa.Has("xyzzy") || !lsa.Has("books") {
		t.Errorf("an unknown word has similarity %v", s)
	}
	if s := sim("book", "book"); s <= 0.5 || s > 1 {
		t.Errorf("book to itself: %v", s)
	}
}

// TestLSADeterministic: equal input gives equal bits.
func TestLSADeterministic(t *testing.T) {
	t.Parallel()
	a := keywords.TrainLSA(docs(corpus()...), keywords.LSAOptions{Language: english})
	b := keywords.TrainLSA(docs(corpus()...), keywords.LSAOptions{Language: english})
	for _, w := range strings.Fields("author publisher novel chapters engine road the") {
		x, y := a.Similarity([]string{"book"}, []string{w}), b.Similarity([]string{"book"}, []string{w})
		if math.Float64bits(x) != math.Float64bits(y) {
			t.Errorf("book to %s: %v, then %v", w, x, y)
		}
	}
}

// TestLSARepetition: what stands on all pages counts once, so a thousand copies
// of a menu don't make its words each other's kin more than one copy does.
func TestLSARepetition(t *testing.T) {
	t.Parallel()
	menu := "book clubs gift cards store locator"
	once := keywords.TrainLSA(docs(append(corpus(), menu, menu)...), keywords.LSAOptions{Language: english})
	often := keywords.TrainLSA(docs(append(corpus(), slices.Repeat([]string{menu}, 1000)...)...), keywords.LSAOptions{Language: english})
	for _, w := range []string{"cards", "author"} {
		x, y := once.Similarity([]string{"book"}, []string{w}), often.Similarity([]string{"book"}, []string{w})
		if math.Abs(x-y) > 0.02 {
			t.Errorf("book to %s: %.3f, after repetition %.3f", w, x, y)
		}
	}
}

func TestLSAOfLittle(t *testing.T) {
	t.Parallel()
	for _, texts := range [][]string{nil, {""}, {"word"}, {"word", "word"}, {"1 2 3", "1 2 3"}, {"a b", "a b"}} {
		lsa := keywords.TrainLSA(docs(texts...), keywords.LSAOptions{Language: english})
		if s := lsa.Similarity([]string{"word"}, []string{"a"}); s != 0 {
			t.Errorf("%q: %v", texts, s)
		}
	}
	lsa := keywords.TrainLSA(docs(corpus()...), keywords.LSAOptions{Language: english, MaxTerms: 5, Dimensions: 3})
	if words, dimensions := lsa.Size(); words != 5 || dimensions != 3 {
		t.Errorf("%d words of %d dimensions, want 5 of 3", words, dimensions)
	}
}

func TestSemantic(t *testing.T) {
	t.Parallel()
	wn := loadWordNet(t)
	steps := func(d float64) float64 { return 0.5 * math.Exp(-0.25*d) }
	ev := keywords.NewSemantic(nil, wn)
	for _, test := range []struct {
		a, b string
		want float64
	}{
		{"film", "movies", steps(0)},
		{"book", "paperback", steps(1)},
		{"book", "author", steps(3)},
		{"book", "banana", 0}, // six steps
		{"book", "isbn", 0},
		{"", "book", 0},
		// "nba" isn't in WordNet and counts for nothing.
		{"nba player", "team", steps(2)},
		// Means of the best of each side: banana has none, so half on one side.
		{"player banana", "team", (steps(2)/2 + steps(2)) / 2},
		// A phrase that WordNet has is one unit.
		{"basketball player", "basketball", steps(2)},
	} {
		if got := ev.Similarity(test.a, test.b); math.Abs(got-test.want) > 1e-12 {
			t.Errorf("%q, %q: %v, want %v", test.a, test.b, got, test.want)
		}
		if got, back := ev.Similarity(test.a, test.b), ev.Similarity(test.b, test.a); got != back {
			t.Errorf("%q, %q: %v, back %v", test.a, test.b, got, back)
		}
	}

	lsa := keywords.TrainLSA(docs(corpus()...), keywords.LSAOptions{Language: english, Dimensions: 20})
	both := keywords.NewSemantic(lsa, wn)
	s := both.Scores("book", "author")
	if s.WordNet != steps(3) || s.LSA <= 0 || s.Similarity != min(1, s.LSA+s.WordNet) {
		t.Errorf("book, author: %+v", s)
	}
	if s := both.Scores("book", "books"); s.Similarity != 1 {
		t.Errorf("book, books: %+v, want the sum cut off at 1", s)
	}
	if !both.Knows("Readers") || both.Knows("xyzzy") {
		t.Error("knows the wrong words")
	}
	if none := keywords.NewSemantic(nil, nil); none.Similarity("book", "book") != 0 || none.Knows("book") {
		t.Error("an evaluator of nothing knows something")
	}
}

// tableEvaluator is an evaluator of given similarities, keyed "a b" with a < b.
type tableEvaluator map[string]float64

func (e tableEvaluator) Similarity(a, b string) float64 {
	return e[min(a, b)+"/"+max(a, b)]
}

func TestChoose(t *testing.T) {
	t.Parallel()
	ev := tableEvaluator{
		"book/paperback": 0.6, "author/book": 0.7, "book/publisher": 0.65, "book/office": 0.3, "book/box": 0.3, "book/page count": 0.4,
		"book/page": 0.3, "book/count": 0.2, "book/cover price": 0.2, "book/price": 0.25, "banana/book": 0.05, "book/books": 1,
		"author/publisher": 0.6, "author/paperback": 0.2, "paperback/publisher": 0.5, "box/office": 1,
		"book/rare": 0.9,
	}
	candidates := []keywords.Candidate{
		{"author", 10}, {"publisher", 10}, {"paperback", 6}, {"box", 10}, {"office", 10}, {"page count", 10}, {"cover price", 10},
		{"page", 10}, {"count", 10}, {"price", 10}, {"banana", 10}, {"books", 10}, {"rare", 2},
	}
	v, err := keywords.Choose("book", candidates, ev, keywords.Options{Language: english})
	if err != nil {
		t.Fatal(err)
	}
	// Out: banana (below the floor), books (the domain itself), rare (on too few
	// pages), cover price (its price alone is nearer).
	var got []string
	for _, w := range v.Related {
		got = append(got, w.Word)
	}
	want := []string{"author", "box", "count", "office", "page", "page count", "paperback", "price", "publisher"}
	if diff := cmp.Diff(want, slices.Sorted(slices.Values(got))); diff != "" {
		t.Errorf("related words (-want +got):\n%s", diff)
	}
	if got[0] != "author" || got[1] != "publisher" {
		t.Errorf("ranking %v, want author and publisher first", got)
	}
	if diff := cmp.Diff([]string{"author", "publisher"}, v.Entity); diff != "" {
		t.Errorf("entity keywords (-want +got):\n%s", diff)
	}
	// Cross is the mean over the eight others.
	if w := v.Related[0]; math.Abs(w.Cross-(0.6+0.2)/8) > 1e-12 || w.Domain != 0.7 || w.Pages != 10 {
		t.Errorf("author: %+v", w)
	}

	v, err = keywords.Choose("book", candidates, ev, keywords.Options{Language: english, Entity: 3, Related: 4})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"author", "publisher", "paperback"}, v.Entity); diff != "" || len(v.Related) != 4 {
		t.Errorf("three of four: %d related, entity keywords (-want +got):\n%s", len(v.Related), diff)
	}
	for n := range 3 {
		v, err := keywords.Choose("book", candidates[:n], ev, keywords.Options{Language: english, Entity: 2})
		if err != nil || len(v.Entity) != n {
			t.Errorf("from %d candidates: %v, %v", n, v, err)
		}
	}
	v, err = keywords.Choose("book", candidates, ev, keywords.Options{Language: english, Entity: 1})
	if err != nil || !slices.Equal(v.Entity, []string{"author"}) {
		t.Errorf("one keyword: %v, %v", v.Entity, err)
	}
}

// TestChooseOneStem: forms of one word are one choice.
func TestChooseOneStem(t *testing.T) {
	t.Parallel()
	ev := tableEvaluator{"book/publisher": 0.9, "book/published": 0.9, "published/publisher": 0.9, "author/book": 0.5}
	v, err := keywords.Choose("book", []keywords.Candidate{{"published", 1}, {"publisher", 1}, {"author", 1}}, ev, keywords.Options{Language: english})
	if err != nil {
		t.Fatal(err)
	}
	if len(v.Entity) != 2 || !slices.Contains(v.Entity, "author") {
		t.Errorf("chose %v", v.Entity)
	}
}

func TestChooseUnknownDomain(t *testing.T) {
	t.Parallel()
	wn := loadWordNet(t)
	candidates := []keywords.Candidate{{"author", 3}}
	for domain, want := range map[string]error{
		"book":             nil,
		"nba player":       nil, // nba is unknown, player is not
		"xyzzy":            keywords.ErrUnknownDomain,
		"xyzzy plughplugh": keywords.ErrUnknownDomain,
		"":                 keywords.ErrNoWord,
		"--":               keywords.ErrNoWord,
		"zorblax":          nil, // on the pages
	} {
		lsa := keywords.TrainLSA(docs("zorblax by author one", "zorblax by author two"), keywords.LSAOptions{Language: english})
		_, err := keywords.Choose(domain, candidates, keywords.NewSemantic(lsa, wn), keywords.Options{Language: english})
		if !errors.Is(err, want) || want != nil && !strings.Contains(err.Error(), fmt.Sprintf("%q", domain)) {
			t.Errorf("%q: %v, want %v with its name", domain, err, want)
		}
	}
	if _, err := keywords.Choose("xyzzy", candidates, tableEvaluator{}, keywords.Options{Language: english}); err != nil {
		t.Errorf("an evaluator that can't tell what it knows: %v", err)
	}
}

func BenchmarkTrainLSA(b *testing.B) {
	var texts []string
	for i := range 300 {
		var t strings.Builder
		for j := range 1000 {
			fmt.Fprintf(&t, "w%d ", (i*j*j+j*7919)%(200+j*5))
		}
		texts = append(texts, t.String())
	}
	b.ReportAllocs()
	for b.Loop() {
		keywords.TrainLSA(docs(texts...), keywords.LSAOptions{Language: english})
	}
}
