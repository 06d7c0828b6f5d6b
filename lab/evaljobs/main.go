// Command evaljobs measures how well gannet extracts, recognises and finds job postings. It uses the real ads that
// `make data` unpacks, and writes the sections of lab/reports/jobs.md. `make eval-jobs` calls it.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
)

// options are the inputs of every section.
type options struct {
	ads  string // the directory of the unpacked job ads
	webs string // the directory of the frozen webs
	seed uint64
}

// section is one part of the document.
type section struct {
	name string
	run  func(w io.Writer, o options) error
}

// sections stand in the order of the document.
var sections = []section{
	{"extraction", templateSection},
	{"pages", pageTextSection},
	{"fields", fieldsSection},
	{"kinds", kindSection},
	{"sketch", sketchSection},
	{"verdict", verdictSection},
	{"changes", changesSection},
	{"clusters", clusterSection},
	{"crawl", crawlSection},
	{"orders", ordersSection},
}

func main() {
	var o options
	flag.StringVar(&o.ads, "ads", ".data/pack_dev", "unpacked job ads")
	flag.StringVar(&o.webs, "webs", "../shared/data/webs", "frozen webs")
	flag.Uint64Var(&o.seed, "seed", 1, "seed of every draw")
	flag.Parse()
	if err := run(os.Stdout, o, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "evaljobs:", err)
		os.Exit(1)
	}
}

// run writes the named sections, or all.
func run(w io.Writer, o options, names []string) error {
	known := make([]string, len(sections))
	for i, s := range sections {
		known[i] = s.name
	}
	for _, name := range names {
		if !strings.Contains(" "+strings.Join(known, " ")+" ", " "+name+" ") {
			return fmt.Errorf("no section %q: there are %s", name, strings.Join(known, ", "))
		}
	}
	for _, s := range sections {
		if len(names) > 0 && !strings.Contains(" "+strings.Join(names, " ")+" ", " "+s.name+" ") {
			continue
		}
		if err := s.run(w, o); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
	}
	return nil
}
