package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// FuzzSettings: any configuration is taken, or refused in one line that names it; flags of the command line stay.
func FuzzSettings(f *testing.F) {
	for _, text := range []string{
		"", "workers: 2\nper-host: 20\nkeywords: [honey, hive]\n", "pages: many", "out: [a, b]", "seeds: {a: b}", "config: x.yaml",
		"- a\n- b\n", "delay: 1s\ndelay: 2s\n", "a: &b [*b]\n", "<<: *none\n", "? [a]\n: b\n", "time: 0x10\n---\npages: 5\n", "jobs: ~\n",
		"keywords: [[1, .inf], 2026-01-01, \x00]\n", "\xff\xfe", "%YAML 9\n---\nquiet: yes\n", "threshold: 1e999\n", "!!binary a: b\n",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		c := newCrawl()
		if err := c.ParseFlags([]string{"--pages", "7", "--strategy", "bfs"}); err != nil {
			t.Fatal(err)
		}
		err := applySettings(c, "gannet.yaml", bytes.NewReader(text))
		if pages := c.Flag("pages").Value.String(); pages != "7" {
			t.Errorf("pages is %s, the command line says 7", pages)
		}
		if err == nil {
			return
		}
		if line := oneLine(err); !strings.HasPrefix(line, "gannet.yaml: ") || strings.Contains(line, "\n") {
			t.Errorf("the error does not name the file in one line: %q", line)
		}
	})
}

func TestConfigurationsAreRefusedInOneLine(t *testing.T) {
	for file, want := range map[string]string{
		strings.Repeat("[", 100_001):                                       "gannet.yaml: line 1: more than 100000 values: make the file smaller",
		"keywords: " + strings.Repeat("[", 100) + strings.Repeat("]", 100): "gannet.yaml: line 1: nested more than 64 deep",
		"pages: 3\npace: 1s":                                               "gannet.yaml: line 2: no setting \"pace\"",
		"pages: many":                                                      "gannet.yaml: line 1: pages: ",
		"pages: [1, 2]":                                                    "gannet.yaml: line 1: pages: a list, where one value is wanted",
		"seeds: {a: b}":                                                    "gannet.yaml: line 1: seeds: ",
	} {
		err := applySettings(newCrawl(), "gannet.yaml", strings.NewReader(file))
		if err == nil || !strings.HasPrefix(oneLine(err), want) {
			t.Errorf("%.20s: %v, want %s", file, err, want)
		}
	}
}

func TestSettings(t *testing.T) {
	c := newCrawl()
	file := "\xEF\xBBworkers: 2 # half a mark before\ndelay: 1500ms\nquiet: true\nkeywords: &k [honey, 0x10, \"a b\"]\nseeds: *k\nthreshold: .25\n"
	if err := applySettings(c, "gannet.yaml", strings.NewReader(file)); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"workers": "2", "delay": "1.5s", "quiet": "true", "threshold": "0.25", "keywords": "[honey,0x10,a b]", "seeds": "[honey,0x10,a b]",
	} {
		if got := c.Flag(name).Value.String(); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

func TestSeedListsMayBeginWithAMark(t *testing.T) {
	path := filepath.Join(t.TempDir(), "seeds.txt")
	list := "http://a.example/\r\n# comment\r\nhttp://b.example/\r\n"
	wide := []byte{0xFF, 0xFE}
	for _, c := range list {
		wide = append(wide, byte(c), 0)
	}
	for _, file := range []string{list, "\uFEFF" + list, "\xEF\xBB" + list, "\xEF" + list, "\xFF\xFE" + list, string(wide)} {
		if err := os.WriteFile(path, []byte(file), 0o600); err != nil {
			t.Fatal(err)
		}
		topic, err := (&crawlFlags{seeds: []string{path}}).askedTopic(nil)
		if err != nil || !slices.Equal(topic.Seeds, []string{"http://a.example/", "http://b.example/"}) {
			t.Errorf("%.12q: %v, %v", file, topic, err)
		}
	}
}

// TestNoPasswordIsPrintedOrKept gives addresses with a password in all places where a user may write one.
func TestNoPasswordIsPrintedOrKept(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	const bad = "http://ann:s3cret@exa mple.org:x/"
	out := filepath.Join(dir, "out")
	for _, args := range [][]string{
		{"crawl", "--keywords", "a", "--seeds", bad, "--out", out},
		{"crawl", "--keywords", "a", "--seeds", "ann:s3cret@example.org", "--out", out},
		{"crawl", "--keywords", "a", "--seeds", file("seeds.txt", bad), "--out", out},
		{"crawl", "--topic", file("seeds.yaml", "name: a\nseeds: ['http:/ann:s3cret@']"), "--out", out},
		{"crawl", "--config", file("config.yaml", "keywords: a\nseeds: '"+bad+"'\nout: "+out)},
		{"crawl", "--keywords", "a", "--seeds", "http://127.0.0.1:1/", "--proxy", "http://ann:s3cret@127.0.0.1:x", "--out", out},
		{"crawl", "--keywords", "a", "--seeds", "http://ann:s3cret@127.0.0.1:1/", "--proxy", "http://ann:s3cret@127.0.0.1:1", "--time", "1s", "--out", out},
		{"crawl", "--topic", file("good.yaml", "name: a\nkeywords: [b]\nseeds: ['http://ann:s3cret@127.0.0.1:1/']"), "--time", "1s", "--out", out + "2"},
		{"topic", "learn", "a", "--seeds", bad, "--positive", file("pages.jsonl", `{"text":"a b"}`), "--negative", dir, "-o", filepath.Join(dir, "a.yaml")},
		{"topic", "learn", "a", "--positive", file("urls.txt", bad), "--negative", dir, "-o", filepath.Join(dir, "a.yaml")},
		{"explain", dir, bad}, {"jobs", "show", dir, bad}, {bad}, {"crawl", bad},
	} {
		var stdout, stderr bytes.Buffer
		run(args, &stdout, &stderr)
		if said := stdout.String() + stderr.String(); strings.Contains(said, "s3cret") || said == "" {
			t.Errorf("%q: %s", args, said)
		}
	}
	for _, dir := range []string{out, out + "2"} {
		err := filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			data, err := os.ReadFile(path)
			if bytes.Contains(data, []byte("s3cret")) {
				t.Errorf("%s keeps the password", path)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
}
