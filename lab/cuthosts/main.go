// Command cuthosts makes a web of many small hosts of a frozen web with labels: it cuts hosts apart into their directories and gives each
// part a domain of its own. `make small-hosts` evaluates orders of links on it.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gannet/crawler/archive"
	"gannet/lab/relink"
)

func main() {
	data := flag.String("data", "../shared/data", "directory of webs and labels")
	name := flag.String("web", "uci", "web to cut apart")
	most := flag.Int("most", 40, "pages of a host; a directory with more is cut into its own directories, as far as it has some")
	dir := flag.String("out", "out/small-hosts", "directory for WEB.warc.gz and WEB.tsv")
	flag.Parse()
	if err := run(*data, *name, *dir, *most); err != nil {
		fmt.Fprintln(os.Stderr, "cuthosts:", err)
		os.Exit(1)
	}
}

func run(data, name, dir string, most int) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	web, err := archive.Open(filepath.Join(data, "webs", name+".warc.zst"))
	if err != nil {
		return err
	}
	defer web.Close()
	moved := cut(web.URLs(), most)
	if err := writeWeb(filepath.Join(dir, name+".warc.gz"), web, moved); err != nil {
		return err
	}
	return writeLabels(filepath.Join(data, "labels", name+".tsv"), filepath.Join(dir, name+".tsv"), moved)
}

// part is some pages that share the first directories of their paths.
type part struct {
	urls  []string
	depth int // directories that they share
}

// cut returns the new URL of each page.
func cut(urls []string, most int) map[string]string {
	moved := make(map[string]string)
	hosts := 0
	for queue := []part{{urls: urls}}; len(queue) > 0; queue = queue[1:] {
		p := queue[0]
		if p.depth > 0 && (len(p.urls) <= most || p.depth > deepest) {
			hosts++
			p.move(hosts, moved)
			continue
		}
		below := make(map[string][]string)
		for _, u := range p.urls {
			key := strings.Join(directories(u, p.depth+1), "/")
			below[key] = append(below[key], u)
		}
		for _, key := range sorted(below) {
			queue = append(queue, part{below[key], p.depth + 1})
		}
	}
	return moved
}

// deepest is how many directories of a path are cut at most. The first of them is the old host.
const deepest = 5

// directories returns the host of a URL and the first directories of its path, at most n in all.
func directories(address string, n int) []string {
	u, err := url.Parse(address)
	if err != nil {
		return nil
	}
	parts := strings.Split(u.EscapedPath(), "/") // the first is empty, the last is the file
	all := append([]string{u.Host}, parts[1:max(1, len(parts)-1)]...)
	return all[:min(n, len(all))]
}

// move gives the pages of a part the host with a number. Its name has the last directory that they share, as hosts are named after what they are about.
func (p part) move(number int, moved map[string]string) {
	for _, old := range p.urls {
		u, err := url.Parse(old)
		if err != nil {
			continue
		}
		shared := directories(old, p.depth)
		host := fmt.Sprintf("%s%d.example", label(shared[len(shared)-1]), number)
		path := "/" + strings.Join(strings.Split(u.EscapedPath(), "/")[len(shared):], "/")
		query := ""
		if u.RawQuery != "" {
			query = "?" + u.RawQuery
		}
		moved[old] = "http://" + host + path + query
	}
}

// label makes a directory's name one of a host.
func label(directory string) string {
	name := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, strings.ToLower(directory))
	return name[:min(len(name), 30)] + "-"
}

func writeWeb(path string, web *archive.Web, moved map[string]string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	w, err := archive.NewWriter(f, archive.WriterOptions{Name: path})
	if err != nil {
		return err
	}
	for _, old := range web.URLs() {
		r, err := web.Get(old)
		if err != nil {
			return err
		}
		body := relink.Page(old, r.Body, func(target string) (string, bool) {
			found, ok := web.Find(target)
			return moved[found], ok
		})
		if err := w.Write(archive.Page{URL: moved[old], Status: r.Status, Header: r.Header, Body: body, Date: r.Date}); err != nil {
			return err
		}
	}
	return w.Close()
}

// writeLabels writes the lines of a file of labels with the new URLs.
func writeLabels(from, to string, moved map[string]string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	var out strings.Builder
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		old, topics, _ := strings.Cut(lines.Text(), "\t")
		if url, ok := moved[old]; ok {
			fmt.Fprintf(&out, "%s\t%s\n", url, topics)
		}
	}
	if err := lines.Err(); err != nil {
		return err
	}
	return os.WriteFile(to, []byte(out.String()), 0o644)
}

func sorted(m map[string][]string) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
