package discord

import (
	"strings"
	"testing"

	"skald/bot/discord/fakediscord"
)

// boardsIn counts the messages of a channel that show a campaign's standings.
func boardsIn(w *world) (boards []fakediscord.Message) {
	for _, m := range w.Messages(w.table) {
		if strings.Contains(m.Text(), "The game master opens turn") || strings.Contains(m.Text(), "declares: attack or pass") {
			boards = append(boards, m)
		}
	}
	return boards
}

func TestAChannelHasOneBoardThatStaysCurrent(t *testing.T) {
	t.Parallel()
	w := start(t)
	bob := w.guild.AddMember("bob")
	w.slash(t, w.mia, "realm new", fakediscord.Options{"name": "Crowns"}).Message(t)
	w.slash(t, w.ann, "realm join", fakediscord.Options{"realm": "Red"}).Followups(t, 1)
	first := boardsIn(w)
	if len(first) != 1 {
		t.Fatalf("%d boards after the first realm joined", len(first))
	}
	w.slash(t, bob, "realm join", fakediscord.Options{"realm": "Blue"}).Message(t)
	w.until(t, "the board is current", func() bool {
		b := boardsIn(w)
		return len(b) == 1 && b[0].ID == first[0].ID && strings.Contains(b[0].Text(), "Blue")
	})
}

func TestABoardIsFoundAgainAfterARestart(t *testing.T) {
	t.Parallel()
	w := start(t)
	bob := w.guild.AddMember("bob")
	w.slash(t, w.mia, "realm new", fakediscord.Options{"name": "Crowns"}).Message(t)
	w.slash(t, w.ann, "realm join", fakediscord.Options{"realm": "Red"}).Followups(t, 1)
	if err := w.stop(); err != nil {
		t.Fatal(err)
	}
	w.run(t, Config{})
	w.ready(t)
	w.slash(t, bob, "realm join", fakediscord.Options{"realm": "Blue"}).Message(t)
	w.until(t, "the board is current", func() bool { b := boardsIn(w); return len(b) == 1 && strings.Contains(b[0].Text(), "Blue") })
}

func TestOnlyANudgeMentionsAnybody(t *testing.T) {
	t.Parallel()
	w := start(t)
	w.AllowMentions()
	w.game(t)
	w.slash(t, w.mia, "foe add", fakediscord.Options{"name": "Guard"}).Message(t)
	tracker := w.slash(t, w.mia, "combat start", nil).Message(t)
	m := w.Click(t, w.mia, tracker, "Nudge who is awaited").Message(t)
	if !strings.Contains(m.Content, "<@"+w.ann.ID+">") {
		t.Errorf("ann is not called: %q", m.Content)
	}
	for _, r := range w.Requests() {
		if strings.Contains(r.Body, `"users":[`) && !strings.Contains(r.Body, "The table waits for") {
			t.Errorf("%s %s mentions somebody", r.Method, r.Path)
		}
	}
}
