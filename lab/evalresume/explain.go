package main

import (
	"errors"
	"fmt"
	"time"

	"gannet/crawldir"
	"gannet/crawler/reason"
	"gannet/features"
	"gannet/store"
)

// explain explains a link that waits. It prints how long that took, and how many pages were read again.
func (m measurement) explain() error {
	r, err := crawldir.Read(m.dir)
	if err != nil {
		return err
	}
	defer r.Close()
	links, err := unkeptLinks(r.Store)
	if err != nil {
		return err
	}
	for _, url := range links {
		began, read := time.Now(), 0
		e, err := r.Explain(url, crawldir.ExplainOptions{Replaying: func(_ string, pages int) { read = pages }})
		if err != nil {
			return err
		}
		if e.Fate == nil || e.Fate.Reason != reason.Waiting || len(e.Reasons) == 0 {
			continue
		}
		kept, err := r.Store.Stats()
		fmt.Println(time.Since(began).Seconds(), read, kept.Pages, len(e.Reasons), 0, 0, 0)
		return err
	}
	return errors.New("no link was found that waits")
}

var errEnough = errors.New("enough links")

// unkeptLinks returns links of some pages that lead to no kept page.
func unkeptLinks(kept store.Reader) (urls []string, err error) {
	reader := features.NewReader()
	err = kept.Select(store.Selection{Body: true}, func(p *store.Page) error {
		page, err := reader.ReadSource(p.Source())
		if err != nil {
			return err
		}
		for _, l := range page.Links {
			if _, _, err := kept.Lookup(l.URL); errors.Is(err, store.ErrNotFound) && !l.NoFollow {
				urls = append(urls, l.URL)
			}
		}
		if len(urls) > 100 {
			return errEnough
		}
		return nil
	})
	if errors.Is(err, errEnough) {
		err = nil
	}
	return urls, err
}
