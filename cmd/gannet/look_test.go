package main

import (
	"net/http"
	"os"
	"time"

	"gannet/crawler/archive"
)

// lookPages are the pages of http://hive.test.
var lookPages = []archive.Page{
	{URL: "/robots.txt", Body: []byte("User-agent: *\nDisallow: /secret\nDisallow: /a*b\n")},
	{URL: "/", Body: []byte(`<html lang=en><title>Hives</title><p>Honey bees live in a hive.<ul><li><a href=/cars>Used cars</a>` +
		`<li><a href=/honey>Honey of bees in the hive</a><li><a href=/gone>Old</a><li><a href=/secret/1>Secret</a>` +
		`<li><a rel=nofollow href=/x>x</a><li><a href=/>Home</a></ul>`)},
	{URL: "/honey", Body: []byte("<html lang=en><title>Honey</title><p>Bees make honey in the hive.")},
	{URL: "/secret/1", Body: []byte("<title>Secret</title>")},
	{URL: "/gone", Status: 404},
	{URL: "/moved", Status: 301, Header: http.Header{"Location": {"/honey"}}},
	{URL: "/copy", Body: []byte("<title>Honey</title><link rel=canonical href=/honey><p>Bees make honey in the hive.")},
	{URL: "/x/a/b", Body: []byte("<title>Honey</title><p>Bees make honey in the hive.")},
	{URL: "/hidden", Body: []byte("<title>Hidden</title><meta name=robots content=noindex><p>Bees make honey.")},
	{URL: "/job", Body: []byte(`<html lang=en><title>Beekeeper</title><script type="application/ld+json">{"@context":"https://schema.org",` +
		`"@type":"JobPosting","title":"Beekeeper","hiringOrganization":{"name":"Hive Ltd"},"description":"Keep bees."}</script><h1>Beekeeper</h1>`)},
	{URL: "/escape", Body: []byte("<title>Honey \x1b]0;owned\x07 \u009b31m \u202e evil</title><p>Bees.")},
}

// writeWeb writes pages of a host as an archive.
func writeWeb(path, host string, pages []archive.Page) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	w, err := archive.NewWriter(f, archive.WriterOptions{})
	if err != nil {
		return err
	}
	for _, p := range pages {
		p.URL, p.Date = "http://"+host+p.URL, time.Unix(1e9, 0)
		if p.Status == 0 {
			p.Status = 200
		}
		if p.Header == nil {
			p.Header = http.Header{"Content-Type": {"text/html"}}
		}
		if err := w.Write(p); err != nil {
			return err
		}
	}
	return w.Close()
}
