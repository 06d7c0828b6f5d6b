// Command crawl compares gannet with other crawlers on the same frozen web and the same machine. crawl.sh installs them
// and calls it.
//
// Every crawler fetches through a forward proxy of its own on the loopback interface, from the same seeds, with links
// out of the web answered by 404. The proxy counts pages and requests in the same way for all. Processor time and memory
// are measured on the crawler's own processes.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"gannet/crawler/archive"
)

// options are the flags.
type options struct {
	web, labels, topic, keywords string
	dir, out, only               string
	runs, seeded, workers        int
	connections                  int
	patience                     time.Duration
	limits
}

func main() {
	log.SetFlags(0)
	var o options
	flag.StringVar(&o.web, "web", "", "WARC file of the web")
	flag.StringVar(&o.labels, "labels", "", "topics of its pages: URL, tab, topics separated by |")
	flag.StringVar(&o.topic, "topic", "", "begin at ten pages of this topic and report harvest; default: pages of the whole web")
	flag.StringVar(&o.keywords, "keywords", "algorithm,geometry,graph", "words of the topic, for gannet")
	flag.StringVar(&o.dir, "dir", "", "directory with the crawlers")
	flag.StringVar(&o.out, "out", "", "directory for logs and numbers")
	flag.StringVar(&o.only, "only", "", "names of the crawlers to run, separated by commas; default: all")
	flag.IntVar(&o.runs, "runs", 5, "runs of each crawler")
	flag.IntVar(&o.seeded, "seeds", 50, "pages of the whole web to begin at; of a topic ten")
	flag.IntVar(&o.workers, "workers", 16, "gannet's workers")
	flag.IntVar(&o.connections, "connections", 16, "gannet's requests to a host at the same time; if more than one, gannet is also run with one")
	flag.DurationVar(&o.patience, "patience", 10*time.Second, "how long a link of gannet's waits for a better one's host")
	flag.IntVar(&o.pages, "pages", 40_000, "distinct pages after which a run ends; 0: five times the topic's, for the area")
	flag.DurationVar(&o.time, "time", 15*time.Minute, "time after which a run ends")
	flag.DurationVar(&o.idle, "idle", 20*time.Second, "time without requests after which a run has ended")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := compare(ctx, &o); err != nil {
		log.Fatal(err)
	}
}

// compare runs all crawlers in turn, several rounds, so that a busy machine affects all alike.
func compare(ctx context.Context, o *options) error {
	web, err := archive.Open(o.web)
	if err != nil {
		return err
	}
	defer web.Close()
	topic, err := labelled(o.labels, o.topic)
	if err != nil {
		return err
	}
	seeds, err := o.seeds(web.URLs(), topic)
	if err != nil {
		return err
	}
	if o.topic != "" {
		if err := o.examples(web, topic); err != nil {
			return err
		}
	}
	if o.pages == 0 {
		o.pages = areaPages * len(topic)
	}
	kept := filepath.Join(o.out, "gannet-crawl")
	all := slices.DeleteFunc(peers(o, kept), func(p peer) bool {
		return o.only != "" && !slices.Contains(strings.Split(o.only, ","), p.name)
	})
	var results []result
	for n := range o.runs {
		for i, p := range all {
			if p.skipped != "" {
				continue
			}
			if err := os.RemoveAll(kept); err != nil {
				return err
			}
			r, err := run(ctx, p, n+1, web, seeds, o.out, o.limits, topic)
			if ctx.Err() != nil {
				return err
			}
			if err != nil { // the others' results are kept
				log.Print(err)
				all[i].skipped = err.Error()
				continue
			}
			log.Printf("%-8s run %d: %5d pages, %6d requests in %7.2f s (%s), CPU %7.2f s, peak %4d MiB",
				p.name, n+1, r.Pages, r.Requests, r.Took.Seconds(), r.End, r.CPU.Seconds(), r.Memory>>20)
			results = append(results, r)
		}
	}
	if err := os.RemoveAll(kept); err != nil {
		return err
	}
	return report(os.Stdout, all, results, len(topic))
}

// seedsOfTopic is how many pages of a topic a crawl begins at.
const seedsOfTopic = 10

// seeds writes the file of seeds: pages of the web, or of the topic, at equal distances.
func (o *options) seeds(urls []string, topic map[string]bool) (file string, err error) {
	n := o.seeded
	if o.topic != "" {
		urls, n = slices.DeleteFunc(urls, func(url string) bool { return !topic[url] }), seedsOfTopic
	}
	text := strings.Join(spread(urls, n), "\n") + "\n"
	file, err = filepath.Abs(filepath.Join(o.out, "seeds.txt"))
	if err != nil {
		return "", err
	}
	return file, os.WriteFile(file, []byte(text), 0o644)
}

// spread returns URLs at equal distances, n or a few more.
func spread(urls []string, n int) (list []string) {
	for i := 0; i < len(urls); i += max(1, len(urls)/n) {
		list = append(list, urls[i])
	}
	return list
}

// examples writes what ACHE learns a topic from: the seeds, and as many pages off topic.
func (o *options) examples(web *archive.Web, topic map[string]bool) error {
	for name, on := range map[string]bool{"positive": true, "negative": false} {
		dir := filepath.Join(o.out, "examples", name)
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
		for i, url := range spread(slices.DeleteFunc(web.URLs(), func(url string) bool { return topic[url] != on }), seedsOfTopic) {
			page, err := web.Body(url)
			if err != nil {
				return err
			}
			if err := os.WriteFile(filepath.Join(dir, strconv.Itoa(i)), page, 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}

// labelled returns the URLs of a topic.
func labelled(file, topic string) (map[string]bool, error) {
	if topic == "" {
		return nil, nil
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	urls := make(map[string]bool)
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		url, topics, _ := strings.Cut(lines.Text(), "\t")
		if slices.Contains(strings.Split(topics, "|"), topic) {
			urls[url] = true
		}
	}
	if lines.Err() == nil && len(urls) == 0 {
		return nil, fmt.Errorf("%s has no page of the topic %q", file, topic)
	}
	return urls, lines.Err()
}

func writeJSON(file string, v any) error {
	text, err := json.MarshalIndent(v, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(text, '\n'), 0o644)
}
