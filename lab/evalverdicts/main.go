// Command evalverdicts crawls a frozen web whole for topics that are known by ten seeds and three keywords. It prints how right the last
// verdicts on the pages are, how early the topic's pages came, and what a page took. `make eval-verdicts` runs it. Other evaluations judge a few thousand pages
// at most, so this one shows what renewals of large crawls are worth.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gannet/crawldir"
	"gannet/crawler/archive"
	"gannet/internal/cputime"
	"gannet/lab/fewseeds"
	"gannet/ranker"
	"gannet/store"
	"gannet/topic"
	"gannet/training/eval"
)

func main() {
	log.SetFlags(0)
	data := flag.String("data", "../shared/data", "directory with webs and labels")
	web := flag.String("web", "uci", "name of the web")
	topics := flag.String("topics", "", "names of topics, separated by commas; default: all that have keywords")
	seed := flag.Uint64("seed", 1, "of the draw of pages to begin with")
	pages := flag.Int("pages", 0, "pages that a crawl keeps; 0: the whole web")
	flag.Parse()
	if err := run(context.Background(), *data, *web, *topics, *seed, *pages); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, data, name, topics string, seed uint64, pages int) error {
	web, err := archive.Open(filepath.Join(data, "webs", name+".warc.zst"))
	if err != nil {
		return err
	}
	defer web.Close()
	labels, err := eval.LoadLabels(filepath.Join(data, "labels", name+".tsv"))
	if err != nil {
		return err
	}
	fmt.Print("| topic | pages | P | R | F1 | area | ms/page | P, seeds too | as estimated | R, seeds too | as estimated |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n")
	n, f1, area, cpu := 0.0, 0.0, 0.0, 0.0
	for _, topic := range labels.Topics() {
		keywords := fewseeds.Keywords(name, topic)
		if len(keywords) == 0 || topics != "" && !slices.Contains(strings.Split(topics, ","), topic) {
			continue
		}
		m, err := measure(ctx, web, seed, pages, keywords, func(url string) bool { return labels.Has(topic, url) })
		if err != nil {
			return err
		}
		fmt.Printf("| %s | %d | %.3f | %.3f | %.4f | %.4f | %.3f | %.3f | %.3f | %.3f | %.3f |\n", topic, m.pages, m.precision(), m.recall(), m.f1(), m.area(), m.cpu,
			m.all.precision(), m.estimate.Precision, m.all.recall(), m.estimate.Recall)
		n, f1, area, cpu = n+1, f1+m.f1(), area+m.area(), cpu+m.cpu
	}
	fmt.Printf("| mean | | | | %.4f | %.4f | %.3f | | | | |\n", f1/n, area/n, cpu/n)
	return nil
}

// measured is the verdicts of a crawl beside the labels. Pages that it began with count only in all.
type measured struct {
	verdicts
	all      verdicts
	estimate crawldir.JudgeState // what the crawl itself says of all
	pages    int
	found    float64 // relevant pages so far, summed up over all pages in their order
	cpu      float64 // ms a page
}

// verdicts counts pages that are on topic, that are called so, and that are both.
type verdicts struct{ relevant, called, hits float64 }

func (v *verdicts) add(relevant, called bool) {
	if relevant {
		v.relevant++
	}
	if called {
		v.called++
	}
	if relevant && called {
		v.hits++
	}
}

func (v *verdicts) precision() float64 { return v.hits / max(1, v.called) }
func (v *verdicts) recall() float64    { return v.hits / max(1, v.relevant) }
func (v *verdicts) f1() float64        { return 2 * v.hits / max(1, v.called+v.relevant) }
func (m *measured) area() float64      { return m.found / max(1, m.relevant) / max(1, float64(m.pages)) }

// seedsPerTopic is how many pages a crawl begins with.
const seedsPerTopic = 10

func measure(ctx context.Context, web *archive.Web, seed uint64, pages int, keywords []string, relevant func(url string) bool) (*measured, error) {
	dir, err := os.MkdirTemp("", "verdicts")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	var seeds []string
	for _, url := range web.URLs() {
		if relevant(url) {
			seeds = append(seeds, url)
		}
	}
	rand.New(rand.NewPCG(seed, 1)).Shuffle(len(seeds), func(i, j int) { seeds[i], seeds[j] = seeds[j], seeds[i] })
	seeds = seeds[:min(seedsPerTopic, len(seeds))]
	o := crawldir.DefaultOptions()
	o.Topic = &topic.Topic{Name: "topic", Seeds: seeds, Keywords: keywords}
	o.Strategy, o.Web, o.Limits.Workers = ranker.LearnedName, web, 4
	if pages > 0 {
		o.Limits.Pages = pages
	}
	crawl, err := crawldir.Open(ctx, dir, o)
	if err != nil {
		return nil, err
	}
	crawl.WrapStrategy(func(s ranker.Strategy) ranker.Strategy { return eval.Within(s.(ranker.Learner), web) })
	before := cputime.Process()
	if err := crawl.Run(ctx); err != nil {
		return nil, err
	}
	if err := crawl.Close(); err != nil {
		return nil, err
	}
	took := cputime.Process() - before
	m, err := compare(dir, seeds, relevant)
	if err == nil {
		m.cpu = 1000 * took.Seconds() / float64(m.pages)
	}
	return m, err
}

// compare counts the verdicts in a crawl's store.
func compare(dir string, seeds []string, relevant func(url string) bool) (*measured, error) {
	db, err := store.Open(filepath.Join(dir, crawldir.StoreFile))
	if err != nil {
		return nil, err
	}
	defer db.Close()
	m := &measured{}
	if _, err := db.Meta("judge", &m.estimate); err != nil {
		return nil, err
	}
	err = db.EachWithoutBody(func(p *store.Page) error {
		m.pages++
		m.found += m.relevant
		m.all.add(relevant(p.URL), p.Relevant)
		if !slices.Contains(seeds, p.URL) {
			m.add(relevant(p.URL), p.Relevant)
		}
		return nil
	})
	return m, err
}
