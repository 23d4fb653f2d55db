package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"

	"go.etcd.io/bbolt"

	"skald/fate"
)

// maxText is the longest text that is kept, in bytes.
const maxText = 64 << 10

// Keep stores a text that is too long for where it must go, and gives a key of 23 characters from which
// Kept gets it back. The same text has the same key. Of each server the newest 10,000 texts are kept; one
// that is kept again counts as new. The error is a refusal for a text over 64 KiB.
func (s *Server) Keep(text string) (string, error) {
	if len(text) > maxText {
		return "", fate.Refuse("too_long", "That is too long to be kept; make it shorter.")
	}
	sum := sha256.Sum256([]byte(text))
	key := "~" + base64.RawURLEncoding.EncodeToString(sum[:16])
	path := s.dir.file(s.id)
	fresh := false
	err := s.dir.view(s.id, func(tx *bbolt.Tx) error {
		at, _, err := readKept(tx, path, []byte(key))
		if err == nil && at > 0 {
			fresh = tx.Bucket(keepingBucket).Sequence()-at < s.dir.o.texts/2
		}
		return err
	})
	if fresh || err != nil && !errors.Is(err, errNone) {
		return key, err
	}
	k := keeping{path: path, key: []byte(key), text: []byte(text), most: s.dir.o.texts}
	return key, s.dir.update(s.id, k.write)
}

// Kept gives a kept text back, "" where it is there no longer or never was.
func (s *Server) Kept(key string) (string, error) {
	path := s.dir.file(s.id)
	text := ""
	err := s.dir.view(s.id, func(tx *bbolt.Tx) error {
		_, body, err := readKept(tx, path, []byte(key))
		text = string(body)
		return err
	})
	if errors.Is(err, errNone) {
		err = nil
	}
	return text, err
}

// readKept gives the number of a text's keeping, 0 where it is not there, and the text.
func readKept(tx *bbolt.Tx, path string, key []byte) (uint64, []byte, error) {
	kept, err := bucket(tx, path, keptBucket)
	if err != nil {
		return 0, nil, err
	}
	if _, err := bucket(tx, path, keepingBucket); err != nil {
		return 0, nil, err
	}
	v := kept.Get(key)
	if v == nil {
		return 0, nil, nil
	}
	body, ok := unseal(keptBucket, key, v)
	at, text, whole := numbered(body)
	if !ok || !whole || at == 0 {
		return 0, nil, damaged(path, "is damaged in what is kept for buttons", fmt.Errorf("checksum of %s", key))
	}
	return at, text, nil
}

// keeping is a text on its way into the file.
type keeping struct {
	path      string
	key, text []byte
	most      uint64
}

func (k keeping) write(tx *bbolt.Tx) error {
	was, _, err := readKept(tx, k.path, k.key)
	if err != nil {
		return err
	}
	kept, order := tx.Bucket(keptBucket), tx.Bucket(keepingBucket)
	if was > 0 {
		if err := order.Delete(number(was)); err != nil {
			return err
		}
	}
	at, err := order.NextSequence()
	if err != nil {
		return err
	}
	if err := kept.Put(k.key, seal(keptBucket, k.key, number(at), k.text)); err != nil {
		return err
	}
	if err := order.Put(number(at), seal(keepingBucket, number(at), k.key)); err != nil {
		return err
	}
	return k.dropOldest(kept, order, at)
}

// dropOldest drops what was kept longest ago, so that the newest are kept, number at being the last.
func (k keeping) dropOldest(kept, order *bbolt.Bucket, at uint64) error {
	if at <= k.most {
		return nil
	}
	var numbers [][]byte
	c := order.Cursor()
	for n, v := c.First(); n != nil && bytes.Compare(n, number(at-k.most)) <= 0; n, v = c.Next() {
		key, ok := unseal(keepingBucket, n, v)
		if !ok {
			return damaged(k.path, "is damaged in what is kept for buttons", fmt.Errorf("checksum of keeping %x", n))
		}
		if err := kept.Delete(key); err != nil {
			return err
		}
		numbers = append(numbers, bytes.Clone(n))
	}
	for _, n := range numbers {
		if err := order.Delete(n); err != nil {
			return err
		}
	}
	return nil
}
