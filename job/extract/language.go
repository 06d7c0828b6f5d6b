package extract

import (
	"slices"

	"gannet/features"
	"gannet/job"
)

// surely is the probability from which on a page's own statement of its language is believed.
const surely = .2

// Language returns the language of a page in ISO 639-1, "" if it is not known.
func (e *Extractor) Language(p *features.Page) string { return e.language(p, &job.Posting{}) }

// language returns the language that the page states, unless its script or words show another one. Signs of East Asia are Chinese
// to Languages, which know neither Japanese nor Korean.
func (e *Extractor) language(p *features.Page, found *job.Posting) string {
	stated := found.Language
	if stated == "" {
		stated = code(p.Lang)
	}
	if by := byScript(p); by != "" && (by != "zh" || stated == "ja" || stated == "ko") {
		return by
	}
	if e.Languages == nil {
		return stated
	}
	codes := e.Languages.Known()
	if stated != "" && (!slices.Contains(codes, stated) || e.Languages.Probability(stated, p) >= surely) {
		return stated
	}
	best, most := stated, .5
	for _, lang := range codes {
		if lang == stated {
			continue
		}
		if share := e.Languages.Probability(lang, p); share > most {
			best, most = lang, share
		}
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
