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
	flag.Parse()
	if err := run(context.Background(), *data, *web, *topics, *seed); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, data, name, topics string, seed uint64) error {
	web, err := archive.Open(filepath.Join(data, "webs", name+".warc.zst"))
	if err != nil {
		return err
	}
	defer web.Close()
	labels, err := eval.LoadLabels(filepath.Join(data, "labels", name+".tsv"))
	if err != nil {
		return err
	}
	fmt.Print("| topic | pages | P | R | F1 | area | ms/page |\n|---|--:|--:|--:|--:|--:|--:|\n")
	n, f1, area, cpu := 0.0, 0.0, 0.0, 0.0
	for _, topic := range labels.Topics() {
		keywords := fewseeds.Keywords(name, topic)
		if len(keywords) == 0 || topics != "" && !slices.Contains(strings.Split(topics, ","), topic) {
			continue
		}
		m, err := measure(ctx, web, seed, keywords, func(url string) bool { return labels.Has(topic, url) })
		if err != nil {
			return err
		}
		fmt.Printf("| %s | %d | %.3f | %.3f | %.4f | %.4f | %.3f |\n", topic, m.pages, m.precision(), m.recall(), m.f1(), m.area(), m.cpu)
		n, f1, area, cpu = n+1, f1+m.f1(), area+m.area(), cpu+m.cpu
	}
	fmt.Printf("| mean | | | | %.4f | %.4f | %.3f |\n", f1/n, area/n, cpu/n)
	return nil
}

// measured is the verdicts of a crawl beside the labels. Pages that it began with do not count.
type measured struct {
	pages                  int
	relevant, called, hits float64
	found                  float64 // relevant pages so far, summed up over all pages in their order
	cpu                    float64 // ms a page
}

func (m *measured) precision() float64 { return m.hits / max(1, m.called) }
func (m *measured) recall() float64    { return m.hits / max(1, m.relevant) }
func (m *measured) f1() float64        { return 2 * m.hits / max(1, m.called+m.relevant) }
func (m *measured) area() float64      { return m.found / max(1, m.relevant) / max(1, float64(m.pages)) }

// seedsPerTopic is how many pages a crawl begins with.
const seedsPerTopic = 10

func measure(ctx context.Context, web *archive.Web, seed uint64, keywords []string, relevant func(url string) bool) (*measured, error) {
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
	err = db.EachWithoutBody(func(p *store.Page) error {
		m.pages++
		m.found += m.relevant
		if slices.Contains(seeds, p.URL) {
			return nil
		}
		if relevant(p.URL) {
			m.relevant++
		}
		if p.Relevant {
			m.called++
		}
		if p.Relevant && relevant(p.URL) {
			m.hits++
		}
		return nil
	})
	return m, err
}
