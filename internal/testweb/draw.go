package testweb

// drawHost draws a host of a kind, large ones more often.
func (w *Web) drawHost(k kind, n int, r *random) int {
	if w.shape.counts[k] == 0 {
		k = site
	}
	if n < 0 || k != site {
		n = r.below(w.shape.counts[k])
	}
	u := r.unit()
	return w.shape.host(k, n, int(u*u*float64(w.shape.blocks())))
}

// drawPage draws the target of a link from a page of a topic to another host.
func (w *Web) drawPage(topic int, r *random) link {
	if topic == general || !r.chance(w.locality) {
		topic = r.below(len(w.names)*2) - len(w.names)
		if r.chance(.5) {
			return w.homeOf(w.drawPopular(r)) // what everybody links to
		}
	}
	switch {
	case topic < 0:
		return w.pageOf(w.drawHost(offTopic, 0, r), general, r)
	case topic == w.jobs:
		if r.chance(.3) {
			return w.homeOf(w.drawHost(employer, 0, r))
		}
		return w.pageOf(w.drawHost(board, 0, r), topic, r)
	}
	switch u := r.unit(); {
	case u < .75:
		return w.pageOf(w.drawHost(site, w.siteSlot(topic), r), topic, r)
	case u < .9:
		return w.pageOf(w.drawHost(magazine, 0, r), topic, r)
	}
	return w.homeOf(w.drawHost(institution, 0, r))
}

// siteSlot returns the slot of a topic among the sites of a block.
func (w *Web) siteSlot(topic int) int {
	if w.jobs >= 0 && topic > w.jobs {
		return topic - 1
	}
	return topic
}

func (w *Web) homeOf(id int) link { return link{host: w.hostAt(id), form: plain} }

// pageOf draws a page of a host: its home, its hub, the front of a section, or a page deep inside. The section is about the topic if the host has
// such a section.
func (w *Web) pageOf(id, topic int, r *random) link {
	l := w.homeOf(id)
	u := r.unit()
	if u < .1 || l.host.sections == 0 {
		return l
	}
	if u < .15 && l.host.kind == site {
		l.page = aboutPage + 1
		return l
	}
	section := r.below(l.host.sections)
	for range l.host.sections {
		if w.sectionTopic(&l.host, section) == topic {
			break
		}
		section = (section + 1) % l.host.sections
	}
	place := 0
	if u > .25 {
		v := r.unit()
		place = int(v * float64((l.host.size-specials)/l.host.sections))
	}
	if page, found := l.host.inSection(section, place); found {
		l.page = page
	}
	return l
}

// drawPopular draws one of the hosts that everybody links to: the largest thirtieth.
func (w *Web) drawPopular(r *random) int {
	u := r.unit()
	return int(u * u * float64(max(w.shape.hosts/30, 1)))
}
