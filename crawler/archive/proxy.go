package archive

import (
	"fmt"
	"io"
	"net/http"
	"strings"

	"gannet/internal/weburl"
)

// hopByHop are the header fields of one connection. A proxy does not forward them (RFC 9110, section 7.6.1).
var hopByHop = []string{
	"Connection", "Keep-Alive", "Proxy-Connection", "Proxy-Authenticate", "Proxy-Authorization", "Te", "Trailer",
	"Transfer-Encoding", "Upgrade",
}

// Proxy returns an HTTP forward proxy that answers requests for http URLs with rt, such as a Web. It refuses CONNECT, the tunnel for https, because
// an archive cannot answer requests that are encrypted from end to end. If rt has a page under https, the proxy answers with it under http.
func Proxy(rt http.RoundTripper) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Method == http.MethodConnect:
			refuse(w, http.StatusNotImplemented, "CONNECT is not possible: https cannot be replayed from an archive; ask for http://"+r.Host+"/")
		case !r.URL.IsAbs() || r.URL.Host == "":
			refuse(w, http.StatusBadRequest, "this is an HTTP proxy and no web server: use it as in curl -x http://"+r.Host+" http://example.com/")
		default:
			forward(w, r, rt)
		}
	})
}

func refuse(w http.ResponseWriter, status int, why string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(status)
	fmt.Fprintln(w, why)
}

func forward(w http.ResponseWriter, r *http.Request, rt http.RoundTripper) {
	out := r.Clone(r.Context())
	out.RequestURI = "" // a client's request has none
	dropHopByHop(out.Header)
	resp, err := secureToo(rt, out)
	if err != nil {
		refuse(w, http.StatusBadGateway, err.Error())
		return
	}
	defer resp.Body.Close()
	if resp.StatusCode < 200 { // it would make the client wait for another answer
		refuse(w, http.StatusBadGateway, "the archived status is "+resp.Status)
		return
	}
	dropHopByHop(resp.Header)
	for name, values := range resp.Header {
		w.Header()[name] = values
	}
	w.WriteHeader(resp.StatusCode)
	// If this fails, the client has gone or the source broke off, and net/http closes the connection.
	_, _ = io.Copy(w, resp.Body)
}

// secureToo answers a request. If the response redirects to the same URL with https, it returns the answer from there instead, because a client of this
// proxy cannot follow the redirect.
func secureToo(rt http.RoundTripper, req *http.Request) (*http.Response, error) {
	resp, err := rt.RoundTrip(req)
	if err != nil || resp.StatusCode/100 != 3 || req.URL.Scheme != "http" {
		return resp, err
	}
	url, err := weburl.Canonical(req.URL.String())
	if err != nil || !leads(url, resp.Header.Get("Location"), otherScheme(url)) {
		return resp, nil
	}
	resp.Body.Close()
	again := req.Clone(req.Context())
	again.URL.Scheme, again.Body = "https", nil
	return rt.RoundTrip(again)
}

func dropHopByHop(h http.Header) {
	for _, value := range h["Connection"] {
		for name := range strings.SplitSeq(value, ",") {
			h.Del(strings.TrimSpace(name))
		}
	}
	for _, name := range hopByHop {
		h.Del(name)
	}
}
