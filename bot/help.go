package bot

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"skald/combat"
	"skald/fate"
	"skald/knights"
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
	{"abilities", "Body: Endurance, Strength. Reflex: Quickness, Dexterity. Mind: Perception, Reason. Spirit: Willpower, Charisma. Scores go from 1 to 10; 5 is a hero's average. " +
		"Each Trait has a code: A is best, X untrained."},
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
	{"realms", "A campaign between realms for a club of the miniatures game: `/realm new`, then each player `/realm join`. The game master opens a turn with `/realm begin`; each in order declares `/realm attack` or, once, `/realm pass`; the battle's `/realm scenario` and `/realm result` are told and confirmed; `/realm turn` moves strongholds and rolls the dice."},
	{"knights", "A card game for two to four, `/knights new`, then `/knights join` and `/knights start`; `bot:squire` seats a computer player. `/knights hand` has buttons and menus for all that you may do now; `/knights rules` tells the game and what the lands do. Lands of your own are a file for `/knights new`; docs/lands.schema.json says how it is written, docs/lands/standard.json is one."},
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
	if name == "commands" {
		return Reply{Private: true, Title: "Commands", Body: t.commandList()}, nil
	}
	names := []string{"commands"}
	for _, tp := range topics {
		if tp.name == name || tp.name == ways[name] {
			r := Reply{Private: true, Title: strings.ToUpper(tp.name[:1]) + tp.name[1:], Body: strings.ReplaceAll(tp.text, "*", "")}
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
	switch {
	case c.Phase == realm.Ended:
		return "The campaign is over; `/realm new` begins another one."
	case runs && turn == own.Name && c.MayPass(turn) == nil:
		return "`/realm attack realm:…` declares your attack, `/realm pass` leaves it for later."
	case runs && turn == own.Name:
		return "`/realm attack realm:…` declares your attack."
	case runs && fights && !b.Decided():
		return battleStep(b, own.Name)
	case master && c.Phase == realm.Gathering && len(c.Realms) > 1:
		return fmt.Sprintf("`/realm begin` opens turn %d.", c.Turn)
	case master && c.Phase == realm.Fighting && c.Due() == nil:
		return "`/realm turn` closes the turn, for all results are in."
	case !runs && !master:
		return "`/realm join realm:…` brings a realm of yours into the campaign."
	}
	return t.nowText(c, turn, false)
}

// battleStep is what a realm does next in its battle.
func battleStep(b realm.Battle, own string) string {
	line := Line("realm result", "battle", b.Attacker)
	switch {
	case b.Answers() == own:
		return fmt.Sprintf("`%s` agrees to what %s has told of your battle, `%s` does not.",
			Line("realm confirm", "battle", b.Attacker), b.Reporter, Line("realm dispute", "battle", b.Attacker))
	case b.State == realm.Reported:
		return fmt.Sprintf("Wait: %s confirms or disputes what you have told of your battle.", b.Answers())
	case b.State == realm.Disputed:
		return fmt.Sprintf("Wait: the game master settles your battle by `%s`.", line)
	case b.Scenario == "" && b.Attacker == own:
		return fmt.Sprintf("`/realm scenario` chooses how your battle against %s is fought; afterwards `%s outcome:…` tells who won.", b.Defender, line)
	}
	return fmt.Sprintf("`%s outcome:…` tells who won your battle against %s.", line, b.Other(own))
}

// knightsStep is what to do next at a table of knights.
func (t *Turn) knightsStep(m table.Match) string {
	sits := slices.ContainsFunc(m.Seats, func(s table.MatchSeat) bool { return s.User.ID == t.User.ID && s.Bot == "" })
	switch {
	case m.Game == nil && !sits:
		return "`/knights join` sits down at the card game that begins here."
	case m.Game == nil:
		return "`/knights start` deals the cards, as soon as two to four play; `/knights join bot:squire` seats a computer player."
	case m.Game.Ended() != knights.Running:
		return "`/knights status` shows how the card game ended; `/knights new` begins another one."
	case !sits:
		return "`/knights status` shows the card game that is played here."
	}
	return "`/knights hand` shows what you may do now in the card game that is played here."
}

// step is what somebody may do next: a sentence that begins with what to type, and the button for it.
type step struct {
	text   string
	button Button
}

// playerSteps are what the user's heroes are awaited for, the most urgent first; where nobody waits for them, what a
// player may do.
func (t *Turn) playerSteps() []step {
	seats := t.Table.Played(t.User.ID)
	var steps []step
	for _, s := range seats {
		steps = append(steps, t.heroSteps(s)...)
	}
	switch {
	case len(steps) > 0:
		return steps
	case len(seats) > 0 && slices.ContainsFunc(seats, func(s table.Seat) bool { return t.fights(s.Hero.Name) }):
		return []step{{text: "Wait: this exchange awaits nothing more of you. `/combat status` shows whom it awaits; the narrator ends it."}}
	case len(seats) > 0:
		return []step{{text: "`/act action:\"average Strength\"` tries something, `/hand show` looks at your hand, `/odds` tells the chances."}}
	}
	for _, s := range t.Table.Heroes() {
		if s.Player.ID == t.User.ID {
			line := Line("game join", "hero", s.Hero.Name)
			return []step{{fmt.Sprintf("`%s` sits down with %s.", line, s.Hero.Name), Button{Label: "Sit down", Line: line, Style: Main}}}
		}
	}
	return []step{{
		"`/hero new name:…` makes a hero; `/hero new` alone asks with a form. Then `/game join` sits down with it.",
		Button{Label: "New hero", Line: "/hero new", Style: Main},
	}}
}

// heroSteps are what a hero is awaited for.
func (t *Turn) heroSteps(s table.Seat) []step {
	var steps []step
	add := func(label, line, text string) { steps = append(steps, t.typedStep(label, line, text)) }
	name := s.Hero.Name
	for _, d := range t.Table.Fight.Due(t.Table.FightScene()) {
		if d.Who == name && len(steps) == 0 { // wounds come first
			steps = append(steps, t.dueStep(d))
		}
	}
	if err := up(s); err != nil && len(steps) == 0 {
		return []step{t.downStep(s)}
	}
	if t.Table.CardsLost(s) > 0 {
		add("Give up a card", Line("point lose", "hero", name), "gives up a card: a mishap costs "+name+" one.")
	}
	if calls := t.openCalls(s); len(calls) > 0 && t.able(s) == nil {
		action := t.callAction(calls[0])
		add(name+": "+action, Line("act", "hero", name, "call", strconv.Itoa(calls[0].ID)), fmt.Sprintf("opens your hand: the narrator waits for %s to try %s.", name, action))
	}
	if r := t.Table.Results[s.ID]; r.Open && !r.Passed {
		add("Let it stand", Line("point pass", "hero", name), fmt.Sprintf("lets %s's result stand; `/point flip` changes it for a hero point.", name))
	}
	if _, _, err := t.Table.Fight.Recover(t.Table.FightScene(), name); err == nil {
		add("Recover", Line("heal recover", "hero", name), fmt.Sprintf("gives %s a card back after the fight.", name))
	}
	if t.Table.MishapsDue(s) > 0 && len(steps) == 0 {
		steps = append(steps, step{text: fmt.Sprintf("`/act action:\"average Strength\"` and all else goes on; the narrator says what goes wrong by %s's Karma.", name)})
	}
	return steps
}

// typedStep begins with the line to type, without what Skald knows: the only hero that the user plays, the oldest call.
func (t *Turn) typedStep(label, line, text string) step {
	typed, _ := Parse(line)
	typed = typed.Without("call")
	if len(t.Table.Played(t.User.ID)) == 1 {
		typed = typed.Without("hero")
	}
	return step{"`" + typed.String() + "` " + text, Button{Label: short(label, 80), Line: line, Style: Main}}
}

// dueStep says how to give the answer that a fight or a wound awaits of a hero.
func (t *Turn) dueStep(d combat.Due) step {
	line, text := Line("combat attack", "hero", d.Who), "attacks a foe: "+d.Who+"'s action is awaited. `/help topic:\"combat do\"` lists all else that a hero can do."
	label := "attack"
	switch {
	case d.Need == combat.ToPay:
		line, label = Line("wound pay", "hero", d.Who), "pay"
		text = fmt.Sprintf("pays %d %s with cards of the hand; before that %s does nothing else.", d.Amount, woundWord(d.Amount, string(d.Harm)), d.Who)
	case d.Need == combat.ToDefend:
		line, label = Line("combat defend", "hero", d.Who, "against", d.Foe), "defend"
		text = fmt.Sprintf("answers %s (%s)", d.Foe, d.Action)
		if len(d.Answers) > 1 {
			text += "; `/combat do` has other answers: " + strings.Join(d.Answers[1:], ", ")
		}
		text += "."
	case d.Later:
		return step{text: "Wait: others act before " + d.Who + "; `/combat status` shows who."}
	}
	return t.typedStep(d.Who+": "+label, line, text)
}

// downStep is for the player of a hero who is down.
func (t *Turn) downStep(s table.Seat) step {
	name := s.Hero.Name
	if s.Wounds.Dead {
		return step{"`/hero new name:…` makes another hero, for " + name + " is dead.", Button{Label: "New hero", Line: "/hero new", Style: Main}}
	}
	if _, _, err := t.Table.Fight.Recover(t.Table.FightScene(), name); err == nil {
		return t.typedStep("Recover", Line("heal recover", "hero", name), "gives "+name+" a card back after the fight.")
	}
	return step{text: fmt.Sprintf("Wait, for %s is %s: another hero may help with `%s`.", name, s.Hero.Status(s.Wounds), Line("heal aid", "hero", name))}
}

// narratorStep says what waits for the narrator, the most urgent first; where nothing does, how to ask for an action.
func (t *Turn) narratorStep() string {
	var lines, names, awaited []string
	f := t.Table.Fight
	for _, s := range t.Table.Heroes() {
		if !s.Joined {
			continue
		}
		names = append(names, s.Hero.Name)
		for _, c := range t.openCalls(s) {
			awaited = append(awaited, s.Hero.Name+": "+t.callAction(c))
		}
		if t.Table.CardsLost(s) > 0 {
			awaited = append(awaited, s.Hero.Name+": gives up a card to a mishap (/point lose)")
		}
		if t.Table.MishapsDue(s) > 0 {
			lines = append(lines, fmt.Sprintf("`%s` says what goes wrong: %s played Karma and failed.", Line("narrator mishap", "hero", s.Hero.Name), s.Hero.Name))
		}
		if r := t.Table.Results[s.ID]; r.Open && !r.NarratorPassed {
			lines = append(lines, fmt.Sprintf("`%s` lets %s's result stand.", Line("point pass", "hero", s.Hero.Name), s.Hero.Name))
		}
	}
	for _, d := range f.Due(t.Table.FightScene()) {
		if d.Need == combat.ToRule {
			lines = append(lines, fmt.Sprintf("`%s`: does %s die? Otherwise dies:false.", Line("combat decide", "foe", d.Foe, "dies", "true"), d.Foe))
		} else {
			awaited = append(awaited, d.String())
		}
	}
	_, over := f.Over(t.Table.FightScene())
	switch {
	case over:
		lines = append(lines, "`/combat end` closes the fight, for one side is out of it.")
	case f.Stage == combat.Fighting && len(awaited) > 0:
		lines = append(lines, "`/combat foe-does foe:…` has a foe act; `/combat next` ends the exchange when nobody is awaited any more.")
	case f.Stage == combat.Fighting:
		lines = append(lines, "`/combat next` ends the exchange, for nobody is awaited; before it, `/combat foe-does foe:…` has a foe act.")
	case len(f.Foes) > 0 && f.Stage == combat.Peace && len(names) > 0:
		lines = append(lines, "`/combat start` begins a fight with the foes that stand ready.")
	}
	if len(lines) == 0 && len(names) > 0 {
		lines = append(lines, fmt.Sprintf("`/call hero:%s action:\"challenging Quickness\"` asks for an action; `/game status` shows the table.", quoteValue(names[0])))
	}
	if len(awaited) > 0 {
		lines = append(lines, "Awaited: "+strings.Join(awaited, "; ")+". For a player who is away, give the command with `hero:`.")
	}
	if len(names) == 0 {
		lines = append(lines, "Nobody sits at the table yet: players make heroes with `/hero new` and sit down with `/game join`.")
	}
	return strings.Join(lines, "\n")
}
