package models

import _ "embed" // for the file below

//go:embed verdict.json
var verdictModel []byte

// Verdict gives the model that decides whether two postings are the same job; verdict.Read reads it.
func Verdict() []byte { return verdictModel }
