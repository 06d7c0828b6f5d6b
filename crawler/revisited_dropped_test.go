package crawler

import (
	"testing"

	"gannet/crawler/reason"
)

func TestMayPass(t *testing.T) {
	for _, why := range []reason.Reason{"status 404", "status 403", "status 503", "DNS", "timeout", "robots.txt unreachable"} {
		if !mayPass(why) {
			t.Errorf("%s may not pass", why)
		}
	}
	for _, why := range []reason.Reason{"status 410", "content type", "robots.txt", "unreadable page", "out of scope: host", ""} {
		if mayPass(why) {
			t.Errorf("%s may pass", why)
		}
	}
}
