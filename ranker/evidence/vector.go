package evidence

// Vector writes the current features of a target to row, which must have RowLength values. All values are representable as float32.
func (c *Collection) Vector(t Target, row []float64) {
	c.measure(c.targets.at(int(t)), row)
	c.addStandardScores(row)
}

// AddToScales writes the features of targets to rows, one row after the other, and adds their values to the scales of the features. Each
// target counts in the scales as often as counts says.
func (c *Collection) AddToScales(targets []Target, rows, counts []float64) {
	young := c.scales[0].count() < youngScale
	for i, t := range targets {
		row := rows[i*RowLength:][:RowLength]
		c.measure(c.targets.at(int(t)), row)
		for f := range NumFeatures {
			c.scales[f].AddValue(row[f], counts[i])
		}
		for f, x := range row[ModelLength:][:NumLocal] {
			c.scales[NumFeatures+f].AddValue(x, counts[i])
		}
	}
	for i, t := range targets {
		row := rows[i*RowLength:][:RowLength]
		if young { // the values depend on the means of the scales, which have changed
			c.measure(c.targets.at(int(t)), row)
		}
		c.addStandardScores(row)
	}
}

// Average fills row with the features of an average link: each equals the mean of its scale, so its standard score is 0.
func (c *Collection) Average(row []float64) {
	clear(row)
	for i := range NumFeatures {
		row[i] = c.scales[i].Mean()
	}
	for i := range NumLocal {
		row[ModelLength+i] = c.scales[NumFeatures+i].Mean()
	}
}

// RefreshScales recomputes the mean and deviation of every feature from all values added to the scales so far.
func (c *Collection) RefreshScales() {
	for i := range c.scales {
		c.scales[i].Refresh()
	}
	c.vocabulary.refresh(c.outcomes().mean(overallPrior, expectedRate))
}

// addStandardScores fills in the standard scores of a row.
func (c *Collection) addStandardScores(row []float64) {
	for i := range NumFeatures {
		row[NumFeatures+i] = float64(float32(c.scales[i].StandardScore(row[i])))
	}
	for i := range NumLocal {
		row[ModelLength+NumLocal+i] = float64(float32(c.scales[NumFeatures+i].StandardScore(row[ModelLength+i])))
	}
}

// measure fills in a row, except for the standard scores.
func (c *Collection) measure(t *target, row []float64) {
	row = row[:RowLength]
	c.measurePages(t, row)
	c.measureHarvests(t, row)
	c.measureTexts(t, row)
	for i, x := range row[:NumFeatures] { // training keeps float32
		row[i] = float64(float32(x))
	}
	local := row[ModelLength:][:NumLocal]
	c.measureWords(&t.linkWords, local)
	for i, x := range local {
		local[i] = float64(float32(x))
	}
}

// mean returns the mean of a summary and of one more value. That value is the mean of the feature among all links.
func (c *Collection) mean(s *summary, feature int) float64 { return s.mean(c.scales[feature].mean) }

func (c *Collection) measurePages(t *target, row []float64) {
	n := float64(max(t.pageCount, 1))
	row[PageMean], row[PageWeighted] = c.mean(&t.page, PageMean), c.mean(&t.weightedPage, PageWeighted)
	row[MainMean] = c.mean(&t.mainPage, MainMean)
	row[TitleMean] = (float64(t.titleSum) + c.scales[TitleMean].mean) / (n + 1)
	row[ParentMean] = (float64(t.parentSum) + c.scales[ParentMean].mean) / (n + 1)
	row[PageMax], row[PageLatest] = float64(t.page.max), float64(t.latestPage)
}

func (c *Collection) measureTexts(t *target, row []float64) {
	row[ContextMean], row[ContextMax] = c.mean(&t.context, ContextMean), float64(t.context.max)
	row[AnchorMean], row[AnchorMax] = c.mean(&t.anchor, AnchorMean), float64(t.anchor.max)
	row[SharkMean], row[SharkMax] = c.mean(&t.neighborhood, SharkMean), float64(t.neighborhood.max)
	row[URLMargin], row[WordsLearned] = float64(t.urlMargin), c.words.score(t.tokens[:t.tokenCount])
}

// measureWords fills in the local features.
func (c *Collection) measureWords(l *linkWords, local []float64) {
	v := &c.vocabulary
	local[ContextLearned] = v.score(l)
	local[AnchorLift], local[ContextLift], local[URLLift] = v.lifts(l.anchor()), v.lifts(l.context()), v.lifts(l.url())
}

// Until links of a list have been fetched, the list is expected to be as relevant as its page, and likewise for other narrow sets of links. The prior
// is the number of pages that this expectation counts as.
const (
	overallPrior   = 1
	expectedRate   = 0.2 // mean probability of the pages of a crawl that has not begun
	binPrior       = 4
	pagePrior      = 4
	listPrior      = 3
	hostPrior      = 5
	directoryPrior = 3
	tagPathPrior   = 4
)

// measureHarvests fills in the features for the expected relevance of each list that links to the target. That is the harvest of the list's links or,
// before any was fetched, the harvest of all links of its page.
func (c *Collection) measureHarvests(t *target, row []float64) {
	overall := c.outcomes().mean(overallPrior, expectedRate)
	var page, list, bestPage, bestList float64
	for at := t.firstEdge; at != 0; {
		e := c.edges[at]
		at = e.next
		from := c.lists[e.list].source
		ofPage := c.pageOutcomes(from).mean(pagePrior, c.expectedOf(&c.sources[from], overall))
		ofList := c.listOutcomes(e.list).mean(listPrior, ofPage)
		page, list = page+ofPage, list+ofList
		bestPage, bestList = max(bestPage, ofPage), max(bestList, ofList)
	}
	n := float64(max(t.edgeCount, 1))
	row[PageHarvest], row[ListHarvest], row[PageBest], row[ListBest] = page/n, list/n, bestPage, bestList
	host := c.groups[t.host].mean(hostPrior, overall)
	row[HostHarvest] = host
	row[DirectoryHarvest] = c.groups[t.directory].mean(directoryPrior, host)
	row[PathHarvest] = c.groupOutcomes(t.tagPath).mean(tagPathPrior, host)
}

// expectedOf returns the harvest of links on pages with about this page's topic probability. Before any was fetched, it returns a mix of the page's
// own probability and the overall mean.
func (c *Collection) expectedOf(page *sourcePage, overall float64) float64 {
	p := float64(page.probability)
	return c.binOutcomes(page.bin).mean(binPrior, 0.5*overall+0.3*p) + 0.02*p
}
