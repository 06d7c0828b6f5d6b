package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gannet/crawldir"
	"gannet/internal/cli"
	"gannet/topic"
)

// unnamedTopic is the name of a topic that has seeds and keywords on the command line alone.
const unnamedTopic = "keywords"

// loadTopic returns a built-in topic by its name, or the topic in a file.
func loadTopic(name string) (*topic.Topic, error) {
	t, err := crawldir.LoadTopic(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, cli.Usagef("no topic file %s, and no built-in topic of that name: `gannet topic list` names them", name)
	}
	return t, err
}

// askedTopic returns the topic as the flags describe it.
func (f *crawlFlags) askedTopic(out *reporter) (*topic.Topic, error) {
	t := &topic.Topic{Name: unnamedTopic, Title: strings.Join(f.keywords, ", "), Language: f.language}
	if f.topic != "" {
		var err error
		if t, err = f.namedTopic(out); err != nil {
			return nil, err
		}
		if err := f.checkSelection(t); err != nil {
			return nil, err
		}
		t = t.Select(f.country, f.language)
	}
	t.Keywords = append(t.Keywords, f.keywords...)
	if f.options.Employers != nil {
		t.Seeds = f.employerSeeds()
		return t, nil
	}
	if len(f.seeds) == 0 {
		return t, nil
	}
	var err error
	t.Seeds, err = f.askedSeeds()
	return t, err
}

// namedTopic returns the topic of --topic. If the file that the last run read is gone, its copy in the directory does.
func (f *crawlFlags) namedTopic(out *reporter) (*topic.Topic, error) {
	t, err := loadTopic(f.topic)
	if _, gone := os.Stat(f.topic); err == nil || gone == nil || !f.restored["topic"] {
		return t, err
	}
	t, failed := topic.Load(filepath.Join(f.out, crawldir.TopicFile))
	if failed != nil {
		return nil, err
	}
	out.log.Warn("the topic file of the last run is gone: going on with its copy in the directory", "file", f.topic)
	return t, nil
}

// askedSeeds returns the URLs of --seeds. Those of standard input are kept for the next run, which cannot read them again.
func (f *crawlFlags) askedSeeds() (all []string, err error) {
	var kept []string
	for _, seed := range f.seeds {
		urls, err := seedURLs(seed, f.stdin)
		if err != nil {
			return nil, err
		}
		all = append(all, urls...)
		if seed == stdinName {
			kept = append(kept, urls...)
		} else {
			kept = append(kept, keptSeed(seed))
		}
	}
	if slices.Contains(f.seeds, stdinName) {
		f.fromStdin = kept
	}
	return all, nil
}

// cause returns what is wrong with a file, without its name: that may be a URL with a password.
func cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
