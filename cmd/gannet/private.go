package main

import (
	"log/slog"

	"github.com/spf13/cobra"
)

// warnOfSecrets warns of files with secrets that flags of a command name and that others may read. Cookies and tokens are not among them:
// their commands warn when they read these files, since a configuration may name them as well.
func warnOfSecrets(c *cobra.Command) {
	for _, name := range []string{"secret-file", "cluster-creds", "sign"} {
		if flag := c.Flags().Lookup(name); flag != nil && flag.Value.String() != "" {
			warnOfReaders(flag.Value.String(), slog.New(newSentences(c.ErrOrStderr())))
		}
	}
}
