package models

import (
	"bytes"
	_ "embed" // for the files below
	"io"
)

//go:embed employers.json
var employers []byte

// Employers returns the file of the model that tells which name in a page's sentences is the employer's.
func Employers() []byte { return employers }

//go:embed words.bin
var words []byte

// Words returns the file of the words that texts of several employers share.
func Words() io.Reader { return bytes.NewReader(words) }

//go:embed fields.json
var fields []byte

// Fields returns the file of the models that choose among the values which a page offers for a field of its posting.
func Fields() []byte { return fields }
