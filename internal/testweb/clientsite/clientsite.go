// Package clientsite owns small job boards on which scripts make a share of the pages in the browser. The same board can be served in three ways, so
// that crawls with and without a browser can be compared.
package clientsite

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// Way is the way in which the script of a generated page gets the content of the page.
type Way int

// These are the ways in which a page's script gets the content.
const (
	// PathAPI is a Way in which the script requests JSON from a URL whose path has the number of the posting.
	PathAPI Way = iota
	// QueryAPI is a Way in which the script requests JSON from a URL whose query has the number of the posting. The number is also at the
	// end of the page's name.
	QueryAPI
	// Fragments is a Way in which the script requests fragments of HTML, which a crawl does not read as data.
	Fragments
)

// Site is a generated job board for tests whose pages get their content by scripts. It is an http.Handler.
type Site struct {
	Jobs  int
	Share int // percent of the postings whose page a script makes; with 0 the lists are the server's as well
	Way   Way
	// Plain is the number of additional articles on the site, which its server makes.
	Plain int
}

// perList is the number of postings on one page of the list.
const perList = 20

var (
	trades = []string{"Welder", "Baker", "Nurse", "Plumber", "Carpenter", "Surveyor", "Translator", "Gardener", "Electrician", "Pharmacist", "Librarian"}
	towns  = []string{"Berlin", "Lyon", "Utrecht", "Graz", "Porto", "Gdansk", "Malmo"}
)

// Title returns the title of the posting with this number. No other posting has the same title.
func Title(n int) string {
	return fmt.Sprintf("%s for section %d", trades[n%len(trades)], n)
}

type record struct {
	ID          int    `json:"id"`
	Title       string `json:"title"`
	Company     string `json:"company"`
	Location    string `json:"location"`
	Posted      string `json:"datePosted"`
	Description string `json:"description,omitempty"`
	Path        string `json:"path"`
}

func (s *Site) record(n int, whole bool) record {
	r := record{ID: n, Title: Title(n), Company: fmt.Sprintf("Workshop %d Ltd", n%9), Location: towns[n%len(towns)], Posted: fmt.Sprintf("2026-05-%02d", 1+n%28), Path: s.page(n)}
	if whole {
		r.Description = fmt.Sprintf("<p>We employ a %s in %s, in section %d of our workshop. You work in a team of %d and report to its head.</p><p>We offer a permanent contract and thirty days of leave. Apply in writing before the end of the month.</p>", strings.ToLower(trades[n%len(trades)]), towns[n%len(towns)], n, 2+n%7)
	}
	return r
}

// page returns the path of a posting's page.
func (s *Site) page(n int) string {
	if s.Way == QueryAPI {
		return fmt.Sprintf("/jobs/%s-%d", strings.ToLower(trades[n%len(trades)]), n)
	}
	return fmt.Sprintf("/jobs/%d", n)
}

// scripted reports whether a script makes the page of a posting.
func (s *Site) scripted(n int) bool { return n%100*37%100 < s.Share }

// ServeHTTP implements http.Handler: it answers a request for a page, a script or data of the site.
func (s *Site) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	path := q.URL.Path
	send := func(kind, body string) {
		w.Header().Set("Content-Type", kind)
		fmt.Fprint(w, body)
	}
	page, _ := strconv.Atoi(q.URL.Query().Get("page"))
	n, isJob := s.number(path, q)
	switch {
	case path == "/" || path == "/jobs":
		if s.Share == 0 {
			send("text/html", document("Jobs", s.list(page)))
		} else {
			send("text/html", shell("Jobs"))
		}
	case strings.HasPrefix(path, "/jobs/") && isJob:
		if s.scripted(n) {
			send("text/html", shell("Job"))
		} else {
			send("text/html", document(Title(n), s.posting(n)))
		}
	case path == "/app.js":
		send("text/javascript", s.program())
	case path == "/api/jobs":
		data, _ := json.Marshal(map[string]any{"items": s.records(page)})
		send("application/json", string(data))
	case strings.HasPrefix(path, "/api/") && isJob:
		data, _ := json.Marshal(s.record(n, true))
		send("application/json", string(data))
	case path == "/part/jobs":
		send("text/html", s.list(page))
	case strings.HasPrefix(path, "/part/") && isJob:
		send("text/html", s.posting(n))
	case strings.HasPrefix(path, "/articles/"):
		send("text/html", document("Article "+path, "<h1>Our workshop</h1><p>"+strings.Repeat("The workshop was founded by two brothers, and its halls stand by the river. ", 8)))
	default:
		http.NotFound(w, q)
	}
}

// number returns the number of the posting that a request is about.
func (s *Site) number(path string, q *http.Request) (n int, ok bool) {
	text := q.URL.Query().Get("id")
	if text == "" {
		text = path[strings.LastIndexAny(path, "/-")+1:]
	}
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= 0 && n < s.Jobs
}

func (s *Site) records(page int) (list []record) {
	for n := page * perList; n < min(s.Jobs, (page+1)*perList); n++ {
		list = append(list, s.record(n, false))
	}
	return list
}

// list returns the content of a page of the list: links to postings, to the next page and to articles.
func (s *Site) list(page int) string {
	var b strings.Builder
	b.WriteString("<h1>Open positions</h1><ul>")
	for _, r := range s.records(page) {
		fmt.Fprintf(&b, "<li><a href=\"%s\">%s</a> %s, %s</li>", r.Path, r.Title, r.Company, r.Location)
	}
	b.WriteString("</ul>")
	if (page+1)*perList < s.Jobs {
		fmt.Fprintf(&b, "<a rel=next href=\"/jobs?page=%d\">Next page</a>", page+1)
	}
	for n := page * s.Plain / (1 + s.Jobs/perList); n < (page+1)*s.Plain/(1+s.Jobs/perList); n++ {
		fmt.Fprintf(&b, "<p><a href=\"/articles/%d\">About our workshop, part %d</a>", n, n)
	}
	return b.String()
}

func (s *Site) posting(n int) string {
	r := s.record(n, true)
	markup, _ := json.Marshal(map[string]any{
		"@context": "https://schema.org", "@type": "JobPosting", "title": r.Title, "datePosted": r.Posted, "description": r.Description,
		"hiringOrganization": map[string]string{"@type": "Organization", "name": r.Company},
		"jobLocation":        map[string]any{"@type": "Place", "address": map[string]string{"addressLocality": r.Location}},
	})
	return fmt.Sprintf("<h1>%s</h1><p>%s, %s</p>%s<script type=\"application/ld+json\">%s</script>", r.Title, r.Company, r.Location, r.Description, markup)
}

func document(title, body string) string {
	return "<!DOCTYPE html><html lang=en><title>" + title + "</title><nav><a href=/>Home</a> <a href=/jobs>Jobs</a></nav><main>" + body + "</main><footer>Workshop Ltd</footer><script src=/app.js></script>"
}

func shell(title string) string {
	return "<!DOCTYPE html><html lang=en><title>" + title + "</title><noscript>You need to enable JavaScript to run this app.</noscript><div id=root></div><script src=/app.js></script>"
}

// program returns the script of the site, which fills its shells.
func (s *Site) program() string {
	job := map[Way]string{
		PathAPI:   `fetch(base + "/jobs/" + id)`,
		QueryAPI:  `fetch(base + "/job?id=" + id.split("-").pop())`,
		Fragments: `fetch("/part/jobs/" + id)`,
	}[s.Way]
	list := `fetch(base + "/jobs?page=" + page)`
	if s.Way == Fragments {
		list = `fetch("/part/jobs?page=" + page)`
	}
	return `(async () => {
  const root = document.querySelector("#root"); if (!root) return;
  const base = ["", "api"].join("/"), id = location.pathname.split("/")[2], page = Number(new URLSearchParams(location.search).get("page") || 0);
  const answer = await (id ? ` + job + ` : ` + list + `);
  if (` + strconv.FormatBool(s.Way == Fragments) + `) { root.innerHTML = await answer.text(); return }
  const data = await answer.json();
  if (id) {
    root.innerHTML = "<h1>" + data.title + "</h1><p>" + data.company + ", " + data.location + "</p>" + data.description;
    const m = document.createElement("script"); m.type = "application/ld+json";
    m.text = JSON.stringify({"@context": "https://schema.org", "@type": "JobPosting", title: data.title, datePosted: data.datePosted, description: data.description,
      hiringOrganization: {"@type": "Organization", name: data.company}, jobLocation: {"@type": "Place", address: {addressLocality: data.location}}});
    root.append(m);
  } else {
    root.innerHTML = "<h1>Open positions</h1><ul>" + data.items.map(j => "<li><a href=" + j.path + ">" + j.title + "</a> " + j.company + ", " + j.location + "</li>").join("") + "</ul>" +
      (data.items.length == ` + strconv.Itoa(perList) + ` ? "<a rel=next href=/jobs?page=" + (page + 1) + ">Next page</a>" : "") +
      Array.from({length: ` + strconv.Itoa(s.Plain/(1+s.Jobs/perList)) + `}, (_, i) => "<p><a href=/articles/" + (page * ` + strconv.Itoa(s.Plain/(1+s.Jobs/perList)) + ` + i) + ">About our workshop</a>").join("");
  }
})()`
}
