// Command shells learns the weights of features/scripted, by which a page is known whose content a script makes, and measures them. Pages as
// servers send them are one class. The other are shells: the same pages without their content. Built sites are of both classes, which a browser tells apart.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"hash/fnv"
	"io/fs"
	"log"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gannet/crawler/archive"
	"gannet/features"
	"gannet/features/scripted"
	"gannet/internal/logistic"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("lab/shells: ")
	data := flag.String("data", "../shared/data", "directory with webs")
	ads := flag.String("ads", ".data/pack_dev", "directory of the unpacked job ads")
	built := flag.String("built", "", "directory whose subdirectories are built sites, which a browser renders; none if empty")
	unseen := flag.String("unseen", "", "such a directory of sites that are only measured; none if empty")
	perWeb := flag.Int("pages", 1500, "pages of each web")
	seed := flag.Uint64("seed", 1, "of all random choices")
	loads := flag.String("loads", "", "such a directory; only what its pages load is measured")
	flag.Parse()
	if *loads != "" {
		if err := measureLoads(*loads); err != nil {
			log.Fatal(err)
		}
		return
	}
	if err := run(*data, *ads, *built, *unseen, *perWeb, *seed); err != nil {
		log.Fatal(err)
	}
}

// example is a page that has scripts, by its measures. Pages without scripts are never shells.
type example struct {
	name     string
	group    string // examples of one group are all for learning or all for the test
	measures []float64
	shipped  float64 // the probability by the weights that gannet ships
	isShell  bool
	rendered bool // a browser has rendered it; otherwise it is a page as sent, or made of one
}

func run(data, ads, built, unseen string, perWeb int, seed uint64) error {
	random := rand.New(rand.NewPCG(seed, 1))
	var sent, shells []example
	plain := 0 // pages without scripts
	use := func(group, url string, body []byte) {
		e, ok := read(group, url, body, false)
		if ok {
			sent = append(sent, e)
		} else {
			plain++
		}
		if rendered, ok := read(group, url+" (rendered)", renderedOf(body, random), false); ok {
			sent = append(sent, rendered)
		}
		if shell := shellOf(body, random); shell != nil {
			if e, ok := read(group, url+" (shell)", shell, true); ok {
				shells = append(shells, e)
			}
		}
	}
	if err := eachFile(filepath.Join(ads, "html"), func(path string, body []byte) {
		group, _ := filepath.Rel(ads, filepath.Dir(path)) // the split must not depend on where the ads are
		use(group, "http://"+filepath.Base(path)+".test/", body)
	}); err != nil {
		return err
	}
	for _, name := range []string{"uci", "enwiki6k", "planetmath"} {
		web, err := archive.Open(filepath.Join(data, "webs", name+".warc.zst"))
		if err != nil {
			return err
		}
		urls := web.URLs()
		random.Shuffle(len(urls), func(i, j int) { urls[i], urls[j] = urls[j], urls[i] })
		for _, url := range urls[:min(perWeb, len(urls))] {
			if body, err := web.Body(url); err == nil {
				host, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(url, "http://"), "https://"), "/")
				use(host, url, body)
			}
		}
	}
	var learn, test []example
	for _, e := range append(sent, shells...) {
		h := fnv.New32a()
		_, _ = h.Write([]byte(e.group))
		if h.Sum32()%3 == 0 {
			test = append(test, e)
		} else {
			learn = append(learn, e)
		}
	}
	var sites []example
	if built != "" {
		var err error
		if sites, err = builtSites(built); err != nil {
			return err
		}
	}
	bias, weights := fit(append(slices.Clone(learn), sites...))
	fmt.Printf("%d pages as sent with scripts, %d without, %d shells\n", len(sent), plain, len(shells))
	fmt.Printf("\tbias = %.3f\n", bias)
	for i, name := range scripted.Measures() {
		fmt.Printf("\t%.3f, // %s\n", weights[i], name)
	}
	learned := func(e example) float64 { return probability(e, bias, weights) }
	shipped := func(e example) float64 { return e.shipped }
	measure("learned from", learn, learned)
	measure("held out", test, learned)
	measure("learned from, shipped weights", learn, shipped)
	measure("held out, shipped weights", test, shipped)
	measure("built sites, learned from", sites, learned)
	if unseen == "" {
		return nil
	}
	sites, err := builtSites(unseen)
	measure("built sites, held out", sites, learned)
	measure("built sites, held out, shipped weights", sites, shipped)
	return err
}

// eachFile calls use with the HTML files below a directory.
func eachFile(dir string, use func(path string, body []byte)) error {
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasPrefix(filepath.Ext(path), ".htm") {
			return err
		}
		body, err := os.ReadFile(path)
		if err == nil {
			use(path, body)
		}
		return err
	})
}

// read returns a page as an example. ok is false if it has no scripts.
func read(group, url string, body []byte, isShell bool) (e example, ok bool) {
	address, _, _ := strings.Cut(url, " (")
	p, err := features.NewReader().Read(address, bytes.ToValidUTF8(body, nil))
	if err != nil || p.Programs == nil {
		return e, false
	}
	return example{name: url, group: group, measures: scripted.Measure(p), shipped: scripted.Probability(p), isShell: isShell}, true
}

// measure prints how many shells are recognised, and how many pages as sent are taken for one.
func measure(what string, all []example, probability func(example) float64) {
	var shells, sent, found, alarms int
	for _, e := range all {
		taken := probability(e) >= scripted.Likely
		switch {
		case e.isShell && taken:
			shells, found = shells+1, found+1
		case e.isShell:
			shells++
		case taken:
			sent, alarms = sent+1, alarms+1
		default:
			sent++
		}
		if taken != e.isShell {
			log.Printf("%s: %.2f %s", what, probability(e), e.name)
		}
	}
	fmt.Printf("%s: %d of %d shells recognised, %d of %d pages as sent taken for shells\n", what, found, shells, alarms, sent)
}

func probability(e example, bias float64, weights []float64) float64 {
	sum := bias
	for i, m := range e.measures {
		sum += weights[i] * m
	}
	return logistic.Probability(sum)
}
