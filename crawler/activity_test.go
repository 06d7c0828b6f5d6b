package crawler

import "testing"

// TestTheDispatcherIsWokenAfterAWaitForTheKeeper: both waits share one channel, and the first must not take the second's news.
func TestTheDispatcherIsWokenAfterAWaitForTheKeeper(t *testing.T) {
	a := newActivity(0)
	a.claimPage(NoLimit)
	go a.keptPage(0)
	a.awaitKeeper(0)
	select {
	case <-a.wake:
	default:
		t.Error("the dispatcher does not look again")
	}
}
