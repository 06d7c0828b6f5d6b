package main

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"gannet/crawler"
	"gannet/frontier"
	"gannet/internal/cli"
)

// ending returns why a crawl ended, in words.
func ending(p crawler.Progress) string {
	text := "ended: " + string(p.Ended)
	if p.Trouble != "" && (p.Ended == crawler.EndProxy || p.Ended == crawler.EndLocal) {
		text += " (" + p.Trouble + ")"
	}
	if (p.Ended == crawler.EndStalled || p.Ended == crawler.EndFailing) && len(p.Waiting) > 0 {
		text += "; " + waits(p.Waiting, true)
	}
	if p.Ended == crawler.EndPages && p.Pages == 0 {
		text += ": earlier runs have kept as many as --pages allows; give more"
	}
	if p.Ended == crawler.EndEmpty && p.Frontier.FullHosts > 0 && p.Frontier.DroppedFull+p.Frontier.Refused > 0 {
		text += "; " + spentBudgets(&p.Frontier)
	}
	return text
}

// spentBudgets says in words that links were left out because of --per-host.
func spentBudgets(s *frontier.Stats) string {
	dropped := "links were left out"
	if s.DroppedFull > 0 {
		dropped = cli.Counted(s.DroppedFull, "link was dropped", "links were dropped")
	}
	return fmt.Sprintf("%s because the page budget (--per-host) of %s is spent", dropped, cli.Counted(s.FullHosts, "host", "hosts"))
}

// maxWaits is how many hosts a line names.
const maxWaits = 3

// waits returns the hosts that a crawl waits for, in words. When they may be requested again is of no use after the crawl's end.
func waits(hosts []crawler.WaitingHost, ended bool) string {
	var list []string
	for i, w := range hosts {
		if i == maxWaits {
			list = append(list, "and others")
			break
		}
		links := cli.Counted(w.Links, "link waits for", "links wait for")
		if !w.Fails {
			links = cli.Counted(w.Links, "link fails on", "links fail on")
		}
		text := fmt.Sprintf("%s %s: %s", links, w.Host, cmp.Or(w.Why, "the reason is no longer known"))
		if !ended {
			text += fmt.Sprintf(", again in %v", w.After.Round(time.Second))
		}
		list = append(list, text)
	}
	return strings.Join(list, "; ")
}
