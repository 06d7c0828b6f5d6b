package crawldir

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"gannet/crawler"
	"gannet/crawler/scope"
	"gannet/features"
	"gannet/features/permission"
	"gannet/features/scripted"
	"gannet/internal/pageguard"
	"gannet/job"
	"gannet/ranker"
	"gannet/store"
	"gannet/store/postings"
	"gannet/topic"
)

// Explanation says why a queued link has its priority, or why a fetched page's link had its priority when it was taken from the queue.
type Explanation struct {
	URL         string               `json:"url"`
	Strategy    string               `json:"strategy"`
	Priority    float32              `json:"priority"`
	Expected    *float64             `json:"expected,omitempty"`    // topic probability that the priority stands for, if it does for one
	Queued      *float32             `json:"queued,omitempty"`      // in the frontier when it was taken, if that was another
	Fetched     *time.Time           `json:"fetched,omitempty"`     // absent while it is not
	Probability *float64             `json:"probability,omitempty"` // the topic's, of the page
	Relevant    bool                 `json:"relevant"`
	Depth       int                  `json:"depth"`
	Link        string               `json:"link"`              // what pages link to, where it leads on to URL
	Missing     string               `json:"missing,omitempty"` // a page on the way that is not kept
	Reasons     []ranker.Reason      `json:"reasons"`           // by the first of Pages
	Causes      []Cause              `json:"causes,omitempty"`  // the same terms by what they are of, the largest first
	Around      string               `json:"around,omitempty"`  // the link's text with the twenty words around it
	Pages       []crawler.SourcePage `json:"pages"`             // that led there before it was fetched; of those kept with the page the decisive one alone
	More        int                  `json:"more,omitempty"`    // further pages that led there, which were not read
	// Unsought says that the crawl was not searched for further pages, since it is large.
	Unsought bool     `json:"unsought,omitempty"`
	Shark    *Opinion `json:"shark,omitempty"`
	Scope    string   `json:"scope,omitempty"` // the rule of the crawl's scope that leaves the link out
	// Notice says that a kept page repeats another one, or says that it is missing.
	Notice    *crawler.Notice `json:"notice,omitempty"`
	Forgotten bool            `json:"forgotten,omitempty"`
	Unknown   bool            `json:"unknown,omitempty"` // what the reasons were made of was not kept
	// Says is what owners said about the use of a kept page.
	Says permission.Record `json:"permissions,omitempty"`
	// ByScript is how probable it is that a script makes the content of a kept page, judged by the page as it is kept; Scripts has the evidence, and
	// OfShape what the last run knows of pages whose URLs have the same form.
	ByScript float64              `json:"by_script,omitempty"`
	Scripts  []scripted.Evidence  `json:"by_script_evidence,omitempty"`
	OfShape  *crawler.ScriptShape `json:"by_script_shape,omitempty"`
	// Fate says what became of a URL that is no kept page.
	Fate *Fate `json:"fate,omitempty"`
	// Revisit says how the URL stands if the crawl requests it again.
	Revisit *store.Revisit `json:"revisit,omitempty"`
	// Record says which posting the URL stands for in a response in JSON or XML; nil for other URLs.
	Record *Record `json:"record,omitempty"`
	// Unexplained says why there are no reasons, for example for a seed or for a link whose source page is not kept.
	Unexplained string `json:"unexplained,omitempty"`
	// Replayed says why the crawl was read again, "" if the reasons were kept when the link was taken.
	Replayed string `json:"replayed,omitempty"`
	// Virtual says that all times are of the virtual clock of a frozen web.
	Virtual bool `json:"virtual_time,omitempty"`
}

// Record is a posting that was read from a response in JSON or XML, instead of a page.
type Record struct {
	Posting uint64 `json:"posting"` // its number
	Title   string `json:"title"`
	Answer  string `json:"answer"`  // the URL of the response
	Pointer string `json:"pointer"` // of the record in it, see job.Provenance.At
}

// RecordOf returns the posting at a URL if it was read from a response in JSON or XML, and nil otherwise. written is the URL as the user
// wrote it; its fragment may select one of several postings.
func (r *Reader) RecordOf(url, written string) (*Record, error) {
	n, err := postings.NumberOf(r.Postings, url, written)
	if err != nil {
		return nil, nil
	}
	p, err := r.Postings.Get(n)
	if err != nil || p.Job.Source() != job.FromData {
		return nil, err
	}
	return &Record{n, p.Job.Title, postings.PageOf(p.URL), p.Job.Provenance[job.Title].At}, nil
}

// Opinion is the score that a link would get from another strategy than that of the crawl.
type Opinion struct {
	Priority float64         `json:"priority"`
	Reasons  []ranker.Reason `json:"reasons"`
}

// ExplainOptions say by which strategy and model a link is explained. The zero value means those of the crawl.
type ExplainOptions struct {
	Strategy string // "" is that of the crawl
	Model    string // the path of a model for it; "" is the crawl's own, or the shipped one
	KeptOnly bool   // ErrReplay instead of reading the crawl again
	// Quick leaves out what takes longer than a viewer waits: to read the crawl again, and in a large one to look for pages
	// that link to a URL.
	Quick   bool
	running *crawler.Crawl // that is asked; nil unless this is its process
	// Replaying is called once before the crawl is read again, and after each page; it may be nil.
	Replaying func(why string, pages int)
}

// Why a crawl is read again to explain a link.
const (
	replayOther   = "another strategy or model was asked for"
	replayWaits   = "its page is not kept, so it is explained by what is known now"
	replayEarlier = "an earlier version fetched the page and kept no reasons"
)

// ErrReplay says that a link can be explained only by reading all pages of the crawl again, which the caller does not allow.
var ErrReplay = errors.New("`gannet explain` has to read the crawl again")

// sharkName is the strategy that others are compared with.
const sharkName = "shark"

// Explain explains a URL. For a stored page, it says why the page's link had its priority when the link was taken, from reasons that were
// stored then. For a queued link, it says why the link has its present priority, from the checkpoint. Without a checkpoint, or if o names
// another strategy or model, Explain reads all pages again, which may take long. For any other URL, it says why the crawl has no page of this
// URL.
func (r *Reader) Explain(url string, o ExplainOptions) (*Explanation, error) {
	x := &explainer{Reader: r, o: o}
	if err := x.open(); err != nil {
		return nil, err
	}
	e, err := x.explainURL(url)
	if err == nil && e.Fetched != nil {
		e.Notice, err = crawler.NoticeOf(x.Store, url)
		if kept, _, lookErr := x.Store.Lookup(url); lookErr == nil {
			e.Says = kept.Says
		}
		if page, getErr := x.Store.Get(url); getErr == nil {
			e.explainScripts(page)
		}
		if status, statusErr := r.Status(); statusErr == nil && status != nil {
			e.OfShape = crawler.ShapeAmong(status.Progress.ByScript, url)
		}
	}
	if err != nil {
		return nil, err
	}
	e.Virtual = x.Virtual()
	e.Causes = e.causes()
	e.Revisit, err = x.Store.Revisit(url)
	if errors.Is(err, store.ErrNotFound) {
		err = nil
	}
	return e, err
}

// explainScripts says whether a script makes a kept page, if the page has scripts and can be read.
func (e *Explanation) explainScripts(kept *store.Page) {
	_ = pageguard.Do(func() error {
		page, err := features.NewReader().ReadSource(kept.Source())
		if err == nil {
			e.ByScript, e.Scripts = scripted.Probability(page), scripted.Explain(page)
		}
		return err
	})
}

// explainURL explains a kept page, a link that waits, or why the crawl has no page of a URL.
func (x *explainer) explainURL(url string) (*Explanation, error) {
	var fate *Fate
	if !x.o.KeptOnly {
		var err error
		if fate, err = x.fate(url); err != nil {
			return nil, err
		}
	}
	if fate != nil && !fate.Waits() {
		return &Explanation{URL: url, Link: url, Strategy: x.strategy.Name(), Fate: fate, Scope: x.scope.Page(url, 1)}, nil
	}
	if e := x.askRunning(url, fate); e != nil {
		return e, nil
	}
	via := ""
	if fate != nil {
		via = fate.Via
	}
	s, err := x.explain(url, via)
	switch {
	case !x.o.KeptOnly && errors.Is(err, crawler.ErrSeed), fate != nil && err != nil:
		return x.unexplained(url, fate, err)
	case err != nil:
		return nil, err
	}
	e, err := x.describe(s)
	if err == nil {
		e.Fate = fate
	}
	return e, err
}

// unexplained returns what is known about a link if the reasons for its priority are not known.
func (x *explainer) unexplained(url string, fate *Fate, why error) (*Explanation, error) {
	e := &Explanation{URL: url, Link: url, Strategy: x.strategy.Name(), Fate: fate, Unexplained: why.Error()}
	kept, _, err := x.Store.Lookup(url)
	switch {
	case err == nil:
		e.Fetched, e.Probability, e.Relevant, e.Depth = &kept.Fetched, &kept.Score, kept.Relevant, kept.Depth
	case !errors.Is(err, store.ErrNotFound):
		return nil, err
	}
	return e, nil
}

// explainer explains a link of one crawl.
type explainer struct {
	*Reader
	o        ExplainOptions
	topic    *topic.Topic
	strategy ranker.Strategy
	shark    ranker.Strategy
	scope    *scope.Scope // of the last run
	own      bool         // the crawl's strategy with the crawl's model
	replayed string       // why the crawl was read again
}

func (x *explainer) open() (err error) {
	if x.topic, err = x.Topic(); err != nil {
		return err
	}
	order, _, err := x.Order()
	if err != nil {
		return err
	}
	x.own = (x.o.Strategy == "" || x.o.Strategy == order.Strategy) && x.o.Model == ""
	if x.strategy, err = x.Strategy(x.topic, x.o.Strategy, x.o.Model); err != nil {
		return err
	}
	if x.shark, err = x.Strategy(x.topic, sharkName, ""); err != nil {
		return err
	}
	rules, err := x.Rules()
	if err != nil {
		return err
	}
	x.scope, err = scope.New(rules)
	return err
}

// explain reads the stored reasons, or replays the crawl. via is the page on which a queued link was found.
func (x *explainer) explain(url, via string) (*crawler.Explanation, error) {
	if slices.Contains(x.topic.Seeds, url) {
		return nil, fmt.Errorf("%s %w: seeds are taken before all links", url, crawler.ErrSeed)
	}
	kept, _, err := x.Store.Lookup(url)
	switch {
	case errors.Is(err, store.ErrNotFound):
		x.replayed = replayWaits
	case err != nil:
		return nil, err
	case kept.Via == "":
		return nil, fmt.Errorf("%s %w, or what a seed redirects to: seeds are taken before all links", url, crawler.ErrSeed)
	case !x.own:
		x.replayed = replayOther
	default:
		s, err := crawler.ExplainKept(x.Store, x.strategy, url)
		if !errors.Is(err, crawler.ErrNoChoice) {
			return s, err
		}
		x.replayed = replayEarlier
	}
	if x.replayed == replayWaits && x.mayLook() {
		if e, err := x.explainWaiting(url); e != nil || err != nil {
			x.replayed = ""
			return e, err
		}
	}
	if x.replayed == replayWaits && x.o.Quick && x.own && via != "" && x.memory != nil && x.db != nil {
		e, err := x.explainRemembered(url, via)
		if err == nil {
			x.replayed = ""
		}
		return e, err
	}
	if x.o.KeptOnly || x.o.Quick {
		return nil, fmt.Errorf("%s: %w: %s", url, ErrReplay, x.replayed)
	}
	x.replaying(0)
	if learner, ok := x.strategy.(ranker.Learner); ok && x.replayed == replayWaits && x.own && x.db != nil {
		return x.learnAgain(url, learner)
	}
	return crawler.Explain(x.Store, x.strategy, url, x.replaying)
}

func (x *explainer) replaying(pages int) {
	if x.o.Replaying != nil {
		x.o.Replaying(x.replayed, pages)
	}
}

// describe completes an explanation with what the crawl's scope and Shark Search say.
func (x *explainer) describe(s *crawler.Explanation) (*Explanation, error) {
	e := &Explanation{
		URL: s.URL, Strategy: x.strategy.Name(), Priority: s.Priority, Link: s.Link, Missing: s.Missing, Reasons: s.Reasons,
		Pages: s.Sources, More: s.More, Unsought: s.Unsought, Forgotten: s.Forgotten, Unknown: s.Unknown, Replayed: x.replayed,
	}
	if s.Queued != s.Priority {
		e.Queued = &s.Queued
	}
	if expecter, ok := x.strategy.(ranker.Expecter); ok && len(s.Reasons) > 0 {
		expected := expecter.Expected(s.Priority)
		e.Expected = &expected
	}
	if s.Kept != nil {
		e.Fetched, e.Probability, e.Relevant, e.Depth = &s.Kept.Fetched, &s.Kept.Score, s.Kept.Relevant, s.Kept.Depth
	} else if s.Decisive != nil {
		e.Depth = s.Decisive.Kept.Depth + 1
	}
	e.Scope = x.scope.Page(s.URL, e.Depth)
	if s.Decisive == nil || s.LinkIndex < 0 {
		return e, nil
	}
	told, err := crawler.NewHistory(x.Store, x.shark).Page(s.Decisive.Kept.URL)
	if err != nil {
		return nil, err
	}
	page := told.Source.Page
	e.Around = page.Quote(page.Window(&page.Links[s.LinkIndex], wordsAround))
	if x.strategy.Name() == x.shark.Name() {
		return e, nil
	}
	e.Shark = &Opinion{Reasons: x.shark.Explain(told.Source, s.LinkIndex)}
	for _, t := range e.Shark.Reasons {
		e.Shark.Priority += t.Value * t.Weight
	}
	return e, nil
}
