package main

import (
	"runtime/debug"
	"testing"
)

func TestCommitOfABuild(t *testing.T) {
	settings := []debug.BuildSetting{{Key: "vcs.revision", Value: "4a0f"}, {Key: "vcs.time", Value: "2026-11-22T16:36:11Z"}}
	changed := append(settings[:2:2], debug.BuildSetting{Key: "vcs.modified", Value: "true"})
	for want, info := range map[string]*debug.BuildInfo{
		"unknown":                      {},
		"4a0f of 2026-11-22T16:36:11Z": {Settings: settings},
		"4a0f of 2026-11-22T16:36:11Z, with changes": {Settings: changed},
	} {
		if got := commit(info); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}
