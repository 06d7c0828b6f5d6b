// Package content turns the body of an HTTP response into what a browser would read. It undoes content codings (RFC 9110
// section 8.4), finds out what the body is (Fetch and MIME Sniffing), and decodes the text of a page (HTML). The live crawl and archives
// read bodies through it, so that both see the same.
package content
