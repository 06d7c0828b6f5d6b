package web

import (
	"errors"
	"net/http"
	"net/url"
	"strings"

	"gannet/crawldir"
	"gannet/crawldir/api"
)

var errNoControl = errors.New("nothing can be changed here without a token: start the page again with --token-file")

// mayControl reports whether a request may change a crawl, and sends the refusal if it may not. The guard has checked the token before.
func (s *Server) mayControl(w http.ResponseWriter, r *http.Request, c *crawl) bool {
	if s.sessions == nil {
		s.fail(w, r, c, http.StatusForbidden, errNoControl)
		return false
	}
	named := strings.HasPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !named && r.Header.Get("Origin") == "" && r.Header.Get("Sec-Fetch-Site") == "" {
		s.fail(w, r, c, http.StatusForbidden, errOtherSite) // a cookie alone does not show who asks
		return false
	}
	return true
}

// control obeys a button of the page, and shows the crawl again.
func (s *Server) control(w http.ResponseWriter, r *http.Request) {
	c := s.crawlOf(w, r)
	if c == nil || !s.mayControl(w, r, c) {
		return
	}
	form, err := formOf(w, r, mostBody)
	if err != nil {
		s.fail(w, r, c, statusOf(err), err)
		return
	}
	command := commandOf(form)
	if err = command.Check(); err == nil {
		err = c.read(r.Context(), func(reader *crawldir.Reader) error {
			_, err := reader.Control(command)
			return err
		})
	}
	if err != nil {
		s.fail(w, r, c, statusOf(err), err)
		return
	}
	s.log.Info("a crawl is controlled", "crawl", c.name, "verb", command.Verb, "values", command.Values)
	c.forget()
	to := "now"
	if command.Verb.TakesValues() {
		to = "control"
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
}

// commandOf reads a form of the view "control": values one a line, or budgets by name.
func commandOf(form url.Values) api.Command {
	command := api.Command{Verb: api.Verb(form.Get("verb"))}
	for _, text := range form["value"] {
		for line := range strings.Lines(text) {
			if line = strings.TrimSpace(line); line != "" {
				command.Values = append(command.Values, line)
			}
		}
	}
	for _, name := range api.Budgets() {
		if v, was := strings.TrimSpace(form.Get(name)), form.Get("was-"+name); command.Verb == api.Budget && v != "" && v != was {
			command.Values = append(command.Values, name+"="+v)
		}
	}
	return command
}

// controlView shows the commands that users gave the crawl, with forms for new ones.
type controlView struct {
	*api.Controls
	Running, May bool
	Names        []string // of budgets
	Host         string   // that the form for blocking begins with
}

func (v *controlView) title() string { return "Control" }

// waiting says how many links of blocked hosts wait.
func (v *controlView) waiting() string {
	if v.Waiting == 0 {
		return ""
	}
	return ": " + count(v.Waiting) + " now"
}

func viewControl(r *request) (view, error) {
	c, err := r.Controls()
	if err != nil {
		return nil, err
	}
	return &controlView{Controls: c, Running: r.Running(), May: r.Running() && r.mayControl, Names: api.Budgets(), Host: r.URL.Query().Get("host")}, nil
}

// forget drops the cached overview, so that the next request makes a new one.
func (c *crawl) forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last = nil
}

// api answers requests in the same way as the socket of a running crawl.
func (s *Server) api(w http.ResponseWriter, r *http.Request) {
	c := s.crawlOf(w, r)
	if c == nil || r.Method != http.MethodGet && r.Method != http.MethodHead && !s.mayControl(w, r, c) {
		return
	}
	err := c.read(r.Context(), func(reader *crawldir.Reader) error {
		source := reader.Source(c.tracker)
		source.Lists = c.lists
		r.URL.Path, r.URL.RawPath = strings.TrimPrefix(r.URL.Path, "/crawl/"+c.name), ""
		api.NewHandler(source).ServeHTTP(w, r)
		return nil
	})
	if err != nil {
		s.fail(w, r, c, statusOf(err), err)
	}
}

// isAPI reports whether a path belongs to the interface for programs.
func isAPI(path string) bool {
	if inCrawl, ok := strings.CutPrefix(path, "/crawl/"); ok {
		_, path, _ = strings.Cut(inCrawl, "/")
		path = "/" + path
	}
	return strings.HasPrefix(path, "/v1/")
}

// apiKinds name the reasons for which the page refuses a request for the interface.
var apiKinds = map[error]string{
	errOtherName: "other name", errOtherSite: "other site", errNoToken: "no token", errNoControl: "no control", errNoCrawl: "no crawl",
	errPaused: "paused",
}

// assist answers assistants, which can only read.
func (s *Server) assist(w http.ResponseWriter, r *http.Request) {
	if c := s.crawlOf(w, r); c != nil {
		r.Body = http.MaxBytesReader(w, r.Body, mostCall)
		c.mcp.ServeHTTP(w, r)
	}
}
