package store

import (
	"errors"
	"fmt"

	"go.etcd.io/bbolt"
)

// pinsBucket holds short notes by name, such as where a board's message stands. It is made at the first
// note; a file without it has none.
var pinsBucket = []byte("pins")

// Pin notes a value under a name, in the place of the one before.
func (s *Server) Pin(name, value string) error {
	return s.dir.update(s.id, func(tx *bbolt.Tx) error {
		b, err := tx.CreateBucketIfNotExists(pinsBucket)
		if err != nil {
			return err
		}
		return b.Put([]byte(name), seal(pinsBucket, []byte(name), []byte(value)))
	})
}

// Pinned gives the value under a name, "" where there is none.
func (s *Server) Pinned(name string) (string, error) {
	value := ""
	err := s.dir.view(s.id, func(tx *bbolt.Tx) error {
		b := tx.Bucket(pinsBucket)
		if b == nil {
			return nil
		}
		v := b.Get([]byte(name))
		if v == nil {
			return nil
		}
		body, ok := unseal(pinsBucket, []byte(name), v)
		if !ok {
			return damaged(s.dir.file(s.id), "is damaged in what is noted of boards", fmt.Errorf("checksum of %s", name))
		}
		value = string(body)
		return nil
	})
	if errors.Is(err, errNone) {
		err = nil
	}
	return value, err
}
