package template

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"gannet/job"
)

// TestRulesAreComparedByTheirCounts lists rules, the better one first in each pair.
func TestRulesAreComparedByTheirCounts(t *testing.T) {
	rule := func(css string) Rule { return Rule{Select: css} }
	for _, c := range []struct {
		why           string
		better, worse scored
	}{
		{"more right", scored{right: 3}, scored{right: 2}},
		{"one wrong costs two right", scored{right: 4}, scored{right: 5, wrong: 1}},
		{"four spurious cost one right", scored{right: 5, spurious: 4}, scored{right: 4}},
		{"five spurious cost more than one right", scored{right: 4}, scored{right: 5, spurious: 5}},
		{"equal sums: more right", scored{right: 5, wrong: 1}, scored{right: 3}},
		{"half of the nodes costs as much as one", scored{right: 2, cost: 1.4, purity: 1}, scored{right: 2, cost: .8, purity: .5}},
		{"a cost of one outweighs a quarter of the nodes", scored{right: 2, cost: 1, purity: .75}, scored{right: 2, cost: 2, purity: 1}},
		{"almost equal: the cheaper one", scored{right: 2, cost: 1, purity: 1}, scored{right: 2, cost: 1.1, purity: 1}},
		{"equal: the first by name", scored{right: 2, rule: rule("#a")}, scored{right: 2, rule: rule("#b")}},
	} {
		if c.better.compare(c.worse) <= 0 || c.worse.compare(c.better) >= 0 {
			t.Errorf("%s: compared %d and %d", c.why, c.better.compare(c.worse), c.worse.compare(c.better))
		}
	}
}

func titled(t *testing.T, page, title string) Example {
	return Example{Doc: parsed(t, page), Now: noon, Want: &job.Posting{Title: title}}
}

func TestScoreCountsPagesAndNodes(t *testing.T) {
	examples := []Example{
		titled(t, "<b>Cook</b>", "Cook"),
		titled(t, "<b>Mate</b><b>Home</b>", "Mate"),
		titled(t, "<b>Home</b><b>Diver</b>", "Diver"),
		titled(t, "<i>Clerk</i>", "Clerk"),
	}
	others := []Example{titled(t, "<b>Cook</b>", ""), titled(t, "<i>x</i>", "")}
	l := &learner{field: job.Title, all: slices.Concat(examples, others)}
	c := trial{rule: Rule{Select: "b"}, cost: 1}
	var seen [][]string
	for _, e := range examples {
		seen = append(seen, l.observe(&c.rule, e))
	}
	s := l.score(c, []Step{keepStep("^(.*)$")}, examples, seen)
	if s.right != 2 || s.wrong != 1 || s.spurious != 1 {
		t.Errorf("%d right, %d wrong, %d spurious, want 2, 1, 1", s.right, s.wrong, s.spurious)
	}
	if want := (1 + .5 + .5 + 0) / 4; s.purity != want {
		t.Errorf("purity %g, want %g", s.purity, want)
	}
	if s.cost != 2.5 {
		t.Errorf("cost %g, want 1 and 1.5 for the step", s.cost)
	}
}

// TestOneWrongPageNeedsFourRightOnes holds leastRight.
func TestOneWrongPageNeedsFourRightOnes(t *testing.T) {
	for right, want := range map[int]bool{3: false, 4: true} {
		examples := []Example{titled(t, "<p><b>Home</b> <i>x</i> <b>Clerk</b>", "Clerk")}
		for range right {
			examples = append(examples, titled(t, "<p><b>Cook</b>", "Cook"))
		}
		l := &learner{field: job.Title, all: examples, found: map[*html.Node][]spot{}}
		best, ok := l.bestRule(examples, nil)
		if got := ok && best.wrong == 1; got != want {
			t.Errorf("%d right pages: %v, %s is right on %d and wrong on %d", right, ok, best.rule.Select, best.right, best.wrong)
		}
	}
}

// TestAFirstRuleIsRightOnAThirdOfThePages holds how many pages the first rule needs: a third of them, and two at least.
func TestAFirstRuleIsRightOnAThirdOfThePages(t *testing.T) {
	for _, c := range []struct {
		with, without int
		want          bool
	}{{1, 0, true}, {1, 1, false}, {2, 4, true}, {2, 5, false}, {3, 5, true}} {
		var examples []Example
		names := strings.Fields("Cook Mate Diver Clerk Pilot Baker Smith Tailor")
		for i := range c.with + c.without {
			page := "<p>nothing"
			if i < c.with {
				page = "<b class=name>" + names[i] + "</b>"
			}
			examples = append(examples, titled(t, page, names[i]))
		}
		if got := len(learnField(examples, job.Title, "")) > 0; got != c.want {
			t.Errorf("on %d of %d pages: learned %v", c.with, c.with+c.without, got)
		}
	}
}

func TestAConstantCompanyNeedsThreePages(t *testing.T) {
	of := func(companies ...string) (all []Example) {
		for _, c := range companies {
			all = append(all, Example{Want: &job.Posting{Company: c}})
		}
		return all
	}
	if rules := constantRule(of("Luka", "Luka", "Luka")); len(rules) != 1 || rules[0].Value != "Luka" {
		t.Errorf("three of one company: %v", rules)
	}
	for _, companies := range [][]string{{"Luka", "Luka"}, {"Luka", "Luka", "Kambuz"}, {"", "", ""}} {
		if rules := constantRule(of(companies...)); rules != nil {
			t.Errorf("%q: %v", companies, rules)
		}
	}
}

// TestCostsOfSelectors holds the order in which selectors are preferred.
func TestCostsOfSelectors(t *testing.T) {
	doc := parsed(t, `<body><p>a</p><main id=top><section><dl><dt>Firm</dt><dd itemprop=firm data-at=firm class="v x7" id=f>Luka</dd></dl></section></main>`)
	var dd *html.Node
	for n := range doc.Descendants() {
		if n.Data == "dd" {
			dd = n
		}
	}
	cost := map[string]float64{}
	for _, p := range selectorsOf(dd, func(string) bool { return false }) {
		cost[p.css] = p.cost
	}
	order := []string{`dd[itemprop="firm"]`, `dd[data-at="firm"]`, "#f", "dd.v", `dt:contains("Firm") + dd`, "dd.x7", "dd"}
	for i, css := range order {
		if cost[css] == 0 || i > 0 && cost[css] <= cost[order[i-1]] {
			t.Errorf("%s costs %g, %s before it %g", css, cost[css], order[max(i-1, 0)], cost[order[max(i-1, 0)]])
		}
	}
	near, far := cost["#top dd.v"], cost["body > main > section > dl > dd"]
	if near == 0 || far <= near {
		t.Errorf("from an id %g, from the body %g", near, far)
	}
}

func TestSurplusTextCosts(t *testing.T) {
	l := &learner{field: job.Title}
	e := titled(t, "", "Cook")
	for text, want := range map[string]float64{"Cook": 0, "cook!": 0, "Cook" + strings.Repeat("x", 50): 1.5, strings.Repeat("x", 104): 2} {
		if got := l.surplusOf(text, e); got != want {
			t.Errorf("%q costs %g more, want %g", text, got, want)
		}
	}
}
