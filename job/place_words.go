package job

import (
	"strings"
	"unicode"
)

// officeWords say that part of the work, or all of it, is done at the place. They are in normal form.
var officeWords = set("hybrid hybride hybrides hybrido hibrido hibrida ibrido ibrida hybryda hybrydowa hybrydowo hybridni hybridne hibrit hibrid hybridi гибрид гибридныи гибридная гибридно "+
	"ハイブリッド 混合 混合办公 하이브리드 onsite inoffice presentiel presencial stacjonarnie stacjonarna ortsgebunden prasenz", struct{}{})

// modePairs are two words that say where the work is done, of which neither does so by itself.
var modePairs = set("home_office on_site vor_ort sur_site sur_place in_office in_person in_sede in_loco", struct{}{})

// besideModes are words and units that stand beside words for the work mode.
var besideModes = set("work working home office site from at in on the days day per weekly week month tage tag woche pro im monat jours jour semaine par dias dia semana por giorni settimana dni tygodniu "+
	"partly partially mostly fully possible optional flexible flexibel teilweise teils anteilig moglich partiel partielle partiellement complet parcial parziale up to bis zu first model role "+
	"within across inside throughout aus innerhalb von dans en depuis desde dentro de del da do di w z na inom fra i from anywhere based only mit with some option relocation available assistance provided offered", struct{}{})

// cutMode cuts off what says at an end of a text how much of the work is done at a place, as in "Leeds (hybrid)", "Remote - Spain" or "Remote
// within Germany". remote reports that it may be done from anywhere. A text that says nothing else becomes "".
func cutMode(s string) (place string, remote bool) {
	fields := strings.Fields(s)
	if len(fields) == 0 || len(fields) > 12 {
		return s, false
	}
	kinds := make([]wordMode, len(fields))
	any, all := false, len(fields) > 1
	for i := range fields {
		kinds[i] = modeOf(fields, i)
		any = any || kinds[i] >= atOffice
		all = all && kinds[i] != placeWord
	}
	code, _ := cutPostcode(s) // "DE 19801", where the state's code is also a word
	switch {
	case all && !any && hasNumber(s) && code == "" && !isKnownTown(s):
		return "", false // "2 days per week"
	case !any:
		return s, false
	}
	from, to := 0, len(fields)
	run := func(i, step int) (end int, mode bool) {
		for ; i >= 0 && i < len(fields) && kinds[i] != placeWord; i += step {
			mode = mode || kinds[i] >= atOffice
			remote = remote || kinds[i] == fromAnywhere
		}
		return i, mode
	}
	if end, mode := run(0, 1); mode {
		from = end
		for at := from - 1; at > 0 && from < len(fields) && kinds[at] == besideMode; at-- { // "Remote La Paz"
			if isKnownTown(strings.Join(fields[at:], " ")) {
				from = at
			}
		}
	}
	if from < to {
		if end, mode := run(to-1, -1); mode {
			to = end + 1
		}
	}
	if remote && from == 0 && to == len(fields) {
		remote = false
	}
	return strings.Trim(strings.Join(fields[from:max(from, to)], " "), " ,-–—:/|·("), remote
}

// wordMode is what a word says of the work mode.
type wordMode uint8

const (
	placeWord wordMode = iota
	besideMode
	atOffice
	fromAnywhere
)

// modeOf returns what a word says of the work mode, where two words may say it together.
func modeOf(fields []string, i int) wordMode {
	w := cut(fields[i], nil)
	word := w.join()
	pair := func(at int) bool {
		if at < 0 || at+1 >= len(fields) {
			return false
		}
		two := cut(fields[at]+" "+fields[at+1], nil)
		return has(modePairs, []byte(strings.ReplaceAll(two.join(), " ", "_")))
	}
	whole := strings.ReplaceAll(word, " ", "_") // "on-site", "in-office"
	switch {
	case word == "" || strings.Trim(word, "0123456789 ") == "":
		return besideMode
	case has(remoteWords, []byte(word)), whole == "home_office", pair(i) && word == "home", i > 0 && pair(i-1) && word == "office" && strings.EqualFold(fields[i-1], "home"):
		return fromAnywhere
	case has(officeWords, []byte(word)), has(modePairs, []byte(whole)), pair(i), pair(i - 1):
		return atOffice
	case has(besideModes, []byte(word)), has(remoteCompany, []byte(word)), word == "ok" && i > 0 && modeOf(fields[:i], i-1) == fromAnywhere:
		return besideMode
	}
	return placeWord
}

// IsNoPlace reports whether a text in the place of a location names no place: "n/a", "Various", "3 Locations", "Nationwide". All its words
// are then nowhereWords or fillers, or a number with a noun for places.
func IsNoPlace(s string) bool {
	const longest = 60
	if len(s) > longest {
		return false
	}
	if strings.IndexFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) < 0 {
		return s != ""
	}
	w := cut(s, nil)
	said, number, noun := false, false, false
	for i := range w.list {
		switch word := w.at(i); {
		case has(nowhereWords, word), i == 0 && len(w.list) == 2 && string(word) == "n" && string(w.at(1)) == "a":
			said = true
		case digits(word) == len(word) && len(word) < 4:
			number = true
		case has(placeNouns, word):
			noun = true
		case !has(placeFillers, word):
			return false
		}
	}
	return said || number && noun
}

// nowhereWords stand in place of a location that is missing, of many or of a whole country. They are in normal form.
var nowhereWords = set("na nil null none nan unknown undefined unavailable unspecified specified confirmed announced determined disclosed available tba tbc tbd various multiple several nationwide statewide countrywide nationally any "+
	"bundesweit deutschlandweit osterreichweit schweizweit landesweit europaweit verschiedene diverse mehrere unbekannt alle flexibel angabe "+
	"plusieurs divers differents diverses inconnu multiples nationale "+
	"varios varias diversos diversas multiplas diversas desconocido nacional desconhecido vari varie diverse sconosciuto nazionale "+
	"rozne wiele nieznane cala landelijk diverse meerdere onbekend flera olika okand hela flere forskellige ulike useita ruzne vice cesitli muhtelif "+
	"below above description advert advertisement advertised ad listing agreed agreement negotiable request decided defined arranged "+
	"beschreibung stellenbeschreibung anzeige unten anfrage vereinbarung absprache "+
	"definir preciser determiner convenir annonce precise descripcion anuncio acordar descricao anuncio combinar descrizione annuncio definire concordare opis ogloszenie ogloszeniu uzgodnienia popis beschrijving omschrijving overleg afspraak "+
	"разные различные несколько неизвестно 全国 全國 不限 多地 若干 各地 待定 未定 全国各地 전국 여러", struct{}{})

// placeNouns are nouns for places, as in "3 Locations".
var placeNouns = set("location locations place places site sites office offices city cities standort standorte standorten orte ort stadte lieu lieux sites ville villes "+
	"ubicacion ubicaciones localidades lugares ciudades localizacao localizacoes locais cidades sede sedi luoghi citta localita "+
	"lokalizacja lokalizacje lokalizacji miejsca miast locatie locaties plaatsen plats platser orter ort sted steder byer paikkakuntaa kaupunkia mist lokalit lokality konum sehir "+
	"мест городов города локации локаций 地点 地點 城市 勤務地", struct{}{})

// placeFillers stand beside nowhereWords.
var placeFillers = set("see refer as per by on please siehe nach laut gemass auf voir selon ci segun ver conforme vedi da como zie volgens do viz job full details text "+
	"n a in the of not no see to be with all at our und an unseren unserer le la les de des en el los las nei dei di w z i te op of i på pa er more other additional possible work "+
	"weitere weiteren mehr keine autres otras outras altre inne inny andere andra andre stores branches filialen filiale polska country land landet kraj paese pais pays france", struct{}{})
