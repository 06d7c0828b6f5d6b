package folder

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

// These are the errors of S3 buckets.
var (
	// ErrNoBucket says that an S3 bucket does not exist.
	ErrNoBucket = errors.New("there is no such bucket")
	// ErrAccess says that the S3 server does not accept the credentials.
	ErrAccess = errors.New("the server refuses these credentials")
	// ErrNoCredentials says that there are no credentials for S3.
	ErrNoCredentials = errors.New("no credentials for S3")
	// ErrURL says that a text is not the address of an S3 bucket.
	ErrURL = errors.New("is no address of a bucket")
)

// attempts is how often a request is sent before its error counts.
const attempts = 5

type bucket struct {
	client       *minio.Client
	name, prefix string // the prefix is "" or ends in a slash
}

// Bucket opens a folder in an S3 bucket; its address has the form s3://bucket/prefix. endpoint is the URL of the S3 server. If it is "",
// the server is the one in AWS_ENDPOINT_URL_S3 or AWS_ENDPOINT_URL, or else Amazon's. Credentials come from the environment or from
// Amazon's files in the user's directory. Bucket makes no request yet.
func Bucket(address, endpoint string) (Folder, error) {
	b, err := parseBucket(address)
	if err != nil {
		return nil, err
	}
	endpoint = cmp.Or(endpoint, os.Getenv("AWS_ENDPOINT_URL_S3"), os.Getenv("AWS_ENDPOINT_URL"), "https://s3.amazonaws.com")
	server, err := url.Parse(endpoint)
	if err != nil || server.Host == "" || server.User != nil || server.Scheme != "https" && server.Scheme != "http" {
		return nil, fmt.Errorf("the endpoint %w: give a URL such as https://s3.example.org", ErrURL)
	}
	keys := credentials.NewChainCredentials([]credentials.Provider{&credentials.EnvAWS{}, &credentials.FileAWSCredentials{}})
	if v, err := keys.GetWithContext(nil); err != nil || v.AccessKeyID == "" || v.SecretAccessKey == "" {
		return nil, ErrNoCredentials
	}
	b.client, err = minio.New(server.Host, &minio.Options{
		Creds: keys, Secure: server.Scheme == "https", MaxRetries: attempts,
		Region: cmp.Or(os.Getenv("AWS_REGION"), os.Getenv("AWS_DEFAULT_REGION")),
	})
	return b, err
}

// CredentialsFile returns the path of the file from which credentials for S3 are read, or "" if they are in the environment.
func CredentialsFile() string {
	if v, err := new(credentials.EnvAWS).Retrieve(); err == nil && v.AccessKeyID != "" && v.SecretAccessKey != "" {
		return ""
	}
	home, err := os.UserHomeDir()
	if err != nil {
		home = "."
	}
	return cmp.Or(os.Getenv("AWS_SHARED_CREDENTIALS_FILE"), filepath.Join(home, ".aws", "credentials"))
}

func parseBucket(address string) (*bucket, error) {
	rest, ok := strings.CutPrefix(address, "s3://")
	name, prefix, _ := strings.Cut(rest, "/")
	if !ok || name == "" || strings.ContainsAny(name, "@:?# ") {
		return nil, fmt.Errorf("what is given %w: give one such as s3://bucket/prefix, without keys", ErrURL)
	}
	if prefix = strings.Trim(prefix, "/"); prefix != "" {
		prefix += "/"
	}
	return &bucket{name: name, prefix: prefix}, nil
}

func (b *bucket) String() string { return "s3://" + b.name + "/" + strings.TrimSuffix(b.prefix, "/") }
func (b *bucket) Close() error   { return nil }

// Get implements Folder: it reads a file of the bucket. If the connection breaks in the middle of the file, Get reads it again, because the
// S3 client repeats only requests that were not answered.
func (b *bucket) Get(ctx context.Context, name string) (data []byte, tag string, err error) {
	for range attempts {
		data, tag, err = b.get(ctx, name)
		if !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, syscall.ECONNRESET) {
			break
		}
	}
	return data, tag, err
}

func (b *bucket) get(ctx context.Context, name string) (data []byte, tag string, err error) {
	object, err := b.client.GetObject(ctx, b.name, b.prefix+name, minio.GetObjectOptions{})
	if err != nil {
		return nil, "", b.error(name, err)
	}
	defer object.Close()
	if data, err = io.ReadAll(object); err != nil {
		return nil, "", b.error(name, err)
	}
	info, err := object.Stat()
	return data, info.ETag, b.error(name, err)
}

func (b *bucket) Put(ctx context.Context, name string, from io.Reader, size int64) error {
	return b.put(ctx, name, from, size, minio.PutObjectOptions{})
}

// Swap implements Folder by a condition that the server checks (If-Match, If-None-Match). If the connection breaks before the response, the
// client repeats the request. The server then refuses the second request if the first had already replaced the file, so a refusal counts only
// if the file has another content than data.
func (b *bucket) Swap(ctx context.Context, name string, data []byte, tag string) error {
	o := minio.PutObjectOptions{DisableMultipart: true, ContentType: "application/json"}
	if tag == "" {
		o.SetMatchETagExcept("*")
	} else {
		o.SetMatchETag(tag)
	}
	err := b.put(ctx, name, bytes.NewReader(data), int64(len(data)), o)
	if errors.Is(err, ErrChanged) {
		if now, _, err := b.Get(ctx, name); err == nil && bytes.Equal(now, data) {
			return nil
		}
	}
	return err
}

func (b *bucket) put(ctx context.Context, name string, from io.Reader, size int64, o minio.PutObjectOptions) error {
	_, err := b.client.PutObject(ctx, b.name, b.prefix+name, from, size, o)
	return b.error(name, err)
}

func (b *bucket) Each(ctx context.Context, use func(name string) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // ends the listing if use fails
	for object := range b.client.ListObjects(ctx, b.name, minio.ListObjectsOptions{Prefix: b.prefix, Recursive: true}) {
		if object.Err != nil {
			return b.error("", object.Err)
		}
		if err := use(strings.TrimPrefix(object.Key, b.prefix)); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func (b *bucket) Remove(ctx context.Context, name string) error {
	return b.error(name, b.client.RemoveObject(ctx, b.name, b.prefix+name, minio.RemoveObjectOptions{}))
}

// error adds the name of the object to an error, and turns error codes of S3 into errors of this package.
func (b *bucket) error(name string, err error) error {
	if err == nil {
		return nil
	}
	switch code := minio.ToErrorResponse(err).Code; code {
	case minio.NoSuchKey:
		err = fs.ErrNotExist
	case minio.NoSuchBucket:
		return fmt.Errorf("s3://%s: %w", b.name, ErrNoBucket)
	case minio.PreconditionFailed, "ConditionalRequestConflict":
		return fmt.Errorf("s3://%s/%s %w", b.name, b.prefix+name, ErrChanged)
	case minio.AccessDenied, "InvalidAccessKeyId", "SignatureDoesNotMatch", "ExpiredToken", "InvalidToken":
		err = fmt.Errorf("%w (%s)", ErrAccess, code)
	}
	return fmt.Errorf("s3://%s/%s: %w", b.name, b.prefix+name, err)
}
