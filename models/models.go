// Package models owns what gannet ships learned, embedded in the binary, and the manifest that says from what data,
// when and how well each was learned.
package models
