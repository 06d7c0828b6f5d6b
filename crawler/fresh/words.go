package fresh

import (
	"maps"
	"slices"
	"unicode/utf8"

	"gannet/internal/weburl"
)

// longestText is how many bytes of text a link to the next page of a listing has at most.
const longestText = 24

// ReadLinks records where the links of a listing lead. A listing to which pagination leads, and that leads back, is another page of it. What seems to
// show a posting may be one, too, if the text that leads there does not name the posting: names compares them.
func (s *Hosts) ReadLinks(x *Page, links []Link, names func(url, text string) (bool, error)) error {
	h := s.hosts[x.Host()]
	if h == nil || x.Kind != Listing {
		return nil
	}
	list, targets := x.ID(), onlyTargets(links, h.name)
	for _, text := range slices.Sorted(maps.Keys(targets)) {
		url := targets[text]
		if url == "" || url == x.URL {
			continue
		}
		var err error
		if isNumber(text) {
			err = s.takeNext(h, list, url, text)
		}
		if o := h.other(url); err == nil && s.obeys(UnnamedPosting) && (o == nil || !o.unnamed) {
			err = s.noteUnnamed(h, url, text, names)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// noteUnnamed notes a page that seems to show a posting, if the text that leads to it from a listing does not name that.
func (s *Hosts) noteUnnamed(h *host, url, text string, names func(url, text string) (bool, error)) error {
	id := weburl.Fingerprint(url)
	x, err := s.page(id)
	if err != nil || x == nil || x.Kind != Posting {
		return err
	}
	if named, err := names(url, text); named || err != nil {
		return err
	}
	s.addOther(url, text, nil)
	if o := h.other(url); o != nil {
		o.unnamed = true
	}
	return nil
}

// Link is a link of a listing as it stands on the page.
type Link struct{ URL, Text string }

// onlyTargets returns where the short texts of links lead to, "" if it is more than one page of the host.
func onlyTargets(links []Link, host string) map[string]string {
	targets := make(map[string]string)
	for _, l := range links {
		if l.Text == "" || len(l.Text) > longestText || !utf8.ValidString(l.Text) || weburl.Host(l.URL) != host {
			continue
		}
		target := l.URL
		if before, known := targets[l.Text]; known && before != target {
			target = ""
		}
		targets[l.Text] = target
	}
	return targets
}

// takeNext records that pagination leads from a listing to a page. Where that is no listing, it is gone through as other pages are.
func (s *Hosts) takeNext(h *host, list uint64, url, text string) error {
	target := weburl.Fingerprint(url)
	if h.lists[target] == nil {
		s.addOther(url, text, nil)
		return nil
	}
	if h.ofOneList(list, target) {
		return nil
	}
	x, err := s.page(target)
	if err == nil && x != nil && slices.Contains(x.Links, list) {
		s.join(h, list, target)
	}
	return err
}
