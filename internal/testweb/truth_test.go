package testweb

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"github.com/temoto/robotstxt"
)

func TestRobotsTruthIsWhatRobotsTxtSays(t *testing.T) {
	w := New(DefaultOptions(11))
	forbidden, delayed := 0, 0
	for id := 0; id < w.Hosts(); id += 3 {
		name := w.Host(id)
		response, body := served(t, w, "http://"+name+"/robots.txt")
		data, err := robotstxt.FromStatusAndBytes(response.StatusCode, body)
		if err != nil {
			t.Fatal(err)
		}
		group := data.FindGroup("gannet")
		if group.CrawlDelay != w.CrawlDelay(name) {
			t.Errorf("%s: Crawl-delay %v, truth %v", name, group.CrawlDelay, w.CrawlDelay(name))
		}
		if group.CrawlDelay > 0 {
			delayed++
		}
		h := w.hostAt(id)
		for page := range min(h.size, 40) {
			for _, f := range []form{plain, printed, moved} {
				url := string(w.appendURL(nil, &h, page, f, 0))
				allowed := group.Test(strings.TrimPrefix(url, "http://"+name))
				if allowed != w.Robots(url) {
					t.Errorf("%s: robots.txt says %v, truth %v\n%s", url, allowed, w.Robots(url), body)
				}
				if !allowed {
					forbidden++
				}
			}
		}
	}
	if forbidden < 100 || delayed < 5 {
		t.Errorf("only %d addresses forbidden, %d hosts with a delay", forbidden, delayed)
	}
}

func TestSitemapsListEveryPage(t *testing.T) {
	w := New(DefaultOptions(12))
	checked := 0
	for id := 0; id < w.Hosts() && checked < 5; id++ {
		h := w.hostAt(id)
		if !w.rulesOf(&h).sitemap {
			continue
		}
		checked++
		_, body := served(t, w, "http://"+w.Host(id)+"/sitemap.xml")
		listed := locations(body)
		if h.size > inSitemap {
			index := listed
			listed = nil
			for _, part := range index {
				_, body := served(t, w, part)
				listed = append(listed, locations(body)...)
			}
		}
		if len(listed) != h.size {
			t.Errorf("%s: %d of %d pages listed", w.Host(id), len(listed), h.size)
		}
		for page, url := range listed {
			if want := string(w.appendURL(nil, &h, page, plain, 0)); url != want {
				t.Fatalf("listed %s, want %s", url, want)
			}
		}
	}
}

// locations reads the addresses of a sitemap.
func locations(body []byte) []string {
	var found []string
	for part := range strings.SplitSeq(string(body), "<loc>") {
		if url, _, closed := strings.Cut(part, "</loc>"); closed {
			found = append(found, strings.ReplaceAll(url, "&amp;", "&"))
		}
	}
	return found
}

func TestOrdinaryRedirectsMissingPagesAndCopies(t *testing.T) {
	w := New(DefaultOptions(13))
	var moves, copies, gone int
	for n := 0; n < w.Pages(); n += 31 {
		for _, l := range w.Links(w.Page(n)) {
			p, found := w.find(l.URL)
			if !found {
				t.Fatalf("%s links to %s, which no host has", w.Page(n), l.URL)
			}
			to, moved := w.Redirect(l.URL)
			switch p.form {
			case plain:
				continue
			case printed:
				copies++
			}
			response, body := served(t, w, l.URL)
			switch {
			case moved:
				moves++
				if response.Header.Get("Location") != to || response.StatusCode/100 != 3 || w.Topic(l.URL) != "" {
					t.Errorf("%s: %d to %s, truth %s", l.URL, response.StatusCode, response.Header.Get("Location"), to)
				}
			case p.form == missing:
				gone++
				if response.StatusCode != http.StatusNotFound {
					t.Errorf("%s: %d", l.URL, response.StatusCode)
				}
			case p.form == printed && !bytes.Contains(body, []byte("rel=\"canonical\"")):
				t.Errorf("%s names no canonical page", l.URL)
			}
		}
	}
	if moves < 50 || copies < 50 || gone < 10 {
		t.Errorf("only %d redirects, %d copies, %d missing", moves, copies, gone)
	}
}

func TestJobsArePostedSeveralTimes(t *testing.T) {
	w := New(DefaultOptions(14))
	posted := map[int]int{}
	var postings, atEmployers, styles int
	seen := map[int]bool{}
	for n := range w.Pages() {
		url := w.Page(n)
		j, found := w.Job(url)
		if !found {
			continue
		}
		postings++
		posted[j.ID]++
		p, _ := w.find(url)
		if p.host.kind == employer {
			atEmployers++
		}
		if w.Topic(url) != JobsTopic {
			t.Fatalf("%s posts a job but its topic is %q", url, w.Topic(url))
		}
		if postings%50 == 0 {
			_, body := served(t, w, url)
			for _, text := range []string{j.Title, j.Place, j.Company, j.Description[:40]} {
				if !bytes.Contains(body, []byte(text)) {
					t.Errorf("%s does not say %q", url, text)
				}
			}
			if !seen[p.host.jobStyle()] {
				seen[p.host.jobStyle()] = true
				styles++
			}
		}
	}
	mean := float64(postings) / float64(len(posted))
	if mean < 1.5 || mean > 6 || atEmployers < 20 || styles != 4 {
		t.Errorf("%d postings of %d jobs, %d at employers, %d styles", postings, len(posted), atEmployers, styles)
	}
}

func TestJobsOfOnesOwn(t *testing.T) {
	own := []Job{{Title: "Lamplighter <&>", Company: "Harbour Board", Place: "Saltmarsh", Description: "Light the lamps at dusk along the quay."}}
	o := DefaultOptions(15)
	o.Jobs, o.Topics = own, []string{"sailing", JobsTopic}
	w := New(o)
	url := w.Seeds(JobsTopic, 10)
	for _, u := range url {
		if j, found := w.Job(u); found {
			_, body := served(t, w, u)
			if j.Title != own[0].Title || !bytes.Contains(body, []byte("Lamplighter &lt;&amp;&gt;")) {
				t.Errorf("%s posts %q", u, j.Title)
			}
			return
		}
	}
	t.Error("no seed posts a job")
}
