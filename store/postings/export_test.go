package postings

// MaxKeys is maxKeys for tests outside of the package.
const MaxKeys = maxKeys
