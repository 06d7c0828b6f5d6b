package dedup

import (
	"math"
	"net/url"
	"slices"
	"strings"

	"gannet/dedup/verdict"
)

// listKey returns the key that tells a list of postings from others: its host, and its path without numbers. The numbers and the query are left out,
// because they tell apart the pages of one list.
func listKey(list string) string {
	if list == "" {
		return ""
	}
	u, err := url.Parse(list)
	if err != nil || u.Host == "" {
		return ""
	}
	return strings.ToLower(u.Host) + "/" + strings.Join(pathParts(u, isDigits), "/")
}

// addressKey returns the part of a posting's URL that identifies the posting. It is the last part of the path that has a digit, or else the last
// part, together with those values of the query that have a digit. Two links of one list to one posting often differ in a section or a parameter, but
// not in this key.
func addressKey(address string) string {
	if address == "" {
		return ""
	}
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return ""
	}
	parts := pathParts(u, func(string) bool { return false })
	key := []string{strings.Join(parts[max(0, len(parts)-1):], "")}
	for _, part := range slices.Backward(parts) {
		if hasDigit(part) {
			key[0] = part
			break
		}
	}
	for _, values := range u.Query() {
		for _, v := range values {
			if hasDigit(v) {
				key = append(key, v)
			}
		}
	}
	slices.Sort(key[1:])
	return strings.Join(append(key, u.Fragment), " ")
}

// pathParts returns the parts of a URL's path, without empty ones and without those that leaveOut selects.
func pathParts(u *url.URL, leaveOut func(part string) bool) (parts []string) {
	for part := range strings.SplitSeq(u.Path, "/") {
		if part != "" && !leaveOut(part) {
			parts = append(parts, part)
		}
	}
	return parts
}

func hasDigit(s string) bool { return strings.ContainsAny(s, "0123456789") }

func isDigits(s string) bool { return strings.Trim(s, "0123456789") == "" }

// fromOneList reports whether one list linked to both postings, of one site, under different URLs.
func (p *Profile) fromOneList(o *Profile) bool {
	return p.Hashes.List != 0 && p.Hashes.List == o.Hashes.List && p.Hashes.Host == o.Hashes.Host && p.Hashes.URL != o.Hashes.URL
}

// leastRepeated is the least resemblance of the texts of two links in a list that lead to the same posting.
const leastRepeated = 0.8

// measureListed measures the evidence of a list that links to both postings at the same time. A site lists each of its openings once, so two links
// mean two jobs. But some lists link to one posting twice, under two URLs. Then the two have the same number, and neither their texts nor their
// places differ. If the site gives no numbers, both URLs must contain the same key.
func measureListed(e *verdict.Evidence, a, b *Profile) {
	e[verdict.Listed] = verdict.Missing()
	if !a.fromOneList(b) {
		return
	}
	oneNumber := e[verdict.Number] == 1 || math.IsNaN(e[verdict.Number]) && a.Hashes.Address == b.Hashes.Address && a.Hashes.Address != 0
	e[verdict.Listed] = -1
	if oneNumber && e[verdict.Overlap] >= leastRepeated && e[verdict.LocationFits] != 0 {
		e[verdict.Listed] = 0
	}
}
