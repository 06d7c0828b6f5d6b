package crawler

import (
	"bytes"
	"slices"

	"gannet/features"
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
