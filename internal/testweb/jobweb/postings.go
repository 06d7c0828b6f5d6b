package jobweb

import (
	"slices"
	"time"
)

// Copy says how a posting was made from a job's text.
type Copy string

// These are the ways in which a posting is made from a job's text. Every job has one Original.
const (
	Original Copy = "original" // the first posting
	// Verbatim is a posting with the same text on another site.
	Verbatim Copy = "copy"
	// Repost is a posting on the same site as before, under a new number and date.
	Repost Copy = "repost"
	// Edited is a posting from whose text sentences were left out, moved and added.
	Edited Copy = "edited"
	// Shortened is a posting with 40 to 60 % of the text.
	Shortened Copy = "shortened"
	// Excerpt is an aggregator's copy of another posting, with the first 30 to 60 % of its text.
	Excerpt Copy = "aggregator"
	// Placed is an agency's posting, without the employer's name.
	Placed Copy = "agency"
)

// Copies returns all ways in which a posting is made, in the order of reports.
func Copies() []Copy {
	return []Copy{Original, Verbatim, Repost, Edited, Shortened, Excerpt, Placed}
}

// posting is one page that posts a job.
type posting struct {
	job    int32
	host   int32
	copied Copy
	from   int32 // the posting it was made from, or -1
	posted time.Time
	number int // the site's own name for it
	page   int32
}

// timesPosted draws how often a job is posted, 3.2 times on average.
func timesPosted(r *random) int {
	u := r.Float64()
	for n, p := range []float64{.12, .35, .62, .8, .91, .97} {
		if u < p {
			return n + 1
		}
	}
	return 7
}

// planPostings posts every job.
func (w *Web) planPostings() {
	for j := range w.jobs {
		r := w.draw("postings", j)
		w.post(j, w.firstHost(j, r), Original, -1, w.jobs[j].posted, r)
		for range timesPosted(r) - 1 {
			w.again(j, r)
		}
	}
}

func (w *Web) post(job int, host int32, c Copy, from int32, day time.Time, r *random) {
	n := int32(len(w.postings))
	w.postings = append(w.postings, posting{job: int32(job), host: host, copied: c, from: from, posted: day,
		number: r.between(10_000, 9_999_999)})
	w.jobs[job].postings = append(w.jobs[job].postings, n)
}

// firstHost returns the site of a job's first posting: the employer's own site or, if there is none, a board.
func (w *Web) firstHost(job int, r *random) int32 {
	if h := w.firms[w.jobs[job].firm].host; h >= 0 {
		return h
	}
	h, _ := w.hostOf(Board, job, r)
	return h
}

// again posts a job once more.
func (w *Web) again(job int, r *random) {
	own := w.jobs[job].postings
	from := own[r.IntN(len(own))]
	after := w.postings[from].posted.AddDate(0, 0, r.IntN(11))
	class, c := Board, Verbatim
	switch u := r.Float64(); {
	case u < .2:
		w.post(job, w.postings[from].host, Repost, from, after.AddDate(0, 0, r.between(14, 60)), r)
		return
	case u < .37:
		class, c = Aggregator, Excerpt
		if w.hosts[w.postings[from].host].class == Aggregator {
			from = own[0]
		}
	case u < .45:
		class, c, from = Agency, Placed, own[0]
	case u < .62:
		c = Edited
	case u < .72:
		c = Shortened
	}
	if h, free := w.hostOf(class, job, r); free {
		w.post(job, h, c, from, after, r)
		return
	}
	w.post(job, w.postings[own[0]].host, Repost, own[0], after.AddDate(0, 0, r.between(14, 60)), r)
}

// hostOf draws a site of a class that posts in the job's language, larger sites more often. free is false if all of these sites already post the job.
func (w *Web) hostOf(c Class, job int, r *random) (id int32, free bool) {
	best, lang := 0., w.jobs[job].ad.Language
	for h := range w.hosts {
		if w.hosts[h].class != c || !slices.Contains(w.hosts[h].langs, lang) || w.posts(int32(h), job) {
			continue
		}
		if s := w.hosts[h].weight * r.Float64(); s > best {
			best, id, free = s, int32(h), true
		}
	}
	return id, free
}

func (w *Web) posts(host int32, job int) bool {
	return slices.ContainsFunc(w.jobs[job].postings, func(p int32) bool { return w.postings[p].host == host })
}
