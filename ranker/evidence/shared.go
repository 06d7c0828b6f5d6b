package evidence

import (
	"slices"

	"github.com/zeebo/xxh3"

	"gannet/internal/weburl"
	"gannet/ranker/total"
)

// shared holds what a Collection needs to share what it learns. Its methods do nothing if it is nil.
type shared struct {
	counts     *total.Pairs // outcomes of lists, pages and tag paths by their keys
	all        harvest      // elsewhere, as the two below
	bins       [probabilityBins]harvest
	sourceKeys []uint64 // for each source page of a Collection: its key in counts, 0 if it is not split
	listKeys   []uint64 // for each list
}

// maxCounts is the number of outcomes in a total. They are those of the lists, pages and tag paths that changed last.
const maxCounts = 1 << 16

// Share adds to a book the sums from which the Collection learns, so that learners on other machines can use these sums. Call Share before
// anything is learned or restored.
func (c *Collection) Share(book *total.Book) {
	c.shared = &shared{counts: book.AddPairs("outcomes of lists", total.PairsOptions{Kept: maxCounts})}
	book.AddNumbers("outcomes", total.Numbers{Own: c.ownOutcomes, SetOwn: c.setOwnOutcomes, Elsewhere: c.setOutcomesElsewhere})
	scales := make([]*Scale, len(c.scales))
	for i := range c.scales {
		scales[i] = &c.scales[i]
	}
	ShareScales(book, "scales of features", scales)
	c.words.share(book, "words", 1<<wordBits)
	c.vocabulary.share(book)
}

// harvests lists the outcomes that do not have a key of their own.
func harvests(all *harvest, bins *[probabilityBins]harvest) []*harvest {
	list := []*harvest{all}
	for i := range bins {
		list = append(list, &bins[i])
	}
	return list
}

func (c *Collection) ownOutcomes() (sums []float64) {
	for _, h := range harvests(&c.all, &c.byProbability) {
		sums = append(sums, float64(h.n), float64(h.sum))
	}
	return sums
}

func (c *Collection) setOwnOutcomes(sums []float64) {
	setHarvests(harvests(&c.all, &c.byProbability), sums)
}

func (c *Collection) setOutcomesElsewhere(sums []float64) {
	setHarvests(harvests(&c.shared.all, &c.shared.bins), sums)
}

func setHarvests(list []*harvest, sums []float64) {
	for i, h := range list {
		*h = harvest{float32(sums[2*i]), float32(sums[2*i+1])}
	}
}

// plus adds the outcomes of the same links at other owners.
func (h harvest) plus(n, sum float32) harvest { return harvest{h.n + n, h.sum + sum} }

// outcomes returns the harvest of all links.
func (c *Collection) outcomes() harvest {
	if c.shared == nil {
		return c.all
	}
	return c.all.plus(c.shared.all.n, c.shared.all.sum)
}

// binOutcomes returns the harvest of the links on pages whose topic probability is in one bin.
func (c *Collection) binOutcomes(bin uint8) harvest {
	if c.shared == nil {
		return c.byProbability[bin]
	}
	return c.byProbability[bin].plus(c.shared.bins[bin].n, c.shared.bins[bin].sum)
}

// pageOutcomes returns the harvest of the links of a source page.
func (c *Collection) pageOutcomes(source uint32) harvest {
	h := c.sources[source].harvest
	if c.shared == nil || c.shared.sourceKeys[source] == 0 {
		return h
	}
	return h.plusPair(c.shared.counts.Elsewhere(c.shared.sourceKeys[source]))
}

// listOutcomes returns the harvest of the links of a list.
func (c *Collection) listOutcomes(list uint32) harvest {
	h := c.lists[list].harvest
	if c.shared == nil || c.shared.listKeys[list] == 0 {
		return h
	}
	return h.plusPair(c.shared.counts.Elsewhere(c.shared.listKeys[list]))
}

// groupOutcomes returns the harvest of the links of a group.
func (c *Collection) groupOutcomes(group uint32) harvest {
	h := c.groups[group]
	if c.shared == nil || c.groupKeys[group] == 0 {
		return h
	}
	return h.plusPair(c.shared.counts.Elsewhere(c.groupKeys[group]))
}

func (h harvest) plusPair(p total.Pair) harvest { return h.plus(p[0], p[1]) }

func (h harvest) pair() total.Pair { return total.Pair{h.n, h.sum} }

// shareSource sets the key of the page that was added last.
func (c *Collection) shareSource(src *Source) {
	if c.shared == nil {
		return
	}
	key := uint64(0)
	if src.Split {
		key = weburl.Fingerprint(src.Page.URL) | 1
	}
	c.shared.sourceKeys = append(c.shared.sourceKeys, key)
}

// shareBlock sets the key of the list that was added last, for a block of the page that was added last.
func (c *Collection) shareBlock(block int32) {
	if c.shared == nil {
		return
	}
	key := c.shared.sourceKeys[len(c.sources)-1]
	if key != 0 {
		key = xxh3.HashStringSeed("list", key+uint64(block)<<1) | 1
	}
	c.shared.listKeys = append(c.shared.listKeys, key)
}

// shareList makes the harvests of a list and of its page parts of the total.
func (c *Collection) shareList(list uint32) {
	if c.shared == nil || c.shared.listKeys[list] == 0 {
		return
	}
	source := c.lists[list].source
	c.shared.counts.Set(c.shared.listKeys[list], c.lists[list].pair())
	c.shared.counts.Set(c.shared.sourceKeys[source], c.sources[source].pair())
}

// shareGroup makes the harvest of a tag path part of the total. Hosts and directories need not be shared, because each has only one owner.
func (c *Collection) shareGroup(group uint32) {
	if c.shared != nil && c.groupKeys[group] != 0 {
		c.shared.counts.Set(c.groupKeys[group], c.groups[group].pair())
	}
}

// moveSource and moveList move the keys of a page or a list that has moved to another place in a Collection.
func (s *shared) moveSource(to, from int) {
	if s != nil {
		s.sourceKeys[to] = s.sourceKeys[from]
	}
}

func (s *shared) moveList(to, from int) {
	if s != nil {
		s.listKeys[to] = s.listKeys[from]
	}
}

// cut drops the keys of all but the first lists and source pages. lists and sources are the numbers to keep.
func (s *shared) cut(lists, sources int) {
	if s != nil {
		s.listKeys, s.sourceKeys = s.listKeys[:lists], s.sourceKeys[:sources]
	}
}

// copyKeys copies what a State needs.
func (s *shared) copyKeys() *shared {
	if s == nil {
		return nil
	}
	return &shared{sourceKeys: slices.Clone(s.sourceKeys), listKeys: slices.Clone(s.listKeys)}
}

// ShareScales registers the counts and sums of several scales in the book of what machines of a crawl exchange, all under one name.
func ShareScales(book *total.Book, name string, scales []*Scale) {
	book.AddNumbers(name, total.Numbers{
		Own: func() (sums []float64) {
			for _, s := range scales {
				sums = append(sums, s.n, s.sum, s.squares)
			}
			return sums
		},
		SetOwn: func(sums []float64) {
			for i, s := range scales {
				s.n, s.sum, s.squares = sums[3*i], sums[3*i+1], sums[3*i+2]
			}
		},
		Elsewhere: func(sums []float64) {
			for i, s := range scales {
				s.elsewhere.n, s.elsewhere.sum, s.elsewhere.squares = sums[3*i], sums[3*i+1], sums[3*i+2]
				if s.n <= youngScale {
					s.Refresh()
				}
			}
		},
	})
}
