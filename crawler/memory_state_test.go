package crawler

import (
	"bytes"
	"fmt"
	"testing"
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
	}
	kept := keptMemory(t, &lived)
	if err := restored.ReadMemory(bytes.NewReader(kept), int64(len(kept))); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(keptMemory(t, &restored), kept) {
		t.Error("what was read is not what was written")
	}
	for i := 2990; i < 3000; i++ {
		host, print := fmt.Sprintf("h%d.test", i%40), uint64(i)*0x9E3779B97F4A7C15
		why, _, now := lived.repeats.addPage(host, "/again", print, false, true)
		whyAgain, _, nowAgain := restored.repeats.addPage(host, "/again", print, false, true)
		if why != nearIdentical || whyAgain != why || now != nowAgain {
			t.Errorf("a copy on %s: %q, slowed to %v; restored %q, %v", host, why, now, whyAgain, nowAgain)
		}
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
