package main

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gannet/crawldir"
	"gannet/internal/cli"
)

// Every flag that is kept can be set again to what is kept of it, and then is what it was.
func TestKeptFlagsComeBack(t *testing.T) {
	samples := map[string]string{
		"pages": "none", "time": "1h30m", "per-host": "7", "max-body": "1500", "threshold": "0.25", "keywords": "bee,honey",
		"web": "/a.warc,/b.warc", "seeds": "http://a.test/,/seeds.txt", "proxy": "http://p.test:1", "warc": "true", "topic": "jobs",
	}
	flagsOf := func() *pflag.FlagSet {
		var f crawlFlags
		c := &cobra.Command{}
		f.register(c)
		return c.Flags()
	}
	before, after := flagsOf(), flagsOf()
	before.VisitAll(func(flag *pflag.Flag) {
		if slices.Contains(unkeptFlags, flag.Name) || slices.Contains(secretFlags, flag.Name) {
			return
		}
		if sample, ok := samples[flag.Name]; ok {
			if err := flag.Value.Set(sample); err != nil {
				t.Fatal(flag.Name, err)
			}
		}
		kept := keptValues(flag)
		again := after.Lookup(flag.Name)
		if err := setValues(again, kept); err != nil || !slices.Equal(kept, keptValues(again)) || flag.Value.String() != again.Value.String() {
			t.Errorf("--%s %v comes back as %v, %v", flag.Name, kept, again.Value, err)
		}
	})
}

func TestKeptFlagsHoldNoPassword(t *testing.T) {
	const secret = "c2VjcmV0"
	f := new(crawlFlags)
	c := &cobra.Command{}
	f.register(c)
	for name, value := range map[string]string{
		"proxy": "http://me:" + secret + "@p.test:1,socks5://" + secret + "@q.test", "seeds": "http://me:" + secret + "@a.test/,http://me:" + secret + "@a b/",
		"header": "A: " + secret, "cookies": secret, "templates": "site",
	} {
		if err := c.Flags().Set(name, value); err != nil {
			t.Fatal(err)
		}
	}
	f.options.Fetch.Proxies, _ = f.proxy.urls()
	s := f.settings()
	if text := flagsText(s); strings.Contains(text, secret) || !slices.Equal(s.Secret, []string{"cookies", "header", "proxy"}) {
		t.Errorf("%s; secret: %v", text, s.Secret)
	}
	if got := s.Values["proxy"]; !slices.Equal(got, []string{"http://p.test:1,socks5://q.test"}) {
		t.Errorf("%q", got)
	}
	if got := s.Values["templates"]; len(got) != 1 || !filepath.IsAbs(got[0]) {
		t.Errorf("%q", got)
	}
}

// A crawl of an earlier version kept no flags. Without a topic or seeds the error says so; with them the crawl goes on.
func TestEarlierVersionsKeptNoFlags(t *testing.T) {
	dir := t.TempDir()
	unpack(t, "testdata/frozen/crawl1.tar.zst", dir)
	crawl := filepath.Join(dir, "crawl")
	var stdout, stderr bytes.Buffer
	if status := run([]string{"crawl", "--out", crawl}, &stdout, &stderr); status != cli.ExitUsage ||
		!strings.Contains(stderr.String(), "keeps no flags of its last run, which an earlier version of gannet made, or whose store was repaired: give --topic, --seeds") {
		t.Errorf("exit status %d: %s", status, stderr.String())
	}
	stderr.Reset()
	args := []string{"crawl", "--out", crawl, "--topic", filepath.Join(crawl, crawldir.TopicFile), "--web", filepath.Join(dir, frozenWeb), "--jobs", "--pages", "1"}
	if status := run(args, &stdout, &stderr); status != cli.ExitOK || !strings.Contains(stderr.String(), "no flags of the last run are kept here") {
		t.Errorf("exit status %d: %s", status, stderr.String())
	}
	stderr.Reset()
	if status := run([]string{"crawl", "--out", crawl}, &stdout, &stderr); status != cli.ExitOK || !strings.Contains(stderr.String(), "--jobs --pages 1") {
		t.Errorf("exit status %d: %s", status, stderr.String())
	}
}
