package evidence

import (
	"math"
	"strings"

	"github.com/zeebo/xxh3"
)

// harvest summarises the pages that some links led to: how many were fetched, and the sum of their topic probabilities.
type harvest struct{ n, sum float32 }

func (h *harvest) addPage(probability float32) {
	h.n++
	h.sum += probability
}

// addShare adds a page to which several links led. It counts as one page divided by the number of these links.
func (h *harvest) addShare(probability, links float32) {
	h.n += 1 / links
	h.sum += probability / links
}

// mean returns the mean probability of the pages and of some assumed pages. The number of assumed pages is pages, and their probability is prior.
func (h harvest) mean(pages, prior float64) float64 {
	return (float64(h.sum) + pages*prior) / (float64(h.n) + pages)
}

// Kinds of groups of links, by what the links of a group share. A group is a harvest.
const (
	hostGroup = 1 + iota
	directoryGroup
	tagPathGroup // on pages of one host
)

// group returns the group of a host or a directory.
func (c *Collection) group(kind uint64, name string) uint32 {
	return c.groupByKey(kind, xxh3.HashStringSeed(name, kind))
}

// groupByKey returns the group with a key. If there is none, it adds one.
func (c *Collection) groupByKey(kind, key uint64) uint32 {
	key ^= kind << 60
	i, ok := c.groupOf[key]
	if ok {
		return i
	}
	if last := len(c.freeGroups) - 1; last >= 0 {
		i, c.freeGroups = c.freeGroups[last], c.freeGroups[:last]
	} else {
		i = uint32(len(c.groups))
		c.groups, c.groupKeys = append(c.groups, harvest{}), append(c.groupKeys, 0)
	}
	c.mirrors.groupKeys.Touch(int(i))
	c.groupOf[key], c.groupKeys[i] = i, key
	if c.newGroup != nil {
		c.newGroup(key)
	}
	return i
}

// tagPathKey returns the key of a tag path on a host. The same path on another host has another key.
func tagPathKey(host string, path uint32) uint64 { return xxh3.HashStringSeed(host, uint64(path)) }

// directoryOf returns a URL without scheme up to its last slash. A URL with a query is cut before the query instead,
// so that all pages of a script are in one directory.
func directoryOf(url string) string {
	if i := strings.Index(url, "://"); i >= 0 {
		url = url[i+3:]
	}
	if i := strings.IndexByte(url, '?'); i >= 0 {
		return url[:i]
	}
	return url[:strings.LastIndexByte(url, '/')+1]
}

const probabilityBins = 16

// probabilityBin returns the bin of a probability. The bins are equal ranges of log-odds.
func probabilityBin(probability float32) int {
	p := math.Min(1-1e-6, math.Max(1e-6, float64(probability)))
	return int(max(0, min(probabilityBins-1, 8+1.2*math.Log(p/(1-p)))))
}
