package testweb

// wrap is the markup around a part of a page and around each link in it.
type wrap struct{ open, before, after, close string }

// markup is one way of writing pages. A host always uses the same one.
type markup struct {
	start                     string // up to <head> included
	mainOpen, mainClose       string
	paragraph, paragraphClose string
	heading, headingClose     string
	zones                     [footer + 1]wrap
	based                     bool // has <base href> and writes addresses relative to it
	sideFirst                 bool // the side bar stands before the content in the source
	upper                     bool // writes <A HREF=...>
}

// markups are the styles: today's elements, boxes with classes, tables and fonts, unclosed lists in capitals,
// XHTML with a base address.
var markups = [...]markup{
	{
		start:    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n",
		mainOpen: "<main>\n<article>\n", mainClose: "</article>\n</main>\n",
		paragraph: "<p>", paragraphClose: "</p>\n", heading: "<h1>", headingClose: "</h1>\n",
		zones: [...]wrap{
			navigation: {"<header>\n<nav>\n<ul>\n", "<li>", "</li>\n", "</ul>\n</nav>\n</header>\n"},
			breadcrumb: {"<nav aria-label=\"breadcrumb\">\n", "", " &rsaquo; ", "here</nav>\n"},
			content:    {"", "", " ", ""},
			list:       {"<ul class=\"entries\">\n", "<li>", "</li>\n", "</ul>\n"},
			related:    {"<section>\n<h2>Related</h2>\n<ul>\n", "<li>", "</li>\n", "</ul>\n</section>\n"},
			sidebar:    {"<aside>\n<h3>Popular</h3>\n<ul>\n", "<li>", "</li>\n", "</ul>\n</aside>\n"},
			footer:     {"<footer>\n<p>", "", " | ", " All rights reserved.</p>\n</footer>\n"},
		},
	},
	{
		start:    "<!DOCTYPE html>\n<html>\n<head>\n<meta http-equiv=\"Content-Type\" content=\"text/html; charset=utf-8\">\n<script>var page = {loaded: false, links: \"<a href='/never'>no link</a>\"};</script>\n",
		mainOpen: "<div class=\"wrapper\"><div id=\"content\" class=\"col-8\">\n", mainClose: "</div></div>\n",
		paragraph: "<div class=\"text\">", paragraphClose: "</div>\n", heading: "<h2 class=\"title\">", headingClose: "</h2>\n",
		zones: [...]wrap{
			navigation: {"<div id=\"top\"><div class=\"menu\">\n", "<div class=\"item\">", "</div>\n", "</div></div>\n"},
			breadcrumb: {"<div class=\"crumbs\">", "<span>", "</span> / ", "</div>\n"},
			content:    {"", "", " ", ""},
			list:       {"<div class=\"results\">\n", "<div class=\"row\">", "</div>\n", "</div>\n"},
			related:    {"<div class=\"box more\"><b>See also</b>\n", "<div>", "</div>\n", "</div>\n"},
			sidebar:    {"<div id=\"side\" class=\"col-4\">\n", "<div class=\"widget\">", "</div>\n", "</div>\n"},
			footer:     {"<div id=\"bottom\">", "<span>", "</span> ", "</div>\n"},
		},
		sideFirst: true,
	},
	{
		start:    "<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\">\n<html>\n<head>\n",
		mainOpen: "<td width=\"70%\">\n", mainClose: "</td></tr></table>\n",
		paragraph: "<p><font face=\"Arial\" size=\"2\">", paragraphClose: "</font></p>\n",
		heading: "<center><font size=\"5\"><b>", headingClose: "</b></font></center>\n",
		zones: [...]wrap{
			navigation: {"<table width=\"100%\"><tr>\n", "<td>", "</td>\n", "</tr></table>\n<table><tr>\n"},
			breadcrumb: {"<small>", "", " &gt; ", "</small><br>\n"},
			content:    {"", "", " ", ""},
			list:       {"<table>\n", "<tr><td>", "</td></tr>\n", "</table>\n"},
			related:    {"<hr><b>More:</b><br>\n", "", "<br>\n", ""},
			sidebar:    {"<td width=\"30%\" valign=\"top\">\n", "", "<br>\n", "</td>\n"},
			footer:     {"<hr><center><small>\n", "[", "]\n", "</small></center>\n"},
		},
		sideFirst: true,
	},
	{
		start:    "<HTML><HEAD>\n",
		mainOpen: "<HR>\n", mainClose: "<HR>\n",
		paragraph: "<P>", paragraphClose: "\n", heading: "<H1>", headingClose: "</H1>\n",
		zones: [...]wrap{
			navigation: {"<UL>\n", "<LI>", "\n", "</UL>\n"},
			breadcrumb: {"<I>Up: ", "", "", "</I><BR>\n"},
			content:    {"", "", "\n", ""},
			list:       {"<DL>\n", "<DT>", "\n", "</DL>\n"},
			related:    {"<H3>Next</H3>\n<UL>\n", "<LI>", "\n", "</UL>\n"},
			sidebar:    {"<H3>Favourites</H3>\n<UL>\n", "<LI>", "\n", "</UL>\n"},
			footer:     {"<ADDRESS>\n", "", ",\n", "the webmaster</ADDRESS>\n"},
		},
		upper: true,
	},
	{
		start:    "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\" \"http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd\">\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n",
		mainOpen: "<div class=\"post\">\n<div class=\"entry-content\">\n", mainClose: "</div>\n</div>\n",
		paragraph: "<p>", paragraphClose: "</p>\n", heading: "<h1 class=\"entry-title\">", headingClose: "</h1>\n",
		zones: [...]wrap{
			navigation: {"<div class=\"menu-primary\"><ul>\n", "<li class=\"menu-item\">", "</li>\n", "</ul></div>\n"},
			breadcrumb: {"<p class=\"path\">", "", " &raquo; ", "</p>\n"},
			content:    {"", "", " ", ""},
			list:       {"<ol>\n", "<li>", "</li>\n", "</ol>\n"},
			related:    {"<div class=\"related\"><h4>You may like</h4><ul>\n", "<li>", "</li>\n", "</ul></div>\n"},
			sidebar:    {"<div class=\"sidebar\"><ul>\n", "<li>", "</li>\n", "</ul></div>\n"},
			footer:     {"<div class=\"colophon\"><p>", "", " &middot; ", "</p></div>\n"},
		},
		based: true,
	},
}
