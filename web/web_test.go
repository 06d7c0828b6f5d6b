package web

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"gannet/crawldir"
	"gannet/topic"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// board is a web whose pages try to break out of the page that shows them.
type board map[string]string

// RoundTrip implements http.RoundTripper.
func (b board) RoundTrip(r *http.Request) (*http.Response, error) {
	body, ok := b[r.URL.String()]
	status := http.StatusOK
	if !ok {
		status = http.StatusNotFound
	}
	return &http.Response{
		StatusCode: status, Header: http.Header{"Content-Type": {"text/html"}}, Request: r,
		Body: io.NopCloser(bytes.NewBufferString(body)),
	}, nil
}

const (
	hostile  = `"><script>alert(1)</script><img src=x onerror=alert(1)>` + "\u202e"
	seed     = "http://board.example.com/"
	hostPage = "http://board.example.com/2"
)

var hostileWeb = board{
	seed: `<title>Jobs</title><a href="/1">Welder &quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;</a> <a href="/2">Nurse</a> <a href="/gone">Gone</a>`,
	"http://board.example.com/1": `<title>Welder</title><script type="application/ld+json">{"@context": "https://schema.org",
		"@type": "JobPosting", "title": "Welder` + strings.ReplaceAll(strings.ReplaceAll(hostile, `"`, `\"`), "</", `<\/`) + `",
		"hiringOrganization": {"name": "Iron Ltd"}, "description": "Weld steel for jobs."}</script><h1>Welder</h1>`,
	hostPage: `<title>` + hostile + `</title><script>alert(document.cookie)</script><p>jobs nurse welder</p><form action="http://evil.test/"><button>x</button></form>`,
}

// openCrawl crawls the hostile web. The crawl answers until the end of the test.
func openCrawl(t *testing.T) (dir string, crawl *crawldir.Crawl) {
	t.Helper()
	dir = t.TempDir()
	o := crawldir.DefaultOptions()
	o.Topic = &topic.Topic{Name: "work", Keywords: []string{"jobs", "welder", "nurse"}, Seeds: []string{seed}}
	o.Web, o.Postings = hostileWeb, true
	crawl, err := crawldir.Open(t.Context(), dir, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = crawl.Close() })
	if err := crawl.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return dir, crawl
}

const token = "0123456789abcdef0123456789abcdef"

// newServer returns a server of crawls.
func newServer(t testing.TB, token string, dirs ...string) *Server {
	t.Helper()
	s, err := New(Options{Dirs: dirs, Token: token, Names: []string{"crawls.example.org"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// ask sends a request with fields of its head, each with its value behind it.
func ask(h http.Handler, method, path, body string, head ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Host = "127.0.0.1:8030"
	r.Header.Set("Accept", "text/html")
	if body != "" {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for i := 0; i+1 < len(head); i += 2 {
		if head[i] == "Host" {
			r.Host = head[i+1]
		}
		r.Header.Set(head[i], head[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// views are all views of a crawl, of the kept page hostPage and the first posting.
func views(name string) []string {
	why := "why?url=" + url.QueryEscape(hostPage)
	list := []string{
		"now", "hosts", "hosts?state=idle&sort=name", "pages", "pages?relevant=yes&host=example.com&text=board", "jobs",
		"jobs?text=welder&state=open", "where", "where?region=NO", "changes", "searches", "searches?text=welder", "posting?number=1", "posting?url=" + url.QueryEscape("http://board.example.com/1"), why, "why",
		"why?url=" + url.QueryEscape(seed), "why?url=" + url.QueryEscape("http://board.example.com/gone"),
		"why?url=" + url.QueryEscape("http://board.example.com/never"), "page?url=" + url.QueryEscape(hostPage),
		"control", "label", "employers",
	}
	for i := range list {
		list[i] = "/crawl/" + name + "/" + list[i]
	}
	return list
}

// TestOnlyCrawlsWithPostingsHaveViewsOfThem in the navigation.
func TestOnlyCrawlsWithPostingsHaveViewsOfThem(t *testing.T) {
	for _, postings := range []bool{true, false} {
		dir := t.TempDir()
		o := crawldir.DefaultOptions()
		o.Topic = &topic.Topic{Name: "work", Keywords: []string{"jobs", "welder", "nurse"}, Seeds: []string{seed}}
		o.Web, o.Postings = hostileWeb, postings
		crawl, err := crawldir.Open(t.Context(), dir, o)
		if err != nil {
			t.Fatal(err)
		}
		err = errors.Join(crawl.Run(t.Context()), crawl.Close())
		if err != nil {
			t.Fatal(err)
		}
		s := newServer(t, "", dir)
		page := ask(s, http.MethodGet, "/crawl/"+s.crawls[0].name+"/now", "").Body.String()
		for _, view := range []string{"jobs", "where", "changes", "searches"} {
			if got := strings.Contains(page, `<a href="`+view+`">`); got != postings {
				t.Errorf("postings %t: the view %s is linked: %t", postings, view, got)
			}
		}
	}
}

// TestWhySaysWhatToEnterAndNamesThePathByTitles for a page that was found through the seed.
func TestWhySaysWhatToEnterAndNamesThePathByTitles(t *testing.T) {
	dir, _ := openCrawl(t)
	s := newServer(t, "", dir)
	why := "/crawl/" + s.crawls[0].name + "/why"
	if page := ask(s, http.MethodGet, why, "").Body.String(); !strings.Contains(page, "Enter the URL of a page.") {
		t.Errorf("the empty view does not say what to do:\n%s", page)
	}
	page := ask(s, http.MethodGet, why+"?url="+url.QueryEscape("http://board.example.com/1"), "").Body.String()
	_, path, _ := strings.Cut(page, "The path to it")
	path, _, _ = strings.Cut(path, "</ol>")
	for _, title := range []string{">Jobs</", ">Welder</"} {
		if !strings.Contains(path, title) {
			t.Errorf("%q is not in the path:\n%s", title, path)
		}
	}
}

// TestViewsShowHostilePagesAsText asks for every view of a crawl that runs, and of the same one at rest.
func TestViewsShowHostilePagesAsText(t *testing.T) {
	dir, crawl := openCrawl(t)
	s := newServer(t, "", dir)
	name := s.crawls[0].name
	for _, state := range []string{"runs", "rests"} {
		for _, view := range views(name) {
			w := ask(s, http.MethodGet, view, "")
			text := w.Body.String()
			if w.Code != http.StatusOK || !strings.Contains(text, "</html>") {
				t.Errorf("%s while the crawl %s: status %d\n%s", view, state, w.Code, text)
			}
			if strings.Contains(text, "<script>") || strings.Contains(text, "<img") || strings.Contains(text, "\u202e") {
				t.Errorf("%s while the crawl %s shows text of a page as markup:\n%s", view, state, text)
			}
			if policy := w.Header().Get("Content-Security-Policy"); !strings.Contains(policy, "default-src 'self'") || !strings.Contains(policy, "frame-ancestors 'none'") {
				t.Errorf("%s: Content-Security-Policy: %s", view, policy)
			}
			if w.Header().Get("X-Content-Type-Options") != "nosniff" || w.Header().Get("Referrer-Policy") != "no-referrer" {
				t.Errorf("%s: headers %v", view, w.Header())
			}
		}
		if state == "runs" {
			if err := crawl.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestCopiesOfPagesCanDoNothing asks for a page as the crawler got it.
func TestCopiesOfPagesCanDoNothing(t *testing.T) {
	dir, _ := openCrawl(t)
	s := newServer(t, "", dir)
	path := "/crawl/" + s.crawls[0].name + "/copy?url=" + url.QueryEscape(hostPage)
	w := ask(s, http.MethodGet, path, "", "Sec-Fetch-Dest", "iframe", "Sec-Fetch-Site", "same-origin")
	if w.Code != http.StatusOK || w.Body.String() != hostileWeb[hostPage] {
		t.Errorf("status %d, %q", w.Code, w.Body)
	}
	policy := w.Header().Get("Content-Security-Policy")
	for _, rule := range []string{"sandbox;", "default-src 'none'", "frame-ancestors 'self'"} {
		if !strings.Contains(policy, rule) {
			t.Errorf("policy %q lacks %q", policy, rule)
		}
	}
	if strings.Contains(policy, "allow-") || len(w.Header().Values("Content-Security-Policy")) != 1 {
		t.Errorf("policy %q", w.Header().Values("Content-Security-Policy"))
	}
	if w := ask(s, http.MethodGet, path, "", "Sec-Fetch-Dest", "document"); w.Code != http.StatusForbidden {
		t.Errorf("as a document of its own: status %d", w.Code)
	}
}

// TestOnlyOwnRequestsAreAnswered holds that no other site can read or change anything through a browser.
func TestOnlyOwnRequestsAreAnswered(t *testing.T) {
	dir, _ := openCrawl(t)
	open, locked := newServer(t, "", dir), newServer(t, token, dir)
	now := "/crawl/" + open.crawls[0].name + "/now"
	control := "/crawl/" + open.crawls[0].name + "/control"
	bearer := []string{"Authorization", "Bearer " + token}
	for _, c := range []struct {
		about  string
		of     *Server
		method string
		path   string
		want   int
		head   []string
	}{
		{"an address", open, "GET", now, 200, nil},
		{"an address of IPv6", open, "GET", now, 200, []string{"Host", "[::1]:8030"}},
		{"localhost", open, "GET", now, 200, []string{"Host", "localhost:8030"}},
		{"a name that was given", open, "GET", now, 200, []string{"Host", "Crawls.example.org:8030"}},
		{"another name that leads here", open, "GET", now, 421, []string{"Host", "evil.test:8030"}},
		{"a link of another site", open, "GET", now, 200, []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document"}},
		{"a frame of another site", open, "GET", now, 403, []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "iframe"}},
		{"a script of another site", open, "GET", "/v1/stats", 403, []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "cors", "Sec-Fetch-Dest", "empty"}},
		{"control without any token", open, "POST", control, 403, []string{"Sec-Fetch-Site", "same-origin"}},
		{"control by the interface without any token", open, "POST", "/v1/control/pause", 403, nil},
		{"no token", locked, "GET", "/v1/stats", 401, []string{"Accept", "application/json"}},
		{"no token, in a browser", locked, "GET", now, 303, nil},
		{"a token in the URL", locked, "GET", now + "?token=" + token, 303, nil},
		{"the token", locked, "GET", now, 200, bearer},
		{"control from another site", locked, "POST", control, 403, append([]string{"Sec-Fetch-Site", "cross-site"}, bearer...)},
		{"control from another origin", locked, "POST", control, 403, append([]string{"Origin", "http://evil.test"}, bearer...)},
		{"the form that asks for the token", locked, "GET", "/login", 200, nil},
		{"what the form is made of", locked, "GET", "/static/page.css", 200, nil},
	} {
		if w := ask(c.of, c.method, c.path, "", c.head...); w.Code != c.want {
			t.Errorf("%s: status %d instead of %d\n%s", c.about, w.Code, c.want, w.Body)
		}
	}
}

// TestLogin holds that the token opens the page by the form alone, and that its cookie is of no use to others.
func TestLogin(t *testing.T) {
	dir, _ := openCrawl(t)
	s := newServer(t, token, dir)
	form := url.Values{"token": {token}, "to": {"/crawl/x/now"}}.Encode()
	w := ask(s, http.MethodPost, "/login", form, "Sec-Fetch-Site", "same-origin")
	cookies := w.Result().Cookies()
	if w.Code != http.StatusSeeOther || len(cookies) != 1 || w.Header().Get("Location") != "/crawl/x/now" {
		t.Fatalf("status %d, %v", w.Code, w.Header())
	}
	c := cookies[0]
	if !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || strings.Contains(c.Value, token) {
		t.Errorf("cookie %v", c)
	}
	cookie := c.Name + "=" + c.Value
	if w := ask(s, http.MethodGet, "/v1/stats", "", "Cookie", cookie); w.Code != http.StatusOK {
		t.Errorf("with the cookie: status %d", w.Code)
	}
	control := "/crawl/" + s.crawls[0].name + "/control"
	if w := ask(s, http.MethodPost, control, "verb=pause", "Cookie", cookie); w.Code != http.StatusForbidden {
		t.Errorf("control by a request that says nothing of its origin: status %d", w.Code)
	}
	if w := ask(s, http.MethodPost, control, "verb=pause", "Cookie", cookie, "Sec-Fetch-Site", "same-origin"); w.Code != http.StatusSeeOther {
		t.Errorf("control: status %d %s", w.Code, w.Body)
	}
	for _, wrong := range []string{c.Name + "=x", c.Name + "=" + token, c.Name + "=" + newSessions(token).issue(time.Now())} {
		if w := ask(s, http.MethodGet, "/v1/stats", "", "Cookie", wrong); w.Code == http.StatusOK {
			t.Errorf("%s: status %d", wrong, w.Code)
		}
	}
	for _, to := range []string{"//evil.test/", "http://evil.test/", `/\evil.test`, "javascript:alert(1)"} {
		if got := ownPath(to); got != "/" {
			t.Errorf("after the login %q leads to %q", to, got)
		}
	}
	wrong := url.Values{"token": {token + "x"}}.Encode()
	if w := ask(s, http.MethodPost, "/login", wrong, "Sec-Fetch-Site", "same-origin"); w.Code != http.StatusForbidden {
		t.Errorf("a wrong token: status %d", w.Code)
	}
	if w := ask(s, http.MethodPost, "/login", form, "Sec-Fetch-Site", "same-origin"); w.Code != http.StatusSeeOther {
		t.Errorf("the token right after a wrong one: status %d", w.Code)
	}
}

// TestCrawlIsControlledByForms tells a crawl all that the view "control" can, and asks the view what holds then.
func TestCrawlIsControlledByForms(t *testing.T) {
	dir, _ := openCrawl(t)
	s, open := newServer(t, token, dir), newServer(t, "", dir)
	path := "/crawl/" + s.crawls[0].name + "/control"
	head := []string{"Authorization", "Bearer " + token}
	for form, want := range map[string]string{
		"verb=block&value=spam.example.com": "spam.example.com", "verb=exclude&value=*/tag/*": "*/tag/*",
		"verb=seed&value=" + url.QueryEscape("http://new.example.com/\nhttp://newer.example.com/"): "http://newer.example.com/",
		"verb=budget&pages=77&delay=1s&was-delay=1s":                                               `value="77"`,
	} {
		if w := ask(open, http.MethodPost, path, form, "Sec-Fetch-Site", "same-origin"); w.Code != http.StatusForbidden {
			t.Errorf("%s without a token: status %d", form, w.Code)
		}
		if w := ask(s, http.MethodPost, path, form, append([]string{"Sec-Fetch-Site", "cross-site"}, head...)...); w.Code != http.StatusForbidden {
			t.Errorf("%s of another site: status %d", form, w.Code)
		}
		if w := ask(s, http.MethodPost, path, form, head...); w.Code != http.StatusSeeOther || w.Header().Get("Location") != path {
			t.Errorf("%s: status %d, to %s\n%s", form, w.Code, w.Header().Get("Location"), w.Body)
		}
		if w := ask(s, http.MethodGet, path, "", head...); !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: the view lacks %s\n%s", form, want, w.Body)
		}
	}
	for _, form := range []string{"verb=budget&delay=1ms", "verb=block&value=" + url.QueryEscape(hostile), "verb=dance", "verb=exclude"} {
		w := ask(s, http.MethodPost, path, form, head...)
		if text := w.Body.String(); w.Code != http.StatusBadRequest || !strings.Contains(text, "nothing is changed") || strings.Contains(text, "<script>") {
			t.Errorf("%s: status %d\n%s", form, w.Code, text)
		}
	}
	if w := ask(s, http.MethodPost, "/v1/control/block", `{"values": ["more.example.com"]}`, head...); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "blocked: more.example.com") {
		t.Errorf("by the interface: %d %s", w.Code, w.Body)
	}
	if w := ask(open, http.MethodGet, path, ""); strings.Contains(w.Body.String(), "<form method") || strings.Contains(w.Body.String(), "textarea") {
		t.Errorf("forms without a token:\n%s", w.Body)
	}
}

// TestTwoCrawlsAreCompared asks for a crawl that runs beside another one, and for crawls that are not there.
func TestTwoCrawlsAreCompared(t *testing.T) {
	first, _ := openCrawl(t)
	second, _ := openCrawl(t)
	if err := os.Remove(filepath.Join(second, crawldir.StatusFile)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	s := newServer(t, "", first, second)
	a, b := s.crawls[0].name, s.crawls[1].name
	for path, want := range map[string]int{
		"/compare": 200, "/compare?a=" + b + "&b=" + a: 200, "/compare?a=" + url.QueryEscape(hostile): 404,
	} {
		w := ask(s, http.MethodGet, path, "")
		text := w.Body.String()
		if w.Code != want || strings.Contains(text, "<script>alert") {
			t.Errorf("%s: status %d\n%s", path, w.Code, text)
		}
		if want == 200 && (!strings.Contains(text, a+"/pages?relevant=yes\">") || !strings.Contains(text, b+"/hosts") && !strings.Contains(text, "unknown")) {
			t.Errorf("%s lacks both crawls:\n%s", path, text)
		}
	}
	if w := ask(newServer(t, "", first), http.MethodGet, "/compare", ""); w.Code != http.StatusNotFound || !strings.Contains(w.Body.String(), "two directories") {
		t.Errorf("one crawl: status %d\n%s", w.Code, w.Body)
	}
}

// TestTheInterfaceIsTheSocketsOwn asks the page for what the socket answers, while the crawl runs and at rest.
func TestTheInterfaceIsTheSocketsOwn(t *testing.T) {
	dir, crawl := openCrawl(t)
	s := newServer(t, "", dir)
	paths := []string{
		"/v1/stats", "/v1/pages?newest=true&limit=2", "/v1/pages?before=2", "/v1/postings", "/v1/postings/1", "/v1/hosts?sort=name",
		"/v1/lookup?url=" + url.QueryEscape(seed), "/v1/nothing",
	}
	said := make(map[string]string)
	for _, path := range paths {
		w := ask(s, http.MethodGet, path, "")
		said[path] = fmt.Sprint(w.Code, w.Body)
		if again := ask(s, http.MethodGet, "/crawl/"+s.crawls[0].name+path, ""); fmt.Sprint(again.Code, again.Body) != said[path] {
			t.Errorf("%s of the named crawl: %d %s", path, again.Code, again.Body)
		}
	}
	if w := ask(s, http.MethodGet, "/v1/overview", ""); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `"running":true`) {
		t.Errorf("overview: %d %s", w.Code, w.Body)
	}
	if err := crawl.Close(); err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		if path == "/v1/hosts?sort=name" { // only the process knows how requests failed
			continue
		}
		if w := ask(s, http.MethodGet, path, ""); fmt.Sprint(w.Code, w.Body) != said[path] {
			t.Errorf("%s\nwhile the crawl runs: %s\nat rest: %d %s", path, said[path], w.Code, w.Body)
		}
	}
}

// TestThePageIsSmall holds that the page can be loaded on a slow line.
func TestThePageIsSmall(t *testing.T) {
	size := 0
	err := fs.WalkDir(files, "static", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := fs.ReadFile(files, path)
		size += packed(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	dir, _ := openCrawl(t)
	s := newServer(t, "", dir)
	for _, view := range views(s.crawls[0].name) {
		size += packed(ask(s, http.MethodGet, view, "").Body.Bytes())
	}
	if t.Logf("%d bytes with gzip", size); size > 120_000 {
		t.Errorf("%d bytes with gzip", size)
	}
}

func packed(data []byte) int {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write(data)
	_ = w.Close()
	return b.Len()
}
