package charset

// language is what is known of a language to tell the character set of texts in
// it: the letters that are not ASCII, each with how many of a thousand such
// letters it is, and the sets that pages in it come in, the most used first.
type language struct {
	name    string
	sets    string
	letters string
	latin   bool // most letters are ASCII
}

// languages have counts from the translated messages of the programs of Debian
// 12, upper case as lower case; what comes less than once in 2,000 is left out,
// or is one where the messages are few. Of sets that differ in signs alone
// (KOI8-R and KOI8-U, ISO 8859-1 and windows-1252) the one with more letters
// stands for both.
var languages = []language{
	{"Russian", "windows-1251 koi8-u ibm866 iso-8859-5", "о95 е91 а86 и75 н71 т62 р51 с50 л45 в42 к36 п34 д30 м29 у24 я21 з20 ы19 ь19 й15 б15 ч11 г10 ж9 ф7 х6 ю6 ц6 ш6 щ4 э2 ё2 ъ1", false},
	{"Ukrainian", "windows-1251 koi8-u", "а88 о88 н84 и64 е56 в55 т52 р50 і49 к41 с38 л37 д35 п33 у32 м32 з27 я26 б13 й13 ь12 ч11 г11 ж7 ц7 ф6 х6 є6 ш6 ю5 ї3 щ3 ґ1", false},
	{"Bulgarian", "windows-1251 iso-8859-5", "а135 е94 и84 н84 о78 т69 р55 с46 в42 к38 д34 л34 з33 п32 м24 ъ16 я15 б13 у12 ч10 г10 й7 ж7 ф7 ц7 ш5 щ4 х4 ю2 ь1", false},
	{"Belarusian", "windows-1251", "а164 н74 ы52 р47 к45 і41 л40 е39 т38 д35 с35 п34 в32 я32 м31 ц30 о28 ь28 у27 з26 ў18 э18 ч15 г14 б14 ш9 й9 ж7 ю6 ф6 х5 ё1", false},
	{"Serbian", "windows-1251 iso-8859-5", "а131 е101 и83 о82 р61 н60 т51 с48 к44 у39 п39 д36 в34 м31 з25 ј23 л23 б13 г13 њ11 ч10 ш10 ц7 љ6 ж5 ћ4 х4 ф3 ђ2 џ1", false},
	{"Macedonian", "windows-1251", "а148 о97 е87 и85 т80 н71 р57 с45 к41 в37 п34 д33 л32 з24 м22 у20 ј13 ч13 б13 г11 њ11 ц9 ж7 ш4 ф3 ќ2 х1 ѓ1 љ1 џ1", false},
	{"Greek", "windows-1253 iso-8859-7", "α97 ο79 ε73 τ72 ι61 ν61 σ49 ρ48 μ43 η41 π37 κ34 υ30 ς28 λ26 ί25 γ23 δ22 έ21 ή20 ό19 ά17 χ15 θ12 ω12 ύ9 φ8 ώ5 β5 ξ3 ζ3 ψ1 ϊ1 ΐ1 ϋ1", false},
	{"Hebrew", "windows-1255 iso-8859-8", "י127 ו99 ת88 מ73 ל65 ר55 ה51 נ47 ש45 א40 ב39 ק37 ד25 פ24 ס24 ם21 ע21 ג20 ח18 ט18 כ17 ן14 צ10 ז7 ך7 ץ5 ף2", false},
	{"Arabic", "windows-1256 iso-8859-6", "ا147 ل117 ي76 م70 ت51 ر50 و47 ة46 ن44 ف32 د32 س29 ع26 ب26 ح20 ك19 ق18 ص15 أ14 ج14 ط13 ه11 خ10 إ10 ش10 ذ9 ض8 ز8 غ6 ى5 ث4 ئ4 ّ3 ء2 ؤ2 ظ1 ـ1 ً1 آ1", false},
	{"Persian", "windows-1256", "ا124 ي109 ر82 ن74 د64 ه62 م49 و47 ت47 س38 ب36 ل30 ش25 ف24 ك21 ع19 ز19 ق18 پ16 ج16 گ15 ح11 خ10 ط8 ص6 ذ6 ض5 چ4 آ3 ث3 غ3 ژ1 أ1 ئ1", false},
	{"Thai", "windows-874", "า92 ก54 ่53 อ52 ร49 ม47 ้43 เ39 น39 ง35 ด32 ั29 แ27 ล26 ต25 บ23 ย23 ี22 ส21 ข21 ว20 ไ20 จ19 ิ18 ท17 ห16 พ15 ป15 ค14 ื13 ะ12 ู11 ใ11 ช11 ถ11 ำ10 ุ8 ์8 ฟ8 ็6 โ4 ผ4 ณ3 ซ3 ึ2 ญ2 ธ2 ภ1 ฐ1 ฉ1 ๆ1 ศ1", false},
	{"Polish", "windows-1250 iso-8859-2", "ł194 ś141 ę134 ą133 ż129 ó115 ć107 ń31 ź15", true},
	{"Czech", "windows-1250 iso-8859-2", "í262 á190 ř97 é92 č72 ž71 ý70 ě63 š37 ů27 ú7 ó4 ň4 ď1 ť1", true},
	{"Slovak", "windows-1250 iso-8859-2", "á183 í115 č104 ý98 é97 ú94 ť90 ž81 š50 ľ47 ó11 ň9 ô8 ä6 ĺ4 ď3", true},
	{"Hungarian", "windows-1250 iso-8859-2", "á324 é253 í106 ó88 ö75 ő68 ü42 ű22 ú21", true},
	{"Romanian", "windows-1250 iso-8859-2", "ă508 ţ174 ş167 î112 â38", true},
	{"Croatian", "windows-1250 iso-8859-2", "č347 š206 ć182 ž168 đ83", true},
	{"Slovene", "windows-1250 iso-8859-2", "č564 š271 ž164", true},
	{"Turkish", "windows-1254", "ı434 ü133 ç131 ş126 ğ97 ö61 â1 î1", true},
	{"Lithuanian", "windows-1257 iso-8859-4", "š234 ė173 ų167 į113 ą97 ž92 č49 ū43 ę31", true},
	{"Latvian", "windows-1257 iso-8859-4", "ā349 ē234 ī168 š110 ņ38 ļ37 ū25 ķ18 ž15 ģ5 č1", true},
	{"Estonian", "windows-1257", "ä422 õ290 ü234 ö46 ž5 š3", true},
	{"Vietnamese", "windows-1258", "\u0323158 ê98 ô92 \u030186 \u030986 đ70 ư62 â58 \u030055 ơ53 \u030343 à32 á29 ă24 ó20 í12 ù11 ú6 é4 è1", true},
	{"German", "windows-1252", "ü504 ä259 ö169 ß66", true},
	{"French", "windows-1252", "é736 à79 è71 ê62 ô23 î13 ç6 â3 ù3 û2 ï1 ë1 œ1", true},
	{"Spanish", "windows-1252", "ó464 á217 í128 ú91 é49 ñ49 º1 ü1", true},
	{"Portuguese", "windows-1252", "ã309 ç203 á137 í104 é77 ó45 õ40 ú33 ê32 â7 º5 à5 ô4 ª1", true},
	{"Italian", "windows-1252", "è567 à236 ò93 ù75 é25 ì3", true},
	{"Dutch", "windows-1252", "ï406 ë298 é243 ó19 è10 ê9 ö2", true},
	{"Swedish", "windows-1252", "ä475 ö314 å211 é5", true},
	{"Danish", "windows-1252", "å400 ø350 æ230 é20 ö2 ä2", true},
	{"Finnish", "windows-1252", "ä897 ö100 å2", true},
	{"Icelandic", "windows-1252", "ð288 á225 æ103 í102 ö81 þ61 ó56 ý38 ú29 é19", true},
	{"Catalan", "windows-1252", "ó271 à208 é152 í92 è84 ú57 ç52 ò49 ï25 ü9", true},
	{"Irish", "windows-1252", "á311 í283 é174 ú128 ó104", true},
	{"Afrikaans", "windows-1252", "ê543 ë410 ï35 é12", true},
	{"Albanian", "windows-1252", "ë987 ç13", true},
}
