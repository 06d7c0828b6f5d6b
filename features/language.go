package features

// Languages tells in which language a page is written.
type Languages struct{}

// Probability gives the probability that a page is written in a language, named by ISO 639-1.
func (l *Languages) Probability(lang string, p *Page) float64 { return 0 }
