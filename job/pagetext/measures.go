package pagetext

import (
	"math"
	"strings"
	"unicode/utf8"

	"gannet/job"
)

// Measures returns, for each field, the names of the measures from which its model judges possible values.
func Measures() map[job.Field][]string {
	all := map[job.Field][]string{}
	for field, of := range measuresOf {
		for _, m := range of {
			all[field] = append(all[field], m.name)
		}
	}
	return all
}

// measuresOf are the measures of the model of each field. None of them depends on the page's language.
var measuresOf = map[job.Field][]measure{
	job.Company:  append(append([]measure{}, common...), ofEmployers...),
	job.Location: append(append([]measure{}, common...), ofPlaces...),
}

// common are the measures of all fields.
var common = []measure{
	{"rules_sure", func(s *scene, c *candidate) float64 {
		if c.proposed == nil {
			return 0
		}
		return 1 - c.proposed.doubt
	}},
	{"rules_rank", func(s *scene, c *candidate) float64 { return float64(c.rank) }},
	{"by_label", proposedBy(byLabel)}, {"by_name", proposedBy(byName)}, {"by_heading", proposedBy(byHeading)}, {"by_title", proposedBy(byTitle)},
	{"by_both", proposedBy(byBoth)}, {"by_position", proposedBy(byPosition)}, {"by_prose", proposedBy(byProse)}, {"by_site", proposedBy(bySite)},
	{"words", func(s *scene, c *candidate) float64 { return float64(min(8, wordCount(c.value))) }},
	{"capitals", func(s *scene, c *candidate) float64 { return is(isShouted(c.value)) }},
	{"rarest_word", func(s *scene, c *candidate) float64 { return c.common.rarest.employers }},
	{"rarest_word_small", func(s *scene, c *candidate) float64 { return c.common.rarest.small }},
	{"common_words_mean", func(s *scene, c *candidate) float64 { return c.common.mean.employers }},
	{"small_words_mean", func(s *scene, c *candidate) float64 { return c.common.mean.small }},
	{"language_known", func(s *scene, c *candidate) float64 { return is(s.employers.Knows(s.language())) }},
	{"digits", func(s *scene, c *candidate) float64 { return is(hasDigit(c.value)) }},
	{"wide", func(s *scene, c *candidate) float64 {
		first, _ := utf8.DecodeRuneInString(c.value)
		return is(isWide(first))
	}},
	{"legal_form", func(s *scene, c *candidate) float64 { return is(surelyForm(c.value)) }},
	{"kind_of_body", func(s *scene, c *candidate) float64 { return is(s.hasBody(c.value)) }},
	{"inhabitants", func(s *scene, c *candidate) float64 {
		if len(c.towns) == 0 {
			return 0
		}
		return math.Log2(1 + c.towns[0].Weight())
	}},
	{"town_by_own_name", func(s *scene, c *candidate) float64 { return is(len(c.towns) > 0 && !c.towns[0].Other) }},
	{"country", func(s *scene, c *candidate) float64 { return is(job.CountryCode(c.value) != "") }},
	{"comma", func(s *scene, c *candidate) float64 { return is(strings.Contains(c.value, ",")) }},
	{"in_title", func(s *scene, c *candidate) float64 { return is(strings.Contains(s.title, c.key)) }},
	{"in_title_element", func(s *scene, c *candidate) float64 { return is(strings.Contains(s.outline.titleKey, c.key)) }},
	{"in_description", func(s *scene, c *candidate) float64 { return logOf(c.mentions.all) }},
	{"inside_sentences", mentioned(func(m *mentions) int { return m.inside })}, {"behind_word_of_places", mentioned(func(m *mentions) int { return m.behindPlaces })},
	{"behind_word_of_employers", mentioned(func(m *mentions) int { return m.behindNames })}, {"whole_lines", mentioned(func(m *mentions) int { return m.wholeLines })},
	{"behind_comma", mentioned(func(m *mentions) int { return m.behindComma })}, {"before_comma", mentioned(func(m *mentions) int { return m.beforeComma })},
	{"in_brackets", mentioned(func(m *mentions) int { return m.inBrackets })},
	{"in_small_letters", func(s *scene, c *candidate) float64 { return is(s.small[c.key]) }},
	{"site", func(s *scene, c *candidate) float64 { return is(s.site.isNamed(c.value)) }},
	{"owner", func(s *scene, c *candidate) float64 { return is(s.owners[c.key]) }},
	{"zone", func(s *scene, c *candidate) float64 {
		if c.line < 0 || c.line >= len(s.outline.lines) {
			return -1
		}
		return float64(s.outline.lines[c.line].zone)
	}},
	{"linked", func(s *scene, c *candidate) float64 {
		if c.line < 0 || c.line >= len(s.outline.lines) {
			return 0
		}
		l := &s.outline.lines[c.line]
		return float64(l.linked) / float64(1+len(l.text))
	}},
	{"alone", func(s *scene, c *candidate) float64 { return float64(s.alone(c.value)) }},
	{"below_title", func(s *scene, c *candidate) float64 {
		title, _ := s.reader.title.best()
		if c.line < 0 || title.line < 0 {
			return 0
		}
		return float64(max(-3, min(3, c.line-title.line)))
	}},
	{"inside_description", func(s *scene, c *candidate) float64 { return is(c.line >= s.from && c.line < s.to) }},
	{"said_score", func(s *scene, c *candidate) float64 {
		if c.said == nil {
			return unsaid
		}
		return c.said.score
	}},
	{"said_share", func(s *scene, c *candidate) float64 { return c.share }},
	{"said_lead", func(s *scene, c *candidate) float64 { return c.lead }},
	{"said_rank", func(s *scene, c *candidate) float64 {
		if c.said == nil {
			return mostInText
		}
		return float64(c.place)
	}},
	{"sentences_with_it", func(s *scene, c *candidate) float64 {
		if c.said == nil {
			return 0
		}
		return float64(min(8, c.said.sentences))
	}},
	{"share_of_most_named", func(s *scene, c *candidate) float64 {
		if c.said == nil {
			return 0
		}
		return float64(c.said.sentences) / float64(s.longest)
	}},
	{"first_sentence", func(s *scene, c *candidate) float64 {
		if c.said == nil {
			return -1
		}
		return logOf(c.said.first)
	}},
	{"sentences_behind", func(s *scene, c *candidate) float64 {
		if c.said == nil {
			return -1
		}
		return logOf(max(0, s.sentences-c.said.first))
	}},
	{"phrase", signed(signPhrase)}, {"weak_phrase", signed(signWeak)}, {"sentence_with_title", signed(signTitle)}, {"common_words", signed(signCommon)},
	{"one_of_a_list", signed(signList)}, {"asked_of_applicants", signed(signAsked)}, {"begins_a_sentence", signed(signBegins)}, {"noun", signed(signNoun)},
	{"inside_a_sentence", signed(signInside)}, {"part_of_a_run", signed(signPart)},
	{"nested", func(s *scene, c *candidate) float64 {
		if c.said == nil {
			return -1
		}
		return c.said.nested
	}},
	{"cohesion", func(s *scene, c *candidate) float64 {
		if c.said == nil {
			return -1
		}
		return c.said.cohesion
	}},
	{"part_of_another", func(s *scene, c *candidate) float64 {
		return s.best(func(o *candidate) bool { return len(o.key) > len(c.key) && strings.Contains(o.key, c.key) })
	}},
	{"has_another", func(s *scene, c *candidate) float64 {
		return s.best(func(o *candidate) bool { return len(o.key) < len(c.key) && strings.Contains(c.key, o.key) })
	}},
	{"best_other_by_rules", func(s *scene, c *candidate) float64 {
		best := 0.
		for i := range s.all {
			if o := &s.all[i]; o.key != c.key && o.proposed != nil {
				best = max(best, 1-o.proposed.doubt)
			}
		}
		return best
	}},
	{"best_share", func(s *scene, c *candidate) float64 { return s.best(func(*candidate) bool { return true }) }},
}

// ofEmployers are the further measures of companies.
var ofEmployers = []measure{
	{"we", signed(signWe)}, {"preposition", signed(signPreposition)}, {"subject", signed(signSubject)}, {"genitive", signed(signOwner)},
	{"capital_inside", signed(signCapital)}, {"several_words", signed(signMany)}, {"outside_sentences", signed(signSite)},
	{"behind_place_word", signed(signPlace)},
	{"is_place", func(s *scene, c *candidate) float64 {
		best := 0.
		for i := range s.location {
			if s.location[i].key == c.key {
				best = max(best, 1-s.location[i].doubt)
			}
		}
		return best
	}},
	{"site_of_employer", func(s *scene, c *candidate) float64 { return is(s.reader.site.ofEmployer) }},
}

// ofPlaces are the further measures of places.
var ofPlaces = []measure{
	{"follows_name", signed(signFollows)}, {"beside_employer", signed(signBeside)}, {"sentence_seeks", signed(signSeeks)}, {"edge", signed(signEdge)}, {"region_follows", signed(signRegion)},
	{"is_company", func(s *scene, c *candidate) float64 {
		best := 0.
		for i := range s.company {
			if g := &s.company[i]; strings.Contains(g.key, c.key) {
				best = max(best, 1-g.doubt)
			}
		}
		return best
	}},
	{"site_country", func(s *scene, c *candidate) float64 {
		if len(c.towns) == 0 || s.reader.site.country == "" {
			return 0
		}
		return is(strings.EqualFold(c.towns[0].Country, s.reader.site.country)) - .5
	}},
	{"looks_like_location", func(s *scene, c *candidate) float64 { return is(looksLocation(s.v, c.value)) }},
	{"towns_of_the_page", func(s *scene, c *candidate) float64 {
		n := 0
		for i := range s.all {
			n += int(is(len(s.all[i].towns) > 0))
		}
		return float64(n)
	}},
}

// unsaid is the score of a candidate that is in no sentence.
const unsaid = -20

// best returns the greatest probability of those names in sentences for which a condition holds.
func (s *scene) best(of func(*candidate) bool) (share float64) {
	for i := range s.all {
		if c := &s.all[i]; c.share > share && of(c) {
			share = c.share
		}
	}
	return share
}

// proposedBy returns a measure that is 1 for candidates that rules propose by a kind of evidence.
func proposedBy(by evidence) func(*scene, *candidate) float64 {
	return func(_ *scene, c *candidate) float64 { return is(c.proposed != nil && c.proposed.evidence&by != 0) }
}

// mentioned returns a measure: the share of a candidate's mentions that a count selects.
func mentioned(count func(*mentions) int) func(*scene, *candidate) float64 {
	return func(_ *scene, c *candidate) float64 {
		return float64(count(&c.mentions)) / float64(max(1, c.mentions.all))
	}
}

// signed returns a measure that is 1 for candidates with a sign in sentences.
func signed(by sign) func(*scene, *candidate) float64 {
	return func(_ *scene, c *candidate) float64 { return is(c.said != nil && c.said.signs&by != 0) }
}
