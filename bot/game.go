package bot

import (
	"fmt"
	"slices"
	"strings"

	"skald/combat"
	"skald/fate"
	"skald/table"
)

var gameCommands = []*Command{
	{
		Name: "game new", Short: "Begin a game in this channel; you narrate it", Who: Manager, On: nowhere, Binds: true,
		Options: []Option{
			{Name: "name", Short: "what the game is called", Required: true},
			{Name: "deck", Short: "the Fate deck; playing-cards if you leave it out", Suggest: suggestDecks},
		},
		Run: newGame,
	},
	{
		Name: "game join", Short: "Sit down with a hero and draw its hand",
		Options: []Option{
			{Name: "hero", Short: "your hero", Suggest: suggestHeroes},
			{Name: "player", Short: "who plays it (for the narrator)", Kind: Person},
		},
		Run: joinGame,
	},
	{
		Name: "game leave", Short: "Stand up; the hero's hand goes to the discard pile",
		Options: []Option{{Name: "hero", Short: "the hero that leaves", Suggest: suggestHeroes}},
		Run:     leaveGame,
	},
	{Name: "game status", Short: "Who is at the table, and how many cards lie where", Run: showStatus},
	{
		Name: "game link", Short: "Play a game in this channel too", Who: Narrator, On: theNamed("game"), Binds: true,
		Options: []Option{{Name: "game", Short: "the game's name", Required: true, Suggest: suggestGames}},
		Run:     linkGame,
	},
	{
		Name: "game unlink", Short: "Stop playing a game in this channel", Who: Narrator, On: theNamed("game"), Binds: true,
		Options: []Option{{Name: "game", Short: "the game's name; this channel's if you leave it out", Suggest: suggestGames}},
		Run:     unlinkGame,
	},
	{
		Name: "game narrator", Short: "Add or remove a narrator", Who: Keeper,
		Options: []Option{
			{Name: "add", Short: "a user or a role that narrates too", Kind: Mention},
			{Name: "remove", Short: "a user or a role that no longer narrates", Kind: Mention},
		},
		Run: changeNarrators,
	},
	{
		Name: "game end", Short: "End a game; its log is kept", Who: Keeper, On: theNamed("name"), Binds: true,
		Options: []Option{{Name: "name", Short: "the game's name, to be sure", Suggest: suggestGames}},
		Run:     endGame,
	},
	{
		Name: "game resume", Short: "Go on with an ended game, campaign or table of knights, in this channel", Who: Manager, On: nowhere, Binds: true,
		Options: []Option{{Name: "name", Short: "the ended game's name", Required: true, Suggest: suggestEnded}},
		Run:     resumeGame,
	},
	{Name: "game list", Short: "What is played on this server, and what has ended", On: nowhere, Run: listGames},
	{
		Name: "game log", Short: "Who did what, newest last", Slow: true, On: anyNamed("game"),
		Options: []Option{
			{Name: "count", Short: "how many entries; 10 if you leave it out", Kind: Number, Min: 1, Max: 100000},
			{Name: "format", Short: "text, markdown or json", Choices: []string{"text", "markdown", "json"}},
			{Name: "game", Short: "a game's name, ended ones too; this channel's if you leave it out", Suggest: suggestLogs},
		},
		Run: showLog,
	},
	{
		Name: "game undo", Short: "Take back the last change", Binds: true,
		Options: []Option{{Name: "preview", Short: "true only says what would be taken back", Kind: Switch}},
		Run:     undo,
	},
	{Name: "game redo", Short: "Carry out again what was just taken back", Binds: true, Run: redo},
}

// theNamed finds the game that an option names, or the channel's.
func theNamed(option string) func(*Turn) (*Game, error) {
	return func(t *Turn) (*Game, error) {
		name := t.Text(option)
		if name == "" {
			return here(t)
		}
		if g := t.Server.named(table.Saga, name); g != nil {
			return g, nil
		}
		return nil, fate.Refuse("no_game", "There is no game called %q here; /game list shows them.", short(name, 40))
	}
}

// anyNamed finds the game, campaign or table of knights that an option names, an ended one too, to look at it; or the
// channel's game.
func anyNamed(option string) func(*Turn) (*Game, error) {
	return func(t *Turn) (*Game, error) {
		g, err := theNamed(option)(t)
		if err == nil || t.Text(option) == "" {
			return g, err
		}
		for _, kind := range kinds[1:] {
			if other := t.Server.named(kind, t.Text(option)); other != nil {
				return other, nil
			}
		}
		switch ended, failed := t.Server.ended("", t.Text(option)); {
		case failed != nil:
			return nil, failed
		case len(ended) > 0:
			return load(t.Server.journal, ended[0].ID)
		}
		return nil, err
	}
}

func newGame(t *Turn) (Reply, error) {
	name, err := cleanName("game", t.Text("name"))
	if err != nil {
		return Reply{}, err
	}
	if g := t.Server.here(table.Saga, t.Request); g != nil {
		return Reply{}, fate.Refuse("game_here", "%s is played in this channel; end it with /game end, or choose another channel.", g.Table().Game.Name)
	}
	if g := t.Server.named(table.Saga, name); g != nil {
		return Reply{}, fate.Refuse("name_taken", "There is a game called %s already; choose another name, or play it here too with /game link.", g.Table().Game.Name)
	}
	switch past, err := t.Server.ended(table.Saga, name); {
	case err != nil:
		return Reply{}, err
	case len(past) > 0:
		return Reply{}, fate.Refuse("name_taken", "There was a game called %s, whose log is kept; choose another name, or take it up again with /game resume.", name)
	}
	list, err := t.findDeck(t.Text("deck"))
	if err != nil {
		return Reply{}, err
	}
	if err := t.fits(list); err != nil {
		return Reply{}, err
	}
	t.Table = table.Open(table.Saga, table.Game{Name: name, Channels: []string{t.Channel}, Narrators: []table.User{t.User}}, list, t.luck())
	return Reply{
		Title: name,
		Body: fmt.Sprintf("A new game. %s narrates; the deck is %s, %s; they are shuffled when the first hand is dealt.\nPlayers: make a hero with /hero new, then sit down with /game join.",
			t.User.Name, list.Name, plural(len(list.Cards), "card")),
		Tone:    Good,
		Buttons: []Button{{Label: "New hero", Line: "/hero new", Style: Main}, {Label: "How to play", Line: "/help"}},
	}, nil
}

func joinGame(t *Turn) (Reply, error) {
	seat, err := t.heroToSeat()
	if err != nil {
		return Reply{}, err
	}
	if a, ok := t.Arg("player"); ok {
		if !t.Narrates() {
			return Reply{}, fate.Refuse("not_narrator", "Only the narrator seats a hero for somebody else; leave player out.")
		}
		seat.Player = person(a)
	} else if seat.Player.ID != t.User.ID && !t.Narrates() {
		return Reply{}, notYours(seat)
	}
	if seat.Joined {
		return Reply{}, fate.Refuse("seated", "%s sits at the table already.", seat.Hero.Name)
	}
	seat = t.Table.Join(seat, t.luck())
	held := len(t.Table.Hand(seat))
	r := Reply{
		Title:   seat.Hero.Name + " sits down",
		Body:    fmt.Sprintf("%s plays %s and draws %s.", seat.Player.Name, seat.Hero.Name, plural(held, "card")),
		Tone:    Good,
		Buttons: []Button{handButton()},
	}
	if held < seat.Capacity() {
		r.Body += fmt.Sprintf(" Deck and discard pile are empty; %s will come.", plural(seat.Capacity()-held, "more card"))
	}
	r.Body += t.joinsLate(seat.Hero.Name)
	if seat.Player.ID == t.User.ID {
		r.Also = []Reply{t.handReply(seat)}
	}
	return r, nil
}

// heroToSeat is the hero that is named, or the user's only one that has no seat.
func (t *Turn) heroToSeat() (table.Seat, error) {
	if name := t.Text("hero"); name != "" {
		return t.seatNamed(name)
	}
	var mine []table.Seat
	for _, s := range t.Table.Heroes() {
		if s.Player.ID == t.User.ID && !s.Joined {
			mine = append(mine, s)
		}
	}
	switch len(mine) {
	case 0:
		return table.Seat{}, fate.Refuse("no_hero", "You have no hero here that waits for a seat; make one with /hero new.")
	case 1:
		return mine[0], nil
	}
	return table.Seat{}, fate.Refuse("which_hero", "Say which hero sits down: %s.", heroChoices("hero", mine))
}

func leaveGame(t *Turn) (Reply, error) {
	seat, _, err := t.seat()
	if err != nil {
		return Reply{}, err
	}
	if err := t.mayGo(seat.Hero.Name); err != nil {
		return Reply{}, err
	}
	n := len(t.Table.Hand(seat))
	seat = t.Table.Leave(seat)
	return Reply{Body: fmt.Sprintf("%s leaves the table with %s on the discard pile. /game join brings %s back.", seat.Hero.Name, plural(n, "card"), seat.Hero.Name)}, nil
}

// mayGo takes a hero out of the fight who goes from the table. A refusal is wounds that are not paid yet: another hand
// would pay them; or a fight that the player alone would run away from; or what waits for the hero in this exchange.
func (t *Turn) mayGo(name string) error {
	if owed := combat.Owed(t.Table.Fight.Owes(name, true)); owed > 0 {
		return fate.Refuse("must_pay", "%s must first pay %s with /wound pay (R6.6); the narrator can let them go with /wound forgive.", name, plural(owed, "wound"))
	}
	fights := t.fights(name)
	if fights && !t.Narrates() {
		return fate.Refuse("in_fight", "%s is in a fight; the narrator can take the hero out with /combat join leave:true.", name)
	}
	if t.Table.Fight.Waits(name) {
		return fate.Refuse("still_waits", "A hit or an attack on %s still waits in this exchange; when the narrator has ended it with /combat next, %s can go.", name, name)
	}
	if !fights {
		return nil
	}
	f, err := t.Table.Fight.Leave(name)
	if err == nil {
		t.Table.SetFight(f)
	}
	return err
}

func showStatus(t *Turn) (Reply, error) {
	g := t.Table.Game
	r := Reply{Title: g.Name}
	r.Fields = append(r.Fields, Field{Name: "Narrators", Value: narrators(g)})
	var lines []string
	for _, s := range t.Table.Heroes() {
		lines = append(lines, t.statusLine(s))
	}
	if len(lines) == 0 {
		lines = []string{"none yet; /hero new makes one"}
	}
	r.Fields = append(r.Fields, Field{Name: "Heroes", Value: strings.Join(lines, "\n")})
	r.Fields = append(r.Fields, fields("Awaited", t.awaited())...)
	r.Fields = append(r.Fields, fields("Waiting for the narrator", append(t.mishapsDue(), t.waitingForNarrator()...))...)
	r.Fields = append(r.Fields, fields("The narrator's tools", t.toolLines())...)
	counts := t.countCards()
	r.Fields = append(r.Fields, Field{Name: "Cards", Value: counts.Name + ": " + counts.text()})
	return r, nil
}

func narrators(g table.Game) string {
	var names []string
	for _, u := range g.Narrators {
		names = append(names, u.Name)
	}
	for _, role := range g.Roles {
		names = append(names, "everyone with the role "+role.Name)
	}
	return join(names)
}

func (t *Turn) statusLine(s table.Seat) string {
	if !s.Joined {
		return fmt.Sprintf("**%s** (%s): not at the table", s.Hero.Name, s.Player.Name)
	}
	line := fmt.Sprintf("**%s** (%s): %d of %s", s.Hero.Name, s.Player.Name, len(t.Table.Hand(s)), plural(s.Hero.HandSize(), "card"))
	return line + woundText(s)
}

// woundText is ", 1 slot locked by stunning wounds, dying", or "" for the unhurt.
func woundText(s table.Seat) string {
	text := ""
	if n := s.Wounds.Stunning; n > 0 {
		text += ", " + plural(n, "slot") + " lost to stunning wounds"
	}
	if n := s.Wounds.Killing; n > 0 {
		text += ", " + plural(n, "slot") + " lost to killing wounds"
	}
	if status := s.Hero.Status(s.Wounds); status != "up" {
		text += ", " + status
	}
	return text
}

func linkGame(t *Turn) (Reply, error) {
	if g := t.Server.here(table.Saga, t.Request); g != nil {
		return Reply{}, fate.Refuse("game_here", "%s is played in this channel already.", g.Table().Game.Name)
	}
	g := t.Table.Game
	g.Channels = slices.Concat(g.Channels, []string{t.Channel})
	t.Table.SetGame(g)
	return Reply{Body: fmt.Sprintf("%s is played in this channel too.", g.Name), Tone: Good}, nil
}

func unlinkGame(t *Turn) (Reply, error) {
	g := t.Table.Game
	at := slices.Index(g.Channels, t.Channel)
	if at < 0 {
		return Reply{}, fate.Refuse("not_linked", "%s is not played in this channel; use the command where it is.", g.Name)
	}
	if len(g.Channels) == 1 {
		return Reply{}, fate.Refuse("last_channel", "This is the last channel of %s; link another one first, or end the game with /game end.", g.Name)
	}
	g.Channels = slices.Delete(slices.Clone(g.Channels), at, at+1)
	t.Table.SetGame(g)
	return Reply{Body: g.Name + " is no longer played in this channel."}, nil
}

// office is what those who run a table are called.
type office struct {
	one, holds, no, left string
}

// office is the narrator's, or in a campaign the game master's.
func (t *Turn) office() office {
	if t.Table.Game.Kind == table.Realms {
		return office{"game master", "is game master", "is no game master here", "is game master no longer"}
	}
	return office{"narrator", "narrates", "does not narrate here", "no longer narrates"}
}

func changeNarrators(t *Turn) (Reply, error) {
	g, o := t.Table.Game, t.office()
	g.Narrators, g.Roles = slices.Clone(g.Narrators), slices.Clone(g.Roles)
	var said []string
	if a, ok := t.Arg("add"); ok {
		name, err := o.add(&g, a, t.Request.Server)
		if err != nil {
			return Reply{}, err
		}
		said = append(said, name+" "+o.holds+" too.")
	}
	if a, ok := t.Arg("remove"); ok {
		name, err := o.remove(&g, a)
		if err != nil {
			return Reply{}, err
		}
		said = append(said, name+" "+o.left+".")
	}
	if len(said) == 0 {
		return Reply{}, fate.Refuse("missing_option", "Say whom: add or remove a user or a role.")
	}
	t.Table.SetGame(g)
	return Reply{Body: strings.Join(said, " ")}, nil
}

func (o office) add(g *table.Game, a Arg, server string) (string, error) {
	if a.Role != nil {
		if a.Role.ID == server || strings.TrimPrefix(a.Role.Name, "@") == "everyone" { // Discord gives that role the server's id
			return "", fate.Refuse("everyone", "That would make everybody on the server a %s; name users, or a role that only %ss have.", o.one, o.one)
		}
		if slices.ContainsFunc(g.Roles, func(r table.Role) bool { return r.ID == a.Role.ID }) {
			return "", fate.Refuse("narrates", "Everyone with the role %s %s already.", a.Role.Name, o.holds)
		}
		g.Roles = append(g.Roles, *a.Role)
		return "Everyone with the role " + a.Role.Name, nil
	}
	u := person(a)
	if slices.ContainsFunc(g.Narrators, func(n table.User) bool { return n.ID == u.ID }) {
		return "", fate.Refuse("narrates", "%s %s already.", u.Name, o.holds)
	}
	g.Narrators = append(g.Narrators, u)
	return u.Name, nil
}

func (o office) remove(g *table.Game, a Arg) (string, error) {
	users, roles := len(g.Narrators), len(g.Roles)
	name := ""
	if a.Role != nil {
		name = "Everyone with the role " + a.Role.Name
		g.Roles = slices.DeleteFunc(g.Roles, func(r table.Role) bool { return r.ID == a.Role.ID })
	} else {
		u := person(a)
		name = u.Name
		g.Narrators = slices.DeleteFunc(g.Narrators, func(n table.User) bool { return n.ID == u.ID })
	}
	switch {
	case len(g.Narrators) == users && len(g.Roles) == roles:
		return "", fate.Refuse("narrates_not", "%s %s.", name, o.no)
	case len(g.Narrators) == 0:
		return "", fate.Refuse("last_narrator", "%s is the last %s; add another one first.", name, o.one)
	}
	return name, nil
}

// person is the user behind an option, with a name in any case.
func person(a Arg) table.User {
	if a.User != nil {
		return *a.User
	}
	return table.User{ID: a.Value, Name: a.Value}
}

func endGame(t *Turn) (Reply, error) {
	g := t.Table.Game
	if t.Text("name") == "" {
		return Reply{
			Private: true,
			Body:    fmt.Sprintf("This ends %s. Nothing is deleted: its log stays, and /game resume takes it up again.", g.Name),
			Buttons: []Button{{Label: "End " + g.Name, Line: Line("game end", "name", g.Name), Style: Danger}},
		}, nil
	}
	g.Ended = true
	t.Table.SetGame(g)
	return Reply{Title: g.Name + " ends", Body: "Its log is kept: /game log game:" + quoteValue(g.Name) + ". /game resume takes it up again."}, nil
}
