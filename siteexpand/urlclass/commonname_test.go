package urlclass

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"verde/siteexpand/urlparts"
)

// A name that many pages have is of a class of its own, unless a sample or all pages have it.
func TestCommonNames(t *testing.T) {
	t.Parallel()
	titles := func(form string, n int) (urls []string) { // N is a number, T a title
		for i := range n {
			number, title := strconv.Itoa(i), string(rune('a'+i%26))+string(rune('a'+i/26))
			urls = append(urls, strings.NewReplacer("N", number, "T", title).Replace(form))
		}
		return urls
	}
	for _, x := range []struct {
		name    string
		samples []string
		urls    [][]string
		ask     string
		odd     bool
	}{
		{"a page that each entity has", []string{"http://e.org/1/lion.htm", "http://e.org/2/cat.htm"}, [][]string{titles("http://e.org/N/T.htm", 100), titles("http://e.org/N/print.htm", 40)}, "http://e.org/7/print.htm", true},
		{"an entity beside it", []string{"http://e.org/1/lion.htm", "http://e.org/2/cat.htm"}, [][]string{titles("http://e.org/N/T.htm", 100), titles("http://e.org/N/print.htm", 40)}, "http://e.org/7/dog.htm", false},
		{"a name for each", []string{"http://e.org/lion-1", "http://e.org/cat-2"}, [][]string{titles("http://e.org/N-T", 100), titles("http://e.org/review-N", 40)}, "http://e.org/review-77", false},
		{"a sample's", []string{"http://e.org/1/item", "http://e.org/2/item"}, [][]string{titles("http://e.org/N/item", 40), titles("http://e.org/N/T", 100)}, "http://e.org/77/item", false},
		{"all pages'", []string{"http://e.org/1/lion.htm"}, [][]string{titles("http://e.org/N/about.htm", 40)}, "http://e.org/77/about.htm", false},
		{"too few", []string{"http://e.org/1/lion", "http://e.org/2/cat"}, [][]string{titles("http://e.org/N/T", 100), titles("http://e.org/N/review", minPrefixNames-1)}, "http://e.org/77/review", false},
		{"a small part", []string{"http://e.org/1/lion", "http://e.org/2/cat"}, [][]string{titles("http://e.org/N/T", 600), titles("http://e.org/N/review", 20)}, "http://e.org/77/review", false},
	} {
		c := New(NewProfile(x.samples, true))
		class := func(u string, note bool) (string, bool) {
			a := urlparts.Split(u)
			return c.ClassOf(&a, c.profile.SharedFeatures(&a), note)
		}
		for _, urls := range x.urls {
			for _, u := range urls {
				class(u, true)
			}
		}
		got, odd := class(x.ask, false)
		usual, _ := class(x.samples[0], false)
		if odd != x.odd || odd && got == usual {
			t.Errorf("%s: odd %v, want %v; class %q, the sample's %q", x.name, odd, x.odd, got, usual)
		}
	}
}

// A name that was common among the first ones is so no longer when others come.
func TestCommonNamesRevised(t *testing.T) {
	t.Parallel()
	c := New(NewProfile([]string{"http://e.org/1/lion", "http://e.org/2/cat"}, true))
	learn := func(u string) (odd bool) {
		a := urlparts.Split(u)
		_, odd = c.ClassOf(&a, c.profile.SharedFeatures(&a), true)
		return odd
	}
	learn("http://e.org/3/fox")
	for i := range 10 {
		learn(fmt.Sprintf("http://e.org/%d/dog", i))
	}
	if !learn("http://e.org/99/dog") || !c.Stale {
		t.Error("the name of most pages is no common one, or the classes are not stale")
	}
	for i := range 1000 {
		learn(fmt.Sprintf("http://e.org/%d/%c%c", i, 'a'+i%26, 'a'+i/26))
	}
	if learn("http://e.org/999/dog") {
		t.Error("a name of 13 in 1,000 pages is a common one")
	}
}

// Of a class that is split, URLs whose names begin with the word are of another.
func TestSplit(t *testing.T) {
	t.Parallel()
	c := New(NewProfile([]string{"http://e.org/cat.htm", "http://e.org/wild-goose.htm"}, true))
	class := func(u string) string {
		a := urlparts.Split(u)
		got, _ := c.ClassOf(&a, c.profile.SharedFeatures(&a), true)
		return got
	}
	of := class("http://e.org/browse-author-x.htm")
	if same := class("http://e.org/the-lion.htm"); same != of {
		t.Fatalf("classes %q and %q, want one", of, same)
	}
	c.Split(of, "browse")
	c.Split(of, "by")
	if !c.Stale {
		t.Error("classes are not stale after one was split")
	}
	if got, other := class("http://e.org/browse-author-y.htm"), class("http://e.org/by-author-y.htm"); got == of || other == of || got == other {
		t.Errorf("classes %q and %q of names with words by which %q was split", got, other, of)
	}
	if got := class("http://e.org/the-cat.htm"); got != of {
		t.Errorf("class %q of a name without the word, want %q", got, of)
	}
}
