package crawler

import (
	"bytes"
	"slices"

	"gannet/features"
	"gannet/frontier"
	"gannet/internal/weburl"
)

// softMissing says whether a page that came with status 200 says in its title that it is not there (a soft 404).
func softMissing(p *features.Page) bool {
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

// notice slows a host that gives one near-identical page after another, or many that say that they are not there,
// until it gives another one.
func (c *Crawl) notice(lease frontier.Lease, page *features.Page, relevant bool) {
	if softMissing(page) {
		c.tally.refuse("soft 404 (kept)")
		c.missed(lease)
		return
	}
	why, before, now := c.similar.see(lease.Host, weburl.Path(lease.URL), page.Fingerprint, c.replaces(page.Canonical, lease.URL), relevant)
	if why != "" {
		c.tally.refuse(why)
	}
	c.slow(lease, before, now)
}

// missed slows a host that does not have one page after another to which it links.
func (c *Crawl) missed(lease frontier.Lease) {
	before, now := c.similar.miss(lease.Host)
	if now > 1 {
		c.tally.refuse("missing page after missing page (host slowed)")
	}
	c.slow(lease, before, now)
}

// slow changes the factor of a host's pauses.
func (c *Crawl) slow(lease frontier.Lease, before, now float64) {
	if now != before {
		c.frontier.SetSlowdown(lease.Host, now)
	}
}
