package keywords_test

import (
	"testing"

	"verde/keywords"
)

func loadWordNet(t testing.TB) *keywords.WordNet {
	t.Helper()
	wn, err := keywords.LoadWordNet()
	if err != nil {
		t.Fatal(err)
	}
	return wn
}
