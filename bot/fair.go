package bot

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"skald/fate"
	"skald/table"
)

var fairCommands = []*Command{
	{
		Name: "deck cut", Short: "Say a word that goes into the next shuffle, so that nobody can have planned it",
		Options: []Option{{Name: "word", Short: "any word", Required: true, Max: 32}},
		Run:     cutDeck,
	},
	{
		Name: "deck audit", Short: "Check every shuffle and every card of a game so far", Slow: true, On: anyNamed("game"),
		Options: []Option{{Name: "game", Short: "a game's name, ended ones too; this channel's if you leave it out", Suggest: suggestGames}},
		Run:     auditDeck,
	},
}

func cutDeck(t *Turn) (Reply, error) {
	if len(t.Table.Played(t.User.ID)) == 0 {
		return Reply{}, fate.Refuse("no_hero", "Only players at the table cut the deck; sit down with /game join.")
	}
	word, err := cleanWord("word", t.Text("word"))
	if err != nil {
		return Reply{}, err
	}
	if slices.ContainsFunc(t.Table.Ledger.Cuts, func(c table.Cut) bool { return c.By.ID == t.User.ID }) {
		return Reply{}, fate.Refuse("cut_already", "You have cut the deck already; your word goes into the next shuffle.")
	}
	t.Table.Cut(table.Cut{By: t.User, Word: word})
	return Reply{Body: fmt.Sprintf("%s cuts the deck with the word \"%s\". It goes into shuffle %d, whose seed was sealed before.", t.User.Name, word, t.Table.Ledger.Next.Number)}, nil
}

func auditDeck(t *Turn) (Reply, error) {
	log, err := t.Server.journal.Log(t.game.ID, 1)
	if err != nil {
		return Reply{}, err
	}
	for i := range log {
		log[i] = log[i].Public()
	}
	a := table.Check(log)
	r := Reply{Title: "Audit of " + t.Table.Game.Name, Body: AuditText(a), Tone: Good}
	if len(a.Problems) > 0 {
		r.Tone = Bad
	}
	return r, nil
}

// AuditText says what an audit found.
func AuditText(a table.Audit) string {
	lines := []string{fmt.Sprintf("%s, %s.", plural(a.Entries, "entry"), plural(a.Shuffles, "shuffle"))}
	switch {
	case len(a.Problems) > 0:
		lines = append(lines, fmt.Sprintf("**%s found:**", plural(len(a.Problems), "problem")))
		shown := a.Problems[:min(10, len(a.Problems))]
		lines = append(lines, shown...)
		if more := len(a.Problems) - len(shown); more > 0 {
			lines = append(lines, fmt.Sprintf("… and %d more.", more))
		}
	case a.Checked > 0:
		lines = append(lines, fmt.Sprintf("%s checked from the seed to the last card: everything fits.", plural(a.Checked, "shuffle")))
	default:
		lines = append(lines, "Nothing contradicts anything so far.")
	}
	if len(a.Sealed) > 0 {
		lines = append(lines, "Still sealed, to be checked when nothing of their order is hidden any more: "+numbers(a.Sealed)+".")
	}
	if len(a.Unknown) > 0 {
		lines = append(lines, "Not checked, for not every card that went in is known: "+numbers(a.Unknown)+".")
	}
	lines = append(lines, a.Notes...)
	if a.Chain != "" {
		lines = append(lines, "Fingerprint of the log: `"+a.Chain[:16]+"`")
	}
	return strings.Join(lines, "\n")
}

func numbers(list []int) string {
	var texts []string
	for _, n := range list {
		texts = append(texts, strconv.Itoa(n))
	}
	return strings.Join(texts, ", ")
}
