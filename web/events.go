package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/a-h/templ"

	"gannet/crawldir"
	"gannet/crawldir/overview"
)

const (
	mostListeners = 64
	eventsEvery   = 4 * time.Second
	restingEvery  = 15 * time.Second       // of a crawl that no process runs
	readingEvery  = 500 * time.Millisecond // of such a crawl while its curve is read
)

// liveParts are the parts of the view "now" that events replace, by name.
var liveParts = map[string]func(*nowView) templ.Component{
	"well": (*nowView).well, "worth": (*nowView).worth, "stages": (*nowView).stages,
	"findings": (*nowView).findings, "fresh": (*nowView).fresh, "latest": (*nowView).latest,
}

// event is what is sent to a viewer. Parts are those that have changed since the event before.
type event struct {
	Parts map[string]string `json:"parts"`
	Curve []overview.Point  `json:"curve"`
}

// events sends the view "now" repeatedly until the viewer leaves.
func (s *Server) events(w http.ResponseWriter, r *http.Request) {
	c := s.crawlOf(w, r)
	if c == nil {
		return
	}
	select {
	case s.listen <- struct{}{}:
		defer func() { <-s.listen }()
	default:
		s.fail(w, r, c, http.StatusServiceUnavailable, errors.New("too many pages are open"))
		return
	}
	out := http.NewResponseController(w)
	_ = out.SetReadDeadline(time.Time{}) // a request lasts as long as the page is open
	w.Header().Set("Content-Type", "text/event-stream")
	sent := make(map[string]string)
	for {
		again := s.sendEvent(w, r, c, sent)
		if err := out.Flush(); err != nil {
			return
		}
		select {
		case <-time.After(again):
		case <-r.Context().Done():
			return
		case <-s.ended:
			return
		}
	}
}

// sendEvent sends one event, and returns when the next one is due.
func (s *Server) sendEvent(w http.ResponseWriter, r *http.Request, c *crawl, sent map[string]string) time.Duration {
	var v *nowView
	err := c.read(r.Context(), func(reader *crawldir.Reader) error {
		data, err := viewNow(&request{r, reader, c, s.sessions != nil})
		if err == nil {
			v = data.(*nowView)
		}
		return err
	})
	if err != nil {
		fmt.Fprint(w, ": no answer\n\n") // the crawl may be about to begin or to end
		return eventsEvery
	}
	e := event{Parts: make(map[string]string), Curve: v.Worth.Curve}
	for part, of := range liveParts {
		var html bytes.Buffer
		if err := of(v).Render(r.Context(), &html); err != nil {
			s.log.Error("an event cannot be written", "part", part, "cause", err)
			return restingEvery
		}
		if text := html.String(); sent[part] != text {
			sent[part], e.Parts[part] = text, text
		}
	}
	if data, err := json.Marshal(e); err == nil {
		fmt.Fprintf(w, "data: %s\n\n", data)
	}
	switch {
	case v.Running:
		return eventsEvery
	case !v.Worth.Whole:
		return readingEvery
	}
	return restingEvery
}
