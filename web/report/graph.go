package report

import (
	"github.com/a-h/templ"

	"gannet/internal/chart"
	"gannet/internal/htmlfile"
	"gannet/internal/weburl"
	"gannet/store"
)

// graph is the pages that are kept, in the order of storing, and how each was found.
type graph struct{ nodes []node }

type node struct {
	url, via string
	source   int // the page on which its link was found; -1 if that is not kept
	score    float32
	relevant bool
}

// readGraph reads the kept pages.
func readGraph(from store.Reader) (*graph, error) {
	g := &graph{}
	at := make(map[uint64]int)
	err := from.Select(store.Selection{}, func(p *store.Page) error {
		at[weburl.Fingerprint(p.URL)] = len(g.nodes)
		g.nodes = append(g.nodes, node{p.URL, p.Via, -1, float32(p.Score), p.Relevant})
		return nil
	})
	for i := range g.nodes {
		if via, known := at[weburl.Fingerprint(g.nodes[i].via)]; known && g.nodes[i].via != "" {
			g.nodes[i].source = via
		}
	}
	return g, err
}

// chartPoints is how many points the curve has at most.
const chartPoints = 400

// harvest draws how many relevant pages there were after each page, nil if no page is kept.
func (g *graph) harvest() templ.Component {
	line, found, step := chart.Series{Name: "this crawl"}, 0, max(1, len(g.nodes)/chartPoints)
	for i := range g.nodes {
		if g.nodes[i].relevant {
			found++
		}
		if (i+1)%step == 0 || i+1 == len(g.nodes) {
			line.X, line.Y = append(line.X, float64(i+1)), append(line.Y, float64(found))
		}
	}
	picture, err := htmlfile.Picture(chart.Lines{
		Title: "Relevant pages among those fetched", XLabel: "pages", YLabel: "relevant pages", Series: []chart.Series{line},
	})
	if err != nil || len(g.nodes) == 0 {
		return nil
	}
	return picture
}
