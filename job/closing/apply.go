package closing

import (
	"slices"
	"strings"

	"gannet/features"
	"gannet/job/kind"
)

// longestAnchor bounds the words of a link that is a control to apply, and its words before the phrase: "Click here to apply".
const (
	longestAnchor = 8
	mostBefore    = 4
	mostTried     = 10 // controls of a page
)

// isControl reports whether a word begins the text of a button, in a line that is short enough to be one.
func (r *reader) isControl(i int) bool {
	if r.rules.length(r.page.Words[i:r.page.Body.End], control, noLanguage) == 0 {
		return false
	}
	start, end := r.line(i)
	return end-start <= longestButton
}

// applyURL returns the target of the control that begins at a word, if it is a link and may belong to the posting. It is "" for a control in
// navigation, on another posting's card, or about applications in general. inMain reports that the control is in the main part of the page, which
// makes it more certain.
func (r *reader) applyURL(i int) (url string, inMain bool) {
	if r.tried++; r.tried > mostTried {
		return "", false
	}
	links := r.page.Links
	at := slices.IndexFunc(links, func(l features.Link) bool { return int(l.Anchor.Start) <= i && i < int(l.Anchor.End) })
	if at < 0 {
		return "", false
	}
	l := &links[at]
	if anchor := l.Anchor; anchor.Len() > longestAnchor || i-int(anchor.Start) > mostBefore || r.explains(i) || leadsToLogin(l.URL) || !r.isHere(span{int(anchor.Start), int(anchor.End)}) {
		return "", false
	}
	return l.URL, l.InMain
}

// leadsToLogin reports whether a URL leads to a login, so that it does not say where applications go.
func leadsToLogin(url string) bool {
	path, _, _ := strings.Cut(strings.ToLower(url), "?")
	return slices.ContainsFunc(strings.FieldsFunc(path, func(c rune) bool { return c == '/' || c == '.' }), func(part string) bool { return loginPages[part] })
}

var loginPages = map[string]bool{"login": true, "log-in": true, "signin": true, "sign-in": true, "sign_in": true, "signup": true, "sign-up": true, "sign_up": true, "authwall": true}

// explains reports whether a control that begins at a word is about applications in general: "How to apply".
func (r *reader) explains(i int) bool {
	return slices.ContainsFunc(r.page.Words[max(0, i-2):i+1], func(w features.Word) bool { return w.Hash == hashOfHow })
}

var hashOfHow = features.Words("how")[0]

// controls are the words of buttons to apply.
func controls() []string { return kind.Phrases("apply") }
