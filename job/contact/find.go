package contact

import (
	"slices"
	"strings"
	"unicode/utf8"

	"gannet/internal/lazyregexp"
	"gannet/internal/letters"
	"gannet/job/contact/persons"
)

// span is the place of a contact in a text, in bytes.
type span struct {
	start, end int
	kind       kind
}

// find returns the contacts of a text, in order and without overlaps. Addresses come before numbers, and numbers before names, because what is
// found first helps to recognise the others.
func find(text string, known []string, model *persons.Model) []span {
	found := findReachable(text)
	found.addAll(findNames(text, found.list, known, model))
	slices.SortFunc(found.list, byPlace)
	return found.list
}

// findReachable returns the addresses and the numbers of a text.
func findReachable(text string) (found spans) {
	found.addAll(findMails(text))
	found.addAll(findPhones(text))
	slices.SortFunc(found.list, byPlace)
	return found
}

// mailsOf returns the addresses of a text, in order and without overlaps.
func mailsOf(text string) []span {
	var found spans
	found.addAll(findMails(text))
	slices.SortFunc(found.list, byPlace)
	return found.list
}

// Reachable returns the mail addresses and the telephone numbers of a text, in order.
func Reachable(text string) []persons.Contact { return contactsOf(findReachable(text).list) }

func byPlace(a, b span) int { return a.start - b.start }

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
	`|` + listAt + mailLabel + `(?:(?:\.|` + bracketDot + `)` + mailLabel + `)+` +
	`|(?:\s+at\s+|\s*@\s*)` + mailLabel + `(?:(?:` + bracketDot + `|\s+dot\s+)` + mailLabel + `)+)`)

const (
	mailLetter = `\p{Latin}\p{Cyrillic}\p{Greek}\p{Arabic}\p{Hebrew}\p{N}`
	mailLocal  = `(?:[` + mailLetter + `_.+%'-]+(?:\s+dot\s+|` + bracketDot + `))?[` + mailLetter + `_.+%'-]*[` + mailLetter + `_+-]`
	mailLabel  = `[` + mailLetter + `-]+`
	mailTop    = `[\p{Latin}\p{Cyrillic}\p{Greek}\p{Arabic}\p{Hebrew}]{2,24}`
	bracketAt  = `\s*[(\[{<]\s*(?:at|arroba|ät|małpa|małpka|arobase|chiocciola|klammeraffe|apenstaartje|snabel-a|собака|собачка|@)\s*[)\]}>]\s*`
	listAt     = `\s*[(\[{<]\s*a\s*[)\]}>]\s*` // which may also be the number of a list's item
	bracketDot = `\s*[(\[{<]\s*(?:dot|punkt|punto|point|kropka|\.)\s*[)\]}>]\s*`
)

func findMails(text string) (list []span) {
	ats := spokenAts(text)
	for _, at := range mailWindows(text, ats).widened(text).findAll(text, mailPattern) {
		start := at[0]
		for start < at[1] && strings.ContainsRune(".'%-", rune(text[start])) {
			start++
		}
		if digitBefore.MatchString(lastBytes(text[:start])) {
			start += len(digitsAtStart.FindString(text[start:at[1]]))
		}
		if labelBefore.MatchString(lastBytes(text[:start])) {
			start += len(labelAtStart.FindString(text[start:at[1]]))
		}
		list = append(list, span{start, start + endOfMail(text[start:at[1]]), mail})
	}
	for _, at := range around(text, places(text, "@"), longestMail, longestMail).find(text, cutMail) {
		list = append(list, span{at[2], at[3], mail})
	}
	return append(list, findSpokenMails(text, ats)...)
}

// spokenMail matches an address of which "at" alone is written as a word: behind a sign or a word that addresses stand behind, in a line of its own, or
// with "AT" in capitals. Elsewhere such words may say where something is: "find us at example.org".
var spokenMail = lazyregexp.New(`(?:(?:[\n"“…:(<{\[!?>` + "`" + `-])[ \t]*|(?i:\b(?:at|to|cc|on|mail|e-?mails?|contact|adres+e?))[ \n]+)([\w.+-]*\w) +(?:at|At) +(` + spokenHost + `)` +
	`|([a-z0-9_.+-]*[a-z0-9]) +AT +(` + spokenHost + `)`)

// noLocal matches words that stand between "email" and "at" and are no part of an address: "email me at", "my email address at".
var noLocal = lazyregexp.New(`^(?i:me|us|him|her|them|address(?:es)?|adres+e?|e?-?mails?) `)

const spokenHost = `(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,24}`

// spokenAts returns where a text has the word "at", with the space before it.
func spokenAts(text string) (list []int) {
	for i := 0; i+3 < len(text); i++ {
		if text[i] == ' ' && text[i+3] == ' ' && text[i+1]|0x20 == 'a' && text[i+2]|0x20 == 't' {
			list = append(list, i)
		}
	}
	return list
}

func findSpokenMails(text string, ats []int) (list []span) {
	signs := slices.DeleteFunc(ats, func(at int) bool { return !beginsWithHost(text[at+len(" at "):]) })
	for _, at := range around(text, signs, longestMail, longestMail).find(text, spokenMail) {
		start, host := at[2], at[4]
		if start < 0 {
			start, host = at[6], at[8]
		}
		before, local := strings.TrimRight(text[:start], " \t"), text[start]
		beginsLine := strings.HasSuffix(before, "\n")
		behind := text[at[1]:]
		isURL := strings.HasPrefix(text[host:], "www.") || behind != "" && (strings.IndexByte("/@-_", behind[0]) >= 0 || !isNoLetter(rune(behind[0])))
		if !isURL && !noLocal.MatchString(text[start:]) && !(beginsLine && local >= 'A' && local <= 'Z') {
			list = append(list, span{start, at[1], mail})
		}
	}
	return list
}

// beginsWithHost reports whether a text begins with a word that has a dot in it.
func beginsWithHost(s string) bool {
	s = strings.TrimLeft(letters.Cut(s, longestMail), " ")
	dot := strings.IndexFunc(s, func(r rune) bool { return r != '-' && !isASCIILetter(r) && (r < '0' || r > '9') })
	return dot > 0 && s[dot] == '.' && dot+1 < len(s) && isASCIILetter(rune(s[dot+1]))
}

// longestMail is how many bytes of an address may stand before its @, and how many behind it.
const longestMail = 100

// longestAt is how many bytes a sign in brackets that stands for @ may have.
const longestAt = 40

// mailWindows returns the parts of a text in which addresses may stand. ats are those of spokenAts.
func mailWindows(text string, ats []int) windows {
	signs := places(text, "@", "＠")
	for at := 0; ; at++ {
		next := strings.IndexAny(text[at:], "([{<")
		if next < 0 {
			break
		}
		at += next
		if closed := strings.IndexAny(text[at:min(len(text), at+longestAt)], ")]}>"); closed > 0 && openedAt.MatchString(text[at:at+closed+1]) {
			signs = append(signs, at)
		}
	}
	for _, at := range ats {
		rest := letters.Cut(text[at:], longestMail)
		if strings.ContainsAny(rest, "dD([{<") && wordDot.MatchString(rest) {
			signs = append(signs, at)
		}
	}
	return around(text, signs, longestMail, longestMail)
}

var (
	openedAt = lazyregexp.New(`(?i)^(?:` + bracketAt + `|` + listAt + `)`)
	wordDot  = lazyregexp.New(`(?i)\s+dot\s+|` + bracketDot)
)

var (
	// labelBefore and labelAtStart match the two words of "email address" if the second is glued to the address.
	labelBefore  = lazyregexp.New(`(?i)e-?mail[ \x{a0}]$`)
	labelAtStart = lazyregexp.New(`^(?i:addres{1,2}e?)`)
	// digitBefore and digitsAtStart match the groups of a number whose last one is glued to the address.
	digitBefore   = lazyregexp.New(`[0-9][ .-]$`)
	digitsAtStart = lazyregexp.New(`^[0-9]{3,4}`)
	// cutMail matches an address behind its label, whose end the source has cut off.
	cutMail = lazyregexp.New(`(?i)(?:mail|邮箱|郵箱|信箱|почта)[ \x{a0}]?[:：][ \x{a0}]?([a-z0-9_.+-]+@[a-z0-9-]+)`)
)

// joint matches the place where a source has lost the space between two words: "netTelephone".
var joint = lazyregexp.New(`(\p{Ll})(\p{Lu}\p{Ll})`)

// lastBytes returns the end of a text, which is as long as the words that are searched for before a contact.
func lastBytes(text string) string {
	const longest = 20
	return text[max(0, len(text)-longest):]
}

// endOfMail returns the length of an address without a word that its last label runs into.
func endOfMail(address string) int {
	last := 0
	if dots := lastDot.FindAllStringIndex(address, -1); len(dots) > 0 {
		last = dots[len(dots)-1][1]
	}
	if all := joint.FindAllStringSubmatchIndex(address[last:], 1); last > 0 && len(all) > 0 && all[0][3] >= 2 {
		return last + all[0][3]
	}
	return len(address)
}

var (
	hiddenAt  = lazyregexp.New(`(?i)` + bracketAt + `|` + listAt + `|\s+at\s+|＠|\s*@\s*`)
	hiddenDot = lazyregexp.New(`(?i)` + bracketDot + `|\s+dot\s+`)
	lastDot   = lazyregexp.New(`(?i)` + bracketDot + `|\s+dot\s+|\.`)
)

// plainMail returns a disguised address in its ordinary form.
func plainMail(s string) string {
	return hiddenDot.ReplaceAllString(hiddenAt.ReplaceAllString(s, "@"), ".")
}

// number matches what may be a telephone number: digits with the separators that people write between them.
var number = lazyregexp.New(`(?:\+|＋|\(\+)?[(（\[]?[0-9][0-9 \t\x{a0}\x{2009}\x{202f}()（）\[\]./#_\x{2010}-\x{2014}-]{4,40}[0-9]`)

// plainShape matches the digits of a telephone number behind the label of a person or a place: in one row, as a local number, in pairs or in threes, as no amount of
// eight digits and less is written.
var plainShape = lazyregexp.New(`^(?:[0-9]{10,11}|[2-9][0-9]{2}[.-][0-9]{4}|[0-9]{3}[ .-][0-9]{3}[ .-][0-9]{3}|[0-9]{2}(?:[ .-][0-9]{2}){3,4})$`)

// counted matches what follows a number of things or of time, which is no telephone's.
var counted = lazyregexp.New(`(?i)^[ \x{a0}]?(?:` +
	`(?:(?:to|bis|till|[\x{2010}-\x{2014}-])[ \x{a0}]?[0-9]|%|€|£|\$)|` +
	`(?:per|an?|more|times?|units?|pieces?|items?|m2|m²|sqm|sq|square|kg|tons?|km|miles?|persons?|people|staff|employees|members|customers|users|jobs?|places|positions|shifts?|` +
	`seconds?|minutes?|min|hours?|hrs?|h|days?|nights?|weeks?|months?|years?|yrs?|stunden|tage?|wochen?|monate?|jahre?n?|stück|mitarbeiter|heures?|jours?|semaines?|mois|ans)(?:[^\p{L}]|$))`)

// shapes are numbers without a sign: a trunk zero in front of separated groups, the groups of North America, those of Russia and the mobile numbers of China.
var shapes = []*lazyregexp.Regexp{
	lazyregexp.New(`^[(（]?0[1-9][0-9]*[)）]?[^0-9]+[0-9]`),
	lazyregexp.New(`^0[1-9][0-9]{8,9}$`),
	lazyregexp.New(`^(?:1[ .-]*)?\(?[2-9][0-9]{2}\)?[ .\x{2010}-\x{2014}-]*[2-9][0-9]{2}[ .\x{2010}-\x{2014}-]+[0-9]{4}$`),
	lazyregexp.New(`^[78][ (-]+[0-9]{3,5}[ )-]+[0-9][0-9 -]*$`),
	lazyregexp.New(`^[78]9[0-9]{9}$`),
	lazyregexp.New(`^1[3-9][0-9]{9}$`),
	lazyregexp.New(`^1[3-9][0-9][ -][0-9]{4}[ -][0-9]{4}$`),
	lazyregexp.New(`^(?:(?:[0-9][ #._-]{1,3}){8,}|(?:[0-9]/){8,})[0-9]$`), // digits that are written apart, to hide them from programs
}

// date matches dates and ranges of times, which are no telephone numbers.
var date = lazyregexp.New(`^(?:[0-2]?[0-9][.][0-5][0-9] ?[\x{2010}-\x{2014}-] ?[0-2]?[0-9][.][0-5][0-9]|\(?[0-3]?[0-9][./-][0-3]?[0-9][./-](?:19|20)?[0-9]{2}\b|(?:19|20)[0-9]{2}[./-][01]?[0-9][./-][0-3]?[0-9]\b)`)

// extension matches the number of a telephone within a house: behind the number of the house, or behind its label. An x or a
// star before it may also stand for a product or a note.
var extension = lazyregexp.New(`^(?:[ \x{a0}]?[,;(]?[ \x{a0}]?(?i:` + extensionLabel + `|[轉转]|ex[.: ]{1,3})[0-9]{1,6}` + moreExtensions + `|(?:[ \x{a0}]?\(?[xX]|\*)[0-9]{3,6})\b\)?`)

// ownExtension matches an extension that stands by itself.
var ownExtension = lazyregexp.New(`(?:^|[^\p{L}\p{N}])((?i:` + extensionLabel + `)[0-9]{3,6}` + moreExtensions + `)\b`)

// maskedNumber matches a telephone number in which the source has put stars in the place of digits.
var maskedNumber = lazyregexp.New(`(?:^|[^\w*])(\+?[0-9]{1,4}\*{4,12}[0-9]{2,4})\b`)

const (
	extensionLabel = `(?:ext(?:ension|n)?|durchwahl|extensión|doorkiesnummer|wew|доб)[. \x{a0}:-]{0,3}|(?:分機|分机)[ :：]?`
	moreExtensions = `(?: ?/ ?[0-9]{3,6}\b| (?:or|oder|lub|ou) [1-9][0-9]{2,5}\b)*`
)

func findPhones(text string) (list []span) {
	parts := digitWindows(text)
	end := 0 // of what was read last; an extension may reach into the next part
	for len(parts) > 0 {
		part := &parts[0]
		part[0] = max(part[0], min(end, part[1]))
		first := number.FindAllStringIndex(text[part[0]:part[1]], 1)
		if first == nil {
			parts = parts[1:]
			continue
		}
		start := part[0] + first[0][0]
		end = trimNumber(text, start, part[0]+first[0][1]) // what is trimmed may be a second number
		if s := text[start:end]; s[0] == '(' && !strings.Contains(s, ")") || s[0] == '[' && !strings.Contains(s, "]") {
			start++
		}
		if !mayBePhone(text[start:end]) {
			continue
		}
		after := len(list) > 0 && start-list[len(list)-1].end <= 8 && len(digitsOf(text[start:end])) >= 7 && !strings.Contains(text[list[len(list)-1].end:start], "\n")
		adjoins := after && text[start-1] == '/' && list[len(list)-1].end == start-1
		labelled, ofPerson := signBefore(text, start)
		labelled = labelled || ofPerson && hasPlainShape(text[start:end]) && !counted.MatchString(text[end:])
		if (labelled || after || hasShape(text[start:end])) && (adjoins || !touches(text, start, end, labelled)) {
			if more := extension.FindString(text[end:]); !counted.MatchString(text[end+len(more):]) {
				end += len(more)
			}
			list = append(list, span{start, end, phone})
		}
	}
	for _, at := range around(text, places(text, "****"), 10, 25).find(text, maskedNumber) {
		list = append(list, span{at[2], at[3], phone})
	}
	labels := places(text, "xt", "XT", "urchwahl", "oorkiesnummer", "wew", "доб", "分機", "分机")
	for _, at := range around(text, labels, 11, 25).find(text, ownExtension) {
		list = append(list, span{at[2], at[3], phone})
	}
	return list
}

// digitWindows returns the parts of a text that may be numbers: the digits of the shortest one, and nothing between them but what people write there.
func digitWindows(text string) (list windows) {
	start, digits := 0, 0
	for i := 0; i <= len(text); i++ {
		if i < len(text) && ofNumber[text[i]] {
			if text[i] >= '0' && text[i] <= '9' {
				digits++
			}
			continue
		}
		if digits >= leastDigits {
			list.add(text, start, i)
		}
		start, digits = i+1, 0
	}
	return list
}

// ofNumber says which bytes may stand within a number. Those of letters beyond ASCII may be of a space or a bracket.
var ofNumber = func() (may [256]bool) {
	for b := range may {
		may[b] = b >= utf8.RuneSelf || strings.IndexByte("0123456789+ \t()[]./#_-", byte(b)) >= 0
	}
	return may
}()

// leastDigits is the number of digits of the shortest telephone number behind a label.
const leastDigits = 6

// trimNumber returns the end of a number without an opening bracket that nothing closes and what follows it, or a second number behind a wide
// gap or two slashes.
func trimNumber(text string, start, end int) int {
	s := text[start:end]
	for _, gap := range []string{"  ", "\t", " / ", "//"} {
		if i := strings.Index(s, gap); i >= 0 && len(digitsOf(s[:i])) >= 7 {
			s = s[:i]
		}
	}
	if left, right, ok := strings.Cut(s, "/"); ok && len(digitsOf(left)) >= 7 && len(digitsOf(right)) >= 7 {
		s = left
	}
	if left, right, ok := strings.Cut(s, " ("); ok && len(digitsOf(left)) > 4 && len(digitsOf(right)) >= 9 { // a number and the same in full
		s = left
	}
	if len(digitsOf(s)) > mostDigits { // two numbers with a space between them
		for at := range s {
			if s[at] == ' ' && len(digitsOf(s[:at])) >= 9 {
				s = s[:at]
				break
			}
		}
	}
	return start + len(strings.TrimRight(s, " ()[]./-\u00a0"))
}

// mostDigits is the number of digits of the longest telephone number, by E.164.
const mostDigits = 15

// mayBePhone reports whether digits may be a telephone number. E.164 allows 15 digits.
func mayBePhone(s string) bool {
	digits := len(digitsOf(s))
	return digits >= leastDigits && digits <= mostDigits && !isDate(s)
}

// isDate reports whether digits are a date or a range of times. A number in pairs may begin like a date, but goes on with the same separator.
func isDate(s string) bool {
	begin := date.FindString(s)
	sign := strings.IndexAny(begin, "./-")
	return begin != "" && (len(s) == len(begin) || s[len(begin)] != begin[sign])
}

// hasShape reports whether a number has the shape of a telephone's, which needs no sign.
func hasShape(s string) bool {
	digits := digitsOf(s)
	abroad, isAbroad := strings.CutPrefix(digits, "00")
	if isAbroad || strings.ContainsAny(s, "+＋") {
		return isInternational(abroad)
	}
	return len(digits) >= 9 && !strings.HasPrefix("12345678910", digits[:9]) && // links to pages of a list
		slices.ContainsFunc(shapes, func(shape *lazyregexp.Regexp) bool { return shape.MatchString(s) })
}

// hasPlainShape reports whether a number has the shape of a telephone's, if the label of a person or a place stands before it.
func hasPlainShape(s string) bool {
	return hasShape(s) || plainShape.MatchString(strings.TrimLeft(s, "([（"))
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
	glued := isASCIILetter(before) && start > 0 && !(labelled && wordBefore.MatchString(lastBytes(text[:start]))) ||
		isASCIILetter(after) && end < len(text) && !(labelled && wordBehind.MatchString(text[end:]))
	inGroups := strings.Count(strings.Join(strings.Fields(text[start:end]), " "), " ") >= 1 || // words were glued to it, and it is in no word
		strings.Count(text[start:end], "-") > 1 && (wordBefore.MatchString(lastBytes(text[:start])) || !isASCIILetter(before) && hasShape(text[start:end]))
	return inWord || glued && !inGroups || start > 0 && text[start] != '+' && strings.ContainsRune("$€£¥₽=/_#&?%", before) || money.MatchString(amount)
}

// money matches what follows an amount or a share.
var money = lazyregexp.New(`(?i)^(?:%|[€£$¥₽]|zł|pln|eur|usd|chf|gbp|руб|р\.|元|k\b)`)

func isASCIILetter(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' }
