package models

import _ "embed" // for the file below

//go:embed employers.json
var employers []byte

// Employers returns the file of the model that tells which name in a page's sentences is the employer's.
func Employers() []byte { return employers }
