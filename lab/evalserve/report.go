package main

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"time"
)

// report prints how much processor time all of the process took, and the page.
func report(profile string, pages int64, events int) error {
	all, err := spent(profile)
	if err != nil {
		return err
	}
	server, err := spent(profile, `-focus=net/http\.\(\*conn\)\.serve`) // of the page and of the socket; the crawl itself serves nobody
	if err != nil {
		return err
	}
	client, err := spent(profile, "-tagfocus=of=page", `-ignore=net/http\.\(\*conn\)\.serve`) // the page's connection to the socket
	if err != nil {
		return err
	}
	page := server + client
	fmt.Printf("%d pages, %d events: %v of processor time, of which the page, its events and the socket took %v: %.2f %%\n",
		pages, events, all.Round(time.Millisecond), page.Round(time.Millisecond), 100*page.Seconds()/all.Seconds())
	return nil
}

var accounted = regexp.MustCompile(`accounting for ([0-9.]+[a-z]+),`)

// spent returns the processor time of the samples that pprof selects.
func spent(profile string, choice ...string) (time.Duration, error) {
	args := append([]string{"tool", "pprof", "-text", "-nodecount=1000000", "-nodefraction=0"}, choice...)
	out, err := exec.Command("go", append(args, os.Args[0], profile)...).CombinedOutput()
	if err != nil {
		return 0, fmt.Errorf("pprof: %w: %s", err, out)
	}
	found := accounted.FindStringSubmatch(string(out))
	if found == nil {
		if strings.Contains(string(out), "matched no samples") || strings.Contains(string(out), "accounting for 0,") {
			return 0, nil
		}
		return 0, fmt.Errorf("pprof says %s", out)
	}
	return time.ParseDuration(found[1])
}
