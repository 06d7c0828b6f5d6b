package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"gannet/crawler/botauth"
	"gannet/internal/cli"
)

func newKey() *cobra.Command {
	var agent string
	c := &cobra.Command{
		Use:   "key FILE",
		Short: "Make a key that signs requests, and print the directory to publish",
		Long: "Key writes a new Ed25519 key to FILE, for `gannet crawl --sign FILE`, unless FILE exists. Key prints a key\n" +
			"directory, that is a JSON document with the public key. Publish this document at the origin of --agent under\n" +
			botauth.DirectoryPath + ", as " + botauth.DirectoryType + ".\n" +
			"Servers that support Web Bot Auth can then verify that requests come from you. Keep FILE secret: whoever has it\n" +
			"can sign requests in your name.",
		Example: "  gannet key crawler.key --agent https://crawler.example.org >http-message-signatures-directory",
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			key, err := openKey(args[0], agent)
			if err != nil {
				return err
			}
			_, err = c.OutOrStdout().Write(key.Directory())
			return err
		},
	}
	c.Flags().StringVar(&agent, "agent", "", "https origin at which you publish the key directory; required for a new key")
	return c
}

// openKey reads the key of a file, or makes one if there is none.
func openKey(path, agent string) (*botauth.Key, error) {
	data, err := os.ReadFile(path)
	if err == nil {
		key, err := botauth.ParseKey(data)
		switch {
		case err != nil:
			return nil, fmt.Errorf("%s: %w", path, err)
		case agent != "" && agent != key.Agent:
			return nil, cli.Usagef("%s is a key of %s: leave --agent out, or name another file", path, key.Agent)
		}
		return key, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	key, err := botauth.NewKey(agent)
	if err != nil {
		return nil, cli.Usagef("--agent: %w", err)
	}
	if data, err = key.Marshal(); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	_, err = f.Write(data)
	return key, errors.Join(err, f.Close())
}
