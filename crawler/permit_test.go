package crawler_test

import (
	"context"
	"maps"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"gannet/crawler"
	"gannet/crawler/fetch"
	"gannet/crawler/robots"
	"gannet/features"
	"gannet/features/permission"
	"gannet/frontier"
	"gannet/ranker"
	"gannet/store"
)

// ownersWeb answers with the files that it has, and with a page for everything else.
type ownersWeb struct {
	files  map[string]string // by path; "503" is that status
	header http.Header       // of pages
	page   string
	asked  []string // paths
}

func (*ownersWeb) Resolve(context.Context, string) (netip.Addr, error) { return netip.Addr{}, nil }

func (w *ownersWeb) Fetch(_ context.Context, url string) (*fetch.Response, error) {
	w.asked = append(w.asked, strings.TrimPrefix(url, "http://site.test"))
	return &fetch.Response{URL: url, Status: 200, Header: w.header, Body: []byte(w.page)}, nil
}

func (w *ownersWeb) File(_ context.Context, url string, _ int64) (*fetch.Response, error) {
	path := strings.TrimPrefix(url, "http://site.test")
	w.asked = append(w.asked, path)
	switch body, ok := w.files[path]; {
	case !ok:
		return &fetch.Response{URL: url, Status: 404}, nil
	case body == "503":
		return &fetch.Response{URL: url, Status: 503}, nil
	default:
		return &fetch.Response{URL: url, Status: 200, Body: []byte(body)}, nil
	}
}

// keeperOf keeps pages in memory.
type keeperOf struct{ pages []*store.Page }

func (k *keeperOf) Keep(p *store.Page, done func(store.Result, error)) {
	k.pages = append(k.pages, p)
	done(store.Result{Outcome: store.Stored, Seq: uint64(len(k.pages))}, nil)
}
func (*keeperOf) KeepSitemap(_ *store.Lesson, done func(error)) { done(nil) }
func (*keeperOf) Recall(string) (*store.Page, error)            { return nil, nil }

// crawlFor crawls one page for a purpose. It returns what was kept, and the counts of reasons.
func crawlFor(t *testing.T, w *ownersWeb, p permission.Purpose) (kept []*store.Page, reasons map[string]int64) {
	t.Helper()
	k := &keeperOf{}
	c := finished(t, t.Context(), crawler.Parts{
		Frontier: memory(t, frontier.DefaultOptions()), Fetcher: w, Robots: robots.New("gannet"), Strategy: ranker.BreadthFirst{}, Purpose: p,
		Clock: crawler.NewVirtual(time.Unix(1e9, 0), nil), Judge: func(*features.Page) float64 { return 1 }, Keeper: k,
	}, limits(func(l *crawler.Limits) { l.Workers, l.Wait = 1, 0 }), 0, []string{"http://site.test/a"})
	return k.pages, c.Reasons
}

// TestPurposesDecideWhatIsRequestedAndKept has the places of docs/guide/17-permissions.md: what stands in files of the site is obeyed before the page
// is requested, what stands with the page before it is kept.
func TestPurposesDecideWhatIsRequestedAndKept(t *testing.T) {
	for name, c := range map[string]struct {
		web     ownersWeb
		purpose permission.Purpose
		asked   string // paths
	}{
		"robots.txt":  {ownersWeb{files: map[string]string{"/robots.txt": "User-agent: *\nContent-Signal: ai-input=no"}}, permission.Input, "/robots.txt /.well-known/tdmrep.json"},
		"tdmrep.json": {ownersWeb{files: map[string]string{robots.TDMFile: `[{"location":"/","tdm-reservation":1}]`}}, permission.Mine, "/robots.txt /.well-known/tdmrep.json"},
		"ai.txt":      {ownersWeb{files: map[string]string{robots.AIFile: "User-agent: *\nDisallow: /"}}, permission.Train, "/robots.txt /.well-known/tdmrep.json /ai.txt"},
		"header":      {ownersWeb{header: http.Header{"Tdm-Reservation": {"1"}}}, permission.Mine, "/robots.txt /.well-known/tdmrep.json /a"},
		"usage":       {ownersWeb{header: http.Header{"Content-Usage": {"search=y, train-ai=y", "search=n"}}}, permission.Search, "/robots.txt /a"},
		"robots tag":  {ownersWeb{header: http.Header{"X-Robots-Tag": {"otherbot: noai", "gannet: noarchive"}}}, permission.Archive, "/robots.txt /a"},
		"meta":        {ownersWeb{page: `<meta name="Robots" content="index, NOAI">`}, permission.Train, "/robots.txt /.well-known/tdmrep.json /ai.txt /a"},
		"meta tdm":    {ownersWeb{page: `<meta name="tdm-reservation" content="1">`}, permission.Input, "/robots.txt /.well-known/tdmrep.json /a"},
	} {
		t.Run(name, func(t *testing.T) {
			kept, reasons := crawlFor(t, &c.web, c.purpose)
			if len(kept) > 0 || reasons["use refused by the owner: "+string(c.purpose)] != 1 || strings.Join(c.web.asked, " ") != c.asked {
				t.Errorf("%d pages kept, %v, asked for %v", len(kept), reasons, c.web.asked)
			}
			c.web.asked = nil
			kept, reasons = crawlFor(t, &c.web, permission.Any)
			if len(kept) != 1 || !slices.Equal(c.web.asked, []string{"/robots.txt", "/a"}) {
				t.Fatalf("without a purpose: %d pages kept, %v, asked for %v", len(kept), reasons, c.web.asked)
			}
			if !strings.HasSuffix(name, "json") && name != "ai.txt" && reasons["use reserved by the owner (kept): "+string(c.purpose)] != 1 {
				t.Errorf("without a purpose: %v, %v", reasons, kept[0].Says)
			}
		})
	}
}

// TestOwnersFilesThatFail: while a server fails, nothing is taken from it. A file that robots.txt disallows is not requested.
func TestOwnersFilesThatFail(t *testing.T) {
	w := &ownersWeb{files: map[string]string{robots.TDMFile: "503"}}
	if kept, reasons := crawlFor(t, w, permission.Mine); len(kept) > 0 || slices.Contains(w.asked, "/a") {
		t.Errorf("%v, asked for %v", reasons, w.asked)
	}
	w = &ownersWeb{files: map[string]string{"/robots.txt": "User-agent: *\nDisallow: /.well-known/", robots.TDMFile: `[{"location":"/","tdm-reservation":1}]`}}
	if kept, _ := crawlFor(t, w, permission.Mine); len(kept) != 1 || slices.Contains(w.asked, robots.TDMFile) {
		t.Errorf("%d pages kept, asked for %v", len(kept), w.asked)
	}
}

// TestPermissionsAreKeptWithThePage: all that owners say is one record, with words that nobody here knows.
func TestPermissionsAreKeptWithThePage(t *testing.T) {
	w := &ownersWeb{
		files: map[string]string{"/robots.txt": "User-agent: *\nContent-Signal: dreams=no"}, header: http.Header{"X-Robots-Tag": {"noimageai, max-snippet:-1"}},
		page: `<link rel="license" href="/by"><meta name=robots content="noindexing, index">`,
	}
	kept, _ := crawlFor(t, w, permission.Train)
	if len(kept) != 1 {
		t.Fatal("the page is not kept")
	}
	got := map[string]string{}
	for _, s := range kept[0].Says {
		got[s.Place] = s.Raw
	}
	want := map[string]string{"robots.txt line 2": "dreams=no", "header X-Robots-Tag": "noimageai", "link rel=license": "/by", "meta robots": "noindexing"}
	if !maps.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
