package dedup

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/zeebo/xxh3"

	"gannet/internal/letters"
)

// stemRunes is the number of characters that are compared of a word in titles and names. It unites inflected forms in most
// languages with letters. A stemmer has too little context there.
const stemRunes = 7

// eachWord calls use with the words of s: runs of letters, marks and digits. In scripts without spaces they are pairs of
// characters, or one that stands alone.
func eachWord(s string, use func(word string)) {
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case spaceless(r):
			end := i + size
			if next, n := utf8.DecodeRuneInString(s[end:]); spaceless(next) {
				use(s[i : end+n])
			} else if before, _ := utf8.DecodeLastRuneInString(s[:i]); !spaceless(before) {
				use(s[i:end])
			}
			i = end
		case inWord(r):
			end := i + size
			for end < len(s) {
				r, n := utf8.DecodeRuneInString(s[end:])
				if !inWord(r) || spaceless(r) {
					break
				}
				end += n
			}
			use(s[i:end])
			i = end
		default:
			i += size
		}
	}
}

func inWord(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
	}
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r))
}

// spaceless reports whether a script has no spaces between words.
func spaceless(r rune) bool {
	return r >= 0x0e00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

// endings are those of plurals, cases and genders that are cut off words, longest first. What remains has minStem bytes or more.
var endings = strings.Fields("innen ого ому ами ями ов ев ей ем ом ы и а я у е en es in s e n y i a")

const minStem = 4

// minJoined is the shortest word, in bytes, whose vowels are joined. Shorter ones are codes, such as those of countries and states.
const minJoined = 4

// stem returns the beginning of a word without its ending.
func stem(word string) string {
	if len(word) >= minJoined {
		word = letters.JoinVowels(word)
	}
	for _, ending := range endings {
		if len(word)-len(ending) >= minStem && strings.HasSuffix(word, ending) {
			word = word[:len(word)-len(ending)]
			break
		}
	}
	n := 0
	for i := range word {
		if n == stemRunes {
			return word[:i]
		}
		n++
	}
	return word
}

// hash32 is the hash of a word in a Profile.
func hash32(s string) uint32 { return uint32(xxh3.HashString(s)) }

// hash64 is the hash of a whole field. It is 0 for the empty string.
func hash64(s string) uint64 {
	if s == "" {
		return 0
	}
	return xxh3.HashString(s) | 1
}

// wordSet returns the sorted hashes of at most n words of a normal form.
func wordSet(s string, n int) []uint32 {
	var set []uint32
	eachWord(s, func(word string) { set = append(set, hash32(stem(word))) })
	return smallest(set, n)
}

// smallest sorts a set, removes repetitions, and keeps the n smallest values. So of equal sets and of similar ones the same values are kept.
func smallest(set []uint32, n int) []uint32 {
	slices.Sort(set)
	set = slices.Compact(set)
	return slices.Clip(set[:min(n, len(set))])
}

// agencyWords are beginnings of words in normal names of companies that hire for others. A "$" ends a whole word.
const agencyWords = `recruit headhunt staffing personnel$ manpower employment placement resourcing talent$ talents$ outplacement$ tempwork
	search$ selection$ zeitarbeit personaldienst personalserv personalvermittl personalberat personalleasing personalmanag personalagent personalpartner
	arbeitsvermittl stellenvermittl jobvermittl arbeitnehmeruberlassung interim$ recrut uitzend detacher werving rekrut zatrudni posrednictwo
	reclut seleccion trabajo$ temporal$ ett$ selezione somministraz colocacion recolocac rekryt bemanning vikarbyra vikarbureau rekrytoint henkilosto
	agencja$ agentura$ кадр рекрут персонал$ 人力 人才 猎头 獵頭 猎聘 派遣 人材 인력 헤드헌팅`

// agencies are agencyWords by their first bytes.
var agencies = func() (by [256][]string) {
	for word := range strings.FieldsSeq(agencyWords) {
		by[word[0]] = append(by[word[0]], word)
	}
	return by
}()

// isAgency reports whether a normal company name is that of an agency.
func isAgency(company string) bool {
	found := false
	eachWord(company, func(word string) {
		for _, a := range agencies[word[0]] {
			whole, is := strings.CutSuffix(a, "$")
			found = found || is && word == whole || !is && strings.HasPrefix(word, a)
		}
	})
	return found
}

// Words that make up a phrase such as "our client, a mill, looks for", with which the texts of those who hire for others begin. Without a word of
// clientGoesOn or a punctuation mark behind it, the phrase may be "our client services".
var (
	ours         = wordsOf("our unser unserem unseren unseres notre nuestro nuestra nostro nosso nasz naszego onze наш нашего var vart")
	clients      = wordsOf("client kunde kunden kundin mandant mandanten auftraggeber auftraggebers cliente klient klienta klant opdrachtgever клиент клиента kund")
	clientGoesOn = wordsOf("is has are seeks looks requires wants needs a an the in based at ist hat sucht suchen aus im mit est a recherche un une dans es busca " +
		"necesita una e ha cerca procura jest szuka poszukuje z zoekt uit ищет из soker")
)

// clientStems are parts of the words for client, as they are written. Few texts contain one, and only those texts have to be folded.
var clientStems = []string{"lient", "unde", "kund", "Kund", "andant", "uftraggeber", "lant", "pdrachtgever", "клиент"}

func wordsOf(list string) map[string]bool {
	m := map[string]bool{}
	for word := range strings.FieldsSeq(list) {
		m[word] = true
	}
	return m
}

// hiresForClient reports whether a text begins by speaking of a client whose employee is sought.
func hiresForClient(text string) bool {
	const beginning = 300 // bytes
	text = text[:min(len(text), beginning)]
	if !slices.ContainsFunc(clientStems, func(stem string) bool { return strings.Contains(text, stem) }) {
		return false
	}
	words := strings.Fields(letters.Fold(text))
	for i := range max(0, len(words)-2) {
		client := strings.TrimRightFunc(words[i+1], isSign)
		if ours[strings.TrimLeftFunc(words[i], isSign)] && clients[client] && (client != words[i+1] || clientGoesOn[words[i+2]] || isSignAlone(words[i+2])) {
			return true
		}
	}
	return false
}
