package crawldir

import (
	"errors"
)

// ErrFewFiles is logged when a crawl uses fewer workers than requested, because the machine allows only few open files.
var ErrFewFiles = errors.New("this machine allows few open files")

// otherFiles is how many files a crawl has open beside its connections: store, frontier, index and logs.
const otherFiles = 48

// connections returns how many connections a crawl may have at once by the system's limit of open files. Half of them
// are for requests, half are kept open for the next request.
func connections() int {
	return max(2, openFileLimit()-otherFiles)
}

// workers returns the number of workers, as many as asked for or fewer if this machine allows few open files.
func (c *Crawl) workers() int {
	most := connections() / 2
	if c.o.Limits.Workers <= most || c.o.Web != nil {
		return c.o.Limits.Workers
	}
	c.log.Warn("going on with fewer workers than asked for", "workers", most, "cause", ErrFewFiles)
	return most
}
