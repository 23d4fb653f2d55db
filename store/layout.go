package store

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"

	"go.etcd.io/bbolt"
)

// The layout of a file, schema 1. Numbers in keys are 8 bytes, big-endian; every value begins with a
// checksum over its place and its content.
//
//	meta              "stamp" → schema and server
//	tables            table id → number of its making, game; the bucket's sequence counts the tables
//	newest            number of arrival → table id, number of the entry, entry (newest.go); the bucket's
//	                  sequence is the last number
//	logs/<table>      number of the entry → entry; the bucket's sequence is the last number in it
//	snapshots/<table> number of the entry → table after it; a cache
//	kept              key → number of its keeping, text
//	keeping           number of the keeping → key
//	pins              name → note; only where there are any
var (
	metaBucket      = []byte("meta")
	tablesBucket    = []byte("tables")
	newestBucket    = []byte("newest")
	logsBucket      = []byte("logs")
	snapshotsBucket = []byte("snapshots")
	keptBucket      = []byte("kept")
	keepingBucket   = []byte("keeping")

	stampKey = []byte("stamp")
)

// stamp says what a file is.
type stamp struct {
	Schema int    `json:"schema"`
	Server string `json:"server"`
}

// layOut makes the buckets of an empty file.
func (s stamp) layOut(tx *bbolt.Tx) error {
	for _, name := range [][]byte{metaBucket, tablesBucket, newestBucket, logsBucket, snapshotsBucket, keptBucket, keepingBucket} {
		if _, err := tx.CreateBucket(name); err != nil {
			return err
		}
	}
	return s.write(tx)
}

func (s stamp) write(tx *bbolt.Tx) error {
	body, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return tx.Bucket(metaBucket).Put(stampKey, seal(metaBucket, stampKey, body))
}

func readStamp(tx *bbolt.Tx, path string) (stamp, error) {
	var s stamp
	b := tx.Bucket(metaBucket)
	if b == nil {
		return s, &Broken{Path: path, Code: "file_garbage", Reason: "is not a file of Skald", Cure: putBackup + " " + beginAnew}
	}
	body, ok := unseal(metaBucket, stampKey, b.Get(stampKey))
	if !ok || json.Unmarshal(body, &s) != nil || s.Schema < 1 {
		return s, damaged(path, "is damaged", errors.New("the stamp"))
	}
	return s, nil
}

// bucket finds one of the buckets that every file has.
func bucket(tx *bbolt.Tx, path string, name []byte) (*bbolt.Bucket, error) {
	b := tx.Bucket(name)
	if b == nil {
		return nil, damaged(path, "is damaged", fmt.Errorf("no bucket %s", name))
	}
	return b, nil
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// checksum is over the place of a value too, so that a good value in a wrong place is noticed.
func checksum(where, key, body []byte) uint32 {
	sum := crc32.Update(0, castagnoli, where)
	sum = crc32.Update(sum, castagnoli, key)
	return crc32.Update(sum, castagnoli, body)
}

// seal puts the checksum before the content; body may be given in parts.
func seal(where, key []byte, parts ...[]byte) []byte {
	size := 4
	for _, p := range parts {
		size += len(p)
	}
	v := make([]byte, 4, size)
	for _, p := range parts {
		v = append(v, p...)
	}
	binary.BigEndian.PutUint32(v, checksum(where, key, v[4:]))
	return v
}

// unseal gives the content, which is valid as long as the transaction; false where it is not what was
// written.
func unseal(where, key, value []byte) ([]byte, bool) {
	if len(value) < 4 || binary.BigEndian.Uint32(value) != checksum(where, key, value[4:]) {
		return nil, false
	}
	return value[4:], true
}

// number is a key for a number; its order is that of the numbers.
func number[N int | uint64](n N) []byte { return binary.BigEndian.AppendUint64(nil, uint64(n)) }

// numbered splits a content that begins with a number.
func numbered(body []byte) (uint64, []byte, bool) {
	if len(body) < 8 {
		return 0, nil, false
	}
	return binary.BigEndian.Uint64(body), body[8:], true
}

// under is the place of a table's values in a bucket of buckets.
func under(name []byte, table string) []byte { return []byte(string(name) + "/" + table) }
