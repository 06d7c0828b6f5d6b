package features

import (
	"testing"

	"gannet/internal/testdata"
)

func TestZZReal(t *testing.T) {
	for _, web := range webs {
		var m meter
		pages, flat, most, share, deep := 0, 0, 0, 0.0, 0
		hist := map[int]int{}
		testdata.EachPage(t, web, func(url string, body []byte) bool {
			pages++
			doc, err := m.parse(body, treeLimit(len(body)))
			if err != nil {
				if err == errHeavy {
					flat++
					t.Log(url, len(body))
				} else {
					deep++
				}
				return true
			}
			most = max(most, m.recounts)
			hist[m.recounts]++
			share = max(share, float64(m.fixed+treeBytes(doc))/float64(treeLimit(len(body))))
			return true
		})
		t.Log(web, pages, "flat", flat, "deep", deep, "recounts", most, hist, "share", share)
	}
}
