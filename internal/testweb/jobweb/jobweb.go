// Package jobweb owns a generated web of job boards, employers, agencies, aggregators and general sites, drawn from a
// seed and filled with ads that are given or generated. A job is posted several times: copied, reposted under a new
// number, edited, shortened, given to an agency. It is an http.RoundTripper. If another web is given, it
// serves that too, and pages of that web link into it. It knows the truth about every page: its kind, the job that it
// posts, how the posting was made.
//
// With a Clock the web changes in time: postings appear, change, are posted again and end in seven ways, and hosts fail or
// break. Courses and Hosts have the truth of that, and Look what a URL answers at a time.
package jobweb

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// Ad is the text of a job as its employer wrote it. Title, Language and Description must be set.
type Ad struct {
	Title       string
	Company     string // "" draws one
	Place       string // "" draws one
	Language    string // one of Languages
	Employment  string // FULL_TIME or PART_TIME; "" draws one
	Salary      string
	Description string // plain text; a line is a paragraph
}

// Rest is the web around the generated web, such as an archive of real pages.
type Rest interface {
	http.RoundTripper
	URLs() []string
	Has(url string) bool
}

// Options describe the web to be generated. A field that is zero means zero, not a default; DefaultOptions has the usual values.
type Options struct {
	Seed  uint64
	Ads   []Ad                // none: generated ones, in all languages
	Jobs  int                 // how many ads to generate
	About map[string][]string // paragraphs, by language, in which employers describe themselves, each used once; then generated ones
	Rest  Rest                // may be nil
	Links float64             // share of the Rest's pages that link into the generated web
	Clock *Clock              // nil: a web without time. With a clock there is no Rest, and Jobs is not used
}

// DefaultOptions returns the options of a web with 300 generated jobs.
func DefaultOptions(seed uint64) Options { return Options{Seed: seed, Jobs: 300, Links: .02} }

// firstDay is the day on which the first jobs are posted. All others are posted within 200 days.
var firstDay = time.Date(2026, 1, 5, 0, 0, 0, 0, time.UTC)

// Web is a generated web of sites with job postings. It is immutable and safe for concurrent use.
type Web struct {
	seed     uint64
	words    map[string]*lexicon
	about    map[string][]string
	told     map[string]int // how many of them employers have got
	jobs     []position
	firms    []firm
	hosts    []host
	pages    []page
	postings []posting
	byURL    map[string]int32
	byName   map[string]bool
	rest     Rest
	share    float64

	clock      *Clock // nil: nothing below is used
	extras     map[string]*extras
	lives      []life     // of postings
	hostLives  []hostLife // of hosts
	hostByName map[string]int32
	moved      map[string]int32 // by the name that a host moves to
}

// position is one job: an ad at a place.
type position struct {
	ad       Ad
	origin   string // the place that the ad's text names
	firm     int32
	ad0      int32 // number of its ad: the same for the same text at another place
	posted   time.Time
	postings []int32
}

// firm is an employer.
type firm struct {
	name, lang, about string
	host              int32 // its own site, or -1
	first             bool  // its ads begin with what it says of itself
}

// New generates a web. If an ad cannot be used, the error says which one.
func New(o Options) (*Web, error) {
	words, err := readLexicons()
	if err != nil {
		return nil, err
	}
	if o.Links < 0 || o.Links > 1 || o.Jobs < 0 {
		return nil, errors.New("jobweb: Links is a share and Jobs a number")
	}
	w := &Web{seed: o.Seed, words: words, about: o.About, told: make(map[string]int), rest: o.Rest, share: o.Links,
		byURL: make(map[string]int32), byName: make(map[string]bool)}
	if err := w.setClock(&o); err != nil {
		return nil, err
	}
	ads := o.Ads
	if len(ads) == 0 {
		ads = w.generated(o.Jobs)
	}
	for i, ad := range ads {
		if words[ad.Language] == nil || ad.Title == "" || strings.TrimSpace(ad.Description) == "" {
			return nil, fmt.Errorf("jobweb: ad %d needs a title, a description and a language out of %s", i,
				strings.Join(Languages(), ", "))
		}
	}
	w.planJobs(ads)
	w.planHosts()
	w.planPostings()
	if w.clock != nil {
		w.planCourse()
	}
	w.planPages()
	w.plantLinks()
	return w, nil
}

// Originals returns the postings of the generated web that are not copies of others.
func (w *Web) Originals() (all []Posting) {
	for _, url := range w.Postings() {
		if p, _ := w.Posting(url); p.Copy == Original {
			all = append(all, p)
		}
	}
	return all
}

// generated makes n ads of our own, with words of every language.
func (w *Web) generated(n int) []Ad {
	ads := make([]Ad, n)
	for i := range ads {
		r := w.draw("ad", i)
		lang := Languages()[i%len(Languages())]
		l := w.words[lang]
		title := r.pick(l.Occupations)
		if r.chance(.6) {
			title = join([]string{r.pick(l.Ranks), title}, lang)
		}
		text := []string{l.paragraph(l.Work, lang, r.between(2, 4), r)}
		for _, heading := range []string{"duties", "profile", "offer"} {
			text = append(text, l.Labels[heading]+":")
			for range r.between(3, 6) {
				text = append(text, "- "+l.sentence(l.Work, lang, r))
			}
		}
		ads[i] = Ad{Title: title, Language: lang, Description: strings.Join(text, "\n")}
	}
	return ads
}
