// Evalpages measures near-duplicates among the pages of frozen webs: the groups that `gannet batch pages` makes, against the exact
// similarity of all pairs, and against pairs that were read. `make eval-pages` calls it.
package main

import (
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"strings"

	"gannet/crawler/archive"
	"gannet/dedup/ads"
	"gannet/dedup/sketch"
	"gannet/dedup/webpages"
	"gannet/features"
)

// least is the similarity from which on two pages are of one group: the default of `gannet batch pages`.
const least = 0.8

// webPages are the pages of a web that are compared, in the order in which the finder has them.
type webPages struct {
	name      string
	all       int // pages, those with hardly any text too
	pages     []webpages.Page
	shingles  [][]uint64 // of what is compared, ascending
	whole     [][]uint64 // of the whole pages
	texts     []string   // what is compared, if it is to be shown
	originals []int
}

func main() {
	log.SetFlags(0)
	data := flag.String("data", "../shared/data", "directory of the frozen webs")
	webs := flag.String("webs", "enwiki6k,uci,planetmath", "frozen webs")
	draw := flag.Int("draw", 0, "print so many pairs of each web to be read, in place of the tables")
	seed := flag.Uint64("seed", 1, "seed of the pairs to be read")
	flag.Parse()
	var list []*webPages
	for _, name := range strings.Split(*webs, ",") {
		w, err := read(filepath.Join(*data, "webs", name+".warc.zst"), name, *draw > 0)
		if err != nil {
			log.Fatal(err)
		}
		list = append(list, w)
	}
	if *draw > 0 {
		for _, w := range list {
			w.drawPairs(os.Stdout, *draw, *seed)
		}
		return
	}
	if err := write(os.Stdout, list); err != nil {
		log.Fatal(err)
	}
}

// read reads the pages of a web as `gannet batch pages` does, and groups them.
func read(path, name string, keep bool) (*webPages, error) {
	web, err := archive.Open(path)
	if err != nil {
		return nil, err
	}
	defer web.Close()
	w := &webPages{name: name}
	finder := webpages.New(least, os.TempDir(), 64<<20)
	defer finder.Close()
	reader, k := features.NewReader(), sketch.New(sketch.DefaultOptions())
	for _, url := range web.URLs() {
		body, err := web.Body(url)
		if err != nil {
			continue // a redirect, or no HTML
		}
		p, err := reader.Read(url, body)
		if err != nil {
			continue
		}
		w.all++
		text := webpages.Text(p)
		language := ads.Language(text)
		s := k.Sketch(text, language)
		if s.Shingles < webpages.MinShingles {
			continue
		}
		page := webpages.Page{URL: url, Canonical: p.Canonical}
		page.Sketch(&s)
		if err := finder.Add(page); err != nil {
			return nil, err
		}
		w.whole = append(w.whole, append([]uint64(nil), k.Shingles(p.TextOf(p.Body), language)...))
		w.shingles = append(w.shingles, append([]uint64(nil), k.Shingles(text, language)...))
		if keep {
			w.texts = append(w.texts, strings.Clone(text))
		}
	}
	w.pages = finder.Pages()
	w.originals, err = finder.Originals()
	return w, err
}

// write writes the tables.
func write(out io.Writer, list []*webPages) error {
	columns := []string{"web", "pages", "with text", "in groups", "pairs of similarity .8 or more", "of these in one group",
		"pairs in one group", "of these .8 or more", ".7 to .8", "less", "whole pages less than .3"}
	fmt.Fprintf(out, "| %s |\n|---%s|\n", strings.Join(columns, " | "), strings.Repeat("|--:", len(columns)-1))
	for _, w := range list {
		c := w.compare()
		fmt.Fprintf(out, "| %s | %d | %d | %d | %d | %.4f | %d | %.4f | %.4f | %.4f | %.4f |\n", w.name, w.all, len(w.pages), c.inGroups,
			c.like, ratio(c.found, c.like), c.grouped, ratio(c.found, c.grouped), ratio(c.near, c.grouped), ratio(c.grouped-c.found-c.near, c.grouped), ratio(c.unlike, c.grouped))
	}
	return writeReadings(out, list)
}

func ratio(a, b int) float64 { return float64(a) / float64(max(1, b)) }
