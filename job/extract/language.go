package extract

import (
	"slices"

	"gannet/features"
	"gannet/job"
)

// surely is the probability from which a page is taken to be in the language that it says.
const surely = .2

// language gives the language of a page: the one it says, unless its text is in another that is known.
func (e *Extractor) language(p *features.Page, found *job.Posting) string {
	said := found.Language
	if said == "" {
		said = code(p.Lang)
	}
	if e.Languages == nil {
		return said
	}
	codes := e.Languages.Known()
	if said != "" && (!slices.Contains(codes, said) || e.Languages.Probability(said, p) >= surely) {
		return said
	}
	best, most := said, .5
	for _, lang := range codes {
		if lang == said {
			continue
		}
		if share := e.Languages.Probability(lang, p); share > most {
			best, most = lang, share
		}
	}
	return best
}

// code gives the ISO 639-1 part of a BCP 47 tag, "" if it has none.
func code(tag string) string {
	if len(tag) < 2 || len(tag) > 2 && tag[2] != '-' && tag[2] != '_' {
		return ""
	}
	return tag[:2]
}
