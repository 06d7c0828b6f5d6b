package dedup

import (
	"math"
	"net/url"
	"slices"
	"strings"

	"gannet/dedup/sketch"
	"gannet/internal/letters"
	"gannet/job"
)

// newProfile makes the Profile of a posting with a sketcher. list is the URL of the list that linked to the posting, "" if it is not known.
func newProfile(p *job.Posting, list string, k *sketch.Sketcher) *Profile {
	company, location := letters.JoinVowels(job.KnownEmployer(p.Company)), letters.JoinVowels(job.NormalLocation(p.Location))
	role, where := splitTitle(p)
	title := letters.JoinVowels(job.NormalTitle(role))
	site := registrable(hostOf(p.URL))
	if strings.Count(title, " ") >= maxTitleWords {
		title = "" // a sentence: some sites have no titles
	}
	words, marks, ownWords := titleWords(title, role, p)
	said := factsSaid(p.Description)
	said.addWhere(where)
	if len(said.places) == 0 && location == "" {
		said.addWhere(townOfURL(p))
	}
	linked := linkedDomains(p.Description)
	publisher := claimedPublisher(p, company, linked)
	profile := &Profile{
		Sketch:     k.Sketch(p.Description, p.Language),
		Language:   p.Language,
		Publisher:  publisher,
		Loose:      publisher == Employer && !ownsAll(company, hostOf(p.URL)),
		Title:      words,
		Places:     said.places,
		Hours:      said.hours,
		Employment: employmentBits(p.Employment),
		Markers:    marks,
		Company:    wordSet(sureCompany(p, company), maxCompanyWords),
		Location:   locationSet(location, p.Location),
		Contacts:   contactSet(p, site, linked, said.contacts),
		Sites:      siteSet(p, site, linked),
		Hashes:     hashesOf(p, list, title, company, location, site),
		Posted:     day(p.Posted),
		Pay:        yearly(p.Salary),
		Currency:   p.Salary.Currency,
		FieldCount: countFields(p),
		Headline:   isHeadline(p),
	}
	found, all := k.Repeated(title, p.Language)
	profile.Titled = Titled{uint8(min(found, math.MaxUint8)), uint8(min(all, math.MaxUint8))}
	profile.OwnName = len(profile.Company) > 0 && (isNamed(company, p.Language, k) || isNamed(p.Company, p.Language, k))
	profile.Named = smallest(k.AppendWords(make([]uint32, 0, maxTitleWords), strings.Join(ownWords, " "), p.Language), maxTitleWords)
	return profile
}

// isNamed reports whether the text that was sketched last contains a name, or half of the name's pairs of words. The normal form of a name is looked
// for, because texts seldom repeat the legal form. It has no accents, so the words are stemmed without them as well.
func isNamed(name, language string, k *sketch.Sketcher) bool {
	named, all := k.Repeated(name, language)
	return all > 0 && 2*named >= all
}

// leastSure is the confidence from which on an employer is compared. With less, employers are guesses on a page without labels. On the generated web
// of lab/reports/jobs.md three of four such guesses name the board, a place or a line of business. Without them, of pairs of one job .83 are in one
// cluster instead of .77, and of pairs in one cluster .018 are wrong instead of .014. Places less sure than .55 are compared, because leaving them
// out would make these numbers .89 and .044.
const leastSure = 0.65

// sureCompany returns the normal form of a posting's employer, or "" if the employer is only a guess.
func sureCompany(p *job.Posting, normal string) string {
	if from, ok := p.Provenance[job.Company]; ok && from.Confidence < leastSure {
		return ""
	}
	return normal
}

// hashesOf returns the hashes of a posting. title, company and location are normal forms.
func hashesOf(p *job.Posting, list, title, company, location, site string) Hashes {
	h := Hashes{Title: hash64(title), Company: hash64(company), Host: hash64(site), URL: hash64(p.URL), Address: hash64(addressKey(p.URL)), List: hash64(listKey(list))}
	if p.ID != "" {
		h.Number = hash64(site + "\x00" + p.ID)
		if len(p.ID) >= minNumber {
			h.Written = hash64(p.ID)
		}
	}
	if title != "" && company != "" && location != "" {
		h.Key = hash64(title + "\x00" + company + "\x00" + location)
	}
	return h
}

// minNumber is the length from which on a posting's number is unlikely to be that of another job on another site.
const minNumber = 6

// locationSet returns the words of a location's normal form, and the numbers of the location as written. The normal form
// leaves out the postcode, which tells two branches of an employer in one town apart.
func locationSet(normal, written string) []uint32 {
	set := wordSet(normal, maxLocationWords)
	if !strings.ContainsAny(written, "0123456789") {
		return set
	}
	eachWord(strings.ToLower(written), func(word string) {
		if strings.ContainsAny(word, "0123456789") {
			set = append(set, hash32(stem(word)))
		}
	})
	return smallest(set, maxLocationWords)
}

// hostOf returns the lower-case host name of a URL, or "".
func hostOf(address string) string {
	if address == "" {
		return ""
	}
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return strings.ToLower(u.Hostname())
}

// yearly returns the range of a salary for a year, and zeros if it is unknown.
func yearly(p job.Pay) [2]float32 {
	low, high, _ := p.Yearly()
	return [2]float32{float32(low), float32(high)}
}

// employmentTypes are schema.org's. The position of a type is its bit in a Profile.
var employmentTypes = [...]string{"FULL_TIME", "PART_TIME", "CONTRACTOR", "TEMPORARY", "INTERN", "VOLUNTEER", "PER_DIEM"}

func employmentBits(types []string) (bits uint8) {
	for i, t := range employmentTypes {
		if slices.Contains(types, t) {
			bits |= 1 << i
		}
	}
	return bits
}

// countFields counts the fields of a posting that were found.
func countFields(p *job.Posting) uint8 {
	n := uint8(0)
	for _, has := range []bool{
		p.Title != "", p.Company != "", p.Location != "", !p.Posted.IsZero(), !p.ValidThrough.IsZero(), len(p.Employment) > 0,
		p.Salary.Known(), p.Contact != (job.Person{}), p.ID != "", p.Description != "",
	} {
		if has {
			n++
		}
	}
	return n
}
