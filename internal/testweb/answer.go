package testweb

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

const htmlType = "text/html; charset=utf-8"

// failure is a way in which a connection breaks.
type failure uint8

const (
	unbroken     failure = iota
	noName               // the name does not resolve
	noHandshake          // TLS fails
	resetEarly           // reset before the response
	resetHalfway         // reset within the body
	cutShort             // the body ends before Content-Length
	switched             // status 101, and then silence
)

// answer is what the web answers to one request.
type answer struct {
	status  int
	header  http.Header
	body    []byte
	stream  io.Reader     // in place of body
	wait    time.Duration // before the headers; negative: for ever
	drip    time.Duration // between the pieces of the body
	piece   int           // bytes of a piece; 0 means 1
	failure failure
}

func answerOf(status int, contentType string, body []byte) *answer {
	a := &answer{status: status, header: make(http.Header), body: body}
	if contentType != "" {
		a.header.Set("Content-Type", contentType)
	}
	return a
}

// answer makes the answer to a request for a path of a host.
func (w *Web) answer(name, path string) *answer {
	p, found := w.locate(name, path)
	if !found {
		return &answer{failure: noName}
	}
	switch p.host.trap {
	case Unresolvable:
		return &answer{failure: noName}
	case Vanishing:
		if w.counted(p.host.id); w.vanished(p.host.id) {
			return &answer{failure: noName}
		}
	case TLSFailure:
		return &answer{failure: noHandshake}
	}
	switch p.form {
	case robotsFile:
		return w.robotsAnswer(&p)
	case sitemapFile:
		return w.sitemap(&p)
	case trapped:
		return w.trap(&p)
	}
	return w.disturb(&p, w.pageAnswer(&p))
}

// pageAnswer answers for ordinary pages and redirects.
func (w *Web) pageAnswer(p *place) *answer {
	switch p.form {
	case plain, printed:
		a := answerOf(http.StatusOK, htmlType, w.render(p))
		if w.noIndex(&p.host, p.page) && noIndexHeader(&p.host) {
			a.header.Set("X-Robots-Tag", "noindex")
		}
		return a
	case moved, outward:
		status := []int{http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect,
			http.StatusPermanentRedirect}[mix(p.host.key, 81)%5]
		a := answerOf(status, "", nil)
		a.header.Set("Location", w.target(p))
		return a
	}
	return answerOf(http.StatusNotFound, htmlType, []byte("<html><head><title>Not found</title></head><body><h1>Not found</h1></body></html>\n"))
}

// robotsAnswer answers for robots.txt, as the host's trap requires.
func (w *Web) robotsAnswer(p *place) *answer {
	switch p.host.trap {
	case RobotsError:
		return answerOf(http.StatusServiceUnavailable, "text/plain", []byte("try later\n"))
	case RobotsTimeout:
		return &answer{wait: -1}
	case RobotsForbidden:
		return answerOf([]int{http.StatusUnauthorized, http.StatusForbidden}[p.host.key%2], "text/plain", nil)
	case RobotsRedirects:
		a := answerOf(http.StatusMovedPermanently, "", nil)
		a.header.Set("Location", "/robots-1.txt")
		return a
	case RobotsLoop:
		a := answerOf(http.StatusFound, "", nil)
		a.header.Set("Location", "/robots.txt")
		return a
	case RobotsVictim:
		a := answerOf(http.StatusFound, "", nil)
		a.header.Set("Location", "http://"+w.Victim()+"/robots-of-"+strconv.Itoa(p.host.id)+".txt")
		return a
	case RobotsPrivate:
		a := answerOf(http.StatusFound, "", nil)
		a.header.Set("Location", "http://169.254.169.254/robots.txt")
		return a
	case RobotsBinary:
		r := random{p.host.key}
		noise := make([]byte, 64<<10)
		for i := range noise {
			noise[i] = byte(r.next()) | 0x80
		}
		return answerOf(http.StatusOK, "application/octet-stream", noise)
	case RobotsHuge:
		a := answerOf(http.StatusOK, "text/plain", nil)
		comment := bytes.Repeat([]byte("# there is more to say about this\n"), 100)
		a.stream = io.MultiReader(bytes.NewReader(w.robotsText(&p.host)), repeated(comment, 1<<30))
		return a
	}
	if w.rulesOf(&p.host).none {
		return answerOf(http.StatusNotFound, "text/plain", []byte("no robots.txt\n"))
	}
	return answerOf(http.StatusOK, "text/plain; charset=utf-8", w.robotsText(&p.host))
}

// disturb breaks the answer for a page in the way of the host's trap.
func (w *Web) disturb(p *place, a *answer) *answer {
	drip := w.hostile.Drip
	if drip == 0 {
		drip = time.Second
	}
	switch p.host.trap {
	case SlowHeader:
		a.wait = 600 * drip
	case SlowBody:
		a.drip = drip
	case Switching:
		return &answer{status: http.StatusSwitchingProtocols, header: make(http.Header), failure: switched}
	case TarPit:
		if a.status == http.StatusOK { // padded, or it would be slower than anybody waits for
			a.body = append(a.body, "<!--"+strings.Repeat(" padding", 8<<10)+"-->"...)
			a.drip, a.piece = drip, len(a.body)/tarPitDrips+1
		}
	case Truncated:
		a.failure = cutShort
	case Reset:
		a.failure = resetEarly
	case ResetMidBody:
		a.failure = resetHalfway
	case NoContentType:
		a.header.Del("Content-Type")
	case ServerErrors:
		if n := w.counted(p.host.id); n/10%3 == 1 {
			status := []int{http.StatusInternalServerError, http.StatusBadGateway, http.StatusServiceUnavailable}[n%3]
			return answerOf(status, htmlType, []byte("<h1>out of order</h1>\n"))
		}
	case RetryDates:
		if n := w.counted(p.host.id) % 10; n%5 == 3 {
			a = answerOf(http.StatusServiceUnavailable, htmlType, []byte("<h1>back soon</h1>\n"))
			a.header.Set("Retry-After", []string{"Thu, 01 Jan 1970 00:00:00 GMT", "Fri, 31 Dec 9999 23:59:59 GMT"}[n/5])
		}
	case TooMany:
		if n := w.counted(p.host.id); n%10 < 3 {
			a = answerOf(http.StatusTooManyRequests, htmlType, []byte("<h1>slower, please</h1>\n"))
			a.header.Set("Retry-After", strconv.Itoa(1+int(n%10)))
			if n%10 == 2 {
				a.header.Set("Retry-After", w.now().Add(3*time.Second).UTC().Format(http.TimeFormat))
			}
		}
	}
	return a
}

// vanished reports whether a Vanishing host has answered for the last time.
func (w *Web) vanished(id int) bool {
	counter, found := w.counts.Load(id)
	return found && counter.(*atomic.Int64).Load() > vanishAfter
}

// counted returns how many requests a hostile host has had before this one, and counts this one.
func (w *Web) counted(id int) int64 {
	counter, found := w.counts.Load(id)
	if !found {
		counter, _ = w.counts.LoadOrStore(id, new(atomic.Int64))
	}
	return counter.(*atomic.Int64).Add(1) - 1
}

// tarPitDrips is the number of pieces in which the page of a TarPit arrives.
const tarPitDrips = 55

var errReset = errors.New("connection reset by peer")
