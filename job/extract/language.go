package extract

import (
	"cmp"
	"slices"

	"gannet/features"
	"gannet/job"
)

// surely is the probability from which on a page's own statement of its language is believed.
const surely = .2

// ownText is how many bytes of description show the language of a posting. Otherwise its page does.
const ownText = 80

// Language returns the language of a page as an ISO 639-1 code, or "" if it is not known.
func (e *Extractor) Language(p *features.Page) string { return e.language(p, &job.Posting{}) }

// language returns the language that the page states, unless script or words show another one. Those are of the posting's description, or of
// the page if it has none. A page may have postings of several languages, or none of their text. Signs of East Asia are Chinese to Languages,
// which know neither Japanese nor Korean. Frequent words
// tell the languages that Languages do not know, and gainsay Languages where a text lacks them.
func (e *Extractor) language(p *features.Page, found *job.Posting) string {
	stated := found.Language
	if stated == "" {
		stated = code(p.Lang)
	}
	text := []byte(found.Description)
	own := len(text) >= ownText
	if !own {
		text = bodyText(p)
	}
	if by := byScript(text); by != "" && (by != "zh" || stated == "ja" || stated == "ko") {
		return by
	}
	if e.Languages == nil {
		return stated
	}
	codes := e.Languages.Known()
	count := countWords(text)
	words := count.language()
	switch {
	case words != "" && (stated == "" || words == stated || !slices.Contains(codes, words)):
		return words // the words are clear, and Languages cost ten times as much
	case stated != "" && !slices.Contains(codes, stated):
		return cmp.Or(words, stated)
	}
	probability := func(lang string) float64 {
		if own {
			return e.Languages.ProbabilityOf(lang, text)
		}
		return e.Languages.Probability(lang, p)
	}
	if stated != "" && probability(stated) >= surely {
		return stated
	}
	best, most := stated, .5
	for _, lang := range codes {
		if lang == stated {
			continue
		}
		if share := probability(lang); share > most {
			best, most = lang, share
		}
	}
	if best != stated && count.lacks(best) {
		return stated
	}
	return best
}

// code returns the ISO 639-1 part of a BCP 47 tag, "" if it has none.
func code(tag string) string {
	if len(tag) < 2 || len(tag) > 2 && tag[2] != '-' && tag[2] != '_' {
		return ""
	}
	return tag[:2]
}
