// Command katana is katana's standard engine as its README uses it as a library, on all seeds at once.
//
//	katana PROXY SEEDS
package main

import (
	"log"
	"math"
	"os"
	"strings"
	"sync"

	"github.com/projectdiscovery/gologger"
	"github.com/projectdiscovery/gologger/levels"
	"github.com/projectdiscovery/katana/pkg/engine/standard"
	"github.com/projectdiscovery/katana/pkg/output"
	"github.com/projectdiscovery/katana/pkg/types"
)

func main() {
	log.SetFlags(0)
	gologger.DefaultLogger.SetMaxLevel(levels.LevelFatal) // else it prints every URL
	text, err := os.ReadFile(os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	options, err := types.NewCrawlerOptions(&types.Options{
		MaxDepth:     math.MaxInt32,
		NoScope:      true, // a link out of the web is a 404, for all crawlers
		FieldScope:   "rdn",
		BodyReadSize: math.MaxInt32,
		Timeout:      10,
		Concurrency:  10, // of each seed, the default
		RateLimit:    1_000_000,
		Strategy:     "breadth-first",
		Proxy:        os.Args[1],
		Silent:       true,
		OnResult:     func(output.Result) {},
	})
	if err != nil {
		log.Fatal(err)
	}
	defer options.Close()
	crawler, err := standard.New(options)
	if err != nil {
		log.Fatal(err)
	}
	seeds := make(chan string)
	var workers sync.WaitGroup
	for range 10 { // seeds at once, the default of the command's -parallelism
		workers.Go(func() {
			for seed := range seeds {
				if err := crawler.Crawl(seed); err != nil {
					log.Print(err)
				}
			}
		})
	}
	for seed := range strings.FieldsSeq(string(text)) {
		seeds <- seed
	}
	close(seeds)
	workers.Wait()
}
