package bot_test

import (
	"errors"
	"testing"

	"skald/fate"
)

// TestNamesKeepToOneAlphabetAWord: no name passes for another by letters of another alphabet that look like its own.
func TestNamesKeepToOneAlphabetAWord(t *testing.T) {
	hub, _ := newHub(t, 1)
	must(t, hub, "narrator: /game new name:Moss")
	for _, line := range []string{
		"/hero new name:J\u0430ck", "/hero new name:Gr\u0435ta", "/hero new name:\u0391nna", "/hero new name:\"Mr \u041eld\"",
		"/hero new name:\u054fom", "/foe add name:\u041erc",
	} {
		var no *fate.Refusal
		if _, err := hub.Do(at(t, "narrator", line)); !errors.As(err, &no) || no.Code != "bad_name" {
			t.Errorf("%s: %v", line, err)
		}
	}
	for _, name := range []string{
		"Jack", "\u0418\u0432\u0430\u043d", "\u0395\u03bb\u03ad\u03bd\u03b7", "Jack \u0418\u0432\u0430\u043d", "\u00c5se O'Brien-L\u00f3pez", "\u6797 3", "Zo\u00eb",
	} {
		must(t, hub, "alice: /hero new name:\""+name+"\"")
	}
}
