package bot

import (
	"fmt"
	"strings"

	"skald/fate"
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
	{"abilities", "Body: Endurance, Strength. Reflex: Quickness, Dexterity. Mind: Perception, Reason. Spirit: Willpower, Charisma. Scores go from 1 to 10; 5 is a hero's average. " +
		"Each Trait has a code: A is best, X untrained."},
	{"skills", "A fitting skill adds 4, once an action. A Master may trump with both physical or both mental suits, World-Class with every suit but Karma; " +
		"a trade gives that trump and no 4. All this is for the card played from the hand; flips keep to the action's own suit. `/hero skill` writes one down."},
	{"deck", "All play from one Fate deck. When it is empty, the discard pile is shuffled and becomes the deck. `/deck show` tells what it is made of and how many cards lie where, never their order."},
	{"odds", "`/odds action:\"average Strength\"` tells you alone each card's exact chance, from what you may know: your hand, the open cards and what the deck is made of."},
	{"heroes", "`/hero new` makes one, with options or by a form; `/hero show` looks a sheet up from any channel; `/hero set` and `/hero skill` change it; `/hero export` and `/hero import` carry it to another game."},
	{"narrating", "`/call hero:… action:…` asks a player for an action; `secret:true` keeps the difficulty from the table. For a player who is away, `/act hero:… action:…` plays; " +
		"without a card Skald takes the one with the best chance, so that you need not see the hand. `/game narrator` adds a helper, `/game undo` takes the last change back."},
	{"fighting", "The narrator brings foes in with `/foe add` and begins with `/combat start`. In each exchange your hero has one attack action (`/combat attack`, or `/combat do` for all others) and answers each attack that comes (`/combat defend`, or a counteraction of `/combat do`). " +
		"A hit does ability + weapon + what the total was over; armor and Endurance take from it, the rest are wounds. They count at the exchange's end, with `/combat next`. `/combat status` shows who is awaited, where everybody is and what lasts."},
	{"wounds", "Wounds are paid with cards of your hand whose values reach them: `/wound pay` picks the fewest for you to confirm or change. The slots stay locked, stunning or killing, until you heal; without a card you are unconscious, and a killing hit beyond your whole hand leaves you dying. " +
		"A hero point plays a Body or Spirit card against the newest wounds: `/point soak`."},
	{"healing", "After a fight: `/heal recover` gives one stunned card back, `/heal aid` is another hero's average Dexterity action for one more and keeps the dying alive. Later `/heal rest`: a stunning card an hour, a killing card a week of rest. `/heal magic` is a challenging spell, `/heal full` the narrator's word."},
	{"foes", "`/foe add` makes foes from abilities or the four Traits; `count:` makes a group of Extras that share a sheet. Players see name, range and state; `/foe set field:shown value:yes` shows the numbers too. `/combat foe-does` has foes act, and the hero answers: no cards are played for them. `/foe save` keeps one in the bestiary of the server, `/foe add from:…` brings it back."},
	{"realms", "A campaign between realms for a club of the miniatures game: `/realm new`, then each player `/realm join`. The game master opens a turn with `/realm begin`; each in order declares `/realm attack` or, once, `/realm pass`; the battle's `/realm scenario` and `/realm result` are told and confirmed; `/realm turn` moves strongholds and rolls the dice."},
	{"knights", "A card game for two to four, `/knights new`, then `/knights join` and `/knights start`; `bot:squire` seats a computer player. `/knights hand` has buttons and menus for all that you may do now; `/knights rules` tells the game and what the lands do."},
	{"undo", "`/game undo` takes the last change back and says what it was; `preview:true` only says it. You may take back your own last change if it showed nobody a hidden card; the narrator may always. " +
		"`/game log` tells who did what."},
}

func suggestTopics(*Turn) []Choice {
	var list []Choice
	for _, tp := range topics {
		list = append(list, Choice{Label: tp.name, Value: tp.name})
	}
	return append(list, Choice{Label: "commands", Value: "commands"})
}

func help(t *Turn) (Reply, error) {
	name := strings.ToLower(t.Text("topic"))
	if name == "" {
		return t.nextSteps(), nil
	}
	if name == "commands" {
		return Reply{Private: true, Title: "Commands", Body: t.commandList()}, nil
	}
	names := []string{"commands"}
	for _, tp := range topics {
		if tp.name == name {
			return Reply{Private: true, Title: strings.ToUpper(name[:1]) + name[1:], Body: strings.ReplaceAll(tp.text, "*", "")}, nil
		}
		names = append(names, tp.name)
	}
	if c, err := t.Hub.Find(name); err == nil {
		return Reply{Private: true, Title: "/" + c.Name, Body: c.Short + "\n" + optionList(c)}, nil
	}
	return Reply{}, fate.Refuse("no_topic", "There is no help on %q%s", short(name, 40), mean("", name, names))
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

// nextSteps says what to do next here, for a player and for a narrator.
func (t *Turn) nextSteps() Reply {
	r := Reply{Private: true, Title: "What next?"}
	if t.Table == nil {
		r.Body = "There is no game in this channel. Someone who may manage the server begins one with `/game new name:…` and narrates it."
	} else {
		r.Body = t.playerStep()
		if t.Narrates() {
			r.Fields = append(r.Fields, Field{Name: "You narrate", Value: t.narratorStep()})
		}
		r.Buttons = t.stepButtons()
	}
	var names []string
	for _, tp := range topics {
		names = append(names, tp.name)
	}
	r.Fields = append(r.Fields, Field{Name: "More", Value: "`/help topic:` " + strings.Join(names, ", ") + ", commands"})
	return r
}

func (t *Turn) playerStep() string {
	seats := t.Table.Played(t.User.ID)
	for _, s := range seats {
		if calls := t.Table.CallsFor(s); len(calls) > 0 {
			return fmt.Sprintf("The narrator waits for %s: %s. `/act` opens your hand.", s.Hero.Name, t.callAction(calls[0]))
		}
	}
	if len(seats) > 0 {
		return "Look at your hand with `/hand show`; try something with `/act action:\"average Strength\"`; ask for the chances with `/odds`."
	}
	for _, s := range t.Table.Heroes() {
		if s.Player.ID == t.User.ID {
			return fmt.Sprintf("%s waits for a seat: `/game join hero:%s`.", s.Hero.Name, quoteValue(s.Hero.Name))
		}
	}
	return "To play along, make a hero: `/hero new name:…` (or `/hero new` alone for a form). Then `/game join`."
}

func (t *Turn) narratorStep() string {
	joined := func(s table.Seat) bool { return s.Joined }
	for _, s := range t.Table.Heroes() {
		if joined(s) {
			return fmt.Sprintf("Ask for an action: `/call hero:%s action:\"challenging Quickness\"`. `/game status` shows the table.", quoteValue(s.Hero.Name))
		}
	}
	return "Nobody sits at the table yet. Players make heroes with `/hero new` and sit down with `/game join`; `player:` seats somebody else."
}

func (t *Turn) stepButtons() []Button {
	seats := t.Table.Played(t.User.ID)
	if len(seats) == 0 {
		return []Button{{Label: "New hero", Line: "/hero new", Style: Main}}
	}
	return []Button{handButton()}
}
