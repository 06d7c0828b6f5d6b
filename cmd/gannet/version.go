package main

import (
	"cmp"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// builtFrom names the commit of a package, which the linker sets.
var builtFrom string

func newVersion() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Show gannet's version and commit, and with what it was built",
		Args:  cobra.NoArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return writeVersion(c.OutOrStdout()) },
	}
}

// writeVersion prints the version, the commit that this program was built from, and Go's version.
func writeVersion(w io.Writer) error {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = new(debug.BuildInfo)
	}
	from := cmp.Or(builtFrom, commit(info))
	_, err := fmt.Fprintf(w, "gannet %s\ncommit %s\n%s %s/%s\n", version, from, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}

// commit names the commit of a build, with its time, and says if files differed from it.
func commit(info *debug.BuildInfo) string {
	vcs := make(map[string]string)
	for _, s := range info.Settings {
		vcs[s.Key] = s.Value
	}
	switch {
	case vcs["vcs.revision"] == "":
		return "unknown"
	case vcs["vcs.modified"] == "true":
		return vcs["vcs.revision"] + " of " + vcs["vcs.time"] + ", with changes"
	}
	return vcs["vcs.revision"] + " of " + vcs["vcs.time"]
}
