package discord

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"skald/bot"
	"skald/bot/discord/fakediscord"
	"skald/fate"
	"skald/table"
)

// slowly is a command that takes its time.
func slowly(name string, c bot.Command, d time.Duration, r bot.Reply, err error) *bot.Command {
	c.Name, c.Short, c.On = name, "A test", nowhere
	c.Run = func(*bot.Turn) (bot.Reply, error) {
		time.Sleep(d)
		return r, err
	}
	return &c
}

// hasty is a Skald that defers what takes longer than 200 ms, as long does.
func hasty(t testing.TB, extra ...*bot.Command) *world {
	w := newWorld(t, extra...)
	w.times.work = 200 * time.Millisecond
	w.run(t, Config{})
	w.ready(t)
	return w
}

const long = 500 * time.Millisecond

// TestFirstAnswerComesWithinThreeSeconds has Discord's own deadline, and our own waits.
func TestFirstAnswerComesWithinThreeSeconds(t *testing.T) {
	t.Parallel()
	tardy := slowly("late", bot.Command{}, 4*time.Second, bot.Reply{Body: "Late."}, nil)
	tardy.Options = []bot.Option{{Name: "text", Short: "x", Suggest: func(*bot.Turn) []bot.Choice {
		time.Sleep(4 * time.Second)
		return []bot.Choice{{Label: "late", Value: "late"}}
	}}}
	w := newWorld(t, tardy)
	w.SetDeadline(3 * time.Second)
	w.times = usual
	w.run(t, Config{})
	w.ready(t)
	in := w.slash(t, w.ann, "late", nil)
	got := w.Autocomplete(t, fakediscord.Invocation{By: w.ann, In: w.table, Command: "late"}, "text").Choices(t)
	if len(got) != 0 {
		t.Errorf("late suggestions are none, not %v", got)
	}
	if a := in.Wait(t); a.Type != fakediscord.AnswerDeferred {
		t.Errorf("the first answer is %d", a.Type)
	}
	has(t, in.Message(t), "Late.")
}

func TestDeferKeepsTheRightVisibility(t *testing.T) {
	t.Parallel()
	no := fate.Refuse("no", "No, kindly.")
	for _, c := range []struct {
		name     string
		command  *bot.Command
		answer   fakediscord.CallbackType
		announce bool // in private
		followup bool // the answer is a message of its own, the announced one is gone
		private  bool
	}{
		{"quick public", slowly("x", bot.Command{}, 0, bot.Reply{Body: "Answer."}, nil), fakediscord.AnswerMessage, false, false, false},
		{"quick private", slowly("x", bot.Command{}, 0, bot.Reply{Body: "Answer.", Private: true}, nil), fakediscord.AnswerMessage, true, false, true},
		{"slow public", slowly("x", bot.Command{Slow: true}, 0, bot.Reply{Body: "Answer."}, nil), fakediscord.AnswerDeferred, false, false, false},
		{"slow private", slowly("x", bot.Command{Slow: true, Private: true}, 0, bot.Reply{Body: "Answer.", Private: true}, nil), fakediscord.AnswerDeferred, true, false, true},
		{"slow and refused", slowly("x", bot.Command{Slow: true}, 0, bot.Reply{}, no), fakediscord.AnswerDeferred, false, true, true},
		{"slow, private turned public", slowly("x", bot.Command{Slow: true, Private: true}, 0, bot.Reply{Body: "Answer."}, nil), fakediscord.AnswerDeferred, true, true, false},
		{"unexpectedly slow", slowly("x", bot.Command{}, long, bot.Reply{Body: "Answer."}, nil), fakediscord.AnswerDeferred, false, false, false},
		{"unexpectedly slow, private", slowly("x", bot.Command{Private: true}, long, bot.Reply{Body: "Answer.", Private: true}, nil), fakediscord.AnswerDeferred, true, false, true},
		{"unexpectedly slow, refused", slowly("x", bot.Command{}, long, bot.Reply{}, no), fakediscord.AnswerDeferred, false, true, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var w *world
			if strings.HasPrefix(c.name, "unexpectedly") {
				w = hasty(t, c.command)
			} else {
				w = start(t, c.command)
			}
			in := w.slash(t, w.ann, "x", nil)
			a := in.Wait(t)
			if a.Type != c.answer || (a.Message.For != "") != c.announce {
				t.Errorf("the first answer is %d, for %q", a.Type, a.Message.For)
			}
			m := fakediscord.Message{}
			if c.followup {
				m = in.Followups(t, 1)[0]
				if _, there := w.Latest(a.Message); there {
					t.Error("the announced message is still there")
				}
			} else {
				m = in.Message(t)
			}
			if (m.For != "") != c.private {
				t.Errorf("the answer is for %q", m.For)
			}
			if c.private {
				w.never(t, "Answer", "kindly")
			}
		})
	}
}

func TestPressedButtonIsDeferredWithoutAWord(t *testing.T) {
	t.Parallel()
	w := start(t,
		say("menu", bot.Reply{Body: "Choose.", Buttons: []bot.Button{{Label: "Change", Line: "/change"}, {Label: "Say", Line: "/say"}, {Label: "Whisper", Line: "/whisper"}}}),
		slowly("change", bot.Command{Slow: true}, 0, bot.Reply{Body: "Changed.", Update: true}, nil),
		slowly("say", bot.Command{Slow: true}, 0, bot.Reply{Body: "Said."}, nil),
		slowly("whisper", bot.Command{Slow: true}, 0, bot.Reply{Body: "Whispered.", Private: true}, nil),
	)
	m := w.slash(t, w.ann, "menu", nil).Message(t)
	for label, want := range map[string]string{"Say": "Said.", "Whisper": "Whispered."} {
		in := w.Click(t, w.bert, m, label)
		if a := in.Wait(t); a.Type != fakediscord.AnswerDeferredUpdate {
			t.Errorf("%s: the first answer is %d", label, a.Type)
		}
		told := in.Followups(t, 1)[0]
		has(t, told, want)
		if (told.For != "") != (label == "Whisper") {
			t.Errorf("%s: for %q", label, told.For)
		}
	}
	if now, _ := w.Latest(m); len(now.Labels()) != 3 {
		t.Error("the message of the button stays")
	}
	in := w.Click(t, w.bert, m, "Change")
	has(t, in.Message(t), "Changed.")
	if now, _ := w.Latest(m); len(now.Labels()) != 0 || strings.Contains(text(now), "Choose") {
		t.Errorf("the message is not replaced:\n%s", text(now))
	}
	w.never(t, "Whispered")
}

func TestUpdateNeverChangesWhoSeesIt(t *testing.T) {
	t.Parallel()
	buttons := []bot.Button{{Label: "Public", Line: "/open"}, {Label: "Private", Line: "/closed"}, {Label: "Slow", Line: "/slow"}}
	w := start(t,
		say("menu", bot.Reply{Body: "Menu.", Buttons: buttons}),
		say("mine", bot.Reply{Body: "Mine.", Private: true, Buttons: buttons}),
		say("open", bot.Reply{Body: "Open.", Update: true}),
		say("closed", bot.Reply{Body: "Secret.", Update: true, Private: true}),
		slowly("slow", bot.Command{Slow: true}, 0, bot.Reply{Body: "Open after all.", Update: true}, nil),
	)
	all := w.slash(t, w.ann, "menu", nil).Message(t)
	only(t, w.Click(t, w.bert, all, "Private").Message(t), w.bert)
	if now, _ := w.Latest(all); !strings.Contains(text(now), "Menu.") {
		t.Errorf("a private answer took the place of a public message:\n%s", text(now))
	}
	w.never(t, "Secret.")
	for label, want := range map[string]string{"Public": "Open.", "Slow": "Open after all."} {
		mine := w.slash(t, w.ann, "mine", nil).Message(t)
		only(t, mine, w.ann)
		told := w.Click(t, w.ann, mine, label).Followups(t, 1)[0]
		public(t, told)
		has(t, told, want)
		if now, _ := w.Latest(mine); len(now.Labels()) != 0 || !strings.Contains(text(now), "Mine.") {
			t.Errorf("the private message keeps its text and loses its buttons:\n%s", text(now))
		}
	}
}

func TestFurtherMessagesHaveTheirOwnVisibility(t *testing.T) {
	t.Parallel()
	w := start(t, say("several", bot.Reply{Body: "One.", Also: []bot.Reply{
		{Body: "Two, whispered.", Private: true},
		{Body: "Three.", Also: []bot.Reply{{Body: "Four."}}},
		{Body: "Five."},
		{Body: "Six."},
		{Body: "Seven."},
		{Body: "Eight."},
	}}))
	in := w.slash(t, w.ann, "several", nil)
	public(t, in.Message(t))
	told := in.Followups(t, 7) // more than Discord takes at once
	for i, m := range told {
		if (m.For != "") != (i == 0) {
			t.Errorf("message %d is for %q:\n%s", i, m.For, text(m))
		}
	}
	w.never(t, "whispered")
}

func TestPrivateBoardStaysPrivate(t *testing.T) {
	t.Parallel()
	w := start(t,
		say("open", bot.Reply{Body: "Open board.", Board: "x"}),
		say("closed", bot.Reply{Body: "Look.", Also: []bot.Reply{{Body: "Secret board.", Board: "x", Private: true}, {Body: "Newer board.", Board: "x"}}}),
	)
	board := w.slash(t, w.ann, "open", nil).Message(t)
	w.until(t, "the board's place is noted", func() bool {
		id, err := w.hub.Pinned(w.guild.ID, "x "+w.table.ID)
		return err == nil && id == board.ID
	})
	in := w.slash(t, w.ann, "closed", nil)
	only(t, in.Followups(t, 1)[0], w.ann)
	w.until(t, "the public board is renewed", func() bool {
		now, _ := w.Latest(board)
		return strings.Contains(text(now), "Newer board.")
	})
	w.never(t, "Secret")
}

func TestUpdateClearsWhomTheMessageCalled(t *testing.T) {
	t.Parallel()
	w := newWorld(t,
		&bot.Command{Name: "nudge", Short: "A test", On: nowhere, Run: func(turn *bot.Turn) (bot.Reply, error) {
			return bot.Reply{Body: "Hey.", Ping: []table.User{turn.User}, Buttons: []bot.Button{{Label: "Done", Line: "/done"}}}, nil
		}},
		say("done", bot.Reply{Body: "Done.", Update: true}))
	w.AllowMentions()
	w.run(t, Config{})
	w.ready(t)
	m := w.slash(t, w.ann, "nudge", nil).Message(t)
	has(t, m, "<@"+w.ann.ID+">")
	if now := w.Click(t, w.ann, m, "Done").Message(t); now.Content != "" {
		t.Errorf("the message still calls %q", now.Content)
	}
}

func TestFormComesOnlyAtOnce(t *testing.T) {
	t.Parallel()
	form := &bot.Form{Title: "Who?", Line: "/ask", Fields: []bot.FormField{{Name: "name", Label: "Name"}, {Name: "about", Label: "About", Long: true, Optional: true}}}
	pace := make(chan time.Duration, 1)
	ask := &bot.Command{Name: "ask", Short: "A test", On: nowhere, Options: []bot.Option{{Name: "name", Short: "a name", Max: 30}, {Name: "about", Short: "a text"}}}
	ask.Run = func(turn *bot.Turn) (bot.Reply, error) {
		select {
		case d := <-pace:
			time.Sleep(d)
		default:
		}
		if turn.Text("name") != "" {
			_, about := turn.Arg("about")
			return bot.Reply{Body: fmt.Sprint("Hello, ", turn.Text("name"), "; about: ", about, "; pressed: ", turn.Pressed)}, nil
		}
		return bot.Reply{Form: form}, nil
	}
	w := newWorld(t, ask)
	w.times.work = 2 * time.Second
	w.run(t, Config{})
	w.ready(t)
	shown := w.slash(t, w.ann, "ask", nil).Modal(t)
	if most := shown.Components[0].Inner.MaxLength; most == nil || *most != 30 {
		t.Errorf("the form takes what the option takes, 30 characters, not %v", most)
	}
	has(t, w.SubmitModal(t, shown, map[string]any{"name": "Bo"}).Message(t), "Hello, Bo; about: false; pressed: true")

	pace <- 3 * time.Second
	m := w.slash(t, w.ann, "ask", nil).Followups(t, 1)[0]
	only(t, m, w.ann)
	has(t, m, "try again")
	again := w.Click(t, w.ann, m, "Try again").Modal(t)
	if again.Title != "Who?" {
		t.Errorf("the button opens %q", again.Title)
	}
}

func TestFormAfterFormIsAButton(t *testing.T) {
	t.Parallel()
	form := &bot.Form{Title: "Again", Line: "/ask", Fields: []bot.FormField{{Name: "name", Label: "Name"}}}
	ask := say("ask", bot.Reply{Form: form})
	ask.Options = []bot.Option{{Name: "name", Short: "a name"}}
	w := start(t, ask)
	m := w.SubmitModal(t, w.slash(t, w.ann, "ask", nil).Modal(t), map[string]any{"name": "Bo"}).Message(t)
	only(t, m, w.ann)
	w.Click(t, w.ann, m, "Try again").Modal(t)
}

func TestMenuFillsAnOption(t *testing.T) {
	t.Parallel()
	wide := strings.Repeat("wide ", 30)
	var many []bot.Choice
	for i := range 40 {
		many = append(many, bot.Choice{Label: fmt.Sprint("Card ", i), Value: fmt.Sprint(i), Marked: i < 3})
	}
	many[1].Value = wide
	many[5].Value = "~5"
	many[2].Value = many[0].Value // twice the same
	pick := &bot.Command{Name: "pick", Short: "A test", On: nowhere, Options: []bot.Option{{Name: "card", Short: "cards", Max: 1000}, {Name: "note", Short: "a note", Max: 1000}}}
	pick.Run = func(turn *bot.Turn) (bot.Reply, error) {
		if turn.Pressed {
			return bot.Reply{Body: fmt.Sprintf("Picked %s with %d characters.", turn.Text("card"), len(turn.Text("note")))}, nil
		}
		return bot.Reply{Body: "Pick.", Selects: []bot.Select{
			{Label: "Cards", Line: bot.Line("pick", "note", strings.Repeat("n", 200)), Option: "card", Choices: many, Max: 2},
			{Label: "None", Line: "/pick", Option: "card"},
			{Label: "The same", Line: bot.Line("pick", "note", strings.Repeat("n", 200)), Option: "card", Choices: many[:1]},
		}}, nil
	}
	w := start(t, pick)
	m := w.slash(t, w.ann, "pick", nil).Message(t)
	if len(m.Components) != 2 {
		t.Fatalf("a menu without choices is left out; there are %d rows", len(m.Components))
	}
	menu := m.Components[0].Components[0]
	if len(menu.Options) != 25 || *menu.MaxValues != 2 || menu.Placeholder != "Cards" || !menu.Options[0].Default {
		t.Errorf("the menu has %d lines, takes %d, says %q", len(menu.Options), *menu.MaxValues, menu.Placeholder)
	}
	has(t, w.Select(t, w.ann, m, menu.CustomID, "Card 1", "Card 5").Message(t), "Picked "+strings.TrimSpace(wide)+" , ~5 with 200 characters")
	told := w.Select(t, w.ann, m, menu.CustomID, "Card 4").Message(t)
	has(t, told, "Picked 4 with")
}

func TestLongLineIsKept(t *testing.T) {
	t.Parallel()
	line := bot.Line("echo", "text", strings.Repeat("long ", 100))
	echo := &bot.Command{Name: "echo", Short: "A test", On: nowhere, Options: []bot.Option{{Name: "text", Short: "a text", Max: 1000}, {Name: "who", Short: "somebody", Kind: bot.Person}, {Name: "band", Short: "some", Kind: bot.Mention}}}
	echo.Run = func(turn *bot.Turn) (bot.Reply, error) {
		who, _ := turn.Arg("who")
		band, _ := turn.Arg("band")
		body := fmt.Sprint(len(turn.Text("text")), " characters")
		if who.User != nil {
			body += ", " + who.User.ID + " named " + who.User.Name
		}
		if band.Role != nil {
			body += ", role " + band.Role.ID
		}
		return bot.Reply{Body: body}, nil
	}
	menu := &bot.Command{Name: "menu", Short: "A test", On: nowhere, Options: []bot.Option{{Name: "who", Short: "somebody", Kind: bot.Person, Required: true}}}
	menu.Run = func(turn *bot.Turn) (bot.Reply, error) {
		return bot.Reply{Buttons: []bot.Button{
			{Label: "Long", Line: line},
			{Label: "Long twin", Line: line},
			{Label: "Short", Line: "/echo text:x"},
			{Label: "Short twin", Line: "/echo text:x"},
			{Label: "Who", Line: bot.Line("echo", "who", turn.Text("who"))},
			{Label: "Unknown", Line: bot.Line("echo", "who", "<@123>")},
			{Label: "Band", Line: bot.Line("echo", "band", "<@&77>")},
		}}, nil
	}
	w := start(t, echo, menu)
	m := w.slash(t, w.ann, "menu", fakediscord.Options{"who": w.bert}).Message(t)
	for label, want := range map[string]string{
		"Long": "499 characters", "Long twin": "499 characters", "Short": "1 characters", "Short twin": "1 characters",
		"Who": w.bert.ID + " named bert", "Unknown": "123 named <@123>", "Band": "role 77",
	} {
		has(t, w.Click(t, w.ann, m, label).Message(t), want)
	}
	stale := w.ClickStale(t, w.ann, m, "~kept-999").Message(t)
	only(t, stale, w.ann)
	has(t, stale, "no longer works")
}

func TestGarbageInACustomIDIsRefusedKindly(t *testing.T) {
	t.Parallel()
	w := start(t, say("menu", bot.Reply{Body: "Menu.", Buttons: []bot.Button{{Label: "x", Line: "/menu"}}}))
	m := w.slash(t, w.ann, "menu", nil).Message(t)
	for _, id := range []string{"garbage", "/no such command", "/menu x:\"", "?", "? /", "#", "#2", "~", "/", "?a", "\x00", "/menu x:1 y", "#/nonsense", "?card /nonsense"} {
		told := w.ClickStale(t, w.ann, m, id).Message(t)
		only(t, told, w.ann)
		has(t, told, "no longer works")
	}
	told := w.ClickStale(t, w.ann, m, "/menu x:1").Message(t)
	only(t, told, w.ann)
	has(t, told, "no option")
}

func TestUnknownCommandIsRefusedKindly(t *testing.T) {
	t.Parallel()
	w := start(t)
	w.raw(t, "PUT", "/applications/"+w.AppID+"/commands", `[{"name":"hero","description":"x","options":[{"type":1,"name":"shew","description":"x"}]}]`)
	m := w.slash(t, w.ann, "hero shew", nil).Message(t)
	only(t, m, w.ann)
	has(t, m, "/hero shew", "did you mean /hero show?")
}

func TestDuplicatedInteractionActsOnce(t *testing.T) {
	t.Parallel()
	ran := make(chan string, 10)
	count := &bot.Command{Name: "count", Short: "A test", On: nowhere, Run: func(turn *bot.Turn) (bot.Reply, error) {
		ran <- turn.ID
		return bot.Reply{Body: "Counted."}, nil
	}}
	w := start(t, count)
	in := w.slash(t, w.ann, "count", nil)
	w.Deliver(in)
	in.Message(t)
	w.Deliver(in)
	w.slash(t, w.ann, "count", nil).Message(t)
	if n := len(ran); n != 2 {
		t.Errorf("two interactions, one of them told three times, ran %d times", n)
	}
	if id := <-ran; id != in.ID {
		t.Errorf("the request has the id %q, not the interaction's", id)
	}
}

func TestPanicIsAnsweredWithACode(t *testing.T) {
	t.Parallel()
	bad := func() ([]byte, error) { panic("no picture") }
	w := start(t,
		&bot.Command{Name: "boom", Short: "A test", On: nowhere, Run: func(*bot.Turn) (bot.Reply, error) { panic("boom") }},
		say("paint", bot.Reply{Body: "Look.", Files: []bot.File{{Name: "a.png", Data: bad}}}),
		say("blot", bot.Reply{Body: "Look.", Files: []bot.File{{Name: "a.png", Data: func() ([]byte, error) { return nil, errors.New("no ink") }}}}),
		&bot.Command{Name: "guess", Short: "A test", On: nowhere, Options: []bot.Option{{Name: "x", Short: "x", Suggest: func(*bot.Turn) []bot.Choice { panic("boom") }}}, Run: func(*bot.Turn) (bot.Reply, error) { return bot.Reply{}, nil }},
	)
	for _, name := range []string{"boom", "paint"} {
		m := w.slash(t, w.ann, name, nil).Message(t)
		only(t, m, w.ann)
		has(t, m, "K7Q2")
	}
	m := w.slash(t, w.ann, "blot", nil).Message(t)
	public(t, m)
	has(t, m, "Look.", "K7Q2")
	if log := w.log.String(); strings.Count(log, "K7Q2") != 3 || !strings.Contains(log, "no ink") || !strings.Contains(log, "way_test.go") {
		t.Errorf("the log has each code once, and the stack:\n%s", log)
	}
	if got := w.Autocomplete(t, fakediscord.Invocation{By: w.ann, In: w.table, Command: "guess"}, "x").Choices(t); len(got) != 0 {
		t.Errorf("suggested %v", got)
	}
	has(t, w.slash(t, w.ann, "guess", nil).Message(t), "Done.")
}

func TestSuggestionsKeepToDiscordsLimits(t *testing.T) {
	t.Parallel()
	c := &bot.Command{Name: "guess", Short: "A test", On: nowhere, Run: func(turn *bot.Turn) (bot.Reply, error) {
		return bot.Reply{Body: "Guessed " + turn.Text("text") + "."}, nil
	}}
	c.Options = []bot.Option{
		{Name: "number", Short: "x", Kind: bot.Number, Suggest: func(*bot.Turn) []bot.Choice {
			return []bot.Choice{{Label: "three", Value: "3"}, {Label: "many", Value: "many"}}
		}},
		{Name: "text", Short: "x", Max: 300, Suggest: func(*bot.Turn) []bot.Choice {
			list := []bot.Choice{{Label: strings.Repeat("w", 200), Value: "w"}, {Label: "wide", Value: strings.Repeat("w", 101)}, {Label: "w", Value: ""}}
			for i := range 60 {
				list = append(list, bot.Choice{Label: fmt.Sprint("w", i), Value: fmt.Sprint(i)})
			}
			return list
		}},
	}
	w := start(t, c)
	ask := func(option string, typed any) []fakediscord.Choice {
		return w.Autocomplete(t, fakediscord.Invocation{By: w.ann, In: w.table, Command: "guess", Options: fakediscord.Options{option: typed}}, option).Choices(t)
	}
	if got := ask("number", "thr"); len(got) != 1 || got[0].Value != 3.0 {
		t.Errorf("for a number, numbers alone are offered: %v", got)
	}
	if got := ask("text", "w"); len(got) != 23 || got[0].Value != "w" || units(got[0].Name) != 100 {
		t.Errorf("offered %d: %v", len(got), got)
	}
	has(t, w.slash(t, w.ann, "guess", fakediscord.Options{"text": "w7"}).Message(t), "Guessed 7.")
	has(t, w.slash(t, w.bert, "guess", fakediscord.Options{"text": "w7"}).Message(t), "Guessed w7.")
}

func TestConversationIsSentToAServer(t *testing.T) {
	t.Parallel()
	w := newWorld(t, say("hello", bot.Reply{Body: "Hello."}))
	w.run(t, Config{})
	w.ready(t)
	w.raw(t, "PUT", "/applications/"+w.AppID+"/commands", `[{"name":"hello","description":"x","contexts":[0,1]}]`)
	zoe := w.AddUser("zoe")
	m := w.Slash(t, fakediscord.Invocation{By: zoe, In: w.Conversation(zoe), Command: "hello"}).Message(t)
	has(t, m, "in the channels of a server")
}

func TestLongReplyIsCutAndComesWhole(t *testing.T) {
	t.Parallel()
	words := strings.TrimSpace(strings.Repeat("𝄞 word ", 1000))
	w := start(t, say("long", bot.Reply{Title: strings.Repeat("t", 300), Body: words, Private: true, Fields: []bot.Field{{Name: "More", Value: words}}}))
	m := w.slash(t, w.ann, "long", nil).Message(t)
	only(t, m, w.ann)
	if len(m.Attachments) != 1 || !strings.Contains(string(m.Attachments[0].Data), words) {
		t.Fatalf("the whole comes as a file: %v", m.Attachments)
	}
	if !strings.HasSuffix(m.Embeds[0].Description, "…") {
		t.Error("the cut is marked")
	}
	w.never(t, "word")
}

func TestRefusedLayoutIsReplacedWithASentence(t *testing.T) {
	t.Parallel()
	w := start(t, say("odd", bot.Reply{Body: "Odd."}), slowly("late", bot.Command{Slow: true, Private: true}, 0, bot.Reply{Body: "Odd.", Private: true, Also: []bot.Reply{{Body: "Next."}}}, nil))
	w.Fail("POST", "/interactions/*/*/callback", fakediscord.Fault{Status: 400, Code: 50035})
	m := w.slash(t, w.ann, "odd", nil).Message(t)
	public(t, m)
	has(t, m, "K7Q2", "/game log")
	w.Fail("PATCH", "/webhooks/*/*/messages/@original", fakediscord.Fault{Status: 400, Code: 50035})
	in := w.slash(t, w.ann, "late", nil)
	m = in.Message(t)
	only(t, m, w.ann)
	has(t, m, "K7Q2")
	has(t, in.Followups(t, 1)[0], "Next.")
}

func TestDismissedMessageIsAnsweredAnew(t *testing.T) {
	t.Parallel()
	w := start(t,
		say("menu", bot.Reply{Body: "Menu.", Private: true, Buttons: []bot.Button{{Label: "Go", Line: "/go"}, {Label: "Wait", Line: "/wait"}}}),
		say("go", bot.Reply{Body: "Gone.", Private: true, Update: true}),
		slowly("wait", bot.Command{Slow: true}, 0, bot.Reply{Body: "Waited.", Private: true, Update: true}, nil),
	)
	m := w.slash(t, w.ann, "menu", nil).Message(t)
	w.Fail("POST", "/interactions/*/*/callback", fakediscord.Fault{Status: 404, Code: unknownMessage})
	has(t, w.Click(t, w.ann, m, "Go").Message(t), "Gone.")
	w.Fail("PATCH", "/webhooks/*/*/messages/@original", fakediscord.Fault{Status: 404, Code: unknownMessage})
	told := w.Click(t, w.ann, m, "Wait").Followups(t, 1)[0]
	only(t, told, w.ann)
	has(t, told, "Waited.")
}

func TestFilesHaveGoodNames(t *testing.T) {
	t.Parallel()
	data := bot.Bytes([]byte("x"))
	w := start(t, say("files", bot.Reply{Files: []bot.File{{Name: "my hero.yaml", Data: data}, {Name: "my hero.yaml", Data: data}, {Name: "../é/", Data: data}}}))
	var got []string
	for _, a := range w.slash(t, w.ann, "files", nil).Message(t).Attachments {
		got = append(got, a.Filename)
	}
	if want := []string{"my_hero.yaml", "2-my_hero.yaml", "file"}; !slices.Equal(got, want) {
		t.Errorf("got %v, not %v", got, want)
	}
}
