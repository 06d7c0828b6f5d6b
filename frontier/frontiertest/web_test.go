package frontiertest

import "testing"

// TestWeb checks what benchmarks rely on: links are new or known as asked, on heavy-tailed hosts.
func TestWeb(t *testing.T) {
	w := NewWeb(1, 1000)
	seen, hosts := map[string]bool{}, map[string]int{}
	draw := func(pages int, known float64) (repeated float64) {
		for range pages {
			for _, l := range w.Page(known) {
				if seen[l.URL] {
					repeated++
				}
				seen[l.URL] = true
				hosts[l.Host]++
			}
		}
		return repeated / float64(pages*PageLinks)
	}
	if share := draw(2000, 0); share != 0 {
		t.Errorf("%v of new links are known", share)
	}
	if share := draw(500, 0.7); share < 0.65 || share > 0.75 {
		t.Errorf("%v of the links are known, want 0.7", share)
	}
	total := 2500 * PageLinks
	if largest := hosts["www.site0.example"]; largest < total/15 || largest > total/6 {
		t.Errorf("the largest host has %d of %d links, want about a tenth", largest, total)
	}
	if len(hosts) < 900 {
		t.Errorf("%d hosts, want nearly 1000", len(hosts))
	}
}
