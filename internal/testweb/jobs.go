package testweb

import "time"

// Job is one position, which several boards may post.
type Job struct {
	ID          int // its number among the web's jobs
	Title       string
	Company     string
	Place       string
	Posted      time.Time
	Employment  string // full-time, part-time, ...
	Salary      string
	Description string // plain text, paragraphs parted by empty lines
}
