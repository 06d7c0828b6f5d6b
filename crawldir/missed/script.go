package missed

import (
	"gannet/features"
	"gannet/features/scripted"
)

// filledByScript reports whether a script fills a page in a browser. The page shows next to nothing, or it speaks of jobs and has an empty place.
func filledByScript(p *features.Page, ofJobs bool) bool {
	return scripted.Probability(p) >= scripted.Likely || ofJobs && p.Programs != nil && p.Programs.Places > 0
}
