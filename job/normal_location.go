package job

import (
	"strings"
	"unicode"
)

// NormalLocation returns a location in the form in which locations are compared. Its parts (town, region, country) are in lower case,
// without accents, punctuation and postcodes, separated by spaces. Countries come last as ISO 3166 codes, and states of the US and Canada
// become their postal codes. Work from anywhere comes first as "remote". A part that repeats the one before it is removed.
func NormalLocation(s string) string {
	parts := make([]string, 0, 6)
	remote := false
	for part := range locationParts(spellOut(s)) {
		w := cut(part, nil)
		remote = w.dropRemote() || remote
		w.dropPostcodes()
		text := w.join()
		if text == "" || len(parts) > 0 && parts[len(parts)-1] == text && stateCodes[text] == "" {
			continue
		}
		parts = append(parts, text)
	}
	parts = replaceNames(parts)
	if remote {
		parts = append([]string{"remote"}, parts...)
	}
	return strings.Join(parts, " ")
}

// locationParts cuts a location at commas, slashes, brackets and the like, and at dashes between spaces.
func locationParts(s string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		from := 0
		for i, r := range s {
			cut := false
			switch r {
			case ',', ';', '/', '|', '(', ')', '[', ']', '·', '•', '、', '\uff0c', '\n', '>', '›', '»':
				cut = true
			case '-', '–', '—':
				cut = i > 0 && i+len(string(r)) < len(s) && s[i-1] == ' ' && s[i+len(string(r))] == ' '
			}
			if cut {
				if !yield(s[from:i]) {
					return
				}
				from = i + len(string(r))
			}
		}
		yield(s[from:])
	}
}

// replaceNames replaces names of countries and states with their codes, and moves the country to the end.
func replaceNames(parts []string) []string {
	if len(parts) == 0 {
		return parts
	}
	last := len(parts) - 1
	if code := countryCode(parts[0]); code != "" && last > 0 && countryCode(parts[last]) == "" && stateCodes[parts[last]] == "" {
		parts = append(parts[1:], code)
	}
	if last > 0 {
		if code := stateCodes[parts[last]]; code != "" {
			parts[last] = code
		} else if code := stateCodes[parts[last-1]]; code != "" && last > 1 {
			parts[last-1] = code
		}
	}
	if code := countryCode(parts[last]); code != "" {
		parts[last] = code
		if last > 0 && countryCode(parts[last-1]) == code {
			parts = append(parts[:last-1], code)
		}
	}
	return parts
}

// remoteWords say that one may work from anywhere.
var remoteWords = set("remote remotely homeoffice wfh anywhere worldwide teletravail teletrabajo telelavoro teletrabalho remoto remota telework telecommute "+
	"удаленно удаленная удаленка дистанционно віддалено zdalnie zdalna zdalnа thuiswerk thuiswerken distans fjernarbejde etatyo uzaktan "+
	"远程 遠端 リモート 在宅 在宅勤務 재택근무 재택 원격", struct{}{})

// remoteCompany are words without a meaning beside a remote word.
var remoteCompany = set("100 fully full work working from home office job position possible or and oder und ou et only based la работа работы praca w formie "+
	"a in option optional", struct{}{})

// dropRemote drops remoteWords and remoteCompany. It reports whether there was a remote word.
func (w *words) dropRemote() bool {
	found := false
	for i := range w.list {
		pair := i+1 < len(w.list) && (string(w.at(i)) == "home" && string(w.at(i+1)) == "office")
		if pair {
			w.drop(i, i+2)
		} else if has(remoteWords, w.at(i)) {
			w.drop(i, i+1)
		} else if i+2 < len(w.list) && string(w.at(i)) == "work" && string(w.at(i+1)) == "from" && string(w.at(i+2)) == "home" {
			w.drop(i, i+3)
		} else {
			continue
		}
		found = true
	}
	if !found {
		return false
	}
	for i := range w.list {
		if has(remoteCompany, w.at(i)) {
			w.drop(i, i+1)
		}
	}
	return true
}

// dropPostcodes drops numbers of three digits and more, the letters of British, Canadian, Irish and Dutch postcodes, and the
// word CEDEX with its number.
func (w *words) dropPostcodes() {
	if w.live() <= 1 {
		return
	}
	for i := range w.list {
		text := w.at(i)
		n := digits(text)
		switch {
		case w.list[i].gone:
		case n == len(text) && (n >= 3 || i > 0 && string(w.at(i-1)) == "cedex"):
			w.drop(i, i+1)
			if i > 0 && len(w.at(i-1)) <= 2 && w.list[i].gap == '-' {
				w.drop(i-1, i) // the country of D-10115
			}
			if n == 4 && i+1 < len(w.list) && len(w.at(i+1)) == 2 && isASCIILetters(w.at(i+1)) && i+2 < len(w.list) {
				w.drop(i+1, i+2) // the letters of 1012 AB
			}
		case string(text) == "cedex":
			w.drop(i, i+1)
		case n > 0 && isOutward(text):
			w.drop(i, i+1)
			if i+1 < len(w.list) && len(w.at(i+1)) == 3 && digits(w.at(i+1)) > 0 {
				w.drop(i+1, i+2)
			}
		}
	}
}

// isOutward reports whether text looks like the outward code of a British postcode or the first half of a Canadian one. That is
// one or two letters, a digit, and at most one more digit or letter. Both halves may be written together.
func isOutward(b []byte) bool {
	i := 0
	for i < len(b) && i < 2 && 'a' <= b[i] && b[i] <= 'z' {
		i++
	}
	if i == 0 || i == len(b) || b[i] < '0' || '9' < b[i] {
		return false
	}
	rest := len(b) - i
	return rest <= 2 && len(b) >= 2 || len(b) >= 5 && len(b) <= 7 && digits(b) >= 2 && b[len(b)-3] <= '9'
}

func isASCIILetters(b []byte) bool {
	for _, c := range b {
		if c >= 0x80 || !unicode.IsLetter(rune(c)) {
			return false
		}
	}
	return true
}
