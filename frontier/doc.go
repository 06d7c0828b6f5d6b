// Package frontier owns which link comes next: the URLs ever seen, each host's queue, the order among them, leases,
// and the clocks of politeness.
//
// # The life of a link
//
// Push takes a link in. Its URL's fingerprint is looked up; if it is new, the link gets the next record number, is
// queued under its host and written to the store. Pushed again while it is queued, it keeps the higher priority with
// the Data that came with it, or, with Replace, keeps its Data and takes the new priority in memory: a restart finds the
// one written last. An infinite priority stays. Reorder does so for many links by fingerprint. Later pushes change nothing,
// except with Again: then a link that is done, or in back-off, is queued as if it were new.
//
// Take leases a link: among the hosts that may be asked now, the queued link with the highest priority, and of equal
// ones the one that was pushed first. With equal priorities a frontier is first in, first out: breadth-first. A
// priority that is not a number counts as negative infinity: one bad score does not lose a page's links.
//
// From then on the link's host is busy, and its address too if that is known. Reserve tells the address once it is
// known; if another host's connection has it, or it must rest, the link goes back as if it had not been taken. Yield
// does that for a link that has become worth less meanwhile. Release says that the connection is over: host and address
// rest. Done ends the lease:
//
//   - Finish and Drop end the link: it is Fetched or Dropped.
//   - Retry queues it again after a back-off that doubles with each attempt, until it has had Options.Retries of them
//     and is dropped. The host rests for a back-off that doubles with each failure in a row; Finish ends the row.
//     Either waits at least as long as the server asked for. After Options.HostFailures the host is dead. A restart
//     forgets the host's back-off, but not its failures nor what the server asked for.
//   - Postpone is Retry for the link alone, where the rest of its host is not concerned: one of the host's schemes
//     cannot be had.
//   - Requeue queues it again at once, as when robots.txt was fetched in its place, or after Outcome.After.
//
// A lease without Done ends after Options.Lease; the link is queued again, and the connection counts as over then.
// A host that is dead, or of which Options.PerHost pages were fetched, is closed: what it has queued counts as
// Dropped, and what is pushed for it is refused. Both are judged again by Open, so a crawl that goes on with a larger
// budget finds the links it had dropped.
//
// # Politeness
//
// One connection to a host at a time, and one to an address. After it, both rest for
//
//	clamp(DelayFactor × what it took, Delay, MaxDelay)
//
// where a host's own Crawl-delay (SetDelay) raises both bounds for this host, not for its address; Slow multiplies
// its result for this host. A host whose address is not known has it for itself.
//
// # Time
//
// Time comes with each call and is whatever the caller says, so a crawl may run in virtual time. One that goes
// backwards counts as the latest seen. Clocks are kept over a restart as wall-clock times, and the latest time seen with
// them, to the second: where the wall's clock is behind it at the next Open, it was set back, and the frontier's own goes
// on from where it was, so that nobody rests for the difference.
//
// # What is in memory, what is in the store
//
// In memory are, for each link, its place in the seen table (about 15 bytes), priority, host and state (9), and while
// it is queued its place in the host's queue (8); no pointers, nothing that is moved as a whole when it grows. With
// 10 million links of 100,000 hosts that is about 380 MiB live. With Pebble, 800 to 860 MiB are resident under the
// garbage collector's default, 630 MiB with GOGC=50. URLs and Data are only in the store.
//
// Everything an operation changes goes to the store in one batch, in the order of the operations. So a Done is never
// kept without the pushes before it, and a crash loses at most the last operations. Leases are not kept: after a
// restart their links are queued, and their hosts rest as after a connection that took no time.
//
// Memory is a store for tests and replays; frontier/pebblestore is that of real crawls and describes the disk format.
// frontier/frontiertest holds both to one behaviour.
package frontier
