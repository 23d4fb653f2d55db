package fakediscord_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/google/go-cmp/cmp"

	"skald/bot/discord/fakediscord"
)

func TestCommandsAreKeptAndToldAsDiscordDoes(t *testing.T) {
	t.Parallel()
	sc := newScene(t)
	s := sc.bot(t, nil)
	sc.register(t, s)
	first, err := s.ApplicationCommands(sc.AppID, "")
	if err != nil {
		t.Fatal(err)
	}
	if len(first) != 2 || first[0].Name != "game" || first[0].ID == "" || first[0].Version == "" || first[0].Type != 1 {
		t.Fatalf("got %+v", first)
	}
	if got := *first[0].IntegrationTypes; len(got) != 1 || first[0].Contexts != nil {
		t.Errorf("defaults: %v, %v", got, first[0].Contexts)
	}
	changed := gameCommands()
	changed[1].Description = "Act now"
	if _, err := s.ApplicationCommandBulkOverwrite(sc.AppID, "", changed); err != nil {
		t.Fatal(err)
	}
	second, err := s.ApplicationCommands(sc.AppID, "")
	if err != nil {
		t.Fatal(err)
	}
	if second[0].Version != first[0].Version || second[1].ID != first[1].ID || second[1].Version == first[1].Version {
		t.Error("an id lasts, and the version changes with the command alone")
	}
	if n := sc.Overwrites(nil); n != 2 {
		t.Errorf("%d overwrites", n)
	}
	if n := sc.Overwrites(sc.guild); n != 0 || len(sc.Commands(sc.guild)) != 0 {
		t.Error("the guild has none of its own")
	}
	_, err = s.ApplicationCommandBulkOverwrite(sc.AppID, sc.guild.ID, changed[:1])
	must(t, err)
	own, err := s.ApplicationCommands(sc.AppID, sc.guild.ID)
	if err != nil || len(own) != 1 || own[0].GuildID != sc.guild.ID || sc.Overwrites(sc.guild) != 1 {
		t.Errorf("%+v %v", own, err)
	}
}

func TestLocalizationsAreToldOnRequestOnly(t *testing.T) {
	t.Parallel()
	sc := newScene(t)
	body := `[{"name":"act","description":"Act","name_localizations":{"de":"handeln"},"options":[
		{"type":3,"name":"card","description":"Card","choices":[{"name":"Eight","value":"8","name_localizations":{"de":"Acht"}}]}]}]`
	status, _ := sc.json(t, "PUT", "/applications/"+sc.AppID+"/commands", body)
	if status != 200 {
		t.Fatal(status)
	}
	for _, with := range []bool{true, false} {
		req, _ := http.NewRequest("GET", fmt.Sprintf("%s/applications/%s/commands?with_localizations=%t", sc.APIURL(), sc.AppID, with), nil)
		req.Header.Set("User-Agent", "DiscordBot (x, 1)")
		req.Header.Set("Authorization", "Bot "+sc.Token)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		if strings.Contains(string(text), "handeln") != with || strings.Contains(string(text), "Acht") != with {
			t.Errorf("with_localizations=%t gives %s", with, text)
		}
	}
}

func TestSlashArrivesAsARealClientSendsIt(t *testing.T) {
	t.Parallel()
	sc := newScene(t)
	narrators := sc.guild.AddRole("narrators", fakediscord.ManageGuild)
	carl := sc.guild.AddMember("carl", narrators)
	carl.Locale = "de"
	thread := sc.table.AddThread("duel")
	seen := make(chan *discordgo.Interaction, 1)
	s := sc.bot(t, func(s *discordgo.Session, i *discordgo.Interaction) {
		must(t, s.InteractionRespond(i, say("done")))
		seen <- i
	})
	sc.register(t, s)
	in := sc.Slash(t, fakediscord.Invocation{By: carl, In: thread, Command: "game new", Options: fakediscord.Options{
		"name": "Moss", "deck": "Playing cards", "edge": 3, "player": sc.ann, "add": narrators, "secret": true,
		"file": fakediscord.File{Name: "my hero.yaml", Data: []byte("name: Jack")},
	}})
	if m := in.Message(t); m.Content != "done" || m.ChannelID != thread.ID || m.For != "" {
		t.Errorf("answered with %+v", m)
	}
	i := <-seen
	if i.Member.User.ID != carl.ID || i.Member.Permissions&discordgo.PermissionManageGuild == 0 || i.User != nil {
		t.Errorf("member %+v", i.Member)
	}
	if i.Locale != "de" || i.GuildID != sc.guild.ID || i.ChannelID != thread.ID || i.AppPermissions == 0 || i.AppID != sc.AppID {
		t.Errorf("%+v", i)
	}
	d := i.ApplicationCommandData()
	sub := d.Options[0]
	got := map[string]any{}
	for _, o := range sub.Options {
		got[o.Name] = o.Value
	}
	file := sub.GetOption("file").Value.(string)
	want := map[string]any{
		"name": "Moss", "deck": "playing-cards", "edge": 3.0, "player": sc.ann.ID, "add": narrators.ID, "secret": true, "file": file,
	}
	if diff := cmp.Diff(want, got); diff != "" || d.Name != "game" || sub.Name != "new" {
		t.Error(diff)
	}
	if d.Resolved.Users[sc.ann.ID].Username != "ann" || d.Resolved.Members[sc.ann.ID] == nil || d.Resolved.Roles[narrators.ID].Name != "narrators" {
		t.Errorf("resolved %+v", d.Resolved)
	}
	a := d.Resolved.Attachments[file]
	resp, err := http.Get(a.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if text, _ := io.ReadAll(resp.Body); string(text) != "name: Jack" || a.Filename != "my_hero.yaml" || a.Size != 10 {
		t.Errorf("%q %+v", text, a)
	}
	ch, err := s.Channel(thread.ID)
	if err != nil || ch.ParentID != sc.table.ID || ch.Type != discordgo.ChannelTypeGuildPublicThread {
		t.Errorf("%+v %v", ch, err)
	}
}

func TestMisuseIsTheTestsMistake(t *testing.T) {
	t.Parallel()
	sc := newScene(t)
	s := sc.bot(t, nil)
	commands := gameCommands()
	commands[1].DefaultMemberPermissions = new(int64(fakediscord.ManageGuild))
	_, err := s.ApplicationCommandBulkOverwrite(sc.AppID, "", commands)
	must(t, err)
	other := sc.AddGuild("Fern").AddMember("dora")
	for name, v := range map[string]fakediscord.Invocation{
		"unknown command":    {Command: "fight"},
		"unknown subcommand": {Command: "game old"},
		"no subcommand":      {Command: "game"},
		"missing option":     {Command: "game new"},
		"unknown option":     {Command: "game new", Options: fakediscord.Options{"name": "x", "colour": "red"}},
		"wrong type":         {Command: "game new", Options: fakediscord.Options{"name": 5}},
		"not a choice":       {Command: "game new", Options: fakediscord.Options{"name": "x", "deck": "tarot"}},
		"too small":          {Command: "game new", Options: fakediscord.Options{"name": "x", "edge": 0}},
		"not whole":          {Command: "game new", Options: fakediscord.Options{"name": "x", "edge": 1.5}},
		"text for a user":    {Command: "game new", Options: fakediscord.Options{"name": "x", "player": "ann"}},
		"not permitted":      {Command: "act"},
		"not a member":       {Command: "game new", By: other, Options: fakediscord.Options{"name": "x"}},
	} {
		if v.By == nil {
			v.By = sc.ann
		}
		v.In = sc.table
		if _, err := sc.TrySlash(v); !errors.Is(err, fakediscord.ErrMisuse) {
			t.Errorf("%s: %v", name, err)
		}
	}
	v := fakediscord.Invocation{By: sc.ann, In: sc.table, Command: "game new", Options: fakediscord.Options{"name": "x"}}
	if _, err := sc.TryAutocomplete(v, "name"); !errors.Is(err, fakediscord.ErrMisuse) {
		t.Errorf("autocomplete where there is none: %v", err)
	}
}

func TestDeferredAnswerIsEdited(t *testing.T) {
	t.Parallel()
	sc := newScene(t)
	s := sc.bot(t, func(s *discordgo.Session, i *discordgo.Interaction) {
		must(t, s.InteractionRespond(i, &discordgo.InteractionResponse{
			Type: discordgo.InteractionResponseDeferredChannelMessageWithSource,
			Data: &discordgo.InteractionResponseData{Flags: discordgo.MessageFlagsEphemeral},
		}))
		_, err := s.InteractionResponseEdit(i, &discordgo.WebhookEdit{Content: new("hand"), AllowedMentions: quiet})
		must(t, err)
		_, err = s.FollowupMessageCreate(i, true, &discordgo.WebhookParams{Content: "to all", AllowedMentions: quiet})
		must(t, err)
	})
	sc.register(t, s)
	in := sc.Slash(t, fakediscord.Invocation{By: sc.ann, In: sc.table, Command: "act"})
	if a := in.Wait(t); a.Type != fakediscord.AnswerDeferred || a.Message.Flags&fakediscord.Loading == 0 {
		t.Errorf("%+v", a)
	}
	if m := in.Message(t); m.Content != "hand" || m.For != sc.ann.ID || m.Flags != fakediscord.Ephemeral {
		t.Errorf("%+v", m)
	}
	if f := in.Followups(t, 1); f[0].Content != "to all" || f[0].For != "" {
		t.Errorf("%+v", f)
	}
	texts := func(list []fakediscord.Message) (all []string) {
		for _, m := range list {
			all = append(all, m.Content)
		}
		return all
	}
	if got := texts(sc.MessagesFor(sc.ann, sc.table)); !slices.Equal(got, []string{"hand", "to all"}) {
		t.Errorf("ann sees %v", got)
	}
	if got := texts(sc.MessagesFor(sc.bert, sc.table)); !slices.Equal(got, []string{"to all"}) {
		t.Errorf("bert sees %v", got)
	}
	if got := texts(sc.Shown(sc.table)); !slices.Equal(got, []string{"to all"}) {
		t.Errorf("public was %v", got)
	}
}

func TestAutocomplete(t *testing.T) {
	t.Parallel()
	sc := newScene(t)
	s := sc.bot(t, func(s *discordgo.Session, i *discordgo.Interaction) {
		o := i.ApplicationCommandData().GetOption("then")
		if !o.Focused || o.StringValue() != "8 " || i.ApplicationCommandData().GetOption("card").StringValue() != "3 Mind" {
			t.Errorf("%+v", o)
		}
		must(t, s.InteractionRespond(i, &discordgo.InteractionResponse{
			Type: discordgo.InteractionApplicationCommandAutocompleteResult,
			Data: &discordgo.InteractionResponseData{Choices: []*discordgo.ApplicationCommandOptionChoice{{Name: "8 Mind (40 %)", Value: "8 Mind"}}},
		}))
	})
	sc.register(t, s)
	in := sc.Autocomplete(t, fakediscord.Invocation{By: sc.ann, In: sc.table, Command: "act", Options: fakediscord.Options{
		"card": "3 Mind", "then": "8 ",
	}}, "then")
	if got := in.Choices(t); len(got) != 1 || got[0].Name != "8 Mind (40 %)" || got[0].Value != "8 Mind" {
		t.Errorf("%+v", got)
	}
}

// picker is a message with two buttons and a select.
func picker() []discordgo.MessageComponent {
	return []discordgo.MessageComponent{
		discordgo.ActionsRow{Components: []discordgo.MessageComponent{
			discordgo.Button{Label: "Play", CustomID: "play"},
			discordgo.Button{Label: "Write", CustomID: "write", Style: discordgo.SecondaryButton, Emoji: &discordgo.ComponentEmoji{Name: "⚔️"}},
			discordgo.Button{Label: "Later", CustomID: "later", Disabled: true},
		}},
		discordgo.ActionsRow{Components: []discordgo.MessageComponent{
			discordgo.SelectMenu{CustomID: "card", MaxValues: 2, Options: []discordgo.SelectMenuOption{
				{Label: "3 of Mind", Value: "3 Mind"}, {Label: "8 of Mind", Value: "8 Mind"},
			}},
		}},
	}
}

func answerPicker(t testing.TB, s *discordgo.Session, i *discordgo.Interaction) {
	if i.Type == discordgo.InteractionModalSubmit {
		row := i.ModalSubmitData().Components[0].(*discordgo.ActionsRow)
		must(t, s.InteractionRespond(i, say("wrote "+row.Components[0].(*discordgo.TextInput).Value)))
		return
	}
	if i.Type == discordgo.InteractionApplicationCommand {
		out := say("pick")
		out.Data.Components = picker()
		must(t, s.InteractionRespond(i, out))
		return
	}
	switch d := i.MessageComponentData(); d.CustomID {
	case "play":
		out := say("played")
		out.Type = discordgo.InteractionResponseUpdateMessage
		must(t, s.InteractionRespond(i, out))
	case "card":
		must(t, s.InteractionRespond(i, &discordgo.InteractionResponse{Type: discordgo.InteractionResponseDeferredMessageUpdate}))
		_, err := s.InteractionResponseEdit(i, &discordgo.WebhookEdit{Content: new(strings.Join(d.Values, "+")), AllowedMentions: quiet})
		must(t, err)
	case "write":
		must(t, s.InteractionRespond(i, &discordgo.InteractionResponse{
			Type: discordgo.InteractionResponseModal,
			Data: &discordgo.InteractionResponseData{CustomID: "m", Title: "Write", Components: []discordgo.MessageComponent{
				discordgo.ActionsRow{Components: []discordgo.MessageComponent{
					discordgo.TextInput{CustomID: "text", Label: "Text", Style: discordgo.TextInputShort, MinLength: 2, MaxLength: 10},
				}},
			}},
		}))
	default:
		must(t, s.InteractionRespond(i, say("This button is stale.")))
	}
}

func TestButtonSelectAndModal(t *testing.T) {
	t.Parallel()
	sc := newScene(t)
	s := sc.bot(t, func(s *discordgo.Session, i *discordgo.Interaction) { answerPicker(t, s, i) })
	sc.register(t, s)
	m := sc.Slash(t, fakediscord.Invocation{By: sc.ann, In: sc.table, Command: "act"}).Message(t)
	if got := m.Labels(); !slices.Equal(got, []string{"Play", "Write", "Later"}) {
		t.Errorf("labels %v", got)
	}
	if got := sc.Select(t, sc.bert, m, "card", "8 of Mind", "3 Mind").Message(t); got.Content != "8 Mind+3 Mind" || got.ID != m.ID {
		t.Errorf("%+v", got)
	}
	modal := sc.Click(t, sc.ann, m, "Write").Modal(t)
	if got := sc.SubmitModal(t, modal, map[string]any{"text": "hello"}).Message(t); got.Content != "wrote hello" {
		t.Errorf("%+v", got)
	}
	if _, err := sc.TrySubmitModal(modal, map[string]any{"text": "longer than ten"}); !errors.Is(err, fakediscord.ErrMisuse) {
		t.Errorf("too long for the field: %v", err)
	}
	if _, err := sc.TrySubmitModal(modal, map[string]any{"text": "x"}); !errors.Is(err, fakediscord.ErrMisuse) {
		t.Errorf("too short for the field: %v", err)
	}
	if _, err := sc.TrySubmitModal(modal, nil); !errors.Is(err, fakediscord.ErrMisuse) {
		t.Errorf("a required field left empty: %v", err)
	}
	if got := sc.Click(t, sc.ann, m, "play").Message(t); got.Content != "played" || len(got.Components) != 0 || got.Edited.IsZero() {
		t.Errorf("%+v", got)
	}
	for name, try := range map[string]func() error{
		"gone button":     func() error { _, err := sc.TryClick(sc.ann, m, "Play"); return err },
		"disabled":        func() error { _, err := sc.TryClick(sc.ann, m, "Later"); return err },
		"select as click": func() error { _, err := sc.TryClick(sc.ann, m, "card"); return err },
	} {
		if err := try(); !errors.Is(err, fakediscord.ErrMisuse) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got := sc.ClickStale(t, sc.ann, m, "old").Message(t); got.Content != "This button is stale." {
		t.Errorf("%+v", got)
	}
	if latest, ok := sc.Latest(m); !ok || latest.Content != "played" {
		t.Errorf("%+v", latest)
	}
}

func TestClicksThatAPersonCannotMake(t *testing.T) {
	t.Parallel()
	sc := newScene(t)
	thread := sc.table.AddThread("duel")
	s := sc.bot(t, func(s *discordgo.Session, i *discordgo.Interaction) {
		out := say("pick")
		out.Data.Components = picker()
		if i.Member.User.Username == "ann" {
			out.Data.Flags = discordgo.MessageFlagsEphemeral
		}
		must(t, s.InteractionRespond(i, out))
	})
	sc.register(t, s)
	private := sc.Slash(t, fakediscord.Invocation{By: sc.ann, In: sc.table, Command: "act"}).Message(t)
	if _, err := sc.TryClick(sc.bert, private, "Play"); !errors.Is(err, fakediscord.ErrMisuse) {
		t.Errorf("a private message of somebody else: %v", err)
	}
	public := sc.Slash(t, fakediscord.Invocation{By: sc.bert, In: thread, Command: "act"}).Message(t)
	for _, values := range [][]any{{}, {"3 Mind", "8 Mind", "3 Mind"}, {"9 Mind"}, {"3 Mind", "3 Mind"}} {
		if _, err := sc.TrySelect(sc.ann, public, "card", values...); !errors.Is(err, fakediscord.ErrMisuse) {
			t.Errorf("%v: %v", values, err)
		}
	}
	thread.Archive()
	if _, err := sc.TryClick(sc.ann, public, "Play"); !errors.Is(err, fakediscord.ErrMisuse) {
		t.Errorf("in an archived thread: %v", err)
	}
}

func TestLabelsOfAModal(t *testing.T) {
	t.Parallel()
	sc := newScene(t)
	s := sc.bot(t, func(s *discordgo.Session, i *discordgo.Interaction) {
		if i.Type == discordgo.InteractionModalSubmit {
			d := i.ModalSubmitData()
			text := d.Components[0].(*discordgo.Label).Component.(*discordgo.TextInput).Value
			suit := d.Components[1].(*discordgo.Label).Component.(*discordgo.SelectMenu).Values
			file := d.Components[2].(*discordgo.Label).Component.(*discordgo.FileUpload).Values
			must(t, s.InteractionRespond(i, say(fmt.Sprint(text, suit, d.Resolved.Attachments[file[0]].Filename))))
			return
		}
		must(t, s.InteractionRespond(i, &discordgo.InteractionResponse{
			Type: discordgo.InteractionResponseModal,
			Data: &discordgo.InteractionResponseData{CustomID: "m", Title: "Hero", Components: []discordgo.MessageComponent{
				discordgo.Label{Label: "Name", Component: discordgo.TextInput{CustomID: "name", Style: discordgo.TextInputShort, Value: "Jack"}},
				discordgo.Label{Label: "Suit", Component: discordgo.SelectMenu{CustomID: "suit", Options: []discordgo.SelectMenuOption{{Label: "Mind", Value: "m"}}}},
				discordgo.Label{Label: "File", Component: discordgo.FileUpload{CustomID: "file"}},
			}},
		}))
	})
	sc.register(t, s)
	modal := sc.Slash(t, fakediscord.Invocation{By: sc.ann, In: sc.table, Command: "act"}).Modal(t)
	in := sc.SubmitModal(t, modal, map[string]any{
		"suit": []any{"Mind"}, "file": []any{fakediscord.File{Name: "a.txt", Data: []byte("x")}},
	})
	if m := in.Message(t); m.Content != "Jack[m]a.txt" {
		t.Errorf("%+v", m)
	}
}

func TestFilesAndComponentsAlone(t *testing.T) {
	t.Parallel()
	sc := newScene(t)
	var picture bytes.Buffer
	must(t, png.Encode(&picture, image.NewGray(image.Rect(0, 0, 7, 5))))
	s := sc.bot(t, func(s *discordgo.Session, i *discordgo.Interaction) {
		must(t, s.InteractionRespond(i, &discordgo.InteractionResponse{
			Type: discordgo.InteractionResponseChannelMessageWithSource,
			Data: &discordgo.InteractionResponseData{
				AllowedMentions: quiet, Flags: discordgo.MessageFlagsIsComponentsV2,
				Files: []*discordgo.File{{Name: "hand.png", ContentType: "image/png", Reader: bytes.NewReader(picture.Bytes())}},
				Components: []discordgo.MessageComponent{discordgo.Container{Components: []discordgo.MessageComponent{
					discordgo.TextDisplay{Content: "# Hand"},
					discordgo.MediaGallery{Items: []discordgo.MediaGalleryItem{{Media: discordgo.UnfurledMediaItem{URL: "attachment://hand.png"}, Description: new("3 of Mind")}}},
				}}},
			},
		}))
		_, err := s.FollowupMessageCreate(i, true, &discordgo.WebhookParams{
			AllowedMentions: quiet, Content: "log",
			Files: []*discordgo.File{{Name: "log.txt", ContentType: "text/plain", Reader: strings.NewReader("entry 1")}},
		})
		must(t, err)
	})
	sc.register(t, s)
	in := sc.Slash(t, fakediscord.Invocation{By: sc.ann, In: sc.table, Command: "act"})
	m := in.Message(t)
	a := m.Attachments[0]
	if !bytes.Equal(a.Data, picture.Bytes()) || a.Width != 7 || a.Height != 5 || a.ContentType != "image/png" {
		t.Errorf("%+v", a)
	}
	if m.Text() != "# Hand\n3 of Mind\nhand.png" {
		t.Errorf("%q", m.Text())
	}
	if f := in.Followups(t, 1)[0]; f.Text() != "log\nlog.txt\nentry 1" {
		t.Errorf("%q", f.Text())
	}
	for _, q := range sc.Requests() {
		if strings.HasSuffix(q.Path, "/callback") && (len(q.Files) != 1 || q.Status != 204 || !strings.Contains(q.Body, "# Hand")) {
			t.Errorf("the log says %+v", q)
		}
	}
}

func TestChannelMessages(t *testing.T) {
	t.Parallel()
	sc := newScene(t)
	s := sc.bot(t, nil)
	m, err := s.ChannelMessageSendComplex(sc.table.ID, &discordgo.MessageSend{Content: "one", AllowedMentions: quiet})
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.ChannelMessageSendComplex(sc.table.ID, &discordgo.MessageSend{Content: "reply", AllowedMentions: quiet, Reference: m.Reference()})
	must(t, err)
	edit := discordgo.NewMessageEdit(sc.table.ID, m.ID).SetContent("two")
	edit.AllowedMentions = quiet
	_, err = s.ChannelMessageEditComplex(edit)
	must(t, err)
	list, err := s.ChannelMessages(sc.table.ID, 10, "", "", "")
	if err != nil || len(list) != 2 || list[1].Content != "two" || list[1].EditedTimestamp == nil || list[0].MessageReference.MessageID != m.ID {
		t.Fatalf("%+v %v", list, err)
	}
	older, err := s.ChannelMessages(sc.table.ID, 10, list[0].ID, "", "")
	if err != nil || len(older) != 1 || older[0].ID != m.ID {
		t.Errorf("%+v %v", older, err)
	}
	newer, err := s.ChannelMessages(sc.table.ID, 10, "", m.ID, "")
	if err != nil || len(newer) != 1 || newer[0].ID != list[0].ID {
		t.Errorf("%+v %v", newer, err)
	}
	must(t, s.ChannelMessageDelete(sc.table.ID, m.ID))
	if got := sc.Messages(sc.table); len(got) != 1 {
		t.Errorf("%+v", got)
	}
	var all []string
	for _, v := range sc.Shown(sc.table) {
		all = append(all, v.Content)
	}
	if !slices.Equal(all, []string{"one", "two", "reply"}) {
		t.Errorf("shown %v", all)
	}
	sc.WaitMessage(t, sc.table, func(m fakediscord.Message) bool { return m.Content == "reply" && m.ReplyTo == list[1].ID })
	sc.table.LetBot(fakediscord.ViewChannel)
	var refused *discordgo.RESTError
	_, err = s.ChannelMessageSendComplex(sc.table.ID, &discordgo.MessageSend{Content: "x", AllowedMentions: quiet})
	if !errors.As(err, &refused) || refused.Message.Code != discordgo.ErrCodeMissingPermissions {
		t.Errorf("%v", err)
	}
}

func TestConversationWithTheBot(t *testing.T) {
	t.Parallel()
	sc := newScene(t)
	s := sc.bot(t, func(s *discordgo.Session, i *discordgo.Interaction) {
		if i.Member != nil || i.User.Username != "eve" || i.GuildID != "" || i.Context != discordgo.InteractionContextBotDM {
			t.Errorf("%+v", i)
		}
		must(t, s.InteractionRespond(i, say("hello")))
	})
	commands := gameCommands()
	commands[0].Contexts = &[]discordgo.InteractionContextType{discordgo.InteractionContextGuild}
	_, err := s.ApplicationCommandBulkOverwrite(sc.AppID, "", commands)
	must(t, err)
	eve := sc.AddUser("eve")
	private := sc.Conversation(eve)
	if m := sc.Slash(t, fakediscord.Invocation{By: eve, In: private, Command: "act"}).Message(t); m.Content != "hello" {
		t.Errorf("%+v", m)
	}
	_, err = sc.TrySlash(fakediscord.Invocation{By: eve, In: private, Command: "game new", Options: fakediscord.Options{"name": "x"}})
	if !errors.Is(err, fakediscord.ErrMisuse) {
		t.Errorf("a command for guilds alone: %v", err)
	}
}

func TestAnInteractionIsAnsweredOnce(t *testing.T) {
	t.Parallel()
	sc := newScene(t)
	sc.Expect("40060")
	var mu sync.Mutex
	var results []error
	s := sc.bot(t, func(s *discordgo.Session, i *discordgo.Interaction) {
		mu.Lock()
		defer mu.Unlock()
		results = append(results, s.InteractionRespond(i, say("once")))
	})
	sc.register(t, s)
	in := sc.Slash(t, fakediscord.Invocation{By: sc.ann, In: sc.table, Command: "act"})
	in.Message(t)
	sc.Deliver(in)
	count := func() int {
		mu.Lock()
		defer mu.Unlock()
		return len(results)
	}
	waitFor(t, func() bool { return count() == 2 })
	mu.Lock()
	defer mu.Unlock()
	var refused *discordgo.RESTError
	if len(results) != 2 || results[0] != nil || !errors.As(results[1], &refused) || refused.Message.Code != 40060 {
		t.Errorf("%v", results)
	}
	if got := sc.Messages(sc.table); len(got) != 1 {
		t.Errorf("%+v", got)
	}
}

func TestTheFirstAnswerHasThreeSeconds(t *testing.T) {
	t.Parallel()
	sc := newScene(t)
	sc.idle(t)
	in := sc.start(t)
	if _, err := in.Await(); err == nil {
		t.Fatal("nobody answered")
	}
	status, body := sc.json(t, "POST", "/interactions/"+in.ID+"/"+in.Token+"/callback", `{"type":5}`)
	if status != 404 || body["code"] != 10062.0 {
		t.Errorf("%d %v", status, body)
	}
	var reasons []string
	for _, v := range sc.Violations() {
		reasons = append(reasons, fmt.Sprint(v.Code, v.Reason))
	}
	if !slices.Equal(reasons, []string{"10062UNANSWERED", "10062"}) {
		t.Errorf("%v", reasons)
	}
}

// start registers a command and enters it.
func (sc scene) start(t testing.TB) *fakediscord.Interaction {
	t.Helper()
	body, _ := json.Marshal(gameCommands())
	if status, text := sc.json(t, "PUT", "/applications/"+sc.AppID+"/commands", string(body)); status != 200 {
		t.Fatal(status, text)
	}
	return sc.Slash(t, fakediscord.Invocation{By: sc.ann, In: sc.table, Command: "act"})
}

func TestTokensDie(t *testing.T) {
	t.Parallel()
	sc := newScene(t)
	sc.idle(t)
	in := sc.start(t)
	hook := "/webhooks/" + sc.AppID + "/" + in.Token
	const hello = `{"content":"x","allowed_mentions":{"parse":[]}}`
	if status, body := sc.json(t, "PATCH", hook+"/messages/@original", hello); status != 404 || body["code"] != 10015.0 {
		t.Errorf("before the first answer: %d %v", status, body)
	}
	status, body := sc.json(t, "POST", "/interactions/"+in.ID+"/"+in.Token+"/callback?with_response=true", `{"type":4,"data":`+hello+`}`)
	message := body["resource"].(map[string]any)["message"].(map[string]any)
	if status != 200 || message["content"] != "x" {
		t.Errorf("%d %v", status, body)
	}
	if status, _ := sc.json(t, "DELETE", hook+"/messages/@original", ""); status != 204 {
		t.Error(status)
	}
	if status, body := sc.json(t, "PATCH", hook+"/messages/@original", hello); status != 404 || body["code"] != 10008.0 {
		t.Errorf("of a deleted message: %d %v", status, body)
	}
	in.Expire()
	if status, body := sc.json(t, "POST", hook, hello); status != 401 || body["code"] != 50027.0 {
		t.Errorf("after 15 minutes: %d %v", status, body)
	}
	if n := len(sc.Violations()); n != 3 {
		t.Errorf("%d violations", n)
	}
}

func TestManyAtOnce(t *testing.T) {
	t.Parallel()
	sc := newScene(t)
	sc.SetDeadline(30 * time.Second)
	s := sc.bot(t, func(s *discordgo.Session, i *discordgo.Interaction) {
		must(t, s.InteractionRespond(i, say(i.ApplicationCommandData().GetOption("card").StringValue())))
	})
	sc.register(t, s)
	var wg sync.WaitGroup
	for n := range 200 {
		wg.Go(func() {
			card := fmt.Sprint("card ", n)
			in, err := sc.TrySlash(fakediscord.Invocation{By: sc.ann, In: sc.table, Command: "act", Options: fakediscord.Options{"card": card}})
			if err != nil {
				t.Error(err)
				return
			}
			if m, err := in.AwaitMessage(); err != nil || m.Content != card {
				t.Errorf("%q %v", m.Content, err)
			}
		})
	}
	wg.Wait()
	if n := len(sc.Messages(sc.table)); n != 200 {
		t.Errorf("%d messages", n)
	}
}
