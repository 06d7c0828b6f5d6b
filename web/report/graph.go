package report

import (
	"gannet/internal/weburl"
	"gannet/store"
)

// graph is the links between the pages that are kept, in the order of storing.
type graph struct {
	nodes []node
	links [][]uint32 // by page: the kept pages that it links to, and those that were found on it otherwise
}

type node struct {
	url, via string
	source   int // the page on which its link was found; -1 if that is not kept
	score    float32
	relevant bool
}

// readGraph reads the kept pages, and then their links.
func readGraph(from store.Reader) (*graph, error) {
	g := &graph{}
	at := make(map[uint64]uint32)
	numbers := make(map[uint64]uint32) // by sequence number
	err := from.Select(store.Selection{}, func(p *store.Page) error {
		at[weburl.Fingerprint(p.URL)], numbers[p.Seq] = uint32(len(g.nodes)), uint32(len(g.nodes))
		g.nodes = append(g.nodes, node{p.URL, p.Via, -1, float32(p.Score), p.Relevant})
		return nil
	})
	if err != nil {
		return nil, err
	}
	g.links = make([][]uint32, len(g.nodes))
	err = from.Select(store.Selection{Links: true}, func(p *store.Page) error {
		if n, known := numbers[p.Seq]; known { // others were kept since
			g.links[n] = g.targets(at, p.Links, n)
		}
		return nil
	})
	for i := range g.nodes {
		if via, known := at[weburl.Fingerprint(g.nodes[i].via)]; known && g.nodes[i].via != "" {
			g.nodes[i].source = int(via)
			g.links[via] = append(g.links[via], uint32(i))
		}
	}
	return g, err
}

func (g *graph) targets(at map[uint64]uint32, links []uint64, self uint32) (list []uint32) {
	for _, link := range links {
		if to, known := at[link]; known && to != self {
			list = append(list, to)
		}
	}
	return list
}
