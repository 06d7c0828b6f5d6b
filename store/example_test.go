package store_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"

	"gannet/store"
)

// A store is opened, pages are put into it many at once, and each is found by its URL.
func Example() {
	dir, err := os.MkdirTemp("", "store")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	db, err := store.Open(filepath.Join(dir, "crawl.db"))
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	results, err := db.Put([]*store.Page{
		{URL: "http://bees.test/", Status: 200, Body: []byte("<p>Bees")},
		{URL: "http://bees.test/print", Canonical: "http://bees.test/", Status: 200, Body: []byte("<p>Bees")},
	})
	if err != nil {
		log.Fatal(err)
	}
	page, err := db.Get("http://bees.test/print") // kept as its canonical page
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(results[0].Outcome == store.Stored, results[1].Outcome == store.Aliased, page.URL)
	// Output: true true http://bees.test/
}
