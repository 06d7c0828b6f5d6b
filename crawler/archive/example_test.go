package archive_test

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"gannet/crawler/archive"
)

// A WARC file is written, opened as a web, and asked for a page.
func Example() {
	if err := writeAndRead(); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 200 <p>Hello
}

func writeAndRead() error {
	dir, err := os.MkdirTemp("", "archive")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "pages.warc.gz")
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	w, err := archive.NewWriter(f, archive.WriterOptions{Name: "pages.warc.gz"})
	if err != nil {
		return err
	}
	page := archive.Page{URL: "http://a.example/", Status: 200, Body: []byte("<p>Hello"), Date: time.Now()}
	if err := w.Write(page); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	web, err := archive.Open(path)
	if err != nil {
		return err
	}
	defer web.Close()
	record, err := web.Get("http://a.example/")
	if err != nil {
		return err
	}
	fmt.Println(record.Status, string(record.Body))
	return nil
}
