package crawldir

import (
	"errors"
	"os"
	"path/filepath"

	"gannet/store"
)

// settingsKey is the key of the Settings in the store's meta data.
const settingsKey = "settings"

// Settings are the settings with which a program ran a crawl, such as its flags. A crawl stores them so that the program can set the Options of
// the next run from them. Open itself does not use the stored settings.
type Settings struct {
	Values map[string][]string `json:"values"`
	// Secret names settings whose values are not kept, because they are secret.
	Secret []string `json:"secret,omitempty"`
}

// heldSettings returns the settings of the last run, nil if it kept none.
func heldSettings(r store.Reader) (s *Settings, err error) {
	_, err = r.Meta(settingsKey, &s)
	return s, err
}

// Settings returns the settings of the latest run, or nil if it stored none.
func (r *Reader) Settings() (*Settings, error) { return heldSettings(r.Store) }

// LastSettings returns the settings of the latest run in a directory, or nil if it stored none. begun says whether there is a crawl in the
// directory at all. The error is store.ErrInUse while the crawl is running.
func LastSettings(dir string) (s *Settings, begun bool, err error) {
	if info, err := os.Stat(filepath.Join(dir, StoreFile)); err != nil || info.Size() == 0 {
		return nil, false, nil // Open reports an error
	}
	r, err := Read(dir)
	if err != nil {
		return nil, false, err
	}
	if _, err = r.DB(); err == nil {
		_, begun, err = r.Order()
	}
	if err == nil && begun {
		s, err = r.Settings()
	}
	return s, begun, errors.Join(err, r.Close())
}

// keepSettings keeps the settings for the next run, if there are any.
func (c *Crawl) keepSettings() error {
	if c.o.Settings == nil {
		return nil
	}
	return c.store.SetMeta(settingsKey, c.o.Settings)
}
