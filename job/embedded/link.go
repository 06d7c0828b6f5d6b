package embedded

import (
	"slices"
	"strings"

	"gannet/features/records"
	"gannet/job"
)

// What is subtracted from the points of an address that may lead elsewhere than to the page of a posting.
const (
	programCost = 40 // an address that programs request
	selfCost    = 50 // the address of the record itself
	applyCost   = 60 // a form for applications, which is the page of a posting in feeds that have no other address
)

// guessLink finds the address of a record that has none under a name for it, or one for programs: among all addresses in the record the one whose
// names say most that it leads to the posting's page.
func (c *candidate) guessLink(o map[string]any) {
	s, named := c[link].value.(string)
	if named = named && isAddress(s); named && !isForPrograms(s) {
		return
	}
	best := 0
	var walk func(v any, key string, points, depth int)
	walk = func(v any, key string, points, depth int) {
		switch v := v.(type) {
		case string:
			if !isAddress(v) {
				return
			}
			said := known.linkPoints(key)
			if isFile(v) || named && said == 0 { // an address under another name does not replace one for programs
				return
			}
			if points += said; isForPrograms(v) {
				points -= programCost
			}
			if points > best {
				best, c[link] = points, part{v, guessed}
			}
		case []any:
			for _, inner := range v[:min(len(v), maxModes)] {
				walk(inner, key, points-1, depth+1)
			}
		case map[string]any:
			for _, k := range sortedKeys(v) {
				_, isText := v[k].(string)
				switch m := known.read(k); {
				case depth >= 2*nested:
				case k == "self":
					walk(v[k], k, points-selfCost, depth+1)
				case m.role == apply || strings.HasPrefix(k, "appl"):
					walk(v[k], k, points-applyCost, depth+1)
				case records.LeadsAway(k) || known.isOfCompany(k) || !isText && known.hasOther(k):
				default:
					walk(v[k], k, points-1, depth+1)
				}
			}
		}
	}
	walk(o, "", 100, 0)
}

// isFile reports whether an address ends as those of pictures, films and documents do.
func isFile(address string) bool {
	path, _, _ := strings.Cut(strings.ToLower(address), "?")
	return slices.ContainsFunc([]string{".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".ico", ".mp4", ".webm", ".pdf"}, func(end string) bool {
		return strings.HasSuffix(path, end)
	})
}

// isForPrograms reports whether an address is that of an interface for programs.
func isForPrograms(address string) bool {
	host, path, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(address, "https://"), "http://"), "/")
	path, _, _ = strings.Cut(path, "?")
	return strings.HasPrefix(host, "api.") || strings.HasPrefix(path, "api/") || strings.Contains(path, "/api/") || strings.HasSuffix(path, ".json") || strings.HasSuffix(path, ".xml")
}

// linkPoints returns how much a key says that the address under it leads to a posting.
func (n *names) linkPoints(key string) (points int) {
	for _, w := range splitKey(key) {
		if n.job[w] {
			points += 10
		}
		if n.meanings[w].role == link {
			points += 5
		}
	}
	return points
}

// isOfCompany reports whether a key names something of the employer.
func (n *names) isOfCompany(key string) bool {
	words := splitKey(key)
	return len(words) > 0 && n.meanings[words[0]].role == company
}

// dropShared gives different postings that share one URL the URL of the response: the shared one is that of their board. A response may have one posting twice.
func dropShared(postings []*job.Posting, answer string) {
	first, shared := map[string]*job.Posting{}, map[string]bool{}
	for _, p := range postings {
		if other := first[p.URL]; other == nil {
			first[p.URL] = p
		} else if other.Title != p.Title || other.Description != p.Description {
			shared[p.URL] = true
		}
	}
	for _, p := range postings {
		if shared[p.URL] {
			p.URL = answer
		}
	}
}

// isAddress reports whether a text is a URL, absolute or a path on the host.
func isAddress(s string) bool {
	return len(s) < 2000 && !strings.ContainsAny(s, " <>\n") && (strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "https://") || strings.HasPrefix(s, "/"))
}
