package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"gannet/crawler"
	"gannet/crawler/fetch"
	"gannet/features"
	"gannet/frontier"
	"gannet/internal/weburl"
	"gannet/models"
	"gannet/ranker"
	"gannet/seeds"
	"gannet/topic"
)

// jobsTopic is the built-in topic whose classifier is shipped.
const jobsTopic = "jobs"

// loadTopic gives a built-in topic by its name, or the one in a file.
func loadTopic(name string) (*topic.Topic, error) {
	r, err := seeds.Open(name)
	if err == nil {
		defer r.Close()
		t, err := topic.Read(r)
		if err == nil && name == jobsTopic && t.Classifier == nil {
			t.Classifier = new(topic.Classifier)
			err = t.Classifier.UnmarshalText(models.Jobs())
		}
		return t, err
	}
	t, err := topic.Load(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, usagef("no topic file %s, and no built-in topic of that name: `gannet topic list` names them", name)
	}
	return t, err
}

// topic gives what this crawl is about: as the directory has it from an earlier run, else as asked for, with a
// classifier learnt from the seed pages if it has none.
func (s *session) topic(ctx context.Context, asked *topic.Topic) (*topic.Topic, error) {
	path := filepath.Join(s.flags.out, topicFile)
	held, err := topic.Load(path)
	switch {
	case err == nil && held.Name != asked.Name:
		return nil, usagef("%s holds a crawl of topic %q, not %q: choose another --out", s.flags.out, held.Name, asked.Name)
	case err == nil:
		held.Seeds = asked.Seeds
		return held, nil
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	if len(asked.Seeds) == 0 {
		return nil, usagef("topic %q has no seeds that fit: give --seeds", asked.Name)
	}
	if asked.Classifier == nil {
		if err := s.learn(ctx, asked); err != nil {
			return nil, err
		}
	}
	return asked, saveTopic(path, asked)
}

// askedTopic is the topic as the flags describe it.
func (f *crawlFlags) askedTopic() (*topic.Topic, error) {
	t := &topic.Topic{Name: "keywords", Title: strings.Join(f.keywords, ", "), Language: f.language}
	if f.topic != "" {
		var err error
		if t, err = loadTopic(f.topic); err != nil {
			return nil, err
		}
		t = t.Select(f.country, f.language)
	}
	t.Keywords = append(t.Keywords, f.keywords...)
	if len(f.seeds) == 0 {
		return t, nil
	}
	t.Seeds = nil
	for _, s := range f.seeds {
		lines := []string{s}
		if !strings.Contains(s, "://") {
			var err error
			if lines, err = readLines(s); err != nil {
				return nil, usagef("seeds: %w: a seed is a URL with http:// or https://, or a file of such", err)
			}
			if len(lines) == 0 {
				return nil, usagef("seeds: %s has none: write a URL on each line", s)
			}
		}
		for _, line := range lines {
			url, err := weburl.Canonical(line)
			if err != nil {
				return nil, usagef("seeds: %s: %w", s, err)
			}
			t.Seeds = append(t.Seeds, url)
		}
	}
	return t, nil
}

// learn makes the topic's classifier from its keywords and seed pages, fetched with all politeness. The pages are
// not fetched again when the crawl itself begins with them.
func (s *session) learn(ctx context.Context, t *topic.Topic) error {
	s.out.log.Info("learning the topic from its seeds", "topic", t.Name, "seeds", len(t.Seeds))
	pages, err := s.seedPages(ctx, t.Seeds)
	if err != nil {
		return err
	}
	if len(pages) == 0 && len(t.Keywords) == 0 {
		return fmt.Errorf("none of the %d seeds gave a page to learn the topic from: give other --seeds or --keywords", len(t.Seeds))
	}
	if t.Classifier, err = topic.FromSeeds(t.Keywords, pages, s.background); err != nil {
		return err
	}
	addKeywords(t, pages, s.background)
	return nil
}

// addKeywords gives a topic without keywords those that pages on it share: Shark Search compares links with them.
func addKeywords(t *topic.Topic, pages []*features.Page, background *topic.Background) {
	if len(t.Keywords) == 0 {
		t.Keywords = topic.KeywordsOf(pages, background.IDF(), topic.QueryTerms)
	}
}

// seedPages crawls the seeds alone and gives their pages.
func (s *session) seedPages(ctx context.Context, urls []string) ([]*features.Page, error) {
	f, err := frontier.Open(frontier.NewMemory(), frontier.Options{Delay: orNone(s.flags.delay)}, s.clock.Now())
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var mu sync.Mutex // guards pages
	var pages []*features.Page
	memo := &memoFetcher{Fetcher: s.fetcher, recording: true, answers: make(map[string]*fetch.Response)}
	defer memo.stop()
	s.fetcher = memo
	c, err := crawler.New(crawler.Parts{
		Frontier: f, Fetcher: memo, Robots: s.robots, Strategy: ranker.BreadthFirst{}, Clock: s.clock,
		Log: s.out.log, Judge: func(*features.Page) float64 { return 1 },
		Watch: func(v crawler.Visit) {
			mu.Lock()
			defer mu.Unlock()
			pages = append(pages, v.Page.Compact())
		},
	}, crawler.Limits{Workers: s.flags.workers, Time: 2 * time.Minute, Sitemap: -1, Depth: -1}, 0)
	if err != nil {
		return nil, err
	}
	if err := c.Seed(urls); err != nil {
		return nil, err
	}
	if err := c.Run(ctx); err != nil {
		return nil, err
	}
	return pages, ctx.Err()
}

func saveTopic(path string, t *topic.Topic) error {
	var buf bytes.Buffer
	if err := t.Write(&buf); err != nil {
		return err
	}
	return replaceFile(path, buf.Bytes())
}

// memoFetcher remembers what it fetches while it is recording, and gives each answer back once afterwards.
type memoFetcher struct {
	crawler.Fetcher

	mu        sync.Mutex // guards the fields below
	recording bool
	answers   map[string]*fetch.Response
}

// Fetch implements crawler.Fetcher.
func (m *memoFetcher) Fetch(ctx context.Context, url string) (*fetch.Response, error) {
	m.mu.Lock()
	held := m.answers[url]
	if !m.recording {
		delete(m.answers, url)
	}
	m.mu.Unlock()
	if held != nil {
		return held, nil
	}
	r, err := m.Fetcher.Fetch(ctx, url)
	m.mu.Lock()
	defer m.mu.Unlock()
	if err == nil && m.recording {
		m.answers[url] = r
	}
	return r, err
}

func (m *memoFetcher) stop() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.recording = false
}
