package keywords_test

import (
	"fmt"

	"verde/keywords"
	"verde/language"
)

var english = language.Named("en")

// The labels of a bookshop's template, rated for books by WordNet alone.
func Example() {
	wn, err := keywords.LoadWordNet()
	if err != nil {
		fmt.Println(err)
		return
	}
	candidates := keywords.Candidates([]keywords.Token{
		{Text: "Author:", Pages: 10},
		{Text: "Publisher:", Pages: 10},
		{Text: "Paperback", Pages: 8},
		{Text: "Hardcover", Pages: 4},
		{Text: "Weight:", Pages: 10},
	}, keywords.NewStop(english, nil))

	v, err := keywords.Choose("book", candidates, keywords.NewSemantic(nil, wn), keywords.Options{Language: english})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, w := range v.Related {
		fmt.Printf("%-9s %.2f\n", w.Word, w.Domain)
	}
	fmt.Println(v.Entity)

	_, err = keywords.Choose("boook", candidates, keywords.NewSemantic(nil, wn), keywords.Options{Language: english})
	fmt.Println(err)
	// Output:
	// hardcover 0.39
	// paperback 0.39
	// author    0.24
	// publisher 0.24
	// weight    0.18
	// [hardcover paperback]
	// unknown domain term "boook": neither the word list nor the pages have it; give a common noun for one such entity, in English or the pages' language, as in "book" or "nba player"
}
