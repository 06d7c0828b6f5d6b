package evidence

import (
	"math"

	"gannet/features"
	"gannet/internal/weburl"
)

// features returns the features of a waiting link by name, without standard scores.
func (a *account) features(url string) map[string]float64 {
	all := map[string]float64{}
	a.ofPages(url, all)
	a.ofPlaces(url, all)
	a.ofHarvests(url, all)
	a.ofTexts(url, all)
	a.spoken.features(url, a.evidence.vocabulary.rate, all)
	return all
}

// prior is the mean that the values of a feature are shrunk to.
func (a *account) prior(name string) float64 {
	for i, f := range Features()[:NumFeatures] {
		if f.Name == name {
			return a.evidence.scales[i].Mean()
		}
	}
	return math.NaN()
}

// shrunk is the mean of the values and one more, the prior.
func (a *account) shrunk(name string, values, weights []float64) float64 {
	sum, n := a.prior(name), 1.0
	for i, x := range values {
		sum, n = sum+x*weights[i], n+weights[i]
	}
	return sum / n
}

func (a *account) ofPages(url string, all map[string]float64) {
	var pages, parents, main, one, narrow []float64
	for _, s := range a.sights[url] {
		src := a.visits[s.visit]
		links := float64(len(src.Page.Links))
		pages, parents = append(pages, src.Probability), append(parents, src.Parent)
		one, narrow = append(one, 1), append(narrow, 6/math.Sqrt(links+1))
		if src.Page.Links[s.first].InMain {
			main = append(main, src.Probability)
		}
		all["page_latest"], all["page_max"] = src.Probability, math.Max(all["page_max"], src.Probability)
	}
	all["page_mean"], all["page_weighted"] = a.shrunk("page_mean", pages, one), a.shrunk("page_weighted", pages, narrow)
	all["parent_mean"], all["main_mean"] = a.shrunk("parent_mean", parents, one), a.shrunk("main_mean", main, one)
}

func (a *account) ofPlaces(url string, all map[string]float64) {
	host, dir, path := a.hosts[weburl.Host(url)], a.dirs[folder(url)], a.paths[a.path(a.sights[url])]
	all["host_harvest"] = host.shrunk(5, a.rate())
	all["directory_harvest"], all["path_harvest"] = dir.shrunk(3, all["host_harvest"]), path.shrunk(4, all["host_harvest"])
}

// rate is the mean outcome, with one more of 0.2.
func (a *account) rate() float64 {
	sum, n := 0.2, 1.0
	for _, src := range a.visits {
		sum, n = sum+src.Probability, n+1
	}
	return sum / n
}

func (a *account) ofHarvests(url string, all map[string]float64) {
	sights := kept(a.sights[url])
	var page, list, bestPage, bestList float64
	for _, s := range sights {
		p := a.visits[s.visit].Probability
		guess := a.guesses[a.bin(s.visit)].shrunk(4, 0.5*a.rate()+0.3*p) + 0.02*p
		ofPage := a.pages[s.visit].shrunk(4, guess)
		ofList := a.lists[[2]int{s.visit, a.list(s)}].shrunk(3, ofPage)
		page, list = page+ofPage, list+ofList
		bestPage, bestList = math.Max(bestPage, ofPage), math.Max(bestList, ofList)
	}
	n := float64(len(sights))
	all["page_harvest"], all["list_harvest"] = page/n, list/n
	all["page_best"], all["list_best"] = bestPage, bestList
}

// largest is the maximum of a value over pages.
type largest struct {
	value float64
	any   bool
}

func (m *largest) addPage(x float64) {
	if !m.any || x > m.value {
		m.value, m.any = x, true
	}
}

func (a *account) ofTexts(url string, all map[string]float64) {
	var titles, anchors, contexts, sharks, one []float64
	var anchorMax, contextMax, sharkMax largest
	for _, s := range a.sights[url] {
		src := a.visits[s.visit]
		for i, link := range s.all {
			l := &src.Page.Links[link]
			_, anchor := a.margins(a.anchor(s.visit, link))
			context, _ := a.margins(window(src.Page, l))
			shark := a.evidence.scorer.NeighborhoodScore(src.Page, link)
			if i > 0 {
				anchorMax.value = math.Max(anchorMax.value, anchor)
				contextMax.value, sharkMax.value = math.Max(contextMax.value, context), math.Max(sharkMax.value, shark)
				continue
			}
			if len(a.anchor(s.visit, link)) > 0 {
				anchors = append(anchors, anchor)
				anchorMax.addPage(anchor)
			}
			_, title := a.margins(hashes(src.Page, src.Page.Title))
			titles, contexts, sharks = append(titles, title), append(contexts, context), append(sharks, shark)
			one = append(one, 1)
			contextMax.addPage(context)
			sharkMax.addPage(shark)
		}
	}
	all["title_mean"], all["anchor_mean"] = a.shrunk("title_mean", titles, one), a.shrunk("anchor_mean", anchors, one)
	all["context_mean"], all["shark_mean"] = a.shrunk("context_mean", contexts, one), a.shrunk("shark_mean", sharks, one)
	all["anchor_max"], all["context_max"], all["shark_max"] = anchorMax.value, contextMax.value, sharkMax.value
	_, all["url"] = a.margins(features.Words(weburl.Path(url)))
	all["words_learned"] = a.logOdds(a.tokens(url))
}

// window returns the words from 10 before an anchor to 10 after it.
func window(page *features.Page, l *features.Link) []uint32 { return hashes(page, page.Window(l, 20)) }
