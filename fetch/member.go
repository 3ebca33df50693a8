package fetch

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

// soundness is what is known of a gzip member before it is read to its end,
// where its checksum is (RFC 1952 §2.3.1). Of a record that is the last of its
// member the checksum is read with it; a member of several has to be known first.
type soundness uint8

const (
	unknown soundness = iota // a stream, which can't be read ahead
	sound                    // its checksum holds
	damaged                  // it does not, or what is there can't be decompressed
	torn                     // the file ends before it does, so there is no checksum
)

// errDamaged is of a record that may be anything.
var errDamaged = errors.New("the checksum of its gzip member does not hold")

// memberAt reads the gzip member at an offset of f to its end. Memory is that of
// a decompressor, time that of decompressing it. The error is the disk's.
func memberAt(f io.ReaderAt, from, to int64) (soundness, error) {
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
		return unknown, err
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return torn, nil
	}
	return damaged, nil
}

// keepsDigest tells whether the block of a record is what its WARC-Block-Digest
// says: not where there is none, or the block was not kept whole. It is asked of
// a member without a checksum only, as it does not cover the record's header.
func keepsDigest(rec Record) bool {
	algorithm, value, _ := strings.Cut(rec.Header.Get("WARC-Block-Digest"), ":")
	var h hash.Hash
	switch strings.ToLower(strings.ReplaceAll(algorithm, "-", "")) {
	case "sha1":
		h = sha1.New()
	case "sha256":
		h = sha256.New()
	default:
		return false
	}
	h.Write(rec.Block)
	sum := h.Sum(nil)
	unpadded := strings.TrimRight(base32.StdEncoding.EncodeToString(sum), "=")
	return strings.EqualFold(value, hex.EncodeToString(sum)) || strings.EqualFold(strings.TrimRight(value, "="), unpadded)
}

// counts tells whether a record of the open member can be relied on behind which
// there is more than line ends. Where that is no further record, the member is
// read to its end: content that has grown by damage is caught by the checksum, and
// if that holds, the next call tells of the rest. The error is of a member of
// which no record counts.
func (s *scanner) counts(rec Record) (bool, error) {
	const version = "WARC/"
	if head, _ := s.member.Peek(len(version)); string(head) != version {
		s.pending = s.fail(s.start, notARecord(string(head)))
		if _, err := io.Copy(io.Discard, s.member); err == nil {
			s.known = sound
		} else if s.pending = s.fail(s.start, noEOF(err)); s.look == nil {
			return false, s.pending
		}
	}
	if s.known == unknown && s.look != nil {
		var err error
		if s.known, err = s.look(s.start); err != nil {
			return false, s.fail(s.start, err)
		}
	}
	switch s.known {
	case damaged:
		return false, s.fail(s.start, errDamaged)
	case torn:
		if !keepsDigest(rec) {
			return false, s.pending
		}
	}
	return true, nil
}
