package docsite

import "github.com/yuin/goldmark/ast"

// chapter is a heading of the contents with the pages below it.
type chapter struct {
	Title   string
	entries []entry
}

// entry is a page of the navigation.
type entry struct{ title, document string }

// chapters reads the navigation: the links of lists below each heading.
func (p *page) chapters() (list []chapter) {
	for block := p.tree.FirstChild(); block != nil; block = block.NextSibling() {
		switch block := block.(type) {
		case *ast.Heading:
			if block.Level == 2 {
				list = append(list, chapter{Title: p.words(block)})
			}
		case *ast.List:
			if len(list) > 0 {
				last := &list[len(list)-1]
				last.entries = append(last.entries, p.entries(block)...)
			}
		}
	}
	return list
}

// entries returns the first link of each item.
func (p *page) entries(items ast.Node) (list []entry) {
	for item := items.FirstChild(); item != nil; item = item.NextSibling() {
		found := false
		_ = ast.Walk(item, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			l, ok := n.(*ast.Link)
			if !ok || !entering || found {
				return ast.WalkContinue, nil
			}
			found = true
			if file, _, ours := p.target(link{l, string(l.Destination)}); ours {
				list = append(list, entry{p.words(l), file})
			}
			return ast.WalkStop, nil
		})
	}
	return list
}

// navChapter and navEntry are the navigation as one page shows it.
type navChapter struct {
	Title   string
	Entries []navEntry
}

type navEntry struct {
	Title, To string
	Here      bool
	Sections  []navSection // of this page
}

type navSection struct{ Title, Anchor string }

// navigation returns the navigation for a page, with the page's own sections.
func (s *Site) navigation(p *page) (list []navChapter) {
	for _, c := range s.nav {
		shown := navChapter{Title: c.Title}
		for _, e := range c.entries {
			to := navEntry{Title: e.title, To: relative(outputOf(p.document), outputOf(e.document)), Here: e.document == p.document}
			if to.Here {
				to.Sections = p.second()
			}
			shown.Entries = append(shown.Entries, to)
		}
		list = append(list, shown)
	}
	return list
}

// second returns the headings of the second level.
func (p *page) second() (list []navSection) {
	for _, x := range p.sections {
		if x.level == 2 {
			list = append(list, navSection{x.title, x.anchor})
		}
	}
	return list
}
