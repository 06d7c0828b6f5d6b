package web

import (
	"errors"
	"fmt"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"gannet/store/postings"
)

// policy is the Content-Security-Policy of all responses but copies of pages.
const policy = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"

// guard lets only requests through that may be answered. No other site can have a browser ask for anything here: names of
// others that lead to this address are refused, as are requests for changes that another site's page has caused. All is decided by
// the head of a request: no byte of a body is read before it is known who asks, and never more than mostBody.
func (s *Server) guard(next http.Handler) http.Handler {
	crossOrigin := http.NewCrossOriginProtection()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		setHeaders(w.Header())
		r.Body = http.MaxBytesReader(w, r.Body, mostBody)
		if !s.knownHost(r.Host) {
			s.fail(w, r, nil, http.StatusMisdirectedRequest, errOtherName)
			return
		}
		if err := errors.Join(crossOrigin.Check(r), crossSite(r)); err != nil {
			s.fail(w, r, nil, http.StatusForbidden, errOtherSite)
			return
		}
		if err := longSearch(r.URL); err != nil {
			s.refusals.hold(s.refusals.afterLong(clientOf(r), time.Now()), s.ended)
			s.fail(w, r, nil, http.StatusBadRequest, err)
			return
		}
		if s.sessions != nil && !open(r) {
			if ok, wrong := s.sessions.admit(r); !ok {
				s.askForToken(w, r, wrong)
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

// mostQuery is how long the query of a URL may be: as long as six texts of 1 kB in which every byte is escaped.
const mostQuery = 20 << 10

// searched are the parameters with texts to search for.
var searched = []string{"text", "company", "place", "language", "host", "name", "near", "region", "occupation", "salary-min"}

// longSearch returns postings.ErrLong if a text to search for in a URL is too long. It is called before a crawl is opened, since otherwise the
// process of the crawl would have to answer.
func longSearch(u *url.URL) error {
	if len(u.RawQuery) > mostQuery {
		return fmt.Errorf("%w: the query has %d bytes: give at most %d", postings.ErrLong, len(u.RawQuery), mostQuery)
	}
	if len(u.RawQuery) == 0 {
		return nil
	}
	values := u.Query()
	for _, name := range searched {
		for _, text := range values[name] {
			if err := postings.CheckLength(name, text); err != nil {
				return err
			}
		}
	}
	if q := values.Get("q"); len(q) > mostQuery/2 {
		return fmt.Errorf("%w: q has %d bytes: give at most %d", postings.ErrLong, len(q), mostQuery/2)
	}
	return nil
}

// mostBody is how long the body of a request may be, and mostCall that of an assistant, which sends no seeds.
const mostBody, mostCall = 1 << 20, 64 << 10

// formOf reads a form as browsers send it unless it has files, at most so many bytes of it. A form with files is refused: it would be
// kept in temporary files.
func formOf(w http.ResponseWriter, r *http.Request, most int64) (url.Values, error) {
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind != "application/x-www-form-urlencoded" {
		return nil, errNoForm
	}
	r.Body = http.MaxBytesReader(w, r.Body, most)
	err := r.ParseForm()
	if _, long := errors.AsType[*http.MaxBytesError](err); long {
		return nil, errLongForm
	}
	return r.PostForm, nil // what cannot be read of it is missing
}

var (
	errNoForm    = errors.New("a form is sent as application/x-www-form-urlencoded")
	errLongForm  = errors.New("the form is too long: send it in parts")
	errOtherName = errors.New("the page is not known under this name: use its address, or give the name with --name")
	errOtherSite = errors.New("another site caused this request, so it is refused")
	errNoToken   = errors.New("a token is needed: send it as Authorization: Bearer TOKEN")
	errPaused    = errors.New("too many wrong tokens came from this address: give the right one, which is taken at any time")
)

// setHeaders sets the header fields that all responses have.
func setHeaders(h http.Header) {
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("X-DNS-Prefetch-Control", "off")
	h.Set("Cache-Control", "no-store")
}

// knownHost reports whether a Host field names this server: by an IP address, or by a name that it has. A page of another
// site whose name was made to lead here has that site's name (DNS rebinding).
func (s *Server) knownHost(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.TrimSuffix(strings.ToLower(strings.Trim(host, "[]")), ".")
	if s.names[host] {
		return true
	}
	_, err := netip.ParseAddr(host)
	return err == nil
}

// crossSite returns an error for a request that a page of another site has caused. From elsewhere, only a link to the page may be followed.
func crossSite(r *http.Request) error {
	if site := r.Header.Get("Sec-Fetch-Site"); site != "cross-site" && site != "same-site" {
		return nil
	}
	if r.Method == http.MethodGet && r.Header.Get("Sec-Fetch-Mode") == "navigate" && r.Header.Get("Sec-Fetch-Dest") == "document" {
		return nil
	}
	return errOtherSite
}

// open reports whether a request needs no token: the form for the token, and the files that the form needs.
func open(r *http.Request) bool {
	return r.URL.Path == "/login" || strings.HasPrefix(r.URL.Path, "/static/")
}

// askForToken sends the form to browsers and a sentence to programs.
func (s *Server) askForToken(w http.ResponseWriter, r *http.Request, wrong bool) {
	if wrong && s.wrongToken(w, r, http.StatusUnauthorized) == http.StatusTooManyRequests {
		s.fail(w, r, nil, http.StatusTooManyRequests, errPaused)
		return
	}
	if r.Method == http.MethodGet && strings.Contains(r.Header.Get("Accept"), "text/html") {
		http.Redirect(w, r, "/login?to="+escapePath(r.URL.RequestURI()), http.StatusSeeOther)
		return
	}
	w.Header().Set("WWW-Authenticate", "Bearer")
	if isFeed(r.URL.Path) {
		w.Header().Set("WWW-Authenticate", `Basic realm="gannet", charset="UTF-8"`)
	}
	s.fail(w, r, nil, http.StatusUnauthorized, errNoToken)
}
