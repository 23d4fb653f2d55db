package bot

import (
	"encoding/json"
	"fmt"
	"strings"

	"skald/table"
)

// inline is the longest log that is shown in the message; a longer one comes as a file.
const inline = 1800

func showLog(t *Turn) (Reply, error) {
	count := t.Number("count", 10)
	log, err := t.Server.journal.Log(t.game.ID, max(1, t.Table.Seq-count+1))
	if err != nil {
		return Reply{}, err
	}
	if strings.EqualFold(t.Text("format"), "json") {
		return jsonLog(t, log)
	}
	undone := table.Undone(log)
	seen := make([]table.Entry, len(log))
	for i, e := range log {
		seen[i] = e.For(t.Viewer())
		if undone[e.Seq] {
			seen[i].Command += " (taken back)"
		}
	}
	name, body := "log.txt", textLog(seen)
	if strings.EqualFold(t.Text("format"), "markdown") {
		name, body = "log.md", markdownLog(t.Table.Game.Name, seen)
	}
	title := t.logTitle(len(seen))
	private := t.Narrates()
	if len(body) <= inline {
		return Reply{Private: private, Title: title, Body: body}, nil
	}
	return Reply{Private: private, Title: title, Files: []File{{Name: name, Data: Bytes([]byte(body))}}}, nil
}

func (t *Turn) logTitle(entries int) string {
	if entries == 1 {
		return t.Table.Game.Name + ": the last entry"
	}
	return fmt.Sprintf("%s: the last %s", t.Table.Game.Name, plural(entries, "entry"))
}

func textLog(log []table.Entry) string {
	var b strings.Builder
	for _, e := range log {
		fmt.Fprintf(&b, "%d. %s %s: %s\n", e.Seq, e.At.Format("2006-01-02 15:04"), e.By.Name, typed(e.Command))
		for line := range strings.Lines(e.Text) {
			b.WriteString("   " + strings.TrimRight(line, "\n") + "\n")
		}
	}
	return b.String()
}

func markdownLog(game string, log []table.Entry) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n", game)
	for _, e := range log {
		fmt.Fprintf(&b, "\n%d. **%s**, %s: `%s`\n", e.Seq, e.By.Name, e.At.Format("2006-01-02 15:04"), strings.ReplaceAll(oneLine(e.Command), "`", "'"))
		for line := range strings.Lines(e.Text) {
			b.WriteString("   > " + strings.TrimRight(line, "\n") + "\n")
		}
	}
	return b.String()
}

// jsonLog is the log as a file that can be checked: the public form, whoever asks.
func jsonLog(t *Turn, log []table.Entry) (Reply, error) {
	var b strings.Builder
	for _, e := range log {
		line, err := json.Marshal(e.Public())
		if err != nil {
			return Reply{}, fmt.Errorf("write entry %d: %w", e.Seq, err)
		}
		b.Write(append(line, '\n'))
	}
	return Reply{
		Title: t.logTitle(len(log)),
		Files: []File{{Name: "log.jsonl", Data: Bytes([]byte(b.String()))}},
	}, nil
}
