package render

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// page is a page while the browser makes it.
type page struct {
	*process
	options Options
	url     string
	first   *Answer
	gate    Gate

	ctx     context.Context // of its requests
	context string          // of the browser
	session string
	ready   chan struct{} // closed when its virtual time is over
	answers sync.WaitGroup

	mu       sync.Mutex // guards the fields below
	begun    bool       // the first response was given
	requests int
	refused  int
	started  bool // its virtual time has begun
	finished bool // its virtual time is over
	over     bool // no request is answered any more
}

// holder holds the page that a browser is making.
type holder struct{ p atomic.Pointer[page] }

func (h *holder) set(p *page) { h.p.Store(p) }
func (h *holder) get() *page  { return h.p.Load() }

// lastStep bounds the commands after the time for a page is over, in which the unfinished page can still be read.
const lastStep = 5 * time.Second

// make makes the page within its limits.
func (p *page) make(parent context.Context) (*Result, error) {
	began := time.Now()
	before := usageOf(p.cmd.Process.Pid).processor
	ctx, cancel := context.WithCancel(parent)
	defer cancel()
	p.ctx = ctx
	done, guarded := make(chan struct{}), make(chan error, 1)
	go func() { guarded <- p.process.guard(p.options, before, done) }()
	r := &Result{}
	err := p.open(ctx)
	if err == nil {
		r.Cut, err = p.awaitReady(ctx)
	}
	if err == nil {
		r.HTML, err = p.read(ctx)
	}
	r.Took, r.Processor = time.Since(began), max(0, usageOf(p.cmd.Process.Pid).processor-before)
	if err == nil {
		err = p.close(ctx)
	}
	p.mu.Lock()
	r.Requests, r.Refused, p.over = p.requests, p.refused, true
	p.mu.Unlock()
	cancel()
	p.answers.Wait()
	close(done)
	if over := <-guarded; over != nil {
		err = over
	}
	switch cause := context.Cause(parent); {
	case err == nil:
		return r, nil
	case cause != nil:
		err = cause
	case errors.Is(err, errEnded):
		err = ErrDied
	case errors.Is(err, context.DeadlineExceeded):
		err = ErrHung
	}
	return nil, err
}

// withoutNetwork is a script that removes from a page the interfaces by which it could reach the network other than by requests.
const withoutNetwork = `for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection", "WebTransport", "WebSocket", "EventSource"]) delete globalThis[name];
delete Navigator.prototype.sendBeacon; delete Navigator.prototype.serviceWorker;`

// open opens the page in a browser context of its own.
func (p *page) open(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startTime)
	defer cancel()
	var made struct{ BrowserContextID, TargetID, SessionID string }
	if err := p.call(ctx, "", "Target.createBrowserContext", params{"disposeOnDetach": true}, &made); err != nil {
		return err
	}
	p.context = made.BrowserContextID
	if err := p.call(ctx, "", "Target.createTarget", params{"url": blank, "browserContextId": p.context}, &made); err != nil {
		return err
	}
	if err := p.call(ctx, "", "Target.attachToTarget", params{"targetId": made.TargetID, "flatten": true}, &made); err != nil {
		return err
	}
	p.session = made.SessionID
	for _, c := range []struct {
		method string
		params params
	}{
		{"Page.enable", nil},
		{"Fetch.enable", params{"patterns": []params{{"urlPattern": "*"}}}},
		{"Page.addScriptToEvaluateOnNewDocument", params{"source": withoutNetwork}},
		{"Emulation.setUserAgentOverride", params{"userAgent": p.options.UserAgent}},
		{"Emulation.setVirtualTimePolicy", params{"policy": "pause"}},
	} {
		if err := p.call(ctx, p.session, c.method, c.params, nil); err != nil {
			return err
		}
	}
	_, err := p.send(p.session, "Page.navigate", params{"url": p.url}) // answers after the first response is there
	return err
}

// startTime bounds the commands that open a page. It is long because a busy machine starts a browser slowly.
const startTime = 30 * time.Second

// awaitReady waits until the page is made. cut says that the time for the page was over before that.
func (p *page) awaitReady(ctx context.Context) (cut bool, err error) {
	timer := time.NewTimer(p.options.Time)
	defer timer.Stop()
	select {
	case <-p.ready:
		return false, nil
	case <-timer.C:
		return true, nil
	case <-p.ended:
		return false, errEnded
	case <-ctx.Done():
		return false, context.Cause(ctx)
	}
}

// document is a script that returns the document as HTML. It puts the content of an element's open shadow tree before the element's other children.
const document = `(() => {
  const open = root => { for (const e of root.querySelectorAll("*")) if (e.shadowRoot) { open(e.shadowRoot); e.prepend(...e.shadowRoot.childNodes) } };
  open(document);
  return (document.doctype ? "<!DOCTYPE html>" : "") + document.documentElement.outerHTML;
})()`

// read returns the HTML of the document.
func (p *page) read(ctx context.Context) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, lastStep)
	defer cancel()
	var value struct{ Result struct{ Value string } }
	err := p.call(ctx, p.session, "Runtime.evaluate", params{"expression": document, "returnByValue": true}, &value)
	return []byte(value.Result.Value), err
}

// close removes the browser context, together with everything that the page has stored in it.
func (p *page) close(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, lastStep)
	defer cancel()
	err := p.call(ctx, "", "Target.disposeBrowserContext", params{"browserContextId": p.context}, nil)
	if errors.Is(err, context.DeadlineExceeded) {
		return ErrHung
	}
	return err
}

// take handles an event of the page.
func (p *page) take(e event) {
	switch e.Method {
	case "Emulation.virtualTimeBudgetExpired":
		p.mu.Lock()
		if !p.finished {
			p.finished = true
			close(p.ready)
		}
		p.mu.Unlock()
	case "Page.frameNavigated":
		var navigated struct {
			Frame struct{ URL, ParentID string }
		}
		if json.Unmarshal(e.Params, &navigated) == nil && navigated.Frame.ParentID == "" && navigated.Frame.URL != blank {
			p.startClock()
		}
	case "Page.javascriptDialogOpening": // scripts wait for its response
		_, _ = p.send(e.Session, "Page.handleJavaScriptDialog", params{"accept": false})
	case "Fetch.requestPaused":
		var paused paused
		if json.Unmarshal(e.Params, &paused) == nil {
			p.mu.Lock()
			if !p.over {
				p.answers.Go(func() { p.answer(e.Session, &paused) })
			}
			p.mu.Unlock()
		}
	}
}

// blank is what a browser shows before the page.
const blank = "about:blank"

// startClock starts the page's virtual time. Only the first call has an effect.
func (p *page) startClock() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.started {
		p.started = true
		_, _ = p.send(p.session, "Emulation.setVirtualTimePolicy", params{
			"policy": "pauseIfNetworkFetchesPending", "budget": p.options.Virtual.Milliseconds(), "maxVirtualTimeTaskStarvationCount": starvation,
		})
	}
}

// starvation is how many tasks may run in a row before virtual time goes on regardless, so that endless scripts come to an end.
const starvation = 10_000

// paused is the event of a request that waits for its response (Fetch.requestPaused).
type paused struct {
	RequestID    string
	ResourceType string
	Request      struct{ URL, Method string }
}

// answer sends the browser the answer to a request.
func (p *page) answer(session string, r *paused) {
	answer := p.answerOf(r)
	if answer == nil {
		_, _ = p.send(session, "Fetch.failRequest", params{"requestId": r.RequestID, "errorReason": "BlockedByClient"})
		return
	}
	_, _ = p.send(session, "Fetch.fulfillRequest", params{
		"requestId": r.RequestID, "responseCode": answer.Status, "responseHeaders": fields(answer.Header),
		"body": append([]byte{}, answer.Body...), // never null, which the browser refuses
	})
}

// noStyle is the answer to requests for style sheets, which do not change the text of a page. It is an empty style sheet, so that scripts that wait
// for one go on.
var noStyle = &Answer{Status: http.StatusOK, Header: http.Header{"Content-Type": {"text/css"}}}

// noContent is the answer to a request for a further document. The browser then stays at its present document (HTML, "navigate").
var noContent = &Answer{Status: http.StatusNoContent}

// answerOf returns the answer to a request, nil if the request is refused. It refuses frames, which are pages of their own, and pictures, fonts,
// media, reports and requests that change something at a server, because all these are of no use.
func (p *page) answerOf(r *paused) *Answer {
	switch {
	case r.ResourceType == "Document":
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.begun {
			return noContent
		}
		p.begun = true
		return p.first
	case r.ResourceType == "Stylesheet":
		return noStyle
	case r.Request.Method != http.MethodGet || !strings.HasPrefix(r.Request.URL, "http"):
		return nil
	case r.ResourceType == "Script":
		return p.request(Request{URL: r.Request.URL})
	case r.ResourceType == "XHR" || r.ResourceType == "Fetch":
		return p.request(Request{URL: r.Request.URL, Data: true})
	}
	return nil
}

// request passes a request to the gate and returns its response, nil if the gate refuses or the page has made too many requests.
func (p *page) request(r Request) *Answer {
	p.mu.Lock()
	allowed := p.requests < p.options.Requests
	if allowed {
		p.requests++
	}
	p.mu.Unlock()
	if allowed {
		if answer, err := p.gate(p.ctx, r); err == nil {
			return answer
		}
	}
	p.mu.Lock()
	p.refused++
	p.mu.Unlock()
	return nil
}

// field is a header field in the form of the protocol.
type field struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// connectionFields are header fields that are not passed on to the browser. They concern the connection over which a response came, or would change
// what the browser stores.
var connectionFields = []string{"Content-Encoding", "Content-Length", "Transfer-Encoding", "Connection", "Keep-Alive", "Set-Cookie", "Alt-Svc", "Link", "Refresh"}

func fields(h http.Header) []field {
	list := []field{}
	for name, values := range h {
		if slices.Contains(connectionFields, http.CanonicalHeaderKey(name)) {
			continue
		}
		for _, value := range values {
			list = append(list, field{name, value})
		}
	}
	return list
}
