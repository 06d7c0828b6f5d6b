package postings

import "time"

// MaxKeys is maxKeys for tests outside of the package.
const MaxKeys = maxKeys

// SetTransactionTime sets transactionTime, and returns the one before.
func SetTransactionTime(to time.Duration) (before time.Duration) {
	before, transactionTime = transactionTime, to
	return before
}
