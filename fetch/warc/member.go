package warc

import (
	"bufio"
	"compress/gzip"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"os"
	"strings"
)

// Soundness is what is known of a gzip member before it is read to its end,
// where its checksum is (RFC 1952 §2.3.1). Of a record that is the last of its
// member the checksum is read with it; a member of several has to be known first.
type Soundness uint8

const (
	Unknown Soundness = iota // a stream, which can't be read ahead
	sound                    // its checksum holds
	damaged                  // it does not, or what is there can't be decompressed
	Torn                     // the file ends before it does, so there is no checksum
)

// errDamaged says that nothing in a record can be relied on.
var errDamaged = errors.New("the checksum of its gzip member does not hold")

// MemberAt reads the gzip member at an offset of f to its end. Memory is that of
// a decompressor, time that of decompressing it. The error is the disk's.
func MemberAt(f io.ReaderAt, from, to int64) (Soundness, error) {
	zr, err := gzip.NewReader(bufio.NewReaderSize(io.NewSectionReader(f, from, to-from), 1<<14))
	if err == nil {
		zr.Multistream(false)
		_, err = io.Copy(io.Discard, zr)
	}
	var disk *os.PathError
	switch {
	case err == nil:
		return sound, nil
	case errors.As(err, &disk):
		return Unknown, err
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return Torn, nil
	}
	return damaged, nil
}

// digestState is what the WARC-Block-Digest of a record says of its block. It is
// asked only where there is no checksum, since it does not cover the header.
type digestState uint8

const (
	undigested digestState = iota // there is none, or of an algorithm that is not known here
	holds
	contradicted
)

// errDigest says that the block of a record is not what was written.
var errDigest = errors.New("its block does not have the digest that it should")

// blockDigest computes the digest of a block that is written to it.
type blockDigest struct {
	hash.Hash
	want string // in base 16 or 32
}

// newDigest gives nil for a field that is no digest of an algorithm known here.
func newDigest(field string) *blockDigest {
	algorithm, want, _ := strings.Cut(field, ":")
	want = strings.TrimRight(want, "=")
	d := &blockDigest{want: want}
	switch strings.ToLower(strings.ReplaceAll(algorithm, "-", "")) {
	case "sha1":
		d.Hash = sha1.New()
	case "sha256":
		d.Hash = sha256.New()
	default:
		return nil
	}
	if len(want) != hex.EncodedLen(d.Size()) && len(want) != unpadded.EncodedLen(d.Size()) {
		return nil
	}
	return d
}

var unpadded = base32.StdEncoding.WithPadding(base32.NoPadding)

func (d *blockDigest) state() digestState {
	if d == nil {
		return undigested
	}
	sum := d.Sum(nil)
	if strings.EqualFold(d.want, hex.EncodeToString(sum)) || strings.EqualFold(d.want, unpadded.EncodeToString(sum)) {
		return holds
	}
	return contradicted
}
