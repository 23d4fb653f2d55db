package store

import "testing"

func TestPinsAreReplacedAndSurvive(t *testing.T) {
	path := t.TempDir()
	d, err := OpenDir(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := d.Server("1")
	if v, err := s.Pinned("fight 7"); v != "" || err != nil {
		t.Errorf("before anything is pinned: %q, %v", v, err)
	}
	for _, v := range []string{"100", "200"} {
		if err := s.Pin("fight 7", v); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	if d, err = OpenDir(path, Options{}); err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if v, err := d.Server("1").Pinned("fight 7"); v != "200" || err != nil {
		t.Errorf("after a restart: %q, %v", v, err)
	}
}
