package crawler

import (
	"bytes"
	"slices"

	"gannet/crawler/reason"
	"gannet/features"
	"gannet/features/scripted"
	"gannet/frontier"
	"gannet/internal/weburl"
)

// judge computes the probability that the page is on topic. The result counts for the page's host, whose pauses may change, and for the calibration
// of the priority by which the link was chosen.
func (v *visit) judge() outcome {
	v.holdVerdicts()
	var err error
	switch {
	case v.isScript():
		v.probability = float64(v.trail.parent) // it stands between the page that loads it and what it requests
	case v.lacksPosting():
		v.probability = 0 // it is not kept, so its link was of no use
	case v.ahead.isCurrent(v.Crawl):
		v.probability = v.ahead.probability
	default:
		v.probability, err = v.judgePage(v.page)
	}
	if err != nil {
		v.noteReaderFailure(err)
		return v.refuseFailedPage()
	}
	if v.excess = v.families.addPage(v.lease.ID, v.lease.URL, v.trail.via, v.page.Fingerprint, v.knows); v.excess {
		v.probability = 0 // it is not kept either
	}
	v.countPosting()
	v.relevant = v.probability >= v.limits.Threshold
	v.calibration.addFetch(v.lease.Priority, v.relevant)
	if v.relevant {
		v.slowHosts.addRelevantPage(v.lease.Host)
	}
	if v.jobs != nil && scripted.Probability(v.page) >= scripted.Likely && len(v.findPostings()) == 0 {
		v.tally.countReason(reason.MadeByScript)
	}
	v.creditSitemaps()
	v.adjustPauses()
	return next
}

// knows reports whether a URL is a link of the crawl.
func (c *Crawl) knows(url string) bool { return c.frontier.State(url) != frontier.Unknown }

// countPosting makes a page with a posting relevant, if the crawl is for jobs, because the words of the page alone may be too few for the topic's
// classifier.
func (v *visit) countPosting() {
	if !v.excess && v.jobs != nil && v.jobs.OnTopic && len(v.findPostings()) > 0 {
		v.probability = max(v.probability, postingProbability, v.limits.Threshold)
	}
}

// adjustPauses lengthens the pauses of a host that gives one near-identical page after another, PDFs without a posting, or many pages
// that say they are missing. A new page ends that.
func (v *visit) adjustPauses() {
	if v.lacksPosting() {
		if !v.isScript() {
			v.countUselessPDF()
		}
		return
	}
	if saysMissing(v.page) {
		v.tally.countReason(reason.Soft404)
		v.countMissingPage()
		return
	}
	hasOriginal := namesOriginal(v.page.Canonical, v.lease.URL)
	why, before, now := v.repeats.addPage(v.lease.Host, weburl.Path(v.lease.URL), v.page.Fingerprint, hasOriginal, v.relevant)
	if why != "" {
		v.tally.countReason(why)
	}
	v.setSlowdown(before, now)
}

// countMissingPage lengthens the pauses of a host that links to many pages that it does not have.
func (v *visit) countMissingPage() {
	before, now := v.repeats.addMissing(v.lease.Host)
	if now > 1 {
		v.tally.countReason(reason.MissingPages)
	}
	v.setSlowdown(before, now)
}

// countUselessPDF lengthens the pauses of a host whose PDFs cannot be read, or have no posting.
func (v *visit) countUselessPDF() { v.setSlowdown(v.repeats.addUseless(v.lease.Host)) }

// setSlowdown sets the factor of the host's pauses if it has changed.
func (v *visit) setSlowdown(before, now float64) {
	if now != before {
		v.frontier.SetSlowdown(v.lease.Host, now)
	}
}

// saysMissing reports whether a page with status 200 says in its title that it is missing (a soft 404).
func saysMissing(p *features.Page) bool {
	title := bytes.ToLower([]byte(p.TextOf(p.Title)))
	return slices.ContainsFunc(missingWords, func(words []byte) bool { return bytes.Contains(title, words) })
}

// missingWords are how error pages of common servers and content systems begin, in lower case.
var missingWords = func() (list [][]byte) {
	for _, words := range []string{
		"page not found", "404 not found", "error 404", "404 error", "page doesn't exist", "page does not exist",
		"seite nicht gefunden", "page non trouvée", "page introuvable", "página no encontrada", "página não encontrada",
		"pagina non trovata", "pagina niet gevonden", "nie znaleziono strony", "strona nie istnieje", "stránka nenalezena",
		"sidan hittades inte", "siden blev ikke fundet", "siden ble ikke funnet", "sivua ei löytynyt", "az oldal nem található",
		"страница не найдена", "сторінку не знайдено", "sayfa bulunamadı", "ページが見つかりません", "页面不存在", "页面未找到",
	} {
		list = append(list, []byte(words))
	}
	return list
}()
