package job

import "strings"

// KnownEmployer returns the normal form of a company's name, as NormalCompany does, but "" for names that do not identify an employer:
// "confidential", "N/A", "our client", "a leading company". If two postings both have such a name, that is no sign of the same employer. A
// name is of this kind if it consists of unnamedWords and fillers.
func KnownEmployer(name string) string {
	normal := NormalCompany(name)
	if isPlaceholder(normal) {
		return ""
	}
	return normal
}

// isPlaceholder reports whether a normal form says nothing about whose name it is. A filler by itself may be a name.
func isPlaceholder(normal string) bool {
	words := strings.Fields(normal)
	unnamed := len(words) > 1
	for _, word := range words {
		switch {
		case unnamedWords[word], strings.HasPrefix(word, "某"): // "a certain"
			unnamed = true
		case !fillers[word]:
			return false
		}
	}
	return unnamed
}

// unnamedWords say that a name is missing or withheld, or they are general words for an employer and its clients. They are in normal form.
var unnamedWords = set("na nil null none nan unknown undefined undisclosed unspecified unnamed specified disclosed provided stated available tba tbd "+
	"companies employers organisations businesses confidential confidentially anonymous private hidden withheld various multiple several "+
	"company employer client clients customer organisation organization business firm advertiser recruiter "+
	"unbekannt vertraulich anonym anonymisiert diskret ka verschiedene diverse unternehmen arbeitgeber kunde kunden kundin mandant mandanten auftraggeber inserent angabe angaben "+
	"inconnu inconnue confidentiel confidentielle anonyme plusieurs entreprise societe employeur precise communique renseigne "+
	"desconocido desconocida confidencial anonimo anonima varios varias empresa empleador cliente clientes especificado "+
	"sconosciuto riservato riservata confidenziale aziende azienda datore societa specificato "+
	"desconhecido sigilosa sigiloso empregador informado "+
	"nieznany poufne poufna anonimowy anonimowa firma firmy pracodawca klient klienta podano "+
	"onbekend vertrouwelijk anoniem bedrijf werkgever klant opdrachtgever opgegeven "+
	"okand konfidentiell foretag foretaget arbetsgivare kund ukendt fortrolig virksomhed arbejdsgiver ukjent konfidensiell bedrift arbeidsgiver "+
	"neznamy duverne zamestnavatel spolecnost "+
	"неизвестно неизвестныи конфиденциально конфиденциальныи аноним анонимно компания компании работодатель клиент организация указана указано указан "+
	"匿名 保密 公司 企业 企業 知名 知名企业 知名企業 未知 不详 非公開 非公開求人 会社 비공개 익명 회사", true)

// fillers stand beside unnamedWords.
var fillers = set("n a an the our my your its for of not no in on behalf to be with is by hiring recruiting leading major large well international national global local top unser unsere "+
	"unserem ein eine einer fur im auftrag ohne keine nicht nicht namhaftes namhafter fuhrendes fuhrender groser un une notre nos pour le la de non nom el los nuestro "+
	"nuestra para por lider importante sin un uno nostro nostra per il una primaria nosso nossa lider nao dla nasz nasza naszej naszego wiodaca nie een ons onze voor niet "+
	"var vart ett en en for ikke nas наш нашего для не крупная", true)
