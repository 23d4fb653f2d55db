package bot

import (
	"fmt"
	"strings"

	"skald/fate"
	"skald/realm"
)

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
