package bot

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"skald/bot/picture"
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

// battleText is "Blue attacks a Tower of Red", with what is known of it.
func battleText(b realm.Battle) string {
	what := b.Defender
	if b.Stronghold != "" {
		what = "a " + string(b.Stronghold) + " of " + b.Defender
	}
	text := fmt.Sprintf("**%s** attacks %s", b.Attacker, what)
	if b.Scenario != "" {
		text += ", " + b.Scenario
	}
	return text
}

// battleLine is a battle with its state.
func battleLine(b realm.Battle) string {
	text := battleText(b)
	switch b.State {
	case realm.Unfought:
		return text + ": no result yet"
	case realm.Reported:
		return fmt.Sprintf("%s: %s by the word of %s; %s has yet to confirm", text, outcomeText(b), b.Reporter, b.Answers())
	case realm.Disputed:
		return text + ": disputed; the game master settles it with /realm result"
	}
	return text + ": " + outcomeText(b)
}

func outcomeText(b realm.Battle) string {
	text := "a draw"
	if w := b.Winner(); w != "" {
		text = w + " wins"
		if b.Result.WarlordSlain {
			text += " and slays the warlord"
		}
	}
	for _, legend := range []string{b.Result.AttackerLegend, b.Result.DefenderLegend} {
		if legend != "" {
			text += ", " + legend + " falls"
		}
	}
	if b.Seized {
		text += ", the " + string(b.Stronghold) + " changes hands"
	}
	return text
}

func attackRealm(t *Turn) (Reply, error) {
	by, err := t.mayRun(t.Text("by"))
	if err != nil {
		return Reply{}, err
	}
	s, err := realm.ParseStronghold(t.Text("stronghold"))
	if err != nil {
		return Reply{}, err
	}
	c, b, err := t.campaign().Attack(by, t.Text("realm"), s)
	if realm.Code(err) == "stronghold_needed" && t.Pressed {
		return t.strongholdMenu(by), nil
	}
	if err != nil {
		return Reply{}, err
	}
	t.Table.SetRealm(c)
	return t.withBoard(Reply{Body: battleText(b) + ". /realm scenario chooses how it is fought."}), nil
}

// strongholdMenu asks which stronghold, where a target offers several.
func (t *Turn) strongholdMenu(by string) Reply {
	menu := Select{Label: "Which stronghold?", Line: t.Without("stronghold").String(), Option: "stronghold"}
	targets, _ := t.campaign().Targets(by)
	for _, target := range targets {
		for _, s := range target.Open {
			if strings.EqualFold(target.Realm, t.Text("realm")) {
				menu.Choices = append(menu.Choices, Choice{Label: string(s), Value: string(s)})
			}
		}
	}
	return Reply{Private: true, Body: fmt.Sprintf("%s attacks %s.", by, t.Text("realm")), Selects: []Select{menu}}
}

func passTurn(t *Turn) (Reply, error) {
	by, err := t.mayRun(t.Text("by"))
	if err != nil {
		return Reply{}, err
	}
	c, err := t.campaign().Pass(by)
	if err != nil {
		return Reply{}, err
	}
	t.Table.SetRealm(c)
	return t.withBoard(Reply{Body: by + " passes."}), nil
}

func chooseScenario(t *Turn) (Reply, error) {
	by, err := t.mayRun(t.Text("by"))
	if err != nil {
		return Reply{}, err
	}
	c, b, err := t.campaign().Choose(by, t.Text("name"))
	if err != nil {
		return Reply{}, err
	}
	t.Table.SetRealm(c)
	return t.withBoard(Reply{Body: battleText(b) + "."}), nil
}

func reportBattle(t *Turn) (Reply, error) {
	c := t.campaign()
	result, err := t.battleResult(c)
	if err != nil {
		return Reply{}, err
	}
	name := t.Text("battle")
	b, ok := c.Battle(name)
	own, runs := c.Of(t.User.ID)
	if t.Narrates() && !(ok && runs && b.Has(own.Name)) {
		c, b, err = c.Settle(name, result)
	} else {
		by, missing := t.mayRun("")
		if missing != nil {
			return Reply{}, missing
		}
		c, b, err = c.Report(name, result, by)
	}
	if err != nil {
		return Reply{}, err
	}
	t.Table.SetRealm(c)
	r := Reply{Title: "A battle", Body: battleLine(b) + "."}
	if result.Note != "" {
		r.Body += "\n" + result.Note
	}
	if b.Answers() != "" {
		r.Buttons = []Button{
			{Label: "Confirm", Line: Line("realm confirm", "battle", b.Attacker), Style: Main},
			{Label: "Dispute", Line: Line("realm dispute", "battle", b.Attacker), Style: Danger},
		}
	}
	return t.withBoard(r), nil
}

// battleResult reads what a player tells of a battle.
func (t *Turn) battleResult(c realm.Campaign) (realm.Result, error) {
	outcome, err := realm.ParseOutcome(t.Text("outcome"))
	if err != nil {
		return realm.Result{}, err
	}
	note, err := cleanText("note", t.Text("note"), realm.MaxNote)
	if err != nil {
		return realm.Result{}, err
	}
	result := realm.Result{Outcome: outcome, WarlordSlain: t.Switch("warlord-slain"), Note: note}
	b, ok := c.Battle(t.Text("battle"))
	if !ok {
		return result, nil // Report and Settle say what is wrong
	}
	for _, name := range splitList(t.Text("legend-slain")) {
		attacker, _ := c.Find(b.Attacker)
		defender, _ := c.Find(b.Defender)
		switch {
		case attacker.Legend != "" && (strings.EqualFold(name, attacker.Legend) || strings.EqualFold(name, attacker.Name)):
			result.AttackerLegend = attacker.Legend
		case defender.Legend != "" && (strings.EqualFold(name, defender.Legend) || strings.EqualFold(name, defender.Name)):
			result.DefenderLegend = defender.Legend
		case !c.Rules.Legendary:
			result.AttackerLegend = name // which the rules refuse (C2)
		default:
			return result, fate.Refuse("no_legends", "No Legendary warlord %q leads a side of that battle.", short(name, 40))
		}
	}
	return result, nil
}

type answer func(c realm.Campaign, battle, by string) (realm.Campaign, realm.Battle, error)

func answerReport(t *Turn, answer answer, verb string) (Reply, error) {
	by, err := t.mayRun("")
	if err != nil && !t.Narrates() {
		return Reply{}, err
	}
	if b, ok := t.campaign().Battle(t.Text("battle")); ok && b.Has(realm.StandIn) && t.Narrates() && !b.Has(by) {
		by = realm.StandIn
	}
	c, b, err := answer(t.campaign(), t.Text("battle"), by)
	if err != nil {
		return Reply{}, err
	}
	t.Table.SetRealm(c)
	return t.withBoard(Reply{Body: fmt.Sprintf("%s %s: %s.", by, verb, battleLine(b))}), nil
}

func closeTurn(t *Turn) (Reply, error) {
	c, turn, err := t.campaign().Score(t.dice)
	if err != nil {
		return Reply{}, err
	}
	t.Table.SetRealm(c)
	r := t.turnReply(turn)
	r.Title = fmt.Sprintf("Turn %d is over", turn.Number)
	r.Fields = append(fields("The dice", rollLines(turn)), r.Fields...)
	r.Fields = append(r.Fields, Field{Name: "The next order", Value: short(strings.Join(turn.Next, ", "), 1000)})
	r.Tone = Good
	return t.withBoard(r), nil
}

// rollLines shows each realm's dice one by one (C17).
func rollLines(turn realm.Turn) []string {
	var lines []string
	for _, roll := range turn.Rolls {
		var parts []string
		for _, p := range roll.Parts {
			parts = append(parts, fmt.Sprintf("%s %+dd6", p.Source, p.Dice))
		}
		if len(parts) == 0 {
			lines = append(lines, fmt.Sprintf("**%s**: no dice, %d", roll.Realm, roll.VP))
			continue
		}
		why := strings.Join(parts, ", ")
		sign := "+"
		if roll.Why == realm.Joining {
			sign = "−"
		}
		lines = append(lines, fmt.Sprintf("**%s** %s: %d %s %s = %d", roll.Realm, why, roll.From, sign, faces(roll), roll.VP))
	}
	return lines
}

// realmOutcome is the outcome "realm" of the console's contract.
type realmOutcome struct {
	Kind    string         `json:"kind"`
	Turn    int            `json:"turn"`
	Order   []string       `json:"order"`
	Realms  []realmRow     `json:"realms"`
	Battles []realm.Battle `json:"battles"`
	Rolls   []realm.Roll   `json:"rolls,omitempty"`
	Next    string         `json:"next,omitempty"` // whose declaration it is
}

type realmRow struct {
	Name       string `json:"name"`
	Player     string `json:"player"`
	Towers     int    `json:"towers"`
	Fortresses int    `json:"fortresses"`
	Castles    int    `json:"castles"`
	VP         int    `json:"vp"`
}

func turnOutcome(turn realm.Turn, next string) realmOutcome {
	o := realmOutcome{Kind: "realm", Turn: turn.Number, Order: turn.Next, Realms: []realmRow{}, Battles: turn.Battles, Rolls: turn.Rolls, Next: next}
	if len(o.Order) == 0 {
		o.Order = turn.Order
	}
	if o.Order == nil {
		o.Order = []string{}
	}
	if o.Battles == nil {
		o.Battles = []realm.Battle{}
	}
	for _, row := range turn.Rows {
		o.Realms = append(o.Realms, realmRow{row.Realm, cmpOr(row.PlayerName, row.Player), row.Holdings.Towers, row.Holdings.Fortresses, row.Holdings.Castles, row.VP})
	}
	return o
}

func realmStatus(t *Turn) (Reply, error) {
	c := t.campaign()
	if n := t.Number("turn", 0); n > 0 && n != c.Turn {
		turn, err := c.At(n)
		if err != nil {
			return Reply{}, err
		}
		return t.turnReply(turn), nil
	}
	return t.board(), nil
}

// turnReply is the table of a turn (C20), in words and as a picture.
func (t *Turn) turnReply(turn realm.Turn) Reply {
	r := Reply{Title: fmt.Sprintf("%s, turn %d", t.Table.Game.Name, turn.Number)}
	var lines []string
	for _, row := range turn.Rows {
		lines = append(lines, rowLine(row))
	}
	if len(lines) == 0 {
		lines = []string{"No realm yet; /realm join brings one in."}
	}
	r.Body = strings.Join(lines, "\n")
	if len(turn.Battles) > 0 {
		lines = nil
		for _, b := range turn.Battles {
			lines = append(lines, battleLine(b))
		}
		r.Fields = append(r.Fields, fields("Battles", lines)...)
	}
	r.Outcome = turnOutcome(turn, "")
	if len(turn.Rows) > 0 {
		pic := t.turnPicture(turn)
		r.Files = []File{{Name: "standings.png", Alt: pic.Alt(), Data: pic.PNG}}
	}
	return r
}

func rowLine(row realm.Row) string {
	line := fmt.Sprintf("**%s** (%s): %s, %s", row.Realm, cmpOr(row.PlayerName, "nobody"), row.Holdings, points(row.VP))
	switch {
	case row.Absent:
		line += ", absent"
	case row.Passed:
		line += ", passed"
	}
	if row.Calamity != "" {
		line += ", " + string(row.Calamity)
	}
	return line
}

// turnPicture is the table that C20 asks for.
func (t *Turn) turnPicture(turn realm.Turn) picture.Table {
	pic := picture.Table{
		Title: fmt.Sprintf("%s, turn %d", t.Table.Game.Name, turn.Number),
		Columns: []picture.Column{
			{Name: "Realm"},
			{Name: "Player"},
			{Name: "T", Numbers: true},
			{Name: "F", Numbers: true},
			{Name: "C", Numbers: true},
			{Name: "VP", Numbers: true},
			{Name: "Attack"}, // "on" or "by" whom
			{Name: "Result"},
			{Name: "Roll", Numbers: true},
		},
	}
	for _, row := range turn.Rows {
		battle := ""
		if row.Versus != "" {
			battle = map[realm.Action]string{realm.Attacked: "on ", realm.Defending: "by "}[row.Action] + row.Versus
		}
		roll := ""
		if row.Dice > 0 {
			roll = strconv.Itoa(row.Roll)
		}
		pic.Rows = append(pic.Rows, picture.Row{
			Cells: []string{
				row.Realm, cmpOr(row.PlayerName, row.Player), strconv.Itoa(row.Holdings.Towers), strconv.Itoa(row.Holdings.Fortresses),
				strconv.Itoa(row.Holdings.Castles), strconv.Itoa(row.VP), battle, rowResult(row), roll,
			},
		})
	}
	return filled(pic)
}

// filled is a table without the columns in which nothing stands, so that it is easier to read on a telephone.
func filled(pic picture.Table) picture.Table {
	for i := len(pic.Columns) - 1; i >= 0; i-- {
		if slices.ContainsFunc(pic.Rows, func(r picture.Row) bool { return r.Cells[i] != "" }) {
			continue
		}
		pic.Columns = slices.Delete(pic.Columns, i, i+1)
		for j := range pic.Rows {
			pic.Rows[j].Cells = slices.Delete(pic.Rows[j].Cells, i, i+1)
		}
	}
	return pic
}

func rowResult(row realm.Row) string {
	text := string(row.Result)
	if row.Won != "" {
		text += ", +" + string(row.Won)
	}
	if row.Lost != "" {
		text += ", −" + string(row.Lost)
	}
	if row.WarlordSlain {
		text += ", warlord"
	}
	if row.Calamity != "" {
		text = strings.TrimPrefix(text+", "+string(row.Calamity), ", ")
	}
	return text
}

// boardKey names the message that shows the campaign as it stands.
const boardKey = "realm"

// board is the message that stays current: the standings, the order, whose declaration it is, and buttons
// for what can be done now.
func (t *Turn) board() Reply {
	c := t.campaign()
	now := c.Now()
	r := t.turnReply(now)
	r.Board = boardKey
	next, forced := c.Next()
	r.Outcome = turnOutcome(now, next)
	r.Fields = append(r.Fields, Field{Name: "Now", Value: short(t.nowText(c, next, forced), 1000)})
	if len(c.Order) > 0 {
		r.Fields = append(r.Fields, Field{Name: "Order", Value: short(strings.Join(c.Order, ", "), 1000)})
	}
	switch c.Phase {
	case realm.Declaring:
		r.Selects = t.attackMenu(c, next)
		if c.MayPass(next) == nil {
			r.Buttons = append(r.Buttons, Button{Label: "Pass", Line: "/realm pass"})
		}
	case realm.Fighting:
		if c.Due() == nil {
			r.Buttons = append(r.Buttons, Button{Label: "Close the turn", Line: "/realm turn", Style: Main})
		}
	case realm.Gathering:
		if len(c.Realms) > 1 {
			r.Buttons = append(r.Buttons, Button{Label: "Open the turn", Line: "/realm begin", Style: Main})
		}
	}
	return r
}

func (t *Turn) nowText(c realm.Campaign, next string, forced bool) string {
	switch c.Phase {
	case realm.Declaring:
		who, _ := c.Find(next)
		text := fmt.Sprintf("**%s** (%s) declares: attack or pass.", next, cmpOr(who.PlayerName, "nobody"))
		if forced {
			text = fmt.Sprintf("**%s** (%s) has passed before and must attack.", next, cmpOr(who.PlayerName, "nobody"))
		}
		return text
	case realm.Fighting:
		if err := c.Due(); err != nil {
			return err.Error()
		}
		return "All results are in; the game master closes the turn with /realm turn."
	case realm.Ended:
		return "The campaign is over. " + winnersText(c)
	}
	return fmt.Sprintf("The game master opens turn %d with /realm begin.", c.Turn)
}

func (t *Turn) attackMenu(c realm.Campaign, next string) []Select {
	targets, err := c.Targets(next)
	if err != nil {
		return nil
	}
	menu := Select{Label: "Attack a realm", Line: "/realm attack", Option: "realm"}
	for _, target := range targets {
		if target.Err != nil {
			continue
		}
		about := "nothing to seize"
		if len(target.Open) > 0 {
			var open []string
			for _, s := range target.Open {
				open = append(open, string(s))
			}
			about = strings.Join(open, ", ")
		}
		menu.Choices = append(menu.Choices, Choice{Label: target.Realm, Value: target.Realm, About: about})
	}
	if len(menu.Choices) == 0 {
		return nil
	}
	menu.Choices = capChoices(menu.Choices)
	return []Select{menu}
}

// undoWith takes back the last change and shows the board as it is then.
func undoWith(t *Turn, board func(*Turn) Reply) (Reply, error) {
	r, err := undo(t)
	if err == nil && t.undoes > 0 {
		r.Also = append(r.Also, board(t))
	}
	return r, err
}

// withBoard adds the board to a reply, so that it stays current.
func (t *Turn) withBoard(r Reply) Reply {
	r.Also = append(r.Also, t.board())
	return r
}

func realmHistory(t *Turn) (Reply, error) {
	c := t.campaign()
	most := t.Number("turn", len(c.Past))
	past := c.Past[:min(most, len(c.Past))]
	if len(past) == 0 {
		return Reply{}, fate.Refuse("no_such_turn", "No turn is over yet.")
	}
	pic := picture.Chart{Title: c.Name + ": victory points", Across: "turn"}
	var lines []string
	for _, s := range c.Standings() {
		line := picture.Series{Name: s.Realm.Name}
		var text []string
		for _, turn := range past {
			for _, row := range turn.Rows {
				if row.Realm == s.Realm.Name {
					if len(line.Values) == 0 {
						line.From = turn.Number
					}
					line.Values = append(line.Values, row.VP)
					text = append(text, strconv.Itoa(row.VP))
				}
			}
		}
		if len(line.Values) > 0 {
			pic.Lines = append(pic.Lines, line)
			since := ""
			if line.From > past[0].Number {
				since = fmt.Sprintf(" from turn %d", line.From)
			}
			lines = append(lines, fmt.Sprintf("**%s**%s: %s", s.Realm.Name, since, strings.Join(text, ", ")))
		}
	}
	return Reply{Title: pic.Title, Body: strings.Join(lines, "\n"), Files: []File{{Name: "history.png", Alt: pic.Alt(), Data: pic.PNG}}}, nil
}

func amendRealm(t *Turn) (Reply, error) {
	c := t.campaign()
	r, err := c.Find(t.Text("realm"))
	if err != nil {
		return Reply{}, err
	}
	f := r.Figures()
	f.Holdings.Towers = t.Number("towers", f.Holdings.Towers)
	f.Holdings.Fortresses = t.Number("fortresses", f.Holdings.Fortresses)
	f.Holdings.Castles = t.Number("castles", f.Holdings.Castles)
	f.VP = t.Number("vp", f.VP)
	note, err := cleanText("note", t.Text("note"), realm.MaxNote)
	if err != nil {
		return Reply{}, err
	}
	c, amendment, err := c.Amend(r.Name, f, note)
	if err != nil {
		return Reply{}, err
	}
	t.Table.SetRealm(c)
	body := fmt.Sprintf("%s has %s and %s now; it had %s and %s.", r.Name, amendment.To.Holdings, points(amendment.To.VP), amendment.From.Holdings, points(amendment.From.VP))
	if note != "" {
		body += "\n" + note
	}
	return t.withBoard(Reply{Title: "By the game master's word", Body: body}), nil
}

func winnersText(c realm.Campaign) string {
	w := c.Winners()
	if len(w) == 0 {
		return "Nobody won."
	}
	r, _ := c.Find(w[0])
	if len(w) > 1 {
		return fmt.Sprintf("%s share the victory with %s.", join(w), points(r.VP))
	}
	return fmt.Sprintf("%s wins with %s.", w[0], points(r.VP))
}

func endRealm(t *Turn) (Reply, error) {
	g := t.Table.Game
	if !strings.EqualFold(t.Text("name"), g.Name) {
		return Reply{
			Private: true, Body: fmt.Sprintf("This ends %s for good. Its log is kept.", g.Name),
			Buttons: []Button{{Label: "End " + g.Name, Line: Line("realm end", "name", g.Name), Style: Danger}},
		}, nil
	}
	c, err := t.campaign().End()
	if err != nil {
		return Reply{}, err
	}
	t.Table.SetRealm(c)
	g.Ended = true
	t.Table.SetGame(g)
	r := t.board()
	r.Title, r.Tone = g.Name+" is over", Good
	return r, nil
}

func exportRealm(t *Turn) (Reply, error) {
	data, err := json.MarshalIndent(t.campaign(), "", "  ")
	if err != nil {
		return Reply{}, fmt.Errorf("write the campaign: %w", err)
	}
	return Reply{
		Private: true, Body: "The whole campaign; /realm import begins it elsewhere.",
		Files: []File{{Name: fileName(t.Table.Game.Name) + ".json", Data: Bytes(append(data, '\n'))}},
	}, nil
}

func importRealm(t *Turn) (Reply, error) {
	a, _ := t.Arg("file")
	var c realm.Campaign
	if err := readYAML("campaign", a.File.Data, 1<<20, &c); err != nil {
		return Reply{}, err
	}
	if name := t.Text("name"); name != "" {
		c.Name = name
	}
	name, err := cleanName("campaign", c.Name)
	if err != nil {
		return Reply{}, err
	}
	c.Name = name
	if err := c.Check(); err != nil {
		return Reply{}, err
	}
	if err := t.openRealm(c); err != nil {
		return Reply{}, err
	}
	return t.withBoard(Reply{Title: c.Name, Body: fmt.Sprintf("The campaign goes on here from turn %d; %s is the game master.", c.Turn, t.User.Name), Tone: Good}), nil
}

func suggestRealms(t *Turn) []Choice {
	if t.Table == nil || t.Table.Realm == nil {
		return nil
	}
	var list []Choice
	for _, name := range t.campaign().Names() {
		list = append(list, Choice{Label: name, Value: name})
	}
	return list
}

func suggestTargets(t *Turn) []Choice {
	if t.Table == nil || t.Table.Realm == nil {
		return nil
	}
	next, _ := t.campaign().Next()
	var list []Choice
	for _, menu := range t.attackMenu(t.campaign(), next) {
		for _, c := range menu.Choices {
			list = append(list, Choice{Label: c.Label + " (" + c.About + ")", Value: c.Value})
		}
	}
	return list
}

func suggestBattles(t *Turn) []Choice {
	if t.Table == nil || t.Table.Realm == nil {
		return nil
	}
	var list []Choice
	for _, b := range t.campaign().Battles {
		list = append(list, Choice{Label: b.Attacker + " against " + b.Defender, Value: b.Attacker})
	}
	return list
}

func suggestScenarios(t *Turn) []Choice {
	if t.Table == nil || t.Table.Realm == nil {
		return nil
	}
	by, err := t.mayRun(t.Text("by"))
	if err != nil {
		return nil
	}
	var list []Choice
	for _, left := range t.campaign().ScenariosLeft(by) {
		list = append(list, Choice{Label: left.Scenario, Value: left.Scenario})
	}
	return list
}

func suggestFactions(*Turn) []Choice {
	var list []Choice
	for _, b := range realm.Books() {
		for _, f := range b.Factions {
			list = append(list, Choice{Label: f.Name, Value: f.Name, About: b.Book})
		}
	}
	return list
}

func suggestDivisions(t *Turn) []Choice {
	var list []Choice
	for _, d := range realm.Divisions(t.Text("faction")) {
		list = append(list, Choice{Label: d, Value: d})
	}
	return list
}
