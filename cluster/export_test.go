package cluster

import (
	"fmt"

	"gannet/frontier"
)

// A bubble of testing/synctest may use channels from outside, but not those of another bubble. These make theirs at the first use.
func init() {
	if _, err := zstdReader().DecodeAll(zstdWriter().EncodeAll([]byte("a"), nil), nil); err != nil {
		panic(err)
	}
}

// IsRepeated reports whether a compaction has appended a message.
func IsRepeated(body []byte) bool {
	h, _, err := headerOf(body)
	return err == nil && h.repeated
}

// IsMark reports whether a message shows that a machine has a partition from then on.
func IsMark(body []byte) bool {
	_, rest, err := headerOf(body)
	if err != nil {
		return false
	}
	plain, err := zstdReader().DecodeAll(rest, nil)
	return err == nil && len(plain) == 1 && kind(plain[0]) == factMark
}

// Known says by URL and host what a new owner knows that reads messages in their order.
func Known(bodies [][]byte) map[string]string {
	known := make(map[string]string)
	links := make(map[string]frontier.Link)
	newest := make(map[string]bool)
	for _, body := range bodies {
		h, rest, err := headerOf(body)
		if err != nil {
			panic(err)
		}
		f, err := decode(rest)
		if err != nil {
			panic(err)
		}
		for _, l := range f.links {
			if old, ok := links[l.URL]; !ok || l.Priority > old.Priority {
				links[l.URL] = l
			}
		}
		for _, e := range f.ended {
			if known[e.URL] == "" {
				known[e.URL] = fmt.Sprint(e.State)
			}
		}
		for host, d := range f.delays {
			if !h.repeated {
				newest[host], known[host] = true, d.String()
			} else if !newest[host] {
				known[host] = d.String()
			}
		}
	}
	for url, l := range links {
		if known[url] == "" {
			known[url] = fmt.Sprintf("%s %v %s", l.Host, l.Priority, l.Data)
		}
	}
	return known
}
