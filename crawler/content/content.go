// Package content turns the body of an HTTP response into what a browser would read. It undoes content codings (RFC 9110
// section 8.4). The live crawl, archives, robots.txt and sitemaps read bodies through it, so that all of them see the same.
package content
