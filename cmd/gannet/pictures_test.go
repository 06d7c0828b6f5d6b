//go:build !race && unix

package main

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"gannet/internal/testbrowser"
	"gannet/internal/testweb/jobweb"
)

// The pictures of the documents.
const (
	pictureWidth  = 1100
	pictureHeight = 1200    // more is cut off
	largestPng    = 100_000 // bytes
)

// TestPicturesOfTheDocuments makes the pictures of docs/guide/10-looking.md again: `make docs-pictures`. They show a crawl of the generated job
// sites that runs.
func TestPicturesOfTheDocuments(t *testing.T) {
	to := os.Getenv("GANNET_DOCS_PICTURES")
	if to == "" {
		t.Skip("make docs-pictures makes them")
	}
	dir := t.TempDir()
	writeShownWeb(t, filepath.Join(dir, "shown.warc.gz"))
	s := startShell(t, dir)
	page, both, proxy := freeAddress(t), freeAddress(t), freeAddress(t)
	const token = "a-token-for-pictures-alone"
	for _, command := range []string{
		"gannet demo --write demo",
		"gannet replay shown.warc.gz --listen " + proxy + " > replay.log 2>&1 & echo $! > replay.pid",
		"until grep -qs proxy replay.log; do sleep 0.2; done; echo " + token + " > token; chmod 600 token",
		"gannet crawl --topic jobs --seeds demo/job-seeds.txt --proxy http://" + proxy + " --delay 150ms --strategy bfs --pages 400 --out breadth --quiet > breadth.log 2>&1",
		"gannet crawl --topic jobs --seeds demo/job-seeds.txt --proxy http://" + proxy + " --delay 150ms --fresh 24h --pages none --out jobs --quiet --serve " +
			page + " --token-file token > crawl.log 2>&1 & echo $! > crawl.pid",
		"until gannet stats jobs 2>&1 | grep -q '^relevant *[2-9][0-9][0-9]'; do sleep 1; done",
		"gannet serve jobs breadth --listen " + both + " > serve.log 2>&1 & echo $! > serve.pid",
	} {
		if printed, status := s.run(command); status != "0" {
			t.Fatal(printed)
		}
	}
	defer s.run("kill $(cat crawl.pid) $(cat replay.pid) $(cat serve.pid); wait")
	b := testbrowser.Open(t, "http://"+page)
	b.Look(pictureWidth, false)
	b.Go("http://" + page)
	b.Until(`document.readyState === "complete" && document.activeElement.name === "token"`)
	b.Keys(token + "\r")
	b.Until(`location.pathname.endsWith("/now")`)
	at := "http://" + page + "/crawl/jobs/"
	b.Go(at + "pages?relevant=yes")
	kept := testbrowser.Value[string](b, `new URL([...document.querySelectorAll('a[href^="page?"]')].pop().href).search`)
	for name, view := range map[string]string{
		"now": "now", "hosts": "hosts", "pages": "pages", "jobs": "jobs", "where": "where", "changes": "changes", "label": "label", "control": "control",
		"posting": "posting?number=2", "why": "why" + kept, "page": "page" + kept,
	} {
		b.Look(pictureWidth, false)
		b.Go(at + view)
		b.Until(`document.readyState === "complete" && !document.querySelector("main").textContent.includes("being read")`)
		writePicture(t, filepath.Join(to, name+".png"), b.Screenshot())
	}
	b.Look(pictureWidth, false)
	for name, path := range map[string]string{"front": "/", "compare": "/compare?a=jobs&b=breadth"} {
		b.Go("http://" + both + path)
		b.Until(`document.readyState === "complete" && document.querySelector("main") !== null`)
		writePicture(t, filepath.Join(to, name+".png"), b.Screenshot())
	}
	b.Look(pictureWidth, true)
	b.Go(at + "now")
	writePicture(t, filepath.Join(to, "now-dark.png"), b.Screenshot())
}

// writeShownWeb writes the job sites without postings in Chinese: the machine that takes the pictures may lack its letters.
func writeShownWeb(t *testing.T, path string) {
	t.Helper()
	web, err := jobweb.New(jobweb.DefaultOptions(1))
	if err != nil {
		t.Fatal(err)
	}
	var frozen bytes.Buffer
	to, err := newDemoArchive(&frozen, filepath.Base(path))
	if err != nil {
		t.Fatal(err)
	}
	for _, url := range web.Pages() {
		if p, _ := web.Posting(url); p.Lang != "zh" && err == nil {
			err = archiveAnswer(t.Context(), to, web, url)
		}
	}
	if err := errors.Join(err, to.Close(), os.WriteFile(path, frozen.Bytes(), 0o666)); err != nil {
		t.Fatal(err)
	}
}

// writePicture writes a picture with 256 colours, which takes a third of the bytes.
func writePicture(t *testing.T, path string, full []byte) {
	t.Helper()
	picture, err := png.Decode(bytes.NewReader(full))
	if err != nil {
		t.Fatal(err)
	}
	bounds := picture.Bounds()
	bounds.Max.Y = min(bounds.Max.Y, pictureHeight)
	small := image.NewPaletted(bounds, coloursOf(picture, bounds))
	draw.Draw(small, bounds, picture, bounds.Min, draw.Src)
	var out bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, small); err != nil {
		t.Fatal(err)
	}
	if out.Len() > largestPng {
		t.Errorf("%s has %d bytes", path, out.Len())
	}
	if err := os.WriteFile(path, out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// coloursOf returns the most frequent colours of a picture.
func coloursOf(picture image.Image, bounds image.Rectangle) (list color.Palette) {
	counts := make(map[color.RGBA]int)
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			counts[color.RGBAModel.Convert(picture.At(x, y)).(color.RGBA)]++
		}
	}
	var all []color.RGBA
	for c := range counts {
		all = append(all, c)
	}
	slices.SortFunc(all, func(a, b color.RGBA) int { return counts[b] - counts[a] })
	for _, c := range all[:min(len(all), 256)] {
		list = append(list, c)
	}
	return list
}

// TestPicturesAreSmall holds that the documents' pictures stay small.
func TestPicturesAreSmall(t *testing.T) {
	files, err := filepath.Glob("../../docs/pictures/*.png")
	if err != nil || len(files) == 0 {
		t.Fatal("there are none", err)
	}
	sum := int64(0)
	for _, f := range files {
		info, err := os.Stat(f)
		if err != nil {
			t.Fatal(err)
		}
		if sum += info.Size(); info.Size() > largestPng {
			t.Error(fmt.Sprint(f, " has ", info.Size(), " bytes"))
		}
	}
	if sum > 1_000_000 {
		t.Errorf("they have %d bytes together", sum)
	}
}
