package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"

	"github.com/spf13/cobra"

	"gannet/crawldir"
	"gannet/crawler/archive"
	"gannet/internal/cli"
	"gannet/internal/weburl"
	"gannet/seeds"
	"gannet/topic"
)

// topicFlags are the flags of `gannet topic learn` and `test`.
type topicFlags struct {
	positive, negative, webs, keywords, seeds []string
	title, language, out, labels              string
	seed                                      uint64
	asJSON, fast                              bool
}

func newTopic() *cobra.Command {
	c := &cobra.Command{
		Use:   "topic",
		Short: "List, show, learn and test topics",
		Args:  cobra.NoArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(newTopicList(), newTopicShow(), newTopicLearn(), newTopicTest())
	return c
}

func newTopicList() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:     "list",
		Short:   "List the built-in topics",
		Example: "  gannet topic list",
		Args:    cobra.NoArgs,
		RunE:    func(c *cobra.Command, _ []string) error { return listTopics(c.OutOrStdout(), asJSON) },
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

func listTopics(w io.Writer, asJSON bool) error {
	type row struct {
		Name       string `json:"name"`
		Title      string `json:"title"`
		Language   string `json:"language"`
		Keywords   int    `json:"keywords"`
		Seeds      int    `json:"seeds"`
		Classifier bool   `json:"classifier"`
	}
	var rows []row
	for _, name := range seeds.Names() {
		t, err := loadTopic(name)
		if err != nil {
			return err
		}
		rows = append(rows, row{t.Name, t.Title, t.Language, len(t.Keywords), len(t.Seeds), t.Classifier != nil})
	}
	if asJSON {
		return writeJSON(w, rows)
	}
	t := cli.NewTable(w)
	fmt.Fprintln(t, "NAME\tTITLE\tLANGUAGE\tKEYWORDS\tSEEDS")
	for _, r := range rows {
		fmt.Fprintf(t, "%s\t%s\t%s\t%d\t%d\n", r.Name, r.Title, r.Language, r.Keywords, r.Seeds)
	}
	return t.Flush()
}

func newTopicLearn() *cobra.Command {
	var f topicFlags
	c := &cobra.Command{
		Use:   "learn NAME",
		Short: "Learn a topic's classifier from pages that are on topic and pages that are not",
		Long: "Learn trains a topic's classifier, a logistic regression over the words of a page's title, body, anchors, meta\n" +
			"elements and headings. Learn prints the precision, recall and F1 of the classifier by nested cross-validation. The\n" +
			"pages are given as JSON Lines with the keys html or text, as directories of HTML files, or as files of URLs whose\n" +
			"pages are in the archive --web. Without --negative, pages off topic are drawn from this archive.\n\n" +
			"With --labels, learn uses the answers that people gave about a crawl's pages in the view Label of `gannet serve`.\n" +
			"Pages without answers are then used as well, as in a crawl whose topic is learned from seeds. Some of the answers\n" +
			"are not used for learning, but to measure the classifier.",
		Example: "  gannet topic learn birds --positive birds.txt --web web.warc.zst -o birds.yaml\n" +
			"  gannet topic learn jobs --positive ads.jsonl --negative other/ --keywords job,vacancy -o jobs.yaml\n" +
			"  gannet topic learn birds --labels crawl -o birds.yaml",
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.checkLabels(c.Flags().Changed); err != nil {
				return err
			}
			return learnTopic(c, args[0], &f)
		},
	}
	f.register(c)
	s := c.Flags()
	s.StringVarP(&f.out, "output", "o", "", "topic file to write (required)")
	s.StringVar(&f.labels, "labels", "", "directory of a crawl, to learn from the answers about its pages in place of --positive and --negative")
	s.StringVar(&f.title, "title", "", "the topic's title, for people; default: NAME")
	s.StringVar(&f.language, "language", "", "language of the pages on topic, as a BCP 47 tag such as en")
	s.StringSliceVar(&f.keywords, "keywords", nil, "words that are typical of the topic")
	s.StringSliceVar(&f.seeds, "seeds", nil, "URLs where crawls for this topic begin")
	s.BoolVar(&f.fast, "no-validation", false, "train the classifier without the nested cross-validation")
	return c
}

func (f *topicFlags) register(c *cobra.Command) {
	s := c.Flags()
	s.StringSliceVar(&f.positive, "positive", nil, "pages on topic: files of URLs, .jsonl files or directories (required)")
	s.StringSliceVar(&f.negative, "negative", nil, "pages that are not on topic: files of URLs, .jsonl files or directories")
	s.StringSliceVar(&f.webs, "web", nil, "WARC files with the pages of the URLs")
	s.Uint64Var(&f.seed, "seed", 1, "seed of the random numbers, by which folds and pages of the archive are drawn")
	s.BoolVar(&f.asJSON, "json", false, "print JSON")
}

// drawnNegatives is how many pages are drawn from the archive as negatives, for each positive one.
const drawnNegatives = 5

// corpus reads the pages that the flags name. It reports damaged archives to warn.
func (f *topicFlags) corpus(warn func(error)) (*topic.Corpus, error) {
	if len(f.positive) == 0 {
		return nil, cli.Usagef("--positive names pages on topic: a file of URLs, a .jsonl file or a directory")
	}
	if len(f.negative) == 0 && len(f.webs) == 0 {
		return nil, cli.Usagef("--negative names pages that are not on topic, or --web an archive from which they are drawn")
	}
	corpus := &topic.Corpus{}
	var web *archive.Web
	if len(f.webs) > 0 {
		var err error
		if web, err = openArchives(warn, f.webs...); err != nil {
			return nil, err
		}
		defer web.Close()
		corpus.Archive = web
	}
	for _, part := range []struct {
		paths    []string
		positive bool
	}{{f.positive, true}, {f.negative, false}} {
		for _, path := range part.paths {
			if err := corpus.AddPages(path, part.positive); err != nil {
				return nil, err
			}
		}
	}
	if len(f.negative) == 0 {
		urls := web.URLs()
		rng := rand.New(rand.NewPCG(f.seed, 0))
		rng.Shuffle(len(urls), func(i, j int) { urls[i], urls[j] = urls[j], urls[i] })
		if err := corpus.DrawNegatives(urls, drawnNegatives*len(corpus.Examples())); err != nil {
			return nil, err
		}
	}
	return corpus, nil
}

func learnTopic(c *cobra.Command, name string, f *topicFlags) error {
	if f.out == "" {
		return cli.Usagef("-o FILE says where the topic is written")
	}
	if err := checkLanguage(f.language); err != nil {
		return err
	}
	if err := checkOutput("-o", f.out); err != nil {
		return err
	}
	if f.labels != "" {
		return learnLabels(c, name, f)
	}
	corpus, err := f.corpus(warnOn(c.ErrOrStderr()))
	if err != nil {
		return err
	}
	examples := corpus.Examples()
	t := &topic.Topic{Name: name, Title: f.title, Language: f.language, Keywords: f.keywords}
	if t.Seeds, err = f.canonicalSeeds(); err != nil {
		return err
	}
	if t.Title == "" {
		t.Title = name
	}
	if err := crawldir.AddKeywords(t, corpus.Sample()); err != nil {
		return err
	}
	report, err := f.validate(c.Context(), examples)
	if err != nil {
		return err
	}
	var params topic.Params
	if t.Classifier, params, err = topic.TrainTuned(c.Context(), examples, f.seed); err != nil {
		return err
	}
	if err := crawldir.SaveTopic(f.out, t); err != nil {
		return err
	}
	if f.asJSON {
		return writeJSON(c.OutOrStdout(), map[string]any{
			"name": name, "file": f.out, "examples": len(examples), "params": params, "validation": report,
		})
	}
	_ = cli.Say(c.OutOrStdout(), "%s: %d pages, cost %g, weight of positives %g\n", f.out, len(examples), params.Cost, params.PositiveWeight)
	if report != nil {
		fmt.Fprintln(c.OutOrStdout(), report)
	}
	return nil
}

// canonicalSeeds returns the seeds in canonical form.
func (f *topicFlags) canonicalSeeds() (list []string, err error) {
	for _, seed := range f.seeds {
		url, err := weburl.Canonical(seed)
		if err != nil {
			return nil, cli.Usagef("--seeds: %w", err)
		}
		list = append(list, url)
	}
	return list, nil
}

// validate returns nil if no validation was asked for.
func (f *topicFlags) validate(ctx context.Context, examples []topic.Example) (*topic.Report, error) {
	if f.fast {
		return nil, nil
	}
	r, err := topic.CrossValidate(ctx, examples, f.seed)
	return &r, err
}

func newTopicTest() *cobra.Command {
	var f topicFlags
	c := &cobra.Command{
		Use:     "test NAME|FILE",
		Short:   "Measure precision and recall of a topic's classifier on labelled pages",
		Example: "  gannet topic test birds.yaml --positive birds.txt --negative others.txt --web web.warc.zst",
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if c.Flags().Changed("seed") && len(f.negative) > 0 {
				return cli.Usagef("--seed is for pages drawn from --web, and --negative names them: leave --seed out")
			}
			return testTopic(c, args[0], &f)
		},
	}
	f.register(c)
	return c
}

func testTopic(c *cobra.Command, name string, f *topicFlags) error {
	t, err := loadTopic(name)
	if err != nil {
		return err
	}
	if t.Classifier == nil {
		return errors.New("this topic has no classifier yet: learn one with `gannet topic learn`")
	}
	corpus, err := f.corpus(warnOn(c.ErrOrStderr()))
	if err != nil {
		return err
	}
	r := t.Classifier.Evaluate(corpus.Examples())
	if f.asJSON {
		return writeJSON(c.OutOrStdout(), r)
	}
	_, err = fmt.Fprintln(c.OutOrStdout(), r)
	return err
}
