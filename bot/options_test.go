package bot_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"skald/table"
)

// TestEachValueOfAnOptionSaysWhatHolds: a word that an option takes has a sentence of its own, which is neither the
// option's nor another value's.
func TestEachValueOfAnOptionSaysWhatHolds(t *testing.T) {
	hub, _ := newHub(t, 1)
	ask(t, hub, "narrator", "/game new name:Moss", nil)
	for _, o := range table.Options() {
		said := map[string]string{}
		for _, value := range append(slices.Clone(o.Values[1:]), o.Values[0]) { // the default comes last
			reply, err := hub.Do(at(t, "narrator", "/game options option:"+o.Name+" value:"+value))
			if err != nil {
				t.Fatal(err)
			}
			first, now, _ := strings.Cut(reply.Body, "\n")
			if reply.Private {
				continue // it was so already
			}
			if want := "From now on **" + o.Name + "** is " + value + "."; first != want {
				t.Errorf("%q, want %q", first, want)
			}
			_, number := strconv.Atoi(value)
			switch {
			case number == nil && o.Name != "point_cap" && o.Name != "leaderless" || value == "yes":
			case now == o.Meaning:
				t.Errorf("%s %s only says %q", o.Name, value, now)
			case said[now] != "":
				t.Errorf("%s says the same of %s and %s: %q", o.Name, said[now], value, now)
			}
			said[now] = value
		}
	}
}
