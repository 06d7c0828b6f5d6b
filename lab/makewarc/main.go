// Command makewarc writes pages of a generated web with job postings to WARC files. It takes them as links from job boards lead to them.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"gannet/crawler/archive"
	"gannet/internal/testweb"
)

func main() {
	pages := flag.Int("pages", 10_000, "number of pages, of all files")
	files := flag.Int("files", 4, "number of files")
	dir := flag.String("dir", ".", "directory of the files")
	seed := flag.Uint64("seed", 1, "of all that is drawn")
	flag.Parse()
	if err := write(*dir, *files, *pages, *seed); err != nil {
		fmt.Fprintln(os.Stderr, "makewarc:", err)
		os.Exit(1)
	}
}

// write deals the pages out to the files in turn.
func write(dir string, files, pages int, seed uint64) (failure error) {
	web := testweb.New(testweb.DefaultOptions(seed).Sized(max(1, pages/50), 2*pages))
	var writers []*archive.Writer
	for n := range files {
		f, err := os.Create(filepath.Join(dir, fmt.Sprintf("pages%02d.warc.gz", n)))
		if err != nil {
			return err
		}
		w, err := archive.NewWriter(f, archive.WriterOptions{Name: f.Name()})
		if err != nil {
			return errors.Join(err, f.Close())
		}
		defer func() { failure = errors.Join(failure, w.Close(), f.Close()) }()
		writers = append(writers, w)
	}
	queue, written := web.Seeds(testweb.JobsTopic, max(1, pages/100)), 0
	known := map[string]bool{}
	for ; len(queue) > 0 && written < pages; queue = queue[1:] {
		url := queue[0]
		if known[url] {
			continue
		}
		known[url] = true
		page, err := get(web, url)
		if err != nil {
			return err
		}
		if page.Status != http.StatusOK {
			continue
		}
		if err := writers[written%files].Write(page); err != nil {
			return err
		}
		written++
		for _, l := range web.Links(url) {
			queue = append(queue, l.URL)
		}
	}
	if written < pages {
		return fmt.Errorf("the web has only %d such pages", written)
	}
	return nil
}

// get requests a page. All were fetched at one time, so that the files are the same whenever they are made.
func get(web *testweb.Web, url string) (archive.Page, error) {
	request, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return archive.Page{}, err
	}
	response, err := web.RoundTrip(request)
	if err != nil {
		return archive.Page{}, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	date := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	return archive.Page{URL: url, Status: response.StatusCode, Header: response.Header, Body: body, Date: date}, err
}
