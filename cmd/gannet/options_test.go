package main

import (
	"bytes"
	"gannet/internal/cli"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Every option that would do nothing, or nothing of use, is an error that names the remedy.
func TestUselessOptionsAreRefused(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	writeTestLists(t, "lists")
	if err := os.WriteFile("labels", []byte("http://a.test/\tbirds\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"binary": "\x7fELF\x00\xff", "settings": "delay: 1s\npages: x\n"} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	web := "crawl --out c --seeds http://a.test/ "
	for args, want := range map[string]string{
		web + "--country de":                                                       "--country chooses among the seeds of a --topic",
		"crawl --out c --topic jobs --country zz":                                  "topic \"jobs\" has no seeds of country \"zz\": choose of ",
		"crawl --out c --topic golf --country de":                                  "topic \"golf\" does not tell countries apart: leave --country out",
		"crawl --out c --topic jobs --language sw":                                 "topic \"jobs\" has no seeds of language \"sw\": choose of ",
		"crawl --out c --topic jobs --language klingonisch":                        "--language \"klingonisch\" is no language",
		"crawl --out c --topic jobs --country de --language zh":                    "leave one of them out",
		web + "--max-delay 1s --delay 2s":                                          "--max-delay 1s is below --delay 2s",
		web + "--connections 0":                                                    "--connections is at least 1",
		web + "--connections 2 --cluster nats://127.0.0.1:1/c":                     "--connections is for a crawl of one machine",
		web + "--workers 1000000":                                                  "--workers is at most 10000",
		web + "--contact nonsense":                                                 "--contact \"nonsense\" reaches nobody",
		web + "--contact ftp://example.org":                                        "give a mail address or a URL",
		web + "--web x.warc --contact a@example.org":                               "nobody reads a contact: leave --contact out",
		web + "--metrics nonsense":                                                 "--metrics \"nonsense\" is no address: give a host and a port",
		web + "--metrics 127.0.0.1:99999":                                          "is no address",
		"replay x.warc --listen nonsense":                                          "--listen \"nonsense\" is no address",
		"crawl --out c --seeds binary":                                             "seeds: binary: line 1 is no text in UTF-8: write one URL on each line",
		web + "--hosts binary":                                                     "--hosts: binary: line 1 is no text in UTF-8: write one host on each line",
		web + "--config settings":                                                  "settings: line 2: pages: give a number such as 100, or none",
		web + "--keywords a,,b":                                                    "--keywords has an empty word",
		web + "--templates .":                                                      "--templates is for job postings",
		web + "--web x.warc --allow-private":                                       "--web fetches from no address",
		"crawl --out d --seeds http://a.test/ --seed 5":                            "strategy \"learned\" draws nothing at random: leave --seed out",
		web + "--threshold 7":                                                      "--threshold is a probability",
		"jobs list c --since 2026-03-02 --until 2026-03-01":                        "--since 2026-03-02 is after --until 2026-03-01",
		"jobs list c --host http://example.org/":                                   "--host is a name",
		"jobs list c --language klingonisch":                                       "is no language",
		"export c --format csv --no-body":                                          "--no-body is for --format jsonl",
		"export c --format csv --text":                                             "--text is for --format jsonl",
		"extract c --keep --format csv":                                            "leave --format and --spreadsheet out",
		"extract c --keep --workers -2":                                            "--workers is at least 1",
		"extract c --workers -2":                                                   "--workers is at least 1",
		"dedup ads.jsonl --workers -2":                                             "--workers is at least 1",
		"explain c http://a.test/ --strategy deepest":                              "no strategy \"deepest\"",
		"annotate c -o x --rows 0":                                                 "--rows is at least 1",
		"demo --pages 1000000":                                                     "at most 100000",
		"topic learn x --positive a --negative b -o x.yaml --language klingonisch": "is no language",
		"topic test jobs --positive a --negative b --seed 3":                       "leave --seed out",
		"train lists -o m --learner ca --trees 5":                                  "--trees is for lambdamart and gbrt: leave it out",
		"train lists -o m --learner ranksvm --pairs 0":                             "pairs, restarts and sample are at least 1",
		"train lists -o m --learner ca --folds -1":                                 "0 leaves the cross-validation out",
		"train lists -o m --learner ca --folds 50":                                 "--folds 50 of 3 topics: give 3 or more",
		"train lists -o m --learner ca --folds 3 --date x":                         "--date is a day",
		"train lists -o m --trees 0":                                               "are at least 1",
		"compare lists --learners ca --lambda 0.1":                                 "--lambda is for ranksvm",
		"compare lists --learners ca --folds 0":                                    "--folds is at least 3",
		"eval --web w --labels labels --draws 0":                                   "seeds, draws, query terms and workers are at least 1",
		"eval --web w --labels l --workers 3":                                      "--workers has an effect with --delay alone",
		"eval --web w --labels l --patience 3s":                                    "--patience has an effect with --delay alone",
		"eval --web w --labels l --collect d --json":                               "leave --json out",
		"eval --web w --labels l --split a:b --topics c":                           "exclude each other",
	} {
		var stdout, stderr bytes.Buffer
		if status := run(strings.Fields(args), &stdout, &stderr); status != cli.ExitUsage {
			t.Errorf("gannet %s: exit status %d, want %d", args, status, cli.ExitUsage)
		}
		last := stderr.String()[strings.LastIndex(strings.TrimSuffix(stderr.String(), "\n"), "\n")+1:]
		if !strings.HasPrefix(last, "gannet: ") || !strings.Contains(last, want) {
			t.Errorf("gannet %s: %q: want a last line that has %q", args, stderr.String(), want)
		}
	}
}

// TestListsAreCheckedBeforeLightGBMIsSought, which need not be there.
func TestListsAreCheckedBeforeLightGBMIsSought(t *testing.T) {
	t.Chdir(t.TempDir())
	writeTestLists(t, "lists")
	for args, want := range map[string]string{
		"train lists -o m --lightgbm nosuch --folds 50":      "--folds 50 of 3 topics",
		"train lists -o m --lightgbm nosuch --rising nosuch": "the lists have no feature \"nosuch\"",
	} {
		var stdout, stderr bytes.Buffer
		if status := run(strings.Fields(args), &stdout, &stderr); status != cli.ExitUsage || !strings.Contains(stderr.String(), want) {
			t.Errorf("gannet %s: exit status %d, %s", args, status, stderr.String())
		}
	}
}

func TestRisingFeaturesAreOfTheLists(t *testing.T) {
	f := trainingFlags{}
	f.options.Rising = []string{"nosuch"}
	names := []string{"depth", "cosine"}
	if err := f.checkSet(names, 3, false); err == nil || !strings.Contains(err.Error(), "no feature \"nosuch\": choose of depth, cosine") {
		t.Errorf("%v", err)
	}
	f.options.Rising = []string{"cosin"}
	if err := f.checkSet(names, 3, false); err == nil || !strings.HasSuffix(err.Error(), "choose of cosine") {
		t.Errorf("%v", err)
	}
	f.options.Rising = []string{"cosine"}
	if err := f.checkSet(names, 3, false); err != nil {
		t.Error(err)
	}
}

// writeTestLists writes graded lists of three topics.
func writeTestLists(t *testing.T, dir string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, topic := range []string{"birds", "bees", "trains"} {
		text := "# schema: links/1\n# feature 1: depth\n# feature 2: cosine\n# topic 1: " + topic + "\n3 qid:1 1:1 2:0.9\n0 qid:1 1:3 2:0.1\n"
		if err := os.WriteFile(filepath.Join(dir, topic+".letor"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
