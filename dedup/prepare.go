package dedup

import (
	"bytes"
	"math"
	"net/url"
	"slices"
	"strings"

	"gannet/dedup/sketch"
	"gannet/job"
)

// Prepare makes the Record of a posting. Any number of goroutines may call it.
func (d *Deduper) Prepare(p *job.Posting) *Record {
	k := d.sketchers.Get().(*sketch.Sketcher)
	defer d.sketchers.Put(k)
	return prepare(p, k)
}

// prepare makes a Record with a sketcher.
func prepare(p *job.Posting, k *sketch.Sketcher) *Record {
	title, company, place := job.NormalTitle(p.Title), job.NormalCompany(p.Company), job.NormalLocation(p.Location)
	host := hostOf(p.URL)
	site := registrable(host)
	r := &Record{
		Sketch:   k.Sketch(p.Description, p.Language),
		Language: p.Language,
		Company:  wordSet(company, companyWords),
		Place:    placeSet(place, p.Location),
		Posted:   day(p.Posted),
		Pay:      yearly(p.Salary),
		Currency: p.Salary.Currency,
		Complete: complete(p),
		Source:   sourceOf(company, site),
	}
	if strings.Count(title, " ") >= titleWords {
		title = "" // a sentence, which some sites begin with
	}
	r.Title = wordSet(title, titleWords)
	r.Names = Names{Title: hash64(title), Company: hash64(company), Host: hash64(site), URL: hash64(p.URL)}
	if p.ID != "" {
		r.Names.Number = hash64(site + "\x00" + p.ID)
	}
	if title != "" && company != "" && place != "" {
		r.Names.Key = hash64(title + "\x00" + company + "\x00" + place)
	}
	var c contacts
	c.read(p.Description, site)
	c.mail(p.Contact.Email)
	c.phone(p.Contact.Phone)
	r.Contacts = smallest(c.names, contactNames)
	r.Sketch.Sample = slices.Clone(r.Sketch.Sample) // without spare room
	return r
}

// placeSet gives the words of a place's normal form and the numbers of the place as written, which the normal form leaves
// out: where one employer has two houses in a town, the postcode tells them apart.
func placeSet(normal, written string) []uint32 {
	set := wordSet(normal, placeWords)
	if !strings.ContainsAny(written, "0123456789") {
		return set
	}
	eachWord(strings.ToLower(written), func(word string) {
		if strings.ContainsAny(word, "0123456789") {
			set = append(set, hash32(stem(word)))
		}
	})
	return smallest(set, placeWords)
}

// hostOf gives the host name of a URL, lower case; "" where it has none.
func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return strings.ToLower(u.Hostname())
}

// leastName is the shortest part of a company's name, in bytes, that marks a domain as the company's.
const leastName = 4

// sourceOf says what the names tell of a posting's source.
func sourceOf(company, site string) Source {
	label, _, _ := strings.Cut(site, ".")
	joined := strings.ReplaceAll(company, " ", "")
	owns := label != "" && len(joined) >= 3 && strings.ReplaceAll(label, "-", "") == joined
	eachWord(company, func(word string) {
		owns = owns || len(word) >= leastName && len(word)*2 >= len(joined) && strings.Contains(label, word)
	})
	switch {
	case isAgency(company):
		return Agency
	case owns:
		return Employer
	}
	return Board
}

// Working time of a year, by which salaries of different units are compared.
var perYear = map[string]float64{"HOUR": 2000, "DAY": 230, "WEEK": 52, "MONTH": 12, "YEAR": 1}

// yearly gives a salary for a year, from and to; zeros where it is unknown.
func yearly(p job.Pay) [2]float32 {
	factor, ok := perYear[p.Unit]
	low, high := p.Min, p.Max
	if low == 0 {
		low = high
	}
	if high == 0 {
		high = low
	}
	if !ok || low <= 0 || math.IsInf(high, 0) || math.IsNaN(high) {
		return [2]float32{}
	}
	return [2]float32{float32(min(low, high) * factor), float32(max(low, high) * factor)}
}

// complete counts the fields of a posting that were found.
func complete(p *job.Posting) uint8 {
	n := uint8(0)
	for _, has := range []bool{
		p.Title != "", p.Company != "", p.Location != "", !p.Posted.IsZero(), !p.ValidThrough.IsZero(), len(p.Employment) > 0,
		p.Salary != (job.Pay{}), p.Contact != (job.Person{}), p.ID != "", p.Description != "",
	} {
		if has {
			n++
		}
	}
	return n
}

// Equal says whether two records are the same in all that is compared: the posting has not changed.
func (r *Record) Equal(o *Record) bool {
	return bytes.Equal(r.AppendBinary(nil), o.AppendBinary(nil))
}
