package ranker

// While the strategy relearns, scales come from a sample. It has the links of all pages up to sampleAll, and then of one page in
// sampleNth. At renewals as large a share of the waiting links joins it, of sampleLeast at least. Each value counts for those that it stands
// for, so scales are nearly those of a crawl. Scales of waiting links alone cost .017 of area on four training topics of enwiki6k. The
// same sample uncounted cost .011.
const (
	sampleAll   = 32
	sampleNth   = 8
	sampleLeast = 512
)

// BeginRelearning implements Relearner. Until EndRelearning links get no priorities, so few are scored. The weights learn from each page
// as ever.
func (l *Learned) BeginRelearning() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.relearning = true
}

// EndRelearning implements Relearner: it scores all waiting links.
func (l *Learned) EndRelearning() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.relearning {
		return
	}
	l.relearning = false
	l.sampleScales()
	l.refresh()
	l.rescoreWaiting()
	l.reviseAll()
}

// sampleScales adds the values of some waiting links to the scales.
func (l *Learned) sampleScales() {
	l.rescoreEvery(min(sampleNth, l.countWaiting()/sampleLeast+1))
}

// samplePage adds the values of a page's links to the scales if the page is a part of the sample.
func (l *Learned) samplePage(b *batch) {
	switch {
	case l.fetched <= sampleAll:
		l.rescore(b)
	case l.fetched%sampleNth == 0:
		for i := range b.counts {
			b.counts[i] *= sampleNth
		}
		l.rescore(b)
	}
}

// reviseAll lists the priorities of all links that are known.
func (l *Learned) reviseAll() {
	for t := range l.evidence.Linked() {
		l.revise(t)
	}
}

// scoreBeforeForgetting scores all waiting links if so many more would make the evidence forget some: those of the lowest priority.
func (l *Learned) scoreBeforeForgetting(links int) {
	if l.relearning && l.evidence.Forgets(links) {
		l.rescoreWaiting()
		l.reviseAll()
	}
}
