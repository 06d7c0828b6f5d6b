// Package frontier owns which link comes next: the URLs ever seen, each host's queue, the order among them, leases,
// and the clocks of politeness.
package frontier
