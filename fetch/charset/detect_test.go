package charset

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/text/encoding/htmlindex"
)

// written are texts in languages that the web has in character sets of their
// own: what a page about a book could say.
var written = []struct {
	language, sets string
	text           string
}{
	{"Russian", "windows-1251 koi8-r ibm866 iso-8859-5", "Роман вышел в начале прошлого века и сразу нашёл читателя. Автор рассказывает о семье рыбака, которая переезжает в большой город и открывает лавку на углу. Старший сын мечтает о море, младшая дочь учится петь. Издательство 'Весна', 312 страниц, твёрдый переплёт. Есть в наличии, доставка по всей стране за три дня."},
	{"Ukrainian", "windows-1251 koi8-u", "Повість уперше надруковано в журналі, а згодом вона вийшла окремою книжкою. Її герой повертається додому після довгої подорожі й знаходить село зовсім іншим. Єдиний, хто його впізнає, це старий мірошник. Ціна з доставкою вказана на сторінці, відгуки читачів подано нижче."},
	{"Bulgarian", "windows-1251", "Книгата разказва за едно пътуване през планината, което продължава цяла зима. Авторът познава добре тези места и описва хората с много обич. Второто издание е допълнено с карта и с писма, които досега не са публикувани. Налична е във всички книжарници на града."},
	{"Serbian", "windows-1251", "Књига је први пут објављена пре рата и од тада је доживела више издања. Писац приповеда о породици која живи поред реке и чува стару воденицу. Ћерка одлази у град, а син остаје са оцем. Цена је наведена без пореза, а испорука траје недељу дана."},
	{"Greek", "windows-1253 iso-8859-7", "Το βιβλίο αφηγείται την ιστορία ενός ναυτικού που επιστρέφει στο νησί του ύστερα από είκοσι χρόνια. Άνθρωποι και τόποι έχουν αλλάξει, μόνο η θάλασσα μένει ίδια. Η έκδοση περιλαμβάνει χάρτες και σημειώσεις. Διατίθεται σε όλα τα βιβλιοπωλεία, με έκπτωση για τους φοιτητές."},
	{"Hebrew", "windows-1255", "הספר מספר על משפחה קטנה שגרה ליד הים ומגדלת תפוזים. הבן הבכור עוזב את הבית ונוסע לעיר הגדולה, והבת הצעירה לומדת לנגן. זהו הכרך הראשון מתוך שלושה, והוא כולל מפות ותמונות ישנות. המחיר כולל משלוח לכל הארץ."},
	{"Arabic", "windows-1256 iso-8859-6", "تدور أحداث الرواية في مدينة صغيرة على شاطئ البحر، حيث يعيش صياد عجوز مع حفيدته. يصل إلى المدينة رجل غريب ويغير حياة الجميع. صدرت الطبعة الثانية هذا العام مع مقدمة جديدة، والكتاب متوفر في جميع المكتبات."},
	{"Thai", "windows-874", "หนังสือเล่มนี้เล่าเรื่องของครอบครัวชาวนาที่ย้ายเข้ามาอยู่ในเมืองใหญ่ ลูกชายคนโตทำงานในโรงงาน ส่วนลูกสาวเรียนหนังสือในตอนกลางคืน ฉบับพิมพ์ครั้งที่สองมีภาพประกอบและแผนที่ ราคารวมค่าส่งแล้ว"},
	{"Polish", "windows-1250 iso-8859-2", "Powieść opowiada o losach rodziny, która po wojnie osiedla się nad jeziorem. Ojciec łowi ryby, matka prowadzi sklep, a dzieci chodzą do szkoły w sąsiedniej wsi. Książka ukazała się w twardej oprawie, jest dostępna od ręki, a wysyłka następuje w ciągu dwóch dni. Zobacz też inne tytuły tej autorki."},
	{"Czech", "windows-1250 iso-8859-2", "Kniha vypráví příběh učitele, který se vrací do rodného města a zjišťuje, že ho nikdo nepoznává. Začíná tedy znovu, nejprve jako knihovník a později jako průvodce. Druhé vydání je rozšířené o dopisy a fotografie. Skladem, expedujeme následující pracovní den."},
	{"Slovak", "windows-1250 iso-8859-2", "Kniha rozpráva príbeh mladej lekárky, ktorá prichádza do dediny pod horami. Ľudia jej najskôr neveria, no keď zachráni dieťa mlynára, všetko sa zmení. Vydanie obsahuje mapu kraja a slovník nárečia. Dostupné ihneď, doručenie do troch dní."},
	{"Hungarian", "windows-1250 iso-8859-2", "A regény főhőse egy idős órásmester, aki egy kisvárosban él és régi időmérőket gyűjt. Egy nap különös levelet kap, amely megváltoztatja az életét. A könyv második kiadása bővített, a végén jegyzetek segítik az olvasót. Raktáron van, két napon belül küldjük."},
	{"Romanian", "windows-1250", "Romanul povesteşte viaţa unui pescar din deltă şi a familiei sale. După o iarnă grea, fiul cel mare pleacă la oraş, iar fata rămâne să îngrijească livada. Cartea a apărut în două volume, cu hărţi şi fotografii, şi se găseşte în toate librăriile."},
	{"Croatian", "windows-1250", "Roman pripovijeda o obitelji koja živi na otoku i drži malu trgovinu. Najstarija kći odlazi na školovanje u grad, a sin ostaje kraj mora i uči zanat od djeda. Knjiga je tiskana u tvrdom uvezu, može se naručiti i šalje se već sljedeći dan. Čitatelji su je ocijenili najvišom ocjenom."},
	{"Turkish", "windows-1254", "Kitap, küçük bir kasabada yaşayan bir öğretmenin hikâyesini anlatıyor. Kışın yollar kapanınca köylülerle birlikte yeni bir okul kurmaya çalışıyor. İkinci baskıda haritalar ve yazarın mektupları da bulunuyor. Ürün stokta var, aynı gün kargoya verilir."},
	{"Lithuanian", "windows-1257", "Romanas pasakoja apie žvejo šeimą, kuri po karo persikelia į miestą. Vyresnysis sūnus dirba uoste, o jaunesnioji duktė mokosi groti. Knyga išleista kietais viršeliais, ją galima įsigyti visuose knygynuose, o pristatymas trunka dvi dienas. Skaitytojų įvertinimai pateikti žemiau."},
	{"Latvian", "windows-1257", "Romāns stāsta par zvejnieka ģimeni, kas pēc kara pārceļas uz pilsētu. Vecākais dēls strādā ostā, bet jaunākā meita mācās dziedāt. Grāmata izdota cietos vākos, to var iegādāties visās grāmatnīcās, un piegāde ilgst divas dienas. Lasītāju vērtējumi atrodami zemāk."},
	{"Estonian", "windows-1257", "Romaan jutustab kaluri perest, kes pärast sõda linna kolib. Vanem poeg töötab sadamas, noorem tütar õpib laulma. Raamat on köidetud kõvade kaante vahele, seda saab osta kõigist poodidest ning kohale jõuab see kahe päevaga. Lugejate hinnangud on toodud allpool."},
	{"Vietnamese", "windows-1258", "Cuô\u0301n sa\u0301ch kê\u0309 vê\u0300 mô\u0323t gia đi\u0300nh ngươ\u0300i đa\u0301nh ca\u0301 sô\u0301ng ơ\u0309 la\u0300ng nho\u0309 bên bơ\u0300 biê\u0309n. Ngươ\u0300i con ca\u0309 lên tha\u0300nh phô\u0301 la\u0300m viê\u0323c, co\u0300n cô con ga\u0301i ơ\u0309 la\u0323i vơ\u0301i me\u0323. Gia\u0301 đa\u0303 gô\u0300m phi\u0301 vâ\u0323n chuyê\u0309n."},
	{"German", "windows-1252", "Der Roman erzählt von einer Familie, die nach dem Krieg an die Küste zieht und dort ein Gasthaus eröffnet. Der älteste Sohn träumt vom Meer, die jüngste Tochter lernt Geige. Die zweite Auflage enthält Karten und Briefe. Lieferung innerhalb von zwei Tagen, Rückgabe möglich, Preis einschließlich Steuer."},
	{"French", "windows-1252", "Le roman raconte la vie d’un pêcheur qui revient dans son village après vingt années passées à l’étranger. Les gens ont changé, la maison est fermée, et seul le vieux curé se souvient de lui. Cette édition complétée comprend des cartes et des lettres. Expédié sous deux jours, prix indiqué avec les frais."},
	{"Spanish", "windows-1252", "La novela cuenta la vida de una familia que después de la guerra se traslada a la ciudad. ¿Qué será del hijo mayor, que soñaba con el mar? La segunda edición está corregida y añade mapas, cartas y una cronología. Envío en dos días a toda España, también en formato electrónico."},
	{"Portuguese", "windows-1252", "O romance conta a história de um pescador que regressa à aldeia depois de vinte anos. As pessoas já não o reconhecem, e só a irmã mais nova lhe abre a porta. A segunda edição inclui mapas, cartas e uma introdução. Não perca esta promoção, válida até ao fim do mês."},
	{"Swedish", "windows-1252", "Romanen handlar om en familj som efter kriget flyttar till kusten och öppnar en handelsbod. Äldste sonen drömmer om havet, yngsta dottern lär sig spela fiol. Den andra utgåvan innehåller även kartor och brev. Skickas inom två dagar, priset är angivet med frakt."},
	{"Danish", "windows-1252", "Romanen fortæller om en familie, der efter krigen flytter til kysten og åbner en købmandsbutik. Den ældste søn drømmer om havet, den yngste datter lærer at spille. Anden udgave indeholder også kort og breve. Sendes inden for to dage, prisen er angivet med fragt."},
	{"English", "windows-1252", "The novel tells of a fisherman’s family that moves to the city after the war — “a small masterpiece”, as one reader says. The second edition comes with maps and letters. £12.50 · ships in two days. Fiancée, café and naïve are words that it does not use."},
	{"Japanese", "shift_jis euc-jp iso-2022-jp", "この小説は、海辺の小さな町に暮らす漁師の家族を描いた物語です。長男は都会へ出て働き、末の娘は母と店を守ります。第二版には地図と手紙が加わりました。在庫あり、二日以内に発送します。レビューはこのページの下にあります。"},
	{"Chinese, simplified", "gbk gb18030", "这部小说讲述了战后搬到城里的一个渔民家庭的故事。大儿子在码头工作，小女儿学习唱歌。第二版增加了地图和书信，由本社出版，共三百一十二页。现货供应，两天之内发货，读者评论请看下面。"},
	{"Chinese, traditional", "big5", "這部小說講述了戰後搬到城裡的一個漁民家庭的故事。大兒子在碼頭工作，小女兒學習唱歌。第二版增加了地圖和書信，由本社出版，共三百一十二頁。現貨供應，兩天之內發貨，讀者評論請看下面。"},
	{"Korean", "euc-kr", "이 소설은 전쟁이 끝난 뒤 도시로 이사한 어부 가족의 이야기입니다. 큰아들은 항구에서 일하고 막내딸은 노래를 배웁니다. 개정판에는 지도와 편지가 새로 실렸습니다. 재고가 있으며 이틀 안에 배송됩니다. 독자 서평은 아래에 있습니다."},
	{"all of these", "utf-8", "Ж é ą ș ğ ū א ع ก 日 한 本 こ カ"},
}

// Pages that name no character set are read in that of their language: long
// ones, and such as consist of markup but for one sentence.
func TestUndeclared(t *testing.T) {
	t.Parallel()
	for _, w := range written {
		first, _, _ := strings.Cut(strings.ReplaceAll(w.text, "。", "."), ".")
		for _, set := range strings.Fields(w.sets) {
			for name, page := range map[string]string{"long": pageOf(w.text, w.text), "short": pageOf(first, "")} {
				e, err := htmlindex.Get(set)
				if err != nil {
					t.Fatal(err)
				}
				encoded, err := e.NewEncoder().String(page)
				if err != nil {
					t.Fatalf("%s in %s: %v", w.language, set, err)
				}
				if got, found := UTF8([]byte(encoded), "text/html"); string(got) != page {
					t.Errorf("%s page in %s, in %s: taken for %s, %.200s", name, w.language, set, found, got)
				}
			}
		}
	}
}

// pageOf gives a page with a heading and a text, of which most is markup.
func pageOf(heading, text string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<html><head><title>%s</title>\n<link rel=\"stylesheet\" href=\"/style.css\"></head><body class=\"book page-12\">\n<ul class='nav'>", heading)
	for i := range 20 {
		fmt.Fprintf(&b, "<li id=\"n%d\"><a href=\"/book/%d.html?ref=nav\"><img src=\"/i/%d.png\" width=\"80\"></a></li>\n", i, i, i)
	}
	fmt.Fprintf(&b, "</ul>\n<script>if (a < b) { track(\"page\", 12); }</script><div class=\"text\"><p>%s</p></div></body></html>\n", text)
	return b.String()
}

// Signs alone, which are all that many pages in English have, tell no language.
func TestSignsAlone(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"Home\xa0\xbb\xa0Books\xa0\xbb\xa0Novels", "\xa9 2004 Books Inc.", "\x93Quoted\x94 \x96 and more\x85", "don\x92t", "12\xa0\x80", "20\xb0 C", "\xb7 a \xb7 b \xb7 c", "na\xefve", "caf\xe9", "\xa3 5 \xae"} {
		if got := detect([]byte(text)); got != defaultSet {
			t.Errorf("%q is taken for %s", text, got)
		}
	}
}

func TestUndeclaredShifted(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"\x1b$B%D\x1b(B": "iso-2022-jp", "\x1b[1mbold\x1b(B": "", "\x1b$Bno\x01": "", "plain": ""} {
		if _, got := UTF8([]byte(text), "text/html"); got != want {
			t.Errorf("%q is taken for %q", text, got)
		}
	}
}

func BenchmarkDetect(b *testing.B) {
	e, _ := htmlindex.Get("windows-1251")
	text, err := e.NewEncoder().String(strings.Repeat(pageOf(written[0].text, written[0].text), 10))
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		detect([]byte(text))
	}
}
