package declared

import (
	"net/http"
	"slices"
	"strings"
)

// Robots holds what the author of a document forbids crawlers to do with it, such as to index it. Directives from several places are combined:
// what one of them forbids is forbidden.
type Robots struct {
	NoIndex  bool // the document must not be kept
	NoFollow bool // its links must not be followed
	// Uses are the directives that are not about indexing, such as noai, in lower case and with commas between them.
	Uses string
}

// aboutIndexing are directives about indexing, besides those of Robots, that say nothing about use. A colon and a value may follow.
var aboutIndexing = strings.Fields(`index follow noindex nofollow none all noimageindex notranslate noodp noydir indexifembedded
	nositelinkssearchbox max-image-preview max-video-preview unavailable_after archive cache snippet`)

// maxUses bounds the bytes of Robots.Uses.
const maxUses = 500

// AddHeader adds the directives of a response's X-Robots-Tag headers that apply to the crawler whose product token, in lower case, is agent.
func (r *Robots) AddHeader(h http.Header, agent string) {
	for _, value := range h.Values("X-Robots-Tag") {
		r.Add(value, agent)
	}
}

// AddMeta adds the directives of a meta element with this name and content. The name is "robots" for all crawlers, or the product token of
// one crawler.
func (r *Robots) AddMeta(name, content, agent string) {
	if strings.EqualFold(name, "robots") || strings.EqualFold(name, agent) {
		r.Add(content, agent)
	}
}

// Add adds directives, which are separated by commas, semicolons or spaces. A crawler's name with a colon before directives restricts them
// to that crawler: "otherbot: noindex, gannet: nofollow".
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
	first := strings.TrimSpace(part)
	date := strings.HasPrefix(first, "unavailable_after") || first != "" && isDigit(first[0]) // it may have a comma within
	for word := range strings.FieldsSeq(part) {
		r.NoIndex = r.NoIndex || word == "noindex" || word == "none"
		r.NoFollow = r.NoFollow || word == "nofollow" || word == "none"
		if !date {
			r.addUse(word)
		}
	}
}

// addUse adds a directive that is not about indexing. It ignores a directive that allows snippets of any length, because that restricts nothing.
func (r *Robots) addUse(word string) {
	name, value, _ := strings.Cut(word, ":")
	if slices.Contains(aboutIndexing, name) || name == "max-snippet" && value != "0" ||
		len(r.Uses)+len(word) > maxUses || slices.Contains(strings.Split(r.Uses, ", "), word) {
		return
	}
	if r.Uses != "" {
		r.Uses += ", "
	}
	r.Uses += word
}

// hasValue reports whether the word before a colon is a directive with a value or part of a date, and not the name of a crawler.
func hasValue(name string) bool {
	name = strings.TrimSpace(name)
	return name == "unavailable_after" || strings.HasPrefix(name, "max-") || strings.Contains(name, " ")
}
