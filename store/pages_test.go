package store

import (
	"bytes"
	"errors"
	"hash/fnv"
	"strings"
	"testing"
)

// tree is a file's pages, to be harmed one by one.
type tree struct {
	t    *testing.T
	file []byte
	meta meta
}

func (tr tree) page(id uint64) []byte { return tr.file[id*tr.meta.pageSize:][:tr.meta.pageSize] }

// find gives the first used page of a kind for which is says yes.
func (tr tree) find(flags uint16, is func(page []byte) bool) []byte {
	tr.t.Helper()
	w := &walk{file: bytes.NewReader(tr.file), meta: tr.meta, seen: make([]bool, tr.meta.pages)}
	w.todo = []uint64{tr.meta.root}
	for len(w.todo) > 0 {
		id := w.todo[0]
		w.todo = w.todo[1:]
		page, err := w.read(id)
		if err == nil {
			err = w.tree(page)
		}
		if err != nil {
			tr.t.Fatal(err)
		}
		if p := tr.page(id); native.Uint16(p[8:]) == flags && (is == nil || is(p)) {
			return p
		}
	}
	tr.t.Fatal("no such page")
	return nil
}

// element is the head of a page's element.
func element(page []byte, i int) []byte { return page[headerSize+i*elementSize:] }

// bucketElementOf finds the head of an element with a bucket in it, and its value.
func bucketElementOf(page []byte, inline bool) (head, value []byte) {
	for i := range int(native.Uint16(page[10:])) {
		head := element(page, i)
		if native.Uint32(head)&bucketElement == 0 {
			continue
		}
		_, value, err := parts(head, native.Uint32(head[4:]), native.Uint32(head[8:]), native.Uint32(head[12:]))
		if err == nil && (native.Uint64(value) == 0) == inline {
			return head, value
		}
	}
	return nil, nil
}

// setMeta changes both metas and makes their checksums good again.
func (tr tree) setMeta(at int, v uint64) {
	for i := range 2 {
		b := tr.page(uint64(i))[headerSize:]
		native.PutUint64(b[at:], v)
		sum := fnv.New64a()
		_, _ = sum.Write(b[:metaSize-8])
		native.PutUint64(b[metaSize-8:], sum.Sum64())
	}
}

// Whatever is wrong with a page is found before bbolt may stumble over it, go round in circles, or write
// over what is in use.
func TestTheStructureIsExamined(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	d := openDir(t, dir, Options{every: 50})
	stored(t, d.Server("s1"), "t", 160)
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	good := readFile(t, dbFile(dir, "s1"))
	m, err := findMeta(bytes.NewReader(good), "x", int64(len(good)))
	if err != nil {
		t.Fatal(err)
	}
	if err := examine(bytes.NewReader(good), "x", int64(len(good))); err != nil {
		t.Fatal(err)
	}
	long := func(p []byte) bool { return native.Uint16(p[10:]) > 2 }
	over := func(p []byte) bool { return native.Uint32(p[12:]) > 0 }
	withInline := func(p []byte) bool { _, v := bucketElementOf(p, true); return v != nil }
	withRoot := func(p []byte) bool { _, v := bucketElementOf(p, false); return v != nil }
	free := func(tr tree) []byte { return tr.page(m.free) }
	for name, c := range map[string]struct {
		says string
		harm func(tr tree)
	}{
		"another page":          {"is another page", func(tr tree) { tr.find(leafPage, long)[0] ^= 1 }},
		"a circle":              {"is used twice", func(tr tree) { p := tr.find(branchPage, nil); copy(element(p, 0)[8:16], p[:8]) }},
		"back to the root":      {"is used twice", func(tr tree) { native.PutUint64(element(tr.find(branchPage, nil), 1)[8:], m.root) }},
		"a twin":                {"is used twice", func(tr tree) { p := tr.find(branchPage, long); copy(element(p, 0)[8:16], element(p, 1)[8:16]) }},
		"a meta as a leaf":      {"is outside of the file", func(tr tree) { native.PutUint64(element(tr.find(branchPage, nil), 0)[8:], 1) }},
		"far outside":           {"is outside of the file", func(tr tree) { native.PutUint64(element(tr.find(branchPage, nil), 0)[8:], 1<<60) }},
		"a kind there is not":   {"is of another kind", func(tr tree) { native.PutUint16(tr.find(leafPage, long)[8:], 0x20) }},
		"a free list as a leaf": {"is of another kind", func(tr tree) { native.PutUint16(tr.find(leafPage, long)[8:], freePage) }},
		"a bare branch":         {"is a branch without leaves", func(tr tree) { native.PutUint16(tr.find(branchPage, nil)[10:], 0) }},
		"too many elements":     {"has too many elements", func(tr tree) { native.PutUint16(tr.find(leafPage, long)[10:], 0xFFFF) }},
		"too long":              {"runs out of the file", func(tr tree) { native.PutUint32(tr.find(leafPage, over)[12:], 0xFFFFFFFF) }},
		"a key before its head": {"runs out of its page", func(tr tree) { native.PutUint32(element(tr.find(leafPage, long), 0)[4:], 3) }},
		"a key behind its page": {"runs out of its page", func(tr tree) { native.PutUint32(element(tr.find(leafPage, long), 1)[4:], 0xFFFFFFF0) }},
		"a long key":            {"runs out of its page", func(tr tree) { native.PutUint32(element(tr.find(leafPage, long), 1)[8:], 0x7FFFFFFF) }},
		"a long value":          {"runs out of its page", func(tr tree) { native.PutUint32(element(tr.find(leafPage, long), 1)[12:], 0xFFFFFFFF) }},
		"a branch's long key":   {"runs out of its page", func(tr tree) { native.PutUint32(element(tr.find(branchPage, nil), 1)[4:], 1<<20) }},
		"out of order":          {"is out of order", func(tr tree) { native.PutUint32(element(tr.find(leafPage, long), 1)[8:], 0) }},
		"half a bucket": {"is half a bucket", func(tr tree) {
			head, _ := bucketElementOf(tr.find(leafPage, withInline), true)
			native.PutUint32(head[12:], 15)
		}},
		"a bucket of nothing": {"is a bucket without a leaf", func(tr tree) {
			head, _ := bucketElementOf(tr.find(leafPage, withInline), true)
			native.PutUint32(head[12:], 20)
		}},
		"a small bucket that is no leaf": {"is a bucket without a leaf", func(tr tree) {
			_, value := bucketElementOf(tr.find(leafPage, withInline), true)
			native.PutUint16(value[bucketSize+8:], branchPage)
		}},
		"a small bucket with too much": {"has too many elements", func(tr tree) {
			_, value := bucketElementOf(tr.find(leafPage, withInline), true)
			native.PutUint16(value[bucketSize+10:], 999)
		}},
		"a bucket that is its parent": {"is used twice", func(tr tree) {
			p := tr.find(leafPage, withRoot)
			_, value := bucketElementOf(p, false)
			copy(value[:8], p[:8])
		}},
		"a free list elsewhere":  {"is outside of the file", func(tr tree) { tr.setMeta(32, m.pages) }},
		"a free list in a tree":  {"is used twice", func(tr tree) { tr.setMeta(32, m.root) }},
		"a root outside":         {"is outside of the file", func(tr tree) { tr.setMeta(16, m.pages+7) }},
		"a free list of a kind":  {"is of another kind", func(tr tree) { native.PutUint16(free(tr)[8:], leafPage) }},
		"a long free list":       {"is longer than its page", func(tr tree) { native.PutUint16(free(tr)[10:], 0xFFF0) }},
		"a very long free list":  {"is longer than its page", func(tr tree) { copy(free(tr)[10:], []byte{0xFF, 0xFF}); native.PutUint64(free(tr)[16:], 1<<62) }},
		"free and in use":        {"is in use", func(tr tree) { native.PutUint64(free(tr)[16:], m.root) }},
		"free twice":             {"is in use", func(tr tree) { copy(free(tr)[16:24], free(tr)[24:32]) }},
		"free and a meta":        {"is in use", func(tr tree) { native.PutUint64(free(tr)[16:], 0) }},
		"free and not there":     {"is in use", func(tr tree) { native.PutUint64(free(tr)[16:], m.pages) }},
		"the free list as free":  {"is in use", func(tr tree) { native.PutUint64(free(tr)[16:], m.free) }},
		"too many free for room": {"is longer than its page", func(tr tree) { native.PutUint16(free(tr)[10:], uint16((m.pageSize-headerSize)/8+1)) }},
	} {
		t.Run(name, func(t *testing.T) {
			tr := tree{t, bytes.Clone(good), m}
			c.harm(tr)
			err := examine(bytes.NewReader(tr.file), "/x/s1.db", int64(len(tr.file)))
			b := mustBreak(t, err, "/x/s1.db", "file_damaged")
			if b.Err == nil || !strings.Contains(b.Err.Error(), c.says) || !strings.Contains(b.Err.Error(), "page ") {
				t.Errorf("found: %v", b.Err)
			}
		})
	}
}

func TestAFileWithoutAStoredFreeListIsGood(t *testing.T) {
	dir := t.TempDir()
	d := openDir(t, dir, Options{})
	stored(t, d.Server("s1"), "t", 3)
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	good := readFile(t, dbFile(dir, "s1"))
	m, err := findMeta(bytes.NewReader(good), "x", int64(len(good)))
	if err != nil {
		t.Fatal(err)
	}
	tr := tree{t, good, m}
	tr.setMeta(32, noFreeList)
	if err := examine(bytes.NewReader(tr.file), "x", int64(len(tr.file))); err != nil {
		t.Error(err)
	}
}

// A disk that cannot read a page.
func TestAPageThatCannotBeRead(t *testing.T) {
	dir := t.TempDir()
	d := openDir(t, dir, Options{})
	stored(t, d.Server("s1"), "t", 3)
	good := readFile(t, dbFile(dir, "s1"))
	err := examine(badDisk{bytes.NewReader(good)}, "/x/s1.db", int64(len(good)))
	if b := mustBreak(t, err, "/x/s1.db", "file_damaged"); !errors.Is(b, errDisk) {
		t.Error(b.Operator())
	}
	err = examine(worseDisk{}, "/x/s1.db", int64(len(good)))
	if b := mustBreak(t, err, "/x/s1.db", "file_unusable"); !errors.Is(b, errDisk) {
		t.Error(b.Operator())
	}
}

var errDisk = errors.New("bad sector")

type badDisk struct{ *bytes.Reader }

func (d badDisk) ReadAt(b []byte, at int64) (int, error) {
	if at >= 8192 {
		return 0, errDisk
	}
	return d.Reader.ReadAt(b, at)
}

type worseDisk struct{}

func (worseDisk) ReadAt([]byte, int64) (int, error) { return 0, errDisk }

// The sizes that a bolt file may have on another machine.
func TestMetasAreFoundAtEveryPageSize(t *testing.T) {
	for size := uint32(1024); size <= 1<<16; size *= 2 {
		file := make([]byte, 8*size)
		for i := range 2 {
			b := file[i*int(size)+headerSize:]
			native.PutUint32(b, magic)
			native.PutUint32(b[4:], boltFormat)
			native.PutUint32(b[8:], size)
			native.PutUint64(b[40:], 8)
			native.PutUint64(b[48:], uint64(i))
			sum := fnv.New64a()
			_, _ = sum.Write(b[:metaSize-8])
			native.PutUint64(b[metaSize-8:], sum.Sum64())
		}
		for _, first := range []bool{true, false} {
			if !first {
				clear(file[:headerSize+metaSize])
			}
			m, err := findMeta(bytes.NewReader(file), "x", int64(len(file)))
			if err != nil || m.tx != 1 || m.pageSize != uint64(size) {
				t.Errorf("page size %d, first %v: %+v, %v", size, first, m, err)
			}
		}
	}
}
