package main

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"gannet/crawldir"
	"gannet/crawler/archive"
	"gannet/internal/testweb"
	"gannet/topic"
)

// TestCheckpointsAgreeWithReplays kills crawls at random moments. The next run reads the checkpoint and the pages since. It must
// then know what it knows by all pages, to the last bit: of the strategy, and of the priority of every link. The jobs
// topic has a classifier; the verdicts of the other topic change in renewals. GANNET_KILLS says how often.
func TestCheckpointsAgreeWithReplays(t *testing.T) {
	kills := 2
	if n, err := strconv.Atoi(os.Getenv("GANNET_KILLS")); err == nil {
		kills = n
	}
	t.Setenv("GANNET_TEST_CHECKPOINT", "20")
	t.Run("jobs", func(t *testing.T) {
		web := newKillWeb(t, false)
		proxy := httptest.NewServer(web)
		defer proxy.Close()
		jobs, err := crawldir.LoadTopic(crawldir.JobsTopic)
		if err != nil {
			t.Fatal(err)
		}
		jobs.Seeds = web.seeds
		killAndCompare(t, kills, proxy.URL, "5ms", jobs, []string{"--topic", "jobs"})
	})
	t.Run("keywords", func(t *testing.T) {
		web := testweb.New(testweb.DefaultOptions(1).Sized(60, 3000))
		proxy := httptest.NewServer(archive.Proxy(web))
		defer proxy.Close()
		words := web.Keywords("beekeeping")
		bees := &topic.Topic{Name: "keywords", Keywords: words, Seeds: web.Seeds("beekeeping", 2)}
		killAndCompare(t, (kills+1)/2, proxy.URL, "60ms", bees, []string{"--keywords", strings.Join(words, ",")})
	})
}

// killAndCompare kills a crawl again and again, and compares how each next run would begin.
func killAndCompare(t *testing.T, kills int, proxy, delay string, about *topic.Topic, flags []string) {
	dir := filepath.Join(t.TempDir(), "crawl")
	args := append([]string{"crawl", "--out", dir, "--proxy", proxy, "--delay", delay, "--pages", "0", "--workers", "8"}, flags...)
	for _, s := range about.Seeds {
		args = append(args, "--seeds", s)
	}
	rng, used := rand.New(rand.NewPCG(3, 4)), 0
	for n := 0; used < kills && n < 4*kills; n++ {
		cmd := gannet(args...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		awaitCheckpoint(dir)
		time.Sleep(time.Duration(rng.IntN(1000)) * time.Millisecond)
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if _, err := os.Stat(filepath.Join(dir, crawldir.CheckpointFile)); err != nil {
			t.Logf("kill %d: verdicts were changing", n+1)
			continue
		}
		byCheckpoint, read, kept := learned(t, dir, about, false)
		byReplay, all, _ := learned(t, dir, about, true)
		if !bytes.Equal(byCheckpoint, byReplay) {
			t.Fatalf("kill %d: %d bytes by the checkpoint and %d by a replay differ", n+1, len(byCheckpoint), len(byReplay))
		}
		if read >= kept || all < kept/2 {
			t.Errorf("kill %d: of %d pages %d were read beside the checkpoint, and %d without it", n+1, kept, read, all)
		}
		t.Logf("kill %d: %d pages kept, %d read beside the checkpoint", n+1, kept, read)
		used++
	}
	if used == 0 {
		t.Error("no checkpoint was ever written")
	}
}

// awaitCheckpoint waits until a crawl that runs has written a checkpoint. It gives up if none is due.
func awaitCheckpoint(dir string) {
	began := time.Now()
	for time.Since(began) < 20*time.Second {
		if info, err := os.Stat(filepath.Join(dir, crawldir.CheckpointFile)); err == nil && info.ModTime().After(began) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// learned opens a copy of a crawl's directory and returns what its strategy and its links know, and how many pages were read again
// for it.
func learned(t *testing.T, dir string, about *topic.Topic, withoutCheckpoint bool) (known []byte, read, kept int) {
	t.Helper()
	to := filepath.Join(t.TempDir(), "copy")
	if out, err := exec.Command("cp", "-r", dir, to).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if withoutCheckpoint {
		if err := os.Remove(filepath.Join(to, crawldir.CheckpointFile)); err != nil {
			t.Fatal(err)
		}
	}
	o := crawldir.DefaultOptions()
	copied := *about
	var said strings.Builder
	o.Topic, o.Postings, o.PDF, o.Log = &copied, about.Name == crawldir.JobsTopic, readPDF, slog.New(slog.NewTextHandler(&said, nil))
	o.Replayed = func(r crawldir.Replay) { read, kept = r.Pages, r.Kept }
	crawl, err := crawldir.Open(context.Background(), to, o)
	if err != nil {
		t.Fatal(err)
	}
	kept = int(crawl.Progress().Kept)
	var w bytes.Buffer
	if err := errors.Join(crawl.WriteLearned(&w), crawl.Close()); err != nil || w.Len() == 0 {
		t.Fatalf("%d bytes, %v", w.Len(), err)
	}
	if !withoutCheckpoint && strings.Contains(said.String(), "made again") {
		t.Errorf("the checkpoint was not used: %s", said.String())
	}
	return w.Bytes(), read, kept
}
