package values

import "testing"

func TestParseName(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{"Magnus Carlsen", "magnus carlsen"},
		{"CARLSEN Magnus", "magnus carlsen"},
		{"CARLSEN, Magnus", "magnus carlsen"},
		{"Magnus CARLSEN", "magnus carlsen"},
		{"MAGNUS CARLSEN", "magnus carlsen"}, // all in capitals: nothing stands out
		{"carlsen magnus", "carlsen magnus"},
		{"GARCÍA MÁRQUEZ Gabriel", "gabriel garcía márquez"},
		{"van Gogh, Vincent", "vincent van gogh"},
		{"Gogh, Vincent van", "vincent van gogh"},
		{"Vincent van Gogh", "vincent van gogh"},
		{"Tolkien, J. R. R.", "j r r tolkien"},
		{"J.R.R. Tolkien", "j r r tolkien"},
		{"DJ Augustin", "dj augustin"}, // two capitals are initials
		{"JRR Tolkien", "tolkien jrr"}, // three are taken for a family name: wrong, and rare
		{"Martin Luther King, Jr.", "martin luther king jr"},
		{"King, Martin Luther, Jr.", "martin luther king jr"},
		{"King Jr., Martin Luther", "martin luther king jr"},
		{"Sammy Davis Jr", "sammy davis jr"},
		{"O’Neal, Shaquille", "shaquille oneal"},
		{"Pelé", "pelé"},
		{"Каспаров, Гарри", "гарри каспаров"},
		{"夏目漱石", "夏目漱石"},
		{"夏目 漱石", "夏目漱石"}, // no part is told from the other
		{"北京", "北京"},
		{"", ""},
		{",", ""},
		{"...", ""},
		{"Louis 14", ""},
		{"Simon & Garfunkel", ""},
		{"Tom Jones; Ann Smith", ""},
		{"Jones, Tom, Smith, Ann", ""},
		{"one of the many sentences that stand where names do", ""},
	} {
		n, ok := ParseName(c.text)
		if got := n.String(); ok != (c.want != "") || ok && got != c.want {
			t.Errorf("ParseName(%q) = %q, %v, want %q", c.text, got, ok, c.want)
		}
	}
}

// Names are no values of Parse, nor do they make two texts the same: not every
// text of two words is a person.
func TestNamesAreAskedFor(t *testing.T) {
	t.Parallel()
	if v := Parse("Carlsen, Magnus"); v != nil {
		t.Errorf("Parse gives %v", v)
	}
	if Same("Carlsen, Magnus", "Magnus Carlsen") {
		t.Error("Same turns names round")
	}
	if !IsName("Carlsen, Magnus", "Magnus Carlsen") {
		t.Error("IsName does not")
	}
}
