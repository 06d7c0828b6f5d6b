package fetch

import (
	"context"
	"errors"

	"gannet/crawler/content"
	"gannet/features/records"
	"gannet/features/scripted"
)

type dataKey struct{}

// AcceptData returns a context with which Fetch also reads answers in JSON and in XML that are no pages, and scripts: Response.Body is then the
// page that package records makes of one.
func AcceptData(ctx context.Context) context.Context { return context.WithValue(ctx, dataKey{}, true) }

func acceptsData(ctx context.Context) bool { return ctx.Value(dataKey{}) != nil }

// isData reports whether a body of a media type that begins so is JSON, or XML that is no page.
func isData(essence string, start []byte) bool {
	return records.IsScript(essence) || mayBeData(essence) && records.Looks(start, content.Root)
}

func mayBeData(essence string) bool {
	return records.IsJSON(essence) || content.IsXML(essence) || records.IsScript(essence)
}

// makePage replaces an answer by the page that is made of it. An answer of which only the beginning came gives none: what it lacks would be
// taken for gone.
func (r *Response) makePage() (err error) {
	switch {
	case r.Broken != nil:
		return r.Broken
	case records.IsScript(content.TypeOf(r.Header.Values("Content-Type")).Essence):
		r.Body = records.ScriptPage(scripted.Addresses(r.Body))
	case r.Truncated:
		err = errCutData
	default:
		r.Body, err = records.Page(r.URL, r.Body)
	}
	if err != nil {
		return &Error{Kind: ContentType, URL: r.URL, Err: err}
	}
	return nil
}

var errCutData = errors.New("the data are longer than --max-body allows")
