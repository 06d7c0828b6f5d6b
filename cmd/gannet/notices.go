package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"gannet/crawldir"
	"gannet/crawldir/history"
	"gannet/feed"
	"gannet/store/postings"
	"gannet/web"
)

func newNotices() *cobra.Command {
	var f deliveryFlags
	c := &cobra.Command{
		Use:   "notices DIR",
		Short: "Write when a crawl ended, died or was held up, and which hosts no longer give what they gave",
		Long: "Notices prints what the owner of a crawl should know about its runs, as JSON Lines, one event on each line, the\n" +
			"oldest first. The events are: \"ended\"; \"died\" (the process was killed); \"held up\" (no request could be made\n" +
			"for a minute, or all queued links are of hosts that fail); \"goes on\" (the crawl is no longer held up); \"breaks\"\n" +
			"(a host no longer gives the listings or postings that it gave before); and \"mends\" (the host gives them again).\n" +
			"Each event has a number, its cursor. --since N prints the events after cursor N. With --cursor FILE, the file stores\n" +
			"the cursor of the last event, and the next call continues after it. --webhook, --run and --atom work as in `gannet\n" +
			"jobs changes`.",
		Example: "  gannet notices crawl\n" +
			"  gannet notices crawl --follow --cursor notices.cursor --run 'mail -E -s crawl me@example.org'",
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			to, err := f.sink(c)
			if err != nil {
				return err
			}
			if f.atom != "" {
				return repeated(c.Context(), c.ErrOrStderr(), f.follow, func() error {
					list, _, crawl, err := noticesOf(args[0])
					if err != nil {
						return err
					}
					return replaceFeed(f.atom, web.NoticesFeed(map[string][]history.Notice{crawl: list}))
				})
			}
			cursor, err := f.cursor()
			if err != nil {
				return err
			}
			d := &noticeDelivery{dir: args[0], place: cursor, to: to}
			return repeated(c.Context(), c.ErrOrStderr(), f.follow, func() error { return d.once(c.Context()) })
		},
	}
	f.add(c.Flags())
	return c
}

// noticesOf returns the notices of a crawl, the latest cursor that one of them may have, and the identity of the crawl.
func noticesOf(dir string) (list []history.Notice, latest uint64, crawl string, err error) {
	r, err := crawldir.Read(dir)
	if err != nil {
		return nil, 0, "", err
	}
	defer r.Close()
	if crawl, err = r.Postings.Crawl(); err != nil {
		return nil, 0, "", err
	}
	name, entries, err := r.History()
	return history.Notices(name, entries, r.Running()), history.Latest(entries), crawl, err
}

// noticeDelivery brings the notices of a crawl to a sink.
type noticeDelivery struct {
	dir string
	place
	to changeSink
}

// noticesFeed is the name of the feed of notices in the file of a cursor.
const noticesFeed = "notices"

// mostNotices is how many notices a batch has at most.
const mostNotices = 500

// once delivers the notices after the cursor.
func (d *noticeDelivery) once(ctx context.Context) error {
	list, latest, crawl, err := noticesOf(d.dir)
	if err == nil {
		err = d.at.Of(crawl, noticesFeed)
	}
	if err != nil {
		return err
	}
	if d.at.Cursor > latest {
		return d.advised(fmt.Errorf("cursor %d: %w: the latest is %d", d.at.Cursor, postings.ErrNoCursor, latest))
	}
	for len(list) > 0 && list[0].Cursor <= d.at.Cursor {
		list = list[1:]
	}
	for len(list) > 0 {
		part := list[:min(len(list), mostNotices)]
		list = list[len(part):]
		b := &feed.Batch{Cursor: part[len(part)-1].Cursor, Lines: len(part)}
		var text bytes.Buffer
		out := json.NewEncoder(&text)
		out.SetEscapeHTML(false)
		for _, n := range part {
			if err := out.Encode(n); err != nil {
				return err
			}
		}
		b.Body = text.Bytes()
		if err := d.to.deliver(ctx, crawl, b); err != nil {
			return err
		}
		if err := d.advance(b.Cursor); err != nil {
			return err
		}
	}
	return nil
}
