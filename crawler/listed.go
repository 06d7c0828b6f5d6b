package crawler

import (
	"errors"
	"slices"

	"gannet/internal/weburl"
	"gannet/job"
	"gannet/store"
	"gannet/store/postings"
)

// list returns the URL of the list that a posting of the visit's page was found on, as far as that is known. What a sitemap lists may be
// long over.
func (v *visit) list(found *job.Posting) string {
	switch {
	case found.Part != "":
		return v.lease.URL
	case v.trail.kind == kindPage:
		return v.trail.via
	}
	return ""
}

// ListOf returns the URL of the list that a posting of a kept page was found on: the page itself if it shows several postings, else the
// page that linked to it. It is "" if that is not known.
func ListOf(db *store.DB, page *store.Page, part string) (string, error) {
	if part != "" {
		return page.URL, nil
	}
	if _, outcome, err := db.Lookup(page.Via); errors.Is(err, store.ErrNotFound) || err == nil && outcome != store.Stored {
		return "", nil
	} else if err != nil {
		return "", err
	}
	return page.Via, nil
}

// IsListed reports whether the list on which a posting was found links to it still, as of the list's latest visit. What is not known is
// taken for listed: the posting was found just now.
func (j *Jobs) IsListed(db *store.DB, number uint64) (bool, error) {
	kept, err := db.Postings().Get(number)
	if err != nil {
		return true, ignoreUnknown(err)
	}
	page, outcome, err := db.Lookup(postings.PageOf(kept.URL))
	if err != nil || outcome != store.Stored {
		return true, ignoreUnknown(err)
	}
	links, err := db.Links(weburl.Fingerprint(page.Via))
	if err != nil || len(links) == 0 {
		return true, err
	}
	link := page.URL
	if c, err := decodeChoice(page.Choice); err == nil && c != nil && c.link != "" {
		link = c.link
	}
	_, listed := slices.BinarySearch(links, weburl.Fingerprint(link))
	return listed, nil
}

func ignoreUnknown(err error) error {
	if errors.Is(err, store.ErrNotFound) || errors.Is(err, postings.ErrNotFound) {
		return nil
	}
	return err
}
