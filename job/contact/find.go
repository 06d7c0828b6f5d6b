package contact

import (
	"slices"
	"strings"
	"unicode/utf8"

	"gannet/internal/lazyregexp"
)

// span is the place of a contact in a text, in bytes.
type span struct {
	start, end int
	kind       kind
}

// find returns the contacts of a text, in order and without overlaps. Addresses come before numbers, and numbers before names, because what is
// found first helps to recognise the others.
func find(text string, known []string) []span {
	var found spans
	found.addAll(findMails(text))
	found.addAll(findPhones(text))
	found.addAll(findNames(text, found.list, known))
	slices.SortFunc(found.list, func(a, b span) int { return a.start - b.start })
	return found.list
}

// spans is a list without overlaps.
type spans struct{ list []span }

func (s *spans) addAll(list []span) {
	for _, one := range list {
		if !slices.ContainsFunc(s.list, func(other span) bool { return one.start < other.end && other.start < one.end }) {
			s.list = append(s.list, one)
		}
	}
}

// mailPattern matches addresses as RFC 5322 allows them without quotes, with letters of scripts that write words apart, and as authors hide them
// from programs: "jobs (at) example (dot) org". The words "at" and "dot" alone count only together.
var mailPattern = lazyregexp.New(`(?i)` + mailLocal + `(?:` +
	`[ \x{a0}]?(?:@|＠)[ \x{a0}]?(?:` + mailLabel + `\.)+` + mailTop +
	`|` + bracketAt + mailLabel + `(?:(?:\.|` + bracketDot + `|\sdot\s)` + mailLabel + `)*` +
	`|(?:\s+at\s+|\s*@\s*)` + mailLabel + `(?:(?:` + bracketDot + `|\s+dot\s+)` + mailLabel + `)+)`)

const (
	mailLetter = `\p{Latin}\p{Cyrillic}\p{Greek}\p{Arabic}\p{Hebrew}\p{N}`
	mailLocal  = `(?:[` + mailLetter + `_.+%'-]+\s+dot\s+)?[` + mailLetter + `_.+%'-]*[` + mailLetter + `_+-]`
	mailLabel  = `[` + mailLetter + `-]+`
	mailTop    = `[\p{Latin}\p{Cyrillic}\p{Greek}\p{Arabic}\p{Hebrew}]{2,24}`
	bracketAt  = `\s*[(\[{<]\s*(?:at|a|arroba|ät|małpa|@)\s*[)\]}>]\s*`
	bracketDot = `\s*[(\[{<]\s*(?:dot|punkt|punto|point|kropka|\.)\s*[)\]}>]\s*`
)

func findMails(text string) (list []span) {
	for _, at := range mailPattern.FindAllStringIndex(text, -1) {
		start := at[0]
		for start < at[1] && strings.ContainsRune(".'%-", rune(text[start])) {
			start++
		}
		list = append(list, span{start, start + endOfMail(text[start:at[1]]), mail})
	}
	return list
}

// joint matches the place where a source has lost the space between two words: "netTelephone".
var joint = lazyregexp.New(`(\p{Ll})(\p{Lu}\p{Ll})`)

// endOfMail returns the length of an address without a word that its last label runs into.
func endOfMail(address string) int {
	last := strings.LastIndexByte(address, '.') + 1
	if all := joint.FindAllStringSubmatchIndex(address[last:], 1); last > 0 && len(all) > 0 && all[0][3] >= 2 {
		return last + all[0][3]
	}
	return len(address)
}

var (
	hiddenAt  = lazyregexp.New(`(?i)` + bracketAt + `|\s+at\s+|＠|\s*@\s*`)
	hiddenDot = lazyregexp.New(`(?i)` + bracketDot + `|\s+dot\s+`)
)

// plainMail returns a disguised address in its ordinary form.
func plainMail(s string) string {
	return hiddenDot.ReplaceAllString(hiddenAt.ReplaceAllString(s, "@"), ".")
}

// number matches what may be a telephone number: digits with the separators that people write between them.
var number = lazyregexp.New(`(?:\+|＋|\(\+)?[(（\[]?[0-9][0-9 \t\x{a0}\x{2009}\x{202f}()（）\[\]./#\x{2010}-\x{2014}-]{4,28}[0-9]`)

// phoneLabel matches what stands before a number that is a telephone's, up to the number.
var phoneLabel = lazyregexp.New(`(?i)(?:(?:^|[^\p{L}])(?:(?:tele?(?:ph?on[a-zéo]*|fon[a-z]*|ph)?|tél(?:éphone)?|fono|phone|ph|call(?: us| me)?|` +
	`cell(?:ulare?)?|mob(?:ile?|iel|il)?|móvil|celular|handy|fax|whats ?app|viber|telegram|gsm|hotline|puh|tlf|rufnummer|anruf[a-z]*|` +
	`тел|телефон[а-я]*|моб[а-я]*|звон[а-я]+|факс|контакты|τηλ|هاتف|טלפון)(?:[^\p{L}]|$)|[tmpf] ?[:.])` +
	`|電話|电话|手機|手机|專線|传真|傳真|热线|分機|聯絡|联系|微信|전화)[^0-9\n]{0,24}$`)

// shapes are numbers without a label. A number that begins with a country code, a trunk zero in front of separated groups, the groups of North
// America, those of Russia and the mobile numbers of China.
var shapes = []*lazyregexp.Regexp{
	lazyregexp.New(`^(?:\+|＋|\(\+)[0-9]`),
	lazyregexp.New(`^[(（]?0[1-9][0-9]*[)）]?[^0-9]+[0-9]`),
	lazyregexp.New(`^0[1-9][0-9]{8,9}$`),
	lazyregexp.New(`^(?:1[ .-]*)?\(?[2-9][0-9]{2}\)?[ .\x{2010}-\x{2014}-]*[2-9][0-9]{2}[ .\x{2010}-\x{2014}-]+[0-9]{4}$`),
	lazyregexp.New(`^[78][ (-]+[0-9]{3,5}[ )-]+[0-9][0-9 -]*$`),
	lazyregexp.New(`^[78]9[0-9]{9}$`),
	lazyregexp.New(`^1[3-9][0-9]{9}$`),
	lazyregexp.New(`^1[3-9][0-9][ -][0-9]{4}[ -][0-9]{4}$`),
}

// date matches dates and ranges of times, which are no telephone numbers.
var date = lazyregexp.New(`^(?:\(?[0-3]?[0-9][./-][0-3]?[0-9][./-](?:19|20)?[0-9]{2}\b|(?:19|20)[0-9]{2}[./-][01]?[0-9][./-][0-3]?[0-9]\b|[0-2]?[0-9][.][0-5][0-9] ?[\x{2010}-\x{2014}-] ?[0-2]?[0-9][.][0-5][0-9])`)

func findPhones(text string) (list []span) {
	for _, at := range number.FindAllStringIndex(text, -1) {
		start, end := at[0], trimNumber(text, at[0], at[1])
		if bracket := text[start]; bracket == '(' && !strings.Contains(text[start:end], ")") {
			start++
		}
		after := len(list) > 0 && start-list[len(list)-1].end <= 8 && !strings.Contains(text[list[len(list)-1].end:start], "\n")
		labelled := phoneLabel.MatchString(joint.ReplaceAllString(text[max(0, start-60):start], "$1 $2"))
		if isPhone(text[start:end], labelled, after) && !touches(text, start, end, labelled) {
			list = append(list, span{start, end, phone})
		}
	}
	return list
}

// trimNumber returns the end of a number without an opening bracket that nothing closes and what follows it, or a second number behind a wide
// gap or two slashes.
func trimNumber(text string, start, end int) int {
	s := text[start:end]
	for _, gap := range []string{"  ", "\t", " / ", "//"} {
		if i := strings.Index(s, gap); i >= 0 && len(digitsOf(s[:i])) >= 7 {
			s = s[:i]
		}
	}
	return start + len(strings.TrimRight(s, " ()[]./-\u00a0"))
}

// isPhone reports whether digits are a telephone number. E.164 allows 15 digits.
func isPhone(s string, labelled, after bool) bool {
	digits := len(digitsOf(s))
	if digits < 6 || digits > 15 || date.MatchString(s) {
		return false
	}
	if labelled || after && digits >= 7 {
		return true
	}
	if digits < 9 {
		return false
	}
	return slices.ContainsFunc(shapes, func(shape *lazyregexp.Regexp) bool { return shape.MatchString(s) })
}

// wordBefore and wordBehind match whole words that the source has glued to a number.
var wordBefore, wordBehind = lazyregexp.New(`[A-Za-z][a-z]{2,}$`), lazyregexp.New(`^[A-Z][a-z]`)

// touches reports whether a number is a part of something else, such as a word, an address of a page, or an amount of money. Words
// beside one that has a label are none of its own.
func touches(text string, start, end int, labelled bool) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:start])
	after, _ := utf8.DecodeRuneInString(text[end:])
	amount := strings.TrimLeft(text[end:], " \u00a0")
	inWord := start > 1 && before == '-' && isASCIILetter(rune(text[start-2])) // an identifier such as A-123
	glued := isASCIILetter(before) && start > 0 && !(labelled && wordBefore.MatchString(text[:start])) ||
		isASCIILetter(after) && end < len(text) && !(labelled && wordBehind.MatchString(text[end:]))
	inGroups := strings.Count(strings.Join(strings.Fields(text[start:end]), " "), " ") >= 1 // words were glued to it, and it is in no word
	return inWord || glued && !inGroups || start > 0 && text[start] != '+' && strings.ContainsRune("$€£¥₽=/_#&?%", before) || money.MatchString(amount)
}

// money matches what follows an amount or a share.
var money = lazyregexp.New(`(?i)^(?:%|[€£$¥₽]|zł|pln|eur|usd|chf|gbp|руб|р\.|元|k\b)`)

func isASCIILetter(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' }
