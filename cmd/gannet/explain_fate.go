package main

import (
	"fmt"
	"io"
	"time"

	"gannet/crawldir"
	"gannet/frontier"
)

// writeFate prints what became of a URL that is no kept page. Pauses of virtual time are over when the next run begins.
func writeFate(w io.Writer, f *crawldir.Fate, virtual bool) {
	fmt.Fprintf(w, "why\t%s\n\t%s\n", f.Reason, f.Sentence)
	if f.Detail != "" {
		fmt.Fprintf(w, "detail\t%s\n", f.Detail)
	}
	if f.Attempts > 0 {
		fmt.Fprintf(w, "attempts\t%d%s\n", f.Attempts, lastAt(f.Time))
	}
	if f.After != nil && !virtual {
		fmt.Fprintf(w, "not before\t%s\n", f.After.Format(time.DateTime))
	}
	if f.Known != "" {
		fmt.Fprintf(w, "kept as\t%s\n", f.Known)
	}
	if f.Similar != "" {
		fmt.Fprintf(w, "similar\t%s is kept, and URLs that differ in this way often lead to one page\n", f.Similar)
	}
	for i, source := range f.Sources {
		fmt.Fprintf(w, "%s\t%s\n", onceThen(i, "linked from"), source)
	}
	if more := f.Linking - len(f.Sources); more > 0 {
		fmt.Fprintf(w, "\tand %d more pages\n", more)
	}
	if f.NoRobots {
		fmt.Fprintln(w, "robots.txt\tnot asked about this URL: `gannet look URL` asks")
	}
	if f.Host != nil {
		writeHost(w, f.Host, virtual)
	}
	if f.HostError != "" {
		fmt.Fprintf(w, "\tits latest failure: %s\n", f.HostError)
	}
}

func lastAt(t *time.Time) string {
	if t == nil {
		return ""
	}
	return ", the last one " + t.Format(time.DateTime)
}

// writeHost prints where the host of a link stands.
func writeHost(w io.Writer, h *frontier.FoundHost, virtual bool) {
	fmt.Fprintf(w, "host\t%s: %d pages kept, %d links wait\n", h.Name, h.Fetched, h.Queued)
	switch {
	case h.Blocked:
		fmt.Fprintln(w, "\tblocked: `gannet control DIR unblock` lets it go, or --block none in the next run")
	case h.Full:
		fmt.Fprintln(w, "\tits page budget is spent")
	case h.Gone:
		fmt.Fprintln(w, "\tits name does not exist")
	case h.Dead:
		fmt.Fprintf(w, "\tgiven up after %d failures in a row\n", h.Failures)
	default:
		if h.Failures > 0 {
			fmt.Fprintf(w, "\t%d failures in a row\n", h.Failures)
		}
		if h.Next.After(time.Now()) && !virtual {
			fmt.Fprintf(w, "\tnot asked before %s\n", h.Next.Format(time.DateTime))
		}
	}
	if h.Delay > 0 || h.Slowdown > 1 {
		fmt.Fprintf(w, "\tCrawl-delay %v, pauses times %.3g\n", h.Delay, max(1, h.Slowdown))
	}
}
