package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"strings"
	"time"
	"unicode"

	"gannet/dedup/ads"
	"gannet/features"
	"gannet/internal/testweb/jobweb"
	"gannet/job"
	"gannet/job/extract"
	"gannet/job/pagetext"
	"gannet/lab/adpages"
)

// described is the number of pages of the generated web on which the main content is measured.
const described = 2000

// mainContent measures the description against the ad that the generator put into the page, and the time of extraction.
func mainContent(w io.Writer, o options) error {
	ads, about, err := adpages.Read(o.ads, o.seed)
	if err != nil {
		return err
	}
	web, err := jobweb.New(jobweb.Options{Seed: o.seed, Ads: ads, About: about})
	if err != nil {
		return err
	}
	urls := web.Postings()
	n := min(described, len(urls))
	var zone, ours overlap
	reader := features.NewReader()
	sources := make([]extract.Input, n)
	for i := range n {
		e, err := adpages.SitePage(web, urls[i*len(urls)/n])
		if err != nil {
			return err
		}
		page, err := adpages.Page(reader, e)
		if err != nil {
			return err
		}
		truth, _ := web.Posting(e.URL)
		want := textWords(truth.Text)
		zone.add(textWords(page.TextOf(page.Main)), want)
		ours.add(textWords(new(pagetext.Reader).Read(page, truth.Lang, e.Now, nil).Description), want)
		body, err := adpages.Body(e)
		if err != nil {
			return err
		}
		sources[i] = extract.Input{URL: e.URL, Time: e.Now, Body: func() ([]byte, error) { return body, nil }}
	}
	fmt.Fprintf(w, "### Main content\n\n"+
		"The words of the description are compared with the words of the ad in the page, on %d pages of the generated web; "+
		"figures are means over pages. `bench/trafilatura`, a module of its own, has go-trafilatura on such pages as well. It "+
		"was less exact and slower, and is not used.\n\n", n)
	fmt.Fprint(w, "| | precision | recall | F1 |\n|---|---:|---:|---:|\n")
	zone.write(w, "features.Page.Main")
	ours.write(w, "job/pagetext")
	fmt.Fprintln(w)
	return inParallel(w, sources)
}

// overlap sums up how well extracted texts agree with the true ones.
type overlap struct{ precision, recall, f1, n float64 }

func (o *overlap) add(got, want []string) {
	left := map[string]int{}
	for _, word := range want {
		left[word]++
	}
	both := 0.0
	for _, word := range got {
		if left[word] > 0 {
			left[word]--
			both++
		}
	}
	p, r := both/float64(max(1, len(got))), both/float64(max(1, len(want)))
	o.n++
	o.precision += p
	o.recall += r
	if both > 0 {
		o.f1 += 2 * p * r / (p + r)
	}
}

func (o *overlap) write(w io.Writer, name string) {
	fmt.Fprintf(w, "| %s | %.3f | %.3f | %.3f |\n", name, o.precision/o.n, o.recall/o.n, o.f1/o.n)
}

// textWords returns the words of a text in lower case. Each Chinese character is a word.
func textWords(s string) (words []string) {
	start := -1
	lower := strings.ToLower(s)
	for i, r := range lower {
		letter := unicode.IsLetter(r) || unicode.IsDigit(r)
		if start >= 0 && (!letter || unicode.Is(unicode.Han, r)) {
			words = append(words, lower[start:i])
			start = -1
		}
		if letter && start < 0 {
			start = i
		}
	}
	if start >= 0 {
		words = append(words, lower[start:])
	}
	return words
}

// inParallel times the extraction of pages on one goroutine and on one a core, as Xue et al. compare both.
func inParallel(w io.Writer, sources []extract.Input) error {
	e := &extract.Extractor{Kind: func(*features.Page) (job.Kind, float64) { return job.Detail, 1 }}
	pages := func(emit func(extract.Input) error) error {
		for _, s := range sources {
			if err := emit(s); err != nil {
				return err
			}
		}
		return nil
	}
	fmt.Fprintf(w, "### Time\n\n"+
		"Parsing and extraction of the same %d pages, each treated as a posting, on %d cores; wall time, best of three.\n\n"+
		"| goroutines | ms | pages/s |\n"+
		"|---:|---:|---:|\n", len(sources), runtime.GOMAXPROCS(0))
	for _, workers := range []int{1, runtime.GOMAXPROCS(0)} {
		best := time.Duration(1<<63 - 1)
		for range 3 {
			begin := time.Now()
			if err := e.Run(context.Background(), workers, pages, func(r extract.Result) error { return r.Err }); err != nil {
				return err
			}
			best = min(best, time.Since(begin))
		}
		fmt.Fprintf(w, "| %d | %d | %.0f |\n", workers, best.Milliseconds(), float64(len(sources))/best.Seconds())
	}
	fmt.Fprintln(w)
	return nil
}

// headedFiles are the files whose ads have headings.
var headedFiles = []string{"nhs.jsonl", "weiqi_global_arbeitnow.jsonl", "ma_bayt.jsonl", "fr_francetravail.jsonl", "clean_tw_govjobs.jsonl", "pl_olx2025.jsonl", "et_afriworket.jsonl"}

// sectionsOfAds measures the share of ads' words under known headings.
func sectionsOfAds(w io.Writer, o options) error {
	fmt.Fprint(w, "### Sections\n\n"+
		"Ads of 300 bytes or more: how many have a known heading, and the share of their words below each kind of heading.\n\n")
	fmt.Fprint(w, "| file | ads | with headings | duties | requirements | employer | offer | apply | none |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|\n")
	for _, file := range headedFiles {
		if err := sectionsOfFile(w, filepath.Join(o.ads, file)); err != nil {
			return err
		}
	}
	fmt.Fprintln(w)
	return nil
}

func sectionsOfFile(w io.Writer, path string) error {
	ads, headed, all := 0, 0, 0
	var words [pagetext.Apply + 1]int
	err := eachText(path, func(text string) {
		if len(text) < 300 {
			return
		}
		ads++
		known := false
		for _, p := range pagetext.Parts(text) {
			n := len(textWords(strings.Join(p.Lines, " ")))
			all += n
			if p.Headed {
				words[p.Section] += n
				known = true
			} else {
				words[pagetext.None] += n
			}
		}
		if known {
			headed++
		}
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "| %s | %d | %s", filepath.Base(path), ads, ratio(headed, ads))
	for _, s := range []pagetext.Section{pagetext.Duties, pagetext.Requirements, pagetext.Employer, pagetext.Offer, pagetext.Apply, pagetext.None} {
		fmt.Fprintf(w, " | %s", ratio(words[s], all))
	}
	fmt.Fprintln(w, " |")
	return nil
}

// eachText calls use with the text of every ad in a file of JSON Lines.
func eachText(path string, use func(text string)) error {
	return ads.EachLine(path, func(line []byte) error {
		var a struct{ Text, HTML string }
		if err := json.Unmarshal(line, &a); err != nil {
			return err
		}
		if a.Text == "" {
			a.Text = job.PlainText(a.HTML)
		}
		use(a.Text)
		return nil
	})
}
