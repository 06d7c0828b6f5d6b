package crawldir

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"gannet/job/contact"
	"gannet/models/shipped"
)

// ContactsKeyFile is the name of the file with the secret key, in hexadecimal digits, with which the crawl hashes contact data. If somebody
// removes the file, a new key is made, and the same contact gets another hash from then on.
const ContactsKeyFile = "contacts.key"

// ContactsKey returns the secret key with which the crawl in a directory hashes contact data. If there is no key, ContactsKey makes one.
func ContactsKey(dir string) ([]byte, error) {
	path := filepath.Join(dir, ContactsKeyFile)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		key := make([]byte, 32)
		_, _ = rand.Read(key) // it never fails
		text = []byte(hex.EncodeToString(key) + "\n")
		if err = os.WriteFile(path+".new", text, 0o600); err == nil {
			err = os.Rename(path+".new", path)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("key of contacts: %w", err)
	}
	key, err := hex.DecodeString(strings.TrimSpace(string(text)))
	if err != nil || len(key) < 16 {
		return nil, fmt.Errorf("%s holds no key of 32 or more hexadecimal digits: remove it, and hashes will be others than before", path)
	}
	return key, nil
}

// openContacts returns a function that removes contacts from a page before it is read or kept, or nil if contacts are kept.
func (c *Crawl) openContacts() (func([]byte) []byte, error) {
	var key []byte
	switch c.o.Contacts {
	case "", contact.Keep:
		return nil, nil
	case contact.Hash:
		var err error
		if key, err = ContactsKey(c.dir); err != nil {
			return nil, err
		}
	}
	if c.o.WARC {
		c.log.Warn("contacts are taken out of the kept pages; the WARC files have every answer as it came, with its contacts")
	}
	model, err := shipped.Persons()
	if err != nil {
		return nil, err
	}
	masker := contact.NewMasker(c.o.Contacts, key, model)
	return func(source []byte) []byte { return masker.HTML(source) }, nil
}
