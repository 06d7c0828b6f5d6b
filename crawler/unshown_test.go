package crawler_test

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"

	"gannet/crawldir"
	"gannet/crawler"
	"gannet/crawler/fetch"
	"gannet/crawler/inmemory"
	"gannet/crawler/reason"
	"gannet/frontier"
	"gannet/models/shipped"
	"gannet/ranker"
)

// pagesByURL is a web of these pages. Others are missing.
type pagesByURL map[string]string

// RoundTrip implements http.RoundTripper.
func (w pagesByURL) RoundTrip(r *http.Request) (*http.Response, error) {
	page, ok := w[r.URL.String()]
	status := http.StatusOK
	if !ok {
		status = http.StatusNotFound
	}
	return &http.Response{
		StatusCode: status, Header: http.Header{"Content-Type": {"text/html; charset=utf-8"}}, Body: io.NopCloser(strings.NewReader(page)), Request: r,
	}, nil
}

var (
	trades = []string{"Night Baker", "Harbour Pilot", "Loom Mechanic", "Bell Founder", "Tram Driver", "Rope Maker", "Lens Grinder", "Ward Nurse", "Tax Clerk", "Site Foreman"}
	towns  = []string{"Elmford", "Oakwick", "Ashby", "Thornley", "Beckham", "Millom"}
	duties = []string{
		"You prepare the work of the morning and hand it over to the early shift.", "You keep the tools in order and write the book of the day.",
		"We ask for two years of experience in your trade.", "We offer thirty days of holiday, a pension and a ticket for the tram.",
		"Our apprentices learn from you, and you plan their weeks.", "You answer the questions of our customers by telephone.",
		"The contract is permanent, and the week has forty hours.", "Send your papers by mail, and we invite you within ten days.",
		"You check what the suppliers bring, and you order what is missing.", "A licence to drive a van is of use.",
	}
)

// addOpenings adds the site of an employer with 60 openings on one list. Those of a shell have an almost empty body, and the posting in
// the data of a program; the others show the same words.
func (w pagesByURL) addOpenings(host string, shell bool) {
	page := func(path, title, body string) {
		w["http://"+host+path] = `<!doctype html><html lang="en"><title>` + title + ` | Mill and Sons</title><nav><a href="/">Mill and Sons</a> <a href="/jobs">Jobs</a></nav>` + body
	}
	list, rnd := "<h1>Open positions</h1>", rand.New(rand.NewPCG(1, 2))
	for i := range len(trades) * len(towns) {
		title, town := trades[i/len(towns)], towns[i%len(towns)]
		var text []string
		for _, n := range rnd.Perm(len(duties))[:5] {
			text = append(text, duties[n])
		}
		path, description := fmt.Sprintf("/jobs/%d", i), strings.Join(text, " ")
		list += fmt.Sprintf(`<p><a href="%s">%s, %s</a></p>`, path, title, town)
		body := "<h1>" + title + "</h1><p>" + town + "</p><p>" + description + "</p><a href=/apply/>Apply now</a>"
		if shell {
			data, err := json.Marshal(map[string]any{"page": map[string]any{"job": map[string]any{
				"title": title, "location": map[string]string{"city": town, "country": "United Kingdom"}, "descriptionHtml": "<p>" + description + "</p>",
				"postedAt": "2026-11-20T08:00:00Z", "employmentType": "FULL_TIME", "company": map[string]string{"name": "Mill and Sons"},
			}}})
			if err != nil {
				panic(err)
			}
			body = `<div id="root"></div><script type="application/json">` + string(data) + "</script>"
		}
		page(path, title, body)
	}
	page("/", "Start", "<h1>Mill and Sons</h1><p>We mend what turns.</p>")
	page("/jobs", "Jobs", list)
}

// TestAPostingInTheDataOfAShellCountsAsIfItWasShown: 60 openings whose pages show nothing without their program come in as many requests
// as those of a site that shows the same words. They are relevant, and no near-copies of each other.
func TestAPostingInTheDataOfAShellCountsAsIfItWasShown(t *testing.T) {
	shown, copiesShown := crawlOpenings(t, false)
	shell, copiesShell := crawlOpenings(t, true)
	if shell > shown*11/10 || copiesShell > copiesShown+2 {
		t.Errorf("the 60th opening came with request %d, %d pages are near-copies; of pages that show it %d, %d", shell, copiesShell, shown, copiesShown)
	}
}

// crawlOpenings crawls such a site beside one of stories. It returns with which page the last opening came, and how many pages were near-copies.
func crawlOpenings(t *testing.T, shell bool) (last int, copies int64) {
	t.Helper()
	web := pagesByURL{}
	web.addOpenings("mill.test", shell)
	rnd := rand.New(rand.NewPCG(3, 4))
	for i := range 300 {
		body := fmt.Sprintf("<title>Story %d</title><h1>Story %d</h1><p>", i, i)
		for range 60 {
			body += []string{"river", "king", "flood", "bridge", "tower", "harvest", "priest", "ship", "war", "mill", "moon", "wolf"}[rnd.IntN(12)] + " "
		}
		for k := range 8 {
			body += fmt.Sprintf(`<p><a href="/%d">story</a>`, (i*5+k)%300)
		}
		web[fmt.Sprintf("http://stories.test/%d", i)] = body
	}
	o := fetch.DefaultOptions()
	o.Transport = web
	client, err := fetch.New(o)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	extractor, err := crawldir.NewExtractor(nil)
	if err != nil {
		t.Fatal(err)
	}
	classifier, err := shipped.Jobs()
	if err != nil {
		t.Fatal(err)
	}
	pages, openings := 0, 0
	progress, err := inmemory.Run(t.Context(), []string{"http://stories.test/0", "http://mill.test/"}, crawler.Parts{
		Fetcher: client, Judge: classifier.Probability, Strategy: ranker.Parent{}, Jobs: &crawler.Jobs{Extract: extractor, OnTopic: true},
		Watch: func(p crawler.JudgedPage) {
			pages++
			if !strings.HasPrefix(p.URL, "http://mill.test/jobs/") {
				return
			}
			if openings++; openings == 60 {
				last = pages
			}
			if shell && p.Probability < .5 {
				t.Errorf("%s has probability %.2f", p.URL, p.Probability)
			}
		},
	}, frontier.DefaultOptions(), limits(func(l *crawler.Limits) { l.Time = 10 * time.Minute }))
	if err != nil || openings != 60 {
		t.Fatalf("shell %v: %d openings of %d pages, %v", shell, openings, pages, err)
	}
	return last, progress.Reasons[string(reason.NearIdentical)]
}
