package main

import (
	"fmt"
	"strings"
	"time"

	"gannet/crawler"
)

// ending says why a crawl ended, in words.
func ending(p crawler.Progress) string {
	text := "ended: " + string(p.Ended)
	if p.Trouble != "" && (p.Ended == crawler.EndProxy || p.Ended == crawler.EndLocal) {
		text += " (" + p.Trouble + ")"
	}
	if p.Ended == crawler.EndStalled && len(p.Waiting) > 0 {
		text += "; " + waits(p.Waiting)
	}
	return text
}

// maxWaits is how many hosts a line names.
const maxWaits = 3

// waits says what a crawl waits for.
func waits(list []crawler.WaitingHost) string {
	var told []string
	for i, w := range list {
		if i == maxWaits {
			told = append(told, "and others")
			break
		}
		links := "1 link waits"
		if w.Links != 1 {
			links = fmt.Sprintf("%d links wait", w.Links)
		}
		told = append(told, fmt.Sprintf("%s for %s: %s, again in %v", links, w.Host, w.Why, w.After.Round(time.Second)))
	}
	return strings.Join(told, "; ")
}
