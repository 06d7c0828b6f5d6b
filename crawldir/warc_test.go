package crawldir

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gannet/crawler/archive"
	"gannet/crawler/fetch"
)

func someExchange(url string) *fetch.Exchange {
	const answer = "HTTP/1.1 200 OK\r\n\r\nhoney"
	return &fetch.Exchange{
		URL: url, Time: time.Unix(1e9, 0), Request: []byte("GET / HTTP/1.1\r\n\r\n"), Answer: strings.NewReader(answer), Size: int64(len(answer)),
	}
}

func archivesIn(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestArchiveGoesOnInAnotherFile writes three exchanges into files that are full after one. A run without requests leaves no file.
func TestArchiveGoesOnInAnotherFile(t *testing.T) {
	dir := t.TempDir()
	w, err := createWARC(dir, fetch.DefaultOptions(), false)
	if err != nil {
		t.Fatal(err)
	}
	w.most = 1
	for _, url := range []string{"http://a.test/1", "http://a.test/2", "http://a.test/3"} {
		record := w.Archive(someExchange(url))
		if err := w.WriteMetadata(record, url, time.Unix(1e9, 0), []archive.Field{{Name: "via", Value: "http://a.test/"}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Flush(), w.close()); err != nil {
		t.Fatal(err)
	}
	files := archivesIn(t, dir)
	web, err := archive.Open(files...)
	if err != nil || len(files) != 3 || web.Len() != 3 {
		t.Fatalf("%v: %v", files, err)
	}
	defer web.Close()
	if c := web.Counts(); c.Records != 12 { // warcinfo, response, request, metadata
		t.Errorf("%+v", c)
	}
	empty := t.TempDir()
	if w, err = createWARC(empty, fetch.DefaultOptions(), false); err != nil {
		t.Fatal(err)
	}
	if err := w.close(); err != nil || len(archivesIn(t, empty)) != 0 {
		t.Error(err, archivesIn(t, empty))
	}
}

// TestArchiveThatFailsEndsTheCrawl has the failure of an exchange returned by the next Flush.
func TestArchiveThatFailsEndsTheCrawl(t *testing.T) {
	dir := t.TempDir()
	w, err := createWARC(dir, fetch.DefaultOptions(), false)
	if err != nil {
		t.Fatal(err)
	}
	broken := someExchange("http://a.test/")
	broken.Err = errors.New("no space")
	if record := w.Archive(broken); record != "" || w.Flush() == nil || w.close() == nil {
		t.Error("an exchange that is missing is not reported")
	}
	if files := archivesIn(t, dir); len(files) != 1 || !strings.HasSuffix(files[0], openSuffix) {
		t.Error(files)
	}
}
