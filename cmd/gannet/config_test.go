package main

import (
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
		err := applySettings(c, "gannet.yaml", text)
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
