package dedup

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"gannet/internal/letters"
	"gannet/job"
)

// splitTitle splits a title at the last dash or bar, if the part behind it says where the work is and not what it is. That is so if more than half of
// the part's words are in the names of the company and the location. An example is "Supervisor - Palm Hotel Dubai Marina" of Palm Hotels in Dubai. If
// the posting has no location, a town with the code of its region counts as well, such as "Supervisor - Santa Ana, CA 92707". Such a town stays a
// part of the role's title, which is often rare only together with it.
func splitTitle(p *job.Posting) (role, where string) {
	at := max(strings.LastIndex(p.Title, " - "), strings.LastIndex(p.Title, " – "), strings.LastIndex(p.Title, " — "), strings.LastIndex(p.Title, " | "))
	if at <= 0 {
		return p.Title, ""
	}
	role, where = p.Title[:at], strings.TrimLeft(p.Title[at:], " -–—|")
	names := namesOf(p)
	known, all := 0, 0
	eachWord(letters.JoinVowels(job.NormalTitle(where)), func(word string) {
		all++
		if strings.Contains(names, word) {
			known++
		}
	})
	switch {
	case all > 1 && 2*known > all && job.NormalTitle(role) != "":
		return role, where
	case p.Location == "" && endsWithRegion(where):
		return p.Title, where
	}
	return p.Title, ""
}

// endsWithRegion reports whether a name is followed by a comma and the code of a region in two capitals, with or without a postcode.
func endsWithRegion(s string) bool {
	name, region, ok := strings.Cut(s, ", ")
	code, postcode, _ := strings.Cut(region, " ")
	return ok && placeName(name) == name && len(code) == 2 && strings.Trim(code, upperLetters) == "" && isDigits(postcode)
}

const upperLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// namesOf returns the names of a posting's company and location, folded.
func namesOf(p *job.Posting) string {
	return letters.JoinVowels(letters.Fold(nameField(p.Company) + " " + nameField(p.Location)))
}

// levelMarks returns the levels in a title. A level stands behind a word at the end of the title, or before a punctuation mark inside it. "Nurse 2"
// and "Nurse II" have the same level. A Roman numeral at the end is also a level if it stands behind a number.
func levelMarks(title string) (marks []uint32) {
	words := strings.FieldsFunc(title, unicode.IsSpace)
	for i, word := range words[min(1, len(words)):] {
		numeral := strings.TrimRight(word, ",;:)|")
		if !isLevel(numeral) {
			continue
		}
		last := i+2 == len(words) || len(numeral) < len(word) || isSignAlone(words[i+2])
		if before := words[i]; last && (endsWithLetter(before) || i+2 == len(words) && (isClosed(before) || !isDigits(numeral))) {
			marks = append(marks, newMarker(markers().level, arabic(strings.ToLower(numeral))))
		}
	}
	return marks
}

// isLevel reports whether a word is a number of one digit or a Roman numeral. "i" and "v" are words, unless they are capitals.
func isLevel(word string) bool {
	if len(word) == 1 {
		return word[0]-'0' <= 9 || word == strings.ToUpper(word) && romans[strings.ToLower(word)] != ""
	}
	return len(word) <= len("viii") && romans[strings.ToLower(word)] != ""
}

func isSignAlone(word string) bool { return strings.IndexFunc(word, inWord) < 0 || word[0] == '(' }

// isClosed reports whether a word ends with a closing bracket or quotation mark, or a sentence with it.
func isClosed(word string) bool {
	r, _ := utf8.DecodeLastRuneInString(word)
	return strings.ContainsRune(".!?", r) || r == '"' || r == '\'' || unicode.In(r, unicode.Pe, unicode.Pf)
}

// endsWithLetter reports whether a word of more than one letter ends with a letter, so that what follows is no size such as "x 2".
func endsWithLetter(word string) bool {
	r, _ := utf8.DecodeLastRuneInString(word)
	return unicode.IsLetter(r) && utf8.RuneCountInString(word) > 1
}
