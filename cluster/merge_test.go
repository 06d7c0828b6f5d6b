package cluster

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"testing"
	"time"

	"gannet/frontier"
)

// TestMerged: messages that have each fact once say what many messages say, in whatever order the facts came. Here the facts need several messages.
func TestMerged(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	var bodies [][]byte
	for range 40 {
		var facts []byte
		for range 100 {
			host := fmt.Sprintf("h%d.example", random.IntN(20))
			url := fmt.Sprintf("http://%s/%d", host, random.IntN(100))
			switch random.IntN(10) {
			case 0:
				state := []frontier.State{frontier.Fetched, frontier.Dropped}[random.IntN(2)]
				facts = appendEnd(facts, &frontier.Ended{Link: frontier.Link{URL: url, Host: host}, State: state, NoPage: state == frontier.Fetched && random.IntN(2) == 0})
			case 1:
				facts = appendDelay(facts, host, time.Duration(random.IntN(5))*time.Second)
			default:
				facts = appendLink(facts, &frontier.Link{URL: url, Host: host, Priority: float32(random.IntN(1000)), Data: bytes.Repeat([]byte{byte(random.IntN(256))}, 200)})
			}
		}
		bodies = append(bodies, seal(header{session: "a"}, facts))
	}
	for _, parts := range [][2]int{{0, 40}, {0, 20}, {20, 40}} { // all, and repeated facts before and after others
		m := newMerged()
		for _, body := range bodies[parts[0]:parts[1]] {
			if err := m.addMessage(body); err != nil {
				t.Fatal(err)
			}
		}
		repeated := m.bodies(header{session: "b", applied: true, repeated: true})
		if len(repeated) < 2 {
			t.Errorf("%d messages: want several", len(repeated))
		}
		got := append(append(append([][]byte{}, bodies[:parts[0]]...), repeated...), bodies[parts[1]:]...)
		if parts[0] > 0 {
			got = append(append([][]byte{}, bodies...), repeated...) // before the older ones are removed
		}
		if got, want := Known(got), Known(bodies); !maps.Equal(got, want) {
			t.Errorf("%v: %d facts, want %d", parts, len(got), len(want))
		}
	}
}
