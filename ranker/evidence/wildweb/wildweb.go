// Package wildweb makes pages for tests.
package wildweb

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"gannet/features"
)

// Pages generates pages for tests that are like real ones. They have menus, lists of links, several links to one page, images without alt
// text, URLs with a query, directories, and links to themselves.
func Pages(seed uint64, pages int) []*features.Page {
	rng := rand.New(rand.NewPCG(seed, 1))
	words := strings.Fields("honey hive bee queen garden market engine wheel road oil tyre paper of the and")
	url := func(i int) string {
		switch i % 5 {
		case 0:
			return fmt.Sprintf("http://h%d.example/show?id=%d", i%4, i)
		case 1:
			return fmt.Sprintf("http://h%d.example/%s/%s-%d", i%4, words[i%7], words[i%11], i)
		}
		return fmt.Sprintf("http://h%d.example/%s/p/%d.html", i%4, words[i%3], i)
	}
	text := func(n int) string {
		var s []string
		for range n {
			s = append(s, words[rng.IntN(len(words))])
		}
		return strings.Join(s, " ")
	}
	var web []*features.Page
	for i := range pages {
		var b strings.Builder
		fmt.Fprintf(&b, "<title>%s</title><nav><ul>", text(rng.IntN(4)))
		for k := range 5 {
			fmt.Fprintf(&b, "<li><a href='%s'>%s</a></li>", url(k*7), text(1))
		}
		fmt.Fprintf(&b, "<li><a href='%s'>hive</a></li></ul></nav><main>", url(3*pages)) // on every page, never visited
		for range rng.IntN(5) {
			fmt.Fprintf(&b, "<h2>%s</h2><div><ul>", text(2))
			for range rng.IntN(14) {
				to := url(rng.IntN(2 * pages)) // the half of them are never visited
				if rng.IntN(3) == 0 {
					fmt.Fprintf(&b, "<a href='%s'><img src=x></a>", to)
				}
				fmt.Fprintf(&b, "<li>%s <a href='%s'>%s</a> %s</li>", text(3), to, text(rng.IntN(9)), text(rng.IntN(30)))
			}
			b.WriteString("</ul></div>")
		}
		fmt.Fprintf(&b, "<p>%s <a href='%s'>%s</a></main>", text(20), url(i), text(2))
		web = append(web, Read(url(i), b.String()))
	}
	return web
}

// Read parses a page. It panics on an error, because only tests use it.
func Read(url, html string) *features.Page {
	page, err := features.NewReader().Read(url, []byte(html))
	if err != nil {
		panic(err)
	}
	return page
}

// BreadthFirst returns the pages in the order of a breadth-first search from the first one. Pages that the search does not reach come last,
// in their previous order.
func BreadthFirst(pages []*features.Page) (order []*features.Page) {
	at := map[string]*features.Page{}
	for _, p := range pages {
		at[p.URL] = p
	}
	for _, start := range pages {
		queue := []string{start.URL}
		for ; len(queue) > 0; queue = queue[1:] {
			p := at[queue[0]]
			if p == nil {
				continue
			}
			delete(at, p.URL)
			order = append(order, p)
			for i := range p.Links {
				queue = append(queue, p.Links[i].URL)
			}
		}
	}
	return order
}
