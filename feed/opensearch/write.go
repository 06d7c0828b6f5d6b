package opensearch

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"

	"gannet/feed"
)

// cursorField is the field of a document that has the cursor of its update.
const cursorField = "update_cursor"

// The bounds of a batch. A single document may be longer.
const (
	batchDocuments = 1000
	batchBytes     = 4 << 20
)

// Apply implements feed.Sink: it writes the documents of an update to the index, and the new cursor last.
func (s *Sink) Apply(ctx context.Context, u *feed.Update) error {
	b := &batch{sink: s, version: u.Cursor}
	err := u.Rows.Each(ctx, func(row feed.Row) error {
		if row.Values == nil {
			return b.add(ctx, "delete", row.Number, nil)
		}
		return b.add(ctx, "index", row.Number, s.document(row, u.Cursor))
	})
	if err == nil {
		err = b.send(ctx)
	}
	if err == nil && u.Whole {
		err = s.removeOlder(ctx, u.Cursor)
	}
	if err != nil {
		return err
	}
	return s.set(ctx, s.meta(u.Crawl, u.Cursor))
}

func (s *Sink) document(row feed.Row, cursor uint64) map[string]any {
	d := s.table.Document(row)
	d[cursorField] = cursor
	return d
}

// removeOlder removes the documents that are older than an update with all postings, because the update did not write them.
func (s *Sink) removeOlder(ctx context.Context, than uint64) error {
	if _, err := s.request(ctx, http.MethodPost, "_refresh", nil, nil); err != nil {
		return err
	}
	older := map[string]any{"query": map[string]any{"range": map[string]any{cursorField: map[string]any{"lt": than}}}}
	for {
		var did struct {
			Deleted  int
			Failures []json.RawMessage
			TimedOut bool `json:"timed_out"`
		}
		path := fmt.Sprintf("_delete_by_query?conflicts=proceed&refresh=true&max_docs=%d", removedAtOnce)
		switch _, err := s.request(ctx, http.MethodPost, path, older, &did); {
		case err != nil:
			return err
		case len(did.Failures) > 0 || did.TimedOut:
			return fmt.Errorf("%w: it did not remove all documents that are gone", feed.ErrUnavailable)
		case did.Deleted < removedAtOnce:
			return nil
		}
	}
}

// removedAtOnce bounds the documents that one request removes, so that it takes no longer than the client waits.
const removedAtOnce = 10_000

// batch is a body of the request _bulk.
type batch struct {
	sink      *Sink
	version   uint64
	body      bytes.Buffer
	documents int
}

// add adds an action, and sends the batch when it is full. An action does nothing if its version is lower than that of the document.
func (b *batch) add(ctx context.Context, action string, number uint64, document any) error {
	out := json.NewEncoder(&b.body)
	head := map[string]any{action: map[string]any{"_id": strconv.FormatUint(number, 10), "version": b.version, "version_type": "external_gte"}}
	if err := out.Encode(head); err != nil {
		return err
	}
	if document != nil {
		if err := out.Encode(document); err != nil {
			return err
		}
	}
	if b.documents++; b.documents < batchDocuments && b.body.Len() < batchBytes {
		return nil
	}
	return b.send(ctx)
}

// send sends the batch and checks the result of each action.
func (b *batch) send(ctx context.Context) error {
	if b.documents == 0 {
		return nil
	}
	var answer struct {
		Errors bool
		Items  []map[string]struct {
			ID     string `json:"_id"`
			Status int
			Error  json.RawMessage
		}
	}
	if _, err := b.sink.request(ctx, http.MethodPost, "_bulk", b.body.Bytes(), &answer); err != nil {
		return err
	}
	if len(answer.Items) != b.documents {
		return fmt.Errorf("%w: it answers for %d documents of %d", ErrRefused, len(answer.Items), b.documents)
	}
	b.body.Reset()
	b.documents = 0
	for _, item := range answer.Items {
		for action, done := range item {
			switch {
			case done.Status < 300, done.Status == http.StatusConflict, action == "delete" && done.Status == http.StatusNotFound:
			case done.Status == http.StatusTooManyRequests || done.Status >= 500:
				return fmt.Errorf("%w: it answers %d for document %s", feed.ErrUnavailable, done.Status, done.ID)
			default:
				return fmt.Errorf("%w: document %s: %.300s", ErrRefused, done.ID, done.Error)
			}
		}
	}
	return nil
}
