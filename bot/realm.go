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
		Options: []Option{
			{Name: "realm", Short: "which realm; yours if you leave it out", Suggest: suggestRealms},
			{Name: "turn", Short: "the open turn that is given up", Kind: Number, Hidden: true},
		},
		Run: leaveRealm,
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
			{Name: "legend-slain", Short: "the Legendary warlord who fell, by name or realm; commas between two; true: the loser's"},
			{Name: "note", Short: "how it went", Max: realm.MaxNote},
		},
		Run: reportBattle,
	},
	{
		Name: "realm confirm", Short: "Confirm the result that the other player told", On: realmHere,
		Options: answerOptions,
		Run:     func(t *Turn) (Reply, error) { return answerReport(t, realm.Campaign.Confirm, "confirms") },
	},
	{
		Name: "realm dispute", Short: "Dispute the result that the other player told; the game master settles", On: realmHere,
		Options: answerOptions,
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
		Name: "realm master", Short: "Add or remove a game master", Who: Keeper, On: realmHere,
		Options: []Option{
			{Name: "add", Short: "a user or a role that is game master too", Kind: Mention},
			{Name: "remove", Short: "a user or a role that is game master no longer", Kind: Mention},
		},
		Run: changeNarrators,
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

var answerOptions = []Option{
	{Name: "battle", Short: "the attacking realm", Required: true, Suggest: suggestBattles},
	{Name: "report", Short: "the report that is meant, if not the one that stands", Max: 200, Hidden: true},
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
	return Reply{
		Title: name, Tone: Good,
		Body: fmt.Sprintf("A campaign of realms; %s is the game master. %s\nPlayers: /realm join realm:… Then the game master opens the first turn with /realm begin.",
			t.User.Name, settings(c.Rules)),
	}, nil
}

// settings are what the group has decided (C2), and which rulings it reads otherwise than usual.
func settings(r realm.Rules) string {
	may := map[bool]string{true: "allowed", false: "not allowed"}
	text := fmt.Sprintf("Mercenaries are %s, Legendary units are %s.", may[r.Mercenaries], may[r.Legendary])
	for _, s := range []struct {
		on   bool
		text string
	}{
		{r.Unnested, "Few Fortresses alone open a Castle, whatever Towers stand (C4a)."},
		{r.HordesLast, "Who has no stronghold is attacked only when nobody else is free (C4b)."},
		{r.StandInUnpaid, "A battle against the game master's force earns no further dice (C9a)."},
		{r.AbsentLast, "Who misses a turn goes below all others in the order (C11a)."},
	} {
		if s.on {
			text += " " + s.text
		}
	}
	return text
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

// namesIn reads an option that lists names.
func (t *Turn) namesIn(option string) ([]string, error) {
	names := splitList(t.Text(option))
	if t.Text(option) != "" && len(names) == 0 {
		return nil, fate.Refuse("nobody_named", "The option %s names nobody; write names with commas between, or leave it out.", option)
	}
	return names, nil
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

// mayRun finds the realm that a user acts for: their own, or as game master the one that the option names.
func (t *Turn) mayRun(option string) (string, error) {
	c, name := t.campaign(), t.Text(option)
	if name == "" {
		if r, ok := c.Of(t.User.ID); ok {
			return r.Name, nil
		}
		if option != "" && t.Narrates() {
			return "", fate.Refuse("no_realm", "You run no realm here; say for whom with %s:%s, or bring in one of your own with /realm join.", option, quoteValue(cmpOr(awaited(c, option), "…")))
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

// awaited is a realm that somebody may have to speak for by an option: whose declaration it is, or who has a scenario to
// choose.
func awaited(c realm.Campaign, option string) string {
	if option != "by" {
		return ""
	}
	next, _ := c.Next()
	for _, b := range c.Battles {
		if next == "" && b.Scenario == "" && !b.Decided() {
			next = b.Attacker
		}
	}
	return next
}

func orderRealms(t *Turn) (Reply, error) {
	names, err := t.namesIn("realms")
	if err != nil {
		return Reply{}, err
	}
	c, err := t.campaign().Reorder(names)
	if err != nil {
		return Reply{}, err
	}
	t.Table.SetRealm(c)
	return t.withBoard(Reply{Body: "The order is now: " + strings.Join(c.Order, ", ") + "."}), nil
}

func beginTurn(t *Turn) (Reply, error) {
	names, err := t.namesIn("absent")
	if err != nil {
		return Reply{}, err
	}
	c, err := t.campaign().Begin(names, t.shuffleNames)
	if err != nil {
		return Reply{}, err
	}
	t.Table.SetRealm(c)
	body := "Order: " + strings.Join(c.Order, ", ") + "."
	var absent, arranged []string
	for _, row := range c.Now().Rows {
		if row.Absent && row.Versus == "" {
			absent = append(absent, row.Realm)
		}
	}
	for _, b := range c.Battles {
		if b.Arranged {
			arranged = append(arranged, battleText(b))
		}
	}
	if len(absent) > 0 {
		body += "\nAbsent: " + strings.Join(absent, ", ") + "."
	}
	if len(arranged) > 0 {
		body += "\nArranged, so that it counts as present: " + strings.Join(arranged, "; ") + "."
	}
	return t.withBoard(Reply{Title: fmt.Sprintf("Turn %d", c.Turn), Body: body, Tone: Good}), nil
}

func arrangeGame(t *Turn) (Reply, error) {
	if t.Switch("cancel") {
		b, ok := t.campaign().Battle(t.Text("first"))
		if ok && !b.Has(t.Text("second")) {
			return Reply{}, fate.Refuse("not_arranged", "%s fights %s this turn, and nobody else; name these two.", force(b.Attacker), realm.Called(b.Defender))
		}
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
	if err == nil && t.undoes > 0 && !t.Table.Game.Ended {
		r.Also = append(r.Also, board(t))
	}
	return r, err
}
