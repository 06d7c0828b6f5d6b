package content

// A writing is a language as it is written in some encodings that were used before UTF-8.
type writing struct {
	lang      string // ISO 639-1
	domains   string // top-level domains of where it is written
	encodings string // the most usual first
	letters   string // beyond ASCII, in lower case, the most frequent first; "" for those of two bytes each
}

// writings are the languages of those encodings to which browsers fall back by language and top-level domain (HTML, "determining the character
// encoding", the last step).
var writings = []writing{
	{"en", "com uk us au nz ie za", "windows-1252", "éñöüáçóíèïâêôäàæœ"},
	{"fr", "fr be ch ca lu mc sn ci", "windows-1252", "éèàêçôîùâûœëïüÿ"},
	{"de", "de at ch li lu", "windows-1252", "üäößé"},
	{"es", "es mx ar co cl pe ve ec uy bo py cr gt do cu", "windows-1252", "óíáéñúü"},
	{"pt", "pt br ao mz", "windows-1252", "ãçéáíóõêúâàôü"},
	{"it", "it ch sm", "windows-1252", "èàòùìé"},
	{"nl", "nl be", "windows-1252", "ëéïöüèó"},
	{"sv", "se fi", "windows-1252", "äåöé"},
	{"fi", "fi", "windows-1252", "äöåšž"},
	{"da", "dk", "windows-1252", "øåæé"},
	{"no", "no", "windows-1252", "øåæéòô"},
	{"is", "is", "windows-1252", "ðíáþóéúöýæ"},
	{"pl", "pl", "windows-1250 iso-8859-2", "ążśłęóćńź"},
	{"cs", "cz", "windows-1250 iso-8859-2", "íáéřěčžýšůúóťňď"},
	{"sk", "sk", "windows-1250 iso-8859-2", "áíčéýžšúľťôňäďóĺŕ"},
	{"hu", "hu", "windows-1250 iso-8859-2", "áéíóőöüúű"},
	{"ro", "ro md", "windows-1250 iso-8859-2 iso-8859-16", "ăîâţşțș"},
	{"hr", "hr si ba rs me", "windows-1250 iso-8859-2", "čšžćđ"},
	{"sq", "al", "windows-1252", "ëç"},
	{"lt", "lt", "windows-1257 iso-8859-13", "ėšįžųčąūę"},
	{"lv", "lv", "windows-1257 iso-8859-13", "āīšēūļņžķģčō"},
	{"et", "ee", "windows-1257 windows-1252", "äõüöšž"},
	{"tr", "tr", "windows-1254", "ıüşğçöiâî"},
	{"vi", "vn", "windows-1258", "đưôêơăâ\u0301\u0300\u0323\u0309\u0303áàéèíóùúìòýãõạảấầ"},
	{"ru", "ru by kz kg su", "windows-1251 koi8-r iso-8859-5 ibm866 x-mac-cyrillic", "оеаитнрсвлпмдкяуызйьчбгжюхцщэшфъё"},
	{"uk", "ua", "windows-1251 koi8-u iso-8859-5", "оаниветрікдсмпулязбйьчгхжюцщєфшїґ"},
	{"bg", "bg", "windows-1251 iso-8859-5", "аиоетнрсвлкдпмзягбъучцжщшхйьюф"},
	{"sr", "rs mk me ba", "windows-1251 iso-8859-5", "аиоеентрсвукпдлмјзгбчцшњљћжђхфџќѓѕ"},
	{"el", "gr cy", "windows-1253 iso-8859-7", "αοιετσνηρπμςλκυγίάδέήωχόθύφώβξζψϊϋΐ"},
	{"he", "il", "windows-1255", "יואהלרתבשמנםדעקפחטכגןסצזךףץ"},
	{"ar", "sa eg ae ma dz tn jo iq kw qa om ly lb sy", "windows-1256 iso-8859-6", "الينمرتوبعدسفهكحقةجصشطخأضىذزغئثظءإؤآ"},
	{"fa", "ir", "windows-1256", "اینرمدتوهسبشکزلفگعخپقجحچصطغذضظثژ"},
	{"th", "th", "windows-874", "านรกอเงยมลวดสทตะป\u0e49\u0e48\u0e31\u0e35\u0e34คบหแ\u0e37จ\u0e38พช\u0e4cใขโไ\u0e39ซผถ\u0e47ศธ\u0e4cณภษฐญฝฟฉ"},
	{"ja", "jp", "shift_jis euc-jp", ""},
	{"zh", "cn sg", "gbk", ""},
	{"zh", "tw hk mo", "big5", ""},
	{"ko", "kr", "euc-kr", ""},
}

// frequentLeads gives, for each encoding of two bytes, the range of first bytes of the frequent characters: the first level of kanji and hanzi, and
// all syllables of Korean.
var frequentLeads = map[string][2]byte{
	"shift_jis": {0x88, 0x97}, "euc-jp": {0xb0, 0xcf}, "gbk": {0xb0, 0xd7}, "big5": {0xa4, 0xc6}, "euc-kr": {0xb0, 0xc8},
}
