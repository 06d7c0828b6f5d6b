package postings_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"

	"gannet/job"
	"gannet/store"
	"gannet/store/postings"
)

// A posting is put together with the page that shows it, and found by a query.
func Example() {
	dir, err := os.MkdirTemp("", "postings")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	db, err := store.Open(filepath.Join(dir, "crawl.db"))
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	welder := &job.Posting{Title: "Welder", Company: "Iron Ltd", Location: "Oslo", Description: "Weld steel."}
	_, err = db.Put([]*store.Page{{URL: "http://iron.test/1", Postings: []*postings.Found{{Job: welder}}}})
	if err != nil {
		log.Fatal(err)
	}
	err = db.Postings().Find(postings.Query{Text: "steel", Location: "oslo"}, func(p *postings.Posting) error {
		fmt.Println(p.Number, p.Job.Title, p.URL)
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
	// Output: 1 Welder http://iron.test/1
}
