// Package evidence owns link evidence: what the fetched pages of a crawl show about each waiting link. It knows the pages that lead to a link, the
// words around it there, and how relevant the targets of the links beside it were. The features of schema crawl/1 are computed from it.
package evidence

import (
	"iter"
	"math"

	"gannet/features"
	"gannet/internal/weburl"
	"gannet/topic"
)

// Source is a fetched page whose links are to be ranked, with what the crawl knows about the pages on the way to it. Probabilities are
// topic probabilities from 0 to 1. That of a page which does not exist or was not judged is 0.
type Source struct {
	Page        *features.Page
	Depth       int     // links from a seed to this page; a seed has 0
	Probability float64 // of this page
	Parent      float64 // of the page on which its link was found
	Grandparent float64 // of the page before that
	Inherited   float64 // the Score.Inherited of the link that led here; 0 for a seed
	Followed    []bool  // which of the page's links go to the frontier; nil if all
	Split       bool    // other links of the page are ranked elsewhere, by learners that share what they learn

	texts *Texts // by Prepare, for ReadTexts; nil: none
}

// Follows reports whether the crawl follows the link with this index, that is, puts it into the frontier.
func (s *Source) Follows(link int) bool { return s.Followed == nil || s.Followed[link] }

// Collection gathers everything that the pages of one crawl say about links not yet fetched. Every fetched page changes it. It is not safe
// for concurrent use, except for ReadTexts.
type Collection struct {
	// MaxTargets is the greatest number of targets that are kept, about 400 bytes each with all that belongs to them. If there are more, those with
	// the lowest priority are forgotten. If a forgotten target is found again, it counts as new.
	MaxTargets int

	classifier *topic.Classifier
	scorer     LinkScorer

	targets       targetList
	edges         []edge            // edges[0] is none
	sources       []sourcePage      // that have lists
	lists         []linkList        // that have edges
	lastSource    uint32            // number of the page whose links were added last, from 1
	groups        []harvest         // groups[0] is empty: the tag path of a seed
	groupKeys     []uint64          // of groups; 0 of the first, and of those that no key leads to
	groupOf       map[uint64]uint32 // key to groups
	freeGroups    []uint32          // that no key leads to
	all           harvest
	byProbability [probabilityBins]harvest // of links by the probability of the pages they stand on
	words         wordModel                // of URLs, first anchors, hosts and directories
	vocabulary    vocabulary
	scales        [NumFeatures + NumLocal]Scale
	forgetAt      int // edges and lists at which some are forgotten next; 0 if never before

	listOfBlock []uint32         // scratch: for each block of a page its list and 1 more, 0 if it has none yet
	cutter      features.Cutter  // scratch
	mirrors     mirrors          // by PrepareState, for State
	newGroup    func(key uint64) // called for each new group; may be nil
	shared      *shared          // nil if no others learn of the same crawl
}

// LinkScorer compares the words in and around a link with the topic. It is safe for concurrent use.
type LinkScorer interface {
	NeighborhoodScore(page *features.Page, link int) float64
}

// DefaultMaxTargets is the value that New gives to Collection.MaxTargets, the greatest number of URLs of queued links that are remembered.
const DefaultMaxTargets = 1 << 19

// New returns an empty Collection. classifier, which may be nil, and scorer judge the texts of links.
func New(classifier *topic.Classifier, scorer LinkScorer) *Collection {
	return &Collection{
		MaxTargets: DefaultMaxTargets, classifier: classifier, scorer: scorer,
		edges: make([]edge, 1), groups: make([]harvest, 1), groupKeys: make([]uint64, 1),
		groupOf: make(map[uint64]uint32), words: newWordModel(1 << wordBits), vocabulary: newVocabulary(),
	}
}

// Target is a number that stands for a URL to which links lead. It is valid only until the next call of AddLinks or AddFetched, because
// these may remove targets and use their numbers again.
type Target uint32

// Forgotten is given in place of a Target for a link that was removed from the Collection to save memory.
const Forgotten Target = math.MaxUint32

// Find returns the target with this URL. The second result is false if no link leads to the URL or if it was fetched.
func (c *Collection) Find(url string) (Target, bool) {
	t, ok := c.find(url)
	if !ok || !c.targets.at(int(t)).waits() {
		return Forgotten, false
	}
	return t, true
}

func (c *Collection) find(url string) (Target, bool) {
	i, ok := c.targets.find(weburl.Fingerprint(url))
	return Target(i), ok
}

// Waiting yields all targets that were not fetched yet, in the order in which they were found.
func (c *Collection) Waiting() iter.Seq[Target] {
	return func(yield func(Target) bool) {
		for i := range c.targets.n {
			if c.targets.at(i).waits() && !yield(Target(i)) {
				return
			}
		}
	}
}

// Linked yields all targets, fetched or not, in the order in which they were found.
func (c *Collection) Linked() iter.Seq[Target] {
	return func(yield func(Target) bool) {
		for i := range c.targets.n {
			if c.targets.at(i).pageCount > 0 && !yield(Target(i)) {
				return
			}
		}
	}
}

// Fingerprint returns the weburl.Fingerprint of a target's URL.
func (c *Collection) Fingerprint(t Target) uint64 { return c.targets.at(int(t)).fingerprint }

// Priority returns the priority that was last set for a target with SetPriority, or 0 if none was set.
func (c *Collection) Priority(t Target) float32 { return c.targets.at(int(t)).priority }

// Sources returns the number of pages that link to a target.
func (c *Collection) Sources(t Target) int { return int(c.targets.at(int(t)).pageCount) }

// Len returns the number of targets. The next new target gets this number or a higher one.
func (c *Collection) Len() int { return c.targets.n }

// SetPriority sets the priority of a target. When memory runs short, the targets with the lowest priority are removed first.
func (c *Collection) SetPriority(t Target, priority float32) { c.change(t).priority = priority }

// AddFetched adds a fetched page to the evidence: its topic probability says something about the links that are in the same lists and on
// the same pages as the links to it. A page counts only once.
func (c *Collection) AddFetched(src *Source) {
	c.makeRoom(1)
	t := c.change(c.target(src.Page.URL))
	if t.fetched {
		return
	}
	p := float32(src.Probability)
	t.fetched, t.probability = true, p
	c.all.addPage(p)
	for e := t.firstEdge; e != 0; e = c.edges[e].next {
		list := c.edges[e].list
		l := &c.lists[list]
		from := &c.sources[l.source]
		c.mirrors.lists.Touch(int(list))
		c.mirrors.sources.Touch(int(l.source))
		l.addPage(p)
		from.addPage(p)
		c.shareList(list)
		c.byProbability[from.bin].addShare(p, float32(t.edgeCount))
	}
	for _, group := range [...]uint32{t.host, t.directory, t.tagPath} {
		c.mirrors.groups.Touch(int(group))
		c.groups[group].addPage(p)
	}
	c.shareGroup(t.tagPath)
	if t.edgeCount > 0 {
		c.words.learn(t.tokens[:t.tokenCount], src.Probability)
		c.vocabulary.learn(&t.linkWords, src.Probability)
	}
	c.vocabulary.addPage(src.Page, p)
}
