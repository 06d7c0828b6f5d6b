package dedup

import "fmt"

// cachedProfiles is how many recent profiles are cached if others can be loaded; they take some 8 MB. It must be more than one transaction of a store
// decides and compares, because the profiles of a transaction cannot be loaded before it ends.
const cachedProfiles = 1 << 13

// profileCache holds the profiles that postings are compared with. If load is not set, it holds all of them.
type profileCache struct {
	load   func(number uint64) (*Profile, error) // may be nil
	held   map[uint64]*Profile
	limit  int      // profiles held, if others can be loaded
	recent []uint64 // ring of the postings held, if others can be loaded
	next   int      // the oldest of them, once the ring is full
}

func newProfileCache(load func(number uint64) (*Profile, error)) profileCache {
	return profileCache{load: load, held: map[uint64]*Profile{}, limit: cachedProfiles}
}

// get returns the profile that was put for a posting.
func (c *profileCache) get(number uint64) (*Profile, error) {
	p := c.held[number]
	if p != nil {
		return p, nil
	}
	if c.load == nil {
		return nil, fmt.Errorf("dedup: posting %d has no profile", number)
	}
	p, err := c.load(number)
	if err != nil {
		return nil, fmt.Errorf("dedup: posting %d: %w", number, err)
	}
	c.put(number, p)
	return p, nil
}

// put holds a profile, which may replace an older one of the posting.
func (c *profileCache) put(number uint64, p *Profile) {
	if _, there := c.held[number]; c.load != nil && !there {
		if len(c.recent) < c.limit {
			c.recent = append(c.recent, number)
		} else {
			delete(c.held, c.recent[c.next])
			c.recent[c.next] = number
			c.next = (c.next + 1) % c.limit
		}
	}
	c.held[number] = p
}
