package crawldir

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"os"
	"slices"
	"time"

	"gannet/crawler"
	"gannet/crawler/scope"
	"gannet/features"
	"gannet/features/permission"
	"gannet/frontier"
	"gannet/internal/pageguard"
	"gannet/internal/weburl"
	"gannet/job"
	"gannet/models/shipped"
	"gannet/ranker"
	"gannet/topic"
)

// Look says how a crawl whose only seed is a certain URL would judge the page of this URL, and what the crawl would do with the page's links.
type Look struct {
	URL         string               `json:"url"`
	Redirects   []string             `json:"redirects,omitempty"` // each to the next; the last is the page
	Status      int                  `json:"status,omitempty"`    // of the last response
	Type        string               `json:"type,omitempty"`      // Content-Type
	Bytes       int                  `json:"bytes"`               // received, after the Content-Encoding
	Truncated   bool                 `json:"truncated,omitempty"` // the page is longer than Fetch.MaxBody
	Kept        bool                 `json:"kept"`
	Refused     string               `json:"refused,omitempty"`         // why the page would not be kept
	Disputed    string               `json:"robots_disputed,omitempty"` // in which two ways the URL's robots.txt can be read; "": in one
	Says        permission.Record    `json:"permissions,omitempty"`     // what owners say about the use of the page
	Canonical   string               `json:"canonical,omitempty"`       // the page of its host that would be kept instead
	Title       string               `json:"title,omitempty"`
	Probability float64              `json:"probability"` // the topic's
	Relevant    bool                 `json:"relevant"`
	Language    string               `json:"language,omitempty"`  // ISO 639-1
	Kind        string               `json:"kind,omitempty"`      // posting, list of postings, or neither
	ByScript    float64              `json:"by_script,omitempty"` // how probable it is that a script makes the page's content
	Posting     *job.Posting         `json:"posting,omitempty"`
	More        []*job.Posting       `json:"more_postings,omitempty"` // if the page shows several
	Links       []crawler.RankedLink `json:"links,omitempty"`         // best first
	Rendered    *Rendered            `json:"rendered,omitempty"`      // nil: the page was read as it came

	Topic    *topic.Topic `json:"-"` // with the classifier that judged the page
	Strategy string       `json:"strategy"`
	// LearnedFrom says what the topic was learned from for this look, "" if it had a classifier. Compared is nil then.
	LearnedFrom string    `json:"learned_from,omitempty"`
	Compared    *Compared `json:"compared,omitempty"`
}

// Compared says how the topic probability of a page compares with those of the seeds and with those of other pages of the web. This is
// shown because a topic that was learned from a few seeds or keywords cannot judge a single page reliably.
type Compared struct {
	SeedsLow  float64 `json:"seeds_low,omitempty"` // the least probability of a seed; 0: the topic has no seed
	SeedsHigh float64 `json:"seeds_high,omitempty"`
	Others    float64 `json:"others"` // 99 of 100 other pages of the web have at most this one
	Like      Like    `json:"like"`
}

// Like says whether a page resembles the seeds or rather other pages of the web.
type Like string

// These are the possible results when a page is compared with the seeds and with other pages of the web.
const (
	LikeSeeds  Like = "like the seeds"
	LikeOthers Like = "like other pages of the web"
	LikeBoth   Like = "between the seeds and other pages of the web"
	// Unlike is a result for topics without seeds: the page does not resemble other pages of the web, so it may be on topic.
	Unlike Like = "unlike other pages of the web"
)

// compare says what a page is like.
func compare(probability float64, seeds []*features.Page, c *topic.Classifier) (*Compared, error) {
	background, err := shipped.Background()
	if err != nil {
		return nil, err
	}
	var others []float64
	for _, bag := range background.Documents() {
		others = append(others, c.Score(topic.Vector{Terms: bag.Terms}))
	}
	slices.Sort(others)
	made := &Compared{Others: others[(len(others)-1)*99/100], Like: LikeBoth}
	for i, p := range seeds {
		at := c.Probability(p)
		if made.SeedsHigh = max(made.SeedsHigh, at); i == 0 || at < made.SeedsLow {
			made.SeedsLow = at
		}
	}
	switch {
	case probability <= made.Others:
		made.Like = LikeOthers
	case len(seeds) == 0:
		made.Like = Unlike
	case probability >= made.SeedsLow:
		made.Like = LikeSeeds
	}
	return made, nil
}

// Rendered says what the rendering of a page in a browser has gained and cost.
type Rendered struct {
	Requests  int           `json:"requests"`      // that the page made
	Refused   int           `json:"refused"`       // of these, by robots.txt, scope or a limit, or since they failed
	Cut       bool          `json:"cut,omitempty"` // the page was not ready when its time was over
	Bytes     int           `json:"bytes"`         // of the document that scripts made
	Took      time.Duration `json:"took"`          // in nanoseconds, the pauses of hosts included
	Processor time.Duration `json:"processor"`     // of the browser, in nanoseconds; 0 where that is not known
}

// LookAt fetches one page as a crawl with these options would, and says how the crawl would judge the page and rank its links. LookAt stores
// nothing. If the topic has no classifier, LookAt learns one from the topic's seeds or, without seeds, from its keywords.
func LookAt(ctx context.Context, url string, o Options) (l *Look, err error) {
	c := &Crawl{o: o, log: cmp.Or(o.Log, slog.New(slog.DiscardHandler)), clock: crawler.Wall{}}
	if url, err = weburl.Canonical(url); err != nil {
		return nil, &OptionError{err}
	}
	strategy, t, seeds, err := c.openLook(ctx, url)
	if err != nil {
		return nil, errors.Join(err, c.Close())
	}
	v := &looker{c: c, strategy: strategy, look: &Look{URL: url, Topic: t, Strategy: strategy.Name()}}
	switch {
	case o.Topic.Classifier != nil:
	case len(t.Seeds) > 0:
		v.look.LearnedFrom = "the seeds and keywords"
	default:
		v.look.LearnedFrom = "the keywords alone"
	}
	err = errors.Join(v.fetch(ctx), c.Close())
	if err == nil && v.page != nil && v.look.LearnedFrom != "" {
		v.look.Compared, err = compare(v.look.Probability, seeds, t.Classifier)
	}
	if err == nil && v.page != nil {
		err = pageguard.Do(func() error { v.read(); return nil })
	}
	return v.look, err
}

// openLook prepares everything that a crawl from a URL needs, except for a directory. It learns the topic from the pages of its seeds, if there are
// any.
func (c *Crawl) openLook(ctx context.Context, url string) (ranker.Strategy, *topic.Topic, []*features.Page, error) {
	t := *c.o.Topic
	c.o.Topic = &t
	c.o.Fetch.HeaderOrigins = originsOf(append([]string{url}, t.Seeds...))
	rules := c.o.Scope
	rules.Seeds = hostsOf(append([]string{url}, t.Seeds...))
	var err error
	if c.scope, err = scope.New(rules); err != nil {
		return nil, nil, nil, &OptionError{err}
	}
	if c.o.Model != "" {
		if c.model, err = os.ReadFile(c.o.Model); err != nil {
			return nil, nil, nil, &OptionError{err}
		}
	}
	c.order = c.o.askedOrder()
	if _, err := c.order.strategy(&t, c.model); err != nil {
		return nil, nil, nil, err
	}
	if err := c.openWeb(); err != nil {
		return nil, nil, nil, err
	}
	if c.frontier, err = frontier.Open(frontier.NewMemory(), c.o.Frontier, c.clock.Now()); err != nil {
		return nil, nil, nil, err
	}
	seeds, err := c.learnForLook(ctx, &t)
	if err != nil {
		return nil, nil, nil, err
	}
	strategy, err := c.order.strategy(&t, c.model)
	return strategy, &t, seeds, err
}

// learnForLook learns a topic that has no classifier, and returns the pages of its seeds.
func (c *Crawl) learnForLook(ctx context.Context, t *topic.Topic) ([]*features.Page, error) {
	switch {
	case t.Classifier != nil:
		return nil, nil
	case len(t.Seeds) > 0:
		return c.learnTopic(ctx, t)
	}
	background, err := shipped.Background()
	if err == nil {
		t.Classifier, err = topic.FromSeeds(t.Keywords, nil, background)
	}
	return nil, err
}
