package scripted

import (
	"strings"
	"testing"

	"gannet/features"
)

// shells are pages whose content a script makes, and made are pages that have theirs.
var (
	shells = map[string]string{
		"root":         `<!DOCTYPE html><title>Our app</title><script type=module src=/assets/index.js></script><body><div id=root></div>`,
		"noscript":     `<title>App</title><body><noscript>You need to enable JavaScript to run this app.</noscript><div id=app></div><script src=/static/main.js></script>`,
		"custom":       `<title>API</title><body><api-reference spec-url=/openapi.json></api-reference><script src=bundle.js></script>`,
		"loading":      `<title>Jobs</title><body><div class=box>Loading …</div><script src=jobs.js></script>`,
		"named":        `<title>Docs</title><body><div id=view></div><script>start({into: document.getElementById('view')})</script><script src=app.js></script>`,
		"placeholders": `<title>Jobs</title><body><ul><li>{{ job.title }}</li></ul><script src=a.js></script>`,
	}
	made = map[string]string{
		"article":   `<title>A</title><body><h1>An article</h1><div id=ad></div><p>` + strings.Repeat("Many words of an article stand here. ", 60) + `<script src=count.js></script>`,
		"loads":     `<title>A</title><body><h1>Loading docks</h1><p>` + strings.Repeat("Loading docks are built at the back of a hall. ", 40) + `<script src=count.js></script>`,
		"list":      `<title>Jobs</title><body><h1>Jobs</h1><ul>` + strings.Repeat(`<li><a href=/job>A job in a town</a>`, 30) + `</ul><div id=cookies></div><script>show("cookies")</script><script src=a.js></script>`,
		"no script": `<title>Nothing</title><body><div id=root></div>`,
	}
)

func TestShellsAreTakenForMadeByAScript(t *testing.T) {
	for name, html := range shells {
		if got := Probability(read(t, html)); got < .5 {
			t.Errorf("%s: %.2f, want at least .5: %v", name, got, Explain(read(t, html)))
		}
	}
	for name, html := range made {
		if got := Probability(read(t, html)); got > .5 {
			t.Errorf("%s: %.2f, want at most .5: %v", name, got, Explain(read(t, html)))
		}
	}
}

// TestExplainSumsToTheProbability: the facts and the bias are the whole reason.
func TestExplainSumsToTheProbability(t *testing.T) {
	p := read(t, shells["named"])
	sum := bias
	for _, e := range Explain(p) {
		sum += e.Logit
	}
	if got := Probability(p); got < .5 != (sum < 0) {
		t.Errorf("probability %v, log-odds %v", got, sum)
	}
	if all := Explain(p); len(all) < 2 || all[0].Logit*all[0].Logit < all[1].Logit*all[1].Logit {
		t.Errorf("the facts are not in the order of their effects: %v", all)
	}
}

func read(t *testing.T, html string) *features.Page {
	t.Helper()
	p, err := features.NewReader().Read("https://example.org/", []byte(html))
	if err != nil {
		t.Fatal(err)
	}
	return p
}
