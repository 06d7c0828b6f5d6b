package main

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/andybalholm/brotli"

	"gannet/crawldir"
	"gannet/crawler/archive"
	"gannet/internal/cli"
	"gannet/store"
)

// archivedSite answers as servers do that an archive has to repeat: with redirects, errors, compression, chunks, bodies that
// break off, a robots.txt and a sitemap. other is the address of a second one.
type archivedSite struct{ other string }

func (s *archivedSite) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	page := func(links ...string) string {
		text := "<title>Honey " + r.URL.Path + "</title><p>Bees make honey in the hive. " + strings.Repeat("Comb of "+r.URL.Path+". ", 20)
		for _, link := range links {
			text += fmt.Sprintf(" <a href='%s'>honey</a>", link)
		}
		return text
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	switch r.URL.Path {
	case "/robots.txt":
		w.Header().Set("Content-Type", "text/plain")
		fmt.Fprintf(w, "User-agent: *\nDisallow: /closed\nSitemap: http://%s/sitemap.xml\n", r.Host)
	case "/sitemap.xml":
		w.Header().Set("Content-Type", "application/xml")
		fmt.Fprintf(w, "<urlset><url><loc>http://%s/listed</loc></url></urlset>", r.Host)
	case "/":
		fmt.Fprint(w, page("/closed/1", "/gzip", "/brotli", "/chunks", "/moved", "/far", "/missing", "/gone", "/latin", "/paper", "/long",
			"/broken", "/unindexed", "/loop", "/early"))
	case "/gzip":
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		fmt.Fprint(z, page())
		z.Close()
	case "/brotli":
		w.Header().Set("Content-Encoding", "br")
		z := brotli.NewWriter(w)
		fmt.Fprint(z, page())
		z.Close()
	case "/chunks":
		for _, part := range strings.SplitAfter(page(), ". ") {
			fmt.Fprint(w, part)
			w.(http.Flusher).Flush()
		}
	case "/moved":
		http.Redirect(w, r, "/target", http.StatusMovedPermanently)
	case "/far":
		http.Redirect(w, r, s.other+"/target", http.StatusFound)
	case "/loop":
		http.Redirect(w, r, "/loop?again", http.StatusFound)
	case "/gone":
		w.WriteHeader(http.StatusGone)
		fmt.Fprint(w, strings.Repeat("This page is gone. ", 1000))
	case "/latin":
		w.Header().Set("Content-Type", "text/html; charset=iso-8859-1")
		fmt.Fprint(w, page()+" K\xe4se")
	case "/paper":
		w.Header().Set("Content-Type", "application/pdf")
		fmt.Fprint(w, strings.Repeat("%PDF-1.7 ", 100_000))
	case "/long":
		fmt.Fprint(w, page(), strings.Repeat("honey ", 200_000))
	case "/broken":
		w.Header().Set("Content-Encoding", "gzip")
		var whole bytes.Buffer
		z := gzip.NewWriter(&whole)
		fmt.Fprint(z, page())
		z.Close()
		damaged := whole.Bytes()
		damaged[len(damaged)-6] ^= 0xff
		_, _ = w.Write(damaged)
	case "/cut":
		w.Header().Set("Content-Length", "5000")
		fmt.Fprint(w, page())
	case "/unindexed":
		w.Header().Set("X-Robots-Tag", "noindex")
		fmt.Fprint(w, page("/behind"))
	case "/early":
		w.Header().Set("Link", "</style.css>; rel=preload")
		w.WriteHeader(http.StatusEarlyHints)
		fmt.Fprint(w, page())
	case "/target", "/listed", "/behind":
		fmt.Fprint(w, page())
	default:
		http.NotFound(w, r)
	}
}

// TestCrawlRepeatsFromItsOwnArchive crawls two servers, and then what was archived of them.
func TestCrawlRepeatsFromItsOwnArchive(t *testing.T) {
	var one, two archivedSite
	first, second := httptest.NewServer(&one), httptest.NewServer(&two)
	defer first.Close()
	defer second.Close()
	one.other, two.other = second.URL, first.URL
	dir := t.TempDir()
	crawl := func(name string, flags ...string) string {
		out := filepath.Join(dir, name)
		args := append([]string{
			"crawl", "--keywords", "honey,hive", "--seeds", first.URL + "/", "--out", out, "--max-body", "500k",
		}, flags...)
		var stdout, stderr bytes.Buffer
		if status := run(args, &stdout, &stderr); status != cli.ExitOK {
			t.Fatal(status, stderr.String())
		}
		t.Log(stdout.String())
		return out
	}
	live := crawl("live", "--warc", "--allow-private", "--delay", "1ms")
	files, _ := filepath.Glob(filepath.Join(live, "gannet-*.warc.gz"))
	if len(files) != 1 {
		t.Fatal(files)
	}
	checkWithTools(t, files[0])
	again := crawl("again", "--web", live)
	if got, want := keptIn(t, again), keptIn(t, live); !slices.Equal(got, want) || len(want) != 13 {
		t.Errorf("the crawl kept\n%s\nand from its archive\n%s", strings.Join(want, "\n"), strings.Join(got, "\n"))
	}
}

// oddAnswers are answers that servers give, though they should not, as they are on the wire behind the status line.
func oddAnswers() map[string]string {
	page := "<title>Honey</title><p>Bees make honey in the hive. " + strings.Repeat("Comb of honey. ", 40)
	deflated := func(s string) string {
		var b bytes.Buffer
		z, _ := flate.NewWriter(&b, 5)
		_, _ = io.WriteString(z, s)
		_ = z.Close()
		return b.String()
	}
	coded := func(coding, body string) string {
		return fmt.Sprintf("200 OK\r\nContent-Type: text/html\r\nContent-Encoding: %s\r\nContent-Length: %d\r\n\r\n%s", coding, len(body), body)
	}
	framed := func(body string) string {
		return "200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n" + body
	}
	zipped := string(inGzip([]byte(page)))
	return map[string]string{
		"/twice": coded("gzip, gzip", string(inGzip([]byte(zipped)))), "/deflate": coded("deflate", deflated(page)), "/zstd": coded("zstd", string(inZstd([]byte(page)))),
		"/two-fields": coded("gzip\r\nContent-Encoding: identity", zipped), "/none": coded("none", page), "/utf-8": coded("utf-8", page), "/unknown": coded("dcb", page),
		"/not-zipped": coded("gzip", page), "/rubbish": coded("gzip", zipped+"<p>rubbish behind"), "/checksum": coded("gzip", zipped[:len(zipped)-8]+"12345678"),
		"/no-trailer": coded("gzip", zipped[:len(zipped)-8]), "/cut": coded("gzip", zipped[:len(zipped)-30]), "/damaged": coded("gzip", zipped[:40]+"\xff\xff\xff\xff"+zipped[44:]),
		"/six": coded("gzip, gzip, gzip, gzip, gzip, gzip", zipped), "/long": strings.Replace(coded("", page), "Content-Length: ", "Content-Length: 1", 1),
		"/short": strings.Replace(coded("", page), "Content-Length: ", "Content-Length: 10\r\nX: ", 1), "/extension": framed(fmt.Sprintf("%x;x=y\r\n%s\r\n0\r\nX: y\r\n\r\n", len(page), page)),
		"/no-last-chunk": framed(fmt.Sprintf("%x\r\n%s\r\n", len(page), page)), "/empty": "200 OK\r\nContent-Type: text/html\r\nContent-Length: 0\r\n\r\n",
		"/nothing": "204 No Content\r\n\r\n", "/itself": "302 Found\r\nLocation: /itself\r\nContent-Length: 0\r\n\r\n",
	}
}

// TestOddAnswersRepeatFromTheArchive compares a crawl of odd answers with one of its archive: pages, texts and refusals.
func TestOddAnswersRepeatFromTheArchive(t *testing.T) {
	odd := oddAnswers()
	links := ""
	for path := range odd {
		links += fmt.Sprintf("<a href='%s'>honey</a> ", path)
	}
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer, ok := odd[r.URL.Path]
		if !ok {
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, "<title>Honey</title><p>Bees make honey in the hive. ", links)
			return
		}
		conn, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			return
		}
		_, _ = io.WriteString(conn, "HTTP/1.1 "+answer)
		_ = conn.(*net.TCPConn).CloseWrite()
		_, _ = io.Copy(io.Discard, conn)
		conn.Close()
	}))
	defer site.Close()
	dir := t.TempDir()
	crawl := func(name string, flags ...string) string {
		out := filepath.Join(dir, name)
		var stdout, stderr bytes.Buffer
		args := []string{"crawl", "--keywords", "honey,hive", "--seeds", site.URL + "/", "--wait", "1s", "--out", out}
		if status := run(append(args, flags...), &stdout, &stderr); status != cli.ExitOK {
			t.Fatal(status, stderr.String())
		}
		return out
	}
	live := crawl("live", "--warc", "--allow-private", "--delay", "1ms")
	again := crawl("again", "--web", live)
	if got, want := keptIn(t, again), keptIn(t, live); !slices.Equal(got, want) || len(want) < 12 {
		t.Errorf("the crawl kept\n%s\nand from its archive\n%s", strings.Join(want, "\n"), strings.Join(got, "\n"))
	}
	for path := range odd {
		if got, want := whyNot(t, again, site.URL+path), whyNot(t, live, site.URL+path); got != want {
			t.Errorf("%s: the crawl says\n%s\nand from its archive\n%s", path, want, got)
		}
	}
}

// whyNot returns what explain says of a URL that was not kept: the reason and its details.
func whyNot(t *testing.T, dir, url string) (why string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if status := run([]string{"explain", dir, url}, &stdout, &stderr); status != cli.ExitOK {
		t.Fatal(status, stderr.String())
	}
	for line := range strings.Lines(stdout.String()) {
		if strings.HasPrefix(line, "why ") || strings.HasPrefix(line, "detail ") {
			why += line
		}
	}
	return why
}

// keptIn returns URL, size, checksum and score of every page that a crawl has kept, sorted.
func keptIn(t *testing.T, dir string) (pages []string) {
	t.Helper()
	r, err := crawldir.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	err = r.Store.Select(store.Selection{Body: true}, func(p *store.Page) error {
		pages = append(pages, fmt.Sprintf("%s %d %s %d %x %.6f", p.URL, p.Status, p.Charset, len(p.Body), crc32.ChecksumIEEE(p.Body), p.Score))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(pages)
	return pages
}

// tool runs a program of GANNET_WARC_TOOLS, which `make warc-check` sets, and returns what it prints.
func tool(t *testing.T, dir, name string, args ...string) (printed string, err error) {
	t.Helper()
	c := exec.Command(filepath.Join(os.Getenv("GANNET_WARC_TOOLS"), name), args...)
	c.Dir = dir
	out, err := c.CombinedOutput()
	return string(out), err
}

// mustTool runs a program that has to succeed.
func mustTool(t *testing.T, dir, name string, args ...string) {
	t.Helper()
	if out, err := tool(t, dir, name, args...); err != nil {
		t.Errorf("%s %v: %v: %s", name, args, err, out)
	}
}

// checkWithTools has other software read an archive.
func checkWithTools(t *testing.T, path string) {
	t.Helper()
	if os.Getenv("GANNET_WARC_TOOLS") == "" {
		return
	}
	dir := t.TempDir()
	checkDigests(t, dir, path)
	mustTool(t, dir, "cdx-indexer", path)
	mustTool(t, dir, "wacz", "create", "-f", path, "-o", "web.wacz")
	mustTool(t, dir, "wacz", "validate", "-f", "web.wacz")
}

// checkDigests holds the digests of an archive against warcio and jwarc. They disagree on bodies in chunks. jwarc makes the digest
// of a payload without them, as the standard says, and warcio that of what is stored. So only these may fail in warcio.
func checkDigests(t *testing.T, dir, path string) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	out, _ := tool(t, dir, "warcio", "check", "-v", path)
	failed, chunked := strings.Count(out, "failed"), bytes.Count(content, []byte("\r\nTransfer-Encoding: chunked\r\n"))
	if failed != strings.Count(out, "payload digest failed") || failed > chunked || !strings.Contains(out, "digest pass") {
		t.Errorf("warcio finds %d wrong digests, and %d answers are in chunks:\n%s", failed, chunked, out)
	}
	jar := filepath.Join(os.Getenv("GANNET_WARC_TOOLS"), "jwarc.jar")
	if _, err := os.Stat(jar); err != nil {
		t.Log("jwarc is not here")
		return
	}
	// It fails for records that are cut within a chunk, which have no digest.
	checked, _ := exec.Command("java", "-jar", jar, "validate", "-v", path).CombinedOutput()
	if bytes.Contains(checked, []byte("digest fail")) || !bytes.Contains(checked, []byte("payload digest pass")) {
		t.Errorf("jwarc: %s", checked)
	}
}

// TestPywbReplaysRevisits has pywb replay a page that was visited again: with status 304, and with the same body in other chunks.
func TestPywbReplaysRevisits(t *testing.T) {
	if os.Getenv("GANNET_WARC_TOOLS") == "" {
		t.Skip("make warc-check installs the other software")
	}
	dir, at := t.TempDir(), time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	path := filepath.Join(dir, "own.warc.gz")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w, err := archive.NewWriter(f, archive.WriterOptions{Name: "own.warc.gz", Payloads: new(archive.Payloads)})
	if err != nil {
		t.Fatal(err)
	}
	const chunks = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n"
	for day, answers := range [][2]string{{chunks + "4\r\nloom\r\n0\r\n\r\n", "200"}, {"HTTP/1.1 304 Not Modified\r\nETag: \"1\"\r\n\r\n", "304"}, {chunks + "2\r\nlo\r\n2\r\nom\r\n0\r\n\r\n", "200"}} {
		e := &archive.Exchange{URL: "http://a.example/", Date: at.AddDate(0, 0, day), Request: []byte("GET / HTTP/1.1\r\n\r\n"), Response: strings.NewReader(answers[0])}
		e.NotModified = answers[1] == "304"
		if _, err := w.WriteExchange(e); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Close(), f.Close()); err != nil {
		t.Fatal(err)
	}
	checkDigests(t, dir, path)
	mustTool(t, dir, "wb-manager", "init", "own")
	mustTool(t, dir, "wb-manager", "add", "own", path)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(l.Addr().String())
	l.Close()
	pywb := exec.Command(filepath.Join(os.Getenv("GANNET_WARC_TOOLS"), "wayback"), "-b", "127.0.0.1", "-p", port)
	pywb.Dir = dir
	if err := pywb.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = pywb.Process.Kill(); _ = pywb.Wait() }()
	for day := range 3 {
		url := fmt.Sprintf("http://127.0.0.1:%s/own/%sid_/http://a.example/", port, at.AddDate(0, 0, day).Format("20060102150405"))
		if got := whenUp(t, url); got != "200 loom" {
			t.Errorf("day %d: %s", day, got)
		}
	}
}

// whenUp gets a URL of a server that may still have to start.
func whenUp(t *testing.T, url string) string {
	t.Helper()
	for range 300 {
		resp, err := http.Get(url)
		if err != nil {
			time.Sleep(200 * time.Millisecond)
			continue
		}
		defer resp.Body.Close()
		body, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf("%d %s", resp.StatusCode, body)
	}
	return "no server"
}

// TestArchivesOfOthers reads what warcio and wget have archived.
func TestArchivesOfOthers(t *testing.T) {
	tools := os.Getenv("GANNET_WARC_TOOLS")
	if tools == "" {
		t.Skip("make warc-check installs the other software")
	}
	site := httptest.NewServer(&archivedSite{})
	defer site.Close()
	dir, paths := t.TempDir(), []string{"/", "/gzip", "/chunks", "/moved", "/target", "/missing", "/latin", "/robots.txt"}
	script := "from warcio.capture_http import capture_http\nimport requests, sys\nwith capture_http('warcio.warc.gz'):\n for u in sys.argv[1:]: requests.get(u)\n"
	args := []string{"-q", "--warc-file=wget", "--input-file=urls"}
	var urls []string
	for _, path := range paths {
		urls = append(urls, site.URL+path)
	}
	if err := os.WriteFile(filepath.Join(dir, "urls"), []byte(strings.Join(urls, "\n")), 0o644); err != nil {
		t.Fatal(err)
	}
	mustTool(t, dir, "python", append([]string{"-c", script}, urls...)...)
	wget := exec.Command("wget", args...)
	wget.Dir = dir
	_ = wget.Run() // it fails for what is missing
	for _, name := range []string{"warcio.warc.gz", "wget.warc.gz"} {
		out := filepath.Join(dir, name+".crawl")
		var stdout, stderr bytes.Buffer
		crawl := []string{"crawl", "--keywords", "honey,hive", "--seeds", site.URL + "/", "--out", out, "--web", filepath.Join(dir, name)}
		if status := run(crawl, &stdout, &stderr); status != cli.ExitOK {
			t.Fatal(name, status, stderr.String())
		}
		if kept := keptIn(t, out); len(kept) != 5 {
			t.Errorf("%s: %q", name, kept)
		}
	}
}
