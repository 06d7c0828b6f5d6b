package crawldir

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"gannet/features"
	"gannet/internal/wholefile"
	"gannet/models/shipped"
	"gannet/seeds"
	"gannet/topic"
	"gannet/topic/judge"
)

// JobsTopic is the name of the built-in topic for job postings, which has a classifier from the beginning.
const JobsTopic = "jobs"

// ErrNoSeeds says that a topic has no seeds with which a crawl can begin.
var ErrNoSeeds = errors.New("has no seeds that fit")

// LoadTopic returns a built-in topic by its name, or the topic in a file. If there is neither, the error is
// fs.ErrNotExist.
func LoadTopic(name string) (*topic.Topic, error) {
	r, err := seeds.Open(name)
	if err != nil {
		return topic.Load(name)
	}
	defer r.Close()
	t, err := topic.Read(r)
	if err == nil && name == JobsTopic && t.Classifier == nil {
		t.Classifier, err = shipped.Jobs()
	}
	return t, err
}

// SaveTopic writes a topic to the file at path.
func SaveTopic(path string, t *topic.Topic) error {
	var buf bytes.Buffer
	if err := t.Write(&buf); err != nil {
		return err
	}
	return wholefile.Write(path, buf.Bytes())
}

// openTopic returns the topic of the crawl: the one in the directory, or the one asked for. It learns a classifier from
// the seed pages if the topic has none.
func (c *Crawl) openTopic(ctx context.Context) (*topic.Topic, error) {
	asked := c.o.Topic
	c.seeds = asked.Seeds
	if err := putBack(c.store, c.dir, TopicFile); err != nil {
		return nil, err
	}
	held, err := loadHeldTopic(c.dir)
	switch {
	case err == nil && held.Name != asked.Name:
		return nil, optionErrorf("%s %w: %q, not %q", c.dir, ErrOtherTopic, held.Name, asked.Name)
	case err == nil && !sameKeywords(c.o.Keywords, asked.Keywords, held.Keywords):
		return nil, optionErrorf("%s %w: %s, not %s", c.dir, ErrOtherKeywords, fewOf(held.Keywords), fewOf(c.o.Keywords))
	case err == nil:
		if otherClassifier(asked, held) {
			c.log.Warn("the topic has changed since the crawl began, which goes on with the topic that it began with", "topic", held.Name)
		}
		held.Seeds = asked.Seeds
		return held, c.copyFile(TopicFile)
	case !errors.Is(err, fs.ErrNotExist):
		return nil, &FileError{c.dir, err}
	}
	return c.beginTopic(ctx)
}

// loadHeldTopic loads the topic of the crawl in a directory. Every crawl wrote it with a classifier, so that a file without one
// is damaged.
func loadHeldTopic(dir string) (*topic.Topic, error) {
	path := filepath.Join(dir, TopicFile)
	t, err := topic.Load(path)
	if err == nil && t.Classifier == nil {
		return nil, fmt.Errorf("%s: the classifier is missing", path)
	}
	return t, err
}

// sameKeywords reports whether the keywords that the user gave are those of a crawl. Given ones are new if the crawl has not
// all of them. A crawl of these words alone has no others.
func sameKeywords(given, asked, held []string) bool {
	has := func(list []string, word string) bool {
		return slices.ContainsFunc(list, func(w string) bool { return strings.EqualFold(w, word) })
	}
	for _, word := range given {
		if !has(held, word) {
			return false
		}
	}
	if len(given) == 0 || len(given) < len(asked) {
		return true
	}
	return !slices.ContainsFunc(held, func(word string) bool { return !has(given, word) })
}

// fewOf joins the first of some words, and says how many there are if these are not all.
func fewOf(words []string) string {
	const first = 8
	if len(words) <= first {
		return strings.Join(words, ", ")
	}
	return fmt.Sprintf("%s … (%d in all)", strings.Join(words[:first], ", "), len(words))
}

// otherClassifier reports whether both topics have a classifier, and not the same.
func otherClassifier(a, b *topic.Topic) bool {
	if a.Classifier == nil || b.Classifier == nil || a.Classifier == b.Classifier {
		return false
	}
	var texts [2]bytes.Buffer
	for i, t := range []*topic.Topic{a, b} {
		only := topic.Topic{Name: t.Name, Classifier: t.Classifier}
		if err := only.Write(&texts[i]); err != nil {
			return false
		}
	}
	return !bytes.Equal(texts[0].Bytes(), texts[1].Bytes())
}

// beginTopic readies the topic of a new crawl and writes it into the directory.
func (c *Crawl) beginTopic(ctx context.Context) (*topic.Topic, error) {
	t := *c.o.Topic
	if len(t.Seeds) == 0 {
		return nil, optionErrorf("topic %q %w", t.Name, ErrNoSeeds)
	}
	if t.Classifier == nil {
		if _, err := c.learnTopic(ctx, &t); err != nil {
			return nil, err
		}
		c.log.Info("pages are judged by seeds and keywords, and again when 100, 200, 400 ... are kept", "seeds", len(t.Seeds),
			"keywords", len(t.Keywords), "surer with", judge.SurerWith(len(t.Seeds), len(t.Keywords)))
		if err := c.store.SetMeta(judgeKey, JudgeState{Keywords: len(t.Keywords)}); err != nil {
			return nil, err
		}
	}
	if err := SaveTopic(c.path(TopicFile), &t); err != nil {
		return nil, err
	}
	written, err := loadHeldTopic(c.dir) // whose weights are rounded, as for the next run
	if err != nil {
		return nil, err
	}
	written.Seeds = t.Seeds
	return written, c.copyFile(TopicFile)
}

// learnTopic makes the topic's classifier from its keywords and seed pages, which it fetches politely. The crawl does
// not fetch them again. It returns the pages.
func (c *Crawl) learnTopic(ctx context.Context, t *topic.Topic) ([]*features.Page, error) {
	c.log.Info("learning the topic from its seeds", "topic", t.Name, "seeds", len(t.Seeds))
	pages, answer, err := c.seedPages(ctx, t.Seeds)
	if err != nil {
		return nil, err
	}
	if len(pages) == 0 { // nothing is kept, so that the same command begins again
		return nil, newSeedsError(true, t.Seeds, answer)
	}
	background, err := shipped.Background()
	if err != nil {
		return nil, err
	}
	if t.Classifier, err = topic.FromSeeds(t.Keywords, pages, background); err != nil {
		return nil, err
	}
	return pages, AddKeywords(t, pages)
}

// AddKeywords adds to a topic without keywords the words that the given pages have in common, because Shark Search compares links with
// keywords.
func AddKeywords(t *topic.Topic, pages []*features.Page) error {
	if len(t.Keywords) > 0 {
		return nil
	}
	background, err := shipped.Background()
	if err == nil {
		t.Keywords = topic.KeywordsOf(pages, background.IDF(), topic.QueryTerms)
	}
	return err
}

// SeedsError says that no seed gave a page, and what happened with each seed.
type SeedsError struct {
	Learning bool // the pages were to teach the topic
	Seeds    []SeedAnswer
}

// SeedAnswer says what the server answered to the request for a seed instead of a page.
type SeedAnswer struct{ URL, Answer string }

func newSeedsError(learning bool, seeds []string, answer func(url string) string) *SeedsError {
	e := &SeedsError{Learning: learning}
	for _, url := range seeds {
		e.Seeds = append(e.Seeds, SeedAnswer{url, answer(url)})
	}
	return e
}

// maxSeedsNamed is how many seeds one line names.
const maxSeedsNamed = 20

// Error implements error: it names the seeds and what happened with each.
func (e *SeedsError) Error() string {
	var text strings.Builder
	text.WriteString("no page came of the seeds")
	if e.Learning {
		text.WriteString(" to learn the topic from")
	}
	for i, seed := range e.Seeds {
		text.WriteString([]string{": ", "; "}[min(i, 1)])
		if i == maxSeedsNamed {
			fmt.Fprintf(&text, "and %d more", len(e.Seeds)-i)
			break
		}
		answer := seed.Answer
		if answer == "" {
			answer = "nothing is known of it yet"
		}
		fmt.Fprintf(&text, "%s (%s)", seed.URL, answer)
	}
	return text.String()
}
