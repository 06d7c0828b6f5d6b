package jobweb

import (
	"fmt"
	"html"
	"strings"
	"time"
)

// style is how a site writes its addresses, pages, fields and dates. It is drawn for each site, whatever its class.
type style struct {
	layout int
	fields int
	urls   int
	date   int
	key    uint64 // for small habits
}

func newStyle(r *random) style {
	return style{layout: r.IntN(len(layouts)), fields: r.IntN(fieldStyles), urls: r.IntN(8), date: r.IntN(3), key: r.Uint64()}
}

// habit reports whether the site has the n-th of 32 habits. Half of all sites have each of them.
func (s *style) habit(n int) bool { return s.key>>n&1 == 1 }

// path returns an address on the host. Only the words of the title in it give a hint of the kind of the page.
func (s *style) path(home bool, lang, title string, r *random) string {
	if home {
		return "/"
	}
	slug, n := slug(title), r.between(100, 999_999)
	switch s.urls {
	case 0:
		return fmt.Sprintf("/%s-%d.html", slug, n)
	case 1:
		return fmt.Sprintf("/%d", n)
	case 2:
		return fmt.Sprintf("/index.php?id=%d", n)
	case 3:
		return fmt.Sprintf("/2026/%02d/%s-%d", r.between(1, 12), slug, n)
	case 4:
		return fmt.Sprintf("/%s/%s/%d/", lang, slug, n)
	case 5:
		return fmt.Sprintf("/x/%x", r.Uint32())
	case 6:
		return fmt.Sprintf("/page-%d.htm", n)
	}
	return fmt.Sprintf("/view?ref=%x", r.Uint32())
}

// slug keeps up to five words of ASCII letters.
func slug(title string) string {
	words := strings.FieldsFunc(strings.ToLower(title), func(c rune) bool { return (c < 'a' || c > 'z') && (c < '0' || c > '9') })
	if len(words) == 0 {
		return "p"
	}
	return strings.Join(words[:min(5, len(words))], "-")
}

// day writes a date in the site's way.
func (s *style) day(t time.Time, lang string) string {
	switch {
	case s.date == 0:
		return t.Format(time.DateOnly)
	case lang == "zh":
		return t.Format("2006年1月2日")
	case lang == "en" && s.date == 1:
		return t.Format("January 2, 2006")
	case lang == "en":
		return t.Format("2 Jan 2006")
	case lang == "fr" || lang == "es":
		return t.Format("02/01/2006")
	}
	return t.Format("02.01.2006")
}

// layout is a way of writing pages: the markup before and after each part.
type layout struct {
	head                         string // %s is the language
	site, nav, main, aside, foot [2]string
	item                         [2]string // of navigation
	title, heading, text         [2]string
	list, point                  [2]string // of an ad
	rows, row                    [2]string // of a list of pages
}

var layouts = [...]layout{
	{
		head: "<!DOCTYPE html>\n<html lang=\"%s\"><head><meta charset=\"utf-8\">\n", site: [2]string{"<header>", "</header>\n"},
		nav: [2]string{"<nav><ul>", "</ul></nav>\n"}, item: [2]string{"<li>", "</li>"}, main: [2]string{"<main><article>\n", "</article></main>\n"},
		aside: [2]string{"<aside>", "</aside>\n"}, foot: [2]string{"<footer>", "</footer>\n"}, title: [2]string{"<h1>", "</h1>\n"},
		heading: [2]string{"<h2>", "</h2>\n"}, text: [2]string{"<p>", "</p>\n"}, list: [2]string{"<ul>\n", "</ul>\n"}, point: [2]string{"<li>", "</li>\n"},
		rows: [2]string{"<ul class=\"rows\">\n", "</ul>\n"}, row: [2]string{"<li>", "</li>\n"},
	},
	{
		head: "<!doctype html><html><head><meta charset=\"utf-8\"><meta http-equiv=\"content-language\" content=\"%s\">\n", site: [2]string{"<div class=\"brand\">", "</div>\n"},
		nav: [2]string{"<div class=\"menu\">", "</div>\n"}, item: [2]string{"<span>", "</span> "}, main: [2]string{"<div class=\"col\"><div class=\"box\">\n", "</div></div>\n"},
		aside: [2]string{"<div class=\"side\">", "</div>\n"}, foot: [2]string{"<div class=\"bottom\">", "</div>\n"}, title: [2]string{"<h1 class=\"head\">", "</h1>\n"},
		heading: [2]string{"<h3>", "</h3>\n"}, text: [2]string{"<div>", "</div>\n"}, list: [2]string{"<ul>\n", "</ul>\n"}, point: [2]string{"<li>", "</li>\n"},
		rows: [2]string{"<div class=\"rows\">\n", "</div>\n"}, row: [2]string{"<div class=\"card\">", "</div>\n"},
	},
	{
		head: "<HTML><HEAD><META CHARSET=\"utf-8\"><!-- %s -->\n", site: [2]string{"<TABLE WIDTH=\"100%\"><TR><TD>", "</TD></TR></TABLE>\n"},
		nav: [2]string{"<TABLE><TR>", "</TR></TABLE>\n"}, item: [2]string{"<TD>", "</TD>"}, main: [2]string{"<TABLE><TR><TD>\n", "</TD>"},
		aside: [2]string{"<TD VALIGN=\"top\">", "</TD></TR></TABLE>\n"}, foot: [2]string{"<HR><SMALL>", "</SMALL>\n"}, title: [2]string{"<H2>", "</H2>\n"},
		heading: [2]string{"<B>", "</B><BR>\n"}, text: [2]string{"", "<BR><BR>\n"}, list: [2]string{"", "<BR>\n"}, point: [2]string{"&bull; ", "<BR>\n"},
		rows: [2]string{"<TABLE>\n", "</TABLE>\n"}, row: [2]string{"<TR><TD>", "</TD></TR>\n"},
	},
	{
		head: "<!DOCTYPE html>\n<html lang=\"%s\" class=\"no-js\"><head><meta charset=\"utf-8\"><script>var q=[];</script>\n", site: [2]string{"<div id=\"top\"><strong>", "</strong></div>\n"},
		nav: [2]string{"<ul id=\"menu\">", "</ul>\n"}, item: [2]string{"<li class=\"i\">", "</li>"}, main: [2]string{"<section id=\"content\">\n", "</section>\n"},
		aside: [2]string{"<section id=\"extra\">", "</section>\n"}, foot: [2]string{"<div id=\"foot\"><p>", "</p></div>\n"}, title: [2]string{"<h1><span>", "</span></h1>\n"},
		heading: [2]string{"<p><strong>", "</strong></p>\n"}, text: [2]string{"<p>", "</p>\n"}, list: [2]string{"<ol>\n", "</ol>\n"}, point: [2]string{"<li><span>", "</span></li>\n"},
		rows: [2]string{"<ol>\n", "</ol>\n"}, row: [2]string{"<li><div>", "</div></li>\n"},
	},
	{
		head: "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\" \"http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd\">\n<html xmlns=\"http://www.w3.org/1999/xhtml\" xml:lang=\"%s\"><head>\n<meta http-equiv=\"Content-Type\" content=\"text/html; charset=utf-8\" />\n",
		site: [2]string{"<p class=\"logo\">", "</p>\n"}, nav: [2]string{"<p class=\"path\">", "</p>\n"}, item: [2]string{"", " | "}, main: [2]string{"<div class=\"entry\">\n", "</div>\n"},
		aside: [2]string{"<div class=\"widget\">", "</div>\n"}, foot: [2]string{"<div class=\"colophon\">", "</div>\n"}, title: [2]string{"<h2 class=\"entry-title\">", "</h2>\n"},
		heading: [2]string{"<h4>", "</h4>\n"}, text: [2]string{"<p>", "</p>\n"}, list: [2]string{"<ul>\n", "</ul>\n"}, point: [2]string{"<li>", "</li>\n"},
		rows: [2]string{"<dl>\n", "</dl>\n"}, row: [2]string{"<dd>", "</dd>\n"},
	},
}

func escape(s string) string { return html.EscapeString(s) }
