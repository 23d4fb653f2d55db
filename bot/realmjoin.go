package bot

import (
	"fmt"
	"strconv"
	"strings"

	"skald/fate"
	"skald/realm"
)

func joinRealm(t *Turn) (Reply, error) {
	player := t.User
	if a, ok := t.Arg("player"); ok {
		if player = person(a); player.ID != t.User.ID && !t.Narrates() {
			return Reply{}, fate.Refuse("not_narrator", "Only the game master brings in a realm for somebody else; leave player out.")
		}
	}
	joins := realm.Realm{Player: player.ID, PlayerName: player.Name}
	for _, word := range []struct {
		option, what string
		to           *string
	}{
		{"realm", "realm", &joins.Name},
		{"faction", "faction", &joins.Faction},
		{"division", "division", &joins.Division},
		{"legend", "Legendary warlord", &joins.Legend},
	} {
		var err error
		if *word.to, err = t.named(word.option, word.what); err != nil {
			return Reply{}, err
		}
	}
	c, arrival, err := t.campaign().Join(joins, t.dice)
	if err != nil {
		return Reply{}, err
	}
	t.Table.SetRealm(c)
	return t.withBoard(Reply{Title: arrival.Realm.Name + " joins", Body: arrivalText(c, arrival), Tone: Good}), nil
}

// named reads an option that gives something a name; "" where it is left out.
func (t *Turn) named(option, what string) (string, error) {
	if t.Text(option) == "" {
		return "", nil
	}
	return cleanName(what, t.Text(option))
}

func arrivalText(c realm.Campaign, arrival realm.Arrival) string {
	r, player := arrival.Realm, arrival.Realm.PlayerName
	body := fmt.Sprintf("%s runs %s%s: %s, %s.", player, r.Name, ofFaction(r), r.Holdings, points(r.VP))
	if arrival.Returned {
		body = fmt.Sprintf("%s comes back with %s as it stood: %s, %s.", player, r.Name, r.Holdings, points(r.VP))
	} else if len(arrival.Roll.Dice) > 0 {
		body += fmt.Sprintf("\nIt joins late, with the fewest points of the turn before less a roll: %d − %s = %d.", arrival.Roll.From, faces(arrival.Roll), arrival.Roll.VP)
	}
	if c.Open() {
		body += fmt.Sprintf("\nTurn %d is open already: %s plays from turn %d on.", c.Turn, r.Name, c.Turn+1)
	}
	return body
}

func ofFaction(r realm.Realm) string {
	text := strings.TrimPrefix(strings.TrimSuffix(r.Faction+", "+r.Division, ", "), ", ")
	if text != "" {
		text = " (" + text + ")"
	}
	if r.Legend != "" {
		text += ", led by " + r.Legend
	}
	return text
}

func leaveRealm(t *Turn) (Reply, error) {
	name, err := t.mayRun("realm")
	if err != nil {
		return Reply{}, err
	}
	was := t.campaign()
	c, err := was.Leave(name)
	if err != nil {
		return Reply{}, err
	}
	if was.Open() && !was.Waits(name) && t.Number("turn", 0) != was.Turn {
		return Reply{
			Private: true,
			Body:    fmt.Sprintf("Turn %d is open: if %s leaves now, it loses this turn with its dice, and can come back to play from turn %d on.", was.Turn, name, was.Turn+1),
			Buttons: []Button{{Label: name + " leaves", Line: Line("realm leave", "realm", name, "turn", strconv.Itoa(was.Turn)), Style: Danger}},
		}, nil
	}
	t.Table.SetRealm(c)
	return t.withBoard(Reply{Body: name + " leaves the campaign; who ran it can bring it back with /realm join."}), nil
}

func leadRealm(t *Turn) (Reply, error) {
	name, err := t.mayRun("realm")
	if err != nil {
		return Reply{}, err
	}
	legend, err := t.named("legend", "Legendary warlord")
	if err != nil {
		return Reply{}, err
	}
	c, err := t.campaign().Lead(name, legend)
	if err != nil {
		return Reply{}, err
	}
	t.Table.SetRealm(c)
	r, _ := c.Find(name)
	return Reply{Body: fmt.Sprintf("%s is led by %s now.", name, cmpOr(r.Legend, "an ordinary warlord"))}, nil
}
