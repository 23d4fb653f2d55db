package bot_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"skald/fate"
)

// R14.6, R14.10, R14.11, R16.1, R1.2a: what a table, a hero and a library hold at most is refused above that, in words.
func TestMostThatThereMayBe(t *testing.T) {
	roles := "roles:\n"
	for i := range 200 {
		roles += fmt.Sprintf("  - {name: P%d}\n", i)
	}
	for _, tt := range []struct {
		what  string
		first []string // said by alice, with the numbers from 1 to n in it where it has a %d
		n     int
		then  string
		want  string
		file  string // with the number where it has a %d
	}{
		{
			"drafts",
			[]string{"/hero build hero:H%d"},
			40, "/hero build hero:Last", "There are 40 drafts at this table; finish some first.", "",
		},
		{
			"labels",
			[]string{`/hero build hero:Jack step:label value:"Clan: C%d"`},
			12, `/hero build hero:Jack step:label value:"Clan: Last"`, "A hero has at most 12 labels.", "",
		},
		{
			"hindrances",
			[]string{"/lists import:@h%d", "/hero build hero:Jack step:hindrance value:Woe%d"},
			12, "/hero build hero:Jack step:hindrance value:Slow", "A hero has at most 12 of them.",
			"hindrances:\n  - {name: Woe%d}\n",
		},
		{
			"wishes",
			[]string{"/game options option:cost_skill value:1", "/hero new name:Jack points:3", `/hero improve hero:Jack what:"skill S%d (Body)"`},
			40, "/hero improve hero:Jack what:Strength", "40 wishes wait for the narrator already.", "",
		},
		{
			"codes",
			[]string{`/hero new name:Jack body:"A"`},
			1, "/hero improve hero:Jack what:Body", "The code of Body is A already; there is no better one.", "",
		},
		{
			"degrees",
			[]string{"/hero new name:Jack", "/hero skill name:Jack skill:Lore trait:Mind degree:world-class"},
			1, `/hero improve hero:Jack what:"skill Lore"`, "The skill Lore is as good as it gets.", "",
		},
		{
			"families",
			[]string{"/hero new name:Jack"},
			1, "/deck use name:dragon", "The deck dragon has other abilities than the sheets of Jack; /deck use name:dragon recall:true fits them: what is missing is 5 and code C, what does not fit is kept aside.", "",
		},
		{
			"lists",
			[]string{"/lists import:@r"},
			1, "/lists import:@more", "The library holds at most 200 of the roles; remove some first.",
			roles,
		},
		{
			"decks",
			[]string{"/deck import file:d name:D%d"},
			50, "/deck import file:d name:Last", "The library holds 50 decks; remove one first.",
			littleDeck,
		},
		{
			"types",
			[]string{"/aura"},
			1, "/lists import:@g", "The list cannot be used; one thing is wrong:\nLine 2: lamp is no weapon and has neither type nor style.",
			"gear:\n  - {name: lamp, use: sundry, type: killing}\n",
		},
		{
			"aside",
			[]string{"/hero new name:Jack"},
			1, "/hero import file:s", "What lies aside on the sheet is not as an export writes it; leave aside out.",
			"name: Ann\ncharacter: {aside: {scores: {Cunning: 99}}}\n",
		},
	} {
		hub, _ := newHub(t, 1)
		ask(t, hub, "narrator", "/game new name:Moss", nil)
		for i := range tt.n {
			for _, line := range tt.first {
				if strings.Contains(line, "%d") {
					line = fmt.Sprintf(line, i+1)
				} else if i > 0 {
					continue
				}
				if _, err := try(t, hub, "narrator", line, []byte(strings.ReplaceAll(tt.file, "%d", fmt.Sprint(i+1)))); err != nil {
					t.Fatal(tt.what, line, err)
				}
			}
		}
		_, err := try(t, hub, "narrator", tt.then, []byte(strings.ReplaceAll(tt.file, "P1", "Q1")))
		var no *fate.Refusal
		if !errors.As(err, &no) || no.Error() != tt.want {
			t.Errorf("%s: %v, want %q", tt.what, err, tt.want)
		}
	}
}
