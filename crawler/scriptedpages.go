package crawler

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"gannet/features/records"
	"gannet/features/scripted"
)

// ScriptShape describes pages of one host whose URLs have the same form, such as /jobs/*: how probable it is that a script makes their
// content in the browser, and what rendering them has cost and given in this run.
type ScriptShape struct {
	Host        string  `json:"host"`
	Shape       string  `json:"shape"`       // the path of the URLs, with stars for what differs
	Probability float64 `json:"probability"` // the mean of what the pages' sources suggest, corrected by what rendering them has shown
	Read        int     `json:"read"`        // pages that were read as their server sent them
	Likely      int     `json:"likely"`      // of these, pages that a script probably makes
	Pages       int     `json:"pages"`       // that were rendered
	Gained      int     `json:"gained"`      // of these, pages that then showed links, postings or a text that they lacked
	Followed    int     `json:"followed"`    // addresses of data that were requested in place of a rendering
	Seconds     float64 `json:"seconds"`     // of the browser's processor
}

// Sentence describes in words what is known about the pages whose URLs have this form.
func (s ScriptShape) Sentence() string {
	text := fmt.Sprintf("a script probably makes %d of %d pages (%.2f for the next one)", s.Likely, s.Read, s.Probability)
	if s.Pages > 0 {
		text += fmt.Sprintf("; %d rendered in %.1f s, %d of them gained", s.Pages, s.Seconds, s.Gained)
	}
	if s.Followed > 0 {
		text += fmt.Sprintf("; data read in place of %d", s.Followed)
	}
	return text
}

// mostScriptShapes bounds the number of shapes that Progress lists.
const mostScriptShapes = 20

// scriptedPages sums up, for each shape of URLs, the probabilities that a script makes its pages. It is safe for concurrent use.
type scriptedPages struct {
	mu     sync.Mutex // guards the fields below
	shapes recentMap[scriptedSum]
	likely map[string]bool // shapes with a page that a script probably makes, at most mostLikelyShapes
}

// scriptedSum sums up the pages of one shape.
type scriptedSum struct {
	read, likely  int
	probabilities float64
}

// mostLikelyShapes bounds the shapes among which the list is chosen.
const mostLikelyShapes = 1000

// add records a page as its server sent it, with the probability that a script makes it.
func (s *scriptedPages) add(url string, probability float64) {
	shape := shapeOf(url)
	s.mu.Lock()
	defer s.mu.Unlock()
	sum, _ := s.shapes.get(shape)
	sum.read++
	sum.probabilities += probability
	if probability >= scripted.Likely {
		sum.likely++
		if len(s.likely) < mostLikelyShapes {
			if s.likely == nil {
				s.likely = map[string]bool{}
			}
			s.likely[strings.Clone(shape)] = true
		}
	}
	s.shapes.set(strings.Clone(shape), sum)
}

// list returns the shapes with pages that a script probably makes, those with most such pages first, and what rendering gave for them. r may be nil.
func (s *scriptedPages) list(r *rendering) (list []ScriptShape) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for key := range s.likely {
		host, path, _ := strings.Cut(key, " ")
		sum, known := s.shapes.get(key)
		if !known {
			delete(s.likely, key) // forgotten, so that another finds room
			continue
		}
		shape := ScriptShape{Host: host, Shape: path, Read: sum.read, Likely: sum.likely, Probability: sum.probabilities / float64(sum.read)}
		if r != nil {
			r.addTo(&shape, key)
		}
		list = append(list, shape)
	}
	slices.SortFunc(list, func(a, b ScriptShape) int {
		return cmp.Or(b.Likely-a.Likely, strings.Compare(a.Host, b.Host), strings.Compare(a.Shape, b.Shape))
	})
	return list[:min(mostScriptShapes, len(list))]
}

// ShapeAmong returns the element of a list whose form the URL has, or nil if there is none.
func ShapeAmong(list []ScriptShape, url string) *ScriptShape {
	shape := shapeOf(url)
	for i := range list {
		if list[i].Host+" "+list[i].Shape == shape {
			return &list[i]
		}
	}
	return nil
}

// noteScript records how probable it is that a script makes the visit's page, which is as its server sent it.
func (v *visit) noteScript() {
	if !v.isPDF() && !records.IsMade(v.response.Body) {
		v.scripted.add(v.lease.URL, scripted.Probability(v.page))
	}
}

// addTo adds to a shape what rendering its pages has given.
func (r *rendering) addTo(s *ScriptShape, key string) {
	pairs := r.worth.pairsOf(key)
	s.Pages, s.Gained, s.Seconds = int(pairs.made), int(pairs.gained), pairs.seconds
	s.Probability = pairs.chance(s.Probability)
	s.Followed = r.rules.followedFor(key)
}
