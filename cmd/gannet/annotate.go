package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gannet/crawldir"
	"gannet/internal/cli"
	"gannet/ranker"
	"gannet/ranker/evidence"
	"gannet/store"
	"gannet/topic"
	"gannet/topic/label"
	"gannet/training"
	"gannet/training/annotate"
	"gannet/training/eval"
)

// annotateFlags are the flags of `gannet annotate`.
type annotateFlags struct {
	out, labels, topic, format, schema string
	rows                               int
	seed                               uint64
}

// The features of lists.
const (
	linksSchema = "links" // of features.LinkSchema
	crawlSchema = "crawl" // of evidence.Schema
)

// rowsOfCrawl is how many rows a list of a crawl's links has at most.
const rowsOfCrawl = 200_000

func newAnnotate() *cobra.Command {
	var f annotateFlags
	c := &cobra.Command{
		Use:   "annotate CRAWL…",
		Short: "Make graded lists of links from crawls, to learn an order from",
		Long: "Annotate reads crawls again and grades every link that led to a kept page. Grade 3 is for a link to a relevant page\n" +
			"from which another relevant page can be reached over at most three links, and grade 2 for a link to any other\n" +
			"relevant page. Grade 1 is for a link to a page that is not relevant but leads to a relevant page, and grade 0 for\n" +
			"all other links. Whether a page is relevant is decided by --labels, or else by a person's answer in the view Label\n" +
			"of `gannet serve`, or else by the crawl's classifier.\n\n" +
			"Annotate makes a list of links from each crawl, with the features that the strategy \"" + ranker.LinksName + "\" uses; `gannet train`\n" +
			"learns from these lists. Make the crawls with the strategy \"" + ranker.SampleName + "\", which chooses links so that the lists suit\n" +
			"training. With --schema " + crawlSchema + ", a list has the links that were queued at one moment of a crawl, with the features that\n" +
			"change during a crawl.",
		Example: "  gannet crawl --topic birds.yaml --web web.warc.zst --strategy sample --pages 10000 --out crawls/birds\n" +
			"  gannet annotate crawls/* -o lists\n" +
			"  gannet annotate crawls/birds --labels web.tsv --format letor -o lists",
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, dirs []string) error {
			if err := f.check(c.Flags().Changed); err != nil {
				return err
			}
			return annotateAll(c, &f, dirs)
		},
	}
	s := c.Flags()
	s.StringVarP(&f.out, "output", "o", "", "directory of the lists (required)")
	s.StringVar(&f.labels, "labels", "", "file of URLs and their topics that says which pages are relevant; default: people's answers and the crawl's classifier")
	s.StringVar(&f.topic, "label-topic", "", "topic of the file --labels whose pages are relevant; default: the crawl's topic")
	s.StringVar(&f.format, "format", "binary", "binary, letor (the text of SVMrank) or both")
	s.StringVar(&f.schema, "schema", linksSchema, "which features the lists have: "+linksSchema+" (of the link, its page and the pages before) or "+crawlSchema+" (of all that the crawl knew at that moment)")
	s.IntVar(&f.rows, "rows", 0, "largest number of rows in a list; from more links a sample is drawn; default: 200,000, or 1,000 for a list of one moment")
	s.Uint64Var(&f.seed, "seed", 1, "seed of the random numbers, by which links are drawn for a sample")
	return c
}

// The formats of lists.
var listFormats = map[string][]func(dir, name string, s *training.Set) error{
	"binary": {training.WriteDir},
	"letor":  {training.WriteTextDir},
	"both":   {training.WriteDir, training.WriteTextDir},
}

// check checks the flags. given reports whether a flag was given.
func (f *annotateFlags) check(given func(name string) bool) error {
	switch {
	case f.out == "":
		return cli.Usagef("-o DIR says where the lists are written")
	case listFormats[f.format] == nil:
		return cli.Usagef("--format is binary, letor or both, not %q", f.format)
	case f.topic != "" && f.labels == "":
		return cli.Usagef("--label-topic is a topic of --labels, which is missing")
	case f.schema != linksSchema && f.schema != crawlSchema:
		return cli.Usagef("--schema is %s or %s, not %q", linksSchema, crawlSchema, f.schema)
	case f.rows < 0 || f.rows == 0 && given("rows"):
		return cli.Usagef("--rows is at least 1")
	}
	return nil
}

func annotateAll(c *cobra.Command, f *annotateFlags, dirs []string) error {
	a := &annotator{flags: f, progress: newReporter(c.ErrOrStderr(), "text", false), warn: warnOn(c.ErrOrStderr())}
	if err := a.open(); err != nil {
		return err
	}
	if err := os.MkdirAll(f.out, 0o755); err != nil { // or the first crawl is read for nothing
		return err
	}
	var sums []annotate.Summary
	var written []string
	names := listNames(dirs)
	for i, dir := range dirs {
		a.progress.step("%s, %d of %d", dir, i+1, len(dirs))
		sum, err := a.annotate(dir, names[i])
		if errors.Is(err, annotate.ErrNoRows) && len(dirs) > 1 {
			a.progress.endLine()
			a.warn(fmt.Errorf("no list of one crawl: %w", err))
			continue
		}
		if err != nil {
			a.progress.endLine()
			return err
		}
		sums, written = append(sums, sum), append(written, names[i])
	}
	a.progress.endLine()
	if len(sums) == 0 {
		return annotate.ErrNoRows
	}
	return writeSummaries(c.OutOrStdout(), written, sums)
}

// listNames returns a name for the list of every crawl: its directory's, with a number if several have the same.
func listNames(dirs []string) []string {
	var names []string
	for _, dir := range dirs {
		base := filepath.Base(filepath.Clean(dir))
		name := base
		for n := 2; slices.Contains(names, name); n++ {
			name = fmt.Sprintf("%s-%d", base, n)
		}
		names = append(names, name)
	}
	return names
}

// annotator annotates crawls.
type annotator struct {
	flags    *annotateFlags
	progress *reporter
	warn     func(error)
	labels   *eval.Labels // nil: the crawl's classifier decides
}

func (a *annotator) open() (err error) {
	if a.flags.labels != "" {
		if a.labels, err = eval.LoadLabels(a.flags.labels); err != nil {
			return err
		}
	}
	return nil
}

// annotate writes the lists of one crawl.
func (a *annotator) annotate(dir, name string) (sum annotate.Summary, err error) {
	r, err := crawldir.Read(dir)
	if err != nil {
		return sum, err
	}
	defer r.Close()
	t, err := r.Topic()
	if err != nil {
		return sum, err
	}
	db, err := r.DB()
	if err != nil {
		return sum, err
	}
	crawl, err := a.crawl(db, t)
	if err != nil {
		return sum, err
	}
	if crawl.Answers, err = answersOf(r); err != nil {
		return sum, err
	}
	set, sum, err := a.lists(r, crawl, t)
	if err != nil {
		return sum, err
	}
	return sum, writeLists(a.flags.out, name, a.flags.format, set, a.warn)
}

// crawl returns the crawl with its topic and which pages are relevant.
func (a *annotator) crawl(db *store.DB, t *topic.Topic) (*annotate.Crawl, error) {
	c := &annotate.Crawl{DB: db, Topic: cmp.Or(a.flags.topic, listTopic(t))}
	if a.labels == nil {
		return c, nil
	}
	if !slices.Contains(a.labels.Topics(), c.Topic) {
		return nil, cli.Usagef("%s has no topic %q: name one of its topics with --label-topic", a.flags.labels, c.Topic)
	}
	c.Relevant = func(url string) bool { return a.labels.Has(c.Topic, url) }
	return c, nil
}

// answersOf returns what people said of a crawl's pages.
func answersOf(r *crawldir.Reader) (map[string]bool, error) {
	list, err := r.Labels()
	answers := make(map[string]bool)
	for _, a := range list {
		if a.Verdict != label.Skip {
			answers[a.URL] = a.Verdict == label.Yes
		}
	}
	return answers, err
}

// listTopic returns the topic of a list. A topic without a name is called by its title, since all of them have one name.
func listTopic(t *topic.Topic) string {
	if t.Name == unnamedTopic {
		return cmp.Or(strings.Join(strings.Fields(t.Title), " "), t.Name)
	}
	return t.Name
}

func (a *annotator) lists(r *crawldir.Reader, c *annotate.Crawl, t *topic.Topic) (*training.Set, annotate.Summary, error) {
	o, begun, err := r.Order()
	if err != nil {
		return nil, annotate.Summary{}, err
	}
	if !begun {
		o.Language = crawldir.Language(t.Language)
	}
	needs, err := o.Needs(t)
	if err != nil {
		return nil, annotate.Summary{}, err
	}
	if a.flags.schema == crawlSchema {
		moments := annotate.DefaultMoments(a.flags.seed)
		moments.Links = cmp.Or(a.flags.rows, moments.Links)
		memory, err := ranker.NewLearned(needs)
		if err != nil {
			return nil, annotate.Summary{}, err
		}
		return annotate.Snapshots(c, memory, evidence.Schema, evidence.Features(), moments)
	}
	return annotate.Links(c, needs, annotate.Sampling{Rows: cmp.Or(a.flags.rows, rowsOfCrawl), Seed: a.flags.seed})
}

// writeLists writes lists in a format. A file of an earlier run in another format stays; warn is told that it is older.
func writeLists(dir, name, format string, set *training.Set, warn func(error)) error {
	for _, write := range listFormats[format] {
		if err := write(dir, name, set); err != nil {
			return err
		}
	}
	older, newer := training.BinaryFile, training.TextFile
	switch format {
	case "both":
		return nil
	case "binary":
		older, newer = newer, older
	}
	if _, err := os.Stat(filepath.Join(dir, name+older)); err == nil {
		warn(fmt.Errorf("%s of an earlier run stays beside %s: `gannet train` reads the file *%s of the two; --format both renews both",
			filepath.Join(dir, name+older), name+newer, training.BinaryFile))
	}
	return nil
}

func writeSummaries(w io.Writer, names []string, sums []annotate.Summary) error {
	t := cli.NewFigures(w)
	fmt.Fprintln(t, "list\ttopic\tpages\trelevant\tlinks\trows\tgrade 3\t2\t1\t0\t")
	for i, s := range sums {
		g := s.Grades
		fmt.Fprintf(t, "%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t\n", names[i], s.Topic, s.Pages, s.Relevant, s.Links, s.Rows, g[3], g[2], g[1], g[0])
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for i, s := range sums {
		if s.Rows < s.Links {
			_ = cli.Say(w, "%s: %d rows drawn from %d links; --rows takes more\n", names[i], s.Rows, s.Links)
		}
	}
	return nil
}
