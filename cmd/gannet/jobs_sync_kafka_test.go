package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gannet/internal/testkafka"
	"gannet/store/postings"
)

// documentsOf returns the documents of a topic by their numbers, for a reader of committed records.
func documentsOf(t *testing.T, broker *testkafka.Broker, topic string) map[string]map[string]any {
	t.Helper()
	documents := map[string]map[string]any{}
	for _, r := range broker.Committed(topic) {
		var d map[string]any
		if r.Gone {
			delete(documents, r.Key)
			continue
		}
		if err := json.Unmarshal([]byte(r.Value), &d); err != nil {
			t.Fatal(err)
		}
		documents[r.Key] = d
	}
	return documents
}

// compareTopic holds that the topic has what the crawl exports, and each event once, for a reader of committed records. The events of an earlier state of
// the crawl, before they were replaced by a snapshot, stay in the topic.
func compareTopic(t *testing.T, broker *testkafka.Broker, topic, dir string, earlier ...string) {
	t.Helper()
	compareDocuments(t, documentsOf(t, broker, topic), dir)
	var events, told []string
	for _, r := range broker.Committed(topic + "-events") {
		var c postings.Change
		if err := json.Unmarshal([]byte(r.Value), &c); err != nil || r.Key != fmt.Sprint(c.Number) {
			t.Fatalf("%s: %q, %v", r.Key, r.Value, err)
		}
		events = append(events, fmt.Sprint(c.Cursor, " ", c.Number, " ", c.Event))
	}
	for _, dir := range append(earlier, dir) {
		err := withJobs(dir, nil, func(jobs postings.Finder) error {
			return jobs.Changes(0, func(c *postings.Change) error {
				told = append(told, fmt.Sprint(c.Cursor, " ", c.Number, " ", c.Event))
				return nil
			})
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Equal(events, told) {
		t.Errorf("%d events in the topic, %d in the ledger", len(events), len(told))
	}
}

// compareDocuments holds that documents by number are what the crawl exports.
func compareDocuments(t *testing.T, documents map[string]map[string]any, dir string) {
	t.Helper()
	left := len(documents)
	err := withJobs(dir, nil, func(jobs postings.Finder) error {
		return jobs.Find(postings.Query{All: true}, func(k *postings.Posting) error {
			left--
			row := feedRow(k)
			got := documents[strconv.FormatUint(k.Number, 10)]
			for i, c := range postingsTable().Columns {
				var want any
				if text, err := json.Marshal(row.Values[i]); err != nil || json.Unmarshal(text, &want) != nil {
					t.Fatal(err)
				}
				if !slices.Contains(uncounted, c.Name) && !reflect.DeepEqual(got[c.Name], want) {
					t.Errorf("posting %d: %s is %.80v, not %.80v", k.Number, c.Name, got[c.Name], want)
				}
			}
			return nil
		})
	})
	if err != nil || left != 0 || len(documents) == 0 {
		t.Errorf("%d documents too many of %d, %v", left, len(documents), err)
	}
}

// TestSyncedTopicIsTheExport follows a crawl for some days. A run that finds the topic of another crawl ends, and one without the program says
// how to get it.
func TestSyncedTopicIsTheExport(t *testing.T) {
	broker := testkafka.Start(t)
	dir := t.TempDir()
	for days := 3; days <= 6; days += 3 {
		crawlJobWeb(t, dir, days-3, days)
		if said := runJobs(t, "jobs", "sync", dir, broker.URL("jobs"), "--events"); !strings.Contains(said, "brought up to date") {
			t.Errorf("said %q", said)
		}
		compareTopic(t, broker, "jobs", dir)
	}
	records := len(broker.Committed("jobs"))
	again := runJobs(t, "jobs", "sync", dir, broker.URL("jobs"), "--events")
	if now := len(broker.Committed("jobs")); !strings.Contains(again, "nothing has changed") || now != records {
		t.Errorf("%d records, and now %d: %s", records, now, again)
	}
	runJobs(t, "jobs", "sync", dir, broker.URL("jobs")) // another layout: all postings are written again, and no event
	compareTopic(t, broker, "jobs", dir)
	other := t.TempDir()
	if err := keepJobs(other); err != nil {
		t.Fatal(err)
	}
	if said := said("jobs", "sync", other, broker.URL("jobs")); !strings.Contains(said, "is of another crawl: name another, or remove it") {
		t.Error(said)
	}
	t.Setenv("PATH", t.TempDir())
	if said := said("jobs", "sync", dir, broker.URL("jobs")); !strings.Contains(said, "gannet-kafka, which writes into topics, cannot be started") || !strings.Contains(said, "make build") {
		t.Error(said)
	}
}

// TestKilledSyncOfATopic kills gannet, gannet-kafka or the broker by SIGKILL at each write to the broker, before it has the write or when it answers. The
// next run makes the topic equal to the export, with each event once.
func TestKilledSyncOfATopic(t *testing.T) {
	broker := testkafka.Start(t)
	victims := []string{"gannet of postings", "gannet-kafka of postings", "gannet of pages", "gannet-kafka of pages"}
	if broker.CanDie() {
		victims = append(victims, "broker of postings", "broker of pages")
	}
	killEach(t, victims, 16, func(victim, table string, u killedUpdate, n int) bool {
		topic := fmt.Sprintf("%s-%s-%d-%d", victim, table, len(u.name), n)
		if u.before != "" {
			runJobs(t, syncOf(table, u.before, broker.URL(topic))...)
		}
		reached := killedTopic(t, broker, victim, n, syncOf(table, u.later, broker.URL(topic)))
		runJobs(t, syncOf(table, u.later, broker.URL(topic))...)
		if table == "pages" {
			u.pages.compare(t, topic, pagesInDocuments(documentsOf(t, broker, topic)))
		} else {
			compareTopic(t, broker, topic, u.later, u.replaced...)
		}
		broker.Remove(topic, topic+"-events", topic+"-cursor")
		return reached
	})
}

// killedTopic runs a command of which a part is killed at the n-th write to the broker. It reports whether there were so many writes. A broker that was
// killed starts again while the command waits for it.
func killedTopic(t *testing.T, broker *testkafka.Broker, victim string, n int, command []string) bool {
	t.Helper()
	cmd := gannet(command...)
	link := filepath.Join(t.TempDir(), "pid")
	cmd.Env = append(os.Environ(), "GANNET_TEST_PID="+link)
	reached := make(chan struct{})
	broker.At(n, n%2 == 0, func() {
		defer close(reached)
		switch victim {
		case "gannet":
			_ = cmd.Process.Kill()
		case "gannet-kafka":
			killByFile(t, link)
		default:
			broker.Kill()
		}
	})
	ended := make(chan error, 1)
	var said []byte
	go func() {
		var err error
		said, err = cmd.CombinedOutput()
		ended <- err
	}()
	var err error
	waits := false
	select {
	case err = <-ended:
	case <-reached:
		waits = true
	}
	broker.At(0, false, nil)
	select {
	case <-reached:
	default:
		if err != nil {
			t.Errorf("%v: %s", err, said)
		}
		return false
	}
	if victim == "broker" {
		broker.Restart()
	}
	if waits {
		err = <-ended
	}
	if err != nil && victim != "gannet" && !strings.Contains(string(said), "is not available") {
		t.Errorf("%s was killed at write %d: %s", victim, n, said)
	}
	return true
}

// killByFile kills the process whose number a file has.
func killByFile(t *testing.T, name string) {
	text, err := os.ReadFile(name)
	if err != nil {
		t.Error(err)
		return
	}
	pid, err := strconv.Atoi(string(text))
	if err != nil {
		t.Error(err)
		return
	}
	if p, err := os.FindProcess(pid); err == nil {
		_ = p.Kill()
	}
}
