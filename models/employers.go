package models

import (
	"bytes"
	_ "embed" // for the files below
	"io"
)

//go:embed employers.json
var employers []byte

// Employers returns the file of the model that decides which name in a page's sentences is that of the employer.
func Employers() []byte { return employers }

//go:embed words.bin
var words []byte

// Words returns a file of words that occur in the texts of many employers.
func Words() io.Reader { return bytes.NewReader(words) }

//go:embed fields.json
var fields []byte

// Fields returns the file of the models that choose the value of each field of a posting among the candidates on its page.
func Fields() []byte { return fields }

//go:embed persons.bin
var persons []byte

// Persons returns the file of the model that finds names of persons.
func Persons() []byte { return persons }
