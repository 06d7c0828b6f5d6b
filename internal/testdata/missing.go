package testdata

import (
	"os"
	"testing"
)

// Missing ends a test that needs what is not on this machine, such as data or a library. The test is skipped with the
// reason. If GANNET_REQUIRE_DATA is set it fails, so that a machine that has everything notices a broken path.
func Missing(t testing.TB, reason string) {
	t.Helper()
	if Required() {
		t.Fatal(reason)
	}
	t.Skip(reason)
}

// Required reports whether GANNET_REQUIRE_DATA makes a missing file an error.
func Required() bool { return os.Getenv("GANNET_REQUIRE_DATA") != "" }

// Long skips a test that takes about a minute or more, unless GANNET_LONG is set. `make test-long` sets it.
func Long(t testing.TB) {
	t.Helper()
	if !IsLong() {
		t.Skip("takes long: make test-long runs it")
	}
}

// IsLong reports whether GANNET_LONG asks for long tests.
func IsLong() bool { return os.Getenv("GANNET_LONG") != "" }
