package testweb

import (
	"strconv"
	"strings"
	"time"
)

// Job is one vacancy, which several boards may advertise.
type Job struct {
	ID          int // its number among the web's jobs
	Title       string
	Company     string
	Place       string
	Posted      time.Time
	Employment  string // FULL_TIME, PART_TIME, ... as schema.org writes it
	Salary      string
	Description string // plain text, paragraphs parted by empty lines
}

var (
	ranks       = strings.Fields("Senior Junior Lead Assistant Trainee Chief Deputy Temporary Experienced Regional")
	occupations = strings.Fields("Accountant Baker Carpenter Cook Developer Driver Electrician Engineer Gardener Librarian " +
		"Machinist Mechanic Nurse Painter Pharmacist Photographer Plumber Receptionist Teacher Translator Welder Clerk " +
		"Analyst Cleaner Surveyor Dispatcher Veterinarian Optician Roofer Beekeeper Potter Weaver Skipper Astronomer")
	companies   = strings.Fields("Alder Birch Cedar Dunmore Elmfield Fernley Greystone Hartwell Inverleith Juniper Kestrel Larkspur Marlow Northgate Oakridge Penrose Quayside Rowan Stanmore Thornbury Underhill Vale Westbrook Yarrow")
	trades      = strings.Fields("Logistics Foods Systems Services Hospital Schools Workshops Instruments Textiles Energy Insurance Hotels Partners Press Motors Gardens")
	legalForms  = strings.Fields("Ltd GmbH Inc AG SARL plc BV Oy")
	towns       = strings.Fields("Ashford Brackley Caldbeck Dunwich Eastmere Fallowfield Glenmoor Highcliff Ivybridge Kingsmill Lowestone Merriford Newhaven Oldbury Pinewood Ravenglass Silverdale Tidewater Upperton Willowbank")
	employments = strings.Fields("FULL_TIME PART_TIME CONTRACTOR TEMPORARY INTERN")
)

// pick draws one of the given words.
func pick(words []string, r *random) string { return words[r.below(len(words))] }

// Jobs returns the number of different jobs that the boards and employers of the web advertise.
func (w *Web) Jobs() int {
	switch {
	case w.jobs == general:
		return 0
	case len(w.postings) > 0:
		return len(w.postings)
	}
	return max(w.shape.pages*w.shape.counts[board]/w.shape.block/3, 20)
}

// Job returns the job that a page advertises, in the wording of this page: boards shorten descriptions and leave companies out. A job has
// the same ID on all pages. The second result is false if the page advertises none.
func (w *Web) Job(url string) (Job, bool) {
	p, found := w.find(url)
	if !found || p.form != plain && p.form != printed {
		return Job{}, false
	}
	id, found := w.posted(&p.host, p.page)
	if !found {
		return Job{}, false
	}
	return w.worded(&p.host, id), true
}

// posted returns the number of the job that a page posts.
func (w *Web) posted(h *host, page int) (int, bool) {
	if w.jobs == general || h.kind != board && h.kind != employer {
		return 0, false
	}
	section, place := h.section(page)
	if section < 0 || isListing(place) || w.sectionTopic(h, section) != w.jobs {
		return 0, false
	}
	if h.kind == board {
		return int(mix(h.key, uint64(page)+61) % uint64(w.Jobs())), true
	}
	return (w.employerNumber(h.content) + place*w.employers()) % w.Jobs(), true
}

// employers returns the number of hosts of employers. Job j belongs to the employer with the number j modulo this number.
func (w *Web) employers() int { return w.shape.counts[employer] * w.shape.blocks() }

func (w *Web) employerNumber(id int) int {
	_, n := w.shape.slot(id)
	return id/w.shape.block*w.shape.counts[employer] + n
}

// job returns a job in full.
func (w *Web) job(id int) Job {
	if len(w.postings) > 0 {
		j := w.postings[id]
		j.ID = id
		return j
	}
	r := random{mix(w.seed, uint64(id)+7777)}
	j := Job{ID: id, Title: w.jobTitle(id)}
	c := random{mix(w.seed, uint64(id%w.employers())+8888)}
	j.Company = pick(companies, &c) + " " + pick(trades, &c) + " " + pick(legalForms, &c)
	j.Place, j.Employment = pick(towns, &r), pick(employments, &r)
	j.Posted = time.Date(2026, 1, 1+r.below(300), 0, 0, 0, 0, time.UTC)
	if r.chance(.5) {
		j.Salary = strconv.Itoa(r.between(20, 90)*1000) + " EUR"
	}
	var b []byte
	for paragraph := range r.between(4, 7) {
		if paragraph > 0 {
			b = append(b, "\n\n"...)
		}
		for range r.between(3, 5) {
			b = w.appendSentence(b, w.jobs, .6, &r)
		}
		b = b[:len(b)-1]
	}
	j.Description = string(b)
	return j
}

// jobTitle returns the title of a job without the rest.
func (w *Web) jobTitle(id int) string {
	if len(w.postings) > 0 {
		return w.postings[id].Title
	}
	r := random{mix(w.seed, uint64(id)+9999)}
	if r.chance(.4) {
		return pick(occupations, &r)
	}
	return pick(ranks, &r) + " " + pick(occupations, &r)
}

// worded returns a job in the wording of a host.
func (w *Web) worded(h *host, id int) Job {
	j := w.job(id)
	if h.kind == employer {
		return j
	}
	r := random{mix(h.key, uint64(id)+62)}
	if r.chance(.3) { // shortened
		paragraphs := strings.Split(j.Description, "\n\n")
		j.Description = strings.Join(paragraphs[:(len(paragraphs)+1)/2], "\n\n")
	}
	if r.chance(.1) {
		j.Company = ""
	}
	j.Posted = j.Posted.AddDate(0, 0, r.below(14))
	return j
}
