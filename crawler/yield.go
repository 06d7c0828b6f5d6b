package crawler

// yields compares hosts by what they give: new pages on topic. The zero value is ready.
type yields struct {
	latest []given // a ring
	oldest int
	gave   int // of latest
}

// yield is what one host gives.
type yield struct {
	share    float64 // of its latest answers that were new pages on topic; the later, the more an answer counts
	of, gave int     // among the latest of all hosts
}

type given struct {
	by   *yield
	gave bool
}

const (
	yieldFades  = 24       // answers after which what was before counts a third
	yieldCopies = 4        // answers that a copy stands for: it takes the place of a page, and a missing page does not
	yieldOthers = 1024     // answers by which hosts are compared
	yieldLeast  = 1.0 / 64 // a host that gives less is slowed even where no other gives more
)

// add notes what an answer of a host gave. It counts for so many.
func (y *yields) add(host *yield, gave bool, times float64) {
	x := 0.0
	if gave {
		x = 1
	}
	host.share += (x - host.share) * times / yieldFades
	g := given{host, gave}
	if len(y.latest) < yieldOthers {
		y.latest = append(y.latest, g)
	} else {
		y.count(y.latest[y.oldest], -1)
		y.latest[y.oldest] = g
		y.oldest = (y.oldest + 1) % yieldOthers
	}
	y.count(g, 1)
}

func (y *yields) count(g given, n int) {
	g.by.of += n
	if g.gave {
		g.by.gave += n
		y.gave += n
	}
}

// over says how many times as much as a host the others give, 1 at least.
func (y *yields) over(host *yield) float64 {
	others := float64(y.gave-host.gave) / float64(len(y.latest)-host.of+1)
	return max(1, max(others, yieldLeast)/max(host.share, yieldLeast/maxSlow))
}
