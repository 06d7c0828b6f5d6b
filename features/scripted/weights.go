package scripted

// bias and weights belong to a logistic regression over the measures. `go run ./shells` in lab learns them from pages of three webs and of job boards
// as their servers send them, from the same pages without their content, and from files of built sites that a browser has rendered.
var (
	bias    = 7.279
	weights = [count]float64{
		words: -1.404, mainWords: -1.194, modules: .943, wanted: .670, busy: 3.547, loading: 6.361, placeholders: 6.392, alone: 3.940, place: 3.503,
		extra: -1.755,
	}
)
