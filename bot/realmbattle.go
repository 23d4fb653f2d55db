package bot

import (
	"fmt"
	"strconv"
	"strings"

	"skald/fate"
	"skald/realm"
)

// battleText is "Blue attacks a Tower of Red", with what is known of it.
func battleText(b realm.Battle) string {
	what := realm.Called(b.Defender)
	if b.Stronghold != "" {
		what = "a " + string(b.Stronghold) + " of " + b.Defender
	}
	text := fmt.Sprintf("**%s** attacks %s", force(b.Attacker), what)
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
		return fmt.Sprintf("%s: by the word of %s, %s; %s has yet to confirm", text, realm.Called(b.Reporter), outcomeText(b), realm.Called(b.Answers()))
	case realm.Disputed:
		return text + ": disputed; the game master settles it with /realm result"
	case realm.Settled:
		return text + ": " + outcomeText(b) + ", settled by the game master"
	}
	return text + ": " + outcomeText(b)
}

// force is a realm's name at the beginning of a sentence, or "The game master".
func force(name string) string {
	if called := realm.Called(name); called != name {
		return upper(called)
	}
	return name
}

func outcomeText(b realm.Battle) string {
	text := "a draw"
	if w := b.Winner(); w != "" {
		text = realm.Called(w) + " wins"
		if b.Result.WarlordSlain {
			text += " and slays the warlord"
		}
	}
	if legend := b.Result.AttackerLegend; legend != "" {
		text += ", " + legend + " of " + b.Attacker + " falls"
	}
	if legend := b.Result.DefenderLegend; legend != "" {
		text += ", " + legend + " of " + b.Defender + " falls"
	}
	if b.Seized {
		text += ", the " + string(b.Stronghold) + " changes hands"
	}
	return text
}

func attackRealm(t *Turn) (Reply, error) {
	by, err := t.declarer()
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

// declarer is the realm that a user declares for. A game master whose own is not the one that is due learns how to
// speak for that.
func (t *Turn) declarer() (string, error) {
	by, err := t.mayRun("by")
	next, _ := t.campaign().Next()
	if err == nil && next != "" && by != next && t.Narrates() && t.Text("by") == "" {
		return "", fate.Refuse("not_your_declaration", "It is for %s to declare now, not for %s; by:%s does it for them.", next, by, quoteValue(next))
	}
	return by, err
}

func passTurn(t *Turn) (Reply, error) {
	by, err := t.declarer()
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

// chooser is the realm that a user chooses a scenario for: a game master without another battle to choose for means
// that of their own force (C9a, C12).
func (t *Turn) chooser() (string, error) {
	c := t.campaign()
	own, _ := c.Of(t.User.ID)
	b, fights := c.Battle(own.Name)
	if _, meets := c.Battle(realm.StandIn); meets && t.Narrates() && t.Text("by") == "" && !(fights && b.Attacker == own.Name) {
		return realm.StandIn, nil
	}
	return t.mayRun("by")
}

func chooseScenario(t *Turn) (Reply, error) {
	by, err := t.chooser()
	if err != nil {
		return Reply{}, err
	}
	name, err := cleanName("scenario", t.Text("name"))
	if err != nil {
		return Reply{}, err
	}
	c, b, err := t.campaign().Choose(by, name)
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
	first := ok && runs && b.Has(own.Name) && b.State == realm.Unfought // a report like any player's
	if t.Narrates() && !first {
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
	if b.Result.Note != "" {
		r.Body += "\n" + shownNote(b.Result.Note)
	}
	if b.Answers() != "" {
		report := reportKey(c.Turn, b)
		r.Buttons = []Button{
			{Label: "Confirm", Line: Line("realm confirm", "battle", b.Attacker, "report", report), Style: Main},
			{Label: "Dispute", Line: Line("realm dispute", "battle", b.Attacker, "report", report), Style: Danger},
		}
	}
	return t.withBoard(r), nil
}

// reportKey tells a report from any other: its turn, whose it is, and what was told.
func reportKey(turn int, b realm.Battle) string {
	words := []string{strconv.Itoa(turn), b.Reporter, string(b.Result.Outcome)}
	if b.Result.WarlordSlain {
		words = append(words, "warlord slain")
	}
	words = append(words, b.Result.AttackerLegend, b.Result.DefenderLegend)
	return strings.TrimRight(strings.Join(words, ", "), ", ")
}

// note reads an account, which is kept as it was written and made safe where it is shown.
func (t *Turn) note() (string, error) {
	_, err := cleanText("note", t.Text("note"), 2*realm.MaxNote) // the rules count it as it was written
	return plainLines.Replace(t.Text("note")), err
}

// shownNote is an account as it may stand in a reply.
func shownNote(note string) string {
	shown, err := cleanText("note", note, 2*realm.MaxNote)
	if err != nil { // only before a file was looked through
		return ""
	}
	return shown
}

// battleResult reads what a player tells of a battle.
func (t *Turn) battleResult(c realm.Campaign) (realm.Result, error) {
	outcome, err := realm.ParseOutcome(t.Text("outcome"))
	if err != nil {
		return realm.Result{}, err
	}
	note, err := t.note()
	if err != nil {
		return realm.Result{}, err
	}
	result := realm.Result{Outcome: outcome, WarlordSlain: t.Switch("warlord-slain"), Note: note}
	b, ok := c.Battle(t.Text("battle"))
	if !ok {
		return result, nil // Report and Settle say what is wrong
	}
	return t.slain(c, b, result)
}

type answer func(c realm.Campaign, battle, by string) (realm.Campaign, realm.Battle, error)

func answerReport(t *Turn, answer answer, verb string) (Reply, error) {
	by, err := t.mayRun("")
	if err != nil && !t.Narrates() {
		return Reply{}, err
	}
	told, ok := t.campaign().Battle(t.Text("battle"))
	if ok && told.Has(realm.StandIn) && t.Narrates() && !told.Has(by) {
		by = realm.StandIn
	}
	c, b, err := answer(t.campaign(), t.Text("battle"), by)
	if err != nil {
		return Reply{}, err
	}
	if report := t.Text("report"); report != "" && report != reportKey(c.Turn, told) {
		return Reply{}, fate.Refuse("other_report", "That button is for another report. What stands now is this: %s. Answer it with its own buttons, or with /realm confirm or /realm dispute battle:%s.",
			strings.ReplaceAll(battleLine(told), "**", ""), quoteValue(told.Attacker))
	}
	t.Table.SetRealm(c)
	return t.withBoard(Reply{Body: fmt.Sprintf("%s %s: %s.", force(by), verb, battleLine(b))}), nil
}

func closeTurn(t *Turn) (Reply, error) {
	c, turn, err := t.campaign().Score(t.dice)
	if err != nil {
		return Reply{}, err
	}
	t.Table.SetRealm(c)
	r := t.turnReply(turn)
	r.Title = fmt.Sprintf("Turn %d is over", turn.Number)
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
	if f == r.Figures() {
		return Reply{}, fate.Refuse("nothing_amended", "That changes nothing of %s, which has %s and %s; say what it is to have with towers, fortresses, castles or vp.", r.Name, r.Holdings, points(r.VP))
	}
	note, err := t.note()
	if err != nil {
		return Reply{}, err
	}
	c, amendment, err := c.Amend(r.Name, f, note)
	if err != nil {
		return Reply{}, err
	}
	t.Table.SetRealm(c)
	body := fmt.Sprintf("%s has %s and %s now; it had %s and %s.", r.Name, amendment.To.Holdings, points(amendment.To.VP), amendment.From.Holdings, points(amendment.From.VP))
	if amendment.Note != "" {
		body += "\n" + shownNote(amendment.Note)
	}
	return t.withBoard(Reply{Title: "By the game master's word", Body: body}), nil
}
