package api

import (
	_ "embed"
	"fmt"
	"net/http"
	"net/url"
)

// OpenAPI is the description of the HTTP interface in the OpenAPI format. TestOpenAPIIsTheInterface generates it from Routes and the types of
// the responses.
//
//go:embed openapi.json
var OpenAPI []byte

// Route describes one path of the HTTP interface, its parameters and its response.
type Route struct {
	Method, Path string
	Summary      string
	Params       []Param
	Lines        bool // the response is a list, one JSON value a line
	answer       func(*handler, *http.Request) (any, error)
	lines        func(*handler, *http.Request, func(any) error) error
}

// Param describes a query parameter of a Route: its name, type and meaning.
type Param struct {
	Name, Type, Summary string // Type is that of JSON Schema
	Needed              bool
}

var (
	urlParam   = []Param{{"url", "string", "a URL", true}}
	limitParam = Param{"limit", "integer", "at most so many; 0: all", false}
)

// Routes returns all paths of the HTTP interface, without the version /v1 at their beginning.
func Routes() []Route { return append(valueRoutes(), lineRoutes()...) }

// valueRoutes are the paths whose response is one value.
func valueRoutes() []Route {
	get := func(path, summary string, params []Param, answer func(*handler, *http.Request) (any, error)) Route {
		return Route{Method: http.MethodGet, Path: path, Summary: summary, Params: params, answer: answer}
	}
	return []Route{
		get("/{$}", "the program and the version of the interface", nil, (*handler).hello),
		get("/status", "how far the crawl is; null if no run has said it yet", nil, (*handler).status),
		get("/stats", "totals over what is kept", nil, (*handler).stats),
		get("/overview", "the status of the crawl, its harvest, what limits its speed, and how fresh its postings are", nil, (*handler).overview),
		get("/hosts", "hosts of the frontier, and how many there are", hostParams, (*handler).hosts),
		get("/control", "what users have told the crawl, and its budgets", nil, (*handler).controls),
		get("/employers", "the boards of employers, in the order of their list; empty if the crawl searches for none", nil, (*handler).employers),
		get("/page", "the page that is kept for a URL, with body and links", urlParam, (*handler).page),
		get("/lookup", "what is known of the page at exactly this URL", urlParam, (*handler).lookup),
		get("/link", "where a link stands in the frontier", urlParam, (*handler).link),
		get("/path", "the discovery path of a page, seed first", urlParam, (*handler).path),
		get("/revisit", "how a URL stands that the crawl asks for again", urlParam, (*handler).revisit),
		get("/explain", "why the link of a kept page was taken, or what speaks for a link that waits", urlParam, (*handler).explain),
		get("/postings/{number}", "one posting", nil, (*handler).posting),
		get("/postings/{number}/versions", "all versions of a posting", nil, (*handler).versions),
		get("/changes/latest", "the cursor of the latest event", nil, (*handler).latestChange),
		get("/pages/changes", "which pages are new, were rewritten or deleted after a cursor", []Param{{"since", "integer", "the cursor; 0: all pages are new", false}}, (*handler).pageChanges),
		get("/lists/jobs", "a part of the jobs, searched and sorted", filterParams("text", "company", "place", "host", "language", "state", "since"), (*handler).listJobs),
		get("/lists/pages", "a part of the pages, searched and sorted", filterParams("text", "host", "relevant"), (*handler).listPages),
		get("/posting", "the number of the posting at a URL", urlParam, (*handler).postingAt),
		get("/clusters/{number}", "the postings that are the same job", nil, (*handler).members),
		get("/facts", "a fact about the crawl", []Param{{"key", "string", "its key", true}}, (*handler).fact),
		get("/openapi.json", "this description", nil, func(*handler, *http.Request) (any, error) { return rawJSON(OpenAPI), nil }),
		{Method: http.MethodPost, Path: "/control/{verb}", Summary: "tells the crawl to do something", answer: (*handler).control},
	}
}

var hostParams = []Param{
	{"name", "string", "a part of the name", false}, {"state", "string", "where the host stands", false},
	{"sort", "string", "queued, fetched, failures, next or name", false}, {"skip", "integer", "so many of the first", false}, limitParam,
}

// lineRoutes are the paths whose response is a list, one value a line.
func lineRoutes() []Route {
	list := func(path, summary string, params []Param, lines func(*handler, *http.Request, func(any) error) error) Route {
		return Route{Method: http.MethodGet, Path: path, Summary: summary, Params: append(params, limitParam), Lines: true, lines: lines}
	}
	return []Route{
		list("/pages", "pages in the order of their numbers", []Param{
			{"after", "integer", "only pages with a greater number", false}, {"before", "integer", "only pages with a smaller number", false},
			{"newest", "boolean", "the newest first", false}, {"relevant", "boolean", "only those on topic", false},
			{"with", "string", "parts, too: body, links and path, separated by commas", false},
		}, (*handler).pages),
		list("/postings", "postings that meet a query", []Param{{"q", "string", "the query, as JSON", false}}, (*handler).postings),
		list("/changes", "what happened to postings after a cursor", []Param{{"since", "integer", "the cursor; 0: from the beginning", false}}, (*handler).changes),
		list("/check", "entries of the store that are not as they were written", nil, (*handler).check),
	}
}

// rawJSON is a response that is JSON already.
type rawJSON []byte

// MarshalJSON implements json.Marshaler: it returns the bytes as they are, because they are JSON already.
func (r rawJSON) MarshalJSON() ([]byte, error) { return r, nil }

// pattern returns the pattern of a route for a http.ServeMux.
func (r *Route) pattern() string { return r.Method + " " + path(r.Path) }

// path returns a path with its version.
func path(of string) string { return fmt.Sprintf("/v%d%s", Version, of) }

// check compares the parameters of a request with those that the route describes. Others are ignored.
func (r *Route) check(request *http.Request) error {
	given, err := url.ParseQuery(request.URL.RawQuery)
	if err != nil {
		return fmt.Errorf("%w: the query cannot be read: %w", errBadRequest, err)
	}
	for _, p := range r.Params {
		if p.Needed && !given.Has(p.Name) {
			return fmt.Errorf("%w: %s is missing: give %s", errBadRequest, p.Name, p.Summary)
		}
		if err := p.check(given.Get(p.Name)); err != nil {
			return err
		}
	}
	return nil
}

// check returns an error if a value is not of the parameter's type.
func (p *Param) check(value string) (err error) {
	switch {
	case value == "" || p.Type == "string":
	case p.Type == "boolean" && value != "true" && value != "false":
		return fmt.Errorf("%w: %s is true or false, not %q", errBadRequest, p.Name, value)
	case p.Type == "integer":
		_, err = number(value)
	}
	return err
}
