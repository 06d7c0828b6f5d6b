package fetch

import (
	"cmp"
	"context"
	"net/http"

	"gannet/crawler/content"
	"gannet/features/records"
	"gannet/features/scripted"
	"gannet/internal/weburl"
)

type (
	dataKey   struct{}
	scriptKey struct{}
)

// AcceptData returns a context with which Fetch also reads responses in JSON, and in XML that is not a page. Response.Body is then the page that
// package records makes of the data.
func AcceptData(ctx context.Context) context.Context { return context.WithValue(ctx, dataKey{}, true) }

// AcceptScripts returns a context with which Fetch also reads scripts, and the responses that AcceptData permits. Fetch makes a page of a
// script, with links to the addresses that the script requests. document is the URL of the page that loads the script, or "" if no page does.
// The addresses are relative to document (HTML, section 8.1.3.2: the API base URL is the document's).
func AcceptScripts(ctx context.Context, document string) context.Context {
	return context.WithValue(ctx, scriptKey{}, document)
}

func acceptsData(ctx context.Context) bool    { return ctx.Value(dataKey{}) != nil }
func acceptsScripts(ctx context.Context) bool { return ctx.Value(scriptKey{}) != nil }

// AsData converts a response that File has returned to the page that Fetch with AcceptData would make of its JSON or XML. ok is false if the
// response is incomplete, or neither JSON nor XML.
func AsData(r *Response) (page *Response, ok bool) {
	kind := content.TypeOf(r.Header.Values("Content-Type"))
	accepting := call{data: true}
	if r.Status != http.StatusOK || r.Truncated || r.Broken != nil || !accepting.isAcceptedData(kind.Essence, r.Body) {
		return nil, false
	}
	made := *r
	text := content.ToUTF8(r.Body, content.Hints{Type: kind, Host: weburl.Host(r.URL)})
	made.Body, made.Charset, made.Guessed, made.Data = text.Body, text.Encoding, text.Guessed, true
	return &made, made.makePage(context.Background()) == nil
}

// mayReadData reports whether a body of a media type may be data or a script that is accepted.
func (m *call) mayReadData(essence string) bool {
	return m.data && (records.IsJSON(essence) || content.IsXML(essence)) || m.scripts && records.IsScript(essence)
}

// isAcceptedData reports whether a body of a media type that begins with start is data or a script that the call accepts.
func (m *call) isAcceptedData(essence string, start []byte) bool {
	return m.mayReadData(essence) && (records.IsScript(essence) || records.Looks(start, content.Root))
}

// makePage replaces a response by the page that is made of it. If the response cannot be read as a whole, it makes the page of its first records and sets
// Truncated, so that records missing from that page are not taken for deleted ones.
func (r *Response) makePage(ctx context.Context) (err error) {
	switch {
	case r.Broken != nil:
		return r.Broken
	case records.IsScript(content.TypeOf(r.Header.Values("Content-Type")).Essence):
		document, _ := ctx.Value(scriptKey{}).(string)
		r.Body = records.ScriptPage(resolved(cmp.Or(document, r.URL), scripted.Addresses(r.Body)))
	default:
		answer := r.Body
		if r.Body, err = records.Page(r.URL, answer); err != nil {
			if start, failed := records.Start(r.URL, answer); failed == nil {
				r.Body, r.Truncated, err = start, true, nil
			}
		}
	}
	if err != nil {
		return &Error{Kind: ContentType, URL: r.URL, Err: err}
	}
	return nil
}

// resolved returns the URLs of addresses in a document. It leaves out addresses that cannot be resolved to a URL.
func resolved(document string, addresses []string) (urls []string) {
	base, err := weburl.NewBase(document)
	if err != nil {
		return nil
	}
	for _, a := range addresses {
		if url, err := base.Resolve(a); err == nil {
			urls = append(urls, url)
		}
	}
	return urls
}
