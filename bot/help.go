package bot

import (
	"fmt"
	"slices"
	"strings"

	"skald/combat"
	"skald/fate"
	"skald/realm"
	"skald/table"
)

var helpCommands = []*Command{{
	Name: "help", Short: "What to do next here, and the rules in short", Private: true, On: hereIfAny,
	Options: []Option{{Name: "topic", Short: "what you want to know", Suggest: suggestTopics}},
	Run:     help,
}}

// topic is a piece of help.
type topic struct {
	name, text string
}

// topics are the rules in short, in our own words, and how the table works.
var topics = []topic{
	{"actions", "An action is written *difficulty ability (opposition)*: `average Strength`, `challenging Quickness (Dexterity 6)`, `13 Reason`. " +
		"Play a card from your hand: ability score + cards + skill must reach the difficulty, plus the opposition's score where somebody resists. Equal is enough. " +
		"Then you draw a new card for each one played.\n`/act action:\"average Strength\"` opens your hand to choose from."},
	{"difficulty", "Easy 4, average 8, challenging 12, daunting 16, desperate 20, impossible 24, legendary 28. One level is 4. A number works too: `13 Reason`."},
	{"trump", "If the last card you play from your hand has the suit of the ability, it is a trump: the top card of the deck is flipped and added. " +
		"While the flipped card has that suit too, another one follows. Karma is never a trump."},
	{"edge", "A card whose value is at or under your Edge lets you play another one after it, and so on: `card:\"1 Mind\" then:\"8 Body\"`. " +
		"Only the last card of the chain can be a trump, so keep that one for the end."},
	{"karma", "Karma belongs to no ability. It counts at its value, but it is never a trump, and if you play it from your hand and fail, something goes wrong: the narrator says what."},
	{"hand", "Your hand is yours alone; not even the narrator sees it. It holds Edge + 2 cards unless your sheet says otherwise. `/hand show` looks at it, `/hand reveal` shows cards to all or to one user. " +
		"Your hand is your health too: wounds are paid with cards, and their slots stay empty until you heal."},
	{"abilities", abilitiesText(&fate.DeckList{Abilities: fate.Standard()})}, // where a game is played, those of its deck
	{"skills", "A fitting skill adds 4, once an action. A Master may trump with both physical or both mental suits, World-Class with every suit but Karma; " +
		"a trade gives that trump and no 4. All this is for the card played from the hand; flips keep to the action's own suit. `/hero skill` writes one down."},
	{"deck", "All play from one Fate deck. When it is empty, the discard pile is shuffled and becomes the deck. `/deck show` tells what it is made of and how many cards lie where, never their order."},
	{"odds", "`/odds action:\"average Strength\"` tells you alone each card's exact chance, from what you may know: your hand, the open cards and what the deck is made of."},
	{"heroes", "`/hero new` makes one, with options or by a form; `/hero show` looks a sheet up from any channel; `/hero set`, `/hero skill` and `/hero gear` change it; `/hero build` makes one step by step, `/hero improve` spends hero points on it; `/hero export` and `/hero import` carry it to another game."},
	{"narrating", "`/call hero:… action:…` asks a player for an action; `secret:true` keeps the difficulty from the table. For a player who is away, `/act hero:… action:…` plays; " +
		"without a card Skald takes the one with the best chance, so that you need not see the hand. `/game narrator` adds a helper, `/game undo` takes the last change back."},
	{"fighting", "The narrator brings foes in with `/foe add` and begins with `/combat start`. In each exchange your hero has one attack action (`/combat attack`, or another with `/combat do`) and answers each attack that comes (`/combat defend`, or another answer with `/combat do`). " +
		"A hit does ability + weapon + what the total was over; armor and Endurance take from it, the rest are wounds. They count at the exchange's end, with `/combat next`. `/combat status` shows who is awaited, where everybody is and what lasts."},
	{"wounds", "Wounds are paid with cards of your hand whose values reach them: `/wound pay` picks the fewest for you to confirm or change. The slots stay locked, stunning or killing, until you heal; without a card you are unconscious, and a killing hit beyond your whole hand leaves you dying. " +
		"A hero point plays a Body or Spirit card against the newest wounds: `/point soak`."},
	{"healing", "After a fight: `/heal recover` gives one stunned card back, `/heal aid` is another hero's average Dexterity action for one more and keeps the dying alive. Later `/heal rest`: a stunning card an hour, a killing card a week of rest. `/heal magic` is a challenging spell, `/heal full` the narrator's word."},
	{"foes", "`/foe add` makes foes from abilities or the four Traits; `count:` makes a group of Extras that share a sheet. Players see name, range and state; `/foe set field:shown value:yes` shows the numbers too. `/combat foe-does` has foes act, and the hero answers: no cards are played for them. `/foe save` keeps one in the bestiary of the server, `/foe add from:…` brings it back."},
	{"realms", "A campaign between realms for a club of the miniatures game: `/realm new`, then each player `/realm join`. The game master opens a turn with `/realm begin`; each in order declares `/realm attack` or, once, `/realm pass`; the battle's `/realm scenario` and `/realm result` are told and confirmed; `/realm turn` moves strongholds and rolls the dice.\n" +
		"Players: `/realm lead` puts a Legendary warlord at the head of your realm, before it is matched; `/realm leave` takes it out, and `/realm join` brings it back as it stood. Who comes while a turn is open plays from the next. `/realm undo` takes your own last change back.\n" +
		"The game master: `/realm order` sets the order; `/realm begin absent:…` names who is not there, and `/realm arrange` notes a game that two of them play at another time. `by:…` declares, passes or chooses a scenario for a player who is silent, and for `by:\"game master\"`, the force that meets the last of an odd number. " +
		"`/realm result` settles a battle; in one of your own your first word is a report like any other, the next settles. `/realm amend` corrects figures, `/realm undo` takes back anything, `/realm master` adds or removes a game master, `/realm end` ends the campaign at any time."},
	{"knights", "A card game for two to four, `/knights new`, then `/knights join` and `/knights start`; `bot:squire` seats a computer player. `/knights hand` has buttons and menus for all that you may do now; `/knights rules` tells the game, what the lands do and which knights the sets have. `/knights resign` gives up, or gets up where no game is on; `player:` does it for who is away. Lands of your own are a file for `/knights new`; docs/lands.schema.json says how it is written, docs/lands/standard.json is one."},
	{"undo", "`/game undo` takes the last change back and says what it was; `preview:true` only says it. You may take back your own last change if it showed nobody a hidden card; the narrator may always. " +
		"`/game log` tells who did what."},
}

// ways lead from other words to a topic: first words of commands, and what else people say.
var ways = map[string]string{
	"action": "actions", "combat": "fighting", "fight": "fighting", "hero": "heroes", "foe": "foes", "wound": "wounds", "heal": "healing",
	"realm": "realms", "narrator": "narrating", "skill": "skills", "ability": "abilities",
}

func suggestTopics(*Turn) []Choice {
	var list []Choice
	for _, tp := range topics {
		list = append(list, Choice{Label: tp.name, Value: tp.name})
	}
	return append(list, Choice{Label: "commands", Value: "commands"}, Choice{Label: "combat do", Value: "combat do"})
}

func help(t *Turn) (Reply, error) {
	name := strings.TrimPrefix(strings.ToLower(t.Text("topic")), "/")
	if t.Text("topic") == "" {
		return t.nextSteps(), nil
	}
	if (name == "abilities" || ways[name] == "abilities") && t.Table != nil {
		return Reply{Private: true, Title: "Abilities", Body: abilitiesText(t.Table.List)}, nil
	}
	if name == "commands" {
		return Reply{Private: true, Title: "Commands", Body: t.commandList()}, nil
	}
	names := []string{"commands"}
	for _, tp := range topics {
		if tp.name == name || tp.name == ways[name] {
			r := Reply{Private: true, Title: strings.ToUpper(tp.name[:1]) + tp.name[1:], Body: t.inThisGame(strings.ReplaceAll(tp.text, "*", ""))}
			if tp.name == "fighting" {
				r.Body += "\n" + deedList()
			}
			return r, nil
		}
		names = append(names, tp.name)
	}
	if c, err := t.Hub.Find(name); err == nil {
		r := Reply{Private: true, Title: "/" + c.Name, Body: c.Short + "\n" + optionList(c)}
		if c.Name == "combat do" {
			r.Body = c.Short + "\n" + deedList() + "\n**Options**\n" + optionList(c)
		}
		return r, nil
	}
	if list := t.familyList(name); list != "" {
		return Reply{Private: true, Title: "/" + name, Body: list}, nil
	}
	return Reply{}, fate.Refuse("no_topic", "There is no help on %q%s", short(name, 40), mean("", name, names))
}

// deedList is what /combat do can do, a word on each.
func deedList() string {
	lists := map[bool][]string{}
	for _, a := range combat.Actions() {
		lists[a.Counter] = append(lists[a.Counter], fmt.Sprintf("`%s` %s", a.Name, a.Effect))
	}
	return "**In place of an attack**\n" + strings.Join(lists[false], "\n") + "\n**In place of the defense**\n" + strings.Join(lists[true], "\n")
}

// familyList tells what each command does that begins with a word.
func (t *Turn) familyList(family string) string {
	var lines []string
	for _, c := range t.Hub.Commands() {
		if strings.HasPrefix(c.Name, family+" ") && !c.Hidden {
			lines = append(lines, fmt.Sprintf("`/%s` %s", c.Name, c.Short))
		}
	}
	return strings.Join(lines, "\n")
}

// commandList names all commands, a family a line; /help topic:"game new" tells what one does.
func (t *Turn) commandList() string {
	var order []string
	families := map[string][]string{}
	for _, c := range t.Hub.Commands() {
		if c.Hidden {
			continue
		}
		family, rest, _ := strings.Cut(c.Name, " ")
		if families[family] == nil {
			order = append(order, family)
		}
		families[family] = append(families[family], rest)
	}
	var lines []string
	for _, family := range order {
		lines = append(lines, strings.TrimSpace("`/"+family+"` "+strings.Join(families[family], ", ")))
	}
	return strings.Join(lines, "\n") + "\n`/help topic:\"game new\"` tells what one does."
}

func optionList(c *Command) string {
	var lines []string
	for _, o := range c.Options {
		if !o.Hidden {
			lines = append(lines, fmt.Sprintf("`%s` %s", o.Name, o.Short))
		}
	}
	return strings.Join(lines, "\n")
}

// nextSteps says what to do next here, for a player and for a narrator. The first line is what to type now.
func (t *Turn) nextSteps() Reply {
	r := Reply{Private: true, Title: "What next?"}
	switch {
	case t.Table == nil:
		r.Body = t.otherTable()
	case t.Narrates() && len(t.Table.Played(t.User.ID)) == 0:
		r.Body = t.narratorStep()
		r.Fields = []Field{{Name: "To play along", Value: "`/hero new name:…` makes a hero of your own, `/game join` sits down with it."}}
	default:
		var lines []string
		for _, s := range t.playerSteps() {
			lines = append(lines, s.text)
			if s.button.Line != "" && len(r.Buttons) < 4 {
				r.Buttons = append(r.Buttons, s.button)
			}
		}
		r.Body = strings.Join(lines, "\n")
		if t.Narrates() {
			r.Fields = []Field{{Name: "You narrate", Value: t.narratorStep()}}
		}
		if len(t.Table.Played(t.User.ID)) > 0 {
			r.Buttons = append(r.Buttons, handButton())
		}
	}
	var names []string
	for _, tp := range topics {
		names = append(names, tp.name)
	}
	r.Fields = append(r.Fields, Field{Name: "More", Value: "`/help topic:` " + strings.Join(names, ", ") + ", commands"})
	return r
}

// otherTable is for a channel without a Saga game: what else is played there.
func (t *Turn) otherTable() string {
	switch {
	case t.Server.here(table.Knights, t.Request) != nil:
		return t.knightsStep(*t.Server.here(table.Knights, t.Request).Table().Match) + " `/help topic:knights` tells about the card game."
	case t.Server.here(table.Realms, t.Request) != nil:
		tb := t.Server.here(table.Realms, t.Request).Table()
		return t.realmStep(*tb.Realm, tb.Narrates(t.User.ID, t.Roles)) + " `/realm status` shows the standings; `/help topic:realms` tells about the campaign."
	}
	return "There is no game in this channel. Someone who may manage the server begins one with `/game new name:…` and narrates it, or takes an ended one up again with `/game resume`."
}

// realmStep is what to do next in a campaign of realms.
func (t *Turn) realmStep(c realm.Campaign, master bool) string {
	own, runs := c.Of(t.User.ID)
	turn, _ := c.Next()
	b, fights := c.Battle(own.Name)
	met, meets := c.Battle(realm.StandIn)
	switch {
	case c.Phase == realm.Ended:
		return "The campaign is over; `/realm new` begins another one."
	case runs && turn == own.Name && c.MayPass(turn) == nil:
		return "`/realm attack realm:…` declares your attack, `/realm pass` leaves it for later."
	case runs && turn == own.Name:
		return "`/realm attack realm:…` declares your attack."
	case runs && fights && !b.Decided():
		return battleStep(b, own.Name, master)
	case runs && slices.ContainsFunc(c.Now().Rows, func(row realm.Row) bool { return row.Waiting && row.Realm == own.Name }):
		return fmt.Sprintf("Wait: turn %d was open when %s came, and it plays from turn %d on.", c.Turn, own.Name, c.Turn+1)
	case master && turn != "":
		return t.nowText(c, turn, c.MayPass(turn) != nil) + " Where they are silent, `" + Line("realm attack", "by", turn) + " realm:…` declares for them."
	case master && c.Phase == realm.Gathering && len(c.Realms) > 1:
		return fmt.Sprintf("`/realm begin` opens turn %d.", c.Turn)
	case master && meets && !met.Decided():
		return fmt.Sprintf("Your own force meets %s: `/realm scenario` chooses how, `%s outcome:…` tells who won.", met.Defender, Line("realm result", "battle", met.Defender))
	case master && c.Phase == realm.Fighting && c.Due() == nil:
		return "`/realm turn` closes the turn, for all results are in."
	case !runs && !master:
		return "`/realm join realm:…` brings a realm of yours into the campaign."
	}
	return t.nowText(c, turn, false)
}

// battleStep is what a realm does next in its battle.
func battleStep(b realm.Battle, own string, master bool) string {
	line := Line("realm result", "battle", b.Attacker)
	switch {
	case b.Answers() == own:
		return fmt.Sprintf("`%s` agrees to what %s has told of your battle, `%s` does not.",
			Line("realm confirm", "battle", b.Attacker), realm.Called(b.Reporter), Line("realm dispute", "battle", b.Attacker))
	case b.State != realm.Unfought && master:
		return fmt.Sprintf("`%s outcome:…` settles your battle by the game master's word; what was told of it does not count yet.", line)
	case b.State == realm.Reported:
		return fmt.Sprintf("Wait: %s confirms or disputes what you have told of your battle.", realm.Called(b.Answers()))
	case b.State == realm.Disputed:
		return fmt.Sprintf("Wait: the game master settles your battle by `%s`.", line)
	case b.Scenario == "" && b.Attacker == own:
		return fmt.Sprintf("`/realm scenario` chooses how your battle against %s is fought; afterwards `%s outcome:…` tells who won.", b.Defender, line)
	}
	return fmt.Sprintf("`%s outcome:…` tells who won your battle against %s.", line, realm.Called(b.Other(own)))
}

// knightsStep is what to do next at a table of knights.
func (t *Turn) knightsStep(m table.Match) string {
	sits := slices.ContainsFunc(m.Sitting(), func(s table.MatchSeat) bool { return s.User.ID == t.User.ID && s.Bot == "" })
	switch {
	case m.Game == nil && !sits:
		return "`/knights join` sits down at the card game that begins here."
	case m.Game == nil:
		return "`/knights start` deals the cards, as soon as two to four play; `/knights join bot:squire` seats a computer player."
	case !m.Running() && !sits:
		return "`/knights status` shows how the card game ended; `/knights join` sits down for the next one."
	case !m.Running():
		return "`/knights status` shows how the card game ended; `/knights start` deals anew to who sits at the table, `/knights resign` gets up."
	case !sits:
		return "`/knights status` shows the card game that is played here."
	}
	return "`/knights hand` shows what you may do now in the card game that is played here."
}
