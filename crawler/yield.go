package crawler

// yield is what a host gives: the share of its latest answers that were new pages on topic.
type yield struct {
	share    float64 // of the latest, which count the more the later they came
	of, gave int     // among the latest of all hosts
}

// yields compares hosts by what they give. The zero value is ready.
type yields struct {
	latest []given // a ring
	oldest int
	gave   int // of latest
}

type given struct {
	by   *yield
	gave bool
}

const (
	yieldFades  = 24.0     // answers after which one counts a third of the latest
	yieldOthers = 1024     // answers by which hosts are compared
	yieldLeast  = 1.0 / 64 // whoever gives less is slowed even where nobody gives more
)

// add notes an answer of a host.
func (y *yields) add(host *yield, gave bool) {
	x := 0.0
	if gave {
		x = 1
	}
	host.share += (x - host.share) / yieldFades
	if len(y.latest) < yieldOthers {
		y.latest = append(y.latest, given{host, gave})
	} else {
		y.count(y.latest[y.oldest], -1)
		y.latest[y.oldest] = given{host, gave}
		y.oldest = (y.oldest + 1) % yieldOthers
	}
	y.count(given{host, gave}, 1)
}

func (y *yields) count(g given, n int) {
	g.by.of += n
	if g.gave {
		g.by.gave += n
		y.gave += n
	}
}

// over is how many times as much as a host the others give, at least 1.
func (y *yields) over(host *yield) float64 {
	others := float64(y.gave-host.gave) / float64(len(y.latest)-host.of+1)
	return max(1, max(others, yieldLeast)/max(host.share, yieldLeast/maxSlow))
}
