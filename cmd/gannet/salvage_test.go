package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"

	"gannet/crawldir"
	"gannet/internal/cli"
	"gannet/internal/testdata"
)

// crawled is a crawl's directory in a workshop, with where in its store each page is.
type crawled struct {
	good  string
	data  []byte              // of the store
	pages map[string]string   // body by URL
	at    map[string][][2]int // of each page by URL: where head and body stand
	files []string            // of the crawl, by path in it; the store comes as often as all others
}

func readCrawled(t *testing.T, good string) *crawled {
	t.Helper()
	dir := filepath.Join(good, "crawl")
	c := &crawled{good: good, pages: exported(t, dir), at: make(map[string][][2]int)}
	var err error
	if c.data, err = os.ReadFile(filepath.Join(dir, crawldir.StoreFile)); err != nil {
		t.Fatal(err)
	}
	b, err := bolt.Open(filepath.Join(dir, crawldir.StoreFile), 0o644, &bolt.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	err = b.View(func(tx *bolt.Tx) error {
		return tx.Bucket([]byte("pages")).ForEach(func(k, head []byte) error {
			for url := range c.pages {
				if !startsWith(head, url) {
					continue
				}
				for _, value := range [][]byte{head, tx.Bucket([]byte("bodies")).Get(k)} {
					at := bytes.LastIndex(c.data, value)
					c.at[url] = append(c.at[url], [2]int{at, at + len(value)})
				}
			}
			return nil
		})
	})
	if err != nil || len(c.at) != len(c.pages) {
		t.Fatalf("%d of %d pages found in the file: %v", len(c.at), len(c.pages), err)
	}
	err = fs.WalkDir(os.DirFS(dir), ".", func(name string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			c.files = append(c.files, filepath.FromSlash(name))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for range len(c.files) {
		c.files = append(c.files, crawldir.StoreFile)
	}
	return c
}

// startsWith says whether the URL stands before all other text of a page's head.
func startsWith(head []byte, url string) bool {
	const seal = 26
	return len(head) > seal+1 && bytes.HasPrefix(head[seal+1:], []byte(url)) && int(head[seal]) == len(url)
}

// exported gives the bodies of a crawl's pages by URL, whatever export says of it.
func exported(t *testing.T, dir string) map[string]string {
	t.Helper()
	var out, errs bytes.Buffer
	if status := run([]string{"export", dir}, &out, &errs); status != cli.ExitOK && strings.Count(errs.String(), "\n") != 1 {
		t.Errorf("export: status %d: %s", status, errs.String())
	}
	pages := make(map[string]string)
	for lines := json.NewDecoder(&out); lines.More(); {
		var p struct{ URL, Body string }
		if err := lines.Decode(&p); err != nil {
			t.Fatal(err)
		}
		pages[p.URL] = p.Body
	}
	return pages
}

// spoil draws a file of a crawl and a damage.
func (c *crawled) spoil(rng *rand.Rand, dir string) (what string, err error) {
	name := c.files[rng.IntN(len(c.files))]
	path := filepath.Join(dir, name)
	data, err := os.ReadFile(path)
	if err != nil {
		return name, err
	}
	kind := rng.IntN(5)
	switch {
	case kind == 0:
		return name + " removed", os.Remove(path)
	case len(data) == 0:
		return name + " left empty", nil
	case kind <= 1:
		at := rng.IntN(len(data))
		return fmt.Sprintf("%s cut at %d of %d", name, at, len(data)), os.WriteFile(path, data[:at], 0o644)
	case kind == 2:
		at := rng.IntN(len(data)) &^ 4095
		clear(data[at:min(at+4096, len(data))])
		return fmt.Sprintf("%s zeroed at %d", name, at), os.WriteFile(path, data, 0o644)
	case kind == 3:
		for range 100 {
			data[rng.IntN(len(data))] ^= 1 << rng.IntN(8)
		}
		return name + " with 100 bits flipped", os.WriteFile(path, data, 0o644)
	}
	data[rng.IntN(len(data))] ^= 1 << rng.IntN(8)
	return name + " with a bit flipped", os.WriteFile(path, data, 0o644)
}

// whole gives the pages of which the damaged store has head and body as they were.
func (c *crawled) whole(dir string) (urls []string) {
	data, err := os.ReadFile(filepath.Join(dir, crawldir.StoreFile))
	if err != nil {
		return nil
	}
	for url, places := range c.at {
		if !slices.ContainsFunc(places, func(p [2]int) bool {
			return p[1] > len(data) || !bytes.Equal(data[p[0]:p[1]], c.data[p[0]:p[1]])
		}) {
			urls = append(urls, url)
		}
	}
	return urls
}

// TestDamageOfACrawlsDirectory damages a crawl's directory in drawn ways, one file each. Every page whose bytes were not
// hit is exported; where check finds all in order, and after what it says is the remedy, the crawl goes on.
func TestDamageOfACrawlsDirectory(t *testing.T) {
	c := readCrawled(t, workshop(t))
	for seed := range testdata.Damages(t, 3) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "damaged")
			if err := os.CopyFS(dir, os.DirFS(c.good)); err != nil {
				t.Fatal(err)
			}
			what, err := c.spoil(rand.New(rand.NewPCG(uint64(seed), 5)), filepath.Join(dir, "crawl"))
			if err != nil {
				t.Fatal(err)
			}
			t.Log(what)
			c.goesOn(t, dir)
		})
	}
}

// try runs a command and gives its status and its last line.
func try(args ...string) (status int, line string) {
	var out, errs bytes.Buffer
	status = run(args, &out, &errs)
	lines := strings.Split(strings.TrimSpace(out.String()+errs.String()), "\n")
	return status, lines[len(lines)-1]
}

func (c *crawled) goesOn(t *testing.T, dir string) {
	t.Helper()
	crawl := filepath.Join(dir, "crawl")
	want := c.whole(crawl)
	c.holds(t, "exported", exported(t, crawl), want)
	before := hashes(t, crawl)
	status, line := try("check", crawl)
	t.Log("check:", line)
	if after := hashes(t, crawl); len(after) != len(before) || slices.ContainsFunc(c.files, func(f string) bool { return after[f] != before[f] }) {
		t.Error("check changed the directory")
	}
	if status != cli.ExitOK {
		c.holds(t, "salvaged", exported(t, c.salvaged(t, crawl, "all")), want)
		crawl = c.remedied(t, crawl)
		want = c.kept(exported(t, crawl), want) // repair takes out a page whose entry the file's tree has lost
	}
	if status, line := try(c.on(dir, crawl, 60)...); status != cli.ExitOK {
		t.Fatalf("the crawl does not go on: %s", line)
	}
	if status, line := try("check", crawl); status != cli.ExitOK {
		t.Errorf("after going on: %s", line)
	}
	pages := exported(t, crawl)
	c.holds(t, "after going on", pages, want)
	if len(pages) < 60 {
		t.Errorf("the crawl has %d pages of 60", len(pages))
	}
}

// on is the command by which a crawl goes on.
func (c *crawled) on(dir, crawl string, pages int) []string {
	return []string{"crawl", "--topic", filepath.Join(dir, "topics", "beekeeping.yaml"), "--web", filepath.Join(dir, "web.warc.gz"),
		"--out", crawl, "--pages", strconv.Itoa(pages), "--quiet", "--strategy", "links"}
}

// remedied does what check says, and gives the directory with which the crawl is to go on.
func (c *crawled) remedied(t *testing.T, crawl string) string {
	t.Helper()
	status, line := try("check", crawl, "--repair")
	if status == cli.ExitOK {
		return crawl
	}
	if !strings.Contains(line, "--salvage") {
		t.Errorf("--repair: %s", line)
	}
	return c.salvaged(t, crawl, "saved")
}

// salvaged gets out of a crawl's directory what can be read, and returns the new directory.
func (c *crawled) salvaged(t *testing.T, crawl, name string) string {
	t.Helper()
	saved := crawl + "-" + name
	status, line := try("check", crawl, "--salvage", saved)
	if status != cli.ExitOK && len(c.whole(crawl)) > 0 {
		t.Errorf("--salvage: %s", line)
	}
	t.Log("salvage:", line)
	return saved
}

// kept returns the URLs whose page is among those exported as it was crawled.
func (c *crawled) kept(pages map[string]string, urls []string) []string {
	return slices.DeleteFunc(slices.Clone(urls), func(url string) bool { return pages[url] != c.pages[url] })
}

func (c *crawled) holds(t *testing.T, when string, pages map[string]string, want []string) {
	t.Helper()
	missing := 0
	for _, url := range want {
		if pages[url] != c.pages[url] {
			missing++
		}
	}
	if missing > 0 {
		t.Errorf("%s: %d of %d whole pages are missing", when, missing, len(want))
	}
}
