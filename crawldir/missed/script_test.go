package missed

import (
	"strings"
	"testing"

	"gannet/features"
)

func TestPagesThatAScriptFills(t *testing.T) {
	const script, prose = `<script src="/app.js"></script>`, "<p>We mend clocks of all kinds in our three shops, on weekdays from nine to five, and on Saturdays until noon. "
	long := strings.Repeat(prose, 3)
	for _, c := range []struct {
		is, body       string
		filled, ofJobs bool // whether it is filled, and only if it speaks of jobs
	}{
		{"a shell", script + `<div id="root"></div>`, true, false},
		{"a shell that says that it loads", script + `<div class="app"><p>Loading</div>`, true, false},
		{"a shell that speaks to readers without scripts", script + "<noscript><p>You need to enable JavaScript.</noscript>", true, false},
		{"a short page that also speaks to readers without scripts", script + "<noscript><p>JavaScript is switched off.</noscript>" + prose, false, false},
		{"a shell with navigation", script + "<nav>" + long + `</nav><x-app></x-app>`, true, false},
		{"a place among text", long + `<div id="openings"><div></div></div>` + script, true, true},
		{"an element of its own among text", long + `<job-list></job-list><script type="module">load()</script>`, true, false},
		{"a place without a name", long + `<div class="clear"></div>` + script, false, false},
		{"a place with a picture", long + `<div id="logo"><img src="a.png"></div>` + script, false, false},
		{"a place without a script", long + `<div id="openings"></div><script type="application/json">{}</script>`, false, false},
		{"a few words", prose, false, false},
		{"a few words that a pixel counts", prose + script + `<noscript><img src="p.gif" height="1" width="1"></noscript>`, false, false},
	} {
		for _, ofJobs := range []bool{false, true} {
			p, err := features.NewReader().Read("http://a.test/", []byte("<title>Clocks</title>"+c.body))
			if err != nil {
				t.Fatal(err)
			}
			if got, want := filledByScript(p, ofJobs), c.filled && (ofJobs || !c.ofJobs); got != want {
				t.Errorf("%s, of jobs %v: %v", c.is, ofJobs, got)
			}
		}
	}
}
