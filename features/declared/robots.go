package declared

import (
	"net/http"
	"strings"
)

// Robots is what the author of a document asks of crawlers. Directives of several places add up, so that the most
// restrictive one counts.
type Robots struct {
	NoIndex  bool // the document must not be kept
	NoFollow bool // its links must not be followed
}

// AddHeader adds the X-Robots-Tag headers of a response for the crawler with this product token, in lower case.
func (r *Robots) AddHeader(h http.Header, agent string) {
	for _, value := range h.Values("X-Robots-Tag") {
		r.Add(value, agent)
	}
}

// AddMeta adds a meta element, which is for all crawlers or for the one that is its name.
func (r *Robots) AddMeta(name, content, agent string) {
	if strings.EqualFold(name, "robots") || strings.EqualFold(name, agent) {
		r.Add(content, agent)
	}
}

// Add adds directives. A name with a colon before directives says which crawler they are for: "otherbot: noindex, gannet:
// nofollow". Directives are separated by commas; some authors write semicolons or spaces.
func (r *Robots) Add(directives, agent string) {
	ours := true
	for part := range strings.FieldsFuncSeq(strings.ToLower(directives), func(c rune) bool { return c == ',' || c == ';' }) {
		if name, rest, found := strings.Cut(part, ":"); found && !hasValue(name) {
			ours = strings.TrimSpace(name) == agent
			part = rest
		}
		if ours {
			r.addWords(part)
		}
	}
}

func (r *Robots) addWords(part string) {
	for word := range strings.FieldsSeq(part) {
		r.NoIndex = r.NoIndex || word == "noindex" || word == "none"
		r.NoFollow = r.NoFollow || word == "nofollow" || word == "none"
	}
}

// hasValue reports whether the word before a colon is a directive or part of a date, and not a crawler's name.
func hasValue(name string) bool {
	name = strings.TrimSpace(name)
	return name == "unavailable_after" || strings.HasPrefix(name, "max-") || strings.Contains(name, " ")
}
