package crawler

import (
	"bytes"
	"fmt"
	"testing"

	"gannet/internal/flat"
)

// keptMemory returns what a checkpoint has of a crawl beside its strategy.
func keptMemory(t *testing.T, c *Crawl) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := c.WriteMemory(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestMemoryComesBack writes what a crawl knows of its hosts, and reads it into another one. That one then treats a copy and
// a host as the first does.
func TestMemoryComesBack(t *testing.T) {
	var lived, restored Crawl
	for i := range 3000 {
		host := fmt.Sprintf("h%d.test", i%40)
		lived.calibration.addFetch(float32(i%7), i%3 == 0)
		lived.repeats.addPage(host, fmt.Sprintf("/%d", i), uint64(i)*0x9E3779B97F4A7C15, false, i%3 == 0)
		lived.sitemapCredit.postpone(host, fmt.Sprintf("http://%s/%d.xml", host, i%5))
		lived.sitemapCredit.addPage(host, true)
		farmed := fmt.Sprintf("http://farm%d.test/%d", i, i)
		lived.families.addPage(uint64(i), farmed, "http://h1.test/", 0xF00D<<20, nothing)
		lived.families.addPage(uint64(i), "http://"+host+farmed[8:], "", uint64(i)*0x9E3779B97F4A7C15, nothing)
	}
	kept := keptMemory(t, &lived)
	if err := restored.ReadMemory(bytes.NewReader(kept), int64(len(kept))); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(keptMemory(t, &restored), kept) {
		t.Error("what was read is not what was written")
	}
	var families bytes.Buffer
	coder := flat.NewWriter(&families)
	lived.families.code(coder)
	if err := coder.Flush(); err != nil {
		t.Fatal(err)
	}
	earlier := int64(len(kept) - families.Len()) // bytes
	for i := 2990; i < 3000; i++ {
		host, print := fmt.Sprintf("h%d.test", i%40), uint64(i)*0x9E3779B97F4A7C15
		why, _, now := lived.repeats.addPage(host, "/again", print, false, true)
		whyAgain, _, nowAgain := restored.repeats.addPage(host, "/again", print, false, true)
		if why != nearIdentical || whyAgain != why || now != nowAgain {
			t.Errorf("a copy on %s: %q, slowed to %v; restored %q, %v", host, why, now, whyAgain, nowAgain)
		}
	}
	for _, c := range []*Crawl{&lived, &restored} {
		if sure, new := c.families.suspicion("farm1.test", ""), c.families.suspicion("new.test", "h1.test"); sure != 1 || new < .9 {
			t.Errorf("a site of copies is one of probability %v, and a new one %v", sure, new)
		}
		excess := false
		for i := range 3 {
			excess = c.families.addPage(0, fmt.Sprintf("http://farm%d.test/again", i+9), "", 0xF00D<<20, nothing)
		}
		if !excess {
			t.Error("the text has had its share, and is kept")
		}
	}
	var older Crawl
	if err := older.ReadMemory(bytes.NewReader(kept), earlier); err != nil {
		t.Error("what an earlier version wrote cannot be read:", err)
	}
	var broken Crawl
	if err := broken.ReadMemory(bytes.NewReader(kept[:len(kept)/2]), int64(len(kept)/2)); err == nil {
		t.Error("half of it was read")
	}
}

// TestMemoryOfACrawlWithoutPagesComesBack has a crawl go on whose first run has read no page.
func TestMemoryOfACrawlWithoutPagesComesBack(t *testing.T) {
	var lived, restored Crawl
	kept := keptMemory(t, &lived)
	if err := restored.ReadMemory(bytes.NewReader(kept), int64(len(kept))); err != nil {
		t.Fatal(err)
	}
	if why, _, _ := restored.repeats.addPage("h.test", "/1", 1, false, true); why != "" {
		t.Errorf("the first page is %q", why)
	}
}
