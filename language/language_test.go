package language

import (
	"slices"
	"strings"
	"testing"
)

// texts have a sentence or two in each of the fifteen languages that most of the web is
// in, and some others.
var texts = map[string]string{
	"en": "the house stands on a hill and the people who live in it have a view of the sea",
	"es": "la casa está en una colina y la gente que vive en ella tiene una vista del mar",
	"de": "das haus steht auf einem hügel und die leute die darin wohnen haben einen blick auf das meer",
	"ja": "その 家 は 丘 の 上 に あって 住む 人 は 海 を 眺める",
	"fr": "la maison est sur une colline et les gens qui y vivent ont une vue sur la mer",
	"pt": "a casa fica em uma colina e as pessoas que vivem nela têm uma vista para o mar",
	"ru": "дом стоит на холме и люди которые в нём живут видят море но он был уже не так молод чтобы она сказала ему об этом",
	"it": "la casa si trova su una collina e le persone che ci vivono hanno una vista sul mare",
	"nl": "het huis staat op een heuvel en de mensen die er wonen hebben een uitzicht op de zee",
	"pl": "dom stoi na wzgórzu a ludzie którzy w nim mieszkają mają widok na morze i nie chcą się przenieść",
	"tr": "ev bir tepenin üzerinde duruyor ve içinde yaşayan insanlar için çok güzel bir deniz manzarası var",
	"fa": "خانه بر روی تپه ای است و مردمی که در آن زندگی می کنند به دریا نگاه می کنند",
	"zh": "房子 在 山上 住 在 里面 的 人 可以 看到 大海",
	"id": "rumah itu berada di atas bukit dan orang yang tinggal di dalamnya dapat melihat laut dari sana",
	"ar": "البيت على تل و الناس الذين يعيشون فيه لهم منظر على البحر من كل نافذة في هذا البيت",
	"sv": "huset står på en kulle och de människor som bor i det har utsikt över havet",
	"ko": "집 은 언덕 위 에 있다",
	"el": "το σπίτι βρίσκεται σε έναν λόφο",
}

// The language of a text is told without a declaration, held where it is declared, and a
// declaration that the text contradicts is not believed.
func TestOf(t *testing.T) {
	t.Parallel()
	told := func(text string, declared ...string) string {
		return Of(declared, slices.Values([][]string{strings.Fields(text)})).Code()
	}
	for want, text := range texts {
		if got := told(text); got != want {
			t.Errorf("%s is told as %q", want, got)
		}
		if got := told(text, want+"-XX"); got != want {
			t.Errorf("%s that is declared is told as %q", want, got)
		}
	}
	for _, c := range []struct {
		what, text string
		declared   []string
		want       string
	}{
		{"a template's default", texts["de"], []string{"en", "en"}, "de"},
		{"another script", texts["ja"], []string{"en"}, "ja"},
		{"most pages", "isbn 1998 emma", []string{"de", "", "fr", "de"}, "de"},
		{"names alone", "isbn 1998 emma", nil, ""},
		{"a language without a list", "ngôi nhà nằm trên đồi và những người sống trong đó", []string{"vi"}, "vi"},
		{"of one script", "घर एक पहाड़ी पर है", []string{"mr"}, "mr"},
		{"Catalan, near Spanish", "la casa es troba en un turó i la gent que hi viu té una vista del mar y no vol marxar de la casa en que ha viscut", []string{"ca"}, "ca"},
		{"Slovak, near Czech", "dom stojí na kopci a ľudia ktorí v ňom žijú majú výhľad na more ale už sa im to nezdá tak krásne ako kedysi", []string{"sk"}, "sk"},
		{"Ukrainian, near Russian", "дім стоїть на пагорбі а люди які в ньому живуть бачать море але він не був там так довго як вона", []string{"uk"}, "uk"},
		{"no list, another script", texts["en"], []string{"ka"}, "en"},
		{"kanji alone", "夏目漱石 羅生門 出版社 価格 著者", []string{"ja"}, "ja"},
		{"traditional characters", "紅樓夢 作者 出版社 價格", []string{"zh-TW"}, "zh"},
		{"Cantonese", "紅樓夢 作者 出版社 價格", []string{"yue"}, "yue"},
		{"kana on a page that declares Chinese", texts["ja"], []string{"zh"}, "ja"},
		{"Chinese on a page that declares Korean", texts["zh"], []string{"ko"}, "zh"},
		{"letters among figures", "1998 2003 2010 집 은 12345 67890", nil, "ko"},
		{"nonsense", texts["en"], []string{"<script>", "x-klingon"}, "en"},
		{"nothing", "", nil, ""},
	} {
		if got := told(c.text, c.declared...); got != c.want {
			t.Errorf("%s: told as %q, want %q", c.what, got, c.want)
		}
	}
}

// Forms of a word have one stem, where there is a stemmer.
func TestStem(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ tag, a, b string }{
		{"en", "authors", "author"}, {"de-AT", "bücher", "buch"}, {"ru", "книги", "книга"}, {"fr", "livres", "livre"}, {"es", "libros", "libro"},
		{"it", "libri", "libro"}, {"pt-BR", "livros", "livro"}, {"nl", "boeken", "boek"}, {"tr", "kitaplar", "kitap"}, {"pl", "książki", "książka"},
		{"sv", "böckerna", "böcker"}, {"nb-NO", "bøker", "bøkene"},
	} {
		if l := Named(c.tag); l.Stem(c.a) != l.Stem(c.b) {
			t.Errorf("%s: %s has the stem %q, %s has %q", c.tag, c.a, l.Stem(c.a), c.b, l.Stem(c.b))
		}
	}
	for _, tag := range []string{"ja", "vi", "", "nonsense tag"} {
		if got := Named(tag).Stem("books"); got != "books" {
			t.Errorf("%q: stem %q", tag, got)
		}
	}
}

// Each list has its commonest words, and not the mark of a comment.
func TestIsFunctionWord(t *testing.T) {
	t.Parallel()
	for tag, word := range map[string]string{"en": "the", "de": "und", "ru": "и", "fr": "et", "pl": "jest", "id": "yang", "fa": "و", "tr": "bir"} {
		if l := Named(tag); !l.IsFunctionWord(word) || l.IsFunctionWord("|") || l.IsFunctionWord("#") || l.IsFunctionWord("") {
			t.Errorf("%s: %q is not on the list, or a mark is", tag, word)
		}
	}
	if (Language{}).IsFunctionWord("the") {
		t.Error("a language that nothing is known of has a list")
	}
}
