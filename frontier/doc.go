// Package frontier owns which link comes next: the URLs ever seen, each host's queue, the order among them, leases,
// and the clocks of politeness.
//
// # The life of a link
//
// Push adds a link. If the fingerprint of its URL is new, the link gets the next record number, is queued under its host
// and is written to the store. Otherwise Push changes the link that is there, as the comment on Push says. Reorder changes
// the priorities of many queued links.
//
// Take leases a link: the queued link with the highest priority of all hosts that may get a request now. Among links with equal
// priorities it takes the one that was pushed first, so with equal priorities only, a crawl is breadth-first. A priority that
// is not a number counts as negative infinity, so that one bad score does not lose a page's links.
//
// From then on the link's host is busy, and its address too if it is known. Reserve binds the host to its address once that
// is known. Yield gives back a link that has lost priority since Take. Release ends the connection, and the pauses of host
// and address begin. The host stays busy until Made, so that no other page of it comes while this one is being processed. Done ends the
// lease with one Result:
//
//   - Finish and Drop end the link: it is Fetched or Dropped.
//   - Retry queues the link again after a back-off, which doubles with each attempt, and behind the other links of its host. After
//     Options.Retries attempts the link is dropped. The host has a back-off, too, which doubles with each failure in a row; Finish ends the row. Both
//     are at least what the server asked for. After Options.HostFailures failures the host is dead. A restart forgets the
//     host's back-off, but neither its failures nor what the server asked for. It puts every link that has failed, in whichever way, behind the
//     other links of its host.
//   - RetryLink is for a link that failed although its host answers requests for other links. It waits for a back-off that begins with
//     Options.LinkBackoff, and comes after the other links of its host. As many such links in a row as HostFailures,
//     without a Finish among them, count as a failure of the host, and so does each one after them.
//   - DropHost is Drop, and closes the host until the next Open: its name does not exist.
//   - Postpone is Retry without a back-off of the host, for failures of only one of the host's schemes.
//   - Requeue queues the link again at once or after Outcome.After, as when robots.txt was fetched instead of it.
//
// A lease without Done ends after Options.Lease: the connection counts as over, and the link has failed, as with RetryLink but without a
// consequence for its host.
//
// A host is closed if it is dead or gone, or if its budget is spent (Options.PerHost). Its queued links count as Dropped, and Push
// refuses new ones. Open decides again which hosts are closed. So a crawl that goes on with a larger budget finds the links
// that it had dropped.
//
// A revisit (PushRevisits) is not a link, but it is taken like one. It requests something again that was fetched before.
//
// # Politeness
//
// A host may have Options.Connections open connections, and so may an address: usually one. A page that is being processed
// takes the place of a connection to its host. After a connection, both pause for
//
//	clamp(DelayFactor × duration of the connection, Delay, MaxDelay)
//
// A host's Crawl-delay (SetDelay) raises both bounds for this host, but not for its address. SetSlowdown multiplies the
// result for this host. A host whose address is not known is treated as if it had an address of its own.
//
// # Time
//
// Each call is given the time, so a crawl may run in virtual time. A time before the latest one counts as the latest.
//
// Clocks are stored as wall-clock times, and so is the latest time, to the second. If the time that Open is given is earlier than
// the stored one, the machine's clock was set back. The frontier then goes on from the stored time, so that no host pauses for
// the difference.
//
// # What is in memory, what is in the store
//
// In memory are, for each link, its place in the seen table (about 15 bytes), priority, host and state (9), and while
// it is queued its place in the host's queue (8). There are no pointers, and nothing is moved as a whole when it grows. With
// 10 million links of 100,000 hosts that is about 380 MiB live. With Pebble, 800 to 860 MiB are resident under the
// garbage collector's default, 630 MiB with GOGC=50. URLs and Data are only in the store.
//
// Every change goes to the store in one batch for each operation, in the order of the operations. So a Done is never kept
// without the pushes before it, and a crash loses at most the last operations. Leases are not stored. After a restart their
// links are queued, and their hosts pause as after a connection that took no time. Priorities that Replace, Reorder or
// Yield set are not stored either: after a restart a link has the last one that was written.
//
// Memory is a store for tests and replays. Package pebblestore is the store of real crawls and describes the disk format.
// Package frontiertest tests that all stores behave alike.
package frontier
