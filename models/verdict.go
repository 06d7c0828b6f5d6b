package models

import _ "embed" // for the file below

//go:embed verdict.json
var verdictModel []byte

// Verdict returns the file of the model that decides whether two postings advertise the same job.
func Verdict() []byte { return verdictModel }
