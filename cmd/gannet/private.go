package main

import (
	"log/slog"
	"strings"

	"github.com/spf13/cobra"

	"gannet/feed/folder"
	"gannet/internal/cli"
)

// warnOfSecrets warns of files with secrets that a command reads and that others may read. Cookies and tokens are not among them:
// their commands warn when they read these files, since a configuration may name them as well.
func warnOfSecrets(c *cobra.Command) {
	log := slog.New(newSentences(c.ErrOrStderr()))
	for _, name := range []string{"secret-file", "cluster-creds", "sign"} {
		if flag := c.Flags().Lookup(name); flag != nil && flag.Value.String() != "" {
			cli.WarnOfReaders(flag.Value.String(), log)
		}
	}
	if flag := c.Flags().Lookup("output"); flag != nil && strings.HasPrefix(flag.Value.String(), "s3://") {
		cli.WarnOfReaders(folder.CredentialsFile(), log)
	}
}
