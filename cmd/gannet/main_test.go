package main

import (
	"bytes"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime/pprof"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"go.uber.org/goleak"

	"gannet/internal/testweb"
	"gannet/lab/training/lightgbm"
	"gannet/lab/training/lightgbm/lightgbmtest"
)

func TestMain(m *testing.M) {
	testscript.Main(leakless{m}, map[string]func(){
		"gannet": mainForTests, "gannet-load": crawlLoadWeb, "gannet-load-web": serveLoadWeb,
		"gannet-panic": func() { panic("for a test") },
	})
}

// mainForTests is main with an index of postings that is written early, if GANNET_TEST_HOT says when, and with more
// checkpoints, if GANNET_TEST_CHECKPOINT says how often.
func mainForTests() {
	if n, err := strconv.Atoi(os.Getenv("GANNET_TEST_HOT")); err == nil {
		indexHot = n
	}
	if n, err := strconv.Atoi(os.Getenv("GANNET_TEST_CHECKPOINT")); err == nil {
		checkpointEvery = n
	}
	collectEarly(gcPercent)
	os.Exit(profiled())
}

// profiled is run with a profile of its processor time, if GANNET_TEST_PROFILES is a directory for it.
func profiled() (status int) {
	if dir := os.Getenv("GANNET_TEST_PROFILES"); dir != "" {
		file, err := os.Create(filepath.Join(dir, fmt.Sprintf("%s-%d.pprof", os.Args[1], os.Getpid())))
		if err == nil {
			err = pprof.StartCPUProfile(file)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return exitFailed
		}
		defer file.Close()
		defer pprof.StopCPUProfile()
	}
	return run(os.Args[1:], os.Stdout, os.Stderr)
}

// leakless fails when a command run in this process leaves a goroutine behind.
type leakless struct{ *testing.M }

// Run implements testscript.TestingM.
func (m leakless) Run() int {
	status := m.M.Run()
	if err := goleak.Find(); status == 0 && err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return status
}

// TestScripts runs testdata/script. Each script has a generated web behind the proxy $PROXY, and seeds of its topic
// beekeeping in $SEED1 and $SEED2. It also has a model in model.txt, the topics of writeTopics, and a crawl that found
// postings in jobs. There are the webs of lookPages and ownersPages in bees.warc.gz and owners.warc.gz, and a command that finds a $LINK.
func TestScripts(t *testing.T) {
	web := testweb.New(testweb.DefaultOptions(1).Sized(60, 1200))
	proxy := httptest.NewServer(web)
	t.Cleanup(proxy.Close)
	pdfSite := pdfAds(t)
	seeds := web.Seeds("beekeeping", 2)
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("testdata", "script"),
		Setup: func(e *testscript.Env) error {
			e.Setenv("PROXY", proxy.URL)
			e.Setenv("USERPROXY", strings.Replace(proxy.URL, "http://", "http://me:c2VjcmV0@", 1)) // the same with a password
			e.Setenv("PDFADS", pdfSite.URL)
			e.Setenv("SEED1", seeds[0])
			e.Setenv("SEED2", seeds[1])
			e.Setenv("TMPDIR", e.WorkDir)
			if path := lightgbmtest.Path(); path != "" {
				e.Setenv(lightgbm.Env, path)
			}
			if err := writeTopics(e.WorkDir, web); err != nil {
				return err
			}
			if err := keepJobs(filepath.Join(e.WorkDir, "jobs")); err != nil {
				return err
			}
			if err := writeWeb(filepath.Join(e.WorkDir, "bees.warc.gz"), "hive.test", lookPages); err != nil {
				return err
			}
			if err := writeWeb(filepath.Join(e.WorkDir, "owners.warc.gz"), "owners.test", ownersPages); err != nil {
				return err
			}
			return writeModel(filepath.Join(e.WorkDir, "model.txt"))
		},
		Cmds:      map[string]func(*testscript.TestScript, bool, []string){"link": findLink},
		Condition: haveLightGBM,
	})
}

func TestExitStatusAndOneLineErrors(t *testing.T) {
	dir := t.TempDir()
	notCrawl := filepath.Join(dir, "empty")
	if err := os.Mkdir(notCrawl, 0o755); err != nil {
		t.Fatal(err)
	}
	garbage := filepath.Join(dir, "garbage")
	if err := os.WriteFile(garbage, []byte("{ this is : neither\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	lists := filepath.Join(dir, "lists")
	writeTestLists(t, lists)
	for _, c := range []struct {
		args string
		want int
		says string
	}{
		{"--version", exitOK, ""},
		{"help crawl", exitOK, ""},
		{"completion bash", exitOK, ""},
		{"topic list", exitOK, ""},
		{"fly", exitUsage, "fly"},
		{"crawl --no-such-flag", exitUsage, "--no-such-flag"},
		{"crawl", exitUsage, "--out"},
		{"crawl --out " + dir + "/c", exitUsage, "--seeds"},
		{"crawl --out " + dir + "/c --topic nosuchtopic", exitUsage, "topic list"},
		{"crawl --out " + dir + "/c --seeds http://a.test/ --strategy deepest", exitUsage, "shark"},
		{"crawl --out " + dir + "/c --seeds ftp://a.test/", exitUsage, "seeds"},
		{"crawl --out " + dir + "/c --seeds " + dir + "/nofile", exitUsage, "nofile"},
		{"crawl --out " + dir + "/c --seeds http://a.test/ --workers 0", exitUsage, "--workers"},
		{"crawl --out " + dir + "/c --seeds http://a.test/ --include re:(", exitUsage, "--include \"re:(\": missing closing )"},
		{"crawl --out " + dir + "/c --seeds http://a.test/ --exclude logout", exitUsage, "write logout/* for a host"},
		{"crawl --out " + dir + "/c --seeds http://a.test/ --exclude none --exclude *x*", exitUsage, "stands alone"},
		{"crawl --out " + dir + "/c --topic jobs --header X:y", exitUsage, "the hosts of --seeds"},
		{"crawl --out " + dir + "/c --seeds http://a.test/ --user-agent 1", exitUsage, "must begin with a name"},
		{"crawl --out " + dir + "/c --seeds http://a.test/ --max-body 5M", exitUsage, "from 1 to 4M"},
		{"crawl --out " + dir + "/c --seeds http://a.test/ --timeout -5s", exitUsage, "a time such as 30s"},
		{"crawl --out " + dir + "/c --seeds http://a.test/ --timeout 0", exitUsage, "a time such as 30s"},
		{"crawl --out " + dir + "/c --seeds http://a.test/ --keywords=", exitUsage, "--keywords has no word"},
		{"crawl --out " + dir + "/c --seeds http://a.test/ --web " + garbage + " --timeout 3s", exitUsage, "leave --timeout out"},
		{"crawl --out " + dir + "/c --seeds http://a.test/ --stay site", exitUsage, "host, domain or none"},
		{"crawl --out " + dir + "/c --seeds http://a.test/ --depth few", exitUsage, "a number of links such as 3"},
		{"crawl --out " + dir + "/c --seeds http://a.test/ --hosts " + dir + "/nofile", exitUsage, "one a line"},
		{"crawl --out " + dir + "/c --seeds http://a.test/ --hosts " + garbage, exitUsage, "line 1"},
		{"crawl --out " + dir + "/c --seeds http://a.test/ --config " + garbage, exitUsage, "garbage"},
		{"crawl --out " + dir + "/c --seeds http://a.test/ --web " + garbage, exitFailed, "garbage"},
		{"crawl --out " + dir + "/c --seeds http://a.test/ --per-day 100", exitUsage, "give --fresh too"},
		{"crawl --out " + dir + "/c --seeds http://a.test/ --max-age 24h", exitUsage, "give --fresh too"},
		{"crawl --out " + dir + "/c --seeds http://a.test/ --fresh 48h --max-age 24h", exitUsage, "a longer --max-age"},
		{"crawl --out " + dir + "/c --seeds http://a.test/ --web " + garbage + " --fresh 24h", exitUsage, "leave --fresh out"},
		{"crawl --out " + dir + "/c --seeds http://a.test/ --fresh 1ms", exitUsage, "such as 24h"},
		{"crawl --out " + dir + "/c --seeds http://a.test/ --fresh daily", exitUsage, "such as 30s or 8h"},
		{"demo --write " + dir + "/demo --pages 5", exitUsage, "--pages is for the crawls of the demo"},
		{"stats", exitUsage, "DIR is missing"},
		{"stats " + notCrawl, exitFailed, "gannet crawl"},
		{"explain", exitUsage, "DIR is missing"},
		{"explain " + notCrawl + " http://a.test/", exitFailed, "gannet crawl"},
		{"explain " + notCrawl + " ftp://a.test/", exitUsage, "ftp"},
		{"export " + notCrawl, exitFailed, "holds no crawl"},
		{"export --format xml " + notCrawl, exitUsage, "jsonl"},
		{"check", exitUsage, "DIR is missing"},
		{"check " + notCrawl, exitFailed, "gannet crawl"},
		{"jobs list " + notCrawl, exitFailed, "gannet crawl"},
		{"jobs list " + notCrawl + " --format xml", exitUsage, "parquet"},
		{"jobs list " + notCrawl + " --since yesterday", exitUsage, "2026-01-31"},
		{"jobs export " + notCrawl + " --format table", exitUsage, "jsonl"},
		{"jobs show " + notCrawl, exitUsage, "NUMBER|URL is missing"},
		{"replay", exitUsage, "ARCHIVE... is missing"},
		{"replay " + garbage, exitFailed, "garbage"},
		{"eval", exitUsage, "--web"},
		{"eval --web " + garbage + " --labels " + garbage, exitFailed, "line 1"},
		{"annotate", exitUsage, "CRAWL… is missing"},
		{"annotate " + notCrawl, exitUsage, "-o DIR"},
		{"annotate " + notCrawl + " -o " + dir, exitFailed, "gannet crawl"},
		{"annotate " + notCrawl + " -o x --format parquet", exitUsage, "letor"},
		{"annotate " + notCrawl + " -o x --rows -1", exitUsage, "--rows"},
		{"annotate " + notCrawl + " -o x --schema seen", exitUsage, "links or crawl"},
		{"annotate " + notCrawl + " -o x --label-topic bees", exitUsage, "--labels"},
		{"annotate " + notCrawl + " -o x --labels " + garbage, exitFailed, "line 1"},
		{"train " + dir, exitUsage, "-o FILE"},
		{"train -o x.model", exitUsage, "DIR… is missing"},
		{"train " + notCrawl + " -o x.model --learner ca", exitFailed, "gannet annotate"},
		{"train " + notCrawl + " -o x.model --learner oracle", exitUsage, "lambdamart"},
		{"train " + notCrawl + " -o x.model --learner ca --rate 7", exitUsage, "learning rate"},
		{"train " + garbage + " -o x.model --learner ca", exitFailed, "garbage"},
		{"train " + lists + " -o x.model --lightgbm " + garbage, exitFailed, "LightGBM"},
		{"compare", exitUsage, "DIR… is missing"},
		{"compare " + notCrawl + " --learners sort", exitUsage, "ranksvm"},
		{"compare " + notCrawl + " --balance 1", exitUsage, "--balance"},
		{"topic learn bees -o x.yaml", exitUsage, "--positive"},
		{"topic test jobs --positive " + garbage, exitUsage, "--negative"},
	} {
		t.Run(c.args, func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			got := run(strings.Fields(c.args), &stdout, &stderr)
			if got != c.want {
				t.Fatalf("exit status %d, want %d: %s", got, c.want, stderr.String())
			}
			if got == exitOK {
				return
			}
			if lines := strings.Count(stderr.String(), "\n"); lines != 1 || !strings.Contains(stderr.String(), c.says) {
				t.Errorf("standard error is %q: want one line that has %q", stderr.String(), c.says)
			}
		})
	}
}
