package store

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"go.etcd.io/bbolt"
)

func TestAKeptTextComesBackByAShortKey(t *testing.T) {
	dir := t.TempDir()
	d := openDir(t, dir, Options{})
	texts := []string{"", "/act action:\"average Strength\" " + strings.Repeat("x", 4000), "ü🂡"}
	for _, text := range texts {
		key, err := d.Server("s1").Keep(text)
		if err != nil || len(key) > 60 || !strings.HasPrefix(key, "~") {
			t.Fatalf("key %q, %v", key, err)
		}
		before := readFile(t, dbFile(dir, "s1"))
		again, err := d.Server("s1").Keep(text)
		if !bytes.Equal(before, readFile(t, dbFile(dir, "s1"))) {
			t.Error("what is kept already was written again")
		}
		if err != nil || again != key {
			t.Errorf("the same text has the keys %q and %q, %v", key, again, err)
		}
		if got, err := d.Server("s1").Kept(key); err != nil || got != text {
			t.Errorf("kept %q, %v", got, err)
		}
		if got, err := d.Server("s2").Kept(key); err != nil || got != "" {
			t.Errorf("another server has it: %q, %v", got, err)
		}
	}
	if got, err := d.Server("s1").Kept("~nothing"); err != nil || got != "" {
		t.Errorf("%q, %v", got, err)
	}
	if got, err := d.Server("s1").Kept(""); err != nil || got != "" {
		t.Errorf("%q, %v", got, err)
	}
	_, err := d.Server("s1").Keep(strings.Repeat("x", maxText+1))
	mustRefuse(t, err, "too_long")
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := Check(dbFile(dir, "s1"))
	if err != nil || r.Texts != len(texts) {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestTheOldestKeptTextsGo(t *testing.T) {
	if texts := (Options{}).withDefaults().texts; texts != 10000 {
		t.Errorf("%d texts are kept", texts)
	}
	dir := t.TempDir()
	d := openDir(t, dir, Options{texts: 10})
	s := d.Server("s1")
	key := func(i int) string {
		t.Helper()
		k, err := s.Keep(fmt.Sprint(i))
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	first := key(0)
	for i := 1; i <= 30; i++ {
		key(i)
		if i == 3 || i == 8 || i == 14 {
			key(0) // at 3 it is new enough, at 8 and 14 it counts as new again
		}
		if got, err := s.Kept(first); i <= 22 && (err != nil || got != "0") {
			t.Fatalf("after %d: %q, %v", i, got, err)
		}
	}
	for i := range 31 {
		k := "~"
		err := d.view("s1", func(tx *bbolt.Tx) error {
			return tx.Bucket(keptBucket).ForEach(func(key, v []byte) error {
				if body, _ := unseal(keptBucket, key, v); string(body[8:]) == fmt.Sprint(i) {
					k = string(key)
				}
				return nil
			})
		})
		if err != nil || (k != "~") != (i > 20) {
			t.Errorf("text %d: key %q, %v", i, k, err)
		}
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	if r, err := Check(dbFile(dir, "s1")); err != nil || r.Texts != 10 {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestADamagedKeptTextIsAnError(t *testing.T) {
	dir := t.TempDir()
	d := openDir(t, dir, Options{})
	s := d.Server("s1")
	key, err := s.Keep("what a button does")
	if err != nil {
		t.Fatal(err)
	}
	err = d.update("s1", func(tx *bbolt.Tx) error {
		v := append([]byte(nil), tx.Bucket(keptBucket).Get([]byte(key))...)
		v[len(v)-1] ^= 1
		return tx.Bucket(keptBucket).Put([]byte(key), v)
	})
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.Kept(key)
	mustBreak(t, err, dbFile(dir, "s1"), "file_damaged")
}

func TestCheckFindsAKeepingWithoutItsText(t *testing.T) {
	dir := t.TempDir()
	d := openDir(t, dir, Options{})
	if _, err := d.Server("s1").Keep("text"); err != nil {
		t.Fatal(err)
	}
	err := d.update("s1", func(tx *bbolt.Tx) error {
		return tx.Bucket(keepingBucket).Put(number(9), seal(keepingBucket, number(9), []byte("~x")))
	})
	if err := errors.Join(err, d.Close()); err != nil {
		t.Fatal(err)
	}
	_, err = Check(dbFile(dir, "s1"))
	mustBreak(t, err, dbFile(dir, "s1"), "file_damaged")
}
