package compare

import "testing"

func TestBegins(t *testing.T) {
	t.Parallel()
	l := NewLexicon()
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"PG-13", "PG-13 for violence", true},
		{"PG-13 for violence", "pg 13", true},
		{"PG", "PG", false},
		{"PG", "PG-13", true},
		{"R", "Rated R", false},
		{"one two three four", "one two three four five", false}, // of more than a few words
	} {
		a, b := l.Value(tt.a, Form{}), l.Value(tt.b, Form{})
		if got := Begins(a, b); got != tt.want {
			t.Errorf("%q and %q: %v", tt.a, tt.b, got)
		}
	}
	long, short := []*Value{l.Value("R for very strong violence and language", Form{})}, []*Value{l.Value("R", Form{})}
	l.Count(nil)
	l.Weigh(2)
	if got, ok := l.Forms(short, long); !ok || got != Contained {
		t.Errorf("%v, %v", got, ok)
	}
	if got, ok := l.Sets(short, long); !ok || got >= Contained {
		t.Errorf("as sets %v, %v", got, ok)
	}
	if _, ok := l.Forms(nil, long); ok {
		t.Error("nothing was compared")
	}
}
