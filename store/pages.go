package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
)

// bbolt's file format, version 2: pages of one size; the first two are metas, of which the newer valid
// one counts; from its root a tree of branches and leaves; a list of the free pages. Numbers stand in the
// machine's own byte order.
const (
	magic      = 0xED0CDAED
	boltFormat = 2

	headerSize  = 16 // id 8, flags 2, count 2, overflow 4
	elementSize = 16 // branch: position 4, key size 4, page 8; leaf: flags 4, position 4, key size 4, value size 4
	metaSize    = 64 // magic 4, version 4, page size 4, flags 4, root 8, sequence 8, free list 8, pages 8, transaction 8, checksum 8
	bucketSize  = 16 // root 8, sequence 8

	branchPage, leafPage, freePage = 0x01, 0x02, 0x10
	bucketElement                  = 0x01
	noFreeList                     = ^uint64(0)
)

// firstPage is as much of the file as is looked at for a meta.
const firstPage = 4096

var native = binary.NativeEndian

type meta struct {
	pageSize, root, free, pages, tx uint64
}

// examine looks through a file's structure: that it is whole, that every page is what it should be, that
// none is used twice and none in use is thought free. What bbolt would stumble over, or go in circles
// over, or overwrite, is found here. The values have checksums of their own. The error is a *Broken.
func examine(f io.ReaderAt, path string, size int64) error {
	if size == 0 {
		return &Broken{Path: path, Code: "file_empty", Reason: "is empty", Cure: putBackup + " " + beginAnew}
	}
	m, err := findMeta(f, path, size)
	if err != nil {
		return err
	}
	if m.pages > uint64(size)/m.pageSize {
		return cutShort(path)
	}
	w := &walk{file: f, meta: m, seen: make([]bool, m.pages)}
	if err := w.run(); err != nil {
		return damaged(path, "is damaged", err)
	}
	return nil
}

func cutShort(path string) error {
	return &Broken{Path: path, Code: "file_cut_short", Reason: "is cut short", Cure: putBackup}
}

// findMeta finds the meta that counts, as bbolt does: the first page tells the page size, or else the
// second, which is looked for at every size.
func findMeta(f io.ReaderAt, path string, size int64) (meta, error) {
	start := make([]byte, firstPage)
	n, err := f.ReadAt(start, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return meta{}, broken(path, err)
	}
	isBolt := n >= headerSize+4 && native.Uint32(start[headerSize:]) == magic
	first, ok := readMeta(start[:n])
	if ok {
		second, ok := metaAt(f, int64(first.pageSize))
		if ok && second.tx > first.tx && second.pageSize == first.pageSize {
			return second, nil
		}
		return first, nil
	}
	for at := int64(1024); at <= 1024<<14 && at < size; at *= 2 {
		if second, ok := metaAt(f, at); ok && second.pageSize == uint64(at) {
			return second, nil
		}
	}
	switch {
	case isBolt && size < 2*firstPage:
		return meta{}, cutShort(path)
	case isBolt:
		return meta{}, damaged(path, "is damaged", errors.New("both meta pages"))
	}
	return meta{}, &Broken{Path: path, Code: "file_garbage", Reason: "is not a file of Skald", Cure: putBackup + " " + beginAnew}
}

func metaAt(f io.ReaderAt, at int64) (meta, bool) {
	buf := make([]byte, headerSize+metaSize)
	n, _ := f.ReadAt(buf, at)
	return readMeta(buf[:n])
}

// readMeta reads a meta page; false where it is not a valid one.
func readMeta(page []byte) (meta, bool) {
	if len(page) < headerSize+metaSize {
		return meta{}, false
	}
	b := page[headerSize : headerSize+metaSize]
	sum := fnv.New64a()
	_, _ = sum.Write(b[:metaSize-8])
	m := meta{
		pageSize: uint64(native.Uint32(b[8:])), root: native.Uint64(b[16:]), free: native.Uint64(b[32:]),
		pages: native.Uint64(b[40:]), tx: native.Uint64(b[48:]),
	}
	ok := native.Uint32(b) == magic && native.Uint32(b[4:]) == boltFormat && native.Uint64(b[56:]) == sum.Sum64()
	return m, ok && m.pageSize >= 1024 && m.pageSize&(m.pageSize-1) == 0 && m.pages >= 4
}

// walk visits every page in use, each once.
type walk struct {
	file io.ReaderAt
	meta meta
	seen []bool
	todo []uint64
	buf  []byte
}

func (w *walk) run() error {
	w.todo = append(w.todo, w.meta.root)
	for len(w.todo) > 0 {
		id := w.todo[len(w.todo)-1]
		w.todo = w.todo[:len(w.todo)-1]
		page, err := w.read(id)
		if err == nil {
			err = w.tree(page)
		}
		if err != nil {
			return fmt.Errorf("page %d: %w", id, err)
		}
	}
	if w.meta.free == noFreeList {
		return nil
	}
	page, err := w.read(w.meta.free)
	if err == nil {
		err = w.freeList(page)
	}
	if err != nil {
		return fmt.Errorf("list of free pages, page %d: %w", w.meta.free, err)
	}
	return nil
}

// read reads a page with those that it runs over into; each is used by nothing else.
func (w *walk) read(id uint64) ([]byte, error) {
	if id < 2 || id >= w.meta.pages {
		return nil, errors.New("is outside of the file")
	}
	page, err := w.bytes(id, 1)
	if err != nil {
		return nil, err
	}
	more := uint64(native.Uint32(page[12:]))
	switch {
	case native.Uint64(page) != id:
		return nil, errors.New("is another page")
	case id+more >= w.meta.pages:
		return nil, errors.New("runs out of the file")
	}
	for i := id; i <= id+more; i++ {
		if w.seen[i] {
			return nil, errors.New("is used twice")
		}
		w.seen[i] = true
	}
	if more == 0 {
		return page, nil
	}
	return w.bytes(id, 1+more)
}

func (w *walk) bytes(id, pages uint64) ([]byte, error) {
	n := int(pages * w.meta.pageSize)
	if len(w.buf) < n {
		w.buf = make([]byte, n)
	}
	_, err := w.file.ReadAt(w.buf[:n], int64(id*w.meta.pageSize))
	return w.buf[:n], err
}

// tree checks a branch or a leaf and notes the pages below it.
func (w *walk) tree(page []byte) error {
	flags, count := native.Uint16(page[8:]), int(native.Uint16(page[10:]))
	switch {
	case flags != branchPage && flags != leafPage:
		return errors.New("is of another kind")
	case headerSize+count*elementSize > len(page):
		return errors.New("has too many elements")
	case flags == branchPage && count == 0:
		return errors.New("is a branch without leaves")
	}
	var last []byte
	for i := range count {
		at := headerSize + i*elementSize
		key, err := w.element(page[at:], flags)
		if err != nil {
			return fmt.Errorf("element %d %w", i, err)
		}
		if i > 0 && bytes.Compare(last, key) >= 0 {
			return fmt.Errorf("element %d is out of order", i)
		}
		last = key
	}
	return nil
}

// element checks the element that b begins with and gives its key; the key and the value follow somewhere
// in b.
func (w *walk) element(b []byte, flags uint16) ([]byte, error) {
	if flags == branchPage {
		key, _, err := parts(b, native.Uint32(b), native.Uint32(b[4:]), 0)
		w.todo = append(w.todo, native.Uint64(b[8:]))
		return key, err
	}
	key, value, err := parts(b, native.Uint32(b[4:]), native.Uint32(b[8:]), native.Uint32(b[12:]))
	if err != nil || native.Uint32(b)&bucketElement == 0 {
		return key, err
	}
	return key, w.bucket(value)
}

func parts(b []byte, pos, keySize, valueSize uint32) (key, value []byte, err error) {
	start := uint64(pos)
	mid := start + uint64(keySize)
	end := mid + uint64(valueSize)
	if start < elementSize || end > uint64(len(b)) {
		return nil, nil, errors.New("runs out of its page")
	}
	return b[start:mid], b[mid:end], nil
}

// bucket checks a bucket's head: its root, or the small leaf that follows at once.
func (w *walk) bucket(value []byte) error {
	if len(value) < bucketSize {
		return errors.New("is half a bucket")
	}
	if root := native.Uint64(value); root != 0 {
		w.todo = append(w.todo, root)
		return nil
	}
	leaf := value[bucketSize:]
	if len(leaf) < headerSize || native.Uint16(leaf[8:]) != leafPage {
		return errors.New("is a bucket without a leaf")
	}
	return w.tree(leaf)
}

// freeList checks that what is thought free is used by nothing.
func (w *walk) freeList(page []byte) error {
	if native.Uint16(page[8:]) != freePage {
		return errors.New("is of another kind")
	}
	ids, count := page[headerSize:], uint64(native.Uint16(page[10:]))
	if count == 0xFFFF { // the number did not fit, the first id is it
		count, ids = native.Uint64(ids), ids[8:]
	}
	if count > uint64(len(ids))/8 {
		return errors.New("is longer than its page")
	}
	for i := range count {
		id := native.Uint64(ids[i*8:])
		if id < 2 || id >= w.meta.pages || w.seen[id] {
			return fmt.Errorf("page %d is in use", id)
		}
		w.seen[id] = true
	}
	return nil
}
