package robots_test

import (
	"strings"
	"testing"

	"gannet/crawler/robots"
	"gannet/features/permission"
)

// lines returns statements with " | " between them.
func lines(r permission.Record) string {
	var all []string
	for _, s := range r {
		all = append(all, s.String())
	}
	return strings.Join(all, " | ")
}

// TestUsesOfRobotsTxt has the example of draft-ietf-aipref-attach-05, section 3.5, and the cases of its sections 3.2 and 3.3.
func TestUsesOfRobotsTxt(t *testing.T) {
	const example = "User-Agent: *\nAllow: /\nDisallow: /never/\nContent-Usage: train-ai=n\nContent-Usage: /ai-ok/ train-ai=y\n\n" +
		"User-Agent: ExampleBot\nAllow: /\nContent-Usage: train-ai=y\n"
	const site = "http://a.test"
	for _, c := range []struct{ body, agent, path, want string }{
		{example, "gannet", "/test", "robots.txt line 4: Content-Usage: train-ai=n"},
		{example, "gannet", "/ai-ok/test", "robots.txt line 5: Content-Usage: /ai-ok/ train-ai=y"},
		{example, "ExampleBot", "/test", "robots.txt line 9: Content-Usage: train-ai=y"},
		{"User-agent: *\nContent-Signal: search=yes # or so\ncontent-usage :\t/a%20b\ttrain-ai=n", "gannet", "/a%20b/c",
			"robots.txt line 2: Content-Signal: search=yes | robots.txt line 3: Content-Usage: /a%20b train-ai=n"},
		{"User-agent: *\nContent-Usage: /x train-ai=y\nContent-Usage: /x train-ai=n\nContent-Usage: search=n", "gannet", "/x",
			"robots.txt line 2: Content-Usage: /x train-ai=y | robots.txt line 3: Content-Usage: /x train-ai=n"},
		{"User-agent: *\nContent-Usage: train-ai=n\n\nUser-agent: gannet\nContent-Usage: train-ai=y", "gannet", "/",
			"robots.txt line 5: Content-Usage: train-ai=y"},
		{"Content-Usage: train-ai=n\nUser-agent: *\nAllow: /", "gannet", "/", ""},
		{"User-agent: other\nContent-Usage: train-ai=n", "gannet", "/", ""},
		{"User-agent: *\nContent-Usage:\nContent-Usage: /only-a-path", "gannet", "/only-a-path", "robots.txt line 3: Content-Usage: /only-a-path"},
	} {
		rules := robots.Parse([]byte(c.body), c.agent, site)
		if got := lines(rules.Uses(site + c.path)); got != c.want {
			t.Errorf("%q says of %s to %s: %q, want %q", c.body, c.path, c.agent, got, c.want)
		}
	}
}

// TestUsesEndNoGroupOfRules: to RFC 9309 a line about use is unknown, so the rule behind it counts for both crawlers.
func TestUsesEndNoGroupOfRules(t *testing.T) {
	rules := robots.Parse([]byte("User-agent: *\nContent-Signal: search=yes\n\nUser-agent: other\nDisallow: /"), "gannet", "")
	if rules.Allowed("http://a.test/x") {
		t.Error("the path is allowed")
	}
}

func TestUsesOfFiles(t *testing.T) {
	const json = `[{"location":"/images/*.jpg","tdm-reservation":0},{"location":"/","tdm-reservation":1,"tdm-policy":"https://a.test/p"},{"x":1},7]`
	const ai = "User-Agent: *\nDisallow: *.txt\nDisallow: /\nAllow: /news/\n"
	for _, c := range []struct{ file, body, path, want string }{
		{robots.TDMFile, json, "/text", `/.well-known/tdmrep.json: {"location":"/","tdm-reservation":1,"tdm-policy":"https://a.test/p"}`},
		{robots.TDMFile, json, "/images/a.jpg", `/.well-known/tdmrep.json: {"location":"/images/*.jpg","tdm-reservation":0}`},
		{robots.TDMFile, "<html>", "/", ""},
		{robots.AIFile, ai, "/page", "ai.txt line 3: Disallow: /"},
		{robots.AIFile, ai, "/news/a", "ai.txt line 4: Allow: /news/"},
		{robots.AIFile, ai, "/a.txt", "ai.txt line 2: Disallow: *.txt"},
		{robots.AIFile, "<html>nothing here</html>", "/", ""},
	} {
		if got := lines(robots.ParseUseFile(c.file, []byte(c.body)).Uses("http://a.test" + c.path)); got != c.want {
			t.Errorf("%s says of %s: %q, want %q", c.file, c.path, got, c.want)
		}
	}
}
