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

	"gannet/cluster/natsserver/program"
	topicwriter "gannet/feed/kafka/program"
	"gannet/internal/cli"
	"gannet/internal/testweb"
	"gannet/internal/weburl"
	"gannet/training/lightgbm"
	"gannet/training/lightgbm/lightgbmtest"
)

func TestMain(m *testing.M) {
	testscript.Main(leakless{m}, map[string]func(){
		"gannet": mainForTests, "gannet-cluster": serveCluster, "gannet-kafka": runTopicWriter, "gannet-load": crawlLoadWeb, "gannet-load-web": serveLoadWeb,
		"gannet-panic": func() { panic("for a test") },
	})
}

// serveCluster is the program gannet-cluster.
func serveCluster() { os.Exit(program.Run(version, os.Args[1:], os.Stdout, os.Stderr)) }

// runTopicWriter is the program gannet-kafka. It writes its process's number into the file GANNET_TEST_PID, if that is set.
func runTopicWriter() {
	if name := os.Getenv("GANNET_TEST_PID"); name != "" {
		if err := os.WriteFile(name, []byte(strconv.Itoa(os.Getpid())), 0o644); err != nil {
			panic(err)
		}
	}
	os.Exit(topicwriter.Run(os.Stdin, os.Stdout, os.Stderr))
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
			return cli.ExitFailed
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
// beekeeping in $SEED1 and $SEED2, the first one on $HOST1. It also has a model in model.txt, the topics of writeTopics, and a crawl that found
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
			e.Setenv("HOST1", weburl.Host(seeds[0]))
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
		{"--version", cli.ExitOK, ""},
		{"help crawl", cli.ExitOK, ""},
		{"completion bash", cli.ExitOK, ""},
		{"topic list", cli.ExitOK, ""},
		{"fly", cli.ExitUsage, "fly"},
		{"jobs sync " + dir + " host=localhost", cli.ExitUsage, "write the database as postgres://"},
		{"crawl --no-such-flag", cli.ExitUsage, "--no-such-flag"},
		{"crawl", cli.ExitUsage, "--out"},
		{"crawl --out " + dir + "/c", cli.ExitUsage, "--seeds"},
		{"crawl --out " + dir + "/c --topic nosuchtopic", cli.ExitUsage, "topic list"},
		{"crawl --out " + dir + "/c --seeds http://a.test/ --strategy deepest", cli.ExitUsage, "shark"},
		{"crawl --out " + dir + "/c --seeds ftp://a.test/", cli.ExitUsage, "seeds"},
		{"crawl --out " + dir + "/c --seeds " + dir + "/nofile", cli.ExitUsage, "nofile"},
		{"crawl --out " + dir + "/c --seeds http://a.test/ --workers 0", cli.ExitUsage, "--workers"},
		{"crawl --out " + dir + "/c --seeds http://a.test/ --include re:(", cli.ExitUsage, "--include \"re:(\": missing closing )"},
		{"crawl --out " + dir + "/c --seeds http://a.test/ --exclude logout", cli.ExitUsage, "write logout/* for a host"},
		{"crawl --out " + dir + "/c --seeds http://a.test/ --exclude none --exclude *x*", cli.ExitUsage, "stands alone"},
		{"crawl --out " + dir + "/c --topic jobs --header X:y", cli.ExitUsage, "the hosts of --seeds"},
		{"crawl --out " + dir + "/c --seeds http://a.test/ --user-agent 1", cli.ExitUsage, "must begin with a name"},
		{"crawl --out " + dir + "/c --seeds http://a.test/ --max-body 5M", cli.ExitUsage, "from 1 to 4M"},
		{"crawl --out " + dir + "/c --seeds http://a.test/ --timeout -5s", cli.ExitUsage, "a time such as 30s"},
		{"crawl --out " + dir + "/c --seeds http://a.test/ --timeout 0", cli.ExitUsage, "a time such as 30s"},
		{"crawl --out " + dir + "/c --seeds http://a.test/ --keywords=", cli.ExitUsage, "--keywords has no word"},
		{"crawl --out " + dir + "/c --seeds http://a.test/ --web " + garbage + " --timeout 3s", cli.ExitUsage, "leave --timeout out"},
		{"crawl --out " + dir + "/c --seeds http://a.test/ --stay site", cli.ExitUsage, "host, domain or none"},
		{"crawl --out " + dir + "/c --seeds http://a.test/ --depth few", cli.ExitUsage, "a number of links such as 3"},
		{"crawl --out " + dir + "/c --seeds http://a.test/ --hosts " + dir + "/nofile", cli.ExitUsage, "one a line"},
		{"crawl --out " + dir + "/c --seeds http://a.test/ --hosts " + garbage, cli.ExitUsage, "line 1"},
		{"crawl --out " + dir + "/c --seeds http://a.test/ --config " + garbage, cli.ExitUsage, "garbage"},
		{"crawl --out " + dir + "/c --seeds http://a.test/ --web " + garbage, cli.ExitFailed, "garbage"},
		{"crawl --out " + dir + "/c --seeds http://a.test/ --per-day 100", cli.ExitUsage, "give --fresh too"},
		{"crawl --out " + dir + "/c --seeds http://a.test/ --max-age 24h", cli.ExitUsage, "give --fresh too"},
		{"crawl --out " + dir + "/c --seeds http://a.test/ --fresh 48h --max-age 24h", cli.ExitUsage, "a longer --max-age"},
		{"crawl --out " + dir + "/c --seeds http://a.test/ --web " + garbage + " --fresh 24h", cli.ExitUsage, "leave --fresh out"},
		{"crawl --out " + dir + "/c --seeds http://a.test/ --fresh 1ms", cli.ExitUsage, "such as 24h"},
		{"crawl --out " + dir + "/c --seeds http://a.test/ --fresh daily", cli.ExitUsage, "such as 30s or 8h"},
		{"demo --write " + dir + "/demo --pages 5", cli.ExitUsage, "--pages is for the crawls of the demo"},
		{"stats", cli.ExitUsage, "DIR is missing"},
		{"stats " + notCrawl, cli.ExitFailed, "gannet crawl"},
		{"explain", cli.ExitUsage, "DIR is missing"},
		{"explain " + notCrawl + " http://a.test/", cli.ExitFailed, "gannet crawl"},
		{"explain " + notCrawl + " ftp://a.test/", cli.ExitUsage, "ftp"},
		{"export " + notCrawl, cli.ExitFailed, "holds no crawl"},
		{"export --format xml " + notCrawl, cli.ExitUsage, "jsonl"},
		{"check", cli.ExitUsage, "DIR is missing"},
		{"check " + notCrawl, cli.ExitFailed, "gannet crawl"},
		{"jobs list " + notCrawl, cli.ExitFailed, "gannet crawl"},
		{"jobs list " + notCrawl + " --format xml", cli.ExitUsage, "parquet"},
		{"jobs list " + notCrawl + " --since yesterday", cli.ExitUsage, "2026-01-31"},
		{"jobs export " + notCrawl + " --format table", cli.ExitUsage, "jsonl"},
		{"jobs show " + notCrawl, cli.ExitUsage, "NUMBER|URL is missing"},
		{"replay", cli.ExitUsage, "ARCHIVE... is missing"},
		{"replay " + garbage, cli.ExitFailed, "garbage"},
		{"eval", cli.ExitUsage, "--web"},
		{"eval --web " + garbage + " --labels " + garbage, cli.ExitFailed, "line 1"},
		{"annotate", cli.ExitUsage, "CRAWL… is missing"},
		{"annotate " + notCrawl, cli.ExitUsage, "-o DIR"},
		{"annotate " + notCrawl + " -o " + dir, cli.ExitFailed, "gannet crawl"},
		{"annotate " + notCrawl + " -o x --format parquet", cli.ExitUsage, "letor"},
		{"annotate " + notCrawl + " -o x --rows -1", cli.ExitUsage, "--rows"},
		{"annotate " + notCrawl + " -o x --schema seen", cli.ExitUsage, "links or crawl"},
		{"annotate " + notCrawl + " -o x --label-topic bees", cli.ExitUsage, "--labels"},
		{"annotate " + notCrawl + " -o x --labels " + garbage, cli.ExitFailed, "line 1"},
		{"train " + dir, cli.ExitUsage, "-o FILE"},
		{"train -o x.model", cli.ExitUsage, "DIR… is missing"},
		{"train " + notCrawl + " -o x.model --learner ca", cli.ExitFailed, "gannet annotate"},
		{"train " + notCrawl + " -o x.model --learner oracle", cli.ExitUsage, "lambdamart"},
		{"train " + notCrawl + " -o x.model --learner ca --rate 7", cli.ExitUsage, "learning rate"},
		{"train " + garbage + " -o x.model --learner ca", cli.ExitFailed, "garbage"},
		{"train " + lists + " -o x.model --lightgbm " + garbage, cli.ExitFailed, "LightGBM"},
		{"compare", cli.ExitUsage, "DIR… is missing"},
		{"compare " + notCrawl + " --learners sort", cli.ExitUsage, "ranksvm"},
		{"compare " + notCrawl + " --balance 1", cli.ExitUsage, "--balance"},
		{"topic learn bees -o x.yaml", cli.ExitUsage, "--positive"},
		{"topic test jobs --positive " + garbage, cli.ExitUsage, "--negative"},
	} {
		t.Run(c.args, func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			got := run(strings.Fields(c.args), &stdout, &stderr)
			if got != c.want {
				t.Fatalf("exit status %d, want %d: %s", got, c.want, stderr.String())
			}
			if got == cli.ExitOK {
				return
			}
			if lines := strings.Count(stderr.String(), "\n"); lines != 1 || !strings.Contains(stderr.String(), c.says) {
				t.Errorf("standard error is %q: want one line that has %q", stderr.String(), c.says)
			}
		})
	}
}
