package crawldir_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gannet/crawldir"
	"gannet/crawler"
	"gannet/crawler/employers"
	"gannet/crawler/revisit"
	"gannet/internal/testweb/jobweb"
	"gannet/internal/weburl"
)

// employerOptions are those of a crawl for the boards of a generated web.
func employerOptions(t *testing.T, web *jobweb.EmployerWeb, requests int) crawldir.Options {
	t.Helper()
	o := crawldir.DefaultOptions()
	topic, err := crawldir.LoadTopic(crawldir.JobsTopic)
	if err != nil {
		t.Fatal(err)
	}
	o.Employers = &employers.Options{Requests: requests}
	for _, e := range web.Employers {
		o.Employers.List = append(o.Employers.List, employers.Employer{Name: e.Name, Home: e.Home})
	}
	topic.Seeds = employers.New(*o.Employers).Homes()
	o.Topic, o.Postings, o.Web = topic, true, web
	o.Limits.Pages = crawler.NoLimit
	return o
}

func runEmployers(t *testing.T, dir string, o crawldir.Options) []crawldir.EmployerBoard {
	t.Helper()
	c, err := crawldir.Open(context.Background(), dir, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := crawldir.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	boards, err := r.Employers()
	if err != nil {
		t.Fatal(err)
	}
	return boards
}

// TestEmployersGoOn ends a search after some pages and goes on with it. The budgets of all runs together hold, and the boards are those of the
// employers.
func TestEmployersGoOn(t *testing.T) {
	web, err := jobweb.NewEmployerWeb(5, 28)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	o := employerOptions(t, web, 20)
	o.Limits.Pages = 120
	before := 0
	for _, b := range runEmployers(t, dir, o) {
		before += b.Requests
	}
	o = employerOptions(t, web, 20)
	requests, right, open := 0, 0, 0
	for i, b := range runEmployers(t, dir, o) {
		requests += b.Requests
		if b.Requests > 20 {
			t.Errorf("%s: %d requests", b.Home, b.Requests)
		}
		if web.Employers[i].Found(b.Board) {
			right++
			open += b.Open
			if b.Proof == "" || b.Proven.IsZero() || len(b.Path) == 0 && b.Board != b.Home {
				t.Errorf("%+v", b)
			}
		}
	}
	if before < 100 || requests <= before || right < 10 || open < right {
		t.Errorf("%d boards of %d with %d open postings, by %d requests, %d of them before", right, len(web.Employers), open, requests, before)
	}
}

// firstAsked calls a function at the first request.
type firstAsked struct {
	http.RoundTripper
	sync.Once
	at func()
}

func (f *firstAsked) RoundTrip(r *http.Request) (*http.Response, error) {
	f.Do(f.at)
	return f.RoundTripper.RoundTrip(r)
}

// TestEmployersAreListedFromTheStart: whoever looks at a search that has just begun sees its employers.
func TestEmployersAreListedFromTheStart(t *testing.T) {
	web, err := jobweb.NewEmployerWeb(3, 7)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	o := employerOptions(t, web, 5)
	o.Limits.Pages = 3
	listed := 0
	o.Web = &firstAsked{RoundTripper: web, at: func() {
		if r, err := crawldir.Read(dir); err == nil {
			boards, _ := r.Employers()
			listed = len(boards)
			_ = r.Close()
		}
	}}
	runEmployers(t, dir, o)
	if listed != len(web.Employers) {
		t.Errorf("%d employers at the first request, want %d", listed, len(web.Employers))
	}
}

// movingWeb is a web whose boards move to other addresses at a time.
type movingWeb struct {
	*jobweb.EmployerWeb
	clock *crawler.Virtual
	moves time.Time
	from  string
	to    string
}

func (m *movingWeb) RoundTrip(r *http.Request) (*http.Response, error) {
	moved := m.clock.Now().After(m.moves)
	url := r.URL.String()
	if strings.HasPrefix(url, m.to) != moved && (strings.HasPrefix(url, m.to) || strings.HasPrefix(url, m.from)) {
		return m.EmployerWeb.RoundTrip(&http.Request{Method: r.Method, URL: r.URL.JoinPath("gone")})
	}
	ask := r.Clone(r.Context())
	if rest, ok := strings.CutPrefix(url, m.to); ok {
		parsed, err := r.URL.Parse(m.from + rest)
		if err != nil {
			return nil, err
		}
		ask.URL = parsed
	}
	answer, err := m.EmployerWeb.RoundTrip(ask)
	if err != nil || !moved {
		return answer, err
	}
	body, err := io.ReadAll(answer.Body)
	body = bytes.ReplaceAll(body, []byte(m.from), []byte(m.to))
	answer.Body, answer.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	answer.Header.Del("Content-Length")
	return answer, err
}

// TestBoardThatMovesIsFollowed: with revisits a board that is gone is searched for again, and found where the home page links to then.
func TestBoardThatMovesIsFollowed(t *testing.T) {
	web, err := jobweb.NewEmployerWeb(3, 35)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range web.Employers { // one on a platform's path, which the home page links to
		if e.Kind == 4 && e.Links == 1 {
			web.Employers = []*jobweb.SoughtBoard{e}
			break
		}
	}
	e := web.Employers[0]
	begin := time.Date(2026, 2, 1, 9, 0, 0, 0, time.UTC)
	clock := crawler.NewVirtual(begin, crawler.FixedLatency(crawler.FetchTime))
	o := employerOptions(t, web, 40)
	o.Web = &movingWeb{web, clock, begin.AddDate(0, 0, 3), e.Boards[0], "http://pages.talentry.test/moved/" + e.Name[:4]}
	o.Clock = clock
	o.Revisit = &revisit.Options{Fresh: 12 * time.Hour}
	o.Limits.Time = 12 * 24 * time.Hour
	boards := runEmployers(t, t.TempDir(), o)
	if b := boards[0]; b.Board != "http://pages.talentry.test/moved/"+e.Name[:4] || len(b.Former) != 1 || b.Former[0] != e.Boards[0] {
		t.Errorf("%+v, and it was %s", b, e.Boards[0])
	}
}

// TestForgottenEmployers: an employer is forgotten by its name or its host, a board by the host of its platform. A crawl with the same list does not search
// for an employer that is forgotten, and another run does not bring it back.
func TestForgottenEmployers(t *testing.T) {
	web, err := jobweb.NewEmployerWeb(3, 35)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	boards := runEmployers(t, dir, employerOptions(t, web, 20))
	at := slices.IndexFunc(boards, func(b crawldir.EmployerBoard) bool { return b.Platform != "" })
	if at < 0 {
		t.Fatal("no board on a platform")
	}
	byName, byHost, platform := boards[(at+1)%len(boards)], boards[(at+2)%len(boards)], weburl.Host(boards[at].Board)
	f, err := crawldir.Forget(dir, []string{byName.Name}, []string{weburl.Host(byHost.Home), platform})
	if err != nil {
		t.Fatal(err)
	}
	if left := strings.Join(f.Left, " "); f.Other < 3 || strings.Contains(left, `"employers"`) {
		t.Errorf("%d other records, left %s", f.Other, left)
	}
	read := func() []crawldir.EmployerBoard {
		r, err := crawldir.Read(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		list, err := r.Employers()
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	check := func(when string, list []crawldir.EmployerBoard) {
		names := map[string]bool{}
		for _, b := range list {
			names[b.Name] = true
			text, err := json.Marshal(b)
			if err != nil || strings.Contains(string(text), platform) {
				t.Errorf("%s: %s, %v", when, text, err)
			}
		}
		if names[byName.Name] || names[byHost.Name] || !names[boards[at].Name] {
			t.Errorf("%s: %v", when, names)
		}
	}
	check("after forget", read())
	check("after another run", runEmployers(t, dir, employerOptions(t, web, 20)))
}
