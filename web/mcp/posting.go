package mcp

import (
	"cmp"
	"context"
	"errors"

	"gannet/crawldir"
	"gannet/internal/weburl"
	"gannet/job"
	"gannet/job/life"
	"gannet/store"
	"gannet/store/postings"
)

const (
	mostCopies = 20
	longField  = 500 // characters
)

// jobArgs name a posting.
type jobArgs struct {
	Number uint64 `json:"number,omitempty" jsonschema:"the posting's number, as search_jobs gives it"`
	URL    string `json:"url,omitempty" jsonschema:"the URL of its page, if the number is not known"`
}

// jobAnswer is a posting with everything that is known of it.
type jobAnswer struct {
	jobRow
	FirstSeen   string      `json:"first_seen"`
	Fields      []field     `json:"fields"`
	Life        *life.Life  `json:"life,omitempty"` // nil of a posting that an earlier version kept
	Reposts     int         `json:"reposts,omitempty"`
	Description string      `json:"description,omitempty"`
	Same        []copyOfJob `json:"same_job,omitempty"`
	MoreCopies  int         `json:"more_copies,omitempty"`
	Path        []string    `json:"path,omitempty"` // from a seed to the page
}

// field is a field of a posting, with how it was found.
type field struct {
	Name       job.Field  `json:"name"`
	Value      string     `json:"value"`
	Origin     job.Method `json:"origin,omitempty"`
	Confidence float64    `json:"confidence,omitempty"`
}

// copyOfJob is another posting of the same job, and why it is the same.
type copyOfJob struct {
	jobRow
	Original bool     `json:"original,omitempty"`
	Verdict  string   `json:"verdict,omitempty"`
	Reasons  []string `json:"reasons,omitempty"`
}

var errUnnamed = errors.New("give the number of a posting, or its URL")

func (a *answerer) getJob(ctx context.Context, in jobArgs) (any, error) {
	var answer *jobAnswer
	err := a.read(ctx, func(r *crawldir.Reader) error {
		number, err := numberOf(r.Postings, in)
		if err != nil {
			return err
		}
		answer, err = jobOf(r, number)
		return err
	})
	return answer, err
}

func numberOf(from postings.Finder, in jobArgs) (uint64, error) {
	if in.Number > 0 {
		return in.Number, nil
	}
	if in.URL == "" {
		return 0, errUnnamed
	}
	url, err := weburl.Canonical(in.URL)
	if err != nil {
		return 0, err
	}
	return postings.NumberOf(from, url, in.URL)
}

func jobOf(r *crawldir.Reader, number uint64) (*jobAnswer, error) {
	p, err := r.Postings.Get(number)
	if err != nil {
		return nil, err
	}
	answer := &jobAnswer{
		jobRow: rowOf(p), FirstSeen: day(p.First), Fields: fieldsOf(p.Job), Reposts: p.Reposts,
		Description: clip(p.Job.Description, longText),
	}
	if !p.Life.Assumed {
		answer.Life = &p.Life
	}
	if answer.Path, err = r.Store.Path(postings.PageOf(p.URL)); err != nil && !errors.Is(err, store.ErrNotFound) {
		return nil, err
	}
	return answer, answer.addCopies(r.Postings, p)
}

// fieldsOf returns the fields that were found. The description stands by itself.
func fieldsOf(p *job.Posting) (list []field) {
	for _, f := range p.Found() {
		list = append(list, field{f.Name, clip(f.Text, longField), f.Origin.Method, f.Origin.Confidence})
	}
	return list
}

// addCopies adds the other postings of the job.
func (a *jobAnswer) addCopies(from postings.Finder, p *postings.Posting) error {
	copies, more, _, err := postings.CopiesOf(from, p, mostCopies)
	for _, c := range copies {
		a.Same = append(a.Same, copyOfJob{rowOf(c.Posting), c.Member.Original, c.Decision.Verdict, c.Decision.Reasons})
	}
	a.MoreCopies = more
	return err
}

// whyArgs name a URL.
type whyArgs struct {
	URL string `json:"url" jsonschema:"any URL, whether the crawl has it or not"`
}

// whyAnswer says what became of a URL.
type whyAnswer struct {
	*crawldir.Explanation
	Path  []string `json:"path,omitempty"` // from a seed to the page, or to the page that its link stands on
	Terms int      `json:"terms"`          // how many reasons there are; the first ones are given
}

// mostReasons is how many terms and source pages are given.
const mostReasons = 30

func (a *answerer) why(ctx context.Context, in whyArgs) (any, error) {
	url, err := weburl.Canonical(in.URL)
	if err != nil {
		return nil, err
	}
	answer := &whyAnswer{}
	err = a.read(ctx, func(r *crawldir.Reader) (err error) {
		if answer.Explanation, err = r.Explain(url, crawldir.ExplainOptions{Quick: true}); err != nil {
			return err
		}
		answer.shorten()
		answer.Path, err = r.Store.Path(cmp.Or(answer.via(), url))
		if errors.Is(err, store.ErrNotFound) {
			return nil
		}
		return err
	})
	return answer, err
}

// via returns the page with the link, if the URL itself is no page that is kept.
func (a *whyAnswer) via() string {
	if a.Fetched == nil && a.Fate != nil {
		return a.Fate.Via
	}
	return ""
}

// shorten keeps the first terms and pages.
func (a *whyAnswer) shorten() {
	a.Terms = len(a.Reasons)
	a.Reasons = a.Reasons[:min(len(a.Reasons), mostReasons)]
	a.Pages = a.Pages[:min(len(a.Pages), mostReasons)]
	for i := range a.Pages {
		a.Pages[i].Anchor = clip(a.Pages[i].Anchor, longName)
	}
}
