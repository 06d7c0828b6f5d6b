package embedded

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/language"

	"gannet/job"
	"gannet/job/conditions"
)

// maxTitle bounds the bytes of titles and of names.
const maxTitle = 200

// fits reports whether a value has the form that its role requires.
func fits(r role, v any) bool {
	s, isText := v.(string)
	switch r {
	case title:
		s = nameIn(v)
		return len(s) >= 2 && isName(s, r) && !looksDate(s)
	case company:
		s = nameIn(v)
		return isName(s, r) && (strings.Contains(s, " ") || strings.Count(s, "/") < 2) // not the path of a resource
	case place, region, country, town:
		return len(placesIn(v)) > 0 && !isLabel(nameIn(v), r)
	case posted, until:
		return dateIn(v) != ""
	case description:
		var texts []string
		gather(v, &texts, 0)
		return weight(strings.Join(texts, " ")) >= least
	case pay:
		return v != nil && v != "" && v != "0"
	case payLow, payHigh:
		f, err := strconv.ParseFloat(strings.ReplaceAll(s, ",", ""), 64)
		return err == nil && f > 0
	case employment:
		return len(job.ParseEmployment(employmentText(v))) > 0
	case id, link, apply, payUnit, payCurrency, street, postcode, hours, status, active, closed:
		return isText && s != "" && len(s) < 2000
	case term:
		return isTerm(v) || conditions.Duration(nameIn(v)) != ""
	}
	return v != nil
}

// isTerm reports whether a value says that a job is permanent or not.
func isTerm(v any) bool {
	said, _ := conditions.TermOfValue(nameIn(v))
	return said != conditions.Votes{}
}

// isName reports whether a text may be the name of a job or an employer.
func isName(s string, r role) bool {
	return s != "" && len(s) <= maxTitle && hasLetter(s) && !strings.Contains(s, "://") && s != "true" && s != "false" && !isLabel(s, r)
}

// isLabel reports whether a text is what a form writes beside the value of a role, such as "Company" or "Your location".
func isLabel(s string, r role) bool {
	words := splitKey(s)
	return len(words) > 0 && len(words) <= 3 && r != title && known.meanings[words[len(words)-1]].role == r
}

func hasLetter(s string) bool { return strings.IndexFunc(s, unicode.IsLetter) >= 0 }

// weight counts letters. A Chinese or Japanese character counts as three and a Korean one as two, since so much is said with it.
func weight(s string) (n int) {
	for _, r := range s {
		switch {
		case r >= 0x3040 && r <= 0x9fff:
			n += 3
		case r >= 0xac00 && r <= 0xd7a3:
			n += 2
		case unicode.IsLetter(r):
			n++
		}
	}
	return n
}

// nameKeys are keys of the name that an object has, and of what programs wrap objects in.
var (
	nameKeys = []string{"name", "displayName", "display_name", "title", "label", "legalName", "companyName", "text", "value", "rendered", "nom", "libelle", "nombre", "nome", "nazwa", "nazev", "naam", "namn", "navn", "bezeichnung"}
	wrapKeys = []string{"data", "attributes", "fields", "node", "item", "edges", "nodes", "items"}
)

// nameIn returns the name that a value is or has.
func nameIn(v any) string { return nameWithin(v, 4) }

func nameWithin(v any, depth int) string {
	if depth == 0 {
		return ""
	}
	switch v := v.(type) {
	case string:
		if isVariable(v) {
			return ""
		}
		return strings.TrimSpace(v)
	case []any:
		if len(v) > 0 {
			return nameWithin(v[0], depth-1)
		}
	case map[string]any:
		for _, key := range nameKeys {
			if s, ok := v[key].(string); ok && s != "" {
				return strings.TrimSpace(s)
			}
		}
		for _, key := range sortedKeys(v) {
			s, ok := v[key].(string)
			if ok && s != "" && (strings.HasSuffix(strings.ToLower(key), "name") && key[0] != '_' || len(v) == 1) {
				return strings.TrimSpace(s)
			}
		}
		for _, key := range wrapKeys {
			if s := nameWithin(v[key], depth-1); s != "" {
				return s
			}
		}
		if len(v) == 1 { // the name of a class around the object
			for key, inner := range v {
				if r := known.read(key).role; r == id || r == link {
					return ""
				}
				return nameWithin(inner, depth-1)
			}
		}
		return nameWithin(translation(v), depth-1)
	}
	return ""
}

// translation returns one of the values that an object has by tags of languages (BCP 47), the English one if it is there, or nil. One of the tags must
// be of a language that many sites have, since "id", "no", "is" and "to" are tags, too.
func translation(o map[string]any) any {
	if !slices.ContainsFunc([]string{"en", "de", "fr", "es", "nl", "pt", "pl", "ru", "ja", "zh", "sv"}, func(tag string) bool {
		return o[tag] != nil || slices.ContainsFunc(sortedKeys(o), func(key string) bool { return len(key) == 5 && key[:2] == tag })
	}) {
		return nil
	}
	for key := range o {
		if tag := strings.ReplaceAll(key, "_", "-"); len(tag) != 2 && (len(tag) != 5 || tag[2] != '-') || strings.ToLower(tag[:2]) != tag[:2] {
			return nil
		}
		if _, err := language.Parse(key); err != nil {
			return nil
		}
	}
	for _, key := range append([]string{"en", "en-US", "en_US", "en-GB", "en_GB"}, sortedKeys(o)...) {
		if o[key] != nil {
			return o[key]
		}
	}
	return nil
}

// dateIn returns the date or time that a value is, or that an object of a few has.
func dateIn(v any) string {
	switch v := v.(type) {
	case string:
		if inner, ok := strings.CutPrefix(v, "/Date("); ok { // OData version 2, section "Primitive Types"
			v = strings.TrimRight(inner, ")/")
			if zone := strings.LastIndexAny(v, "+-"); zone > 0 { // in front of all stands the sign of a day before 1970
				v = v[:zone]
			}
		}
		if looksDate(v) {
			return v
		}
	case map[string]any:
		if y, m, d := number(v["year"]), number(v["month"]), number(v["day"]); y > 0 && m > 0 && d > 0 {
			return fmt.Sprintf("%04d-%02d-%02d", y, m, d)
		}
		for _, key := range sortedKeys(v) {
			if s, ok := v[key].(string); ok && len(v) <= 6 && looksDate(s) {
				return s
			}
		}
	}
	return ""
}

// number returns the whole number that a text is, or 0.
func number(v any) int {
	s, _ := v.(string)
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0
	}
	return n
}

// proseKeys are keys of text that is cut into parts, each with its own object.
var proseKeys = map[string]bool{"text": true, "content": true, "value": true, "body": true, "html": true, "children": true, "items": true, "paragraphs": true, "blocks": true, "sections": true, "nodes": true, "data": true, "rendered": true}

// gather collects the texts of a value in their order. Short texts count where an object holds parts of a text.
func gather(v any, texts *[]string, depth int) {
	if depth > 12 || len(*texts) > 500 {
		return
	}
	switch v := v.(type) {
	case string:
		if hasLetter(v) && !strings.HasPrefix(v, "http") && (depth == 0 || len(v) >= 30 && strings.Contains(v, " ") || weight(v) >= 30) {
			*texts = append(*texts, v)
		}
	case []any:
		for _, inner := range v {
			if s, ok := inner.(string); ok && hasLetter(s) {
				*texts = append(*texts, s)
				continue
			}
			gather(inner, texts, depth+1)
		}
	case map[string]any:
		if one := translation(v); one != nil {
			gather(one, texts, depth)
			return
		}
		for _, key := range proseFirst(v) {
			if s, ok := v[key].(string); ok && (proseKeys[key] || key == "title" || key == "heading") && hasLetter(s) && depth > 0 {
				*texts = append(*texts, s)
				continue
			}
			if !known.hasOther(key) {
				gather(v[key], texts, depth+1)
			}
		}
	}
}

// proseFirst returns the keys of an object: its heading first, if it has one.
func proseFirst(o map[string]any) (keys []string) {
	for _, key := range []string{"title", "heading"} {
		if _, ok := o[key].(string); ok {
			keys = append(keys, key)
		}
	}
	for _, key := range sortedKeys(o) {
		if key != "title" && key != "heading" {
			keys = append(keys, key)
		}
	}
	return keys
}

// looksDate reports whether a text is a date or a time: digits with signs between, or seconds or milliseconds since 1970.
func looksDate(s string) bool {
	if len(s) < 8 || len(s) > 40 {
		return false
	}
	digits := 0
	for _, r := range s {
		if r >= '0' && r <= '9' {
			digits++
		}
	}
	if digits == len(s) {
		n, err := strconv.ParseInt(s, 10, 64)
		return err == nil && (n > 9e8 && n < 4e9 || n > 9e11 && n < 4e12)
	}
	_, ok := job.ParseDate(s, "", zero)
	return ok && digits >= 5 && (digits*2 >= len(s) || strings.Contains(s, " "))
}

// looksPlace reports whether a text names a country behind a comma.
func looksPlace(s string) bool {
	at := strings.LastIndex(s, ", ")
	return at > 0 && len(s) < 80 && job.CountryCode(s[at+2:]) != ""
}

// hasLegalForm reports whether a short text has a legal form, which names of employers have.
func hasLegalForm(s string) bool {
	words := strings.Fields(s)
	if len(words) < 2 || len(words) > 8 || len(s) > 80 {
		return false
	}
	return legalForms[strings.ToLower(strings.Trim(words[len(words)-1], ".,"))]
}

var legalForms = func() map[string]bool {
	m := map[string]bool{}
	for s := range strings.FieldsSeq("ltd inc gmbh ag llc plc corp sa sarl sas srl spa bv nv oy ab as aps kft zrt sro a.s s.r.o kg se ltda limited co") {
		m[s] = true
	}
	return m
}()

// looksAddress reports whether an object has parts of an address.
func looksAddress(o map[string]any) bool {
	n := 0
	for key := range o {
		switch known.read(key).role {
		case town, region, country, postcode, street:
			n++
		}
	}
	return n >= 2
}

// employmentText returns a value that says the kind of work as one text.
func employmentText(v any) string {
	switch v := v.(type) {
	case string:
		return strings.Join(splitKey(v), " ")
	case []any:
		var all []string
		for _, inner := range v {
			all = append(all, employmentText(inner))
		}
		return strings.Join(all, ", ")
	case map[string]any:
		return employmentText(nameIn(v))
	}
	return ""
}

// isVariable reports whether a text is the name of a variable, such as "company_name". Settings of programs hold them under names
// that stand for parts of a posting.
func isVariable(s string) bool {
	if !strings.Contains(s, "_") {
		return false
	}
	return !strings.ContainsFunc(s, func(r rune) bool { return r != '_' && (r < 'a' || r > 'z') })
}
