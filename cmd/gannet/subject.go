package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"gannet/features"
	"gannet/internal/weburl"
	"gannet/models/shipped"
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
			t.Classifier, err = shipped.Jobs()
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
	if err := putBack(s.db, s.flags.out, topicFile); err != nil {
		return nil, err
	}
	held, err := topic.Load(path)
	switch {
	case err == nil && held.Name != asked.Name:
		return nil, usagef("%s holds a crawl of topic %q, not %q: choose another --out", s.flags.out, held.Name, asked.Name)
	case err == nil:
		held.Seeds = asked.Seeds
		s.seeds = held.Seeds
		return held, s.copyFile(topicFile)
	case !errors.Is(err, fs.ErrNotExist):
		return nil, damagedFile(s.flags.out, err)
	}
	if len(asked.Seeds) == 0 {
		return nil, usagef("topic %q has no seeds that fit: give --seeds", asked.Name)
	}
	s.seeds = asked.Seeds
	if asked.Classifier == nil {
		if err := s.learn(ctx, asked); err != nil {
			return nil, err
		}
	}
	if err := saveTopic(path, asked); err != nil {
		return nil, err
	}
	return asked, s.copyFile(topicFile)
}

// copyFile keeps a copy of a file of the crawl's directory in its store.
func (s *session) copyFile(name string) error {
	data, err := os.ReadFile(filepath.Join(s.flags.out, name))
	if err != nil {
		return err
	}
	return keepCopy(s.db, name, data)
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
				return nil, usagef("seeds: %s: %w: a seed is a URL with http:// or https://, or a file of such", weburl.Redact(s), cause(err))
			}
			if len(lines) == 0 {
				return nil, usagef("seeds: %s has none: write a URL on each line", s)
			}
		}
		for _, line := range lines {
			url, err := weburl.Canonical(line)
			if err != nil {
				return nil, usagef("seeds: %s: %w", weburl.Redact(s), err)
			}
			t.Seeds = append(t.Seeds, url)
		}
	}
	return t, nil
}

// cause gives what went wrong with a file, without its name, which may be a URL with a password that was taken for one.
func cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// learn makes the topic's classifier from its keywords and seed pages, fetched with all politeness. The pages are
// not fetched again when the crawl itself begins with them.
func (s *session) learn(ctx context.Context, t *topic.Topic) error {
	s.out.log.Info("learning the topic from its seeds", "topic", t.Name, "seeds", len(t.Seeds))
	pages, answer, err := s.seedPages(ctx, t.Seeds)
	if err != nil {
		return err
	}
	if len(pages) == 0 { // nothing is kept, so that the same command begins anew
		return fmt.Errorf("%w to learn the topic from: %s", errSeeds, tellSeeds(t.Seeds, answer))
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

func saveTopic(path string, t *topic.Topic) error {
	var buf bytes.Buffer
	if err := t.Write(&buf); err != nil {
		return err
	}
	return replaceFile(path, buf.Bytes())
}
