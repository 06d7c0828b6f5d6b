package main

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"gannet/crawler/render"
	"gannet/features"
	"gannet/features/scripted"
	"gannet/internal/weburl"
)

// loadKinds are the kinds of places where addresses of data are found without a browser. The last is the text of a script file.
var loadKinds = []string{features.LoadAttribute.String(), features.LoadAlternate.String(), features.LoadPreload.String(), features.LoadLiteral.String(), "script file"}

// loadCount counts addresses of one kind.
type loadCount struct{ all, answered, requested int }

// measureLoads renders the pages of built sites, and compares the addresses from which their scripts read data with those that scripted.AddLoads and
// scripted.Addresses find. Most of these sites lack their servers, so that a script often ends when its first request fails.
func measureLoads(dir string) error {
	program, err := render.Find()
	if err != nil {
		return err
	}
	browser := render.New(render.DefaultOptions(program))
	defer browser.Close()
	packages, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	counts, pages, requests, found := map[string]*loadCount{}, 0, 0, 0
	for _, kind := range loadKinds {
		counts[kind] = new(loadCount)
	}
	for _, p := range packages {
		root := filepath.Join(dir, p.Name())
		files := namesOf(root)
		err := eachFile(root, func(file string, body []byte) {
			gate := gateOf(filepath.Dir(file), files)
			var mu sync.Mutex
			read := map[string]bool{}
			if _, err := browser.Page(context.Background(), "http://built.test/", answerOf(file, body), func(ctx context.Context, q render.Request) (*render.Answer, error) {
				if address, err := weburl.Canonical(q.URL); q.Data && err == nil && features.LooksLikeAddress(address) {
					mu.Lock()
					read[address] = true
					mu.Unlock()
				}
				return gate(ctx, q)
			}); err != nil {
				log.Printf("%s: %v", file, err)
				return
			}
			pages++
			requests += len(read)
			for address, kinds := range loadsOf(body, gate) {
				for kind := range kinds {
					c := counts[kind]
					c.all++
					if isData(address, gate) {
						c.answered++
					}
					if read[address] {
						c.requested++
					}
				}
				if read[address] {
					found++
					delete(read, address)
				}
			}
			for address := range read {
				fmt.Printf("%s: missed %s\n", strings.TrimPrefix(file, dir), address)
			}
		})
		if err != nil {
			return err
		}
	}
	fmt.Printf("%d pages request data from %d addresses, of which %d are found without a browser\n", pages, requests, found)
	for _, kind := range loadKinds {
		fmt.Printf("%s: %d addresses, %d answer with data, %d are requested by the page\n", kind, counts[kind].all, counts[kind].answered, counts[kind].requested)
	}
	return nil
}

// loadsOf returns the addresses of data that a page's scripts may request, with the kinds of places where they are found.
func loadsOf(body []byte, gate render.Gate) map[string]map[string]bool {
	found := map[string]map[string]bool{}
	add := func(address, kind string) {
		if found[address] == nil {
			found[address] = map[string]bool{}
		}
		found[address][kind] = true
	}
	p, err := features.NewReader().Read("http://built.test/", bytes.ToValidUTF8(body, nil))
	if err != nil || p.Programs == nil {
		return nil
	}
	own := len(p.Links)
	scripted.AddLoads(p)
	base, err := weburl.NewBase(p.Programs.Base)
	if err != nil {
		return nil
	}
	for _, l := range p.Links[own:] {
		for source := features.LoadAttribute; source <= features.LoadLiteral; source++ {
			if l.Path == features.HashWord("load/"+source.String()) {
				add(l.URL, source.String())
			}
		}
		if l.Path != features.HashWord("load/"+features.LoadScript.String()) {
			continue
		}
		if script, err := gate(context.Background(), render.Request{URL: l.URL}); err == nil {
			for _, address := range scripted.Addresses(script.Body) {
				if at, err := base.Resolve(address); err == nil {
					add(at, "script file")
				}
			}
		}
	}
	return found
}

// isData reports whether an address of a package answers with JSON or XML.
func isData(address string, gate render.Gate) bool {
	u, err := url.Parse(address)
	if err != nil || u.Host != "built.test" {
		return false
	}
	answer, err := gate(context.Background(), render.Request{URL: address})
	if err != nil {
		return false
	}
	body := bytes.TrimSpace(answer.Body)
	return bytes.HasPrefix(body, []byte("{")) || bytes.HasPrefix(body, []byte("[")) || bytes.HasPrefix(body, []byte("<?xml"))
}
