package web

import (
	"errors"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gannet/crawldir"
	"gannet/crawler/employers"
	"gannet/store"
)

// TestEmployersAreShownWithTheirBoards: the view and its link in the navigation come with the registry, whose names are shown as text.
func TestEmployersAreShownWithTheirBoards(t *testing.T) {
	dir, crawl := openCrawl(t)
	if err := crawl.Close(); err != nil {
		t.Fatal(err)
	}
	s := newServer(t, "", dir)
	path := "/crawl/" + s.crawls[0].name + "/"
	const link = `<a href="employers"`
	if page := ask(s, http.MethodGet, path+"now", "").Body.String(); strings.Contains(page, link) {
		t.Error("without a registry the view is linked")
	}
	db, err := store.Open(filepath.Join(dir, crawldir.StoreFile))
	if err != nil {
		t.Fatal(err)
	}
	err = db.SetMeta("employers", []employers.Record{
		{Employer: employers.Employer{Name: "<script>Acme", Home: "http://acme.test/"}, Board: "http://acme.hire.test/jobs", Platform: "hire.test", Proof: seed, Proven: time.Unix(1e9, 0)},
		{Employer: employers.Employer{Name: "Bolt", Home: "http://bolt.test/"}},
	})
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	page := ask(s, http.MethodGet, path+"employers", "").Body.String()
	for _, want := range []string{link, "1 of 2 employers", "&lt;script&gt;Acme", `href="http://acme.hire.test/jobs"`, "hire.test", "2001-09-09", "none is known"} {
		if !strings.Contains(page, want) {
			t.Errorf("the view lacks %s:\n%s", want, page)
		}
	}
	answer := ask(s, http.MethodGet, "/v1/employers", "").Body.String()
	if !strings.Contains(answer, `"employer":"Bolt"`) || !strings.Contains(answer, `"board":"http://acme.hire.test/jobs"`) {
		t.Errorf("the interface answers %s", answer)
	}
}
