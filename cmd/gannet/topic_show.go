package main

import (
	"cmp"
	"errors"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gannet/crawldir"
	"gannet/features"
	"gannet/models"
	"gannet/seeds"
	"gannet/store"
	"gannet/topic"
)

func newTopicShow() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "show NAME|FILE|DIR",
		Short: "Show what a topic holds: keywords, seeds and how its classifier judges words",
		Long: "Show prints the keywords, seeds and languages of a topic, and what its classifier was learned from. Show also prints\n" +
			"the words that the classifier finds most important. Because a classifier stores only hashes of words, show tries the\n" +
			"keywords of the built-in topics, and for a crawl's directory also the words on the first pages that the crawl kept.",
		Example: "  gannet topic show jobs\n  gannet topic show birds.yaml --json\n  gannet topic show crawl",
		Args:    cobra.ExactArgs(1),
		RunE:    func(c *cobra.Command, args []string) error { return showTopic(c.OutOrStdout(), args[0], asJSON) },
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

// topicView is what show reports.
type topicView struct {
	Name       string          `json:"name"`
	Title      string          `json:"title,omitempty"`
	Language   string          `json:"language,omitempty"`
	Countries  []string        `json:"countries,omitempty"` // of groups of seeds
	Languages  []string        `json:"languages,omitempty"`
	Keywords   []string        `json:"keywords"`
	Seeds      []string        `json:"seeds"`
	Classifier *classifierView `json:"classifier,omitempty"`
}

// classifierView says how a classifier judges.
type classifierView struct {
	Source    string       `json:"source"`    // what it was learned from
	Threshold float64      `json:"threshold"` // probability from which a page is relevant
	For       []wordWeight `json:"for"`       // largest weights first
	Against   []wordWeight `json:"against"`
}

// wordWeight is what a word adds to the log-odds of a page that has no other.
type wordWeight struct {
	Word  string  `json:"word"`
	Title float64 `json:"title"`
	Body  float64 `json:"body"`
}

func showTopic(w io.Writer, name string, asJSON bool) error {
	t, words, err := topicAndWords(name)
	if err != nil {
		return err
	}
	v := topicView{Name: t.Name, Title: t.Title, Language: t.Language, Keywords: t.Keywords, Seeds: t.Seeds}
	v.Countries, v.Languages = groupsOf(t)
	if t.Classifier != nil {
		v.Classifier = &classifierView{Threshold: crawldir.DefaultOptions().Limits.Threshold}
		if v.Classifier.Source, err = classifierSource(name); err != nil {
			return err
		}
		v.Classifier.For, v.Classifier.Against = weighWords(t.Classifier, words)
	}
	if asJSON {
		return writeJSON(w, v)
	}
	return v.write(w)
}

// topicAndWords returns a topic, and texts whose words its classifier may know.
func topicAndWords(name string) (*topic.Topic, []string, error) {
	var texts []string
	for _, builtIn := range seeds.Names() {
		t, err := loadTopic(builtIn)
		if err != nil {
			return nil, nil, err
		}
		texts = append(texts, t.Keywords...)
	}
	if info, err := os.Stat(name); err == nil && info.IsDir() && !slices.Contains(seeds.Names(), name) {
		t, kept, err := topicOfCrawl(name)
		return t, append(texts, kept...), err
	}
	t, err := loadTopic(name)
	if err != nil {
		return nil, nil, err
	}
	return t, append(texts, t.Keywords...), nil
}

// errEnoughPages ends the reading of pages.
var errEnoughPages = errors.New("enough pages")

// topicPages is how many pages of a crawl are read for their words.
const topicPages = 300

// topicOfCrawl returns the topic of a crawl, and the texts of its first pages.
func topicOfCrawl(dir string) (t *topic.Topic, texts []string, err error) {
	r, err := crawldir.Read(dir)
	if err != nil {
		return nil, nil, err
	}
	defer r.Close()
	if t, err = r.Topic(); err != nil {
		return nil, nil, err
	}
	reader := features.NewReader()
	err = r.Store.Select(store.Selection{Body: true}, func(p *store.Page) error {
		if len(texts) == topicPages {
			return errEnoughPages
		}
		page, err := reader.ReadSource(p.Source())
		if err == nil {
			texts = append(texts, string(page.Text))
		}
		return nil //nolint:nilerr // a page that cannot be read has no words
	})
	if errors.Is(err, errEnoughPages) {
		err = nil
	}
	return t, append(texts, t.Keywords...), err
}

// shownWords is how many words are shown for a topic, and how many against it.
const shownWords = 12

// weighWords returns the words that speak most for a topic and against it. A word that the classifier was not taught may
// share a weight with another. So only words count whose weights in titles and bodies agree.
func weighWords(c *topic.Classifier, texts []string) (supports, against []wordWeight) {
	known := map[string]bool{}
	var list []wordWeight
	for _, text := range texts {
		for _, word := range features.Spell(text) {
			if known[word] {
				continue
			}
			known[word] = true
			if title, body := c.Weight(features.HashWord(word)); title*body > 0 {
				list = append(list, wordWeight{word, title, body})
			}
		}
	}
	slices.SortFunc(list, func(a, b wordWeight) int {
		return cmp.Or(cmp.Compare(b.Title+b.Body, a.Title+a.Body), strings.Compare(a.Word, b.Word))
	})
	first := slices.IndexFunc(list, func(w wordWeight) bool { return w.Title < 0 })
	if first < 0 {
		first = len(list)
	}
	supports, against = list[:min(first, shownWords)], list[max(first, len(list)-shownWords):]
	slices.Reverse(against)
	return supports, against
}

// classifierSource says what a classifier was learned from.
func classifierSource(name string) (string, error) {
	if name != crawldir.JobsTopic {
		return "in the topic file, which does not say what it was learned from", nil
	}
	list, err := models.Manifest()
	for _, m := range list {
		if m.Name == name {
			return "shipped; learned from " + strings.Join(m.Data, "; "), err
		}
	}
	return "shipped", err
}
