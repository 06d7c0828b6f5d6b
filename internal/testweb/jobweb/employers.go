package jobweb

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"gannet/internal/yamlfile"
)

//go:embed employers.yaml
var employersText []byte

// wayWords are texts of links; see employers.yaml.
type wayWords struct{ Vague, Careers, Openings words }

// Kinds is the number of kinds of job boards that employers of an EmployerWeb have; see boardKind.
const Kinds = 12

// boardKind says where the board of an employer is, and how the employer's site leads there.
type boardKind int

const (
	ownList        boardKind = iota // a listing on its site
	ownPages                        // a table of several pages
	ownWhole                        // one page that has all postings, in JSON-LD
	ownHost                         // a host of its own below its domain
	platformPath                    // a platform's listing, which has the employer's name in its path
	platformHost                    // a platform's host that has the employer's name
	platformFrame                   // a platform's listing in a frame
	platformMoves                   // behind two redirects
	ownData                         // a page whose data has all postings
	platformData                    // JSON of a platform, which a script requests
	platformNumber                  // a platform's listing under a number
	groupPath                       // a listing on the site of the group to which the employer belongs
)

// SoughtBoard is one employer of an EmployerWeb, with the true URLs of its job board.
type SoughtBoard struct {
	Name, Home string
	Kind       int // from 0, below Kinds
	Links      int // from the home page to the board
	Language   string
	Boards     []string // URLs that are its board, or a page of it
	Postings   []string // URLs of its postings, if they have pages

	domain, slug string
	kind         boardKind
	style        style
	titles       []string
	towns        []string
}

// EmployerWeb is a generated web of employers, each with a job board on its own site or on a platform. The other pages of the web are not
// about jobs, except that some link to a portal with the postings of other employers. It is immutable, and is an http.RoundTripper.
type EmployerWeb struct {
	Employers []*SoughtBoard

	w     *Web // for its words and draws
	ways  map[string]*wayWords
	pages map[string]func() answered
}

// answered is a response of an EmployerWeb.
type answered struct {
	kind, location string
	body           string
}

// NewEmployerWeb generates a web of count employers.
func NewEmployerWeb(seed uint64, count int) (*EmployerWeb, error) {
	lexicons, err := readLexicons()
	if err != nil {
		return nil, err
	}
	web := &EmployerWeb{w: &Web{seed: seed, words: lexicons}, ways: map[string]*wayWords{}, pages: map[string]func() answered{}}
	if err := yamlfile.Decode(employersText, &web.ways); err != nil {
		return nil, fmt.Errorf("employers: %w", err)
	}
	for i := range count {
		web.Employers = append(web.Employers, web.plan(i))
	}
	for i, e := range web.Employers {
		web.build(i, e)
	}
	web.buildOthers()
	return web, nil
}

// syllables make names that no dictionary has.
var syllables = strings.Fields("bra ven kol tis mar nof dru lek san por gil hem ost rup fen yal zot wim cas ber")

// plan draws an employer.
func (web *EmployerWeb) plan(i int) *SoughtBoard {
	r := web.w.draw("employer", i)
	lang := Languages()[i%len(Languages())]
	l := web.w.words[lang]
	name := r.pick(syllables) + r.pick(syllables) + r.pick(syllables) + string(rune('a'+i%26))
	e := &SoughtBoard{
		Name: capital(name) + " " + r.pick(l.Trades) + " " + r.pick(l.Legal), Kind: i / len(Languages()) % Kinds, Links: r.between(1, 4),
		Language: lang, slug: fmt.Sprint(name, i), style: newStyle(r),
	}
	e.kind = boardKind(e.Kind)
	if e.kind == platformMoves || e.kind == platformFrame || e.kind == platformData {
		e.Links = max(e.Links, 2)
	}
	e.domain = e.slug + ".test"
	e.Home = "http://www." + e.domain + "/"
	for range r.between(3, 9) {
		e.titles = append(e.titles, r.pick(l.Occupations))
		e.towns = append(e.towns, r.pick(l.Towns))
	}
	return e
}

// RoundTrip implements http.RoundTripper. There is no robots.txt.
func (web *EmployerWeb) RoundTrip(r *http.Request) (*http.Response, error) {
	make, ok := web.pages[r.URL.String()]
	if !ok {
		return answer(r, http.StatusNotFound, []byte("<p>not found</p>\n")), nil
	}
	m := make()
	if m.location != "" {
		a := answer(r, http.StatusFound, nil)
		a.Header.Set("Location", m.location)
		return a, nil
	}
	a := answer(r, http.StatusOK, []byte(m.body))
	if m.kind != "" {
		a.Header.Set("Content-Type", m.kind)
	}
	return a, nil
}

// boardURL returns the URL of an employer's listing.
func (e *SoughtBoard) boardURL(r *random) string {
	n := r.between(1000, 99999)
	switch e.kind {
	case ownHost:
		return "http://team." + e.domain + "/"
	case platformPath:
		return "http://pages.talentry.test/" + e.slug
	case platformHost:
		return "http://" + e.slug + ".hirely.test/"
	case platformFrame:
		return fmt.Sprintf("http://frames.recruta.test/embed?c=%d", n)
	case platformMoves:
		return fmt.Sprintf("http://www.staffport.test/%s/%d/", e.Language, n)
	case platformData:
		return fmt.Sprintf("http://api.jobhub.test/v1/%d/postings", n)
	case platformNumber:
		return fmt.Sprintf("http://www.opus.test/o/%d", n)
	case groupPath:
		return fmt.Sprintf("http://www.holding%d.test/x/%s", n%9, e.slug)
	}
	return "http://www." + e.domain + e.style.path(false, e.Language, r.pick(e.titles), r)
}

// build makes all pages of an employer.
func (web *EmployerWeb) build(i int, e *SoughtBoard) {
	r := web.w.draw("site", i)
	board := e.boardURL(r)
	e.Boards = []string{board}
	web.buildBoard(e, board, r)

	entry := board // what the last page before the board links to
	if e.kind == platformMoves {
		entry = "http://www." + e.domain + "/out/1"
		between := "http://go.staffport.test/" + e.slug
		web.pages[entry] = func() answered { return answered{location: between} }
		web.pages[between] = func() answered { return answered{location: board} }
		e.Boards = append(e.Boards, entry, between)
	}
	site := &employerSite{web: web, e: e, seed: i}
	path := []string{e.Home}
	for n := 1; n < e.Links; n++ {
		path = append(path, "http://www."+e.domain+e.style.path(false, e.Language, r.pick(web.w.words[e.Language].General), r))
	}
	site.plan(path, entry, r)
	if e.kind == platformFrame || e.kind == platformData {
		e.Boards = append(e.Boards, path[len(path)-1])
	}
}

// stateOf returns the postings as data, as they are embedded in a page or returned by the interface of a platform.
func (web *EmployerWeb) stateOf(e *SoughtBoard) string {
	var list []map[string]any
	for n := range e.titles {
		list = append(list, map[string]any{
			"id": n + 1, "title": e.titles[n], "company": e.Name, "location": e.towns[n], "datePosted": firstDay.AddDate(0, 0, n).Format("2006-01-02"),
			"description": strings.Join(web.adText(e, n), "\n"),
		})
	}
	text, err := json.Marshal(map[string]any{"total": len(list), "postings": list})
	if err != nil {
		panic(err) // it has texts and numbers only
	}
	return string(text)
}

// Found reports whether a URL is a job board of this employer.
func (e *SoughtBoard) Found(url string) bool { return slices.Contains(e.Boards, url) }
