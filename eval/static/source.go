package static

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/PuerkitoBio/goquery"
)

// source is a type with the records that its pages were made from.
type source struct {
	name, root string
	// open reads the records in a site's folder, and finds that of a page by the
	// page's file; no fields if there is none.
	open func(root string) (func(file string, body []byte) ([]field, error), error)
}

// sources were chosen, and their attributes, before any extraction was looked at:
// those fields of the data that are a value and no number of a list, and of many
// like numbers one or two.
func sources() []source {
	return []source{
		{"cricket-teams", "site_cricketstats", cricketTeams},
		{"cricket-players", "site_cricketstats", cricketPlayers},
		{"playersb-players", "site_playersb", footballers},
		{"pokechan-pokemon", "site_pokechan", pokemons},
		{"pokechan-ability", "site_pokechan", abilities},
		{"copenlu-publications", "site_copenlu", publications},
		{"reiskoch-recipes", "site_reiskoch", recipes},
	}
}

// load reads a file of JSON.
func load[T any](parts ...string) (v T, err error) {
	name := filepath.Join(parts...)
	text, err := os.ReadFile(name)
	if err != nil {
		return v, err
	}
	if err := json.Unmarshal(text, &v); err != nil {
		return v, fmt.Errorf("%s: %w", name, err)
	}
	return v, nil
}

// one is a field of a single value in some forms, none if the first is empty.
func one(name string, forms ...string) field {
	if forms[0] == "" {
		return field{name: name}
	}
	return field{name: name, values: [][]string{forms}}
}

// several is a field of a list of values, without the empty ones.
func several(name string, values ...string) field {
	f := field{name: name}
	for _, v := range values {
		if v != "" {
			f.values = append(f.values, []string{v})
		}
	}
	return f
}

// count gives the forms of a whole number: as it is, and in groups of three
// digits.
func count(n int) []string {
	plain := strconv.Itoa(n)
	grouped := plain
	for i := len(plain) - 3; i > 0; i -= 3 {
		grouped = grouped[:i] + "," + grouped[i:]
	}
	if grouped == plain {
		return []string{plain}
	}
	return []string{plain, grouped}
}

// decimal gives a number without zeros at its end.
func decimal(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// keyed finds records by the last folder, or the file name without extension.
func keyed[T any](records map[string]T, fields func(T) []field) func(string, []byte) ([]field, error) {
	return func(file string, _ []byte) ([]field, error) {
		key := strings.TrimSuffix(path.Base(file), ".html")
		if key == "index" {
			key = path.Base(path.Dir(file))
		}
		r, ok := records[key]
		if !ok {
			return nil, nil
		}
		return fields(r), nil
	}
}

// notLetters are what is no part of a name in a URL.
var notLetters = regexp.MustCompile(`[^a-z0-9]+`)

func cricketTeams(root string) (func(string, []byte) ([]field, error), error) {
	type team struct {
		Name    string
		Formats map[string]struct{ Lost int }
		Played  int     `json:"total_played"`
		Won     int     `json:"total_won"`
		Share   float64 `json:"win_pct"`
	}
	all, err := load[map[string]team](root, "data", "processed", "teams.json")
	if err != nil {
		return nil, err
	}
	byKey := map[string]team{}
	for name, t := range all {
		byKey[strings.Trim(notLetters.ReplaceAllString(strings.ToLower(name), "-"), "-")] = t
	}
	return keyed(byKey, func(t team) []field {
		percent := strconv.FormatFloat(t.Share, 'f', 1, 64)
		lost := field{name: "lost, by format"}
		for _, f := range slices.Sorted(maps.Keys(t.Formats)) {
			lost.values = append(lost.values, count(t.Formats[f].Lost))
		}
		return []field{one("name", t.Name), one("played", count(t.Played)...), one("won", count(t.Won)...), one("won, percent", percent+"%", percent), lost}
	}), nil
}

// indexed is how many teams of a player the index has at most.
const indexed = 3

func cricketPlayers(root string) (func(string, []byte) ([]field, error), error) {
	type player struct {
		ID, Name string
		Teams    []string
		Runs, M  int
		Wickets  int `json:"wkts"`
	}
	all, err := load[[]player](root, "data", "processed", "players_index.json")
	if err != nil {
		return nil, err
	}
	byKey := map[string]player{}
	for _, p := range all {
		byKey[p.ID] = p
	}
	return keyed(byKey, func(p player) []field {
		teams := several("teams", p.Teams...)
		teams.cut = len(p.Teams) == indexed
		return []field{one("name", p.Name), teams, one("runs", count(p.Runs)...), one("wickets", count(p.Wickets)...), one("matches", count(p.M)...)}
	}), nil
}

func footballers(root string) (func(string, []byte) ([]field, error), error) {
	type player struct {
		ID, Name, Position, Team string
		Minutes, Goals           int
	}
	all, err := load[struct{ Players []player }](root, "data", "players.json")
	if err != nil {
		return nil, err
	}
	byKey := map[string]player{}
	for _, p := range all.Players {
		byKey[p.ID] = p
	}
	return keyed(byKey, func(p player) []field {
		return []field{one("name", p.Name), one("position", p.Position), one("team", p.Team), one("minutes", count(p.Minutes)...), one("goals", count(p.Goals)...)}
	}), nil
}

// pokemon is an entry of the data of its site.
type pokemon struct {
	Slug          string
	No, HP        int
	Name          string `json:"display_name"`
	Type1, Type2  string
	Ab1, Ab2, Ab3 string
	Weight        float64 `json:"weight_kg"`
	Champions     bool    // it is one of those that the site has pages of
}

func pokemons(root string) (func(string, []byte) ([]field, error), error) {
	all, err := load[struct{ Items []pokemon }](root, "master", "pokemon.json")
	if err != nil {
		return nil, err
	}
	byKey := map[string]pokemon{}
	for _, p := range all.Items {
		byKey[p.Slug] = p
	}
	return keyed(byKey, func(p pokemon) []field {
		weight := field{name: "weight"}
		if p.Weight > 0 {
			weight = one("weight", decimal(p.Weight)+"kg", decimal(p.Weight))
		}
		number := fmt.Sprintf("%03d", p.No)
		return []field{one("name", p.Name), one("number", number, "No."+number), several("types", p.Type1, p.Type2), one("hit points", count(p.HP)...), weight}
	}), nil
}

func abilities(root string) (func(string, []byte) ([]field, error), error) {
	type ability struct {
		Name  string
		Count int `json:"champions_pokemon_count"`
	}
	all, err := load[struct{ Items []ability }](root, "master", "abilities.json")
	if err != nil {
		return nil, err
	}
	owners, err := load[struct{ Items []pokemon }](root, "master", "pokemon.json")
	if err != nil {
		return nil, err
	}
	have := map[string][]string{}
	for _, p := range owners.Items {
		for _, a := range []string{p.Ab1, p.Ab2, p.Ab3} {
			if p.Champions && a != "" {
				have[a] = append(have[a], p.Name)
			}
		}
	}
	byKey := map[string]ability{}
	for _, a := range all.Items {
		byKey[a.Name] = a
	}
	return keyed(byKey, func(a ability) []field {
		return []field{one("name", a.Name), one("owners, how many", count(a.Count)...), several("owners", have[a.Name]...)}
	}), nil
}

// publications have a reference in BibTeX beside them.
func publications(root string) (func(string, []byte) ([]field, error), error) {
	return func(file string, _ []byte) ([]field, error) {
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(path.Dir(file)), "cite.bib"))
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		bib := bibtex(string(text))
		var authors []string
		for _, a := range strings.Split(bib["author"], " and ") {
			if last, first, ok := strings.Cut(a, ","); ok {
				a = strings.TrimSpace(first) + " " + last
			}
			authors = append(authors, a)
		}
		return []field{one("title", bib["title"]), several("authors", authors...), one("date", dates(bib["year"])...), one("book", bib["booktitle"]), one("publisher", bib["publisher"])}, nil
	}, nil
}

// dates gives the forms of a day or a month of a year, as a reference often has no
// more than the year.
func dates(year string) []string {
	if year == "" {
		return []string{""}
	}
	var out []string
	for m := time.January; m <= time.December; m++ {
		out = append(out, fmt.Sprintf("%s %s", m, year), fmt.Sprintf("%s, %s", m, year))
		for d := 1; d <= 31; d++ {
			out = append(out, fmt.Sprintf("%d %s %s", d, m, year))
		}
	}
	return out
}

// assigned begins a field of a reference.
var assigned = regexp.MustCompile(`(?m)^\s*(\w+)\s*=\s*`)

// bibtex reads the fields of the first reference, by name in small letters, white
// space folded, without braces.
func bibtex(text string) map[string]string {
	out := map[string]string{}
	for _, at := range assigned.FindAllStringSubmatchIndex(text, -1) {
		name := strings.ToLower(text[at[2]:at[3]])
		if _, ok := out[name]; !ok {
			out[name] = fold(strings.NewReplacer("{", "", "}", "").Replace(value(text[at[1]:])))
		}
	}
	return out
}

// value is what a field's text begins with: in quotation marks, in braces, or a
// word.
func value(text string) string {
	end := byte(0)
	if text != "" && text[0] == '"' {
		end, text = '"', text[1:]
	}
	depth := 0
	for i := range len(text) {
		switch c := text[i]; {
		case depth == 0 && (c == end || end == 0 && (c == ',' || c == '}' || c == '\n')):
			return text[:i]
		case c == '{':
			depth++
		case c == '}':
			depth--
		}
	}
	return text
}

// recipes have their records in their pages, for machines.
func recipes(string) (func(string, []byte) ([]field, error), error) {
	return func(_ string, body []byte) ([]field, error) {
		doc, err := goquery.NewDocumentFromReader(bytes.NewReader(body))
		if err != nil {
			return nil, err
		}
		var out []field
		doc.Find(`script[type="application/ld+json"]`).EachWithBreak(func(_ int, s *goquery.Selection) bool {
			var r struct {
				Type                           string `json:"@type"`
				Name, Description, RecipeYield string
				RecipeIngredient, Keywords     []string
			}
			if err = json.Unmarshal([]byte(s.Text()), &r); err != nil || r.Type != "Recipe" {
				return err == nil
			}
			ingredients := field{name: "ingredients"}
			for _, i := range r.RecipeIngredient {
				if !strings.HasPrefix(i, "#") { // a heading of the source
					ingredients.values = append(ingredients.values, []string{i})
				}
			}
			keywords := field{name: "keywords"}
			for _, k := range r.Keywords {
				keywords.values = append(keywords.values, []string{strings.ReplaceAll(k, "-", " "), k})
			}
			out = []field{one("name", r.Name), one("description", r.Description), one("yield", r.RecipeYield, "Ingredients "+r.RecipeYield), ingredients, keywords}
			return false
		})
		return out, err
	}, nil
}
