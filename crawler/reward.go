package crawler

// rewards compares hosts by their rewards: new relevant pages. The zero value is ready.
type rewards struct {
	latest []hostAnswer // a ring, of all hosts
	oldest int          // in latest
	gains  int          // answers in latest that were new relevant pages
}

// hostReward is what one host gave.
type hostReward struct {
	share          float64 // of its answers that were new relevant pages; later ones weigh more
	answers, gains int     // in rewards.latest
}

type hostAnswer struct {
	host *hostReward
	gain bool // a new relevant page
}

const (
	rewardFades   = 24       // answers after which an earlier one weighs a third
	copyWeight    = 4        // answers that a copy counts as; unlike a missing page it takes the place of a page
	rewardAnswers = 1024     // answers by which hosts are compared
	leastReward   = 1.0 / 64 // a host below it is slowed even if no other has more
)

// addAnswer records an answer of a host, which counts as weight answers for the host's own share.
func (r *rewards) addAnswer(host *hostReward, gain bool, weight float64) {
	x := 0.0
	if gain {
		x = 1
	}
	host.share += (x - host.share) * weight / rewardFades
	a := hostAnswer{host, gain}
	if len(r.latest) < rewardAnswers {
		r.latest = append(r.latest, a)
	} else {
		r.count(r.latest[r.oldest], -1)
		r.latest[r.oldest] = a
		r.oldest = (r.oldest + 1) % rewardAnswers
	}
	r.count(a, 1)
}

func (r *rewards) count(a hostAnswer, n int) {
	a.host.answers += n
	if a.gain {
		a.host.gains += n
		r.gains += n
	}
}

// othersOver is the reward of the other hosts divided by this one's, and at least 1.
func (r *rewards) othersOver(host *hostReward) float64 {
	others := float64(r.gains-host.gains) / float64(len(r.latest)-host.answers+1)
	return max(1, max(others, leastReward)/max(host.share, leastReward/maxSlowdown))
}
