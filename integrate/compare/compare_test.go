package compare

import (
	"fmt"
	"strings"
	"testing"
)

// read makes a lexicon of records of one value each, and gives their values.
func read(forms []Form, texts ...string) (*Lexicon, []*Value) {
	l := NewLexicon()
	var out []*Value
	for i, t := range texts {
		v := l.Value(t, forms[i%len(forms)])
		out = append(out, v)
		if v != nil {
			tokens := append(append([]int32{v.Whole}, v.Words...), v.Pairs...)
			seen := make(map[int32]bool)
			var once []int32
			for _, x := range tokens {
				if !seen[x] {
					seen[x] = true
					once = append(once, x)
				}
			}
			l.Count(once)
		}
	}
	l.Weigh(len(texts))
	return l, out
}

// Rare words weigh ln(N/df). With 10 records, a word of one weighs 2.3, one of five .69.
func TestCompare(t *testing.T) {
	t.Parallel()
	common := []string{"the lord of the rings", "the hobbit", "the silmarillion", "the children of húrin", "the book of lost tales", "of mice", "of men", "of love"}
	for _, test := range []struct {
		a, b string
		form Form
		want Level
	}{
		{"Stieg Larsson", "Larsson, Stieg", Form{}, Equal},
		{"Sci-Fi", "SciFi", Form{}, Equal},
		{"978-0307269997", "9780307269997", Form{Kind: Key}, Equal},
		{"0-7611-0484-4", "9780761104841", Form{Kind: Key}, Equal},
		{"9780307269997", "9780761104841", Form{Kind: Key}, Different},
		{"May 19, 2009", "2009-05-19", Form{Kind: Date}, Equal},
		{"May 2009", "May 19, 2009", Form{Kind: Date}, Equal},
		{"2009", "May 19, 2009", Form{Kind: Date}, Detail},
		{"2009", "2009", Form{Kind: Date}, Equal},
		{"May 19, 2009", "June 1, 2009", Form{Kind: Date}, Related},
		{"2008", "2009", Form{Kind: Date}, Different},
		{"6-9", `6'9"`, Form{Kind: Number}, Equal},
		{"6-9", "6 ft 9 in (2.06 m)", Form{Kind: Number}, Equal},
		{"6-5 / 1.96", "6-5", Form{Kind: Number}, Equal},
		{"245 lbs", "245", Form{Kind: Number}, Equal},
		{"$100", "$102", Form{Kind: Number}, Contained},
		{"$100", "$108", Form{Kind: Number}, Related},
		{"$100", "$150", Form{Kind: Number}, Different},
		{"6-8", "6-10", Form{Kind: Number}, Contained},
		{"-40 °C to +85 °C", "-40...105 °C", Form{Kind: Number}, Related}, // ranges that begin alike
		{"-40 °C to +85 °C", "-40...85 °C", Form{Kind: Number}, Equal},
		{"16/21", "16/22", Form{Kind: Number}, Related},  // 5 % apart
		{"16/21.8", "16/22", Form{Kind: Number}, Detail}, // as it is rounded
		{"16/21", "16/31", Form{Kind: Number}, Related},
		{"22", "16 / 22", Form{Kind: Number}, Different}, // half of it
		{"-40...85 °C", "85", Form{Kind: Number}, Different},
		{"16-bit, 5 channels", "5 x 16 bit", Form{Kind: Number}, Detail},
		{"16-bit, 5 channels", "5 x 12 bit", Form{Kind: Number}, Different},
		{"7,55 €", "7.55", Form{Kind: Number}, Equal},
		{"2,5 Sterne", "2.5", Form{Kind: Number}, Equal}, // whatever the unit
		{"583,81 g·mol⁻¹", "583.81 g/mol", Form{Kind: Number}, Equal},
		{"1,8 V to 3,6 V", "1.8 V to 3.6 V", Form{Kind: Number}, Equal},
		{"1,8-3,6 dB", "1.8-3.6 dB", Form{Kind: Number}, Equal},
		{"0.26 g/100 mL", "2.6 g/L", Form{Kind: Number}, Equal},
		{"0.26 g/100 mL", "2.64 g/L", Form{Kind: Number}, Equal},     // as it is rounded
		{"0.26 g/100 mL", "0.26 g/L", Form{Kind: Number}, Different}, // though the numbers are the same
		{"12 m", "12 ft", Form{Kind: Number}, Different},
		{"2 years", "2 months", Form{Kind: Number}, Different},
		{"12 V", "12 W", Form{Kind: Number}, Related}, // a unit may be wrong
		{"€12", "$12", Form{Kind: Number}, Related},
		{"$12", "12 CAD", Form{Kind: Number}, Equal},
		{"1.2 million", "1.2 billion", Form{Kind: Number}, Different},
		{"1.2 million", "1,200,000", Form{Kind: Number}, Equal},
		{"25 °C", "77 °F", Form{Kind: Number}, Equal},
		{"10.6 °C", "51 °F", Form{Kind: Number}, Equal}, // as it is rounded
		{"10.6 °C", "52 °F", Form{Kind: Number}, Related},
		{"25 °C", "298.15 K", Form{Kind: Number}, Equal},
		{"25 °C", "25 K", Form{Kind: Number}, Different},
		{"25", "25 °C", Form{Kind: Number}, Equal},
		{"-5", "5", Form{Kind: Number}, Different},
		{"5–10 kg", "5 kg", Form{Kind: Number}, Contained}, // a bound is no more than what is between
		{"5–10 kg", "7 kg", Form{Kind: Number}, Contained},
		{"5–10 kg", "7", Form{Kind: Number}, Contained},
		{"5–10 kg", "700 g", Form{Kind: Number}, Different},
		{"3x4x5 cm", "3 x 4 x 5 cm", Form{Kind: Number}, Equal},
		{"$16,340 - $22,000", "$16,340", Form{Kind: Number}, Equal}, // "from"
		{"6.2", "6.22 g/cm3", Form{Kind: Number}, Detail},           // rounded
		{"6.21", "6.22", Form{Kind: Number}, Contained},
		{"6.3", "6.22", Form{Kind: Number}, Contained},
		{"150", "151", Form{Kind: Number}, Contained},
		{"6,200 kg/m³", "6.22 g/cm³", Form{Kind: Number}, Contained},
		{"1.5 h", "92 min", Form{Kind: Number}, Detail},
		{"1.5 h", "94 min", Form{Kind: Number}, Related},
		{"3 Std. 20 Min.", "3:20", Form{Kind: Number}, Equal},
		{"3 Std. 20 Min.", "200 min", Form{Kind: Number}, Equal},
		{"200", "PT3H20M", Form{Kind: Number}, Equal},
		{"4:35", "4 min 35 s", Form{Kind: Number}, Equal}, // or hours
		{"4:35", "275 min", Form{Kind: Number}, Equal},
		{"4:35", "4:36", Form{Kind: Number}, Contained},
		{"18 city / 25 hwy", "17 city / 30 hwy", Form{Kind: Number}, Related},
		{"1.234 m", "1,234 m", Form{Kind: Number}, Equal},
		{"1.234 m", "1234", Form{Kind: Number}, Equal},
		{"1.234 m", "1,334 m", Form{Kind: Number}, Different},
		{"46.5042° N", "46°30'15\" N", Form{Kind: Number}, Equal},
		{"-33.85678", "33° 51' 24\" S", Form{Kind: Number}, Equal},
		{"33.85678", "33° 51' 24\" S", Form{Kind: Number}, Different},
		{"46.50417", "46.5042", Form{Kind: Number}, Equal},
		{"46°30' N", "46°31' N", Form{Kind: Number}, Equal}, // cut off and rounded up
		{"46°30'00\" N", "46°31'00\" N", Form{Kind: Number}, Contained},
		{"46°30' N", "46°48' N", Form{Kind: Number}, Different},
		{"7° 57' O", "7° 57' W", Form{Kind: Number}, Equal}, // ouest
		{"7° 57' O", "7° 57' E", Form{Kind: Number}, Equal}, // Ost
		{"Mon-Sun 10 am - 6 pm", "daily 10:00-18:00", Form{}, Equal},
		{"Monday to Friday 10:00-18:00", "Mo–Fr 10–18 Uhr", Form{}, Equal},
		{"Monday to Friday 10:00-18:00", "Mon-Fri 10:00-18:00, Sat 10:00-16:00", Form{}, Related},
		{"Monday to Friday 10:00-18:00", "Monday to Friday 10:00-17:00", Form{}, Different},
		{"Monday 10:00-18:00", "Monday to Friday 10:00-18:00", Form{}, Different},
		{"10:00-18:00", "Monday to Friday 10:00-18:00", Form{}, Related}, // of a day, say
		{"10:00-18:00", "10am - 6pm", Form{Kind: Number}, Equal},
		{"10:00-18:00", "10:00-17:00", Form{Kind: Number}, Different},
		{"Marquis Daniels", "Marquis Danjels", Form{}, Detail},
		{"The Hobbit", "The Silmarillion", Form{}, Different},
		{"Dune", "Dune Messiah", Form{}, Contained},
		{"Dune", "Dune: a very long and winding story told again", Form{}, Different}, // 9 words to 1
		{"J. Doe", "John Doe", Form{}, Initials},
		{"Doe, J. R.", "John Ruben Doe", Form{}, Initials},
		{"Doe, J.", "John Ruben Doe", Form{}, Initials},
		{"Doe, J. J.", "John Doe", Form{}, Initials},
		{"Doe, J. R.", "John Doe", Form{}, Related},
		{"Doe, R.", "John Doe", Form{}, Different},
		{"J. D.", "John Doe", Form{}, Related},
		{"Д. И.", "Д. Иванов", Form{}, Related},
		{"Д. Иванов", "Дмитрий Иванов", Form{}, Initials},
		{"Terry Goodkind Tor", "Terry Goodkind Ace", Form{}, Related},
		{"Volume 12", "Volume 13", Form{}, Different},
	} {
		texts := append([]string{test.a, test.b}, common...)
		l, v := read([]Form{test.form}, texts...)
		if got := l.Compare(v[0], v[1]); got != test.want {
			t.Errorf("%q, %q: %v, want %v", test.a, test.b, got, test.want)
		}
		if got := l.Compare(v[1], v[0]); got != test.want {
			t.Errorf("%q, %q: %v, want %v", test.b, test.a, got, test.want)
		}
	}
}

// A number is contained in several numbers if nearly all values of the column have the others.
func TestContainedNumber(t *testing.T) {
	t.Parallel()
	form := []Form{{Kind: Number}}
	l, v := read(form, "-40...85 °C", "85 °C", "-40...105 °C", "-40...125 °C", "-40...70 °C", "-40...90 °C", "-40...150 °C", "-40...60 °C")
	for _, test := range []struct {
		a, b int
		want Level
	}{{0, 1, Contained}, {1, 2, Different}} {
		if got, back := l.Compare(v[test.a], v[test.b]), l.Compare(v[test.b], v[test.a]); got != test.want || back != got {
			t.Errorf("%q and %q: %v and back %v, want %v", v[test.a].Text, v[test.b].Text, got, back, test.want)
		}
	}
}

// Value tokens do not depend on the order of words, nor on how codes are separated.
func TestWhole(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		a, b string
		want bool
	}{
		{"Larsson, Stieg", "Stieg Larsson", true}, {"2010 Acura RL", "Acura RL (2010)", true},
		{"KX 32L124ZG", "KX32L124-ZG", true}, {"BGA-144", "BGA144", true}, {"DÉCIMA 2", "Décima2", true},
		{"KX 32L124ZG", "KX 32L125ZG", false}, {"1.5", "5.1", false}, {"Volume 12", "Volume 1 2", false},
	} {
		_, v := read([]Form{{}}, test.a, test.b)
		if got := v[0].Whole == v[1].Whole; got != test.want {
			t.Errorf("%q is %q: %v", test.a, test.b, got)
		}
	}
}

// Which day 03/04/2003 is depends on the column.
func TestDayFirst(t *testing.T) {
	t.Parallel()
	l, v := read([]Form{{Kind: Date, DayFirst: true}, {Kind: Date}, {Kind: Date}, {Kind: Date}}, "03/04/2003", "April 3, 2003", "03/04/2003", "March 4, 2003")
	for _, test := range []struct {
		a, b int
		want Level
	}{{0, 1, Equal}, {2, 3, Equal}, {0, 3, Related}, {0, 2, Related}} {
		if got := l.Compare(v[test.a], v[test.b]); got != test.want {
			t.Errorf("%q and %q: %v, want %v", v[test.a].Text, v[test.b].Text, got, test.want)
		}
	}
}

// Durations are equal but for a detail if one is the other without its seconds, cut off or rounded; and the
// precision of each.
func TestMinutes(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		a, b       string
		minutes    bool // of the first one
		want       Level
		saysA, say int
	}{
		{"51:27", "51 min 27 sec", true, Equal, 3, 3},
		{`46'03"`, "46:03", true, Equal, 3, 2},
		{`46'03"`, "46 min", true, Detail, 3, 2},
		{"15:55", "15 min", true, Detail, 3, 2},
		{"15:55", "16 min", true, Detail, 3, 2},
		{"15:55", "14 min", true, Different, 3, 2},
		{"3:55", "3 min", true, Different, 3, 2}, // a fourth of it is no detail
		{"2:06", "126 min", false, Equal, 2, 2},
		{"2 h", "PT2H6M", false, Related, 1, 2},
	} {
		l, v := read([]Form{{Kind: Number, Minutes: test.minutes}, {Kind: Number}}, test.a, test.b)
		if got := l.Compare(v[0], v[1]); got != test.want {
			t.Errorf("%q and %q: %v, want %v", test.a, test.b, got, test.want)
		}
		if x, y := v[0].Precision(), v[1].Precision(); x != test.saysA || y != test.say {
			t.Errorf("%q and %q say %d and %d, want %d and %d", test.a, test.b, x, y, test.saysA, test.say)
		}
	}
}

func TestSets(t *testing.T) {
	t.Parallel()
	l, v := read([]Form{{}}, "Drama", "Comedy", "Western", "drama", "comedy")
	for _, test := range []struct {
		a, b []*Value
		want Level
		ok   bool
	}{
		{v[:1], v[3:4], Equal, true},
		{v[:2], v[3:5], Equal, true},
		{v[:2], v[3:4], Detail, true},
		{v[:1], v[2:3], Different, true},
		{nil, v[:1], Different, false},
	} {
		if got, ok := l.Sets(test.a, test.b); got != test.want || ok != test.ok {
			t.Errorf("%v, %v: %v %v, want %v %v", test.a, test.b, got, ok, test.want, test.ok)
		}
	}
}

// A text without words has no Value, and a long one costs no more than a short one.
func TestBounds(t *testing.T) {
	t.Parallel()
	l := NewLexicon()
	if v := l.Value(" - ", Form{}); v != nil {
		t.Errorf("of no words: %v", v)
	}
	var b strings.Builder
	for i := range 1 << 20 {
		fmt.Fprint(&b, i, " ")
	}
	v := l.Value(b.String(), Form{})
	if len(v.Text) > 1<<10 || len(v.Words) > 64 || len(v.Pairs) > 16 {
		t.Errorf("%d bytes, %d words and %d pairs of a long text", len(v.Text), len(v.Words), len(v.Pairs))
	}
	var many []*Value
	for i := range 100 {
		many = append(many, l.Value(fmt.Sprint("value ", i, "x", i), Form{}))
	}
	l.Weigh(100)
	if got, ok := l.Sets(many, many[90:91]); !ok || got >= Detail {
		t.Errorf("%v: of a set more values are compared than a set has", got)
	}
}

func FuzzCompare(f *testing.F) {
	for _, s := range []string{"Stieg Larsson", "6'9\"", "03/04/2003", "978-0307269997", "١٢٣", "\xff", "J. R. R.", "1e999", "1e308 lb"} {
		f.Add(s, "John 12", uint8(0))
		f.Add("1e308", s, uint8(3))
	}
	f.Fuzz(func(t *testing.T, a, b string, kind uint8) {
		form := Form{Kind: Kind(kind % 4), DayFirst: kind > 127}
		l, v := read([]Form{form}, a, b, "third")
		if v[0] == nil || v[1] == nil {
			return
		}
		if x, y := l.Compare(v[0], v[1]), l.Compare(v[1], v[0]); x != y || x > Equal {
			t.Errorf("%q, %q: %v there and %v back", a, b, x, y)
		}
		if x := l.Compare(v[0], v[0]); x != Equal {
			t.Errorf("%q is %v to itself", a, x)
		}
		copied := *v[0]
		if x := l.Compare(v[0], &copied); x != Equal {
			t.Errorf("%q is %v to its copy", a, x)
		}
	})
}

func TestOneEdit(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		a, b string
		want bool
	}{
		{"larsson", "larson", true}, {"larson", "larsson", true}, {"stieg", "steig", true}, {"stieg", "stief", true}, {"stieg", "stiegs", true},
		{"stieg", "sties", true}, {"stieg", "sttiegs", false}, {"stieg", "geist", false}, {"húrin", "hurin", true}, {"hürin", "húrin", true},
		{"дом", "том", true}, {"дом", "тома", false}, {"", "a", true}, {"", "ab", false}, {"abcd", "badc", false},
	} {
		if got, back := oneEdit(test.a, test.b), oneEdit(test.b, test.a); got != test.want || back != test.want {
			t.Errorf("%q, %q: %v and back %v, want %v", test.a, test.b, got, back, test.want)
		}
	}
}

// A unit behind the last of several numbers belongs to all of them, and a duration is as precise as its
// smallest unit.
func TestSpans(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		a, b string
		want Level
	}{
		{"1337 x 224 x 125 mm", "133.7 × 22.4 × 12.5 cm", Equal},
		{"1337 x 224 x 125 mm", "52.6 × 8.8 × 4.9 in", Detail},
		{"106,7 x 157,9 cm", "106.7 × 157.9 cm", Equal},
		{"10–20 cm", "10–20 in", Related}, // the same numbers of other units
		{"16 to 20 weeks", "112–140 days", Equal},
		{"10–14 years", "10-14 yrs", Equal},
		{"10–14 years", "12–15 years", Different}, // half a year is no half of all years
		{"45–60 min", "0.75–1 h", Equal},
		{"55-59 cm (22-23 in)", "22–23 inches", Detail},
		{"55-59 cm (22-23 in)", "55–59 cm", Equal},
		{"5th", "5", Equal},
		{"5th", "16th", Different},
		{"3rd Infantry", "3rd Street", Different},
		{"min. 90 days", "3 months", Detail},
		{"2 years", "24 months", Equal},
		{"12 weeks", "3 months", Related},
		{"252 days, 6 hours", "252d 06h 15min", Detail},
		{"252 days", "6,054 h", Detail},
		{"252 days, 6 hours", "253 days, 8 hours", Contained}, // within 3 %, but not as they are rounded
		{"2 h 6 min", "2 h 10 min", Related},
		{"10–20 cm", "0.3–0.4 m", Different},
		{"10 x 20 cm", "10 x 30 cm", Related},
		{"10 x 20 cm", "25.4 x 50.8 x 9 cm", Different},
		{"10 x 20 in", "25.4 x 50.8 x 9 cm", Different}, // a third dimension
		{"10 x 20 in (25 x 51 cm)", "25.4 x 50.8 cm", Equal},
		{"3 - 5 kg (6.6 - 11 lb)", "6.6-11 lb", Detail},
		{"3 - 5 kg (6.6 - 11 lb)", "6.6-15 lb", Different}, // though they begin with one weight
		{"65.9 m (216 ft)", "216 ft", Equal},
		{"6.22(2)", "6.2", Detail},
		{"10–20cm", "10–20 cm", Equal},
		{"½–¾ h", "1–2 h", Different},
		{"0–2 km", "0–2000 m", Equal},
		{"0–2 km", "0–3000 m", Related},
		{"0–2 km", "0–2.3 mi", Related},
		{"0–2 millennia", "0–3 millennia", Related},
		{"0–2 h", "0–120 min", Equal},
		{"0 x 20 cm", "0 x 200 mm", Equal},
		{"171 days", "171d 17h 15min", Detail}, // cut off
		{"172 days", "171d 17h 15min", Detail}, // rounded
		{"170 days", "171d 17h 15min", Contained},
		{"-6.28", "-6.2", Detail},                 // cut off, towards 0
		{"-6.12", "-6.2", Contained},              // neither
		{"-6.16", "-6.2", Detail},                 // rounded
		{"13,350 ft (4,050 m)", "4,050 m", Equal}, // which it says, too
		{"13,350 ft / 4,050 m", "4,050 m", Equal},
		{"13,350 ft (4,050 m)", "4,040 m", Contained},
		{"3933 kJ / 940 kcal", "940 kcal", Equal},
		{"3933 kJ / 940 kcal", "940", Equal},
		{"3933 kJ / 940 kcal", "3933", Equal},
		{"3933 kJ / 940 kcal", "840", Different},
		{"24.5 kg", "24.6 kg", Contained}, // of as many digits, each is as exact
	} {
		form := Form{Kind: Number}
		l, v := read([]Form{form, form}, test.a, test.b)
		if got := l.Compare(v[0], v[1]); got != test.want {
			t.Errorf("%q and %q are %s, want %s", test.a, test.b, got, test.want)
		}
	}
}

// One number is a part of several, whether or not their unit makes them one size, but not of itself in two
// units.
func TestPart(t *testing.T) {
	t.Parallel()
	l := NewLexicon()
	for text, want := range map[string]bool{"10 x 20 cm": true, "10(W) x 20(H)": true, "10 cm (3.9 in)": false, "10 cm": false} {
		several, one := l.Value(text, Form{Kind: Number}), l.Value("10 cm", Form{Kind: Number})
		if Part([]*Value{several}, []*Value{one}) != want {
			t.Errorf("10 cm is a part of %q: want %t", text, want)
		}
	}
}
