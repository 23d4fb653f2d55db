package discord

import (
	"strings"
	"testing"

	"skald/bot/discord/fakediscord"
)

func TestSlashCommandIsAnsweredInPublic(t *testing.T) {
	t.Parallel()
	w := start(t)
	m := w.slash(t, w.mia, "game new", fakediscord.Options{"name": "Jade"}).Message(t)
	public(t, m)
	has(t, m, "Jade", "mia narrates")
}

func TestRefusalIsPrivateAndChangesNothing(t *testing.T) {
	t.Parallel()
	w := start(t)
	w.game(t)
	m := w.slash(t, w.ann, "act", fakediscord.Options{"action": "average Strenth"}).Message(t)
	only(t, m, w.ann)
	has(t, m, "Strength")
	m = w.slash(t, w.ann, "game end", nil).Message(t)
	only(t, m, w.ann)
	has(t, m, "narrator")
}

func TestManagerIsWhoMayManageTheServer(t *testing.T) {
	t.Parallel()
	w := start(t)
	m := w.slash(t, w.ann, "game new", fakediscord.Options{"name": "Jade"}).Message(t)
	only(t, m, w.ann)
	boss := w.guild.AddMember("boss", w.guild.AddRole("admins", fakediscord.Administrator))
	public(t, w.slash(t, boss, "game new", fakediscord.Options{"name": "Jade"}).Message(t))
}

func TestThreadBelongsToItsChannelsGame(t *testing.T) {
	t.Parallel()
	w := start(t)
	w.game(t)
	thread := w.table.AddThread("duel")
	in := w.Slash(t, fakediscord.Invocation{By: w.ann, In: thread, Command: "game status"})
	has(t, in.Message(t), "Jade", "Jack")
}

func TestHandIsShownToItsPlayerAlone(t *testing.T) {
	t.Parallel()
	w := start(t)
	w.game(t)
	m := w.slash(t, w.ann, "hand show", nil).Message(t)
	only(t, m, w.ann)
	has(t, m, "Jack's hand", " of ")
	if len(m.Attachments) != 1 || m.Attachments[0].Description == "" || m.Embeds[0].Image == nil {
		t.Errorf("the hand has a picture with a text beside it: %+v", m.Attachments)
	}
	for _, c := range cards(m) {
		w.never(t, c)
		if strings.Contains(w.log.String(), c) {
			t.Errorf("the log at info level tells of the %s:\n%s", c, w.log)
		}
	}
	only(t, w.slash(t, w.bert, "hand show", fakediscord.Options{"hero": "Jack"}).Message(t), w.bert)
}

// cards are the cards that a hand's message names, "8 of Mind".
func cards(m fakediscord.Message) []string {
	var list []string
	for line := range strings.Lines(m.Embeds[0].Description) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "**"); ok {
			name, _, _ = strings.Cut(name, "**")
			list = append(list, name)
		}
	}
	return list
}

func TestPickerPlaysACard(t *testing.T) {
	t.Parallel()
	w := start(t)
	w.game(t)
	m := w.slash(t, w.ann, "act", fakediscord.Options{"action": "easy Quickness"}).Message(t)
	only(t, m, w.ann)
	menu := m.Components[0].Components[0]
	in := w.Select(t, w.ann, m, menu.CustomID, menu.Options[0].Value)
	if a := in.Wait(t); a.Type != fakediscord.AnswerUpdate {
		t.Errorf("the picker changes in its place, got the answer %d", a.Type)
	}
	m = in.Message(t)
	only(t, m, w.ann)
	has(t, m, "Chosen")
	button := m.Labels()[0]
	in = w.Click(t, w.ann, m, button)
	has(t, in.Message(t), "Played")
	told := in.Followups(t, 1)[0]
	public(t, told)
	has(t, told, "Jack", "Quickness 7")
	if m, _ := w.Latest(m); len(m.Attachments) != 0 || strings.Contains(text(m), "Chosen") {
		t.Errorf("the picker is cleared when the card is played:\n%s", text(m))
	}
	if strings.Contains(w.log.String(), "easy Quickness") {
		t.Errorf("the log at info level has a command line in it:\n%s", w.log)
	}
}

func TestCallIsAnsweredFromItsButton(t *testing.T) {
	t.Parallel()
	w := start(t)
	w.game(t)
	m := w.slash(t, w.mia, "call", fakediscord.Options{"hero": "Jack", "action": "easy Quickness"}).Message(t)
	public(t, m)
	in := w.Click(t, w.ann, m, m.Labels()[0])
	only(t, in.Message(t), w.ann)
	if now, _ := w.Latest(m); text(now) != text(m) {
		t.Errorf("the public message stays as it is:\n%s", text(now))
	}
	only(t, w.Click(t, w.bert, m, m.Labels()[0]).Message(t), w.bert)
}

func TestAutocompleteOffersTheOwnHand(t *testing.T) {
	t.Parallel()
	w := start(t)
	w.game(t)
	offer := func(by *fakediscord.Member) []fakediscord.Choice {
		return w.Autocomplete(t, fakediscord.Invocation{
			By: by, In: w.table, Command: "act", Options: fakediscord.Options{"action": "easy Quickness"},
		}, "card").Choices(t)
	}
	mine := offer(w.ann)
	if len(mine) != 5 {
		t.Fatalf("Jack holds Edge + 2 = 5 cards; offered are %v", mine)
	}
	if theirs := offer(w.bert); len(theirs) != 0 {
		t.Errorf("bert is offered %v", theirs)
	}
	// Discord may send the label in the place of the value.
	label := mine[0].Name
	if label == mine[0].Value {
		t.Fatalf("the label %q shows the chance too", label)
	}
	m := w.slash(t, w.ann, "act", fakediscord.Options{"action": "easy Quickness", "card": label}).Message(t)
	public(t, m)
	has(t, m, "Jack")
}

func TestFormMakesAHero(t *testing.T) {
	t.Parallel()
	w := start(t)
	w.game(t)
	form := w.slash(t, w.bert, "hero new", nil).Modal(t)
	in := w.SubmitModal(t, form, map[string]any{"name": "Bren", "body": "Endurance 5, Strength 6, B"})
	has(t, in.Message(t), "Bren")
	has(t, w.slash(t, w.ann, "hero show", fakediscord.Options{"name": "Bren"}).Message(t), "bert")
	form = w.slash(t, w.bert, "hero new", nil).Modal(t)
	m := w.SubmitModal(t, form, map[string]any{"name": "Bren"}).Message(t)
	only(t, m, w.bert)
}

func TestSheetGoesOutAndComesIn(t *testing.T) {
	t.Parallel()
	w := start(t)
	w.game(t)
	m := w.slash(t, w.ann, "hero export", fakediscord.Options{"name": "Jack"}).Message(t)
	only(t, m, w.ann)
	if len(m.Attachments) != 1 || m.Attachments[0].Filename != "jack.yaml" {
		t.Fatalf("the sheet comes as a file: %+v", m.Attachments)
	}
	sheet := m.Attachments[0].Data
	take := func(data []byte) *fakediscord.Interaction {
		return w.slash(t, w.ann, "hero import", fakediscord.Options{
			"name": "Jill", "file": fakediscord.File{Name: "Jack.yaml", Data: data},
		})
	}
	in := take(sheet)
	if a := in.Wait(t); a.Type != fakediscord.AnswerDeferred {
		t.Errorf("a file takes time; the answer is deferred, not %d", a.Type)
	}
	has(t, in.Message(t), "Jill")
	has(t, w.slash(t, w.ann, "hero show", fakediscord.Options{"name": "Jill"}).Message(t), "Quickness **7**")

	large := take(make([]byte, maxUpload+1)).Followups(t, 1)[0]
	only(t, large, w.ann)
	has(t, large, "1 MiB")
	w.never(t, "1 MiB")
	broken := take([]byte("{{{")).Followups(t, 1)[0]
	only(t, broken, w.ann)
}

func TestNamesPingNobodyAndBreakNoLayout(t *testing.T) {
	t.Parallel()
	w := start(t)
	w.game(t)
	odd := w.guild.AddMember("@everyone **\u202eevil** [x](http://y)")
	m := w.slash(t, w.mia, "game narrator", fakediscord.Options{"add": odd}).Message(t)
	has(t, m, `everyone evil x(http:\/\/y) narrates too`)
	for _, name := range []string{"@everyone", "a\u202eb", strings.Repeat("n", 90)} {
		only(t, w.slash(t, w.ann, "hero new", fakediscord.Options{"name": name}).Message(t), w.ann)
	}
}

func TestRoleMayNarrate(t *testing.T) {
	t.Parallel()
	w := start(t)
	w.game(t)
	tellers := w.guild.AddRole("tellers", 0)
	has(t, w.slash(t, w.mia, "game narrator", fakediscord.Options{"add": tellers}).Message(t), "role tellers")
	cleo := w.guild.AddMember("cleo", tellers)
	public(t, w.slash(t, cleo, "call", fakediscord.Options{"hero": "Jack", "action": "easy Quickness"}).Message(t))
}

func TestStaleButtonOfAnEndedGame(t *testing.T) {
	t.Parallel()
	w := start(t)
	w.game(t)
	m := w.slash(t, w.mia, "call", fakediscord.Options{"hero": "Jack", "action": "easy Quickness"}).Message(t)
	sure := w.slash(t, w.mia, "game end", nil).Message(t)
	only(t, sure, w.mia)
	w.Click(t, w.mia, sure, sure.Labels()[0]).Message(t)
	stale := w.Click(t, w.ann, m, m.Labels()[0]).Message(t)
	only(t, stale, w.ann)
	has(t, stale, "no game")
}

// TestTextsOfUsersAreNoMarkup: what a user writes into a free text comes out as it stands, without links, mentions and
// markup.
func TestTextsOfUsersAreNoMarkup(t *testing.T) {
	t.Parallel()
	w := start(t)
	w.game(t)
	w.slash(t, w.ann, "hero new", fakediscord.Options{"name": "Ida"}).Message(t)
	m := w.slash(t, w.ann, "hero set", fakediscord.Options{
		"name": "Ida", "field": "description", "value": "# Hi [a](http://x) **b** __c__ `d` ~~e~~ ||f|| <@1> <t:0>",
	}).Message(t)
	text := strings.ReplaceAll(m.Embeds[0].Description, quiet, "")
	want := `**Ida**, from now on: # Hi \[a\](http:\/\/x) \*\*b\*\* \_\_c\_\_ \` + "`d\\`" + ` \~\~e\~\~ \|\|f\|\| \<@1\> \<t:0\>`
	if text != want {
		t.Errorf("got  %s\nwant %s", text, want)
	}
}

func TestTameKeepsTheMarkupOfReplies(t *testing.T) {
	for text, want := range map[string]string{
		"**Jack** has __Riddles__ and `/act action:\"average Strength\" [x]`": "**Jack** has __Riddles__ and `/act action:\"average Strength\" [x]`",
		"<@17> is <@&3>":                   "<@17> is <@&3>",
		"**a*\u2060b**":                    "**a\\*\u2060b**",
		"x_y * z ***":                      `x\_y \* z \*\*\*`,
		"> no\n- no\n# no\n-# no\n  >> no": "\\> no\n\\- no\n\\# no\n\\-# no\n  \\>\\> no",
		"a - b, c # d, ~5 |":               "a - b, c # d, ~5 |",
		"`":                                "\\`",
		`\[a](b)`:                          `\\\[a\](b)`,
		"https://x":                        `https:\/\/x`,
	} {
		if got := tame(text); got != want {
			t.Errorf("tame(%q) = %q, want %q", text, got, want)
		}
	}
}
