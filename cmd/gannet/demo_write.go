package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"gannet/crawler/archive"
	"gannet/internal/testweb"
	"gannet/internal/testweb/jobweb"
	"gannet/internal/wholefile"
)

// The web that demo writes: enough topics to learn an order of links from, and small enough to be read in a second.
const (
	writtenHosts = 120
	writtenPages = 6000
)

var writtenTopics = []string{demoTopic, "sailing", "astronomy", "baking", "gardening", "chess"}

// The files that demo writes.
const (
	demoWebFile    = "web.warc.gz"
	demoLabelsFile = "labels.tsv"
	demoSeedsFile  = "seeds.txt"
	demoJobsFile   = "jobs.warc.gz"
	demoBoardsFile = "job-seeds.txt"
	demoEmployers  = "employers.csv"
)

// demoBoards is how many pages of job sites a crawl of the written jobs begins with.
const demoBoards = 10

// demoDate is the date of the written answers, so that two runs write the same bytes.
var demoDate = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// writeDemoWeb writes two generated webs into a directory: one with the topics of its pages and seeds of the demo's topic, and
// one of job sites. It prints what it wrote and how to crawl the first.
func writeDemoWeb(ctx context.Context, out io.Writer, dir string, seed uint64) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	size := testweb.DefaultOptions(seed).Sized(writtenHosts, writtenPages)
	size.Topics = writtenTopics
	f := &frozenDemo{web: testweb.New(size), seen: make(map[string]bool)}
	seeds := f.web.Seeds(demoTopic, demoSeeds)
	fmt.Fprintln(&f.seeds, strings.Join(seeds, "\n"))
	if err := f.collect(ctx); err != nil {
		return err
	}
	path := func(name string) string { return filepath.Join(dir, name) }
	for name, content := range map[string]*bytes.Buffer{demoWebFile: &f.archive, demoLabelsFile: &f.labels, demoSeedsFile: &f.seeds} {
		if err := wholefile.Write(path(name), content.Bytes()); err != nil {
			return err
		}
	}
	fmt.Fprintf(out, "%s: a frozen web of %d hosts, %d answers\n", path(demoWebFile), f.web.Hosts(), len(f.seen))
	fmt.Fprintf(out, "%s: the topics of its pages; %d are about %s\n", path(demoLabelsFile), f.relevant, demoTopic)
	fmt.Fprintf(out, "%s: %d seeds about %s\n", path(demoSeedsFile), len(seeds), demoTopic)
	if err := writeDemoJobs(ctx, out, dir, seed); err != nil {
		return err
	}
	_, err := fmt.Fprintf(out, "crawl it: gannet crawl --web %s --keywords %s --seeds %s --out %s\nlook at it: gannet serve %[4]s\n", path(demoWebFile),
		strings.Join(f.web.Keywords(demoTopic)[:3], ","), path(demoSeedsFile), demoTopic)
	return err
}

// writeDemoJobs writes a generated web of job boards, employers and aggregators into a directory, and pages to begin with.
func writeDemoJobs(ctx context.Context, out io.Writer, dir string, seed uint64) error {
	web, err := jobweb.New(jobweb.DefaultOptions(seed))
	if err != nil {
		return err
	}
	var frozen bytes.Buffer
	to, err := newDemoArchive(&frozen, demoJobsFile)
	if err != nil {
		return err
	}
	for _, url := range web.Pages() {
		if err := archiveAnswer(ctx, to, web, url); err != nil {
			return err
		}
	}
	if err := to.Close(); err != nil {
		return err
	}
	seeds, _ := web.Seeds(demoBoards, 0)
	archived, list := filepath.Join(dir, demoJobsFile), filepath.Join(dir, demoBoardsFile)
	if err := errors.Join(wholefile.Write(archived, frozen.Bytes()), wholefile.Write(list, []byte(strings.Join(seeds, "\n")+"\n"))); err != nil {
		return err
	}
	fmt.Fprintf(out, "%s: a frozen web of job sites, %d pages; %d of them show a job posting\n", archived, len(web.Pages()), len(web.Postings()))
	fmt.Fprintf(out, "%s: %d seeds about jobs\n", list, len(seeds))
	names, homes := web.EmployerSites()
	var employers bytes.Buffer
	rows := csv.NewWriter(&employers)
	for i := range names {
		_ = rows.Write([]string{names[i], homes[i]}) // Flush has the error
	}
	rows.Flush()
	file := filepath.Join(dir, demoEmployers)
	if err := errors.Join(rows.Error(), wholefile.Write(file, employers.Bytes())); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s: the home pages of %d employers\n", file, len(names))
	return err
}

// newDemoArchive begins a WARC file of a generated web.
func newDemoArchive(to io.Writer, name string) (*archive.Writer, error) {
	return archive.NewWriter(to, archive.WriterOptions{
		Name: name, Software: "gannet/" + version, Date: demoDate, Compression: archive.Gzip,
	})
}

// frozenDemo collects what the hosts of a generated web answer.
type frozenDemo struct {
	web      *testweb.Web
	out      *archive.Writer
	seen     map[string]bool
	relevant int

	archive, labels, seeds bytes.Buffer // the files
}

// collect asks for robots.txt and the sitemap of every host, for every page, and for all else that pages link to.
func (f *frozenDemo) collect(ctx context.Context) (err error) {
	if f.out, err = newDemoArchive(&f.archive, demoWebFile); err != nil {
		return err
	}
	for n := range f.web.Hosts() {
		if err := f.ask(ctx, "http://"+f.web.Host(n)+"/robots.txt", "http://"+f.web.Host(n)+"/sitemap.xml"); err != nil {
			return err
		}
	}
	for n := range f.web.Pages() {
		urls := []string{f.web.Page(n)}
		for _, link := range f.web.Links(urls[0]) {
			urls = append(urls, link.URL)
		}
		if err := f.ask(ctx, urls...); err != nil {
			return err
		}
	}
	return f.out.Close()
}

// ask archives the responses of URLs and labels the pages among them.
func (f *frozenDemo) ask(ctx context.Context, urls ...string) error {
	for _, url := range urls {
		if f.seen[url] {
			continue
		}
		f.seen[url] = true
		if topic := f.web.Topic(url); topic != "" && f.web.Relevant(topic, url) {
			fmt.Fprintf(&f.labels, "%s\t%s\n", url, topic)
			if topic == demoTopic {
				f.relevant++
			}
		}
		if err := archiveAnswer(ctx, f.out, f.web, url); err != nil {
			return err
		}
	}
	return nil
}

// archiveAnswer archives what a URL of a generated web answers.
func archiveAnswer(ctx context.Context, to *archive.Writer, web http.RoundTripper, url string) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	answer, err := web.RoundTrip(request)
	if err != nil {
		return fmt.Errorf("%s: %w", url, err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		return fmt.Errorf("%s: %w", url, err)
	}
	return to.Write(archive.Page{URL: url, Status: answer.StatusCode, Header: answer.Header, Body: body, Date: demoDate})
}
