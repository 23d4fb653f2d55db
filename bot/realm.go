package bot

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"skald/fate"
	"skald/realm"
	"skald/table"
)

var realmCommands = []*Command{
	{
		Name: "realm new", Short: "Begin a campaign of realms in this channel; you are its game master", Who: Manager, On: nowhere, Binds: true,
		Options: []Option{
			{Name: "name", Short: "what the campaign is called", Required: true},
			{Name: "mercenaries", Short: "true allows mercenaries", Kind: Switch},
			{Name: "legendary", Short: "true allows Legendary units and warlords", Kind: Switch},
			{Name: "nested", Short: "false: few Fortresses alone open a Castle, whatever Towers stand (C4a)", Kind: Switch},
			{Name: "hordes-last", Short: "true: who has no stronghold is attacked only when nobody else is free (C4b)", Kind: Switch},
		},
		Run: newRealm,
	},
	{
		Name: "realm join", Short: "Bring your realm into the campaign", On: realmHere,
		Options: []Option{
			{Name: "realm", Short: "what your realm is called", Required: true},
			{Name: "player", Short: "who runs it (for the game master)", Kind: Person},
			{Name: "faction", Short: "the faction of your army", Suggest: suggestFactions},
			{Name: "division", Short: "its subdivision", Suggest: suggestDivisions},
			{Name: "legend", Short: "the Legendary warlord who leads it"},
		},
		Run: joinRealm,
	},
	{
		Name: "realm leave", Short: "Take a realm out of the campaign", On: realmHere,
		Options: []Option{{Name: "realm", Short: "which realm; yours if you leave it out", Suggest: suggestRealms}},
		Run:     leaveRealm,
	},
	{
		Name: "realm lead", Short: "Put a Legendary warlord at the head of your realm", On: realmHere,
		Options: []Option{
			{Name: "legend", Short: "who leads; left out, an ordinary warlord does"},
			{Name: "realm", Short: "which realm; yours if you leave it out", Suggest: suggestRealms},
		},
		Run: leadRealm,
	},
	{
		Name: "realm order", Short: "Set the player order", Who: Narrator, On: realmHere,
		Options: []Option{{Name: "realms", Short: "all realms, the first to choose first, commas between", Required: true, Max: 1000}},
		Run:     orderRealms,
	},
	{
		Name: "realm begin", Short: "Open the turn with who is there", Who: Narrator, On: realmHere,
		Options: []Option{{Name: "absent", Short: "the realms that are not there, commas between", Max: 1000}},
		Run:     beginTurn,
	},
	{
		Name: "realm arrange", Short: "Two who are absent play each other at another time", Who: Narrator, On: realmHere,
		Options: []Option{
			{Name: "first", Short: "who attacks", Required: true, Suggest: suggestRealms},
			{Name: "second", Short: "who defends", Required: true, Suggest: suggestRealms},
			{Name: "stronghold", Short: "what is fought for", Choices: strongholds()},
			{Name: "cancel", Short: "true: the game was not played", Kind: Switch},
		},
		Run: arrangeGame,
	},
	{
		Name: "realm attack", Short: "Declare your attack", On: realmHere,
		Options: []Option{
			{Name: "realm", Short: "whom you attack", Required: true, Suggest: suggestTargets},
			{Name: "stronghold", Short: "what you attack; needed where there is a choice", Choices: strongholds()},
			{Name: "by", Short: "for whom (for the game master)", Suggest: suggestRealms},
		},
		Run: attackRealm,
	},
	{
		Name: "realm pass", Short: "Let your declaration go by; the second time you must attack", On: realmHere,
		Options: []Option{{Name: "by", Short: "for whom (for the game master)", Suggest: suggestRealms}},
		Run:     passTurn,
	},
	{
		Name: "realm scenario", Short: "Choose the scenario of your battle; each at most twice", On: realmHere,
		Options: []Option{
			{Name: "name", Short: "the scenario", Required: true, Suggest: suggestScenarios},
			{Name: "by", Short: "the attacking realm (for the game master)", Suggest: suggestRealms},
		},
		Run: chooseScenario,
	},
	{
		Name: "realm result", Short: "Tell how a battle ended", On: realmHere,
		Options: []Option{
			{Name: "battle", Short: "the attacking realm", Required: true, Suggest: suggestBattles},
			{Name: "outcome", Short: "who won", Required: true, Choices: []string{"attacker", "defender", "draw"}},
			{Name: "warlord-slain", Short: "true: the loser's warlord fell", Kind: Switch},
			{Name: "legend-slain", Short: "the Legendary warlord who fell, by name or realm; commas between two"},
			{Name: "note", Short: "how it went", Max: realm.MaxNote},
		},
		Run: reportBattle,
	},
	{
		Name: "realm confirm", Short: "Confirm the result that the other player told", On: realmHere,
		Options: []Option{{Name: "battle", Short: "the attacking realm", Required: true, Suggest: suggestBattles}},
		Run:     func(t *Turn) (Reply, error) { return answerReport(t, realm.Campaign.Confirm, "confirms") },
	},
	{
		Name: "realm dispute", Short: "Dispute the result that the other player told; the game master settles", On: realmHere,
		Options: []Option{{Name: "battle", Short: "the attacking realm", Required: true, Suggest: suggestBattles}},
		Run:     func(t *Turn) (Reply, error) { return answerReport(t, realm.Campaign.Dispute, "disputes") },
	},
	{Name: "realm turn", Short: "Close the turn: strongholds change hands, the dice are rolled", Who: Narrator, On: realmHere, Run: closeTurn},
	{
		Name: "realm status", Short: "The standings, the order and the battles, now or at an earlier turn", On: realmHere,
		Options: []Option{{Name: "turn", Short: "an earlier turn", Kind: Number, Min: 1, Max: 10000}},
		Run:     realmStatus,
	},
	{
		Name: "realm history", Short: "A chart of the victory points over the turns", On: realmHere,
		Options: []Option{{Name: "turn", Short: "only up to this turn", Kind: Number, Min: 1, Max: 10000}},
		Run:     realmHistory,
	},
	{
		Name: "realm amend", Short: "Set a realm's figures by the game master's word", Who: Narrator, On: realmHere,
		Options: []Option{
			{Name: "realm", Short: "whose", Required: true, Suggest: suggestRealms},
			{Name: "towers", Short: "how many Towers", Kind: Number, Min: 0, Max: realm.MaxStrongholds},
			{Name: "fortresses", Short: "how many Fortresses", Kind: Number, Min: 0, Max: realm.MaxStrongholds},
			{Name: "castles", Short: "how many Castles", Kind: Number, Min: 0, Max: realm.MaxStrongholds},
			{Name: "vp", Short: "victory points", Kind: Number, Min: -realm.MaxVP, Max: realm.MaxVP},
			{Name: "note", Short: "why", Max: realm.MaxNote},
		},
		Run: amendRealm,
	},
	{
		Name: "realm end", Short: "End the campaign: the most victory points win", Who: Keeper, On: realmHere, Binds: true,
		Options: []Option{{Name: "name", Short: "the campaign's name, to be sure"}},
		Run:     endRealm,
	},
	{
		Name: "realm undo", Short: "Take back the last change", On: realmHere,
		Options: []Option{{Name: "preview", Short: "only say what would be taken back", Kind: Switch}},
		Run:     func(t *Turn) (Reply, error) { return undoWith(t, (*Turn).board) },
	},
	{
		Name: "realm log", Short: "Who did what, newest last", Slow: true, On: realmHere,
		Options: []Option{
			{Name: "count", Short: "how many entries; 10 if you leave it out", Kind: Number, Min: 1, Max: 100000},
			{Name: "format", Short: "text, markdown or json", Choices: []string{"text", "markdown", "json"}},
		},
		Run: showLog,
	},
	{Name: "realm export", Short: "The whole campaign as a file", Who: Keeper, On: realmHere, Private: true, Run: exportRealm},
	{
		Name: "realm import", Short: "Begin a campaign here from a file", Who: Manager, On: nowhere, Binds: true, Slow: true,
		Options: []Option{
			{Name: "file", Short: "a campaign, as /realm export gives it", Kind: Attachment, Required: true},
			{Name: "name", Short: "another name than the file has"},
		},
		Run: importRealm,
	},
}

// realmHere is the campaign of the channel.
func realmHere(t *Turn) (*Game, error) {
	if g := t.Server.here(table.Realms, t.Request); g != nil {
		return g, nil
	}
	return nil, fate.Refuse("no_campaign", "There is no campaign in this channel. Someone who may manage the server begins one with /realm new.")
}

func strongholds() []string {
	var list []string
	for _, s := range realm.Strongholds() {
		list = append(list, string(s))
	}
	return list
}

func (t *Turn) campaign() realm.Campaign { return *t.Table.Realm }

// shuffleNames is the random order of C9.
func (t *Turn) shuffleNames(names []string) []string {
	names = slices.Clone(names)
	for i := len(names) - 1; i > 0; i-- {
		j := t.Hub.Luck(i + 1)
		names[i], names[j] = names[j], names[i]
	}
	return names
}

func (t *Turn) dice(n int) []int {
	faces := make([]int, n)
	for i := range faces {
		faces[i] = t.Hub.Luck(6) + 1
	}
	return faces
}

func newRealm(t *Turn) (Reply, error) {
	name, err := cleanName("campaign", t.Text("name"))
	if err != nil {
		return Reply{}, err
	}
	_, said := t.Arg("nested")
	c, err := realm.New(name, realm.Rules{
		Mercenaries: t.Switch("mercenaries"), Legendary: t.Switch("legendary"),
		Unnested: said && !t.Switch("nested"), HordesLast: t.Switch("hordes-last"),
	})
	if err != nil {
		return Reply{}, err
	}
	if err := t.openRealm(c); err != nil {
		return Reply{}, err
	}
	may := func(yes bool) string {
		if yes {
			return "allowed"
		}
		return "not allowed"
	}
	return Reply{
		Title: name, Tone: Good,
		Body: fmt.Sprintf("A campaign of realms; %s is the game master. Mercenaries are %s, Legendary units are %s.\nPlayers: /realm join realm:… Then the game master opens the first turn with /realm begin.",
			t.User.Name, may(c.Rules.Mercenaries), may(c.Rules.Legendary)),
	}, nil
}

// openRealm begins a table for a campaign in this channel.
func (t *Turn) openRealm(c realm.Campaign) error {
	if g := t.Server.here(table.Realms, t.Request); g != nil {
		return fate.Refuse("campaign_here", "%s is kept in this channel; end it with /realm end, or choose another channel.", g.Table().Game.Name)
	}
	if t.Server.named(table.Realms, c.Name) != nil {
		return fate.Refuse("name_taken", "There is a campaign called %s already; choose another name.", c.Name)
	}
	switch past, err := t.Server.ended(table.Realms, c.Name); {
	case err != nil:
		return err
	case len(past) > 0:
		return fate.Refuse("name_taken", "There was a campaign called %s, whose log is kept; choose another name.", c.Name)
	}
	t.Table = table.Open(table.Realms, table.Game{Name: c.Name, Channels: []string{t.Channel}, Narrators: []table.User{t.User}}, nil, t.luck())
	t.Table.SetRealm(c)
	return nil
}

func joinRealm(t *Turn) (Reply, error) {
	player := t.User
	if a, ok := t.Arg("player"); ok {
		if player = person(a); player.ID != t.User.ID && !t.Narrates() {
			return Reply{}, fate.Refuse("not_narrator", "Only the game master brings in a realm for somebody else; leave player out.")
		}
	}
	c, arrival, err := t.campaign().Join(realm.Realm{
		Name: t.Text("realm"), Player: player.ID, PlayerName: player.Name,
		Faction: t.Text("faction"), Division: t.Text("division"), Legend: t.Text("legend"),
	}, t.dice)
	if err != nil {
		return Reply{}, err
	}
	t.Table.SetRealm(c)
	r := arrival.Realm
	body := fmt.Sprintf("%s runs %s%s: %s, %s.", player.Name, r.Name, ofFaction(r), r.Holdings, points(r.VP))
	if arrival.Returned {
		body = fmt.Sprintf("%s comes back with %s as it stood: %s, %s.", player.Name, r.Name, r.Holdings, points(r.VP))
	} else if len(arrival.Roll.Dice) > 0 {
		body += fmt.Sprintf("\nIt joins late, with the fewest points of the turn before less a roll: %d − %s = %d.", arrival.Roll.From, faces(arrival.Roll), arrival.Roll.VP)
	}
	return t.withBoard(Reply{Title: r.Name + " joins", Body: body, Tone: Good}), nil
}

func ofFaction(r realm.Realm) string {
	text := ""
	if r.Faction != "" {
		text = " (" + r.Faction
		if r.Division != "" {
			text += ", " + r.Division
		}
		text += ")"
	}
	if r.Legend != "" {
		text += ", led by " + r.Legend
	}
	return text
}

func points(vp int) string { return strconv.Itoa(vp) + " VP" }

// faces shows a roll's dice one by one: "3 + 5 = 8".
func faces(r realm.Roll) string {
	if len(r.Dice) == 0 {
		return "no dice"
	}
	var words []string
	for _, d := range r.Dice {
		words = append(words, strconv.Itoa(d))
	}
	if len(words) == 1 {
		return words[0]
	}
	return fmt.Sprintf("(%s = %d)", strings.Join(words, " + "), r.Sum)
}

// mayRun finds the realm that a user acts for: their own, or as game master the one that is named.
func (t *Turn) mayRun(name string) (string, error) {
	c := t.campaign()
	if name == "" {
		if r, ok := c.Of(t.User.ID); ok {
			return r.Name, nil
		}
		return "", fate.Refuse("no_realm", "You run no realm here; /realm join brings one in.")
	}
	if strings.EqualFold(name, realm.StandIn) && t.Narrates() {
		return realm.StandIn, nil
	}
	r, err := c.Find(name)
	if err != nil {
		return "", err
	}
	if r.Player != t.User.ID && !t.Narrates() {
		return "", fate.Refuse("not_yours", "%s is run by %s.", r.Name, cmpOr(r.PlayerName, "somebody else"))
	}
	return r.Name, nil
}

func leaveRealm(t *Turn) (Reply, error) {
	name, err := t.mayRun(t.Text("realm"))
	if err != nil {
		return Reply{}, err
	}
	c, err := t.campaign().Leave(name)
	if err != nil {
		return Reply{}, err
	}
	t.Table.SetRealm(c)
	return t.withBoard(Reply{Body: name + " leaves the campaign; who ran it can bring it back with /realm join."}), nil
}

func leadRealm(t *Turn) (Reply, error) {
	name, err := t.mayRun(t.Text("realm"))
	if err != nil {
		return Reply{}, err
	}
	c, err := t.campaign().Lead(name, t.Text("legend"))
	if err != nil {
		return Reply{}, err
	}
	t.Table.SetRealm(c)
	r, _ := c.Find(name)
	return Reply{Body: fmt.Sprintf("%s is led by %s now.", name, cmpOr(r.Legend, "an ordinary warlord"))}, nil
}

func orderRealms(t *Turn) (Reply, error) {
	c, err := t.campaign().Reorder(splitList(t.Text("realms")))
	if err != nil {
		return Reply{}, err
	}
	t.Table.SetRealm(c)
	return t.withBoard(Reply{Body: "The order is now: " + strings.Join(c.Order, ", ") + "."}), nil
}

func beginTurn(t *Turn) (Reply, error) {
	c, err := t.campaign().Begin(splitList(t.Text("absent")), t.shuffleNames)
	if err != nil {
		return Reply{}, err
	}
	t.Table.SetRealm(c)
	body := "Order: " + strings.Join(c.Order, ", ") + "."
	if len(c.Absent) > 0 {
		body += "\nAbsent: " + strings.Join(c.Absent, ", ") + "."
	}
	return t.withBoard(Reply{Title: fmt.Sprintf("Turn %d", c.Turn), Body: body, Tone: Good}), nil
}

func arrangeGame(t *Turn) (Reply, error) {
	if t.Switch("cancel") {
		b, _ := t.campaign().Battle(t.Text("first"))
		c, err := t.campaign().CallOff(t.Text("first"))
		if err != nil {
			return Reply{}, err
		}
		t.Table.SetRealm(c)
		return t.withBoard(Reply{Body: fmt.Sprintf("The game of %s and %s is called off.", b.Attacker, b.Defender)}), nil
	}
	s, err := realm.ParseStronghold(t.Text("stronghold"))
	if err != nil {
		return Reply{}, err
	}
	c, b, err := t.campaign().Arrange(t.Text("first"), t.Text("second"), s)
	if err != nil {
		return Reply{}, err
	}
	t.Table.SetRealm(c)
	return t.withBoard(Reply{Body: "Arranged: " + battleText(b) + "."}), nil
}

// boardKey names the message that shows the campaign as it stands.
const boardKey = "realm"

// undoWith takes back the last change and shows the board as it is then.
func undoWith(t *Turn, board func(*Turn) Reply) (Reply, error) {
	r, err := undo(t)
	if err == nil && t.undoes > 0 {
		r.Also = append(r.Also, board(t))
	}
	return r, err
}
