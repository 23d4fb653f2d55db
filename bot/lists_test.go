package bot

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"skald/fate"
	"skald/hero"
)

// R14.7 to R14.11: the general lists are there, fit the standard abilities, and come back from a file the same.
func TestR147TheGeneralLists(t *testing.T) {
	l := generalLists()
	for _, kind := range listKinds {
		if n := len(l.entries(kind)); n < 8 {
			t.Errorf("%s: only %d", kind, n)
		}
		features := l.of(kind)
		if features == nil {
			continue
		}
		for _, f := range *features {
			for _, a := range append([]string{}, named(f)...) {
				if _, ok := (&fate.DeckList{Abilities: fate.Standard()}).Ability(a); !ok {
					t.Errorf("%s speaks of %q", f.Name, a)
				}
			}
		}
	}
	data, err := writeLists(l)
	if err != nil {
		t.Fatal(err)
	}
	back, err := readLists(data)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(l, back); diff != "" {
		t.Error(diff)
	}
}

func named(f hero.Feature) []string {
	var names []string
	for _, n := range f.Needs {
		if n.Ability != "" {
			names = append(names, n.Ability)
		}
	}
	for _, e := range f.Effects {
		if e.Ability != "" {
			names = append(names, e.Ability)
		}
	}
	return names
}

func TestListBombsAreRefused(t *testing.T) {
	for name, data := range bombs() {
		if _, err := readLists([]byte(data)); err == nil {
			t.Errorf("%s was taken", name)
		}
	}
}

// FuzzListFile: no file brings the reader down; what it takes is good, and comes back the same from an export.
func FuzzListFile(f *testing.F) {
	f.Add(listsData)
	f.Add(gearFile)
	paths, err := filepath.Glob("testdata/lists/*")
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	for _, data := range bombs() {
		if len(data) < 2000 {
			f.Add([]byte(data))
		}
	}
	f.Add([]byte(`{"roles":[{"name":"A","needs":[{"trait":"Body","code":"B"}],"effects":[{"skill":"S","trump":true,"when":"w"},{"text":"t"}]}]}`))
	f.Add([]byte(`{"gear":[{"name":"A","use":"weapon","type":"killing","style":"missile","range":"far-missile","damage":3}],"skills":[{"name":"S","trait":"T"}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		l, err := readLists(data)
		if err != nil {
			return
		}
		for _, kind := range listKinds {
			features := l.of(kind)
			if features == nil {
				continue
			}
			for _, one := range *features {
				if err := one.Check(); err != nil {
					t.Fatalf("taken, but %v", err)
				}
			}
		}
		for _, g := range l.Gear {
			if err := g.Check(); err != nil {
				t.Fatalf("taken, but %v", err)
			}
		}
		out, err := writeLists(l)
		if err != nil {
			t.Fatal(err)
		}
		if len(l.Roles)+len(l.Races)+len(l.Natures)+len(l.Demeanors)+len(l.Advantages)+len(l.Hindrances)+len(l.Skills)+len(l.Gear) == 0 {
			return
		}
		back, err := readLists(out)
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		if diff := cmp.Diff(l, back); diff != "" {
			t.Fatal(diff)
		}
	})
}
