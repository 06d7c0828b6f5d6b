package api

// Types of answers that only this package knows, for tests of the whole interface.
type (
	Hello        = hello
	Page         = page
	Lookup       = lookup
	NumberAt     = numberAt
	JobList      = jobList
	PageList     = pageList
	LatestChange = latestChange
	Problem      = problem
	Failure      = failure
)
