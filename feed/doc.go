// Package feed owns what the packages below it share: they bring postings to databases, folders and servers of others, and
// keep them up to date.
package feed
