package scripted

// bias and weights are those of a logistic regression over the measures.
var (
	bias    = 1.0
	weights = [count]float64{
		words: -.6, mainWords: -.3, links: -.3, headings: -.5, share: -1, loaded: .4, modules: .8, inline: .5, wanted: .8, named: 2, blank: .2, custom: .5,
		busy: 1, loading: 2, placeholders: 2, shell: 3,
	}
)
