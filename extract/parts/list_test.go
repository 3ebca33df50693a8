package parts

import (
	"slices"
	"strings"
	"testing"
)

// TestLists checks which word or mark makes lists of texts, and what is in the first of them.
func TestLists(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		want    List
		texts   []string
		members []string
	}{
		{"colours", List{Word: "and"}, []string{"blue, red and silver", "red and gold", "black", "gold and blue", "silver, black and red", "black and silver"}, []string{"blue", "red", "silver"}},
		{"two at most", List{Word: "und"}, []string{"Optik und Statik", "Statik und Botanik", "Botanik", "Optik", "Botanik und Optik", "Zoologie und Statik", "Statik und Optik"}, []string{"Optik", "Statik"}},
		{"the word between all", List{Word: "and"}, []string{"Steel and Iron and Oak", "Oak", "Iron and Oak", "Steel and Oak", "Oak and Stone and Steel", "Stone and Iron"}, []string{"Steel", "Iron", "Oak"}},
		{"titles with the word", List{}, []string{"Sense and Sound", "War and Peace and Rain", "Pride and Ruin", "Crime and Wine", "Bread and Salt and Stone", "Fathers and Sons"}, []string{"Sense and Sound"}},
		{"a comma before it", List{Word: "and"}, []string{"Ann, Bob, and Cy", "Dan and Eve", "Flo, Gus, and Hal", "Ida and Jon", "Kay, Lee, and Mo", "Ned and Oz", "Pam and Quin", "Ray, Sue, and Tom", "Una and Vic", "Wes, Xen, and Yan"}, []string{"Ann", "Bob", "Cy"}},
		{"names that come once, all two", List{}, []string{"Ann and Bob", "Cy and Dan", "Eve and Flo", "Gus and Hal", "Ida and Jon", "Kay and Lee"}, []string{"Ann and Bob"}},
		{"a preposition", List{}, []string{"University of Padua", "University of Leyden", "College of Paris", "University of Turin", "College of Oslo", "Academy of Lima"}, []string{"University of Padua"}},
		{"an apposition", List{}, []string{"Lyon, the son of a baker", "Paris, the son of a smith", "Brest, the son of a cook", "Metz, the son of a monk", "Nice, the son of a clerk"}, []string{"Lyon, the son of a baker"}},
		{"numbers", List{Word: "and"}, []string{"1,200 and 3", "3 and 40", "40 and 1,200", "7 and 40", "3 and 7"}, []string{"1,200", "3"}},
		{"few", List{}, []string{"red and gold", "gold and red"}, []string{"red and gold"}},
		{"colours by commas", List{Mark: ","}, []string{"red, gold", "gold, silver, red", "silver", "black, gold", "red, black", "black", "gold, red"}, []string{"red", "gold"}},
		{"names that come once, by strokes", List{Mark: "/"}, []string{"Ann Ash / Bob Birch", "Cy Cole", "Dan Dorn / Eve Elm / Flo Fir", "Gus Gray / Hal Hill", "Ida Ives", "Jon Jay / Kay King", "Lee Low / Mo Moor / Ned Nash", "Oz Orr"}, []string{"Ann Ash", "Bob Birch"}},
		{"surname first", List{Mark: ";"}, []string{"Ash, Ann; Birch, Bob", "Cole, Cy", "Dorn, Dan; Elm, Eve; Fir, Flo", "Gray, Gus; Hill, Hal", "Ives, Ida", "Jay, Jon; King, Kay", "Low, Lee; Moor, Mo; Nash, Ned"}, []string{"Ash, Ann", "Birch, Bob"}},
		{"in brackets", List{Mark: ","}, []string{"salt, butter (soft, cold)", "flour, salt", "butter", "salt", "flour, butter, salt", "butter, flour", "salt, flour", "salt, butter", "flour, butter"}, []string{"salt", "butter (soft, cold)"}},
		{"of places and countries", List{}, []string{"Lyon, Rhône, France", "Metz, France", "Graz, Styria, Austria", "Linz, Austria", "Bern", "Bari, Apulia, Italy", "Pisa, Italy"}, []string{"Lyon, Rhône, France"}},
		{"as many in all", List{}, []string{"Ash, Ann", "Cole, Cy", "Dorn, Dan", "Gray, Gus", "Ives, Ida", "Jay, Jon"}, []string{"Ash, Ann"}},
		{"titles", List{}, []string{"Salt, Fire and the Long Way Home", "The Quiet House by the River", "Bread, Wine, Stone", "A Short History of Nearly All Bridges", "Wolves, Bears, Boys", "The Last Lighthouse Keeper of Orkney", "Rain, Rain, Snow", "Fire, Then Ice"}, []string{"Salt, Fire and the Long Way Home"}},
		{"of streets that a floor may stand before", List{}, []string{"2 floor, High Street, Lyon", "Mill Lane, Metz", "3 floor, Mill Lane, Lyon", "High Street, Metz", "High Street, Pau", "2 floor, Mill Lane, Pau"}, []string{"2 floor, High Street, Lyon"}},
		{"of different things", List{}, []string{"1990 · Oslo · easy", "Oslo · easy", "1991 · easy", "1992 · Bergen", "1993 · Oslo · hard", "Oslo · hard"}, []string{"1990 · Oslo · easy"}},
		{"sentences", List{}, []string{"It has red, gold and blue. It is old.", "It has gold and red. It is new.", "It has blue and red. It is old.", "It has red and gold. It is old.", "It has black, red and gold. It is new."}, []string{"It has red, gold and blue. It is old."}},
		{"by semicolons, few", List{Mark: ";"}, []string{"Moss, 1901-1909; Hay, 1909-1920", "Rye, 1888-1890", "Ash, 1870-1871; Elm, 1871-1880; Oak, 1880-1881"}, []string{"Moss, 1901-1909", "Hay, 1909-1920"}},
		{"songs by semicolons", List{Mark: ";"}, []string{"Rain; Salt, Pt. 2; Oslo, 4 A.M.; Home", "No. 7; Stay, Pt. 1. Live; Tea", "Night, Pt. 3; Fog; No. 2; No. 9", "Mist; Hail, Pt. 1; Dusk. A Song"}, []string{"Rain", "Salt, Pt. 2", "Oslo, 4 A.M.", "Home"}},
		{"places by strokes", List{Mark: "/"}, []string{"Long Hall, Graz / a barn in Styria", "Mill, Linz", "Long Hall, Graz", "Barge, Wels / Mill, Linz", "a barn in Styria"}, []string{"Long Hall, Graz", "a barn in Styria"}},
		{"few colours that change places", List{Mark: ","}, []string{"red", "grey, blue", "blue, dark-red", "blue", "dark-red, grey, red"}, []string{"red"}},
		{"in order of the alphabet", List{Mark: ","}, []string{"Comedy, Drama", "Comedy, Crime, Drama", "Action, Horror", "Drama", "Drama, Thriller", "Action, Crime, Drama, Thriller", "Horror, Thriller", "Comedy"}, []string{"Comedy", "Drama"}},
		{"hyphens and &", List{Mark: ","}, []string{"Folk", "Techno, Hard bop, R&B", "Singer-songwriter, Gospel", "Art rock, Post-punk", "Drum & bass", "Dub, Alt-country, Ska", "Soul", "Jazz, Funk"}, []string{"Folk"}},
		{"clauses", List{}, []string{"Reads a line; keeps its end.", "Sorts rows; equal ones stay.", "Adds two numbers.", "Opens a file; makes it; fails if it is open."}, []string{"Reads a line; keeps its end."}},
		{"authors with initials", List{Mark: ";"}, []string{"Moss, A.; Hay, B.", "Rye, C.", "Ash, D.; Elm, E.; Oak, F."}, []string{"Moss, A.", "Hay, B."}},
		{"a code behind each name", List{}, []string{"missing-keyword / E1125", "old-import", "too-many-lines / R0914", "bad-name / C0103"}, []string{"missing-keyword / E1125"}},
		{"two that look so by chance", List{Mark: ";"}, []string{"12-19; 44", "101-119", "7", "88-90; 92", "5-9"}, []string{"12-19", "44"}},
		{"points behind results", List{}, []string{"Win; 3 points", "Loss", "Draw; 1 point", "Forfeit; 0 points"}, []string{"Win; 3 points"}},
		{"none", List{}, nil, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := ListOf(c.texts)
			if got != c.want {
				t.Errorf("%+v, want %+v", got, c.want)
			}
			if len(c.texts) == 0 {
				return
			}
			var members []string
			for _, s := range got.Members(c.texts[0]) {
				members = append(members, c.texts[0][s.At:s.End])
			}
			if !slices.Equal(members, c.members) {
				t.Errorf("members %q, want %q", members, c.members)
			}
		})
	}
}

func TestWithUnit(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"1901 in the city": "1901", "12 kg and": "12 kg", "240 beds and": "240", "Ada kg and": "Ada", "0.68 W/kg and": "0.68 W/kg", "8.8/10 of all": "8.8/10", "9. It": "9", "7-inch wide": "7-inch", "3 / 4 of": "3"} {
		tokens := tokensOf(text)
		if end := withUnit(text, tokens[0], wordsOf(text, tokens[1:]), false); text[:end] != want {
			t.Errorf("%s: %q, want %q", text, text[:end], want)
		}
	}
}

func FuzzMembers(f *testing.F) {
	f.Add("blue, red and silver", "and", "")
	f.Add("and, (and, a", "", ",")
	f.Fuzz(func(t *testing.T, text, word, mark string) {
		at := 0
		for _, s := range (List{Mark: mark, Word: word}).Members(text) {
			if s.At < at || s.End <= s.At || strings.TrimSpace(text[s.At:s.End]) == "" {
				t.Fatalf("%q, %q, %q: %v after %d", text, word, mark, s, at)
			}
			at = s.End
		}
	})
}
