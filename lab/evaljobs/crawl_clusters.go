package main

import (
	"time"

	"gannet/crawler"
	"gannet/dedup"
	"gannet/dedup/verdict"
	"gannet/internal/testweb/jobweb"
	"gannet/job"
	"gannet/job/extract"
)

// crawlDay is the day of the crawl, after all postings.
var crawlDay = time.Date(2026, 9, 1, 0, 0, 0, 0, time.UTC)

// clustered extracts the postings of a crawl's pages, clusters them and compares the results with the truth.
type clustered struct {
	web       *jobweb.Web
	extractor *extract.Extractor
	deduper   *dedup.Deduper
	failure   error

	kinds     [3][3]int // by true kind and judged kind
	around    [3]int    // pages of the web around, by judged kind
	fields    [3]fieldCount
	decided   []decided
	strangers int               // postings found on pages that have none
	original  map[uint64]uint64 // the current original of each cluster, by number
}

// decided is a posting with its truth and the decision on it.
type decided struct {
	truth    jobweb.Posting
	number   uint64
	decision dedup.Decision
	placed   bool // the place was extracted correctly
}

// fieldCount counts values of a field: correct ones, extracted ones, and all that there are.
type fieldCount struct {
	name               string
	right, said, there int
}

func newClustered(web *jobweb.Web) (*clustered, error) {
	c := &clustered{web: web, original: make(map[uint64]uint64), fields: [3]fieldCount{{name: "title"}, {name: "company"}, {name: "place"}}}
	var err error
	if c.extractor, err = newExtractor(); err != nil {
		return nil, err
	}
	c.deduper, err = newDeduper()
	return c, err
}

// addPage extracts and clusters the next page of the crawl.
func (c *clustered) addPage(v crawler.JudgedPage) {
	kind, found := c.extractor.Page(v.Page, crawlDay)
	if truth := c.web.Kind(v.URL); c.web.Own(v.URL) {
		c.kinds[truth][kind]++
	} else {
		c.around[kind]++
	}
	if len(found) != 1 || c.failure != nil { // a page of this web shows one posting
		return
	}
	posting := found[0]
	truth, ok := c.web.Posting(v.URL)
	d := decided{truth: truth, number: uint64(len(c.decided) + c.strangers + 1)}
	if d.decision, c.failure = c.deduper.Decide(d.number, c.deduper.Prepare(posting)); c.failure != nil {
		return
	}
	switch {
	case d.decision.Original:
		c.original[d.decision.Cluster] = d.number
	case d.decision.NewOriginal != 0:
		c.original[d.decision.Cluster] = d.decision.NewOriginal
	}
	if !ok {
		c.strangers++
		return
	}
	d.placed = job.NormalLocation(posting.Location) == job.NormalLocation(truth.Place)
	c.decided = append(c.decided, d)
	for i, f := range [3]struct {
		said, true string
		normal     func(string) string
	}{{posting.Title, truth.Title, job.NormalTitle}, {posting.Company, truth.Company, job.NormalCompany}, {posting.Location, truth.Place, job.NormalLocation}} {
		c.fields[i].there++
		if f.said != "" {
			c.fields[i].said++
		}
		if f.said != "" && f.normal(f.said) == f.normal(f.true) {
			c.fields[i].right++
		}
	}
}

// placedApart is the relation OtherPlace if both places were extracted correctly.
const placedApart jobweb.Relation = "same text, other place, both places extracted rightly"

// relations returns the relation of two postings, and placedApart if it applies.
func (d *decided) relations(o *decided) []jobweb.Relation {
	relation := jobweb.RelationOf(&d.truth, &o.truth)
	if relation == jobweb.OtherPlace && d.placed && o.placed {
		return []jobweb.Relation{relation, placedApart}
	}
	return []jobweb.Relation{relation}
}

// pairs counts the pairs of postings of a crawl by their relation: all pairs, and the pairs in one cluster.
type pairs struct{ all, together map[jobweb.Relation]int }

// pairs counts pairs among the postings extracted. Unrelated ones are counted only where they are together.
func (c *clustered) pairs() pairs {
	p := pairs{make(map[jobweb.Relation]int), make(map[jobweb.Relation]int)}
	byFirm, byCluster := make(map[int][]int), make(map[uint64][]int)
	for i := range c.decided {
		d := &c.decided[i]
		for _, k := range byFirm[d.truth.Firm] {
			for _, relation := range d.relations(&c.decided[k]) {
				p.all[relation]++
			}
		}
		for _, k := range byCluster[d.decision.Cluster] {
			for _, relation := range d.relations(&c.decided[k]) {
				p.together[relation]++
			}
		}
		byFirm[d.truth.Firm] = append(byFirm[d.truth.Firm], i)
		byCluster[d.decision.Cluster] = append(byCluster[d.decision.Cluster], i)
	}
	return p
}

// precision is the share of same jobs among the pairs in one cluster.
func (p pairs) precision() float64 {
	together := 0
	for _, relation := range []jobweb.Relation{jobweb.SameJob, jobweb.OtherPlace, jobweb.SameEmployer, jobweb.Unrelated} {
		together += p.together[relation]
	}
	return float64(p.together[jobweb.SameJob]) / float64(max(1, together))
}

func (p pairs) recall() float64 {
	return float64(p.together[jobweb.SameJob]) / float64(max(1, p.all[jobweb.SameJob]))
}

// called counts the decisions on one kind of copy. A posting is a repeat if its job was decided on before.
type called struct {
	again               int // repeats
	right, wrong, place int // of the repeats: the same as a posting of that job, as another job's, or another place's
	first               int // all others
	new, merged         int // of these: new, or the same as another job's
}

// byCopy counts decisions by the kind of copy.
func (c *clustered) byCopy() map[jobweb.Copy]*called {
	out := make(map[jobweb.Copy]*called)
	for _, k := range jobweb.Copies() {
		out[k] = new(called)
	}
	seen := make(map[int]bool)
	jobOf := make(map[uint64]int)
	for i := range c.decided {
		d := &c.decided[i]
		of, known := jobOf[d.decision.Of]
		same := d.decision.Verdict == verdict.Same.String()
		out[d.truth.Copy].count(seen[d.truth.Job], same, same && known && of == d.truth.Job, d.decision.Verdict == verdict.OtherLocation.String())
		seen[d.truth.Job], jobOf[d.number] = true, d.truth.Job
	}
	return out
}

func (n *called) count(again, same, right, place bool) {
	switch {
	case !again:
		n.first++
		if same {
			n.merged++
		} else {
			n.new++
		}
		return
	case right:
		n.right++
	case same:
		n.wrong++
	case place:
		n.place++
	}
	n.again++
}

// originals counts clusters of several postings by the class of their best posting: all of them, those whose original is
// of that class, and those whose original is that posting.
type originals struct{ all, class, best [4]int }

func (c *clustered) originals() (out originals) {
	members := make(map[uint64][]*decided)
	for i := range c.decided {
		d := &c.decided[i]
		members[d.decision.Cluster] = append(members[d.decision.Cluster], d)
	}
	for cluster, ds := range members {
		if len(ds) < 2 {
			continue
		}
		truths := make([]jobweb.Posting, len(ds))
		chosen := -1
		for i, d := range ds {
			truths[i] = d.truth
			if d.number == c.original[cluster] {
				chosen = i
			}
		}
		at := jobweb.Best(truths)
		class := truths[at].Class
		out.all[class]++
		if chosen >= 0 && truths[chosen].Class == class {
			out.class[class]++
		}
		if chosen == at {
			out.best[class]++
		}
	}
	return out
}
