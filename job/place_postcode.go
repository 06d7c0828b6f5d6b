package job

import "gannet/internal/lazyregexp"

// postcodes are the forms of postcodes at the beginning or the end of a town's part. Numbers of four digits and more count without a form, and may have the
// letter of their country before them.
var (
	postcodeForms = `(?:[A-Z]{1,2}[0-9][A-Z0-9]? ?[0-9][A-Z]{2}|[A-Z][0-9][A-Z] ?[0-9][A-Z][0-9]|[0-9]{4} ?[A-Z]{2}|[A-Z][0-9]{2} [A-Z0-9]{4}|[0-9]{5}-[0-9]{3,4}|[0-9]{2}-[0-9]{3}|[0-9]{3} [0-9]{2}|(?:[A-Z]{1,2}-)?[0-9]{4,6}|[0-9]{3}-[0-9]{4})`
	postcodeFirst = lazyregexp.New(`^(` + postcodeForms + `)(?: +(.*))?$`)
	postcodeLast  = lazyregexp.New(`^(.*) (` + postcodeForms + `)$`)
	postcodeShort = lazyregexp.New(`^(\pL.*) ([A-Z]{1,2}[0-9]{1,2}[A-Z]?)$`) // the first half of a British one
)

// cutPostcode returns the postcode at one end of a text, and the rest.
func cutPostcode(s string) (code, rest string) {
	if !hasNumber(s) {
		return "", s
	}
	if m := postcodeFirst.FindStringSubmatch(s); m != nil && !hasNumber(m[2]) {
		return m[1], m[2]
	}
	for _, form := range []*lazyregexp.Regexp{postcodeLast, postcodeShort} {
		if m := form.FindStringSubmatch(s); m != nil && !hasNumber(m[1]) {
			return m[2], m[1]
		}
	}
	return "", s
}

// withoutPostcode returns a text without the postcode at one of its ends.
func withoutPostcode(s string) string {
	_, rest := cutPostcode(s)
	return rest
}
