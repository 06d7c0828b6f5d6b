package contact

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"gannet/internal/lazyregexp"
	"gannet/internal/letters"
)

// personal matches a name of two to four words with capitals, which may have a title before it.
const personal = `(?:(?:Mrs?|Ms|Miss|Dr|Prof|Frau|Herrn?|Mme|Mlle|Madame|Monsieur|Sra?|Dott|Pan|Pani)\.?\s+)*` +
	`\p{Lu}[\p{L}'’-]*\.?(?:[ \x{a0}]\p{Lu}\.)?(?:[ \x{a0}](?:(?:van|von|de|der|den|da|di|del|la|le|el|al|bin)[ \x{a0}])*\p{Lu}[\p{L}'’-]+){1,3}`

var (
	// titled is a name behind a title, which is a person's wherever it stands.
	titled = lazyregexp.New(`\b(?:Mrs?|Ms|Miss|Frau|Herrn?|Mme|Mlle|Madame|Monsieur|Sra)\.?[ \x{a0}]+(\p{Lu}[\p{L}'’-]+(?:[ \x{a0}]\p{Lu}[\p{L}'’-]+){0,2})`)
	// labelled is a name behind a label and a colon, or behind the word contact.
	labelled = lazyregexp.New(`(?:(?i:contact(?: ?person| ?name)?|recruiter|hiring manager|ansprechpartner(?:in)?|ansprechperson|kontakt(?:person)?|` +
		`contacto|persona de contacto|responsable|interlocuteur|interlocutrice|contactpersoon|referente|osoba kontaktowa|kontaktperson|yhteyshenkilö|` +
		`kapcsolattartó|ask for|speak (?:to|with)|контактное лицо|контакт)(?:\s*[:：-]\s*|\s+)(?:Name\s+)?|(?i:name)\s*[:：]\s*)(` + personal + `)`)
	// chinese is a name of two to four letters behind a label.
	chinese = lazyregexp.New(`(?:联系人|聯絡人|聯繫人|联络人|招聘者|承辦人)\s*[:：]?\s*(\p{Han}{2,4})`)
	// nearby is a name, which is a contact's only if an address or a number stands near.
	nearby = lazyregexp.New(personal)
	// leads matches what stands before a name that an address or a number follows.
	// reached matches what stands between a name and an address or a number by which it is reached.
	reached = lazyregexp.New(`^[ \x{a0}](?:on|unter|au|via|pod|под)[ \x{a0}:]{0,3}(?:Tel\.?:? |nr )?$`)
	leads   = lazyregexp.New(`(?i)\b(?:contact\p{L}*|e-?mail|call|joindre|ask|to|with|from|by|to:|name|attention|attn|an|bei|von|à|auprès de|con|z|till)\b[\s:,-]*$`)
)

// noNames are words of departments and places in addresses, which stand where names do.
var noNames = strings.Fields(`hr human resources team department recruitment recruiting recruiter office personal abteilung us our the career careers jobs job
	support service services info information admin sales marketing center centre manager director company inc ltd gmbh llc limited university hospital
	school college nhs trust street road avenue apply contact email phone telephone tel mobile fax please for position title number address
	name corp ag sa consultant nurse doctor officer assistant engineer developer ward lead senior practice clinical head deputy general group hello work talent people hiring clinic care health hotel bank council`)

// findNames returns the names of contacts: those that are known, those that addresses are made of, and those that a label or an address near
// them tells.
func findNames(text string, found []span, known []string) (list []span) {
	for _, n := range known {
		if strings.Contains(strings.TrimSpace(n), " ") || len(n) > 5 {
			list = append(list, occurrences(text, n)...)
		}
	}
	for _, s := range found {
		if s.kind == mail {
			list = append(list, namesOfMail(text, text[s.start:s.end])...)
		}
	}
	for _, pattern := range []*lazyregexp.Regexp{labelled, titled, chinese} {
		for _, at := range pattern.FindAllStringSubmatchIndex(text, -1) {
			if end := at[2] + endOfName(text[at[2]:]); end < at[3] {
				at[3] = end
			}
			if isName(text[at[2]:at[3]]) {
				list = append(list, span{at[2], at[3], name})
			}
		}
	}
	for _, at := range nearby.FindAllStringIndex(text, -1) {
		if isName(text[at[0]:at[1]]) && leadsToContact(text, at[0], at[1], found) {
			list = append(list, span{at[0], at[1], name})
		}
	}
	for _, again := range namesIn(text, list) {
		list = append(list, occurrences(text, again)...)
	}
	return list
}

// mostRepeated is the number of different names of a text that are looked for a second time. Each costs a search of the whole text.
const mostRepeated = 200

// namesIn returns the names of two words and more that spans of a text have, each once.
func namesIn(text string, list []span) (names []string) {
	seen := make(map[string]bool)
	for _, s := range list {
		one := strings.Join(strings.Fields(text[s.start:s.end]), " ")
		if seen[one] || !strings.Contains(one, " ") || len(names) == mostRepeated {
			continue
		}
		seen[one] = true
		names = append(names, one)
	}
	return names
}

// nextLabel matches the word that a Chinese name runs into, which has no space before it.
var nextLabel = lazyregexp.New(`联系|联络|聯絡|聯繫|电话|電話|手机|手機|邮箱|郵箱|信箱|微信|传真|傳真|地址|工作|职位|職位`)

// endOfName returns where the next label begins in a text that begins with a name, or the length of the text.
func endOfName(text string) int {
	const longest = 30 // bytes
	if all := nextLabel.FindAllStringIndex(letters.Cut(text, longest), 1); len(all) > 0 && all[0][0] > 0 {
		return all[0][0]
	}
	return len(text)
}

// nearContact is how many bytes may lie between a name and the address or the number behind it.
const nearContact = 40

func leadsToContact(text string, start, end int, found []span) bool {
	led := leads.MatchString(text[max(0, start-20):start])
	return slices.ContainsFunc(found, func(s span) bool {
		if s.start < end || s.start-end > nearContact {
			return false
		}
		between := text[end:s.start]
		return led && !strings.Contains(between, "\n\n") || reached.MatchString(between)
	})
}

// isName reports whether none of the words is a department's or a place's.
func isName(s string) bool {
	words := strings.Fields(s)
	for len(words) > 1 && slices.Contains(titles, strings.TrimSuffix(words[0], ".")) {
		words = words[1:]
	}
	return len(words) > 0 && !slices.ContainsFunc(words, isNoName)
}

func isNoName(word string) bool {
	return slices.Contains(noNames, strings.ToLower(strings.Trim(word, ".,'’")))
}

// titles stand before names.
var titles = strings.Fields("Mr Mrs Ms Miss Dr Prof Frau Herr Herrn Mme Mlle Madame Monsieur Sr Sra Dott Pan Pani M")

// occurrences returns where a text has a name, in any case.
func occurrences(text, n string) (list []span) {
	n = strings.Join(strings.Fields(n), " ")
	if n == "" || !isName(n) {
		return nil
	}
	pattern := regexp.MustCompile(`(?i)` + strings.ReplaceAll(regexp.QuoteMeta(n), " ", `[\s\x{a0}]+`))
	for _, at := range pattern.FindAllStringIndex(text, -1) {
		if !isPartOfWord(text, at[0], at[1]) {
			list = append(list, span{at[0], at[1], name})
		}
	}
	return list
}

func isPartOfWord(text string, start, end int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:start])
	after, _ := utf8.DecodeRuneInString(text[end:])
	return start > 0 && isNamePart(string(before)) || end < len(text) && isNamePart(string(after))
}

// namesOfMail returns where a text has the name that an address is made of: "jane.smith@" or "j.smith@" is Jane Smith's. Accents do not count.
func namesOfMail(text, address string) (list []span) {
	local, _, _ := strings.Cut(plainMail(address), "@")
	parts := strings.FieldsFunc(letters.Fold(local), func(r rune) bool { return r == '.' || r == '_' || r == '-' })
	if len(parts) < 2 || !slices.ContainsFunc(parts, func(p string) bool { return len(p) > 2 }) || !isName(strings.Join(parts, " ")) {
		return nil
	}
	for _, at := range nearby.FindAllStringIndex(text, -1) {
		if start, end, ok := cutToParts(text, at[0], at[1], parts); ok {
			list = append(list, span{start, end, name})
		}
	}
	return list
}

// cutToParts returns the place of the words of a name that correspond to the parts of an address. ok is false if a part corresponds to no word.
func cutToParts(text string, start, end int, parts []string) (from, to int, ok bool) {
	matched := make(map[string]bool)
	at := start
	for word := range strings.FieldsSeq(text[start:end]) {
		at += strings.Index(text[at:end], word)
		folded := letters.Fold(word)
		for _, p := range parts {
			if folded == p || len(p) == 1 && strings.HasPrefix(folded, p) {
				if len(matched) == 0 {
					from = at
				}
				matched[p], to = true, at+len(word)
			}
		}
		at += len(word)
	}
	return from, to, len(matched) == len(parts)
}
