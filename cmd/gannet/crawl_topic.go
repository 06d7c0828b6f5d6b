package main

import (
	"errors"
	"io/fs"
	"strings"

	"gannet/crawldir"
	"gannet/topic"
)

// loadTopic returns a built-in topic by its name, or the topic in a file.
func loadTopic(name string) (*topic.Topic, error) {
	t, err := crawldir.LoadTopic(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, usagef("no topic file %s, and no built-in topic of that name: `gannet topic list` names them", name)
	}
	return t, err
}

// askedTopic returns the topic as the flags describe it.
func (f *crawlFlags) askedTopic() (*topic.Topic, error) {
	t := &topic.Topic{Name: "keywords", Title: strings.Join(f.keywords, ", "), Language: f.language}
	if f.topic != "" {
		var err error
		if t, err = loadTopic(f.topic); err != nil {
			return nil, err
		}
		if err := f.checkSelection(t); err != nil {
			return nil, err
		}
		t = t.Select(f.country, f.language)
	}
	t.Keywords = append(t.Keywords, f.keywords...)
	if len(f.seeds) == 0 {
		return t, nil
	}
	t.Seeds = nil
	for _, seed := range f.seeds {
		urls, err := seedURLs(seed, f.stdin)
		if err != nil {
			return nil, err
		}
		t.Seeds = append(t.Seeds, urls...)
	}
	return t, nil
}

// cause returns what is wrong with a file, without its name: that may be a URL with a password.
func cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
