package crawldir

// SearchPages has crawls of more pages count as large, until the returned function is called.
func SearchPages(most int) (restore func()) {
	before := quickPages
	quickPages = most
	return func() { quickPages = before }
}
