// Package storetest has what benchmarks of stored things are measured against.
package storetest

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"go.etcd.io/bbolt"
)

// Dir is a folder on the disk that SKALD_BENCH_DIR names, or where temporary files lie. It goes with the
// benchmark.
func Dir(b testing.TB) string {
	b.Helper()
	base := os.Getenv("SKALD_BENCH_DIR")
	if base == "" {
		return b.TempDir()
	}
	dir, err := os.MkdirTemp(base, "bench")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// BareCommit is one bbolt Update of one key, always the same one, as large as an entry of a log.
func BareCommit(b testing.TB) func() { return commit(b, func() []byte { return []byte("key") }) }

// BareAppend is one bbolt Update of one key, a new one each time: the least that keeps what came before.
func BareAppend(b testing.TB) func() {
	n := uint64(0)
	return commit(b, func() []byte { n++; return binary.BigEndian.AppendUint64(nil, n) })
}

func commit(b testing.TB, key func() []byte) func() {
	b.Helper()
	db, err := bbolt.Open(filepath.Join(Dir(b), "bare.db"), 0o600, nil)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = db.Close() })
	value := make([]byte, 1400)
	return func() {
		err := db.Update(func(tx *bbolt.Tx) error {
			bucket, err := tx.CreateBucketIfNotExists([]byte("bucket"))
			if err != nil {
				return err
			}
			return bucket.Put(key(), value)
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}

// Thing is what is measured, by its name.
type Thing struct {
	Name string
	Do   func()
}

// Beside does several things in turn, so that whatever else the machine does falls on all of them alike. It reports the
// median time of each, and how that of each compares with those of the measures, which come first.
func Beside(b *testing.B, measures int, things ...Thing) {
	b.Helper()
	times := make([][]float64, len(things))
	for b.Loop() {
		for i, thing := range things {
			began := time.Now()
			thing.Do()
			times[i] = append(times[i], float64(time.Since(began).Nanoseconds())/1000)
		}
	}
	b.ReportMetric(0, "ns/op")
	median := make([]float64, len(things))
	for i, thing := range things {
		slices.Sort(times[i])
		median[i] = times[i][len(times[i])/2]
		b.ReportMetric(median[i], thing.Name+"-µs")
		for m := range min(i, measures) {
			b.ReportMetric(median[i]/median[m], thing.Name+"/"+things[m].Name)
		}
	}
}
